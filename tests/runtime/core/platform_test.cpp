// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/clock.h>
#include <executorch/runtime/platform/log.h>
#include <executorch/runtime/platform/platform.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "log_capture.h"

using namespace executorch::runtime;

TEST(Log, CarriesPlaceLevelAndText) {
  LogCapture log;
  ET_LOG(Error, "%s of %d", "half", 3);
  const size_t line = __LINE__ - 1;
  ASSERT_EQ(log_lines().size(), 1u);
  EXPECT_EQ(log_lines()[0].level, 'E');
  EXPECT_EQ(log_lines()[0].filename, "platform_test.cpp");
  EXPECT_EQ(log_lines()[0].function, "TestBody");
  EXPECT_EQ(log_lines()[0].line, line);
  EXPECT_EQ(log_lines()[0].message, "half of 3");
}

TEST(Log, DropsWhatIsBelowTheMinimumLevel) {
  LogCapture log;
  ET_LOG(Debug, "not compiled in");
  EXPECT_TRUE(log_lines().empty());
  ET_LOG(Info, "compiled in");
  EXPECT_EQ(log_lines()[0].level, 'I');
  ET_LOG(Fatal, "compiled in");
  EXPECT_EQ(log_lines()[1].level, 'F');
}

TEST(Log, CutsLongMessages) {
  LogCapture log;
  const std::string text(300, 'x');
  ET_LOG(Info, "%s", text.c_str());
  EXPECT_EQ(log.last(), std::string(255, 'x'));
  const std::string fits(255, 'y');
  ET_LOG(Info, "%s", fits.c_str());
  EXPECT_EQ(log.last(), fits);
}

TEST(Log, CutsBetweenCharacters) {
  LogCapture log;
  for (const std::string character : {"\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}) {
    // The character would end one byte after the limit of 255.
    const std::string start(256 - character.size(), 'x');
    ET_LOG(Info, "%s%s%s", start.c_str(), character.c_str(), "tail");
    EXPECT_EQ(log.last(), start);
    ET_LOG(Info, "%s%s%s", start.c_str() + 1, character.c_str(), "tail");
    EXPECT_EQ(log.last(), start.substr(1) + character);
  }
}

TEST(LogOrLog, ChecksWithoutReturning) {
  LogCapture log;
  ET_CHECK_OR_LOG_ERROR(1 == 1, "fine");
  EXPECT_EQ(log.last(), "");
  ET_CHECK_OR_LOG_ERROR(1 == 2, "not %s", "fine");
  EXPECT_EQ(log.last(), "not fine");
}

TEST(AssertDeathTest, AbortsWithTheCondition) {
  EXPECT_DEATH(ET_CHECK(1 == 2), "assert failed: 1 == 2");
  EXPECT_DEATH(ET_CHECK_MSG(1 == 2, "got %d", 5), "assert failed \\(1 == 2\\): got 5");
  EXPECT_DEATH(ET_ASSERT_UNREACHABLE(), "must not be reached");
  EXPECT_DEATH(runtime_abort(), "");
  ET_CHECK(true);
}

int inits;
void count_init() { ++inits; }
et_timestamp_t fixed_ticks() { return 30; }
et_tick_ratio_t fixed_ratio() { return {10, 3}; }
char memory[8];
void* give_memory(size_t) { return memory; }
void* freed;
void take_memory(void* pointer) { freed = pointer; }

TEST(Pal, ReplacesOnlyWhatIsGiven) {
  const PalImpl before = *get_pal_impl();
  EXPECT_EQ(before.current_ticks, et_pal_current_ticks);
  EXPECT_TRUE(register_pal(PalImpl::create(count_init, nullptr, fixed_ticks, fixed_ratio, nullptr,
                                           give_memory, take_memory, __FILE__)));
  EXPECT_EQ(inits, 1);
  runtime_init();
  EXPECT_EQ(inits, 2);
  EXPECT_EQ(pal_current_ticks(), 30u);
  EXPECT_EQ(ticks_to_ns(30), 100u);
  EXPECT_EQ(pal_allocate(8), memory);
  pal_free(memory);
  EXPECT_EQ(freed, memory);
  EXPECT_EQ(get_pal_impl()->abort, before.abort);
  EXPECT_TRUE(register_pal(before));
  EXPECT_EQ(ticks_to_ns(1234), 1234u);
}

TEST(Pal, DefaultClockRuns) {
  const et_timestamp_t start = et_pal_current_ticks();
  while (et_pal_current_ticks() == start) {
  }
  EXPECT_GT(et_pal_current_ticks(), start);
}

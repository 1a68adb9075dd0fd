// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Built with ET_LOG_ENABLED=0.
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/log.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

int evaluations;
[[maybe_unused]] int evaluate() { return ++evaluations; }

executorch::runtime::Error fails() {
  ET_CHECK_OR_RETURN_ERROR(evaluations > 5, NotFound, "vanishes-too-%d", evaluate());
  return executorch::runtime::Error::Ok;
}

TEST(LogDisabled, EvaluatesNothingAndKeepsTheChecks) {
  ET_LOG(Error, "vanishes-%d", evaluate());
  ET_CHECK_OR_LOG_ERROR(false, "vanishes-%d", evaluate());
  EXPECT_EQ(fails(), executorch::runtime::Error::NotFound);
  EXPECT_EQ(evaluations, 0);
}

TEST(LogDisabledDeathTest, StillAborts) { EXPECT_DEATH(ET_CHECK(evaluations == 1), ""); }

TEST(LogDisabled, LeavesNoStringInTheProgram) {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string program((std::istreambuf_iterator<char>(file)),
                            std::istreambuf_iterator<char>());
  ASSERT_NE(program.find("EvaluatesNothingAndKeepsTheChecks"), std::string::npos);
  // Put together here, so that the search does not find itself.
  EXPECT_EQ(program.find(std::string("vani") + "shes-"), std::string::npos);
}

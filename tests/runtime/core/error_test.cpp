// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/version.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "log_capture.h"

using executorch::runtime::Error;
using executorch::runtime::Result;
using executorch::runtime::to_string;

// Codes cross the wire and appear in bug reports: they are upstream's.
TEST(Error, HasUpstreamsCodes) {
  EXPECT_EQ(uint32_t(Error::Ok), 0x00u);
  EXPECT_EQ(uint32_t(Error::AlreadyLoaded), 0x04u);
  EXPECT_EQ(uint32_t(Error::NotSupported), 0x10u);
  EXPECT_EQ(uint32_t(Error::InvalidArgument), 0x12u);
  EXPECT_EQ(uint32_t(Error::OperatorMissing), 0x14u);
  EXPECT_EQ(uint32_t(Error::RegistrationExceedingMaxKernels), 0x15u);
  EXPECT_EQ(uint32_t(Error::RegistrationAlreadyRegistered), 0x16u);
  EXPECT_EQ(uint32_t(Error::NotFound), 0x20u);
  EXPECT_EQ(uint32_t(Error::InvalidProgram), 0x23u);
  EXPECT_EQ(uint32_t(Error::OutOfResources), 0x25u);
  EXPECT_EQ(uint32_t(Error::DelegateInvalidHandle), 0x32u);
}

TEST(Error, HasNames) {
  EXPECT_STREQ(to_string(Error::Ok), "Error::Ok");
  EXPECT_STREQ(to_string(Error::MemoryAllocationFailed), "Error::MemoryAllocationFailed");
  EXPECT_STREQ(to_string(Error::DelegateInvalidHandle), "Error::DelegateInvalidHandle");
  EXPECT_STREQ(to_string(static_cast<Error>(0x99)), "Error::Unknown");
}

TEST(Result, HoldsAValueOrAnError) {
  Result<int> value(7);
  EXPECT_TRUE(value.ok());
  EXPECT_EQ(value.error(), Error::Ok);
  EXPECT_EQ(*value, 7);
  Result<int> error(Error::NotFound);
  EXPECT_FALSE(error.ok());
  EXPECT_EQ(error.error(), Error::NotFound);
}

TEST(Result, OfOkIsInternalError) {
  Result<int> result(Error::Ok);
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.error(), Error::Internal);
}

TEST(Result, MovesAndDestroysItsValue) {
  auto counter = std::make_shared<int>(1);
  {
    Result<std::shared_ptr<int>> first(counter);
    EXPECT_EQ(counter.use_count(), 2);
    Result<std::shared_ptr<int>> second(std::move(first));
    EXPECT_EQ(counter.use_count(), 2);
    EXPECT_EQ(**second, 1);
    Result<std::shared_ptr<int>> error(Error::NotFound);
    Result<std::shared_ptr<int>> moved_error(std::move(error));
    EXPECT_EQ(moved_error.error(), Error::NotFound);
  }
  EXPECT_EQ(counter.use_count(), 1);
}

TEST(ResultDeathTest, AbortsOnTheValueOfAnError) {
  Result<int> error(Error::NotFound);
  EXPECT_DEATH(error.get(), "");
  EXPECT_DEATH(*error, "");
}

Error checked(int value) {
  ET_CHECK_OR_RETURN_ERROR(value >= 0, InvalidArgument, "value %d", value);
  ET_CHECK_OK_OR_RETURN_ERROR(value == 1 ? Error::NotFound : Error::Ok);
  ET_CHECK_OK_OR_RETURN_ERROR(value == 2 ? Error::AccessFailed : Error::Ok, "two is %d", value);
  return Error::Ok;
}

Result<int> doubled(Result<int> value, bool with_message) {
  if (with_message) {
    const int number = ET_UNWRAP(std::move(value), "no %s", "number");
    return 2 * number;
  }
  ET_ASSIGN_OR_RETURN(number, std::move(value));
  return 2 * number;
}

bool positive(int value) {
  ET_CHECK_OR_RETURN_FALSE(value > 0, "value %d", value);
  return true;
}

TEST(ErrorMacros, ReturnAndLog) {
  LogCapture log;
  EXPECT_EQ(checked(0), Error::Ok);
  EXPECT_EQ(log.last(), "");
  EXPECT_EQ(checked(-3), Error::InvalidArgument);
  EXPECT_EQ(log.last(), "value -3");
  EXPECT_EQ(checked(1), Error::NotFound);
  EXPECT_EQ(checked(2), Error::AccessFailed);
  EXPECT_EQ(log.last(), "two is 2");
  EXPECT_EQ(*doubled(4, true), 8);
  EXPECT_EQ(*doubled(4, false), 8);
  EXPECT_EQ(doubled(Error::NotFound, false).error(), Error::NotFound);
  EXPECT_EQ(doubled(Error::NotFound, true).error(), Error::NotFound);
  EXPECT_EQ(log.last(), "no number");
  EXPECT_FALSE(positive(-1));
  EXPECT_EQ(log.last(), "Check failed (value > 0): value -1");
}

TEST(Version, ComparesAsANumber) {
  EXPECT_EQ(ET_VERSION_CODE, 0x010501);
  EXPECT_LT(ET_VERSION_CODE, ET_VERSION_CHECK(1, 6, 0));
  EXPECT_EQ(std::string(ET_VERSION), std::to_string(ET_VERSION_MAJOR) + "." +
                                         std::to_string(ET_VERSION_MINOR) + "." +
                                         std::to_string(ET_VERSION_PATCH));
}

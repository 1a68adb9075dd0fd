// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/platform/log.h>
#include <stdint.h>

namespace executorch {
namespace runtime {

typedef uint32_t error_code_t;

enum class Error : error_code_t {
  // System.
  Ok = 0x00,
  Internal = 0x01,
  InvalidState = 0x02,
  EndOfMethod = 0x03,
  AlreadyLoaded = 0x04,

  // Use.
  NotSupported = 0x10,
  NotImplemented = 0x11,
  InvalidArgument = 0x12,
  InvalidType = 0x13,
  OperatorMissing = 0x14,
  RegistrationExceedingMaxKernels = 0x15,
  RegistrationAlreadyRegistered = 0x16,

  // Resources.
  NotFound = 0x20,
  MemoryAllocationFailed = 0x21,
  AccessFailed = 0x22,
  InvalidProgram = 0x23,
  InvalidExternalData = 0x24,
  OutOfResources = 0x25,

  // Delegates.
  DelegateInvalidCompatibility = 0x30,
  DelegateMemoryAllocationFailed = 0x31,
  DelegateInvalidHandle = 0x32,
};

constexpr const char* to_string(const Error error) {
  switch (error) {
#define EE_CASE(name) \
  case Error::name:   \
    return "Error::" #name;
    EE_CASE(Ok)
    EE_CASE(Internal)
    EE_CASE(InvalidState)
    EE_CASE(EndOfMethod)
    EE_CASE(AlreadyLoaded)
    EE_CASE(NotSupported)
    EE_CASE(NotImplemented)
    EE_CASE(InvalidArgument)
    EE_CASE(InvalidType)
    EE_CASE(OperatorMissing)
    EE_CASE(RegistrationExceedingMaxKernels)
    EE_CASE(RegistrationAlreadyRegistered)
    EE_CASE(NotFound)
    EE_CASE(MemoryAllocationFailed)
    EE_CASE(AccessFailed)
    EE_CASE(InvalidProgram)
    EE_CASE(InvalidExternalData)
    EE_CASE(OutOfResources)
    EE_CASE(DelegateInvalidCompatibility)
    EE_CASE(DelegateMemoryAllocationFailed)
    EE_CASE(DelegateInvalidHandle)
#undef EE_CASE
  }
  return "Error::Unknown";
}

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::Error;
using ::executorch::runtime::error_code_t;
}  // namespace executor
}  // namespace torch

#define ET_CHECK_OR_RETURN_ERROR(cond__, error__, message__, ...) \
  {                                                               \
    if (!(cond__)) {                                              \
      ET_LOG(Error, message__, ##__VA_ARGS__);                    \
      return ::executorch::runtime::Error::error__;               \
    }                                                             \
  }

#define ET_CHECK_OR_RETURN_FALSE(cond__, message__, ...)                      \
  {                                                                           \
    if (!(cond__)) {                                                          \
      ET_LOG(Error, "Check failed (%s): " message__, #cond__, ##__VA_ARGS__); \
      return false;                                                           \
    }                                                                         \
  }

// ET_CHECK_OK_OR_RETURN_ERROR(error) or (error, format, args...). The variadic tail is a whole
// statement's worth of ET_LOG arguments, so one macro serves both through a selector.
#define ET_CHECK_OK_OR_RETURN_ERROR(...)                                                      \
  EE_OK_SELECT(__VA_ARGS__, EE_OK_MSG, EE_OK_MSG, EE_OK_MSG, EE_OK_MSG, EE_OK_MSG, EE_OK_MSG, \
               EE_OK_MSG, EE_OK_MSG, EE_OK_MSG, EE_OK_BARE)                                   \
  (__VA_ARGS__)
#define EE_OK_SELECT(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, name, ...) name
#define EE_OK_BARE(error__)                               \
  do {                                                    \
    const auto et_error__ = (error__);                    \
    if (et_error__ != ::executorch::runtime::Error::Ok) { \
      return et_error__;                                  \
    }                                                     \
  } while (0)
#define EE_OK_MSG(error__, message__, ...)                \
  do {                                                    \
    const auto et_error__ = (error__);                    \
    if (et_error__ != ::executorch::runtime::Error::Ok) { \
      ET_LOG(Error, message__, ##__VA_ARGS__);            \
      return et_error__;                                  \
    }                                                     \
  } while (0)

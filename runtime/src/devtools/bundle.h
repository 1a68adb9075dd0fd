// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// The file format of bundled programs: field numbers of bundled_program_schema.fbs ("BP08"), and
// the check that makes unchecked reads safe.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../executor/flatbuffer.h"

namespace executorch {
namespace bundled_program {
namespace bundle {

using ::executorch::runtime::internal::fb::Table;
using ::executorch::runtime::internal::fb::Vector;

namespace root {
enum { kVersion, kSuites, kProgram };
}
namespace suite {
enum { kMethod, kCases };
}
namespace test_case {
enum { kInputs, kOutputs };
}
// A union takes two fields: its tag, then its table.
namespace value {
enum { kTag, kValue };
}
namespace scalar {
enum { kValue };
}
namespace tensor {
enum { kScalarType, kSizes, kData, kDimOrder };
}

enum class ValueKind : uint8_t { None, Tensor, Int, Bool, Double };

constexpr char kIdentifier[] = "BP08";

inline Table root_of(const void* file) {
  const uint8_t* base = static_cast<const uint8_t*>(file);
  return Table(runtime::internal::fb::follow(base));
}

// True if everything that is read of a bundled program lies within [file, file + size), aligned,
// and takes work linear in `size` to visit. `file` is aligned to 8, and `size` at least 8.
bool verify(const void* file, size_t size);

}  // namespace bundle
}  // namespace bundled_program
}  // namespace executorch

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "bundle.h"

#include "../executor/flatbuffer_check.h"

namespace executorch {
namespace bundled_program {
namespace bundle {

namespace {

using ::executorch::runtime::internal::fb::FlatbufferCheck;

bool accept(FlatbufferCheck& check, size_t at) {
  size_t content = 0;
  if (!check.field(at, value::kTag, 1) || !check.sub_table(at, value::kValue, &content)) {
    return false;
  }
  const ValueKind kind = static_cast<ValueKind>(check.at(at).u8(value::kTag));
  if (kind == ValueKind::None) {
    return true;
  }
  if (kind > ValueKind::Double || content == 0) {
    return false;
  }
  if (kind == ValueKind::Tensor) {
    return check.field(content, tensor::kScalarType, 1) &&
           check.vector(content, tensor::kSizes, 4) && check.vector(content, tensor::kData, 1) &&
           check.vector(content, tensor::kDimOrder, 1);
  }
  return check.field(content, scalar::kValue, kind == ValueKind::Bool ? 1 : 8);
}

}  // namespace

bool verify(const void* file, size_t size) {
  FlatbufferCheck check(file, size);
  const auto accept_value = [&check](size_t at) { return accept(check, at); };
  const auto accept_case = [&](size_t at) {
    return check.tables(at, test_case::kInputs, accept_value) &&
           check.tables(at, test_case::kOutputs, accept_value);
  };
  const auto accept_suite = [&](size_t at) {
    return check.text(at, suite::kMethod) && check.tables(at, suite::kCases, accept_case);
  };
  size_t top = 0;
  return check.root(&top) && check.tables(top, root::kSuites, accept_suite) &&
         check.vector(top, root::kProgram, 1);
}

}  // namespace bundle
}  // namespace bundled_program
}  // namespace executorch

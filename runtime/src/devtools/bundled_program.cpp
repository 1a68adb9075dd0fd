// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/devtools/bundled_program/bundled_program.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/platform/log.h>

#include <cmath>
#include <cstring>
#include <new>

#include "bundle.h"

namespace executorch {
namespace bundled_program {

using aten::ScalarType;
using aten::Tensor;
using aten::TensorImpl;
using bundle::Table;
using bundle::ValueKind;
using bundle::Vector;
using runtime::Error;
using runtime::EValue;
using runtime::kTensorDimensionLimit;
using runtime::Result;

namespace {

// A tensor over the data in the file.
class BundledTensor {
 public:
  // Error::InvalidProgram if its fields do not describe a tensor of that much data.
  Error read(Table table) {
    const Vector sizes = table.vector(bundle::tensor::kSizes);
    const Vector dim_order = table.vector(bundle::tensor::kDimOrder);
    const Vector data = table.vector(bundle::tensor::kData);
    const ScalarType type = static_cast<ScalarType>(table.u8(bundle::tensor::kScalarType));
    const size_t rank = sizes.size();
    ET_CHECK_OR_RETURN_ERROR(
        rank <= kTensorDimensionLimit && dim_order.size() == rank && runtime::isValid(type),
        InvalidProgram, "A bundled tensor has %zu sizes, %zu dimensions in order and dtype %d",
        rank, static_cast<size_t>(dim_order.size()), static_cast<int>(type));
    if (rank != 0) {
      std::memcpy(sizes_, sizes.bytes(), rank * sizeof(sizes_[0]));
      std::memcpy(dim_order_, dim_order.bytes(), rank);
    }
    const Result<ssize_t> count = aten::safe_numel(sizes_, static_cast<ssize_t>(rank));
    const size_t width = runtime::elementSize(type);
    ET_CHECK_OR_RETURN_ERROR(count.ok() && static_cast<size_t>(*count) <= data.size() / width,
                             InvalidProgram,
                             "A bundled tensor has %u bytes, less than its sizes take",
                             static_cast<unsigned>(data.size()));
    ET_CHECK_OK_OR_RETURN_ERROR(runtime::dim_order_to_stride(sizes_, dim_order_, rank, strides_));
    void* bytes = data ? const_cast<uint8_t*>(data.bytes()) : nullptr;
    ET_CHECK_OR_RETURN_ERROR(reinterpret_cast<uintptr_t>(bytes) % width == 0, InvalidProgram,
                             "The data of a bundled tensor is not aligned to its elements");
    impl_ = new (memory_)
        TensorImpl(type, static_cast<ssize_t>(rank), sizes_, bytes, dim_order_, strides_);
    return Error::Ok;
  }

  Tensor tensor() { return Tensor(impl_); }

 private:
  aten::SizesType sizes_[kTensorDimensionLimit];
  aten::DimOrderType dim_order_[kTensorDimensionLimit];
  aten::StridesType strides_[kTensorDimensionLimit];
  alignas(TensorImpl) unsigned char memory_[sizeof(TensorImpl)];
  TensorImpl* impl_ = nullptr;
};

// The test's values, inputs or expected outputs.
Result<Vector> find_values(const Method& method, const void* file, size_t index, int field) {
  ET_CHECK_OR_RETURN_ERROR(file != nullptr && std::memcmp(static_cast<const char*>(file) + 4,
                                                          bundle::kIdentifier, 4) == 0,
                           NotSupported, "This is no bundled program");
  const std::string_view name = method.method_meta().name();
  const Vector suites = bundle::root_of(file).vector(bundle::root::kSuites);
  for (uint32_t i = 0; i < suites.size(); ++i) {
    const Table suite = suites.table(i);
    if (suite.string(bundle::suite::kMethod) != name) {
      continue;
    }
    const Vector cases = suite.vector(bundle::suite::kCases);
    ET_CHECK_OR_RETURN_ERROR(index < cases.size(), InvalidArgument,
                             "Test %zu of the %u of method '%s' does not exist", index,
                             static_cast<unsigned>(cases.size()), method.method_meta().name());
    return cases.table(index).vector(field);
  }
  ET_LOG(Error, "The bundled program has no tests of method '%s'", method.method_meta().name());
  return Error::InvalidArgument;
}

Error set_input(Method& method, size_t index, Table value) {
  const Table content = value.table(bundle::value::kValue);
  switch (static_cast<ValueKind>(value.u8(bundle::value::kTag))) {
    case ValueKind::Tensor: {
      BundledTensor bundled;
      ET_CHECK_OK_OR_RETURN_ERROR(bundled.read(content));
      return method.set_input(EValue(bundled.tensor()), index);
    }
    case ValueKind::Int:
      return method.set_input(EValue(content.i64(bundle::scalar::kValue)), index);
    case ValueKind::Bool:
      return method.set_input(EValue(content.u8(bundle::scalar::kValue) != 0), index);
    case ValueKind::Double:
      return method.set_input(EValue(content.f64(bundle::scalar::kValue)), index);
    default:
      return Error::NotSupported;
  }
}

double element(const Tensor& tensor, size_t index) {
  switch (tensor.scalar_type()) {
#define EE_ELEMENT(ctype, name) \
  case ScalarType::name:        \
    return static_cast<double>(tensor.const_data_ptr<ctype>()[index]);
    ET_FORALL_REALHBBF16_TYPES(EE_ELEMENT)
#undef EE_ELEMENT
    default:
      return 0;
  }
}

bool has_numbers(ScalarType type) { return runtime::isRealHBBF16Type(type); }

bool same_shape(const Tensor& a, const Tensor& b) {
  return a.scalar_type() == b.scalar_type() && a.sizes() == b.sizes() &&
         a.dim_order() == b.dim_order();
}

bool close(double expected, double output, double rtol, double atol) {
  if (std::isnan(expected) || std::isnan(output)) {
    return std::isnan(expected) && std::isnan(output);
  }
  if (std::isinf(expected) || std::isinf(output)) {
    return expected == output;
  }
  return std::fabs(output - expected) <= atol + rtol * std::fabs(expected);
}

bool tensors_are_close(const Tensor& expected, const Tensor& output, double rtol, double atol) {
  if (!same_shape(expected, output)) {
    return false;
  }
  if (!runtime::isFloatingType(expected.scalar_type())) {
    return expected.nbytes() == 0 ||
           std::memcmp(expected.const_data_ptr(), output.const_data_ptr(), expected.nbytes()) == 0;
  }
  const size_t count = static_cast<size_t>(expected.numel());
  for (size_t i = 0; i < count; ++i) {
    if (!close(element(expected, i), element(output, i), rtol, atol)) {
      ET_LOG(Error, "Element %zu is %g, expected %g", i, element(output, i), element(expected, i));
      return false;
    }
  }
  return true;
}

struct Sums {
  double abs = 0;
  double max_abs = 0;
  double relative = 0;
  double max_relative = 0;
  size_t count = 0;

  void add(const Tensor& expected, const Tensor& output) {
    const size_t elements = static_cast<size_t>(expected.numel());
    for (size_t i = 0; i < elements; ++i) {
      const double wanted = element(expected, i);
      const double found = element(output, i);
      const double difference = std::fabs(found - wanted);
      const double magnitude = std::fmax(1e-8, std::fmax(std::fabs(found), std::fabs(wanted)));
      abs += difference;
      max_abs = std::fmax(max_abs, difference);
      relative += difference / magnitude;
      max_relative = std::fmax(max_relative, difference / magnitude);
    }
    count += elements;
  }
};

// Calls compare(expected, output) of each output until one is not Ok.
template <typename Compare>
Error each_output(Method& method, const void* file, size_t index, Compare compare) {
  const Result<Vector> values = find_values(method, file, index, bundle::test_case::kOutputs);
  if (!values.ok()) {
    return values.error();
  }
  const size_t count = method.outputs_size();
  ET_CHECK_OR_RETURN_ERROR(values->size() == count, NotSupported,
                           "The test has %u expected outputs, the method has %zu outputs",
                           static_cast<unsigned>(values->size()), count);
  for (size_t i = 0; i < count; ++i) {
    const Table value = values->table(i);
    const EValue& output = method.get_output(i);
    ET_CHECK_OR_RETURN_ERROR(
        static_cast<ValueKind>(value.u8(bundle::value::kTag)) == ValueKind::Tensor &&
            output.isTensor(),
        NotSupported, "Output %zu is no tensor", i);
    BundledTensor expected;
    ET_CHECK_OK_OR_RETURN_ERROR(expected.read(value.table(bundle::value::kValue)));
    const Error error = compare(expected.tensor(), output.toTensor());
    ET_CHECK_OK_OR_RETURN_ERROR(error, "Output %zu is not the expected one", i);
  }
  return Error::Ok;
}

}  // namespace

bool is_bundled_program(void* file_data, size_t file_data_len) {
  return file_data != nullptr && file_data_len >= 8 &&
         std::memcmp(static_cast<const char*>(file_data) + 4, bundle::kIdentifier, 4) == 0;
}

Error get_program_data(void* file_data, size_t file_data_len, const void** out_program_data,
                       size_t* out_program_data_len) {
  ET_CHECK_OR_RETURN_ERROR(is_bundled_program(file_data, file_data_len), NotSupported,
                           "This is no bundled program");
  ET_CHECK_OR_RETURN_ERROR(reinterpret_cast<uintptr_t>(file_data) % 8 == 0, InvalidArgument,
                           "A bundled program must be aligned to 8 bytes");
  ET_CHECK_OR_RETURN_ERROR(bundle::verify(file_data, file_data_len), InvalidProgram,
                           "The bundled program is damaged");
  const Vector program = bundle::root_of(file_data).vector(bundle::root::kProgram);
  ET_CHECK_OR_RETURN_ERROR(program.size() != 0, InvalidProgram,
                           "The bundled program holds no program");
  *out_program_data = program.bytes();
  *out_program_data_len = program.size();
  return Error::Ok;
}

Error load_bundled_input(Method& method, SerializedBundledProgram* bundled_program_ptr,
                         size_t testset_idx) {
  const Result<Vector> values =
      find_values(method, bundled_program_ptr, testset_idx, bundle::test_case::kInputs);
  if (!values.ok()) {
    return values.error();
  }
  const size_t count = method.inputs_size();
  ET_CHECK_OR_RETURN_ERROR(values->size() == count, NotSupported,
                           "The test has %u inputs, the method has %zu",
                           static_cast<unsigned>(values->size()), count);
  for (size_t i = 0; i < count; ++i) {
    ET_CHECK_OR_RETURN_ERROR(set_input(method, i, values->table(i)) == Error::Ok, NotSupported,
                             "Bundled input %zu cannot be set", i);
  }
  ET_RUNTIME_NAMESPACE::internal::event_tracer_set_bundled_input_index(method.get_event_tracer(),
                                                                       testset_idx);
  return Error::Ok;
}

Error verify_method_outputs(Method& method, SerializedBundledProgram* bundled_program_ptr,
                            size_t testset_idx, double rtol, double atol) {
  return each_output(method, bundled_program_ptr, testset_idx,
                     [rtol, atol](const Tensor& expected, const Tensor& output) {
                       return tensors_are_close(expected, output, rtol, atol) ? Error::Ok
                                                                              : Error::NotFound;
                     });
}

ErrorStats compute_method_output_error_stats(Method& method,
                                             SerializedBundledProgram* bundled_program_ptr,
                                             size_t testset_idx) {
  Sums sums;
  const Error error = each_output(method, bundled_program_ptr, testset_idx,
                                  [&sums](const Tensor& expected, const Tensor& output) {
                                    if (!same_shape(expected, output)) {
                                      return Error::InvalidArgument;
                                    }
                                    if (!has_numbers(expected.scalar_type())) {
                                      return Error::NotSupported;
                                    }
                                    sums.add(expected, output);
                                    return Error::Ok;
                                  });
  if (error != Error::Ok || sums.count == 0) {
    return {error, 0, 0, 0, 0};
  }
  const double count = static_cast<double>(sums.count);
  return {Error::Ok, sums.abs / count, sums.max_abs, sums.relative / count, sums.max_relative};
}

}  // namespace bundled_program
}  // namespace executorch

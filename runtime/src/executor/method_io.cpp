// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Inputs, outputs and attributes of a method.
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <cstring>

#include "method_loader.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {

using executorch::aten::Tensor;
namespace fb = internal::fb;
using fb::Table;
using fb::Vector;

namespace {

Table tensor_table(Table plan, size_t value) {
  return plan.vector(fb::plan::kValues).table(value).table(fb::evalue::kValue);
}

// The next of a tensor's dimensions in the order of memory, from place `i` of that order on, whose
// size is not 1; its rank if there is none. A tensor made without a dim order is contiguous.
size_t next_dimension(const Tensor& tensor, size_t* i) {
  const size_t rank = tensor.sizes().size();
  while (*i < rank) {
    const size_t at = (*i)++;
    const size_t d = tensor.dim_order().data() == nullptr ? at : tensor.dim_order()[at];
    if (tensor.sizes()[d] != 1) {
      return d;
    }
  }
  return rank;
}

// Whether two tensors of equal sizes have their elements in the same order in memory. Dimensions of
// size 1 may stand anywhere.
bool same_layout(const Tensor& a, const Tensor& b) {
  size_t ia = 0;
  size_t ib = 0;
  size_t d;
  do {
    d = next_dimension(a, &ia);
    if (d != next_dimension(b, &ib)) {
      return false;
    }
  } while (d < a.sizes().size());
  return true;
}

uint64_t bits_of(double x) {
  uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}

// Place of a finite double among all of them in ascending order; both zeros have the same.
uint64_t rank_of(double x) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  const uint64_t bits = bits_of(x);
  return (bits & kSign) != 0 ? 2 * kSign - bits : kSign + bits;
}

// Upstream's relative tolerance of 1e-5 is about 2^36 steps of a double. In integers, because
// double arithmetic would bring 4 KB of software floating point into every firmware.
bool equal_doubles(double given, double expected) {
  constexpr uint64_t kTolerance = uint64_t{1} << 36;
  constexpr uint64_t kExponent = uint64_t{0x7ff} << 52;
  const auto finite = [](double x) { return (bits_of(x) & kExponent) != kExponent; };
  if (!finite(given) || !finite(expected)) {
    return bits_of(given) == bits_of(expected);
  }
  const uint64_t a = rank_of(given);
  const uint64_t b = rank_of(expected);
  return (a > b ? a - b : b - a) <= kTolerance;
}

bool equal_constants(const EValue& given, const EValue& expected) {
  switch (expected.tag) {
    case Tag::None:
      return true;
    case Tag::Int:
      return given.toInt() == expected.toInt();
    case Tag::Bool:
      return given.toBool() == expected.toBool();
    case Tag::Double:
      return equal_doubles(given.toDouble(), expected.toDouble());
    case Tag::String:
      return given.toString() == expected.toString();
    default:
      return false;
  }
}

}  // namespace

size_t Method::outputs_size() const { return Table(plan_).vector(fb::plan::kOutputs).size(); }

size_t Method::value_index(int list_field, size_t i) const {
  const Vector list = Table(plan_).vector(list_field);
  ET_CHECK_MSG(i < list.size(), "there is no such input or output: %zu >= %u", i,
               static_cast<unsigned>(list.size()));
  return list.data<uint32_t>()[i];
}

Error Method::set_input(const EValue& input_evalue, size_t input_idx) {
  ET_CHECK_OR_RETURN_ERROR(initialized_ && pc_ == 0, InvalidState,
                           "Inputs are set after loading and before the first step()");
  ET_CHECK_OR_RETURN_ERROR(input_idx < inputs_size(), InvalidArgument,
                           "Input %zu of %zu does not exist", input_idx, inputs_size());
  const EValue& expected = values_[value_index(fb::plan::kInputs, input_idx)];
  ET_CHECK_OR_RETURN_ERROR(
      input_evalue.tag == expected.tag, InvalidArgument, "Input %zu has tag %u, expected %u",
      input_idx, static_cast<unsigned>(input_evalue.tag), static_cast<unsigned>(expected.tag));
  ET_CHECK_OK_OR_RETURN_ERROR(expected.isTensor()
                                  ? set_tensor_input(input_evalue.toTensor(), input_idx)
                                  : set_constant_input(input_evalue, input_idx));
  input_set_[input_idx] = true;
  return Error::Ok;
}

Error Method::set_constant_input_part(const EValue& given, size_t input_idx) const {
  ET_CHECK_OR_RETURN_ERROR(
      equal_constants(given, values_[value_index(fb::plan::kInputs, input_idx)]), InvalidArgument,
      "Input %zu differs from the value that the program was exported with", input_idx);
  return Error::Ok;
}

Error Method::set_tensor_input(const Tensor& source, size_t input_idx) {
  const size_t index = value_index(fb::plan::kInputs, input_idx);
  const Tensor& target = values_[index].payload.as_tensor;
  ET_CHECK_OR_RETURN_ERROR(source.scalar_type() == target.scalar_type(), InvalidArgument,
                           "Input %zu has dtype %s, expected %s", input_idx,
                           toString(source.scalar_type()), toString(target.scalar_type()));
  Error error = resize_tensor(target, source.sizes());
  ET_CHECK_OR_RETURN_ERROR(error == Error::Ok, InvalidArgument,
                           "Input %zu (rank %zu) does not have the sizes of the program's (rank "
                           "%zu)",
                           input_idx, source.sizes().size(), target.sizes().size());
  ET_CHECK_OR_RETURN_ERROR(same_layout(source, target), InvalidArgument,
                           "Input %zu has another dim order than the program's: permute it",
                           input_idx);
  const size_t nbytes = target.nbytes();
  const void* data = source.const_data_ptr();
  const bool is_planned(tensor_table(Table(plan_), index).table(fb::tensor::kAllocation));
  if (data == nullptr) {
    if (is_planned) {
      return Error::Ok;
    }
    ET_CHECK_OR_RETURN_ERROR(nbytes == 0, InvalidArgument, "Input %zu has no data", input_idx);
  }
  if (is_planned) {
    if (nbytes != 0 && data != target.const_data_ptr()) {
      std::memcpy(target.mutable_data_ptr(), data, nbytes);
    }
  } else {
    target.unsafeGetTensorImpl()->set_data(const_cast<void*>(data));
  }
  return Error::Ok;
}

Error Method::set_inputs(const executorch::aten::ArrayRef<EValue>& input_evalues) {
  ET_CHECK_OR_RETURN_ERROR(input_evalues.size() == inputs_size(), InvalidArgument,
                           "%zu inputs given, expected %zu", input_evalues.size(), inputs_size());
  for (size_t i = 0; i < input_evalues.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(set_input(input_evalues[i], i));
  }
  return Error::Ok;
}

Error Method::set_output_data_ptr(void* buffer, size_t size, size_t output_idx) {
  ET_CHECK_OR_RETURN_ERROR(initialized_, InvalidState, "The method is not loaded");
  ET_CHECK_OR_RETURN_ERROR(output_idx < outputs_size(), InvalidArgument,
                           "Output %zu of %zu does not exist", output_idx, outputs_size());
  const size_t index = value_index(fb::plan::kOutputs, output_idx);
  const EValue& output = values_[index];
  Result<TensorInfo> meta = method_meta().output_tensor_meta(output_idx);
  if (!meta.ok()) {
    return meta.error();
  }
  ET_CHECK_OR_RETURN_ERROR(output.isTensor() && !meta->is_memory_planned(), InvalidState,
                           "Output %zu has memory of its own", output_idx);
  ET_CHECK_OR_RETURN_ERROR(buffer != nullptr && size >= meta->nbytes(), InvalidArgument,
                           "Output %zu needs %zu bytes, not %zu", output_idx, meta->nbytes(), size);
  output.toTensor().unsafeGetTensorImpl()->set_data(buffer);
  return Error::Ok;
}

Error Method::get_outputs(EValue* output_evalues, size_t length) {
  ET_CHECK_OR_RETURN_ERROR(initialized_, InvalidState, "The method is not loaded");
  const size_t n = outputs_size();
  ET_CHECK_OR_RETURN_ERROR(length >= n, InvalidArgument, "Room for %zu outputs, expected %zu",
                           length, n);
  for (size_t i = 0; i < length; ++i) {
    output_evalues[i] = i < n ? get_output(i) : EValue();
  }
  return Error::Ok;
}

Error Method::get_inputs(EValue* input_evalues, size_t length) {
  ET_CHECK_OR_RETURN_ERROR(initialized_, InvalidState, "The method is not loaded");
  const size_t n = inputs_size();
  ET_CHECK_OR_RETURN_ERROR(length >= n, InvalidArgument, "Room for %zu inputs, expected %zu",
                           length, n);
  for (size_t i = 0; i < length; ++i) {
    input_evalues[i] = i < n ? values_[value_index(fb::plan::kInputs, i)] : EValue();
    if (i < n) {
      input_set_[i] = true;
    }
  }
  return Error::Ok;
}

const EValue& Method::get_output(size_t i) const {
  return values_[value_index(fb::plan::kOutputs, i)];
}

// The three deprecated accessors hand out the values themselves: their user takes over the duty to
// set them.
const EValue& Method::get_input(size_t i) const {
  const size_t index = value_index(fb::plan::kInputs, i);
  input_set_[i] = true;
  return values_[index];
}
EValue& Method::mutable_input(size_t i) {
  const size_t index = value_index(fb::plan::kInputs, i);
  input_set_[i] = true;
  return values_[index];
}
EValue& Method::mutable_output(size_t i) { return values_[value_index(fb::plan::kOutputs, i)]; }

Result<Tensor> Method::get_attribute(std::string_view name) {
  for (uint32_t i = 0; i < n_values_; ++i) {
    if (!values_[i].isTensor()) {
      continue;
    }
    const Table value = Table(plan_).vector(fb::plan::kValues).table(i);
    if (static_cast<fb::ValueKind>(value.u8(fb::evalue::kTag)) != fb::ValueKind::Tensor) {
      continue;
    }
    const Table extra = value.table(fb::evalue::kValue).table(fb::tensor::kExtra);
    if (extra && extra.string(fb::extra::kName) == name) {
      return values_[i].toTensor();
    }
  }
  return Error::NotFound;
}

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "check.h"

#include <cfloat>
#include <cinttypes>

namespace esp_nn::native {

namespace {

#if ET_LOG_ENABLED
const char* dtype_name(ScalarType dtype) {
  static const char names[][8] = {"Byte",  "Char",   "Short", "Int",    "Long",    "Half",
                                  "Float", "Double", "CHalf", "CFloat", "CDouble", "Bool"};
  const size_t index = static_cast<size_t>(dtype);
  return index < sizeof(names) / sizeof(names[0]) ? names[index] : "unknown";
}

const char* size_name(size_t axis) {
  static const char names[][8] = {"size[0]", "size[1]", "size[2]", "size[3]", "size[4]", "size[5]"};
  return axis < sizeof(names) / sizeof(names[0]) ? names[axis] : "a size";
}
#else
const char* size_name(size_t) { return nullptr; }
#endif

// Only the dtypes that the operators of this library take; codes, the usual ones, first.
size_t element_bytes(ScalarType dtype) {
  if (dtype == ScalarType::Char || dtype == ScalarType::Bool) {
    return 1;
  }
  return dtype == ScalarType::Long ? 8 : 4;
}

}  // namespace

bool Check::fail(const char* name, const char* what, Error error) const {
  ET_LOG(Error, "esp_nn::%s.out: %s: %s", op_, name, what);
  (void)name;
  (void)what;
  ctx_.fail(error);
  return false;
}

bool Check::within(const char* name, const char* what, int64_t value, int32_t low,
                   int32_t high) const {
  if (value >= low && value <= high) {
    return true;
  }
  if (low == high) {
    ET_LOG(Error, "esp_nn::%s.out: %s: %s is %" PRId64 ", expected %" PRId32, op_, name, what,
           value, low);
  } else {
    ET_LOG(Error, "esp_nn::%s.out: %s: %s is %" PRId64 ", expected %" PRId32 "..%" PRId32, op_,
           name, what, value, low, high);
  }
  (void)name;
  (void)what;
  ctx_.fail(Error::InvalidArgument);
  return false;
}

bool Check::range(const char* name, int64_t value, int32_t low, int32_t high) const {
  return within(name, argument("value"), value, low, high);
}

bool Check::tensor(const char* name, const Tensor& tensor, ScalarType dtype, int rank) const {
  if (tensor.scalar_type() != dtype) {
    ET_LOG(Error, "esp_nn::%s.out: %s: dtype %s, expected %s", op_, name,
           dtype_name(tensor.scalar_type()), dtype_name(dtype));
    ctx_.fail(Error::InvalidArgument);
    return false;
  }
  const int dims = static_cast<int>(tensor.dim());
  if (rank != kAnyRank && !within(name, argument("rank"), dims, rank, rank)) {
    return false;
  }
  const SizesType* sizes = tensor.sizes().data();
  const auto* order = tensor.dim_order().data();
  int64_t elements = 1;
  for (int i = 0; i < dims; ++i) {
    if (order != nullptr && order[i] != i) {
      return fail(name, argument("dim order is not contiguous; export the model without "
                                 "channels_last tensors"));
    }
    if (sizes[i] < 0) {
      return fail(name, argument("a size is negative"));
    }
    elements *= sizes[i];
    if (elements > INT32_MAX) {
      return fail(name, argument("more than 2147483647 elements"));
    }
  }
  const void* data = tensor.const_data_ptr();
  if (data == nullptr && elements > 0) {
    return fail(name, argument("has no memory; set the input or plan memory for it"));
  }
  if (reinterpret_cast<uintptr_t>(data) % element_bytes(dtype) != 0) {
    return fail(name, argument("memory is not aligned to its elements"));
  }
  return true;
}

bool Check::output(const Tensor& out, ScalarType dtype, const SizesType* sizes, size_t rank) const {
  if (executorch::runtime::resize_tensor(out, {sizes, rank}) != Error::Ok) {
    return fail(argument("out"), argument("its memory does not fit the result's sizes"));
  }
  return tensor(argument("out"), out, dtype, static_cast<int>(rank));
}

bool Check::output(const Tensor& out, ScalarType dtype, const Tensor& shape_of) const {
  return output(out, dtype, shape_of.sizes().data(), static_cast<size_t>(shape_of.dim()));
}

bool Check::size(const char* name, const Tensor& tensor, size_t axis, int32_t expected) const {
  return within(name, size_name(axis), size_at(tensor, axis), expected, expected);
}

bool Check::broadcast(const Tensor& self, const Tensor& other, Tensor& out) const {
  const int32_t self_rank = static_cast<int32_t>(self.dim());
  const int32_t other_rank = static_cast<int32_t>(other.dim());
  const int32_t rank = self_rank > other_rank ? self_rank : other_rank;
  if (!within(argument("operands"), argument("rank"), rank, 0, kMaxRank)) {
    return false;
  }
  SizesType sizes[kMaxRank];
  for (int32_t place = 0; place < rank; ++place) {
    const int32_t self_size = size_from_last(self, place);
    const int32_t other_size = size_from_last(other, place);
    if (self_size != other_size && self_size != 1 && other_size != 1) {
      return fail(argument("other"), argument("its sizes do not broadcast against those of self"));
    }
    sizes[rank - 1 - place] = self_size == 1 ? other_size : self_size;
  }
  return output(out, ScalarType::Char, sizes, static_cast<size_t>(rank));
}

bool Check::activation(int64_t min, int64_t max, Codes* codes) const {
  if (!code(argument("activation_min"), min) ||
      !range(argument("activation_max"), max, static_cast<int32_t>(min), 127)) {
    return false;
  }
  codes->activation_min = static_cast<int32_t>(min);
  codes->activation_max = static_cast<int32_t>(max);
  return true;
}

bool Check::codes(const char* input, int64_t input_zero_point, int64_t output_zero_point,
                  int64_t activation_min, int64_t activation_max, Codes* codes) const {
  if (!code(input, input_zero_point) || !code(argument("output_zero_point"), output_zero_point)) {
    return false;
  }
  codes->input_zero_point = static_cast<int32_t>(input_zero_point);
  codes->output_zero_point = static_cast<int32_t>(output_zero_point);
  return activation(activation_min, activation_max, codes);
}

bool Check::fixed(const char* name, int64_t multiplier, int64_t shift, int32_t max_shift,
                  Fixed* fixed) const {
  if (!range(name, multiplier, 0, INT32_MAX) || !range(name, shift, kMinShift, max_shift)) {
    return false;
  }
  fixed->multiplier = static_cast<int32_t>(multiplier);
  fixed->shift = static_cast<int32_t>(shift);
  return true;
}

bool Check::scale(double scale) const {
  return (scale >= static_cast<double>(FLT_MIN) && scale <= 1.0 / static_cast<double>(FLT_MIN)) ||
         fail(argument("scale"), argument("not a positive normal float32"));
}

bool Check::list(const char* name, IntArrayRef list, size_t count, int32_t low, int32_t high,
                 int32_t* values) const {
  const int32_t entries = static_cast<int32_t>(count);
  if (!within(name, argument("the number of entries"), static_cast<int64_t>(list.size()), entries,
              entries)) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    const int64_t value = list.data()[i];
    if (!range(name, value, low, high)) {
      return false;
    }
    values[i] = static_cast<int32_t>(value);
  }
  return true;
}

bool Check::per_channel(const Tensor& tensor, int32_t channels) const {
  const char* name = argument("per_channel");
  if (!this->tensor(name, tensor, ScalarType::Int, 2) || !size(name, tensor, 0, 3) ||
      !size(name, tensor, 1, channels)) {
    return false;
  }
  const int32_t* multiplier = tensor.const_data_ptr<int32_t>() + channels;
  const int32_t* shift = multiplier + channels;
  // Runs at every inference: no branch per channel.
  uint32_t wrong = 0;
  for (int32_t i = 0; i < channels; ++i) {
    const uint32_t above_min = static_cast<uint32_t>(shift[i]) - static_cast<uint32_t>(kMinShift);
    wrong |= static_cast<uint32_t>(multiplier[i]) >> 31;
    wrong |= above_min > static_cast<uint32_t>(kMaxShift - kMinShift);
  }
  return wrong == 0 ||
         fail(name, argument("a multiplier is negative or a shift is not in -31..30"));
}

bool Check::operands(const Tensor& self, const Tensor& other, int64_t self_zero_point,
                     int64_t output_zero_point, int64_t activation_min, int64_t activation_max,
                     Tensor& out, Codes* codes) const {
  return tensor(argument("self"), self, ScalarType::Char) &&
         tensor(argument("other"), other, ScalarType::Char) &&
         this->codes(argument("self_zero_point"), self_zero_point, output_zero_point,
                     activation_min, activation_max, codes) &&
         broadcast(self, other, out);
}

void* Check::scratch(int32_t bytes) const {
  auto allocated = ctx_.allocate_temp(static_cast<size_t>(bytes), 16);
  return allocated.ok() ? allocated.get() : nullptr;
}

}  // namespace esp_nn::native

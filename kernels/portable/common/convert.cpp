// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "convert.h"

namespace torch::executor::native {

namespace {

using Element = void (*)(const Run& run, const uint8_t* from, uint8_t* to);

template <Element kElement>
void convert(const Run& run) {
  const uint8_t* from = run.from;
  uint8_t* to = run.to;
  for (size_t i = 0; i < run.count; ++i) {
    kElement(run, from, to);
    from += run.from_step;
    to += run.to_step;
  }
}

// C holds every value of the source's dtype.
template <typename C>
void convert_in(const Run& run, const uint8_t* from, uint8_t* to) {
  store<C>(run.to_dtype, to, 0, load<C>(run.from_dtype, from, 0));
}

void convert_any(const Run& run, const uint8_t* from, uint8_t* to) {
  if (category(run.from_dtype) == Category::kFloating) {
    convert_in<double>(run, from, to);
  } else {
    convert_in<int64_t>(run, from, to);
  }
}

void convert_any_but_double(const Run& run, const uint8_t* from, uint8_t* to) {
  if (category(run.from_dtype) != Category::kFloating) {
    convert_in<int64_t>(run, from, to);
  } else if (category(run.to_dtype) != Category::kInteger) {
    convert_in<float>(run, from, to);
  } else {
    const float value = load<float>(run.from_dtype, from, 0);
    const bool fits = value >= -0x1p63f && value < 0x1p63f;
    store<int64_t>(run.to_dtype, to, 0, fits ? static_cast<int64_t>(value) : 0);
  }
}

// From one of them to the other.
void convert_float_or_bool(const Run& run, const uint8_t* from, uint8_t* to) {
  if (run.from_dtype == ScalarType::Bool && run.to_dtype == ScalarType::Float) {
    *reinterpret_cast<float*>(to) = *from != 0 ? 1.0f : 0.0f;
  } else if (run.from_dtype == ScalarType::Float && run.to_dtype == ScalarType::Bool) {
    *to = *reinterpret_cast<const float*>(from) != 0 ? 1 : 0;
  }
}

}  // namespace

void convert_floats_and_bools(const Run& run) { convert<convert_float_or_bool>(run); }
void convert_integers(const Run& run) { convert<convert_in<int64_t>>(run); }
void convert_floats(const Run& run) { convert<convert_in<float>>(run); }
void convert_mixed(const Run& run) { convert<convert_any_but_double>(run); }
void convert_all(const Run& run) { convert<convert_any>(run); }

RunFunction conversion(KernelRuntimeContext& ctx, const char* op, RunFunction known,
                       ScalarType from, ScalarType to) {
  const RunFunction function = from == to ? copy_run : known;
  if (function == nullptr || !is_among(from, kReals) || !is_among(to, kReals)) {
    fail(ctx, op,
         text("takes real, bool, Half and BFloat16 tensors only, of the dtypes that were selected "
              "when the kernels were built"));
    return nullptr;
  }
  return function;
}

bool takes_cast(KernelRuntimeContext& ctx, const char* op, ScalarType from, ScalarType to) {
  return executorch::runtime::canCast(from, to) ||
         fail(ctx, op, text("a tensor's dtype does not fit the dtype of out"));
}

}  // namespace torch::executor::native

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/codes.h"
#include "common/pool.h"

namespace impl::generic::native {

namespace {

// What counts beside the elements of the input.
struct Pool {
  Planes planes;
  bool count_padding;
  int32_t divisor;  // 0: the number of elements
  int32_t zero;     // of codes: the value of padding that counts
};

// Where one window lies in the padded input: elements of the input, and of it with its padding.
struct Extent {
  int32_t from;
  int32_t to;
  int32_t padded;
};

Extent extent(const Window& window, int32_t out) {
  const int32_t start = out * window.step - window.offset;
  const int32_t end = start + window.kernel;
  const int32_t room = window.input + window.offset;
  const int32_t inside = end < window.input ? end : window.input;
  return {start < 0 ? 0 : start, inside, (end < room ? end : room) - start};
}

// round(sum / divisor), halves to even.
int32_t mean_code(int64_t sum, int64_t divisor) {
  int64_t whole = sum / divisor;
  int64_t rest = sum % divisor;
  if (rest < 0) {
    rest += divisor;
    --whole;
  }
  const bool up = 2 * rest > divisor || (2 * rest == divisor && (whole & 1) != 0);
  return static_cast<int32_t>(whole + (up ? 1 : 0));
}

void pool_at(const Pool& pool, const Tensor& input, Tensor& out, int32_t plane, int32_t row,
             int32_t column) {
  const Planes& planes = pool.planes;
  const Extent y = extent(planes.y, row);
  const Extent x = extent(planes.x, column);
  const int32_t elements = (y.to - y.from) * (x.to - x.from);
  const int32_t padded = y.padded * x.padded;
  const int32_t count = pool.count_padding ? padded : elements;
  const int32_t divisor = pool.divisor != 0 ? pool.divisor : count;
  const size_t to = plane_place(planes, plane, planes.y.out, planes.x.out, row, column);
  const bool real = input.scalar_type() == ScalarType::Float;
  const Codes codes(input);
  float sum = 0;
  int64_t code_sum = pool.count_padding ? int64_t{padded - elements} * pool.zero : 0;
  for (int32_t in_y = y.from; in_y < y.to; ++in_y) {
    for (int32_t in_x = x.from; in_x < x.to; ++in_x) {
      const size_t from = plane_place(planes, plane, planes.y.input, planes.x.input, in_y, in_x);
      if (real) {
        sum += input.const_data_ptr<float>()[from];
      } else {
        code_sum += codes[from] + codes.lowered();
      }
    }
  }
  if (real) {
    out.mutable_data_ptr<float>()[to] = sum / static_cast<float>(divisor);
  } else {
    Codes(out).set(to, mean_code(code_sum, divisor) - codes.lowered());
  }
}

}  // namespace

// Float32, or codes of 8 bits, whose mean is rounded; padding of codes counts as in_zero_point.
Tensor& avg_pool2d_out(KernelRuntimeContext& ctx, const Tensor& input, IntArrayRef kernel_size,
                       IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                       bool count_include_pad, std::optional<int64_t> divisor_override,
                       const std::optional<Tensor>& in_zero_point, bool channel_last, Tensor& out) {
  const Args args(ctx, text("cadence::avg_pool2d.out"));
  const ScalarType dtype = input.scalar_type();
  const int64_t one[] = {1};
  const int64_t none[] = {0};
  if (channel_last) {
    args.fail(text("channel_last is not supported, as upstream"));
    return out;
  }
  if (dtype != ScalarType::Float && dtype != ScalarType::Char && dtype != ScalarType::Byte) {
    args.fail(text("the input must be float32, int8 or uint8"));
    return out;
  }
  Pool pool = {};
  pool.count_padding = count_include_pad;
  int64_t zero = 0;
  if (in_zero_point.has_value() && (!args.one(*in_zero_point, &zero) ||
                                    (dtype != ScalarType::Float && !args.code(zero, dtype)))) {
    return out;
  }
  pool.zero = static_cast<int32_t>(zero);
  if (divisor_override.has_value()) {
    if (*divisor_override < 1 || *divisor_override > INT32_MAX) {
      args.fail(text("divisor_override must be positive"));
      return out;
    }
    pool.divisor = static_cast<int32_t>(*divisor_override);
  }
  if (!args.tensor(input, dtype) || !plan_pool(args, input, false, kernel_size, stride,
                                               padding.size() == 0 ? IntArrayRef(none, 1) : padding,
                                               IntArrayRef(one, 1), ceil_mode, out, &pool.planes)) {
    return out;
  }
  for (int32_t plane = 0; plane < pool.planes.count; ++plane) {
    for (int32_t row = 0; row < pool.planes.y.out; ++row) {
      for (int32_t column = 0; column < pool.planes.x.out; ++column) {
        pool_at(pool, input, out, plane, row, column);
      }
    }
  }
  return out;
}

}  // namespace impl::generic::native

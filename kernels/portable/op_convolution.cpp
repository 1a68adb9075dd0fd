// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/arith.h"
#include "common/conv.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "convolution.out";

struct Call {
  ScalarType dtype;
  const void* from;
  const void* weight;
  void* to;
  ScalarType bias_dtype;
  const void* bias;  // null: none
  Conv conv;
  Image out;
};

template <typename C>
C bias_at(const Call& call, size_t index) {
  if constexpr (float_only(kName)) {
    return static_cast<const C*>(call.bias)[index];
  } else if constexpr (std::is_integral_v<C>) {
    if (category(call.bias_dtype) == Category::kInteger) {
      return load<int64_t>(call.bias_dtype, call.bias, index);
    }
    return converted<C>(load<double>(call.bias_dtype, call.bias, index));
  } else {
    if constexpr (selected(kName, Compute::kDouble)) {
      if (call.bias_dtype == ScalarType::Double) {
        return static_cast<C>(load<double>(call.bias_dtype, call.bias, index));
      }
    }
    return load<float>(call.bias_dtype, call.bias, index);
  }
}

// Of a usual convolution, each output gathers its sum from windows in the input; of a transposed
// one, each input is scattered over a window in the output. Either way the loop goes over the
// positions of one and the windows in the other, in upstream's order of summation.
template <typename Access>
struct Convolve {
  using C = typename Access::Type;

  // One output channel of one image. `from` and `to` are its planes' first elements; `weight`, the
  // first of its weights.
  static void channel(const Call& call, size_t from, size_t weight, size_t to, C bias) {
    const Access access(call.dtype);
    const Conv& conv = call.conv;
    const bool scatter = conv.transposed;
    const Image& still = scatter ? conv.in : call.out;
    const Image& moved = scatter ? call.out : conv.in;
    const int32_t channels = conv.in.channels / conv.groups;
    const size_t weight_step = scatter ? conv.weight.image_step : conv.weight.channel_step;
    for (int32_t y = 0; y < still.height; ++y) {
      const int32_t top = y * conv.rows.stride - conv.rows.padding;
      for (int32_t x = 0; x < still.width; ++x) {
        const int32_t left = x * conv.columns.stride - conv.columns.padding;
        const size_t at =
            static_cast<size_t>(y) * still.row_step + static_cast<size_t>(x) * still.column_step;
        C sum = 0;
        size_t plane = from;
        size_t weight_plane = weight;
        for (int32_t c = 0; c < channels; ++c) {
          const C source = scatter ? access.get(call.from, plane + at) : C(0);
          const size_t base = scatter ? to : plane;
          size_t weight_row = weight_plane;
          int32_t row = top;
          for (int32_t i = 0; i < conv.rows.kernel; ++i) {
            if (row >= 0 && row < moved.height) {
              const size_t first = base + static_cast<size_t>(row) * moved.row_step;
              size_t factor = weight_row;
              int32_t column = left;
              for (int32_t j = 0; j < conv.columns.kernel; ++j) {
                if (column >= 0 && column < moved.width) {
                  const size_t index = first + static_cast<size_t>(column) * moved.column_step;
                  const C w = access.get(call.weight, factor);
                  if (scatter) {
                    access.put(call.to, index,
                               access.add(access.get(call.to, index), access.mul(source, w)));
                  } else {
                    sum = access.add(sum, access.mul(access.get(call.from, index), w));
                  }
                }
                column += conv.columns.dilation;
                factor += conv.weight.column_step;
              }
            }
            row += conv.rows.dilation;
            weight_row += conv.weight.row_step;
          }
          plane += conv.in.channel_step;
          weight_plane += weight_step;
        }
        if (!scatter) {
          access.put(call.to, to + at, access.add(sum, bias));
        }
      }
    }
  }

  static void fill(const Call& call, size_t to, C value) {
    const Access access(call.dtype);
    for (int32_t y = 0; y < call.out.height; ++y) {
      for (int32_t x = 0; x < call.out.width; ++x) {
        access.put(call.to, to + static_cast<size_t>(x) * call.out.column_step, value);
      }
      to += call.out.row_step;
    }
  }

  static void run(const Call& call) {
    const Conv& conv = call.conv;
    const size_t in_group = static_cast<size_t>(conv.in.channels / conv.groups);
    const size_t out_group = static_cast<size_t>(call.out.channels / conv.groups);
    for (int32_t n = 0; n < call.out.batch; ++n) {
      for (int32_t c = 0; c < call.out.channels; ++c) {
        const size_t channel = static_cast<size_t>(c);
        const size_t group = channel / out_group;
        const size_t first_in = group * in_group;
        const size_t to =
            static_cast<size_t>(n) * call.out.image_step + channel * call.out.channel_step;
        const size_t from =
            static_cast<size_t>(n) * conv.in.image_step + first_in * conv.in.channel_step;
        const size_t weight = conv.transposed
                                  ? first_in * conv.weight.image_step +
                                        (channel - group * out_group) * conv.weight.channel_step
                                  : channel * conv.weight.image_step;
        const C bias =
            call.bias == nullptr ? C(0) : Access(call.dtype).round(bias_at<C>(call, channel));
        if (conv.transposed) {
          fill(call, to, bias);
        }
        Convolve::channel(call, from, weight, to, bias);
      }
    }
  }
};

// `channels` of the result.
bool take_bias(KernelRuntimeContext& ctx, const char* op, const Tensor& bias, SizesType channels,
               Call* call) {
  call->bias_dtype = bias.scalar_type();
  call->bias = bias.const_data_ptr();
  const Category of = category(call->bias_dtype);
  const bool taken = float_only(kName) ? call->bias_dtype == ScalarType::Float
                                       : of == Category::kInteger || of == Category::kFloating;
  if (!taken || bias.dim() != 1 || bias.numel() != channels) {
    return fail(ctx, op, text("the bias must be one real number an output channel"));
  }
  return has_memory(ctx, op, bias);
}

}  // namespace

Tensor& convolution_out(KernelRuntimeContext& ctx, const Tensor& in, const Tensor& weight,
                        const std::optional<Tensor>& bias, IntArrayRef stride, IntArrayRef padding,
                        IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                        int64_t groups, Tensor& out) {
  const char* op = text(kName);
  const auto run = run_of<Convolve, kName, Takes::kReal>(in.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("this dtype is not supported, or was not selected"));
    return out;
  }
  Call call = {};
  SizesType sizes[4];
  const ConvArgs args = {in, weight, stride, padding, dilation, transposed, output_padding, groups};
  if (!take_conv(ctx, op, args, out, &call.conv, sizes)) {
    return out;
  }
  const Image& kernel = call.conv.weight;
  if (bias.has_value() &&
      !take_bias(ctx, op, *bias, transposed ? call.conv.groups * kernel.channels : kernel.batch,
                 &call)) {
    return out;
  }
  if (!same_order(in, out)) {
    fail(ctx, op, text("input and out have different dim orders"));
    return out;
  }
  if (!resize(ctx, op, out, sizes, static_cast<size_t>(in.dim())) || out.numel() == 0) {
    return out;
  }
  call.dtype = in.scalar_type();
  call.from = in.const_data_ptr();
  call.weight = weight.const_data_ptr();
  call.to = out.mutable_data_ptr();
  call.out = image_of(out, true);
  run(call);
  return out;
}

}  // namespace torch::executor::native

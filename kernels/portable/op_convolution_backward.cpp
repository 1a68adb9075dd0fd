// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>
#include <tuple>

#include "common/arith.h"
#include "common/conv.h"
#include "common/copy.h"

namespace torch::executor::native {

using OptIntArrayRef = executorch::aten::OptionalArrayRef<int64_t>;
using BoolArrayRef = executorch::aten::ArrayRef<bool>;

namespace {

constexpr char kName[] = "convolution_backward.out";

struct Call {
  ScalarType dtype;
  const void* grad;
  const void* in;
  const void* weight;
  // Null: not asked for.
  void* grad_in;
  void* grad_weight;
  void* grad_bias;
  Conv conv;
  Image out;
};

size_t element(const Image& image, int32_t batch, int32_t channel, int32_t row, int32_t column) {
  return static_cast<size_t>(batch) * image.image_step +
         static_cast<size_t>(channel) * image.channel_step +
         static_cast<size_t>(row) * image.row_step +
         static_cast<size_t>(column) * image.column_step;
}

template <typename Access>
struct Backward {
  using C = typename Access::Type;

  static void accumulate(const Access& access, void* to, size_t index, C value) {
    access.put(to, index, access.add(access.get(to, index), value));
  }

  // The share of the gradient of one output, from one input channel.
  static void window(const Access& access, const Call& call, C grad, size_t plane, size_t kernel,
                     int32_t y, int32_t x) {
    const Conv& conv = call.conv;
    for (int32_t i = 0; i < conv.rows.kernel; ++i) {
      const int32_t row = y * conv.rows.stride - conv.rows.padding + i * conv.rows.dilation;
      if (row < 0 || row >= conv.in.height) {
        continue;
      }
      for (int32_t j = 0; j < conv.columns.kernel; ++j) {
        const int32_t column =
            x * conv.columns.stride - conv.columns.padding + j * conv.columns.dilation;
        if (column < 0 || column >= conv.in.width) {
          continue;
        }
        const size_t at = plane + element(conv.in, 0, 0, row, column);
        const size_t factor = kernel + element(conv.weight, 0, 0, i, j);
        if (call.grad_in != nullptr) {
          accumulate(access, call.grad_in, at, access.mul(grad, access.get(call.weight, factor)));
        }
        if (call.grad_weight != nullptr) {
          accumulate(access, call.grad_weight, factor, access.mul(grad, access.get(call.in, at)));
        }
      }
    }
  }

  // In upstream's order of summation: a channel of the output is the inner loop of its positions.
  static void run(const Call& call) {
    const Access access(call.dtype);
    const Conv& conv = call.conv;
    const int32_t out_channels = call.out.channels / conv.groups;
    const int32_t in_channels = conv.in.channels / conv.groups;
    for (int32_t n = 0; n < conv.in.batch; ++n) {
      for (int32_t group = 0; group < conv.groups; ++group) {
        for (int32_t y = 0; y < call.out.height; ++y) {
          for (int32_t x = 0; x < call.out.width; ++x) {
            for (int32_t c = group * out_channels; c < (group + 1) * out_channels; ++c) {
              const C grad = access.get(call.grad, element(call.out, n, c, y, x));
              if (call.grad_bias != nullptr) {
                accumulate(access, call.grad_bias, static_cast<size_t>(c), grad);
              }
              for (int32_t i = 0; i < in_channels; ++i) {
                window(access, call, grad, element(conv.in, n, group * in_channels + i, 0, 0),
                       element(conv.weight, c, i, 0, 0), y, x);
              }
            }
          }
        }
      }
    }
  }
};

// Readies a gradient of `like`, zeroed; null if it is not wanted.
bool take_gradient(KernelRuntimeContext& ctx, const char* op, bool wanted, const Tensor& like,
                   Tensor& out, void** data) {
  if (!wanted) {
    return true;
  }
  if (!same_order(like, out)) {
    return fail(ctx, op, text("a gradient has another dim order than its tensor"));
  }
  if (!resize(ctx, op, out, like.sizes().data(), static_cast<size_t>(like.dim()))) {
    return false;
  }
  *data = out.mutable_data_ptr();
  return true;
}

void clear(void* data, const Tensor& out) {
  if (data != nullptr) {
    memset(data, 0, out.nbytes());
  }
}

bool take_bias(KernelRuntimeContext& ctx, const char* op, const OptIntArrayRef& sizes,
               SizesType channels, Tensor& out, void** data) {
  if (sizes.has_value() && (sizes->size() != 1 || sizes->data()[0] != channels)) {
    return fail(ctx, op, text("bias_sizes is not the number of output channels"));
  }
  if ((sizes.has_value() && !resize(ctx, op, out, &channels, 1)) || !has_memory(ctx, op, out)) {
    return false;
  }
  if (out.dim() != 1 || out.numel() != channels) {
    return fail(ctx, op, text("grad_bias does not have one element an output channel"));
  }
  *data = out.mutable_data_ptr();
  return true;
}

}  // namespace

std::tuple<Tensor&, Tensor&, Tensor&> convolution_backward_out(
    KernelRuntimeContext& ctx, const Tensor& grad_output, const Tensor& input, const Tensor& weight,
    const OptIntArrayRef bias_sizes_opt, IntArrayRef stride, IntArrayRef padding,
    IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups,
    BoolArrayRef output_mask, Tensor& grad_input, Tensor& grad_weight, Tensor& grad_bias) {
  const char* op = text(kName);
  std::tuple<Tensor&, Tensor&, Tensor&> result(grad_input, grad_weight, grad_bias);
  const auto run = run_of<Backward, kName, Takes::kFloating>(input.scalar_type());
  if (run == nullptr || transposed || input.dim() != 4 || output_mask.size() != 3) {
    fail(ctx, op, text("takes convolutions in two dimensions, not transposed, of float tensors"));
    return result;
  }
  Call call = {};
  SizesType sizes[4];
  const ConvArgs args = {input,    weight,     stride,         padding,
                         dilation, transposed, output_padding, groups};
  if (!take_conv(ctx, op, args, grad_output, &call.conv, sizes)) {
    return result;
  }
  if (memcmp(grad_output.sizes().data(), sizes, sizeof(sizes)) != 0) {
    fail(ctx, op, text("grad_output does not have the sizes of the convolution's result"));
    return result;
  }
  const bool* mask = output_mask.data();
  if ((mask[0] && !same_dtype(ctx, op, input, grad_input)) ||
      (mask[1] && !same_dtype(ctx, op, input, grad_weight)) ||
      (mask[2] && !same_dtype(ctx, op, input, grad_bias)) || !has_memory(ctx, op, grad_output) ||
      !take_gradient(ctx, op, mask[0], input, grad_input, &call.grad_in) ||
      !take_gradient(ctx, op, mask[1], weight, grad_weight, &call.grad_weight) ||
      (mask[2] && !take_bias(ctx, op, bias_sizes_opt, sizes[1], grad_bias, &call.grad_bias))) {
    return result;
  }
  clear(call.grad_in, grad_input);
  clear(call.grad_weight, grad_weight);
  clear(call.grad_bias, grad_bias);
  call.dtype = input.scalar_type();
  call.grad = grad_output.const_data_ptr();
  call.in = input.const_data_ptr();
  call.weight = weight.const_data_ptr();
  call.out = image_of(grad_output);
  run(call);
  return result;
}

}  // namespace torch::executor::native

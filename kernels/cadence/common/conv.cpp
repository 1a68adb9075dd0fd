// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "conv.h"

#include "factor.h"

namespace impl::generic::native {

namespace {

// Distances of neighbours in elements.
struct Strides {
  int32_t channel;
  int32_t height;
  int32_t width;
};

struct Axis {
  int32_t input;
  int32_t kernel;
  int32_t out;
  int32_t stride;
  int32_t padding;
  int32_t dilation;
};

// Sums of up to this many products of two differences of codes fit 32 bits.
constexpr int64_t kMaxTerms = 32767;

// Positions in the padded input fit 32 bits.
constexpr int64_t kMaxRoom = int64_t{1} << 30;

bool pair(const Args& args, IntArrayRef list, int64_t low, int64_t* values) {
  if (list.size() != 1 && list.size() != 2) {
    return args.fail(text("stride, padding and dilation must have two entries"));
  }
  for (size_t i = 0; i < 2; ++i) {
    values[i] = list.data()[list.size() == 2 ? i : 0];
    if (values[i] < low || values[i] > INT16_MAX) {
      return args.fail(text("a stride, padding or dilation is out of range"));
    }
  }
  return true;
}

bool slide(const Args& args, Axis* axis, int64_t stride, int64_t padding, int64_t dilation) {
  const int64_t room =
      axis->input + 2 * padding - dilation * (static_cast<int64_t>(axis->kernel) - 1) - 1;
  if (axis->kernel < 1 || room < 0 || room > kMaxRoom) {
    return args.fail(text("the kernel is empty or larger than the padded input, or that is huge"));
  }
  axis->out = static_cast<int32_t>(room / stride + 1);
  axis->stride = static_cast<int32_t>(stride);
  axis->padding = static_cast<int32_t>(padding);
  axis->dilation = static_cast<int32_t>(dilation);
  return true;
}

Strides strides_of(const Tensor& tensor, const Layout& layout) {
  int32_t strides[4];
  int32_t stride = 1;
  for (size_t i = 4; i-- > 0;) {
    strides[i] = stride;
    stride *= size_at(tensor, i);
  }
  return {strides[layout.channel], strides[layout.height], strides[layout.width]};
}

}  // namespace

void conv2d(const Args& args, const Layout& layout, const ConvArgs& conv, Tensor& out) {
  const Tensor& input = conv.input;
  const Tensor& weight = conv.weight;
  if (!args.tensor(input, ScalarType::Char) || !args.tensor(weight, ScalarType::Char) ||
      !args.tensor(conv.bias, ScalarType::Int) || !args.code(conv.input_zero_point) ||
      !args.code(conv.weight_zero_point) || !args.code(conv.out_zero_point) ||
      !args.scale(conv.bias_scale) || !args.scale(conv.out_scale)) {
    return;
  }
  const bool depthwise = layout.channel == 3 && weight.dim() == 3;
  if (input.dim() != 4 || (weight.dim() != 4 && !depthwise) || conv.bias.dim() != 1) {
    args.fail(text("ranks: expected input 4, weight 4 (or 3, depthwise NHWC) and bias 1"));
    return;
  }
  const int32_t channels = size_at(input, layout.channel);
  const size_t first = depthwise ? 0 : layout.height;
  Axis y{size_at(input, layout.height), size_at(weight, first), 0, 0, 0, 0};
  Axis x{size_at(input, layout.width), size_at(weight, first + 1), 0, 0, 0, 0};
  const int32_t outputs = size_at(weight, depthwise ? 2 : 0);
  const int32_t depth = depthwise ? 1 : size_at(weight, layout.channel);
  if (conv.groups < 1 || conv.groups > INT32_MAX || depth * conv.groups != channels ||
      outputs % conv.groups != 0 || size_at(conv.bias, 0) != outputs) {
    args.fail(text("channels of input, weight and bias do not fit each other and the groups"));
    return;
  }
  if (static_cast<int64_t>(depth) * y.kernel > kMaxTerms ||
      static_cast<int64_t>(depth) * y.kernel * x.kernel > kMaxTerms) {
    args.fail(text("more than 32767 products per output"));
    return;
  }
  int64_t stride[2];
  int64_t padding[2];
  int64_t dilation[2];
  if (!pair(args, conv.stride, 1, stride) || !pair(args, conv.padding, 0, padding) ||
      !pair(args, conv.dilation, 1, dilation) ||
      !slide(args, &y, stride[0], padding[0], dilation[0]) ||
      !slide(args, &x, stride[1], padding[1], dilation[1])) {
    return;
  }
  const int32_t batch = size_at(input, 0);
  SizesType sizes[4];
  sizes[0] = batch;
  sizes[layout.channel] = outputs;
  sizes[layout.height] = y.out;
  sizes[layout.width] = x.out;
  if (!args.output(out, ScalarType::Char, sizes, 4)) {
    return;
  }

  const Factor factor = factor_of(conv.bias_scale / conv.out_scale);
  const int32_t input_zero = static_cast<int32_t>(conv.input_zero_point);
  const int32_t weight_zero = static_cast<int32_t>(conv.weight_zero_point);
  const int32_t out_zero = static_cast<int32_t>(conv.out_zero_point);
  const int32_t group_outputs = outputs / static_cast<int32_t>(conv.groups);
  const Strides in = strides_of(input, layout);
  const Strides to = strides_of(out, layout);
  // Of the weight; `one` leads to the next output channel.
  const Strides of =
      depthwise ? Strides{0, x.kernel * outputs, outputs} : strides_of(weight, layout);
  const int32_t one = depthwise ? 1 : depth * y.kernel * x.kernel;
  const int8_t* from = input.const_data_ptr<int8_t>();
  const int8_t* weights = weight.const_data_ptr<int8_t>();
  const int32_t* bias = conv.bias.const_data_ptr<int32_t>();
  int8_t* result = out.mutable_data_ptr<int8_t>();

  for (int32_t image = 0; image < batch; ++image) {
    for (int32_t channel = 0; channel < outputs; ++channel) {
      const int8_t* filter = weights + channel * one;
      const int8_t* group = from + channel / group_outputs * depth * in.channel;
      for (int32_t row = 0; row < y.out; ++row) {
        for (int32_t column = 0; column < x.out; ++column) {
          int32_t sum = 0;
          for (int32_t ky = 0; ky < y.kernel; ++ky) {
            const int32_t in_y = row * y.stride - y.padding + ky * y.dilation;
            if (in_y < 0 || in_y >= y.input) {
              continue;
            }
            for (int32_t kx = 0; kx < x.kernel; ++kx) {
              const int32_t in_x = column * x.stride - x.padding + kx * x.dilation;
              if (in_x < 0 || in_x >= x.input) {
                continue;
              }
              const int8_t* a = group + in_y * in.height + in_x * in.width;
              const int8_t* b = filter + ky * of.height + kx * of.width;
              for (int32_t k = 0; k < depth; ++k) {
                sum += (*a - input_zero) * (*b - weight_zero);
                a += in.channel;
                b += of.channel;
              }
            }
          }
          result[channel * to.channel + row * to.height + column * to.width] =
              to_code(static_cast<int64_t>(sum) + bias[channel], factor, out_zero);
        }
      }
    }
    from += channels * y.input * x.input;
    result += outputs * y.out * x.out;
  }
}

}  // namespace impl::generic::native

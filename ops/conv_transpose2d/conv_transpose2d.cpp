// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/check.h"

namespace esp_nn::native {

namespace {

struct Axis {
  int32_t kernel;
  int32_t stride;
  int32_t dilation;
  int32_t before;
  int32_t after;
  int32_t output_padding;
};

// The output's extent, or 0 after a refusal.
int32_t extent(const Check& check, const Axis& axis, int32_t input) {
  if (!check.range(argument("input height or width"), input, 1, kMaxExtent) ||
      !check.range(argument("kernel height or width"), axis.kernel, 1, kMaxExtent)) {
    return 0;
  }
  const int64_t size = int64_t{input - 1} * axis.stride + int64_t{axis.kernel - 1} * axis.dilation +
                       1 + axis.output_padding - axis.before - axis.after;
  return check.range(argument("output height or width"), size, 1, kMaxExtent)
             ? static_cast<int32_t>(size)
             : 0;
}

}  // namespace

Tensor& conv_transpose2d_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,
                             const Tensor& per_channel, IntArrayRef stride, IntArrayRef padding,
                             IntArrayRef output_padding, IntArrayRef dilation,
                             int64_t input_zero_point, int64_t output_zero_point,
                             int64_t activation_min, int64_t activation_max, Tensor& out) {
  const Check check(ctx, "conv_transpose2d");
  Codes codes;
  int32_t strides[2], sides[4], extra[2], dilations[2];
  if (!check.tensor(argument("input"), input, ScalarType::Char, 4) ||
      !check.tensor(argument("weight"), weight, ScalarType::Char, 4) ||
      !check.list(argument("stride"), stride, 2, 1, kMaxExtent, strides) ||
      !check.list(argument("padding"), padding, 4, 0, kMaxExtent, sides) ||
      !check.list(argument("output_padding"), output_padding, 2, 0, kMaxExtent, extra) ||
      !check.list(argument("dilation"), dilation, 2, 1, kMaxExtent, dilations) ||
      !check.codes(argument("input_zero_point"), input_zero_point, output_zero_point,
                   activation_min, activation_max, &codes)) {
    return out;
  }
  const int32_t batch = size_at(input, 0);
  const int32_t channels = size_at(input, 3);
  const int32_t out_channels = size_at(weight, 0);
  int32_t extents[2];
  for (size_t axis = 0; axis < 2; ++axis) {
    extents[axis] = extent(check,
                           {size_at(weight, axis + 1), strides[axis], dilations[axis],
                            sides[2 * axis], sides[2 * axis + 1], extra[axis]},
                           size_at(input, axis + 1));
    if (extents[axis] == 0) {
      return out;
    }
  }
  const SizesType sizes[] = {batch, extents[0], extents[1], out_channels};
  if (!check.range(argument("input channels"), channels, 0, kMaxExtent) ||
      !check.range(argument("output channels"), out_channels, 0, kMaxExtent) ||
      !check.size(argument("weight"), weight, 3, channels) ||
      !check.per_channel(per_channel, out_channels) ||
      !check.output(out, ScalarType::Char, sizes, 4)) {
    return out;
  }
  const data_dims_t in = {size_at(input, 2), size_at(input, 1), channels, 0};
  const data_dims_t filter = {size_at(weight, 2), size_at(weight, 1), channels, 0};
  const data_dims_t result = {extents[1], extents[0], out_channels, 0};
  const conv_params_t params = {
      -codes.input_zero_point,      codes.output_zero_point,
      {strides[1], strides[0]},     {sides[2], sides[0]},
      {dilations[1], dilations[0]}, {codes.activation_min, codes.activation_max}};
  const int32_t* bias = per_channel.const_data_ptr<int32_t>();
  // nn/ only reads them; its struct says so in a comment, not in the type.
  int32_t* multiplier = const_cast<int32_t*>(bias) + out_channels;
  const quant_data_t quant = {multiplier + out_channels, multiplier};
  const int8_t* from = input.const_data_ptr<int8_t>();
  int8_t* to = out.mutable_data_ptr<int8_t>();
  for (int32_t image = 0; image < batch; ++image) {
    esp_nn_extra_conv_transpose_s8(&in, from, &filter, weight.const_data_ptr<int8_t>(), bias,
                                   &result, to, &params, &quant);
    from += in.width * in.height * channels;
    to += result.width * result.height * out_channels;
  }
  return out;
}

}  // namespace esp_nn::native

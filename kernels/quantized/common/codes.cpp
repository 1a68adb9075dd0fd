// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "codes.h"

namespace torch::executor::native {

namespace {

bool take_lists(KernelRuntimeContext& ctx, const char* op, const Tensor& scales,
                const Tensor* zero_points, size_t channels, Codes* codes) {
  codes->scales = scales.const_data_ptr();
  codes->scale_dtype = scales.scalar_type();
  codes->zero_points = nullptr;
  codes->channels = channels;
  if (static_cast<size_t>(scales.numel()) != channels ||
      (zero_points != nullptr && static_cast<size_t>(zero_points->numel()) != channels)) {
    return fail(ctx, op, text("there is not one scale and one zero point a channel"));
  }
  if (codes->scale_dtype != ScalarType::Float && codes->scale_dtype != ScalarType::Double) {
    return fail(ctx, op, text("scales must be float or double"));
  }
  if (zero_points != nullptr) {
    codes->zero_points = zero_points->const_data_ptr();
    codes->zero_dtype = zero_points->scalar_type();
    if (codes->zero_dtype != ScalarType::Int && codes->zero_dtype != ScalarType::Long) {
      return fail(ctx, op, text("zero points must be int32 or int64"));
    }
    if (!has_memory(ctx, op, *zero_points)) {
      return false;
    }
  }
  return has_memory(ctx, op, scales);
}

}  // namespace

float scale_at(const Codes& codes, size_t channel) {
  return is<ScalarType::Double>(codes.scale_dtype)
             ? static_cast<float>(static_cast<const double*>(codes.scales)[channel])
             : static_cast<const float*>(codes.scales)[channel];
}

int64_t zero_point_at(const Codes& codes, size_t channel) {
  if (codes.zero_points == nullptr) {
    return 0;
  }
  return is<ScalarType::Long>(codes.zero_dtype)
             ? static_cast<const int64_t*>(codes.zero_points)[channel]
             : static_cast<const int32_t*>(codes.zero_points)[channel];
}

bool takes_one(KernelRuntimeContext& ctx, const char* op, const Tensor& scale,
               const Tensor& zero_point) {
  if (scale.scalar_type() != ScalarType::Double || zero_point.scalar_type() != ScalarType::Long ||
      scale.numel() != 1 || zero_point.numel() != 1) {
    return fail(ctx, op, text("scale must be one double, and zero_point one int64"));
  }
  return has_memory(ctx, op, scale) && has_memory(ctx, op, zero_point);
}

bool take_channel_codes(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                        const Tensor& scales, const Tensor* zero_points, int64_t axis,
                        Codes* codes) {
  const int64_t rank = input.dim();
  if (rank < 1 || axis < -rank || axis >= rank) {
    return fail(ctx, op, text("axis is not a dimension of the input"));
  }
  const size_t channel_axis = static_cast<size_t>(axis < 0 ? axis + rank : axis);
  const auto* sizes = input.sizes().data();
  codes->block = 1;
  for (size_t i = static_cast<size_t>(rank); i-- > 0;) {
    const size_t at = input.dim_order().data()[i];
    if (at == channel_axis) {
      break;
    }
    codes->block *= static_cast<size_t>(sizes[at]);
  }
  return take_lists(ctx, op, scales, zero_points, static_cast<size_t>(sizes[channel_axis]), codes);
}

bool take_token_codes(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                      const Tensor& scales, const Tensor& zero_points, Codes* codes) {
  const size_t rank = static_cast<size_t>(input.dim());
  if (rank < 1 || !contiguous(input)) {
    return fail(ctx, op, text("the input must be contiguous and have an axis"));
  }
  size_t tokens = 1;
  for (size_t i = 0; i + 1 < rank; ++i) {
    tokens *= static_cast<size_t>(input.sizes().data()[i]);
  }
  codes->block = static_cast<size_t>(input.sizes().data()[rank - 1]);
  return take_lists(ctx, op, scales, &zero_points, tokens, codes);
}

void for_each_block(const Codes& codes, size_t elements, BlockFunction run, const void* call) {
  size_t channel = 0;
  for (size_t first = 0; first < elements; first += codes.block) {
    run(call, first, codes.block, scale_at(codes, channel),
        static_cast<int32_t>(zero_point_at(codes, channel)));
    channel = channel + 1 < codes.channels ? channel + 1 : 0;
  }
}

}  // namespace torch::executor::native

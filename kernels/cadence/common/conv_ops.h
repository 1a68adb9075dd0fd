// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "conv.h"

// The quantized convolutions come in many names for few things to do. Each macro defines the
// function `name` of the operator `op`.

// With parameters that are numbers; `more` stands before out: nothing, or a comma and a parameter.
#define EE_CADENCE_CONV(name, op, only, layout, more)                                             \
  Tensor& name(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,              \
               const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, \
               int64_t groups, int64_t input_zero_point, int64_t weight_zero_point,               \
               double bias_scale, double out_scale, int64_t out_zero_point,                       \
               int64_t /*out_multiplier*/, int64_t /*out_shift*/ more, Tensor& out) {             \
    static constexpr ConvRuns kRuns = conv_runs(op, only);                                        \
    quantized_conv(Args(ctx, text(op)), kRuns, layout,                                            \
                   {input, weight, bias, stride, padding, dilation, groups},                      \
                   {input_zero_point, weight_zero_point, bias_scale, out_scale, out_zero_point},  \
                   out);                                                                          \
    return out;                                                                                   \
  }

// With parameters that are tensors.
#define EE_CADENCE_CONV_TENSORS(name, op, layout)                                                 \
  Tensor& name(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,              \
               const Tensor& bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, \
               int64_t groups, int64_t input_zero_point, const Tensor& weight_zero_point,         \
               const Tensor& bias_scale, double out_scale, int64_t out_zero_point,                \
               const Tensor& /*out_multiplier*/, const Tensor& /*out_shift*/, Tensor& out) {      \
    static constexpr ConvRuns kRuns = conv_runs(op);                                              \
    quantized_conv(Args(ctx, text(op)), kRuns, layout,                                            \
                   {input, weight, bias, stride, padding, dilation, groups}, input_zero_point,    \
                   weight_zero_point, bias_scale, out_scale, out_zero_point, out);                \
    return out;                                                                                   \
  }

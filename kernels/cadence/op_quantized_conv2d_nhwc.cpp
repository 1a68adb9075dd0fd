// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/conv_ops.h"

namespace impl::generic::native {

// The factor follows from the scales; out_multiplier and out_shift repeat it.
#define EE_OFFSET , const std::optional<Tensor>& /*offset*/

EE_CADENCE_CONV_TENSORS(quantized_conv2d_nhwc_out, "cadence::quantized_conv2d_nhwc.out", kNhwc)
EE_CADENCE_CONV(quantized_conv2d_nhwc_per_tensor_out,
                "cadence::quantized_conv2d_nhwc.per_tensor_out", ScalarType::Undefined, kNhwc,
                EE_OFFSET)
EE_CADENCE_CONV(quantized_conv2d_depthwise_nhwc_out, "cadence::quantized_conv2d_depthwise_nhwc.out",
                ScalarType::Undefined, kNhwc, )
EE_CADENCE_CONV(quantized_conv2d_nhwc_asym8sxsym8s_asym8s_per_tensor_out,
                "cadence::quantized_conv2d_nhwc_asym8sxsym8s_asym8s.per_tensor_out",
                ScalarType::Char, kNhwc, )
EE_CADENCE_CONV(quantized_conv2d_nhwc_asym8uxsym8u_asym8u_per_tensor_out,
                "cadence::quantized_conv2d_nhwc_asym8uxsym8u_asym8u.per_tensor_out",
                ScalarType::Byte, kNhwc, )
EE_CADENCE_CONV(quantized_conv2d_nhwc_dilated_asym8sxsym8s_asym8s_per_tensor_out,
                "cadence::quantized_conv2d_nhwc_dilated_asym8sxsym8s_asym8s.per_tensor_out",
                ScalarType::Char, kNhwc, )
EE_CADENCE_CONV(quantized_conv2d_nhwc_dilated_asym8uxsym8u_asym8u_per_tensor_out,
                "cadence::quantized_conv2d_nhwc_dilated_asym8uxsym8u_asym8u.per_tensor_out",
                ScalarType::Byte, kNhwc, )
EE_CADENCE_CONV(quantized_conv2d_nhwc_depthwise_asym8sxsym8s_asym8s_per_tensor_out,
                "cadence::quantized_conv2d_nhwc_depthwise_asym8sxsym8s_asym8s.per_tensor_out",
                ScalarType::Char, kNhwc, )
EE_CADENCE_CONV(quantized_conv2d_nhwc_depthwise_asym8uxsym8u_asym8u_per_tensor_out,
                "cadence::quantized_conv2d_nhwc_depthwise_asym8uxsym8u_asym8u.per_tensor_out",
                ScalarType::Byte, kNhwc, )

}  // namespace impl::generic::native

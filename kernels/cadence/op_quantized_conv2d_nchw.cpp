// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/conv_ops.h"

namespace impl::generic::native {

// The factor follows from the scales; out_multiplier and out_shift repeat it.
EE_CADENCE_CONV_TENSORS(quantized_conv2d_nchw_out, "cadence::quantized_conv2d_nchw.out", kNchw)
EE_CADENCE_CONV(quantized_conv2d_nchw_per_tensor_out,
                "cadence::quantized_conv2d_nchw.per_tensor_out", ScalarType::Undefined, kNchw, )
EE_CADENCE_CONV(quantized_conv2d_nchw_asym8sxsym8s_asym8s_per_tensor_out,
                "cadence::quantized_conv2d_nchw_asym8sxsym8s_asym8s.per_tensor_out",
                ScalarType::Char, kNchw, )
EE_CADENCE_CONV(quantized_conv2d_nchw_asym8uxsym8u_asym8u_per_tensor_out,
                "cadence::quantized_conv2d_nchw_asym8uxsym8u_asym8u.per_tensor_out",
                ScalarType::Byte, kNchw, )
EE_CADENCE_CONV(quantized_conv2d_nchw_dilated_asym8sxsym8s_asym8s_per_tensor_out,
                "cadence::quantized_conv2d_nchw_dilated_asym8sxsym8s_asym8s.per_tensor_out",
                ScalarType::Char, kNchw, )
EE_CADENCE_CONV(quantized_conv2d_nchw_dilated_asym8uxsym8u_asym8u_per_tensor_out,
                "cadence::quantized_conv2d_nchw_dilated_asym8uxsym8u_asym8u.per_tensor_out",
                ScalarType::Byte, kNchw, )
EE_CADENCE_CONV(quantized_conv2d_nchw_depthwise_asym8sxsym8s_asym8s_per_tensor_out,
                "cadence::quantized_conv2d_nchw_depthwise_asym8sxsym8s_asym8s.per_tensor_out",
                ScalarType::Char, kNchw, )
EE_CADENCE_CONV(quantized_conv2d_nchw_depthwise_asym8uxsym8u_asym8u_per_tensor_out,
                "cadence::quantized_conv2d_nchw_depthwise_asym8uxsym8u_asym8u.per_tensor_out",
                ScalarType::Byte, kNchw, )

}  // namespace impl::generic::native

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/conv_ops.h"

namespace impl::generic::native {

// The factor follows from the scales; out_multiplier and out_shift repeat it.
#define EE_OFFSET , const std::optional<Tensor>& /*offset*/

EE_CADENCE_CONV_TENSORS(quantized_conv1d_ncl_out, "cadence::quantized_conv1d_ncl.out", kNcl)
EE_CADENCE_CONV(quantized_conv1d_ncl_per_tensor_out, "cadence::quantized_conv1d_ncl.per_tensor_out",
                ScalarType::Undefined, kNcl, )
EE_CADENCE_CONV_TENSORS(quantized_conv1d_nlc_out, "cadence::quantized_conv1d_nlc.out", kNlc)
EE_CADENCE_CONV(quantized_conv1d_nlc_per_tensor_out, "cadence::quantized_conv1d_nlc.per_tensor_out",
                ScalarType::Undefined, kNlc, EE_OFFSET)
EE_CADENCE_CONV(quantized_depthwise_conv1d_ncl_per_tensor_out,
                "cadence::quantized_depthwise_conv1d_ncl.per_tensor_out", ScalarType::Undefined,
                kNcl, )
EE_CADENCE_CONV(quantized_depthwise_conv1d_nlc_per_tensor_out,
                "cadence::quantized_depthwise_conv1d_nlc.per_tensor_out", ScalarType::Undefined,
                kNlc, )

}  // namespace impl::generic::native

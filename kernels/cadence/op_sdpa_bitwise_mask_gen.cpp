// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/args.h"

namespace impl::generic::native {

// Eight elements a byte, the first in the lowest bit; 1 where the element is false, or below the
// threshold: what attention must leave out.
Tensor& sdpa_bitwise_mask_gen_out(KernelRuntimeContext& ctx, const Tensor& mask, double threshold,
                                  Tensor& out) {
  const Args args(ctx, text("cadence::sdpa_bitwise_mask_gen.out"));
  const ScalarType dtype = mask.scalar_type();
  const size_t rank = static_cast<size_t>(mask.dim());
  if ((dtype != ScalarType::Bool && dtype != ScalarType::Float) || rank == 0 ||
      rank > torch::executor::native::kMaxRank || size_at(mask, rank - 1) % 8 != 0) {
    args.fail(text("the mask must be bool or float32, its last size a multiple of 8"));
    return out;
  }
  SizesType sizes[torch::executor::native::kMaxRank];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = size_at(mask, i);
  }
  sizes[rank - 1] /= 8;
  if (!args.tensor(mask, dtype) || !args.output(out, ScalarType::Byte, sizes, rank)) {
    return out;
  }
  const float limit = static_cast<float>(threshold);
  uint8_t* to = out.mutable_data_ptr<uint8_t>();
  for (size_t i = 0; i < static_cast<size_t>(out.numel()); ++i) {
    uint32_t bits = 0;
    for (size_t k = 0; k < 8; ++k) {
      const bool left_out = dtype == ScalarType::Bool
                                ? !mask.const_data_ptr<bool>()[8 * i + k]
                                : mask.const_data_ptr<float>()[8 * i + k] < limit;
      bits |= static_cast<uint32_t>(left_out) << k;
    }
    to[i] = static_cast<uint8_t>(bits);
  }
  return out;
}

}  // namespace impl::generic::native

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "pairs.h"

namespace impl::generic::native {

bool take_pair(const Args& args, ScalarType only, const PairArgs& given, Tensor& out, Pair* pair) {
  const Tensor& x = given.x;
  const Tensor& y = given.y;
  const ScalarType dtype = x.scalar_type();
  if (!args.codes(x) || !args.tensor(y, dtype) ||
      (only != ScalarType::Undefined && !args.tensor(x, only)) ||
      !args.code(given.x_zero_point, dtype) || !args.code(given.y_zero_point, dtype) ||
      !args.code(given.out_zero_point, dtype) || !args.scale(given.x_scale) ||
      !args.scale(given.y_scale) || !args.scale(given.out_scale)) {
    return false;
  }
  const bool x_scalar = x.numel() == 1 && x.dim() <= y.dim();
  const bool y_scalar = y.numel() == 1 && y.dim() <= x.dim();
  if (!x_scalar && !y_scalar && !executorch::runtime::tensors_have_same_shape(x, y)) {
    return args.fail(text("X and Y differ in their sizes"));
  }
  if (!args.output(out, dtype, y_scalar ? x : y)) {
    return false;
  }
  const Codes codes(out);
  *pair = {Codes(x),
           Codes(y),
           codes,
           codes.zero(given.x_zero_point),
           codes.zero(given.y_zero_point),
           codes.zero(given.out_zero_point),
           x_scalar ? size_t{0} : size_t{1},
           y_scalar ? size_t{0} : size_t{1},
           static_cast<size_t>(out.numel())};
  return true;
}

}  // namespace impl::generic::native

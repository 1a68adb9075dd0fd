// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// The predicates of tensor_util.h.
#include <executorch/runtime/core/exec_aten/util/tensor_shape_to_c_string.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

namespace executorch::runtime {

using aten::ArrayRef;
using aten::ScalarType;
using aten::SizesType;
using aten::Tensor;

namespace {

#if ET_LOG_ENABLED
auto shape_text(const Tensor& t) {
  return tensor_shape_to_c_string(Span<const int32_t>(t.sizes().data(), t.sizes().size()));
}
#endif

bool is_dtype_kind([[maybe_unused]] const Tensor& t, bool fits, [[maybe_unused]] const char* kind) {
  ET_CHECK_OR_RETURN_FALSE(fits, "Expected a %s type, but tensor has type %s", kind,
                           toString(t.scalar_type()));
  return true;
}

bool is_expected_dim_order(const Tensor& t, bool fits, [[maybe_unused]] const char* expected) {
  if (!fits) {
    ET_LOG(Error, "Expected a tensor with %s dim order, but got", expected);
    for (ssize_t i = 0; i < t.dim(); ++i) {
      ET_LOG(Error, "    dim_order(%zd): %d", i, t.dim_order()[i]);
    }
  }
  return fits;
}

bool has_contiguous_dim_order(const Tensor& t) {
  return is_contiguous_dim_order(t.dim_order().data(), t.dim_order().size());
}

bool has_channels_last_dim_order(const Tensor& t) {
  return is_channels_last_dim_order(t.dim_order().data(), t.dim_order().size());
}

}  // namespace

bool dim_is_valid(int64_t dim, int64_t upper_bound) {
  ET_CHECK_OR_RETURN_FALSE(dim >= -upper_bound && dim < upper_bound,
                           "dimension %" PRId64 " is not in [%" PRId64 ", %" PRId64 ")", dim,
                           -upper_bound, upper_bound);
  return true;
}

bool tensor_can_cast_to(Tensor a, ScalarType dtype) {
  ET_CHECK_OR_RETURN_FALSE(canCast(a.scalar_type(), dtype),
                           "Tensor of dtype %s cannot cast to dtype %s", toString(a.scalar_type()),
                           toString(dtype));
  return true;
}

bool tensor_is_bool_type(Tensor t) { return tensor_is_type(t, ScalarType::Bool); }

bool tensor_is_type(Tensor t, ScalarType dtype) {
  return is_dtype_kind(t, t.scalar_type() == dtype, toString(dtype));
}

bool tensor_is_type(Tensor t, ScalarType dtype, ScalarType dtype2) {
  return tensor_is_type(t, dtype, dtype2, dtype2);
}

bool tensor_is_type(Tensor t, ScalarType dtype, ScalarType dtype2, ScalarType dtype3) {
  const ScalarType found = t.scalar_type();
  ET_CHECK_OR_RETURN_FALSE(found == dtype || found == dtype2 || found == dtype3,
                           "Expected %s, %s or %s, but tensor has type %s", toString(dtype),
                           toString(dtype2), toString(dtype3), toString(found));
  return true;
}

bool tensor_is_integral_type(Tensor t, bool includeBool) {
  return is_dtype_kind(t, isIntegralType(t.scalar_type(), includeBool), "integral");
}

bool tensor_is_floating_type(Tensor t) {
  return is_dtype_kind(t, isFloatingType(t.scalar_type()), "floating");
}

bool tensor_is_real_type(Tensor t) { return is_dtype_kind(t, isRealType(t.scalar_type()), "real"); }

bool tensor_is_realh_type(Tensor t) {
  return is_dtype_kind(t, isRealHType(t.scalar_type()), "real or Half");
}

bool tensor_is_realhbf16_type(Tensor t) {
  return is_dtype_kind(t, isRealHBF16Type(t.scalar_type()), "real, Half or BFloat16");
}

bool tensor_is_realhb_type(Tensor t) {
  return is_dtype_kind(t, isRealHBType(t.scalar_type()), "real, Half or Bool");
}

bool tensor_is_realhbbf16_type(Tensor t) {
  return is_dtype_kind(t, isRealHBBF16Type(t.scalar_type()), "real, Half, BFloat16 or Bool");
}

bool tensor_is_complex_type(Tensor t) {
  return is_dtype_kind(t, isComplexType(t.scalar_type()), "complex");
}

bool tensor_is_bits_type(Tensor t) { return is_dtype_kind(t, isBitsType(t.scalar_type()), "bits"); }

bool tensors_have_same_dtype(Tensor a, Tensor b) {
  ET_CHECK_OR_RETURN_FALSE(a.scalar_type() == b.scalar_type(),
                           ET_TENSOR_CHECK_PREFIX__ ": dtype={%s, %s}", toString(a.scalar_type()),
                           toString(b.scalar_type()));
  return true;
}

bool tensors_have_same_dtype(Tensor a, Tensor b, Tensor c) {
  return tensors_have_same_dtype(a, b) && tensors_have_same_dtype(b, c);
}

bool tensor_is_rank(Tensor t, size_t rank) {
  ET_CHECK_OR_RETURN_FALSE(static_cast<size_t>(t.dim()) == rank,
                           "Expected rank %" ET_PRIsize_t ", but got %zd", rank, t.dim());
  return true;
}

bool tensor_has_rank_greater_or_equal_to(Tensor t, size_t rank) {
  ET_CHECK_OR_RETURN_FALSE(static_cast<size_t>(t.dim()) >= rank,
                           "Expected rank >= %" ET_PRIsize_t ", but got %zd", rank, t.dim());
  return true;
}

bool tensor_has_rank_smaller_or_equal_to(Tensor t, size_t rank) {
  ET_CHECK_OR_RETURN_FALSE(static_cast<size_t>(t.dim()) <= rank,
                           "Expected rank <= %" ET_PRIsize_t ", but got %zd", rank, t.dim());
  return true;
}

bool tensors_have_same_rank(Tensor a, Tensor b) {
  ET_CHECK_OR_RETURN_FALSE(a.dim() == b.dim(), ET_TENSOR_CHECK_PREFIX__ ": rank={%zd, %zd}",
                           a.dim(), b.dim());
  return true;
}

bool tensor_has_dim(Tensor t, int64_t d) { return dim_is_valid(d, nonzero_dim(t)); }

bool tensor_has_non_empty_dim(Tensor t, int64_t d) {
  ET_LOG_AND_RETURN_IF_FALSE(tensor_has_dim(t, d));
  ET_LOG_AND_RETURN_IF_FALSE(nonempty_size(t, ET_NORMALIZE_IX(d, t.dim())) != 0);
  return true;
}

bool tensor_dim_has_index(Tensor t, int64_t d, int64_t ix) {
  const int64_t dim = ET_NORMALIZE_IX(d, t.dim());
  ET_CHECK(dim >= 0 && dim < t.dim());
  const int64_t size = t.size(dim);
  ET_CHECK_OR_RETURN_FALSE(ix >= -size && ix < size,
                           "index %" PRId64 " is not in [%" PRId64 ", %" PRId64
                           ") of dimension %" PRId64,
                           ix, -size, size, dim);
  return true;
}

bool tensors_have_same_size_at_dims(Tensor a, size_t dim_a, Tensor b, size_t dim_b) {
  ET_LOG_AND_RETURN_IF_FALSE(dim_a < static_cast<size_t>(a.dim()));
  ET_LOG_AND_RETURN_IF_FALSE(dim_b < static_cast<size_t>(b.dim()));
  ET_CHECK_OR_RETURN_FALSE(a.size(dim_a) == b.size(dim_b),
                           ET_TENSOR_CHECK_PREFIX__ ": size(%" ET_PRIsize_t
                                                    ") = %zd, size(%" ET_PRIsize_t ") = %zd",
                           dim_a, a.size(dim_a), dim_b, b.size(dim_b));
  return true;
}

bool tensors_have_same_shape(Tensor a, Tensor b) {
  if (a.numel() == 1 && b.numel() == 1) {
    return true;
  }
  ET_CHECK_OR_RETURN_FALSE(a.sizes() == b.sizes(), ET_TENSOR_CHECK_PREFIX__ ": shapes %s and %s",
                           shape_text(a).data(), shape_text(b).data());
  return true;
}

bool tensors_have_same_shape(Tensor a, Tensor b, Tensor c) {
  return tensors_have_same_shape(a, b) && tensors_have_same_shape(b, c);
}

bool tensors_have_same_shape_and_dtype(Tensor a, Tensor b) {
  return tensors_have_same_shape(a, b) && tensors_have_same_dtype(a, b);
}

bool tensors_have_same_shape_and_dtype(Tensor a, Tensor b, Tensor c) {
  return tensors_have_same_shape(a, b, c) && tensors_have_same_dtype(a, b, c);
}

bool tensor_has_expected_size(Tensor a, ArrayRef<SizesType> expected_sizes) {
  ET_CHECK_OR_RETURN_FALSE(
      a.sizes() == expected_sizes, ET_TENSOR_CHECK_PREFIX__ ": shape %s, expected %s",
      shape_text(a).data(),
      tensor_shape_to_c_string(Span<const int32_t>(expected_sizes.data(), expected_sizes.size()))
          .data());
  return true;
}

bool tensors_have_same_strides(Tensor a, Tensor b) {
  ET_CHECK_OR_RETURN_FALSE(a.strides() == b.strides(),
                           ET_TENSOR_CHECK_PREFIX__ ": strides of shapes %s and %s",
                           shape_text(a).data(), shape_text(b).data());
  return true;
}

bool tensors_have_same_strides(Tensor a, Tensor b, Tensor c) {
  return tensors_have_same_strides(a, b) && tensors_have_same_strides(b, c);
}

bool tensor_is_contiguous(Tensor t) {
  int64_t expected = 1;
  for (ssize_t i = t.dim(); i-- > 0;) {
    ET_CHECK_OR_RETURN_FALSE(t.strides()[i] == expected,
                             "Not contiguous: the stride of the innermost-but-%zd dimension shall "
                             "be %" PRId64 ", it is %" PRId32,
                             t.dim() - 1 - i, expected, t.strides()[i]);
    expected *= t.sizes()[i];
  }
  return true;
}

bool tensor_has_valid_dim_order(Tensor t) {
  return is_expected_dim_order(t, validate_dim_order(t.dim_order().data(), t.dim_order().size()),
                               "a valid");
}

bool tensor_is_default_dim_order(Tensor t) {
  return is_expected_dim_order(t, has_contiguous_dim_order(t), "the default");
}

bool tensor_is_channels_last_dim_order(Tensor t) {
  return is_expected_dim_order(t, has_channels_last_dim_order(t), "channels last");
}

bool tensor_is_default_or_channels_last_dim_order(Tensor t) {
  return is_expected_dim_order(t, has_contiguous_dim_order(t) || has_channels_last_dim_order(t),
                               "the default or channels last");
}

bool tensors_have_same_dim_order(const ArrayRef<Tensor> tensor_list) {
  if (tensor_list.size() < 2) {
    return true;
  }
  bool all_contiguous = true;
  bool all_channels_last = true;
  for (const Tensor& t : tensor_list) {
    all_contiguous = all_contiguous && has_contiguous_dim_order(t);
    all_channels_last = all_channels_last && has_channels_last_dim_order(t);
  }
  ET_CHECK_OR_RETURN_FALSE(all_contiguous || all_channels_last,
                           "%" ET_PRIsize_t " tensors have different dim orders",
                           tensor_list.size());
  return true;
}

}  // namespace executorch::runtime

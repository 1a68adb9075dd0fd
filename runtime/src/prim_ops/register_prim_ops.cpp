// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Compiled with each kernel bundle: its selected_prim_ops.h says which of the operators the
// firmware's programs use (INCLUDE_... macros, named as upstream's). Without it, all are
// registered.
#include <executorch/runtime/kernel/operator_registry.h>

#include "number_prim_ops.h"
#include "prim_ops.h"

#ifdef EXECUTORCH_SELECTED_PRIM_OPS_HEADER
#include <selected_prim_ops.h>
#define EE_ALL_PRIM_OPS 0
#elif defined(EXECUTORCH_ENABLE_PRIM_OPS_SELECTIVE_BUILD)
#define EE_ALL_PRIM_OPS 0
#else
#define EE_ALL_PRIM_OPS 1
#endif

namespace executorch {
namespace runtime {
namespace prim_ops {
namespace {

// Wraps around as two's complement: int addition of a damaged program must not be undefined.
#define EE_ARITHMETIC(op)                                                    \
  [](KernelRuntimeContext& context, Span<EValue*> stack) {                   \
    arithmetic(                                                              \
        context, stack, [](uint64_t a, uint64_t b) { return wrap(a op b); }, \
        [](double a, double b) { return a op b; });                          \
  }
#define EE_COMPARISON(op)                                              \
  [](KernelRuntimeContext& context, Span<EValue*> stack) {             \
    comparison(context, stack, [](auto a, auto b) { return a op b; }); \
  }
#define EE_INTS(function) \
  [](KernelRuntimeContext& context, Span<EValue*> stack) { ints(context, stack, function); }
#define EE_ROUNDING(function)                                       \
  [](KernelRuntimeContext& context, Span<EValue*> stack) {          \
    rounding(context, stack, [](double a) { return function(a); }); \
  }

constexpr Kernel kKernels[] = {
#if EE_ALL_PRIM_OPS || defined(INCLUDE_ATEN_LOCAL_SCALAR_DENSE)
    Kernel("aten::_local_scalar_dense", local_scalar_dense),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_ATEN_SYM_NUMEL)
    Kernel("aten::sym_numel", sym_numel),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_ATEN_SYM_SIZE_INT)
    Kernel("aten::sym_size.int", sym_size),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_ADD_SCALAR)
    Kernel("executorch_prim::add.Scalar", EE_ARITHMETIC(+)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_CEIL_SCALAR)
    Kernel("executorch_prim::ceil.Scalar", EE_ROUNDING(std::ceil)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_EQ_SCALAR)
    Kernel("executorch_prim::eq.Scalar", EE_COMPARISON(==)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_ET_COPY_INDEX_TENSOR)
    Kernel("executorch_prim::et_copy_index.tensor", et_copy_index),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_ET_VIEW_DEFAULT)
    Kernel("executorch_prim::et_view.default", et_view),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_FLOORDIV_SCALAR)
    Kernel("executorch_prim::floordiv.Scalar", floor_divide),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_FLOORDIV_INT)
    Kernel("executorch_prim::floordiv.int", EE_INTS(quotient_int)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_GE_SCALAR)
    Kernel("executorch_prim::ge.Scalar", EE_COMPARISON(>=)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_GT_SCALAR)
    Kernel("executorch_prim::gt.Scalar", EE_COMPARISON(>)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_LE_SCALAR)
    Kernel("executorch_prim::le.Scalar", EE_COMPARISON(<=)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_LT_SCALAR)
    Kernel("executorch_prim::lt.Scalar", EE_COMPARISON(<)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_MOD_SCALAR)
    Kernel("executorch_prim::mod.Scalar", EE_INTS(remainder_int)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_MOD_INT)
    Kernel("executorch_prim::mod.int", EE_INTS(remainder_int)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_MUL_SCALAR)
    Kernel("executorch_prim::mul.Scalar", EE_ARITHMETIC(*)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_NEG_SCALAR)
    Kernel("executorch_prim::neg.Scalar", negate),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_ROUND_SCALAR)
    Kernel("executorch_prim::round.Scalar", EE_ROUNDING(std::rint)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_SUB_SCALAR)
    Kernel("executorch_prim::sub.Scalar", EE_ARITHMETIC(-)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_SYM_FLOAT_SCALAR)
    Kernel("executorch_prim::sym_float.Scalar", sym_float),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_SYM_INT_SCALAR)
    Kernel("executorch_prim::sym_int.Scalar", sym_int),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_SYM_ITE_SCALAR)
    Kernel("executorch_prim::sym_ite.Scalar", sym_ite),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_SYM_MAX_SCALAR)
    Kernel("executorch_prim::sym_max.Scalar", EE_INTS(max_int)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_SYM_MIN_SCALAR)
    Kernel("executorch_prim::sym_min.Scalar", EE_INTS(min_int)),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_SYM_NOT_SCALAR)
    Kernel("executorch_prim::sym_not.Scalar", sym_not),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_TRUEDIV_SCALAR)
    Kernel("executorch_prim::truediv.Scalar", true_divide),
#endif
#if EE_ALL_PRIM_OPS || defined(INCLUDE_EXECUTORCH_PRIM_TRUNC_SCALAR)
    Kernel("executorch_prim::trunc.Scalar", EE_ROUNDING(std::trunc)),
#endif
    Kernel(),  // ends the list, which may be empty otherwise
};

[[maybe_unused]] const Error kRegistered =
    register_kernels({kKernels, sizeof(kKernels) / sizeof(kKernels[0]) - 1});

}  // namespace
}  // namespace prim_ops
}  // namespace runtime
}  // namespace executorch

// For the linker's -u, which keeps this file's registration in the image.
extern "C" void et_register_prim_ops_kernels() {}

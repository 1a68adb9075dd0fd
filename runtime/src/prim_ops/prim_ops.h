// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// The operators that the exporter emits around the model's own: views, and arithmetic on sizes and
// other numbers. Kernels with the boxed signature; none aborts on a wrong argument.
#pragma once

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace executorch {
namespace runtime {
namespace prim_ops {

// False, and the call failed, unless there are `expected` arguments.
bool has_args(KernelRuntimeContext& context, Span<EValue*> stack, size_t expected);
// Fails the call: the arguments' kinds do not fit the operator.
void fail_type(KernelRuntimeContext& context, const EValue& first);

// (Tensor self, int[] size, Tensor out): out becomes another shape of self's data.
void et_view(KernelRuntimeContext& context, Span<EValue*> stack);
// (Tensor copy_to, Tensor copy_from, int index): copy_to[index] = copy_from; copy_to gets
// index + 1 rows.
void et_copy_index(KernelRuntimeContext& context, Span<EValue*> stack);

void sym_size(KernelRuntimeContext& context, Span<EValue*> stack);
void sym_numel(KernelRuntimeContext& context, Span<EValue*> stack);
void local_scalar_dense(KernelRuntimeContext& context, Span<EValue*> stack);

}  // namespace prim_ops
}  // namespace runtime
}  // namespace executorch

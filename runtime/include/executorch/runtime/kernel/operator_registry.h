// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/compiler.h>
#include <executorch/runtime/platform/platform.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#define ET_LOG_KERNEL_KEY(k) \
  ET_LOG(Info, "key: %s, is_fallback: %s", (k).data(), (k).is_fallback() ? "true" : "false");

namespace executorch {
namespace runtime {

class KernelRuntimeContext;

// The stack: every argument of the schema, then the out arguments again as return values.
using OpFunction = void (*)(KernelRuntimeContext&, Span<EValue*>);

// Dtype and dim order of one tensor argument.
struct TensorMeta {
  executorch::aten::ScalarType dtype_;
  Span<executorch::aten::DimOrderType> dim_order_;

  TensorMeta() = default;
  TensorMeta(executorch::aten::ScalarType dtype, Span<executorch::aten::DimOrderType> order)
      : dtype_(dtype), dim_order_(order) {}

  bool equals(const TensorMeta& other) const;
  bool operator==(const TensorMeta& other) const { return equals(other); }
  bool operator!=(const TensorMeta& other) const { return !equals(other); }
};

// Which tensors a kernel is for: all (the fallback), or exactly those of a key string
// "v1/<dtype>;<dim,dim,..>|<dtype>;.." with one entry per tensor argument. The string must live as
// long as the registry.
struct KernelKey {
 public:
  constexpr KernelKey() = default;
  /* implicit */ constexpr KernelKey(const char* kernel_key_data)
      : kernel_key_data_(kernel_key_data) {}

  bool equals(const KernelKey& other) const {
    if (is_fallback() || other.is_fallback()) {
      return is_fallback() == other.is_fallback();
    }
    return strcmp(kernel_key_data_, other.kernel_key_data_) == 0;
  }
  bool operator==(const KernelKey& other) const { return equals(other); }
  bool operator!=(const KernelKey& other) const { return !equals(other); }
  bool is_fallback() const { return kernel_key_data_ == nullptr; }
  const char* data() const { return kernel_key_data_; }

 private:
  const char* kernel_key_data_ = nullptr;
};

// One kernel of an operator. The name must live as long as the registry.
struct Kernel {
  const char* name_;
  KernelKey kernel_key_;
  OpFunction op_;

  constexpr Kernel() : name_(nullptr), op_(nullptr) {}
  constexpr explicit Kernel(const char* name, OpFunction func) : name_(name), op_(func) {}
  constexpr explicit Kernel(const char* name, KernelKey key, OpFunction func)
      : name_(name), kernel_key_(key), op_(func) {}
};

namespace internal {

// Enough for 16 tensors of 16 dimensions, and the NUL.
constexpr size_t kKernelKeyBufSize = 659;

// The key string of these tensors ("" for none). InvalidArgument if the buffer is too small or a
// number is not in [0, 99].
Error make_kernel_key_string(Span<const TensorMeta> key, char* buf, size_t buf_size);

}  // namespace internal

// The kernel whose key matches the tensors, else the operator's fallback; OperatorMissing (and a
// log line with the name) if there is neither.
Result<OpFunction> get_op_function_from_registry(const char* name,
                                                 Span<const TensorMeta> meta_list = {});
Result<OpFunction> get_op_function_from_registry(const char* name, Span<const TensorMeta> meta_list,
                                                 Span<const Kernel> kernel_list);
// The same question without the log line.
bool registry_has_op_function(const char* name, Span<const TensorMeta> meta_list = {});

Span<const Kernel> get_registered_kernels();

// Error::Ok always: static initializers call it, where nobody looks at a result. Aborts, with a
// message that names the operator, if a name with the same key is there already or the table is
// full (MAX_KERNEL_NUM, see src/kernel/operator_registry.cpp). A kernel with a key needs a table
// with more places than the kernel bundle has kernels, and aborts without; load_method() refuses
// it.
ET_NODISCARD Error register_kernels(const Span<const Kernel> kernels);
ET_NODISCARD inline Error register_kernel(const Kernel& kernel) {
  return register_kernels({&kernel, 1});
}

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::Kernel;
using ::executorch::runtime::KernelKey;
using ::executorch::runtime::KernelRuntimeContext;
using ::executorch::runtime::OpFunction;
using ::executorch::runtime::TensorMeta;

inline ::executorch::runtime::Error register_kernels(ArrayRef<Kernel> kernels) {
  return ::executorch::runtime::register_kernels({kernels.data(), kernels.size()});
}
// Aborts if the operator is missing.
inline OpFunction getOpsFn(const char* name, ArrayRef<TensorMeta> meta_list = {}) {
  return *::executorch::runtime::get_op_function_from_registry(
      name, {meta_list.data(), meta_list.size()});
}
inline bool hasOpsFn(const char* name, ArrayRef<TensorMeta> meta_list = {}) {
  return ::executorch::runtime::registry_has_op_function(name,
                                                         {meta_list.data(), meta_list.size()});
}
inline ArrayRef<Kernel> get_kernels() {
  const ::executorch::runtime::Span<const Kernel> kernels =
      ::executorch::runtime::get_registered_kernels();
  return ArrayRef<Kernel>(kernels.data(), kernels.size());
}
}  // namespace executor
}  // namespace torch

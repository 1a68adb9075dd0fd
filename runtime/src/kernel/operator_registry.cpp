// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Compiled with the kernels of an application, because its table has as many places as they need:
// MAX_KERNEL_NUM if defined; else EXECUTORCH_SELECTED_MAX_KERNEL_NUM of the bundle's header, with
// -DEXECUTORCH_SELECTED_MAX_KERNEL_NUM_HEADER and the bundle on the include path; else 256.
#include <executorch/runtime/kernel/operator_registry.h>

#ifdef EXECUTORCH_SELECTED_MAX_KERNEL_NUM_HEADER
#include <selected_max_kernel_num.h>
#endif

namespace executorch::runtime {

namespace {

#if defined(MAX_KERNEL_NUM)
constexpr size_t kMaxKernels = MAX_KERNEL_NUM;
#elif defined(EXECUTORCH_SELECTED_MAX_KERNEL_NUM)
constexpr size_t kMaxKernels = EXECUTORCH_SELECTED_MAX_KERNEL_NUM;
#else
constexpr size_t kMaxKernels = 256;
#endif

// Raw memory: a global array of Kernel would be constructed at start-up, after the first
// registrations of other files.
alignas(Kernel) unsigned char table_memory[(kMaxKernels > 0 ? kMaxKernels : 1) * sizeof(Kernel)];
size_t num_kernels;

Kernel* table() { return reinterpret_cast<Kernel*>(table_memory); }

const Kernel* find_same(const Kernel& kernel, const Kernel* first, const Kernel* last) {
  for (; first != last; ++first) {
    if (strcmp(first->name_, kernel.name_) == 0 && first->kernel_key_ == kernel.kernel_key_) {
      return first;
    }
  }
  return nullptr;
}

// Feeds the characters of the tensors' key to `put` until it says false. InvalidArgument then, or
// when a number has no two digits.
template <typename Put>
Error spell_key(Span<const TensorMeta> key, Put put) {
  const auto put_number = [&put](unsigned number) {
    return number < 100 && (number < 10 || put(static_cast<char>('0' + number / 10))) &&
           put(static_cast<char>('0' + number % 10));
  };
  bool ok = put('v') && put('1');
  for (size_t i = 0; ok && i < key.size(); ++i) {
    ok = put(i == 0 ? '/' : '|') && put_number(static_cast<uint8_t>(key[i].dtype_)) && put(';');
    for (size_t j = 0; ok && j < key[i].dim_order_.size(); ++j) {
      ok = (j == 0 || put(',')) && put_number(key[i].dim_order_[j]);
    }
  }
  return ok ? Error::Ok : Error::InvalidArgument;
}

bool matches(const KernelKey& kernel_key, Span<const TensorMeta> metas) {
  const char* rest = kernel_key.data();
  if (rest == nullptr) {
    return false;
  }
  if (metas.empty()) {
    return *rest == '\0';
  }
  const Error error = spell_key(metas, [&rest](char c) { return *rest == c && *rest++ != '\0'; });
  return error == Error::Ok && *rest == '\0';
}

OpFunction find(const char* name, Span<const TensorMeta> metas, Span<const Kernel> kernels) {
  OpFunction fallback = nullptr;
  for (const Kernel& kernel : kernels) {
    if (strcmp(kernel.name_, name) != 0) {
      continue;
    }
    if (kernel.kernel_key_.is_fallback()) {
      fallback = kernel.op_;
    } else if (matches(kernel.kernel_key_, metas)) {
      return kernel.op_;
    }
  }
  return fallback;
}

}  // namespace

namespace internal {

Error make_kernel_key_string(Span<const TensorMeta> key, char* buf, size_t buf_size) {
  if (buf_size == 0) {
    return key.empty() ? Error::Ok : Error::InvalidArgument;
  }
  char* out = buf;
  Error error = Error::Ok;
  if (!key.empty()) {
    error = spell_key(key, [&out, last = buf + buf_size - 1](char c) {
      if (out == last) {
        return false;
      }
      *out++ = c;
      return true;
    });
  }
  *out = '\0';
  return error;
}

}  // namespace internal

bool TensorMeta::equals(const TensorMeta& other) const {
  if (dtype_ != other.dtype_ || dim_order_.size() != other.dim_order_.size()) {
    return false;
  }
  for (size_t i = 0; i < dim_order_.size(); ++i) {
    if (dim_order_[i] != other.dim_order_[i]) {
      return false;
    }
  }
  return true;
}

Error register_kernels(const Span<const Kernel> kernels) {
  if (kernels.size() > kMaxKernels - num_kernels) {
    ET_LOG(Error,
           "no place for kernel '%s': %" ET_PRIsize_t " of %" ET_PRIsize_t
           " are taken and %" ET_PRIsize_t " more were to come; raise MAX_KERNEL_NUM",
           kernels[kMaxKernels - num_kernels].name_, num_kernels, kMaxKernels, kernels.size());
    return Error::RegistrationExceedingMaxKernels;
  }
  for (size_t i = 0; i < kernels.size(); ++i) {
    const Kernel& kernel = kernels[i];
    if (find_same(kernel, table(), table() + num_kernels) != nullptr ||
        find_same(kernel, kernels.begin(), kernels.begin() + i) != nullptr) {
      ET_LOG(Error,
             "kernel '%s' (key %s) is registered twice; the table has %" ET_PRIsize_t
             " of %" ET_PRIsize_t " kernels",
             kernel.name_, kernel.kernel_key_.is_fallback() ? "any" : kernel.kernel_key_.data(),
             num_kernels, kMaxKernels);
      return Error::RegistrationAlreadyRegistered;
    }
  }
  for (const Kernel& kernel : kernels) {
    table()[num_kernels++] = kernel;
  }
  return Error::Ok;
}

Span<const Kernel> get_registered_kernels() { return {table(), num_kernels}; }

bool registry_has_op_function(const char* name, Span<const TensorMeta> meta_list) {
  return find(name, meta_list, get_registered_kernels()) != nullptr;
}

Result<OpFunction> get_op_function_from_registry(const char* name, Span<const TensorMeta> meta_list,
                                                 Span<const Kernel> kernel_list) {
  const OpFunction function = find(name, meta_list, kernel_list);
  ET_CHECK_OR_RETURN_ERROR(function != nullptr, OperatorMissing, "kernel '%s' not found.", name);
  return function;
}

Result<OpFunction> get_op_function_from_registry(const char* name,
                                                 Span<const TensorMeta> meta_list) {
  return get_op_function_from_registry(name, meta_list, get_registered_kernels());
}

}  // namespace executorch::runtime

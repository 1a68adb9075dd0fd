// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Compiled with the kernels of an application, because its table has as many places as they need:
// MAX_KERNEL_NUM if defined; else EXECUTORCH_SELECTED_MAX_KERNEL_NUM of the bundle's header, with
// -DEXECUTORCH_SELECTED_MAX_KERNEL_NUM_HEADER and the bundle on the include path; else 256.
#include <executorch/runtime/kernel/operator_registry.h>

#include "find_kernel.h"

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

// The kernels of a bundle have no keys. Those of an application may, and it has to make places for
// them beside the bundle's.
#ifdef EXECUTORCH_SELECTED_MAX_KERNEL_NUM
constexpr bool kKernelKeys = kMaxKernels > EXECUTORCH_SELECTED_MAX_KERNEL_NUM;
#else
constexpr bool kKernelKeys = true;
#endif

// What a kernel key can hold. Calls with more tensors get the kernel for all dtypes.
constexpr size_t kMaxKeyTensors = 16;

// Raw memory: a global array of Kernel would be constructed at start-up, after the first
// registrations of other files.
alignas(Kernel) unsigned char table_memory[(kMaxKernels > 0 ? kMaxKernels : 1) * sizeof(Kernel)];
size_t num_kernels;

Kernel* table() { return reinterpret_cast<Kernel*>(table_memory); }

// False, with a message, for a kernel with a key in a firmware without.
bool is_supported(const Kernel& kernel) {
  if (kKernelKeys || kernel.kernel_key_.is_fallback()) {
    return true;
  }
  ET_LOG(Error,
         "kernel '%s' has a key, '%s', which this firmware has left out: raise MAX_KERNEL_NUM by "
         "the number of the application's kernels",
         kernel.name_, kernel.kernel_key_.data());
  return false;
}

bool is_registered(const Kernel& kernel) {
  for (const Kernel& other : get_registered_kernels()) {
    if (strcmp(other.name_, kernel.name_) == 0 &&
        (!kKernelKeys || other.kernel_key_ == kernel.kernel_key_)) {
      return true;
    }
  }
  return false;
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
    if (!kKernelKeys) {
      return is_supported(kernel) ? kernel.op_ : nullptr;
    }
    if (kernel.kernel_key_.is_fallback()) {
      fallback = kernel.op_;
    } else if (matches(kernel.kernel_key_, metas)) {
      return kernel.op_;
    }
  }
  return fallback;
}

// What a key says of the tensors among the values at `args`; nothing of more than a key can hold.
size_t describe_tensors(const EValue* values, Span<const int32_t> args, TensorMeta* out) {
  size_t n = 0;
  for (const int32_t arg : args) {
    if (!values[arg].isTensor()) {
      continue;
    }
    if (n == kMaxKeyTensors) {
      return 0;
    }
    const executorch::aten::Tensor& tensor = values[arg].payload.as_tensor;
    const auto order = tensor.dim_order();
    out[n++] = {tensor.scalar_type(),
                {const_cast<executorch::aten::DimOrderType*>(order.data()), order.size()}};
  }
  return n;
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

OpFunction find_kernel(const char* name, const EValue* values, Span<const int32_t> args,
                       Span<const Kernel> own) {
  TensorMeta metas[kMaxKeyTensors];
  const Span<const TensorMeta> key(metas, kKernelKeys ? describe_tensors(values, args, metas) : 0);
  for (const Kernel& kernel : own) {
    if (!is_supported(kernel)) {
      return nullptr;
    }
  }
  const OpFunction found = find(name, key, own);
  return found != nullptr ? found : find(name, key, get_registered_kernels());
}

#if ET_LOG_ENABLED
void log_missing_kernel(const char* name, Span<const Kernel> own) {
  // Without keys a name is all that can be missing.
  const auto has_name = [name](Span<const Kernel> kernels) {
    for (const Kernel& kernel : kernels) {
      if (strcmp(kernel.name_, name) == 0) {
        return true;
      }
    }
    return false;
  };
  if (kKernelKeys && (has_name(own) || has_name(get_registered_kernels()))) {
    ET_LOG(Error, "No kernel of '%s' is for the dtypes and dim orders of this call", name);
    return;
  }
  ET_LOG(Error,
         "No kernel for '%s' is registered: make the kernel bundle of all models, or link the "
         "kernel library that has it",
         name);
}
#endif

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
  for (const Kernel& kernel : kernels) {
    ET_CHECK_MSG(num_kernels < kMaxKernels,
                 "no place for kernel '%s'. The total number of kernels to be registered is larger "
                 "than the limit %" ET_PRIsize_t ": raise MAX_KERNEL_NUM",
                 kernel.name_, kMaxKernels);
    ET_CHECK_MSG(
        !is_registered(kernel),
        "kernel '%s' (key %s): registration failed with error %u, it is registered already",
        kernel.name_, kernel.kernel_key_.is_fallback() ? "any" : kernel.kernel_key_.data(),
        static_cast<unsigned>(Error::RegistrationAlreadyRegistered));
    ET_CHECK_MSG(is_supported(kernel), "kernel '%s' is not registered", kernel.name_);
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

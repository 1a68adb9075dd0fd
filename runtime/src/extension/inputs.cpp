// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/runner_util/inputs.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/platform/log.h>

#include <cstring>

namespace executorch {
namespace extension {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Result;
using executorch::runtime::Span;
using executorch::runtime::Tag;

namespace {

using Buffer = std::pair<char*, size_t>;

template <typename T>
void fill_ones(void* data, size_t nbytes) {
  T* elements = static_cast<T*>(data);
  for (size_t i = 0; i < nbytes / sizeof(T); ++i) {
    elements[i] = static_cast<T>(1);
  }
}

Error fill_ones(ScalarType type, void* data, size_t nbytes) {
  switch (type) {
#define EE_FILL(ctype, name)        \
  case ScalarType::name:            \
    fill_ones<ctype>(data, nbytes); \
    return Error::Ok;
    ET_FORALL_REALHBBF16_TYPES(EE_FILL)
#undef EE_FILL
    default:
      ET_LOG(Error, "Inputs of dtype %d cannot be filled with ones", static_cast<int>(type));
      return Error::InvalidArgument;
  }
}

// A tensor over `data` as the method declares it.
Error set_tensor(Method& method, const TensorInfo& info, size_t index, void* data) {
  const size_t rank = info.sizes().size();
  executorch::aten::StridesType strides[executorch::runtime::kTensorDimensionLimit];
  ET_CHECK_OR_RETURN_ERROR(rank <= executorch::runtime::kTensorDimensionLimit, InvalidProgram,
                           "Input %zu has %zu dimensions", index, rank);
  const Error error = executorch::runtime::dim_order_to_stride(
      info.sizes().data(), info.dim_order().data(), rank, strides);
  if (error != Error::Ok) {
    return error;
  }
  // set_input() copies the sizes, or refuses them; it does not keep these pointers.
  TensorImpl impl(info.scalar_type(), static_cast<ssize_t>(rank),
                  const_cast<TensorImpl::SizesType*>(info.sizes().data()), data,
                  const_cast<TensorImpl::DimOrderType*>(info.dim_order().data()), strides);
  return method.set_input(EValue(Tensor(&impl)), index);
}

template <typename T>
Error set_number(Method& method, size_t index, const Buffer& buffer) {
  T value;
  ET_CHECK_OR_RETURN_ERROR(buffer.second == sizeof(T), InvalidArgument,
                           "Input %zu takes %zu bytes, not %zu", index, sizeof(T), buffer.second);
  std::memcpy(&value, buffer.first, sizeof(T));
  return method.set_input(EValue(value), index);
}

// Inputs that are no tensors keep what the program has for them, unless a buffer is given.
Error prepare_value(Method& method, size_t index, Tag tag, const Buffer* buffer) {
  if (tag == Tag::None) {
    return method.set_input(EValue(), index);
  }
  if (buffer == nullptr) {
    return Error::Ok;
  }
  switch (tag) {
    case Tag::Int:
      return set_number<int64_t>(method, index, *buffer);
    case Tag::Double:
      return set_number<double>(method, index, *buffer);
    case Tag::Bool:
      return set_number<bool>(method, index, *buffer);
    default:
      ET_LOG(Error, "Input %zu (tag %d) cannot be set from bytes", index, static_cast<int>(tag));
      return Error::InvalidArgument;
  }
}

// With the tensor's memory in *data, also on failure.
Error prepare_tensor(Method& method, const TensorInfo& info, size_t index, const Buffer* buffer,
                     void** data) {
  const size_t nbytes = info.nbytes();
  ET_CHECK_OR_RETURN_ERROR(buffer == nullptr || buffer->second == nbytes, InvalidArgument,
                           "Input %zu takes %zu bytes, not %zu", index, nbytes, buffer->second);
  *data = std::malloc(nbytes == 0 ? 1 : nbytes);
  ET_CHECK_OR_RETURN_ERROR(*data != nullptr, MemoryAllocationFailed,
                           "No memory for the %zu bytes of input %zu", nbytes, index);
  if (buffer == nullptr) {
    const Error error = fill_ones(info.scalar_type(), *data, nbytes);
    if (error != Error::Ok) {
      return error;
    }
  } else {
    std::memcpy(*data, buffer->first, nbytes);
  }
  return set_tensor(method, info, index, *data);
}

}  // namespace

Result<BufferCleanup> prepare_input_tensors(Method& method, PrepareInputTensorsOptions options,
                                            const std::vector<Buffer>& input_buffers) {
  const auto meta = method.method_meta();
  const size_t count = meta.num_inputs();
  ET_CHECK_OR_RETURN_ERROR(input_buffers.empty() || input_buffers.size() == count, InvalidArgument,
                           "%zu buffers for %zu inputs", input_buffers.size(), count);
  ET_CHECK_OR_RETURN_ERROR(count <= options.max_inputs, InvalidProgram,
                           "%zu inputs are more than the %zu allowed", count, options.max_inputs);
  void** memory = static_cast<void**>(std::calloc(count == 0 ? 1 : count, sizeof(void*)));
  ET_CHECK_OR_RETURN_ERROR(memory != nullptr, MemoryAllocationFailed,
                           "No memory for a list of %zu inputs", count);
  // free() takes the null pointers of inputs that are no tensors.
  BufferCleanup cleanup({memory, count});
  size_t total = 0;
  for (size_t i = 0; i < count; ++i) {
    const Buffer* buffer = input_buffers.empty() ? nullptr : &input_buffers[i];
    const Result<Tag> tag = meta.input_tag(i);
    if (!tag.ok()) {
      return tag.error();
    }
    Error error = Error::Ok;
    if (*tag != Tag::Tensor) {
      error = prepare_value(method, i, *tag, buffer);
    } else {
      const Result<TensorInfo> info = meta.input_tensor_meta(i);
      if (!info.ok()) {
        return info.error();
      }
      ET_CHECK_OR_RETURN_ERROR(info->nbytes() <= options.max_total_allocation_size - total,
                               InvalidProgram,
                               "Input %zu of %zu bytes exceeds the %zu allowed for all", i,
                               info->nbytes(), options.max_total_allocation_size);
      total += info->nbytes();
      error = prepare_tensor(method, *info, i, buffer, &memory[i]);
    }
    if (error != Error::Ok) {
      ET_LOG(Error, "Input %zu cannot be prepared", i);
      return error;
    }
  }
  return cleanup;
}

}  // namespace extension
}  // namespace executorch

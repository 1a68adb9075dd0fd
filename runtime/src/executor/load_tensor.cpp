// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>

#include <cstring>

#include "method_loader.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using fb::Table;
using fb::Vector;

namespace {

// Strides of every static tensor of rank 0 or 1.
const int32_t kUnitStride = 1;

// Fills `strides` if the sizes and the dim order are sound: no size negative, every stride within
// int32_t. `nbytes` is what the elements take.
bool compute_strides(const int32_t* sizes, const uint8_t* dim_order, uint32_t rank,
                     size_t element_size, int32_t* strides, size_t* nbytes) {
  uint32_t seen = 0;
  int32_t extent = 1;  // as if empty dimensions had size 1, so that strides stay distinct
  bool empty = false;
  for (uint32_t i = rank; i-- > 0;) {
    const uint32_t d = dim_order[i];
    if (d >= rank || (seen >> d & 1) != 0 || sizes[d] < 0) {
      return false;
    }
    seen |= 1u << d;
    strides[d] = extent;
    empty = empty || sizes[d] == 0;
    if (sizes[d] > 1 && __builtin_mul_overflow(extent, sizes[d], &extent)) {
      return false;
    }
  }
  ptrdiff_t bytes;
  if (__builtin_mul_overflow(empty ? 0 : extent, element_size, &bytes)) {
    return false;
  }
  *nbytes = static_cast<size_t>(bytes);
  return true;
}

}  // namespace

int32_t* MethodLoader::shared_strides(uint32_t index, const int32_t* sizes,
                                      const uint8_t* dim_order, uint32_t rank) const {
  for (uint32_t i = 0; i < index; ++i) {
    if (!method_.values_[i].isTensor()) {
      continue;
    }
    const Tensor& other = method_.values_[i].payload.as_tensor;
    if (other.dim() == static_cast<ssize_t>(rank) &&
        other.unsafeGetTensorImpl()->shape_dynamism() == TensorShapeDynamism::STATIC &&
        std::memcmp(other.sizes().data(), sizes, rank * sizeof(int32_t)) == 0 &&
        std::memcmp(other.dim_order().data(), dim_order, rank) == 0) {
      return const_cast<int32_t*>(other.strides().data());
    }
  }
  return nullptr;
}

Error MethodLoader::load_tensor(uint32_t index, Table tensor) {
  [[maybe_unused]] const unsigned number = index;  // for messages
  const auto type = static_cast<ScalarType>(tensor.i8(fb::tensor::kScalarType));
  ET_CHECK_OR_RETURN_ERROR(isValid(type), InvalidProgram, "Tensor %u has unknown dtype %d", number,
                           static_cast<int>(type));
  const uint8_t dynamism = tensor.u8(fb::tensor::kDynamism);
  ET_CHECK_OR_RETURN_ERROR(dynamism <= 1 && tensor.i32(fb::tensor::kStorageOffset) == 0,
                           NotSupported,
                           "Tensor %u has an unbounded shape (dynamism %u) or a storage offset",
                           number, static_cast<unsigned>(dynamism));
  const bool is_static = dynamism == 0;
  const Vector size_list = tensor.vector(fb::tensor::kSizes);
  const Vector order_list = tensor.vector(fb::tensor::kDimOrder);
  const uint32_t rank = size_list.size();
  ET_CHECK_OR_RETURN_ERROR(
      size_list && order_list && rank == order_list.size() && rank <= kTensorDimensionLimit,
      InvalidProgram, "Tensor %u has %u sizes and %u dimensions in its order; the limit is %u",
      number, static_cast<unsigned>(rank), static_cast<unsigned>(order_list.size()),
      static_cast<unsigned>(kTensorDimensionLimit));

  // A static tensor is never resized, so nothing writes through these.
  auto* sizes = const_cast<int32_t*>(size_list.data<int32_t>());
  auto* dim_order = const_cast<uint8_t*>(order_list.bytes());
  int32_t computed[kTensorDimensionLimit];
  size_t nbytes;
  ET_CHECK_OR_RETURN_ERROR(
      compute_strides(sizes, dim_order, rank, elementSize(type), computed, &nbytes), InvalidProgram,
      "The sizes or the dim order of tensor %u are invalid, or it is too large", number);

  int32_t* strides = nullptr;
  if (is_static) {
    strides = rank < 2 ? const_cast<int32_t*>(&kUnitStride)
                       : shared_strides(index, sizes, dim_order, rank);
  }
  const size_t n_arrays = (is_static ? 0 : 1) + (strides == nullptr ? 1 : 0);
  static_assert(sizeof(TensorImpl) % alignof(int32_t) == 0, "the arrays follow it directly");
  void* memory = take(tensor_bytes(n_arrays, rank), alignof(TensorImpl), "tensors");
  if (memory == nullptr) {
    return Error::MemoryAllocationFailed;
  }
  auto* arrays = reinterpret_cast<int32_t*>(static_cast<TensorImpl*>(memory) + 1);
  if (!is_static) {
    std::memcpy(arrays, sizes, rank * sizeof(int32_t));
    sizes = arrays;
    arrays += rank;
  }
  if (strides == nullptr) {
    strides = arrays;
    std::memcpy(strides, computed, rank * sizeof(int32_t));
  }
  void* data = nullptr;
  ET_CHECK_OK_OR_RETURN_ERROR(tensor_data(index, tensor, nbytes, &data));
  if (data == nullptr && nbytes != 0 && !is_in_list(fb::plan::kInputs, index)) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_calls());
  }
  auto* impl = new (memory)
      TensorImpl(type, static_cast<ssize_t>(rank), sizes, data, dim_order, strides,
                 is_static ? TensorShapeDynamism::STATIC : TensorShapeDynamism::DYNAMIC_BOUND);
  method_.values_[index] = EValue(Tensor(impl));
  return Error::Ok;
}

// The combinations of the schema: planned or not, with data in the program, outside of it or none.
Error MethodLoader::tensor_data(uint32_t index, Table tensor, size_t nbytes, void** data) {
  [[maybe_unused]] const unsigned number = index;
  const Table allocation = tensor.table(fb::tensor::kAllocation);
  const Table extra = tensor.table(fb::tensor::kExtra);
  const uint32_t buffer = tensor.u32(fb::tensor::kDataBuffer);
  const uint8_t location = extra ? extra.u8(fb::extra::kLocation) : 0;
  ET_CHECK_OR_RETURN_ERROR(location <= 1 && (!extra || extra.u8(fb::extra::kDeviceType) == 0),
                           NotSupported, "Tensor %u is on another device or in an unknown location",
                           number);
  const bool external = location != 0;
  if (allocation) {
    const uint64_t offset = allocation.u32(fb::allocation::kOffsetLow) |
                            static_cast<uint64_t>(allocation.u32(fb::allocation::kOffsetHigh))
                                << 32;
    ET_CHECK_OR_RETURN_ERROR(memory_.planned_memory() != nullptr && offset <= SIZE_MAX,
                             InvalidArgument, "Tensor %u needs planned memory, at offset %llu",
                             number, static_cast<unsigned long long>(offset));
    Result<void*> planned = memory_.planned_memory()->get_offset_address(
        allocation.u32(fb::allocation::kMemoryId) - 1, static_cast<size_t>(offset), nbytes);
    if (!planned.ok()) {
      ET_LOG(Error, "Tensor %u needs %zu bytes at offset %llu of planned buffer %u", number, nbytes,
             static_cast<unsigned long long>(offset),
             static_cast<unsigned>(allocation.u32(fb::allocation::kMemoryId) - 1));
      return planned.error();
    }
    *data = *planned;
  }
  if (external || (allocation && buffer != 0)) {
    ET_CHECK_OK_OR_RETURN_ERROR(load_stored(external, index, tensor, nbytes, data));
  } else if (buffer != 0) {
    ET_CHECK_OK_OR_RETURN_ERROR(load_constant(buffer, nbytes, data));
  }
  // Wider elements are read word by word on a 32-bit chip.
  const size_t width = elementSize(static_cast<ScalarType>(tensor.i8(fb::tensor::kScalarType)));
  const size_t alignment = width < sizeof(void*) ? width : sizeof(void*);
  ET_CHECK_OR_RETURN_ERROR(reinterpret_cast<uintptr_t>(*data) % alignment == 0, InvalidProgram,
                           "The data of tensor %u at %p is not aligned to %zu bytes", number, *data,
                           alignment);
  return Error::Ok;
}

Error MethodLoader::load_constant_part(uint32_t buffer, size_t nbytes, void** data) {
  Result<const void*> constant = program_.get_constant_buffer_data(buffer, nbytes);
  if (!constant.ok()) {
    return constant.error();
  }
  *data = const_cast<void*>(*constant);
  return Error::Ok;
}

Error MethodLoader::load_initial_state_part(Table tensor, size_t nbytes, void* data) {
  const Table extra = tensor.table(fb::tensor::kExtra);
  return program_.load_mutable_subsegment_into(extra ? extra.size(fb::extra::kMutableSegment) : 0,
                                               tensor.u32(fb::tensor::kDataBuffer), nbytes, data);
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch

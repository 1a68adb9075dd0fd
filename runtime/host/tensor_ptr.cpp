// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/tensor/tensor_ptr.h>
#include <executorch/runtime/core/device_allocator.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "scalar_visit.h"

namespace executorch {
namespace extension {

using executorch::aten::Device;
using executorch::aten::DeviceType;
using executorch::aten::DimOrderType;
using executorch::aten::ScalarType;
using executorch::aten::SizesType;
using executorch::aten::StridesType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::aten::TensorShapeDynamism;
using executorch::runtime::DeviceAllocator;
using executorch::runtime::Error;
using executorch::runtime::Result;

namespace {

// What a Tensor points at, in one piece with it.
struct Owner {
  Owner(std::vector<SizesType> sizes_in, std::vector<DimOrderType> dim_order_in,
        std::vector<StridesType> strides_in, void* data, ScalarType type, Device device,
        TensorShapeDynamism dynamism, std::function<void(void*)> deleter_in)
      : sizes(std::move(sizes_in)),
        dim_order(std::move(dim_order_in)),
        strides(std::move(strides_in)),
        deleter(std::move(deleter_in)),
        impl(type, static_cast<ssize_t>(sizes.size()), sizes.data(), data, dim_order.data(),
             strides.data(), sizes.empty() ? TensorShapeDynamism::STATIC : dynamism, device.type(),
             device.index()),
        tensor(&impl) {}
  ~Owner() {
    if (deleter) {
      deleter(impl.mutable_data());
    }
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  std::vector<SizesType> sizes;
  std::vector<DimOrderType> dim_order;
  std::vector<StridesType> strides;
  std::function<void(void*)> deleter;
  TensorImpl impl;
  Tensor tensor;
};

size_t count_elements(const std::vector<SizesType>& sizes) {
  const Result<ssize_t> count =
      executorch::aten::safe_numel(sizes.data(), static_cast<ssize_t>(sizes.size()));
  ET_CHECK_MSG(count.ok(), "The sizes are negative or too large");
  return static_cast<size_t>(*count);
}

size_t count_bytes(size_t elements, ScalarType type) {
  size_t bytes = 0;
  ET_CHECK_MSG(!__builtin_mul_overflow(elements, executorch::runtime::elementSize(type), &bytes),
               "%zu elements exceed the address space", elements);
  return bytes;
}

// From the outermost dimension to the innermost, by descending stride.
std::vector<DimOrderType> order_of(const std::vector<StridesType>& strides, size_t rank) {
  std::vector<DimOrderType> order(rank);
  std::iota(order.begin(), order.end(), DimOrderType{0});
  if (!strides.empty()) {
    std::stable_sort(order.begin(), order.end(), [&strides](DimOrderType a, DimOrderType b) {
      return strides[a] > strides[b];
    });
  }
  return order;
}

}  // namespace

namespace internal {

std::vector<uint8_t> converted(const void* data, size_t count, ScalarType from, ScalarType to) {
  std::vector<uint8_t> bytes(count_bytes(count, to));
  if (from == to) {
    if (!bytes.empty()) {
      std::memcpy(bytes.data(), data, bytes.size());
    }
    return bytes;
  }
  ET_CHECK_MSG(executorch::runtime::canCast(from, to), "dtype %d cannot become dtype %d",
               static_cast<int>(from), static_cast<int>(to));
  visit_scalar_type(from, [&](auto zero_in) {
    visit_scalar_type(to, [&](auto zero_out) {
      using In = decltype(zero_in);
      using Out = decltype(zero_out);
      const In* in = static_cast<const In*>(data);
      Out* out = reinterpret_cast<Out*>(bytes.data());
      std::transform(in, in + count, out, [](In value) { return static_cast<Out>(value); });
    });
  });
  return bytes;
}

}  // namespace internal

TensorPtr make_tensor_ptr(std::vector<SizesType> sizes, void* data,
                          std::vector<DimOrderType> dim_order, std::vector<StridesType> strides,
                          ScalarType type, Device device, TensorShapeDynamism dynamism,
                          std::function<void(void*)> deleter) {
  const size_t rank = sizes.size();
  ET_CHECK_MSG(dim_order.empty() || dim_order.size() == rank,
               "The dim order has %zu dimensions, the sizes have %zu", dim_order.size(), rank);
  ET_CHECK_MSG(strides.empty() || strides.size() == rank,
               "The strides have %zu dimensions, the sizes have %zu", strides.size(), rank);
  count_elements(sizes);
  if (dim_order.empty()) {
    dim_order = order_of(strides, rank);
  }
  std::vector<StridesType> dense(rank);
  const Error error =
      executorch::runtime::dim_order_to_stride(sizes.data(), dim_order.data(), rank, dense.data());
  ET_CHECK_MSG(error == Error::Ok, "The dim order is no order of the %zu dimensions", rank);
  for (size_t i = 0; i < strides.size(); ++i) {
    // The stride of a dimension of size 1 is never used.
    ET_CHECK_MSG(strides[i] == dense[i] || sizes[i] == 1,
                 "Stride %d of dimension %zu, where dense memory has %d",
                 static_cast<int>(strides[i]), i, static_cast<int>(dense[i]));
  }
  auto owner = std::make_shared<Owner>(std::move(sizes), std::move(dim_order), std::move(dense),
                                       data, type, device, dynamism, std::move(deleter));
  Tensor* tensor = &owner->tensor;
  return TensorPtr(std::move(owner), tensor);
}

TensorPtr make_tensor_ptr(std::vector<SizesType> sizes, std::vector<uint8_t> data,
                          std::vector<DimOrderType> dim_order, std::vector<StridesType> strides,
                          ScalarType type, TensorShapeDynamism dynamism) {
  const size_t expected = count_bytes(count_elements(sizes), type);
  ET_CHECK_MSG(data.size() == expected, "%zu bytes of data for a tensor of %zu", data.size(),
               expected);
  void* memory = data.data();
  return make_tensor_ptr(
      std::move(sizes), memory, std::move(dim_order), std::move(strides), type, DeviceType::CPU,
      dynamism, [kept = std::make_shared<std::vector<uint8_t>>(std::move(data))](void*) {});
}

TensorPtr make_tensor_ptr(const Tensor& tensor, std::vector<SizesType> sizes,
                          std::vector<DimOrderType> dim_order, std::vector<StridesType> strides,
                          std::function<void(void*)> deleter) {
  if (sizes.empty()) {
    sizes.assign(tensor.sizes().begin(), tensor.sizes().end());
  }
  const size_t count = count_elements(sizes);
  ET_CHECK_MSG(count <= static_cast<size_t>(tensor.numel()),
               "A view of %zu elements on a tensor of %zd", count, tensor.numel());
  if (dim_order.empty() && strides.empty() && sizes.size() == static_cast<size_t>(tensor.dim())) {
    dim_order.assign(tensor.dim_order().begin(), tensor.dim_order().end());
  }
  return make_tensor_ptr(std::move(sizes), tensor.mutable_data_ptr(), std::move(dim_order),
                         std::move(strides), tensor.scalar_type(), tensor.device(),
                         tensor.shape_dynamism(), std::move(deleter));
}

TensorPtr clone_tensor_ptr(const Tensor& tensor, ScalarType type) {
  ET_CHECK_MSG(tensor.device().is_cpu(),
               "The tensor is on a device: clone_tensor_ptr_to() copies it to the CPU first");
  std::vector<SizesType> sizes(tensor.sizes().begin(), tensor.sizes().end());
  std::vector<DimOrderType> dim_order(tensor.dim_order().begin(), tensor.dim_order().end());
  if (tensor.const_data_ptr() == nullptr) {
    return make_tensor_ptr(std::move(sizes), nullptr, std::move(dim_order), {}, type,
                           DeviceType::CPU, tensor.shape_dynamism());
  }
  return make_tensor_ptr(
      std::move(sizes),
      internal::converted(tensor.const_data_ptr(), static_cast<size_t>(tensor.numel()),
                          tensor.scalar_type(), type),
      std::move(dim_order), {}, type, tensor.shape_dynamism());
}

Error resize_tensor_ptr(TensorPtr& tensor, const std::vector<SizesType>& sizes) {
  return executorch::runtime::resize_tensor(
      *tensor, executorch::aten::ArrayRef<SizesType>(sizes.data(), sizes.size()));
}

TensorPtr clone_tensor_ptr_to(const TensorPtr& tensor, Device target) {
  const Device source = tensor->device();
  const size_t nbytes = tensor->nbytes();
  ET_CHECK_MSG(!source.is_cpu() || !target.is_cpu(),
               "clone_tensor_ptr_to does not copy CPU-to-CPU: clone_tensor_ptr does");
  ET_CHECK_MSG(source.is_cpu() || target.is_cpu(),
               "Device-to-device copy is not supported: copy to the CPU first");
  ET_CHECK_MSG(tensor->const_data_ptr() != nullptr, "Source tensor has no data");
  const Device device = target.is_cpu() ? source : target;
  DeviceAllocator* allocator = executorch::runtime::get_device_allocator(device.type());
  ET_CHECK_MSG(allocator != nullptr, "No allocator is registered for device type %d",
               static_cast<int>(device.type()));
  std::vector<SizesType> sizes(tensor->sizes().begin(), tensor->sizes().end());
  std::vector<DimOrderType> dim_order(tensor->dim_order().begin(), tensor->dim_order().end());
  if (target.is_cpu()) {
    std::vector<uint8_t> data(nbytes);
    const Error error = allocator->copy_device_to_host(data.data(), tensor->const_data_ptr(),
                                                       nbytes, device.index());
    ET_CHECK_MSG(error == Error::Ok, "Copying %zu bytes from the device failed", nbytes);
    return make_tensor_ptr(std::move(sizes), std::move(data), std::move(dim_order), {},
                           tensor->scalar_type(), tensor->shape_dynamism());
  }
  const Result<void*> memory = allocator->allocate(nbytes, device.index());
  ET_CHECK_MSG(memory.ok(), "The device has no %zu bytes", nbytes);
  const Error error =
      allocator->copy_host_to_device(*memory, tensor->const_data_ptr(), nbytes, device.index());
  ET_CHECK_MSG(error == Error::Ok, "Copying %zu bytes to the device failed", nbytes);
  return make_tensor_ptr(std::move(sizes), *memory, std::move(dim_order), {}, tensor->scalar_type(),
                         target, tensor->shape_dynamism(), [allocator, device](void* data) {
                           allocator->deallocate(data, device.index());
                         });
}

}  // namespace extension
}  // namespace executorch

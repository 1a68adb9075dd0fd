// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/device_allocator.h>

#include "common/copy.h"

namespace torch::executor::native {

namespace {

using executorch::runtime::DeviceAllocator;
using executorch::runtime::Error;
using executorch::runtime::etensor::DeviceType;

// The allocator of the device that `device`, one of the two tensors, is on; null after a failure.
// `out` has the sizes of `self` then.
DeviceAllocator* prepare(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                         const Tensor& host, const Tensor& device, Tensor& out) {
  const DeviceType type = device.unsafeGetTensorImpl()->device_type();
  if (host.unsafeGetTensorImpl()->device_type() != DeviceType::CPU || type == DeviceType::CPU) {
    fail(ctx, op, text("one tensor must be on the CPU and the other on the device"));
    return nullptr;
  }
  if (!has_memory(ctx, op, self) ||
      !resize(ctx, op, out, self.sizes().data(), static_cast<size_t>(self.dim()))) {
    return nullptr;
  }
  if (out.nbytes() != self.nbytes()) {
    fail(ctx, op, text("out has elements of another size than the input"));
    return nullptr;
  }
  DeviceAllocator* allocator = executorch::runtime::get_device_allocator(type);
  if (allocator == nullptr) {
    ET_LOG(Error, "%s: no allocator is registered for the device", op);
    ctx.fail(Error::NotFound);
  }
  return allocator;
}

void check(KernelRuntimeContext& ctx, [[maybe_unused]] const char* op, Error error) {
  if (error != Error::Ok) {
    ET_LOG(Error, "%s: the device's allocator could not copy", op);
    ctx.fail(Error::Internal);
  }
}

}  // namespace

Tensor& _h2d_copy_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  const char* op = text("et_copy::_h2d_copy.out");
  DeviceAllocator* allocator = prepare(ctx, op, self, self, out, out);
  if (allocator != nullptr) {
    check(ctx, op,
          allocator->copy_host_to_device(out.mutable_data_ptr(), self.const_data_ptr(),
                                         self.nbytes(), out.unsafeGetTensorImpl()->device_index()));
  }
  return out;
}

Tensor& _d2h_copy_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  const char* op = text("et_copy::_d2h_copy.out");
  DeviceAllocator* allocator = prepare(ctx, op, self, out, self, out);
  if (allocator != nullptr) {
    check(
        ctx, op,
        allocator->copy_device_to_host(out.mutable_data_ptr(), self.const_data_ptr(), self.nbytes(),
                                       self.unsafeGetTensorImpl()->device_index()));
  }
  return out;
}

}  // namespace torch::executor::native

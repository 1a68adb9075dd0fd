// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/core/tag.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace executorch {
namespace espressif {
class MethodView;
}  // namespace espressif
namespace ET_RUNTIME_NAMESPACE {
namespace testing {
class TensorInfoTestFriend;
}  // namespace testing

// What a program says about one tensor. Points into the Program, which must outlive it.
class TensorInfo final {
 public:
  TensorInfo() = delete;

  // Of a dynamic tensor: its upper bounds.
  Span<const int32_t> sizes() const { return sizes_; }
  Span<const uint8_t> dim_order() const { return dim_order_; }
  executorch::aten::ScalarType scalar_type() const { return scalar_type_; }
  // True for tensors in a planned buffer and for constants; false if the caller gives the memory.
  bool is_memory_planned() const { return is_memory_planned_; }
  size_t nbytes() const { return nbytes_; }
  // The fully qualified name; empty for inputs, outputs and nameless tensors.
  std::string_view name() const { return name_; }

 private:
  friend class MethodMeta;
  friend class testing::TensorInfoTestFriend;

  static Result<TensorInfo> create(Span<const int32_t> sizes, Span<const uint8_t> dim_order,
                                   executorch::aten::ScalarType scalar_type,
                                   const bool is_memory_planned, std::string_view name);

  TensorInfo(Span<const int32_t> sizes, Span<const uint8_t> dim_order,
             executorch::aten::ScalarType scalar_type, const bool is_memory_planned,
             std::string_view name, size_t nbytes)
      : sizes_(sizes),
        dim_order_(dim_order),
        name_(name),
        scalar_type_(scalar_type),
        is_memory_planned_(is_memory_planned),
        nbytes_(nbytes) {}

  Span<const int32_t> sizes_;
  Span<const uint8_t> dim_order_;
  std::string_view name_;
  executorch::aten::ScalarType scalar_type_;
  bool is_memory_planned_;
  size_t nbytes_;
};

// What a program says about one method, without loading it. The Program must outlive it.
class MethodMeta final {
 public:
  MethodMeta() = delete;

  const char* name() const;

  size_t num_inputs() const;
  Result<Tag> input_tag(size_t index) const;
  // Error::InvalidArgument if the input is not a tensor.
  Result<TensorInfo> input_tensor_meta(size_t index) const;

  size_t num_outputs() const;
  Result<Tag> output_tag(size_t index) const;
  Result<TensorInfo> output_tensor_meta(size_t index) const;

  // Attributes are the tensors with a fully qualified name, for example mutable buffers.
  size_t num_attributes() const;
  Result<TensorInfo> attribute_tensor_meta(size_t index) const;

  size_t num_memory_planned_buffers() const;
  Result<int64_t> memory_planned_buffer_size(size_t index) const;
  Result<etensor::Device> memory_planned_buffer_device(size_t index) const;

  bool uses_backend(const char* backend_name) const;
  size_t num_backends() const;
  Result<const char*> get_backend_name(size_t index) const;

  size_t num_instructions() const;

  [[deprecated("use num_memory_planned_buffers()")]] size_t num_non_const_buffers() const {
    return num_memory_planned_buffers();
  }
  [[deprecated("use memory_planned_buffer_size()")]] Result<int64_t> non_const_buffer_size(
      size_t index) const {
    return memory_planned_buffer_size(index);
  }

 private:
  friend class Program;
  friend class Method;
  friend class ::executorch::espressif::MethodView;

  explicit MethodMeta(const uint8_t* plan) : plan_(plan) {}

  Result<Tag> tag(int list_field, size_t index) const;
  Result<TensorInfo> tensor_meta(int list_field, size_t index) const;

  // The verified ExecutionPlan table.
  const uint8_t* plan_;
};

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::ET_RUNTIME_NAMESPACE::MethodMeta;
using ::executorch::ET_RUNTIME_NAMESPACE::TensorInfo;
}  // namespace executor
}  // namespace torch

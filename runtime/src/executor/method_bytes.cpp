// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// The sum at the top of method_loader.cpp, taken over a program without loading it. The unit tests
// compare it with what loading takes, for every fixture.
#include <executorch/espressif/method_view.h>

#include <cstring>

#include "method_loader.h"

namespace executorch {
namespace espressif {

namespace fb = runtime::internal::fb;
using executorch::aten::TensorImpl;
using fb::Table;
using fb::ValueKind;
using fb::Vector;
using runtime::CompileSpec;
using runtime::EValue;
using runtime::internal::ExternalData;

namespace {

constexpr size_t kListBytes = sizeof(executorch::aten::ArrayRef<char>);
static_assert(sizeof(executorch::aten::ArrayRef<double>) == kListBytes &&
                  sizeof(executorch::aten::ArrayRef<bool>) == kListBytes && alignof(EValue) <= 16 &&
                  alignof(TensorImpl) <= 16,
              "one size for all lists; and the memory's alignment suffices for every block");

// Adds up blocks as an allocator over memory aligned to 16 hands them out.
class Sum {
 public:
  void block(size_t size, size_t alignment) {
    bytes_ = ((bytes_ + alignment - 1) & ~(alignment - 1)) + size;
  }
  size_t bytes() const { return bytes_; }

 private:
  size_t bytes_ = 0;
};

// The tensor of a value if its shape is static; else none.
Table static_tensor(Table value) {
  if (static_cast<ValueKind>(value.u8(fb::evalue::kTag)) != ValueKind::Tensor) {
    return Table();
  }
  const Table tensor = value.table(fb::evalue::kValue);
  return tensor && tensor.u8(fb::tensor::kDynamism) == 0 ? tensor : Table();
}

bool same_shape(Table a, Table b) {
  const Vector sizes_a = a.vector(fb::tensor::kSizes);
  const Vector sizes_b = b.vector(fb::tensor::kSizes);
  const Vector order_a = a.vector(fb::tensor::kDimOrder);
  const Vector order_b = b.vector(fb::tensor::kDimOrder);
  return sizes_a.size() == sizes_b.size() && order_a.size() == order_b.size() &&
         std::memcmp(sizes_a.bytes(), sizes_b.bytes(), sizes_a.size() * sizeof(int32_t)) == 0 &&
         std::memcmp(order_a.bytes(), order_b.bytes(), order_a.size()) == 0;
}

bool has_strides_of_another(Vector values, uint32_t index, Table tensor) {
  for (uint32_t i = 0; i < index; ++i) {
    const Table other = static_tensor(values.table(i));
    if (other && same_shape(tensor, other)) {
      return true;
    }
  }
  return false;
}

void add_tensor(Vector values, uint32_t index, Table tensor, Sum& sum) {
  const size_t rank = tensor.vector(fb::tensor::kSizes).size();
  size_t n_arrays = 2;
  if (tensor.u8(fb::tensor::kDynamism) == 0) {
    n_arrays = rank < 2 || has_strides_of_another(values, index, tensor) ? 0 : 1;
  }
  sum.block(runtime::internal::tensor_bytes(n_arrays, rank), alignof(TensorImpl));
  if (runtime::internal::is_external(tensor) && !tensor.table(fb::tensor::kAllocation) &&
      runtime::internal::first_external(values, index, tensor) == index) {
    sum.block(sizeof(ExternalData), alignof(ExternalData));
  }
}

void add_value(Vector values, uint32_t index, Sum& sum) {
  const Table value = values.table(index);
  const Table content = value.table(fb::evalue::kValue);
  if (!content) {
    return;
  }
  const auto kind = static_cast<ValueKind>(value.u8(fb::evalue::kTag));
  switch (kind) {
    case ValueKind::Tensor:
      add_tensor(values, index, content, sum);
      break;
    case ValueKind::String:
    case ValueKind::DoubleList:
    case ValueKind::BoolList:
      sum.block(kListBytes, alignof(executorch::aten::ArrayRef<char>));
      break;
    case ValueKind::IntList:
    case ValueKind::TensorList:
    case ValueKind::OptionalTensorList:
      sum.block(runtime::internal::boxed_list_bytes(kind, content.vector(fb::list::kItems).size()),
                runtime::internal::boxed_list_alignment(kind));
      break;
    default:
      break;
  }
}

}  // namespace

size_t MethodView::method_allocator_bytes() const {
  const Table plan(plan_);
  const Vector values = plan.vector(fb::plan::kValues);
  const Vector delegates = plan.vector(fb::plan::kDelegates);
  Sum sum;
  sum.block(runtime::internal::TableCounts(plan).bytes(), alignof(EValue));
  for (uint32_t i = 0; i < values.size(); ++i) {
    add_value(values, i, sum);
  }
  for (uint32_t i = 0; i < delegates.size(); ++i) {
    const size_t n = delegates.table(i).vector(fb::delegate::kCompileSpecs).size();
    if (n > 0) {
      sum.block(n * sizeof(CompileSpec), alignof(CompileSpec));
    }
  }
  return sum.bytes();
}

}  // namespace espressif
}  // namespace executorch

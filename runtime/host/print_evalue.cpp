// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/evalue_util/print_evalue.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cmath>
#include <iomanip>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>

namespace executorch {
namespace extension {

using executorch::aten::ArrayRef;
using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::EValue;

namespace {

constexpr size_t kItemsPerLine = 10;
constexpr size_t kDefaultEdgeItems = 3;

// The slot of a stream that holds its number of edge items.
int edge_items_slot() {
  static const int slot = std::ios_base::xalloc();
  return slot;
}

size_t edge_items(std::ostream& os) {
  const long items = os.iword(edge_items_slot());
  return items <= 0 ? kDefaultEdgeItems : static_cast<size_t>(items);
}

// A whole number shows a dot, so that it differs from an int.
void print_double(std::ostream& os, double value) {
  std::ostringstream text;
  text << value;
  os << text.str();
  if (std::isfinite(value) && text.str().find_first_of(".e") == std::string::npos) {
    os << '.';
  }
}

// On one line, or, beyond ten shown items, ten on a line; the items cut out stand as "...".
template <typename T>
void print_items(std::ostream& os, ArrayRef<T> list, size_t edge) {
  const size_t size = list.size();
  const bool cut = edge < size && size - edge > edge;
  const size_t shown = cut ? 2 * edge : size;
  const bool lines = shown > kItemsPerLine;
  // Only the line after the cut may be short, so that the last one ends a full line.
  size_t column = 0;
  os << '[';
  for (size_t i = 0; i < size; ++i) {
    if (cut && i == edge) {
      os << (lines ? "\n  ...," : "..., ");
      i = size - edge;
      column = (kItemsPerLine - edge % kItemsPerLine) % kItemsPerLine;
      if (lines && column != 0) {
        os << "\n  ";
      }
    }
    if (lines && column % kItemsPerLine == 0) {
      os << "\n  ";
    }
    os << EValue(Scalar(list[i]));
    if (lines || i + 1 < size) {
      os << ", ";
    }
    ++column;
  }
  os << (lines ? "\n]" : "]");
}

template <typename T>
void print_list(std::ostream& os, ArrayRef<T> list) {
  os << "(len=" << list.size() << ')';
  print_items(os, list, edge_items(os));
}

void print(std::ostream& os, const Tensor& tensor) {
  os << "tensor(sizes=";
  print_items(os, tensor.sizes(), tensor.sizes().size());
  os << ", ";
  const size_t count = static_cast<size_t>(tensor.numel());
  switch (tensor.scalar_type()) {
#define EE_PRINT(ctype, name)                                                                \
  case ScalarType::name:                                                                     \
    print_items(os, ArrayRef<ctype>(tensor.const_data_ptr<ctype>(), count), edge_items(os)); \
    break;
    ET_FORALL_REALHBBF16_TYPES(EE_PRINT)
#undef EE_PRINT
    default:
      os << "[<unhandled scalar type " << static_cast<int>(tensor.scalar_type()) << ">]";
  }
  os << ')';
}

void print(std::ostream& os, const std::optional<Tensor>& tensor) {
  if (tensor.has_value()) {
    print(os, *tensor);
  } else {
    os << "None";
  }
}

// Several tensors take a line each.
template <typename T>
void print_tensors(std::ostream& os, ArrayRef<T> list) {
  const bool lines = list.size() > 1;
  os << "(len=" << list.size() << ")[";
  for (size_t i = 0; i < list.size(); ++i) {
    if (lines) {
      os << "\n  [" << i << "]: ";
    }
    print(os, list[i]);
    if (lines) {
      os << ',';
    }
  }
  os << (lines ? "\n]" : "]");
}

}  // namespace

void evalue_edge_items::set_edge_items(std::ostream& os, long edge_items) {
  os.iword(edge_items_slot()) = edge_items;
}

}  // namespace extension

namespace runtime {

std::ostream& operator<<(std::ostream& os, const EValue& value) {
  switch (value.tag) {
    case Tag::None:
      return os << "None";
    case Tag::Bool:
      return os << (value.toBool() ? "True" : "False");
    case Tag::Int:
      return os << value.toInt();
    case Tag::Double:
      extension::print_double(os, value.toDouble());
      return os;
    case Tag::String:
      return os << std::quoted(std::string(value.toString()));
    case Tag::Tensor:
      extension::print(os, value.toTensor());
      return os;
    case Tag::ListBool:
      extension::print_list(os, value.toBoolList());
      return os;
    case Tag::ListInt:
      extension::print_list(os, value.toIntList());
      return os;
    case Tag::ListDouble:
      extension::print_list(os, value.toDoubleList());
      return os;
    case Tag::ListTensor:
      extension::print_tensors(os, value.toTensorList());
      return os;
    case Tag::ListOptionalTensor:
      extension::print_tensors(os, value.toListOptionalTensor());
      return os;
    default:
      return os << "<Unknown EValue tag " << static_cast<int>(value.tag) << '>';
  }
}

}  // namespace runtime
}  // namespace executorch

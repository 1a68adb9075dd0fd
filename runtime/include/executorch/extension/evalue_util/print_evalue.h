// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/evalue.h>

#include <ostream>

namespace executorch {
namespace runtime {
// As Python would print it: "[1., 2.5]" of doubles, "tensor(sizes=[2], [1, 2])" of a tensor. Long
// lists are cut in the middle.
std::ostream& operator<<(std::ostream& os, const EValue& value);
}  // namespace runtime

namespace extension {

// `os << evalue_edge_items(5)`: from now on, lists of EValues on this stream show 5 items at each
// end. 0 or less brings back the default, 3.
class evalue_edge_items final {
 public:
  explicit evalue_edge_items(long edge_items) : edge_items_(edge_items < 0 ? 0 : edge_items) {}

  friend std::ostream& operator<<(std::ostream& os, const evalue_edge_items& items) {
    set_edge_items(os, items.edge_items_);
    return os;
  }

 private:
  static void set_edge_items(std::ostream& os, long edge_items);

  const long edge_items_;
};

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::evalue_edge_items;
}  // namespace util
}  // namespace executor
}  // namespace torch

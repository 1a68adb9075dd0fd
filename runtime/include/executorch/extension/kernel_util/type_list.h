// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace executorch::extension::kernel_util_internal {

template <class... Items>
struct typelist {};

template <class List>
struct size;
template <class... Items>
struct size<typelist<Items...>> {
  static constexpr size_t value = sizeof...(Items);
};

// The first type, or Default of an empty list.
template <class Default, class List>
struct head_with_default {
  using type = Default;
};
template <class Default, class Head, class... Tail>
struct head_with_default<Default, typelist<Head, Tail...>> {
  using type = Head;
};
template <class Default, class List>
using head_with_default_t = typename head_with_default<Default, List>::type;

// Without the first `count` types, or as many as there are.
template <class List, size_t count>
struct drop_if_nonempty {
  using type = List;
};
template <class Head, class... Tail, size_t count>
struct drop_if_nonempty<typelist<Head, Tail...>, count>
    : drop_if_nonempty<typelist<Tail...>, count - 1> {};
template <class Head, class... Tail>
struct drop_if_nonempty<typelist<Head, Tail...>, 0> {
  using type = typelist<Head, Tail...>;
};
template <class List, size_t count>
using drop_if_nonempty_t = typename drop_if_nonempty<List, count>::type;

}  // namespace executorch::extension::kernel_util_internal

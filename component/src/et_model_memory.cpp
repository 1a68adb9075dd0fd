// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// What a model needs, and where it lies.
#include <cstring>

#include "et_model_internal.h"

namespace ee {

using executorch::espressif::MethodView;
using executorch::runtime::Error;
using executorch::runtime::HierarchicalAllocator;
using executorch::runtime::MemoryAllocator;
using executorch::runtime::MemoryManager;
using executorch::runtime::Method;
using executorch::runtime::MethodMeta;
using executorch::runtime::NamedDataMap;
using executorch::runtime::Program;
using executorch::runtime::Result;
using executorch::runtime::Span;

namespace {

// Memory of the heap for each request, counted as if it came from one piece that is aligned to
// ET_MODEL_ALIGNMENT.
class CountingAllocator final : public MemoryAllocator {
 public:
  CountingAllocator() : MemoryAllocator(0, nullptr) {}
  ~CountingAllocator() override {
    while (last_ != nullptr) {
      Header* before = last_->before;
      HeapBlock block = last_->block;
      heap_give(block);
      last_ = before;
    }
  }

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override {
    if (!isPowerOf2(alignment) || size > SIZE_MAX / 4 || alignment > SIZE_MAX / 4) {
      return nullptr;
    }
    HeapBlock block = heap_take(sizeof(Header) + alignment + size, 0);
    if (block.data == nullptr) {
      return nullptr;
    }
    last_ = new (block.data) Header{last_, block};
    bytes_ = align_up(bytes_, alignment) + size;
    return alignPointer(block.data + sizeof(Header), alignment);
  }

  size_t bytes() const { return bytes_; }

 private:
  struct Header {
    Header* before;
    HeapBlock block;
  };
  Header* last_ = nullptr;
  size_t bytes_ = 0;
};

// InvalidProgram for sizes that no memory has.
Error plan_layout(const MethodMeta& meta, Layout* layout) {
  layout->n_planned = meta.num_memory_planned_buffers();
  layout->activation_bytes = 0;
  for (size_t i = 0; i < layout->n_planned; ++i) {
    const Result<int64_t> size = meta.memory_planned_buffer_size(i);
    if (!size.ok()) {
      return size.error();
    }
    const size_t start = align_up(layout->activation_bytes, ET_MODEL_ALIGNMENT);
    if (static_cast<uint64_t>(*size) > PTRDIFF_MAX - start) {
      return Error::InvalidProgram;
    }
    layout->activation_bytes = start + static_cast<size_t>(*size);
  }
  layout->spans = align_up(sizeof(et_model), alignof(Span<uint8_t>));
  layout->flags = layout->spans + layout->n_planned * sizeof(Span<uint8_t>);
  layout->method = align_up(layout->flags + meta.num_inputs(), ET_MODEL_ALIGNMENT);
  layout->model_bytes = layout->method + MethodView(meta).method_allocator_bytes();
  return Error::Ok;
}

// Loads the method in memory of the heap to learn what it takes from its allocator, delegates
// included. False if that did not work.
bool try_method_bytes(const Program& program, const MethodMeta& meta, const NamedDataMap* data,
                      const Layout& layout, size_t* bytes) {
  HeapBlock planned = heap_take(layout.activation_bytes, 0);
  HeapBlock spans = heap_take(layout.n_planned * sizeof(Span<uint8_t>), 0);
  bool loaded = false;
  if (planned.data != nullptr && spans.data != nullptr) {
    auto* list = reinterpret_cast<Span<uint8_t>*>(spans.data);
    std::memset(planned.data, 0, layout.activation_bytes);
    place_planned(meta, planned.data, list);
    HierarchicalAllocator planned_allocator({list, layout.n_planned});
    CountingAllocator counting;
    MemoryManager manager(&counting, &planned_allocator);
    // Before the allocator, whose memory its delegates use to the end.
    Result<Method> method = program.load_method(meta.name(), &manager, nullptr, data);
    loaded = method.ok();
    *bytes = counting.bytes();
  }
  heap_give(spans);
  heap_give(planned);
  return loaded;
}

}  // namespace

void place_planned(const MethodMeta& meta, uint8_t* memory, Span<uint8_t>* spans) {
  size_t used = 0;
  for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
    const size_t size = static_cast<size_t>(*meta.memory_planned_buffer_size(i));
    const size_t start = align_up(used, ET_MODEL_ALIGNMENT);
    // Without bytes there is no memory to point into.
    new (spans + i) Span<uint8_t>(memory == nullptr ? nullptr : memory + start, size);
    used = start + size;
  }
}

et_error find_needs(const Program& program, const MethodMeta& meta, const NamedDataMap* data,
                    bool try_delegates, Needs* needs, Sentence& sentence) {
  if (plan_layout(meta, &needs->layout) != Error::Ok) {
    sentence << "the sizes of the planned buffers are damaged";
    return sentence.because(ET_ERROR_INVALID_PROGRAM);
  }
  needs->exact = meta.num_backends() == 0;
  size_t bytes = 0;
  if (!needs->exact && try_delegates &&
      try_method_bytes(program, meta, data, needs->layout, &bytes)) {
    needs->layout.model_bytes = needs->layout.method + bytes;
    needs->exact = true;
  }
  return ET_OK;
}

et_error too_small(const char* what, size_t given, const char* need_at_least, size_t needed,
                   Sentence& sentence) {
  sentence << what << " memory has " << given << " bytes, " << need_at_least << needed << " needed";
  return sentence.because(ET_ERROR_MEMORY_TOO_SMALL);
}

}  // namespace ee

et_model::et_model(const void* pte, size_t pte_size, const ee::Layout& layout,
                   uint8_t* scratch_data, uint32_t scratch_size)
    : loader(pte, pte_size),
      planned_spans(reinterpret_cast<executorch::runtime::Span<uint8_t>*>(
          reinterpret_cast<uint8_t*>(this) + layout.spans)),
      input_set(reinterpret_cast<bool*>(reinterpret_cast<uint8_t*>(this) + layout.flags)),
      activation_bytes(layout.activation_bytes),
      method_allocator(static_cast<uint32_t>(layout.model_bytes - layout.method),
                       reinterpret_cast<uint8_t*>(this) + layout.method),
      planned({planned_spans, layout.n_planned}),
      scratch(scratch_size, scratch_data),
      manager(&method_allocator, &planned, &scratch) {}

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <et_model.h>
#include <executorch/espressif/method_view.h>
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ee {

// Holds every sentence; operators have names of up to 128 characters.
constexpr size_t kTextSize = 192;

// A sentence in the making, cut off where the buffer ends. Not printf: that would bring the C
// library's formatting into images that have no other use for it.
class Sentence {
 public:
  Sentence(char* text, size_t size) : text_(text), room_(size - 1) { *text_ = '\0'; }
  Sentence& operator<<(const char* words);
  Sentence& operator<<(std::string_view words);
  Sentence& operator<<(size_t number);
  // Logs the sentence; the error is passed through.
  et_error because(et_error error);

 private:
  char* text_;
  size_t used_ = 0;
  size_t room_;
};

// Scratch that remembers the most that was used, and what it had to deny.
class ScratchAllocator final : public executorch::runtime::MemoryAllocator {
 public:
  using MemoryAllocator::MemoryAllocator;

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override;

  size_t peak() const { return peak_; }
  // Bytes that would have sufficed for the largest request that was denied; 0 if none was.
  size_t denied() const { return denied_; }
  void forget_denied() { denied_ = 0; }

 private:
  size_t peak_ = 0;
  size_t denied_ = 0;
};

// Memory from the heap, aligned to ET_MODEL_ALIGNMENT. `raw` is what heap_give() takes.
struct HeapBlock {
  void* raw = nullptr;
  uint8_t* data = nullptr;
};
HeapBlock heap_take(size_t size, uint32_t caps);
void heap_give(HeapBlock& block);

inline size_t align_up(size_t size, size_t alignment) {
  return (size + alignment - 1) & ~(alignment - 1);
}

// Where things lie in the two pieces of memory of a model.
struct Layout {
  size_t spans;   // in the model memory: one Span<uint8_t> for each planned buffer
  size_t flags;   // one bool for each input
  size_t method;  // what the method allocator gets
  size_t model_bytes;
  size_t n_planned;
  size_t activation_bytes;
};

// The planned buffers one after the other in `memory`, each aligned to ET_MODEL_ALIGNMENT.
void place_planned(const executorch::runtime::MethodMeta& meta, uint8_t* memory,
                   executorch::runtime::Span<uint8_t>* spans);

struct Needs {
  Layout layout;
  bool exact;
};

// try_delegates: with what delegates take, learnt by loading them in memory of the heap.
et_error find_needs(const executorch::runtime::Program& program,
                    const executorch::runtime::MethodMeta& meta,
                    const executorch::runtime::NamedDataMap* data, bool try_delegates, Needs* needs,
                    Sentence& sentence);

// How every et_model_data begins. The map is behind a pointer, so that only et_model_data_open()
// brings in the code that reads .ptd files.
struct DataHead {
  static constexpr uint32_t kMagic = 0x44457421;

  uint32_t magic;
  const executorch::runtime::NamedDataMap* map;
};

et_error too_small(const char* what, size_t given, const char* need_at_least, size_t needed,
                   Sentence& sentence);

}  // namespace ee

struct et_model {
  static constexpr uint32_t kMagic = 0x4d457421;

  et_model(const void* pte, size_t pte_size, const ee::Layout& layout, uint8_t* scratch,
           uint32_t scratch_size);

  // First, so that it can be looked for in memory that is no model.
  uint32_t magic = kMagic;
  bool running = false;
  mutable char text[ee::kTextSize] = "";

  executorch::extension::BufferDataLoader loader;
  std::optional<executorch::runtime::Program> program;
  std::optional<executorch::runtime::MethodMeta> meta;
  executorch::runtime::Span<uint8_t>* planned_spans;
  bool* input_set;
  // Null if the program has all its tensors.
  const executorch::runtime::NamedDataMap* data = nullptr;
  uint8_t* activations = nullptr;
  size_t activation_bytes;
  executorch::runtime::MemoryAllocator method_allocator;
  executorch::runtime::HierarchicalAllocator planned;
  ee::ScratchAllocator scratch;
  executorch::runtime::MemoryManager manager;
  // Empty after a reset that failed.
  std::optional<executorch::runtime::Method> method;

  ee::HeapBlock model_block;
  ee::HeapBlock activation_block;
  ee::HeapBlock scratch_block;
  // Gives back where the program lies; null for memory of the caller.
  void (*release)(uint32_t handle) = nullptr;
  uint32_t release_handle = 0;

  executorch::espressif::MethodView view() const {
    return executorch::espressif::MethodView(*meta);
  }
  ee::Sentence say() const { return ee::Sentence(text, sizeof(text)); }
};

namespace ee {

// ET_OK for a model that may be used; otherwise the error, and the sentence if the model has one.
et_error check_model(const et_model* model);
// The same for calls that need the method, which a failed reset takes away.
et_error check_loaded(const et_model* model);

// Refuses inputs and outputs that the API cannot describe.
et_error check_layouts(const et_model& model, Sentence& sentence);

// Loads the method into the model's memory, in the state that creating promises.
et_error load_method(et_model& model, Sentence& sentence);

// "esp_nn::conv2d.out (instruction 3)"
void name_instruction(const et_model& model, size_t index, Sentence& sentence);

enum class Side : uint8_t { kInput, kOutput };
// "input 'input0'"
void name_tensor(const et_model& model, Side side, size_t index, Sentence& sentence);

}  // namespace ee

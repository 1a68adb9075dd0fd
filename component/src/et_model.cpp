// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Creating, resetting and destroying a model.
#include <executorch/runtime/platform/runtime.h>

#include <cstring>
#include <utility>

#include "et_model_internal.h"

// Defined by the build of a kernel bundle and by nothing else: an application without kernels fails
// to link with a symbol that says what is missing.
extern "C" const char et_requires_executorch_add_kernels;

using ee::DataHead;
using ee::HeapBlock;
using ee::Needs;
using ee::Sentence;
using executorch::espressif::MethodView;
using executorch::extension::BufferDataLoader;
using executorch::runtime::Error;
using executorch::runtime::MethodMeta;
using executorch::runtime::NamedDataMap;
using executorch::runtime::Program;
using executorch::runtime::Result;

namespace {

constexpr et_model_config kDefaults = {};

const char* method_name(const et_model_config& config) {
  return config.method == nullptr ? "forward" : config.method;
}

bool is_aligned(const void* data, size_t alignment) {
  return reinterpret_cast<uintptr_t>(data) % alignment == 0;
}

// Copies the sentence of a failed call to where the configuration wants it.
et_error tell(const et_model_config& config, const char* text, et_error error) {
  if (config.error_text != nullptr && config.error_text_size != 0) {
    Sentence(config.error_text, config.error_text_size)
        << std::string_view(error == ET_OK ? "" : text);
  }
  return error;
}

et_error open_program(const BufferDataLoader& loader, const void* pte,
                      std::optional<Program>& program, Sentence& sentence) {
  if (!is_aligned(pte, 8)) {
    sentence << "the .pte is not aligned to 8 bytes";
    return sentence.because(ET_ERROR_ALIGNMENT);
  }
  Result<Program> loaded = Program::load(const_cast<BufferDataLoader*>(&loader));
  if (!loaded.ok()) {
    sentence << "not a program that this runtime reads, or truncated or damaged ("
             << to_string(loaded.error()) << "); the log says what was found";
    return sentence.because(loaded.error() == Error::NotSupported ? ET_ERROR_NOT_SUPPORTED
                                                                  : ET_ERROR_INVALID_PROGRAM);
  }
  program.emplace(std::move(*loaded));
  return ET_OK;
}

et_error find_method(const Program& program, const char* name, std::optional<MethodMeta>& meta,
                     Sentence& sentence) {
  const Result<MethodMeta> found = program.method_meta(name);
  if (found.ok()) {
    meta.emplace(*found);
    return ET_OK;
  }
  sentence << "no method '" << name << "'; the program has";
  for (size_t i = 0; i < program.num_methods(); ++i) {
    const Result<const char*> other = program.get_method_name(i);
    sentence << (i == 0 ? " " : ", ") << (other.ok() ? *other : "?");
  }
  return sentence.because(ET_ERROR_NOT_FOUND);
}

// Null without data, and for one that was not opened: a program that needs it is refused then.
const NamedDataMap* data_of(const et_model_config& config) {
  DataHead head = {};
  if (config.data != nullptr) {
    std::memcpy(&head, config.data->opaque, sizeof(head));
  }
  return head.magic == DataHead::kMagic ? head.map : nullptr;
}

// Memory as the configuration says; `block` holds it if it is from the heap.
et_error get_memory(const et_memory& wish, size_t needed, const char* need_at_least,
                    const char* what, HeapBlock* block, uint8_t** data, Sentence& sentence) {
  *data = static_cast<uint8_t*>(wish.data);
  if (wish.data != nullptr) {
    if (!is_aligned(wish.data, ET_MODEL_ALIGNMENT)) {
      sentence << what << " memory is not aligned to " << size_t{ET_MODEL_ALIGNMENT} << " bytes";
      return sentence.because(ET_ERROR_ALIGNMENT);
    }
    return wish.size >= needed ? ET_OK
                               : too_small(what, wish.size, need_at_least, needed, sentence);
  }
  if (needed == 0) {
    return ET_OK;
  }
  *block = ee::heap_take(needed, wish.caps);
  *data = block->data;
  if (block->data == nullptr) {
    sentence << "the heap has not got the " << needed << " bytes of " << what << " memory";
    if (wish.caps != 0) {
      sentence << " with caps " << size_t{wish.caps};
    }
    return sentence.because(ET_ERROR_OUT_OF_MEMORY);
  }
  return ET_OK;
}

// Everything of a model's that is not the program's.
struct Memory {
  HeapBlock model_block, activation_block, scratch_block;
  uint8_t* model = nullptr;
  uint8_t* activations = nullptr;
  uint8_t* scratch = nullptr;

  void give_back() {
    ee::heap_give(scratch_block);
    ee::heap_give(activation_block);
    ee::heap_give(model_block);
  }
};

et_error get_all(const et_model_config& config, const Needs& needs, Memory* memory,
                 Sentence& sentence) {
  const char* need_at_least = needs.exact ? "" : "more than ";
  et_error error = get_memory(config.model, needs.layout.model_bytes, need_at_least, "model",
                              &memory->model_block, &memory->model, sentence);
  if (error == ET_OK) {
    error = get_memory(config.activations, needs.layout.activation_bytes, "", "activation",
                       &memory->activation_block, &memory->activations, sentence);
  }
  if (error == ET_OK) {
    error = get_memory(config.scratch, config.scratch.size, "", "scratch", &memory->scratch_block,
                       &memory->scratch, sentence);
  }
  return error;
}

// Fills a model whose memory is there.
et_error load(et_model& model, Program&& program, const MethodMeta& meta, Sentence& sentence) {
  model.program.emplace(std::move(program));
  MethodView::change_loader(*model.program, &model.loader);
  model.meta.emplace(meta);
  const et_error error = ee::check_layouts(model, sentence);
  return error == ET_OK ? ee::load_method(model, sentence) : error;
}

et_error create(const void* pte, size_t pte_size, const et_model_config& config, et_model** out,
                Sentence& sentence) {
  Needs needs = {};
  const BufferDataLoader loader(pte, pte_size);
  std::optional<Program> program;
  std::optional<MethodMeta> meta;
  const NamedDataMap* data = data_of(config);
  et_error error = open_program(loader, pte, program, sentence);
  if (error == ET_OK) {
    error = find_method(*program, method_name(config), meta, sentence);
  }
  if (error == ET_OK) {
    error = find_needs(*program, *meta, data, false, &needs, sentence);
  }
  const bool must_know =
      config.model.data == nullptr || config.model.size < needs.layout.model_bytes;
  if (error == ET_OK && !needs.exact && must_know) {
    error = find_needs(*program, *meta, data, true, &needs, sentence);
  }
  if (error != ET_OK) {
    return error;
  }
  Memory memory;
  error = get_all(config, needs, &memory, sentence);
  if (error != ET_OK) {
    memory.give_back();
    return error;
  }
  if (config.model.data != nullptr) {
    // What is left over may serve the delegates, whose need is not known then.
    needs.layout.model_bytes = config.model.size;
  }
  if (needs.layout.model_bytes - needs.layout.method > UINT32_MAX) {
    needs.layout.model_bytes = needs.layout.method + UINT32_MAX;
  }
  const size_t scratch_size = config.scratch.size > UINT32_MAX ? UINT32_MAX : config.scratch.size;
  auto* model = new (memory.model)
      et_model(pte, pte_size, needs.layout, memory.scratch, static_cast<uint32_t>(scratch_size));
  model->activations = memory.activations;
  model->data = data;
  error = load(*model, std::move(*program), *meta, sentence);
  if (error != ET_OK) {
    model->~et_model();
    std::memset(memory.model, 0, sizeof(model->magic));
    memory.give_back();
    return error;
  }
  model->model_block = memory.model_block;
  model->activation_block = memory.activation_block;
  model->scratch_block = memory.scratch_block;
  *out = model;
  return ET_OK;
}

}  // namespace

namespace ee {

et_error check_model(const et_model* model) {
  if (model == nullptr) {
    return ET_ERROR_NULL_ARGUMENT;
  }
  uint32_t magic = 0;
  if (is_aligned(model, ET_MODEL_ALIGNMENT)) {
    std::memcpy(&magic, static_cast<const void*>(model), sizeof(magic));
  }
  if (magic != et_model::kMagic) {
    return ET_ERROR_INVALID_MODEL;
  }
  if (model->running) {
    return (model->say() << "the model is running").because(ET_ERROR_BUSY);
  }
  return ET_OK;
}

et_error check_loaded(const et_model* model) {
  const et_error error = check_model(model);
  if (error == ET_OK && !model->method) {
    return (model->say() << "et_model_reset() has failed: reset or destroy the model")
        .because(ET_ERROR_INVALID_MODEL);
  }
  return error;
}

}  // namespace ee

extern "C" {

et_error et_model_memory_needed(const void* pte, size_t pte_size, const et_model_config* config,
                                et_model_memory* needed) {
  if (config == nullptr) {
    config = &kDefaults;
  }
  char text[ee::kTextSize];
  Sentence sentence(text, sizeof(text));
  if (pte == nullptr || needed == nullptr) {
    sentence << (pte == nullptr ? "pte" : "needed") << " is NULL";
    return tell(*config, text, sentence.because(ET_ERROR_NULL_ARGUMENT));
  }
  executorch::runtime::runtime_init();
  const BufferDataLoader loader(pte, pte_size);
  std::optional<Program> program;
  std::optional<MethodMeta> meta;
  Needs needs;
  et_error error = open_program(loader, pte, program, sentence);
  if (error == ET_OK) {
    error = find_method(*program, method_name(*config), meta, sentence);
  }
  if (error == ET_OK) {
    error = find_needs(*program, *meta, data_of(*config), true, &needs, sentence);
  }
  if (error == ET_OK) {
    *needed = {needs.layout.model_bytes, needs.layout.activation_bytes, needs.exact};
  }
  return tell(*config, text, error);
}

et_error et_model_create(const void* pte, size_t pte_size, const et_model_config* config,
                         et_model** model) {
  // A use that no optimization removes.
  asm volatile("" : : "r"(&et_requires_executorch_add_kernels));
  if (config == nullptr) {
    config = &kDefaults;
  }
  char text[ee::kTextSize];
  Sentence sentence(text, sizeof(text));
  if (model != nullptr) {
    *model = nullptr;
  }
  if (pte == nullptr || model == nullptr) {
    sentence << (pte == nullptr ? "pte" : "model") << " is NULL";
    return tell(*config, text, sentence.because(ET_ERROR_NULL_ARGUMENT));
  }
  executorch::runtime::runtime_init();
  return tell(*config, text, create(pte, pte_size, *config, model, sentence));
}

et_error et_model_reset(et_model* model) {
  const et_error error = ee::check_model(model);
  if (error != ET_OK) {
    return error;
  }
  Sentence sentence = model->say();
  return ee::load_method(*model, sentence);
}

et_error et_model_destroy(et_model* model) {
  if (model == nullptr) {
    return ET_OK;
  }
  const et_error error = ee::check_model(model);
  if (error != ET_OK) {
    return error;
  }
  HeapBlock model_block = model->model_block;
  HeapBlock activation_block = model->activation_block;
  HeapBlock scratch_block = model->scratch_block;
  void (*const release)(uint32_t) = model->release;
  const uint32_t release_handle = model->release_handle;
  model->~et_model();
  std::memset(static_cast<void*>(model), 0, sizeof(uint32_t));
  if (release != nullptr) {
    release(release_handle);
  }
  ee::heap_give(scratch_block);
  ee::heap_give(activation_block);
  ee::heap_give(model_block);
  return ET_OK;
}

const char* et_model_last_error(const et_model* model) {
  uint32_t magic = 0;
  if (model != nullptr && is_aligned(model, ET_MODEL_ALIGNMENT)) {
    std::memcpy(&magic, static_cast<const void*>(model), sizeof(magic));
  }
  if (magic == et_model::kMagic) {
    return model->text;
  }
  return model == nullptr ? "the model is NULL: it was not created"
                          : "this is no model: never created, or destroyed already";
}

}  // extern "C"

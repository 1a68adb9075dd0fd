// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Tensors that models have in a .ptd file.
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>

#include <utility>

#include "et_model_internal.h"

namespace {

using executorch::extension::BufferDataLoader;
using executorch::extension::FlatTensorDataMap;
using executorch::runtime::Error;
using executorch::runtime::Result;

// What an et_model_data is.
struct Data {
  ee::DataHead head;
  BufferDataLoader loader;
  alignas(FlatTensorDataMap) unsigned char map[sizeof(FlatTensorDataMap)];
};
static_assert(sizeof(Data) <= sizeof(et_model_data::opaque) && alignof(Data) <= alignof(uint64_t),
              "et_model.h has to make room");

et_error open(et_model_data* data, const void* ptd, size_t ptd_size, ee::Sentence& sentence) {
  if (data == nullptr || ptd == nullptr) {
    sentence << (data == nullptr ? "data" : "ptd") << " is NULL";
    return sentence.because(ET_ERROR_NULL_ARGUMENT);
  }
  if (reinterpret_cast<uintptr_t>(ptd) % ET_MODEL_ALIGNMENT != 0) {
    sentence << "the .ptd is not aligned to " << size_t{ET_MODEL_ALIGNMENT} << " bytes";
    return sentence.because(ET_ERROR_ALIGNMENT);
  }
  auto* opened = new (data->opaque) Data{{}, BufferDataLoader(ptd, ptd_size), {}};
  Result<FlatTensorDataMap> map = FlatTensorDataMap::load(&opened->loader);
  if (!map.ok()) {
    sentence << "not a .ptd that this runtime reads, or truncated or damaged ("
             << to_string(map.error()) << "); the log says what was found";
    return sentence.because(ET_ERROR_INVALID_DATA);
  }
  // Never destroyed: its bytes are the caller's, and it has nothing else.
  opened->head = {ee::DataHead::kMagic, new (opened->map) FlatTensorDataMap(std::move(*map))};
  return ET_OK;
}

}  // namespace

extern "C" et_error et_model_data_open(et_model_data* data, const void* ptd, size_t ptd_size,
                                       char* error_text, size_t error_text_size) {
  char text[ee::kTextSize];
  ee::Sentence sentence(text, sizeof(text));
  const et_error error = open(data, ptd, ptd_size, sentence);
  if (error_text != nullptr && error_text_size != 0) {
    ee::Sentence(error_text, error_text_size) << text;
  }
  return error;
}

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Inputs and outputs of a model.
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cstring>

#include "et_model_internal.h"

using ee::Sentence;
using ee::Side;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::espressif::MethodView;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Result;
using executorch::runtime::TensorInfo;

namespace {

// Operators (tensor, scale, zero_point, ...) between real numbers and codes.
constexpr const char* kQuantize[] = {"esp_nn::quantize",
                                     "quantized_decomposed::quantize_per_tensor",
                                     "cadence::quantize_per_tensor"};
constexpr const char* kDequantize[] = {"esp_nn::dequantize",
                                       "quantized_decomposed::dequantize_per_tensor",
                                       "cadence::dequantize_per_tensor"};

size_t count(const et_model& model, Side side) {
  return side == Side::kInput ? model.method->inputs_size() : model.method->outputs_size();
}

const EValue& value_of(const et_model& model, Side side, size_t index) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return side == Side::kInput ? model.method->get_input(index) : model.method->get_output(index);
#pragma GCC diagnostic pop
}

Result<TensorInfo> meta_of(const et_model& model, Side side, size_t index) {
  return side == Side::kInput ? model.meta->input_tensor_meta(index)
                              : model.meta->output_tensor_meta(index);
}

// Key `index` of the first dict with `count` keys in a pytree encoding; empty if there is none.
// Then as many tensors have a key each, in this order.
std::string_view dict_key(const char* encoding, size_t count, size_t index) {
  constexpr std::string_view kDict = R"("type": "builtins.dict", "context": "[)";
  for (const char* at = std::strstr(encoding, kDict.data()); at != nullptr;
       at = std::strstr(at, kDict.data())) {
    at += kDict.size();
    std::string_view found;
    size_t n = 0;
    const char* key = at;
    // Quotes of a text within the text have a backslash.
    while (key[0] == '\\' && key[1] == '"') {
      key += 2;
      const char* end = std::strstr(key, "\\\"");
      if (end == nullptr) {
        return {};
      }
      if (n++ == index) {
        found = std::string_view(key, static_cast<size_t>(end - key));
      }
      key = end[2] == ',' && end[3] == ' ' ? end + 4 : end + 2;
    }
    if (n == count && *key == ']') {
      return found;
    }
  }
  return {};
}

void write_name(const et_model& model, Side side, size_t index, Sentence& name) {
  const MethodView view = model.view();
  const bool is_input = side == Side::kInput;
  const std::string_view key =
      is_input ? dict_key(view.input_encoding(), model.meta->num_inputs(), index)
               : dict_key(view.output_encoding(), model.meta->num_outputs(), index);
  if (key.empty()) {
    name << (is_input ? "input" : "output") << index;
  } else {
    name << key;
  }
}

void find_quantization(const et_model& model, Side side, size_t index, et_tensor_info* info) {
  const bool is_input = side == Side::kInput;
  const MethodView view = model.view();
  const int32_t value = is_input ? view.input_value(index) : view.output_value(index);
  MethodView::Instruction user;
  if (!view.only_user(value, &user) || user.kind != MethodView::Kind::kOperator ||
      user.args.size() < 4 || user.args[is_input ? 0 : user.args.size() - 1] != value) {
    return;
  }
  bool found = false;
  for (const char* name : is_input ? kQuantize : kDequantize) {
    found = found || std::strcmp(name, user.name) == 0;
  }
  double scale;
  int64_t zero_point;
  if (found && view.number(user.args[1], &scale) && view.number(user.args[2], &zero_point)) {
    info->scale = static_cast<float>(scale);
    info->zero_point = static_cast<int32_t>(zero_point);
  }
}

et_error check_index(const et_model& model, Side side, size_t index) {
  if (index < count(model, side)) {
    return ET_OK;
  }
  Sentence sentence = model.say();
  sentence << "no " << (side == Side::kInput ? "input " : "output ") << index << "; the model has "
           << count(model, side);
  return sentence.because(ET_ERROR_INDEX);
}

et_error null_argument(const et_model& model, const char* name) {
  return (model.say() << name << " is NULL").because(ET_ERROR_NULL_ARGUMENT);
}

et_error fill_info(const et_model* model, Side side, size_t index, et_tensor_info* info) {
  et_error error = ee::check_loaded(model);
  if (error != ET_OK) {
    return error;
  }
  if (info == nullptr) {
    return null_argument(*model, "info");
  }
  error = check_index(*model, side, index);
  if (error != ET_OK) {
    return error;
  }
  *info = {};
  Sentence name(info->name, sizeof(info->name));
  write_name(*model, side, index, name);
  const EValue& value = value_of(*model, side, index);
  if (!value.isTensor()) {
    return ET_OK;
  }
  const Result<TensorInfo> meta = meta_of(*model, side, index);
  const Tensor& tensor = value.toTensor();
  info->is_tensor = true;
  info->dtype = static_cast<et_dtype>(tensor.scalar_type());
  info->rank = static_cast<uint32_t>(tensor.dim());
  info->sizes = tensor.sizes().data();
  info->nbytes = tensor.nbytes();
  info->planned = meta.ok() && meta->is_memory_planned();
  info->data = const_cast<void*>(tensor.const_data_ptr());
  if (tensor.scalar_type() == ScalarType::Float) {
    find_quantization(*model, side, index, info);
  }
  return ET_OK;
}

et_error find_name(const et_model* model, Side side, const char* name, size_t* index) {
  const et_error error = ee::check_loaded(model);
  if (error != ET_OK) {
    return error;
  }
  if (name == nullptr || index == nullptr) {
    return null_argument(*model, name == nullptr ? "name" : "index");
  }
  for (size_t i = 0; i < count(*model, side); ++i) {
    char other[ET_NAME_SIZE];
    Sentence written(other, sizeof(other));
    write_name(*model, side, i, written);
    if (std::strncmp(other, name, sizeof(other) - 1) == 0) {
      *index = i;
      return ET_OK;
    }
  }
  Sentence sentence = model->say();
  sentence << "no " << (side == Side::kInput ? "input" : "output") << " '" << name << "'";
  return sentence.because(ET_ERROR_NOT_FOUND);
}

// The alignment that operators rely on: wider elements are read word by word on a 32-bit chip.
bool is_aligned_for(const void* data, ScalarType type) {
  const size_t width = executorch::runtime::elementSize(type);
  const size_t alignment = width < sizeof(void*) ? width : sizeof(void*);
  return reinterpret_cast<uintptr_t>(data) % alignment == 0;
}

et_error misaligned(const et_model& model, Side side, size_t index, ScalarType type) {
  Sentence sentence = model.say();
  name_tensor(model, side, index, sentence);
  sentence << ": the memory is not aligned for " << et_dtype_name(static_cast<int>(type));
  return sentence.because(ET_ERROR_ALIGNMENT);
}

// The tensor of an input or output that the caller names by its index.
et_error get_tensor(const et_model& model, Side side, size_t index) {
  const et_error error = check_index(model, side, index);
  if (error != ET_OK || value_of(model, side, index).isTensor()) {
    return error;
  }
  Sentence sentence = model.say();
  name_tensor(model, side, index, sentence);
  sentence << " is part of the program and no tensor";
  return sentence.because(ET_ERROR_NOT_A_TENSOR);
}

et_error check_shape(const et_model& model, size_t index, const TensorInfo& meta,
                     const int32_t* sizes, size_t rank) {
  Sentence sentence = model.say();
  bool fits = rank == meta.sizes().size();
  for (size_t d = 0; fits && d < rank; ++d) {
    fits = sizes[d] >= 0 && sizes[d] <= meta.sizes()[d];
  }
  if (!fits) {
    name_tensor(model, Side::kInput, index, sentence);
    sentence << ": the shape does not fit, the largest is [";
    for (size_t d = 0; d < meta.sizes().size(); ++d) {
      sentence << (d == 0 ? "" : ", ") << static_cast<size_t>(meta.sizes()[d]);
    }
    sentence << "]";
    return sentence.because(ET_ERROR_SIZE);
  }
  return ET_OK;
}

et_error set_input(et_model& model, size_t index, et_dtype dtype, const void* data, size_t nbytes,
                   const int32_t* sizes, size_t rank) {
  const Tensor& target = value_of(model, Side::kInput, index).toTensor();
  const Result<TensorInfo> meta = model.meta->input_tensor_meta(index);
  const ScalarType type = target.scalar_type();
  Sentence sentence = model.say();
  if (!meta.ok()) {
    sentence << "the program does not describe input " << index;
    return sentence.because(ET_ERROR_INVALID_PROGRAM);
  }
  if (static_cast<int>(dtype) != static_cast<int>(type)) {
    name_tensor(model, Side::kInput, index, sentence);
    sentence << " is " << et_dtype_name(static_cast<int>(type)) << ", not " << et_dtype_name(dtype);
    return sentence.because(ET_ERROR_DTYPE);
  }
  if (sizes == nullptr) {
    sizes = meta->sizes().data();
    rank = meta->sizes().size();
  }
  const et_error error = check_shape(model, index, *meta, sizes, rank);
  if (error != ET_OK) {
    return error;
  }
  TensorImpl impl(type, static_cast<ssize_t>(rank), const_cast<int32_t*>(sizes),
                  const_cast<void*>(data));
  if (impl.nbytes() != nbytes) {
    name_tensor(model, Side::kInput, index, sentence);
    sentence << " has " << impl.nbytes() << " bytes, not " << nbytes;
    return sentence.because(ET_ERROR_SIZE);
  }
  if (data == nullptr && nbytes != 0) {
    return null_argument(model, "data");
  }
  if (!meta->is_memory_planned() && !is_aligned_for(data, type)) {
    return misaligned(model, Side::kInput, index, type);
  }
  if (model.method->set_input(EValue(Tensor(&impl)), index) != Error::Ok) {
    name_tensor(model, Side::kInput, index, sentence);
    sentence << ": the shape is not the program's, which is static";
    return sentence.because(ET_ERROR_SIZE);
  }
  model.input_set[index] = true;
  return ET_OK;
}

}  // namespace

void ee::name_tensor(const et_model& model, Side side, size_t index, Sentence& sentence) {
  sentence << (side == Side::kInput ? "input '" : "output '");
  write_name(model, side, index, sentence);
  sentence << "'";
}

extern "C" {

size_t et_model_num_inputs(const et_model* model) {
  return ee::check_loaded(model) == ET_OK ? count(*model, Side::kInput) : 0;
}

size_t et_model_num_outputs(const et_model* model) {
  return ee::check_loaded(model) == ET_OK ? count(*model, Side::kOutput) : 0;
}

et_error et_model_input_info(const et_model* model, size_t index, et_tensor_info* info) {
  return fill_info(model, Side::kInput, index, info);
}

et_error et_model_output_info(const et_model* model, size_t index, et_tensor_info* info) {
  return fill_info(model, Side::kOutput, index, info);
}

et_error et_model_find_input(const et_model* model, const char* name, size_t* index) {
  return find_name(model, Side::kInput, name, index);
}

et_error et_model_find_output(const et_model* model, const char* name, size_t* index) {
  return find_name(model, Side::kOutput, name, index);
}

et_error et_model_set_input(et_model* model, size_t index, et_dtype dtype, const void* data,
                            size_t nbytes) {
  et_error error = ee::check_loaded(model);
  if (error == ET_OK) {
    error = get_tensor(*model, Side::kInput, index);
  }
  return error != ET_OK ? error : set_input(*model, index, dtype, data, nbytes, nullptr, 0);
}

et_error et_model_set_input_shaped(et_model* model, size_t index, et_dtype dtype, const void* data,
                                   size_t nbytes, const int32_t* sizes, uint32_t rank) {
  et_error error = ee::check_loaded(model);
  if (error == ET_OK) {
    error = get_tensor(*model, Side::kInput, index);
  }
  if (error == ET_OK && sizes == nullptr && rank != 0) {
    error = null_argument(*model, "sizes");
  }
  // Sizes of a scalar, which nothing reads.
  const int32_t none = 0;
  return error != ET_OK ? error
                        : set_input(*model, index, dtype, data, nbytes,
                                    sizes == nullptr ? &none : sizes, rank);
}

et_error et_model_set_output(et_model* model, size_t index, void* data, size_t nbytes) {
  et_error error = ee::check_loaded(model);
  if (error == ET_OK) {
    error = get_tensor(*model, Side::kOutput, index);
  }
  if (error != ET_OK) {
    return error;
  }
  const Result<TensorInfo> meta = model->meta->output_tensor_meta(index);
  Sentence sentence = model->say();
  if (data == nullptr) {
    return null_argument(*model, "data");
  }
  if (!meta.ok() || meta->is_memory_planned()) {
    name_tensor(*model, Side::kOutput, index, sentence);
    sentence << " has memory of its own: read it with et_model_output_info()";
    return sentence.because(ET_ERROR_OUTPUT_PLANNED);
  }
  if (nbytes < meta->nbytes()) {
    name_tensor(*model, Side::kOutput, index, sentence);
    sentence << " needs " << meta->nbytes() << " bytes, not " << nbytes;
    return sentence.because(ET_ERROR_SIZE);
  }
  if (!is_aligned_for(data, meta->scalar_type())) {
    return misaligned(*model, Side::kOutput, index, meta->scalar_type());
  }
  if (model->method->set_output_data_ptr(data, nbytes, index) != Error::Ok) {
    name_tensor(*model, Side::kOutput, index, sentence);
    sentence << " does not take memory";
    return sentence.because(ET_ERROR_NOT_SUPPORTED);
  }
  return ET_OK;
}

}  // extern "C"

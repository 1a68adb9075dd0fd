// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Loading a method into a model's memory, and saying why that did not work.
#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/kernel/operator_registry.h>

#include <cstring>

#include "et_model_internal.h"

namespace ee {

using executorch::espressif::MethodView;
using executorch::runtime::Error;
using executorch::runtime::MethodMeta;
using executorch::runtime::Result;

namespace {

// The names of the operators of which no kernel of any dtype is registered.
et_error explain_missing_operator(const MethodView& view, Sentence& sentence) {
  const auto kernels = executorch::runtime::get_registered_kernels();
  for (size_t i = 0; i < view.num_instructions(); ++i) {
    const MethodView::Instruction instruction = view.instruction(i);
    char name[ee::kTextSize];
    Sentence full_name(name, sizeof(name));
    full_name << instruction.name;
    if (instruction.overload[0] != '\0') {
      full_name << "." << instruction.overload;
    }
    bool found = instruction.kind != MethodView::Kind::kOperator;
    for (size_t k = 0; k < kernels.size() && !found; ++k) {
      found = std::strcmp(kernels[k].name_, name) == 0;
    }
    if (!found) {
      sentence << "this firmware has no kernel for operator '" << name
               << "': make the kernel bundle from this model";
      return sentence.because(ET_ERROR_OPERATOR_MISSING);
    }
  }
  sentence << "an operator has no kernel for the model's dtypes; the log names it";
  return sentence.because(ET_ERROR_OPERATOR_MISSING);
}

et_error explain_load_error(const et_model& model, Error error, Sentence& sentence) {
  const MethodMeta& meta = *model.meta;
  if (error == Error::OperatorMissing) {
    return explain_missing_operator(model.view(), sentence);
  }
  for (size_t i = 0; i < meta.num_backends(); ++i) {
    const Result<const char*> name = meta.get_backend_name(i);
    if (!name.ok()) {
      break;
    }
    auto* backend = executorch::runtime::get_backend_class(*name);
    if (backend == nullptr || !backend->is_available()) {
      sentence << "this firmware has no delegate '" << *name
               << "': name it with executorch_add_backend()";
      return sentence.because(ET_ERROR_BACKEND_MISSING);
    }
  }
  const size_t given = model.method_allocator.size();
  if (error == Error::MemoryAllocationFailed && meta.num_backends() > 0) {
    Needs needs;
    if (find_needs(*model.program, meta, model.data, true, &needs, sentence) == ET_OK) {
      return too_small("model", needs.layout.method + given, needs.exact ? "" : "more than ",
                       needs.layout.model_bytes, sentence);
    }
  }
  sentence << "method '" << meta.name() << "' does not load (" << to_string(error)
           << "); the log says why";
  switch (error) {
    case Error::NotSupported:
      return sentence.because(ET_ERROR_NOT_SUPPORTED);
    // No map of data outside the program for a constant; none for a state, or not as the program
    // wants it; a map without it.
    case Error::InvalidState:
    case Error::InvalidExternalData:
    case Error::NotFound:
      return sentence.because(ET_ERROR_INVALID_DATA);
    default:
      return sentence.because(ET_ERROR_INVALID_PROGRAM);
  }
}

// Whether elements lie in memory in the order of the dimensions; sizes of 1 do not matter.
bool is_contiguous(const executorch::runtime::TensorInfo& info) {
  int last = -1;
  for (const uint8_t dim : info.dim_order()) {
    if (dim < info.sizes().size() && info.sizes()[dim] == 1) {
      continue;
    }
    if (dim < last) {
      return false;
    }
    last = dim;
  }
  return true;
}

}  // namespace

et_error check_layouts(const et_model& model, Sentence& sentence) {
  const MethodMeta& meta = *model.meta;
  for (const Side side : {Side::kInput, Side::kOutput}) {
    const bool is_input = side == Side::kInput;
    const size_t n = is_input ? meta.num_inputs() : meta.num_outputs();
    for (size_t i = 0; i < n; ++i) {
      const auto tag = is_input ? meta.input_tag(i) : meta.output_tag(i);
      if (tag.ok() && *tag != executorch::runtime::Tag::Tensor) {
        continue;
      }
      const auto info = is_input ? meta.input_tensor_meta(i) : meta.output_tensor_meta(i);
      if (!info.ok() || !is_contiguous(*info)) {
        name_tensor(model, side, i, sentence);
        sentence << (info.ok() ? " is not contiguous: export the model with contiguous inputs"
                               : " is a list or too large");
        return sentence.because(ET_ERROR_NOT_SUPPORTED);
      }
    }
  }
  return ET_OK;
}

et_error load_method(et_model& model, Sentence& sentence) {
  model.method.reset();
  model.method_allocator.reset();
  if (model.activations != nullptr) {
    std::memset(model.activations, 0, model.activation_bytes);
  }
  place_planned(*model.meta, model.activations, model.planned_spans);
  auto loaded = model.program->load_method(model.meta->name(), &model.manager, nullptr, model.data);
  if (!loaded.ok()) {
    return explain_load_error(model, loaded.error(), sentence);
  }
  model.method.emplace(std::move(*loaded));
  for (size_t i = 0; i < model.method->inputs_size(); ++i) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    // Takes over the runtime's duty to see that inputs are set: `input_set` does, before each run.
    const bool is_tensor = model.method->get_input(i).isTensor();
#pragma GCC diagnostic pop
    model.input_set[i] = !is_tensor;
  }
  return ET_OK;
}

}  // namespace ee

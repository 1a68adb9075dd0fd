// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Running a model, by steps so that an operator that fails can be named.
#include <executorch/runtime/platform/platform.h>

#include "et_model_internal.h"

using ee::Sentence;
using ee::Side;
using executorch::espressif::MethodView;
using executorch::runtime::Error;

namespace {

// Ends the endless loop of a damaged program.
constexpr uint32_t kMaxInstructions = 10000000;

// What to do after an instruction; apart from run() so that its 64-bit division is only in images
// that measure.
using AfterInstruction = bool (*)(const et_model& model, size_t index, et_timestamp_t ticks,
                                  void* context);

et_error check_inputs(const et_model& model) {
  for (size_t i = 0; i < model.method->inputs_size(); ++i) {
    if (!model.input_set[i]) {
      Sentence sentence = model.say();
      name_tensor(model, Side::kInput, i, sentence);
      sentence << " was not set since the last run: the run may have used its memory";
      return sentence.because(ET_ERROR_INPUT_NOT_SET);
    }
  }
  return ET_OK;
}

et_error explain_failure(const et_model& model, Error error) {
  Sentence sentence = model.say();
  const size_t index = MethodView::next_instruction(*model.method);
  if (model.scratch.denied() != 0) {
    ee::name_instruction(model, index, sentence);
    sentence << " needs " << model.scratch.denied() << " bytes of scratch, there are "
             << size_t{model.scratch.size()} << ": see et_model_config.scratch";
    return sentence.because(ET_ERROR_SCRATCH_TOO_SMALL);
  }
  for (size_t i = 0; error == Error::InvalidState && i < model.method->outputs_size(); ++i) {
    const auto& output = model.method->get_output(i);
    if (output.isTensor() && output.toTensor().const_data_ptr() == nullptr &&
        output.toTensor().nbytes() != 0) {
      name_tensor(model, Side::kOutput, i, sentence);
      sentence << " has no memory: give it some with et_model_set_output()";
      return sentence.because(ET_ERROR_OUTPUT_NOT_SET);
    }
  }
  ee::name_instruction(model, index, sentence);
  sentence << " failed (" << to_string(error) << "); the log says why";
  return sentence.because(ET_ERROR_OPERATOR_FAILED);
}

et_error run_instructions(et_model& model, AfterInstruction after, void* context) {
  const size_t n = model.view().num_instructions();
  for (uint32_t done = 0;; ++done) {
    const size_t index = MethodView::next_instruction(*model.method);
    if (index >= n) {
      return ET_OK;
    }
    if (done == kMaxInstructions) {
      Sentence sentence = model.say();
      sentence << "stopped after " << size_t{done} << " instructions: an endless loop?";
      return sentence.because(ET_ERROR_INVALID_PROGRAM);
    }
    const et_timestamp_t start = after == nullptr ? 0 : executorch::runtime::pal_current_ticks();
    const Error error = model.method->step();
    if (error != Error::Ok) {
      return explain_failure(model, error);
    }
    if (after != nullptr &&
        !after(model, index, executorch::runtime::pal_current_ticks() - start, context)) {
      Sentence sentence = model.say();
      sentence << "cancelled after ";
      ee::name_instruction(model, index, sentence);
      return sentence.because(ET_ERROR_CANCELLED);
    }
  }
}

et_error run(et_model* model, AfterInstruction after, void* context) {
  et_error error = ee::check_loaded(model);
  if (error == ET_OK) {
    error = check_inputs(*model);
  }
  if (error != ET_OK) {
    return error;
  }
  model->running = true;
  model->scratch.forget_denied();
  error = run_instructions(*model, after, context);
  MethodView::restart(*model->method);
  for (size_t i = 0; i < model->method->inputs_size(); ++i) {
    // Those that are no tensors are constants, and stay set.
    const auto tag = model->meta->input_tag(i);
    model->input_set[i] = tag.ok() && *tag != executorch::runtime::Tag::Tensor;
  }
  model->running = false;
  return error;
}

struct Observer {
  et_operator_callback callback;
  void* user;
};

bool call_back(const et_model& model, size_t index, et_timestamp_t ticks, void* context) {
  const MethodView::Instruction instruction = model.view().instruction(index);
  if (instruction.kind == MethodView::Kind::kControl) {
    return true;
  }
  const auto ratio = executorch::runtime::pal_ticks_to_ns_multiplier();
  et_operator_event event = {};
  event.name = instruction.name;
  event.overload = instruction.overload;
  event.is_delegate = instruction.kind == MethodView::Kind::kDelegate;
  event.index = static_cast<uint32_t>(index);
  event.nanoseconds = ticks * ratio.numerator / ratio.denominator;
  const auto* observer = static_cast<const Observer*>(context);
  return observer->callback(&event, observer->user);
}

}  // namespace

void ee::name_instruction(const et_model& model, size_t index, Sentence& sentence) {
  const MethodView::Instruction instruction = model.view().instruction(index);
  if (instruction.kind != MethodView::Kind::kControl) {
    sentence << (instruction.kind == MethodView::Kind::kDelegate ? "delegate " : "operator ")
             << instruction.name << (instruction.overload[0] == '\0' ? "" : ".")
             << instruction.overload << " (instruction " << index << ")";
  } else {
    sentence << "instruction " << index;
  }
}

extern "C" {

et_error et_model_run(et_model* model) { return run(model, nullptr, nullptr); }

et_error et_model_run_with_callback(et_model* model, et_operator_callback callback, void* user) {
  const et_error error = ee::check_loaded(model);
  if (error != ET_OK) {
    return error;
  }
  if (callback == nullptr) {
    return (model->say() << "callback is NULL").because(ET_ERROR_NULL_ARGUMENT);
  }
  Observer observer = {callback, user};
  return run(model, call_back, &observer);
}

size_t et_model_scratch_peak(const et_model* model) {
  return ee::check_loaded(model) == ET_OK ? model->scratch.peak() : 0;
}

}  // extern "C"

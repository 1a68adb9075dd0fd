// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Parts of the runtime that only some programs need. Compiled with the kernels of an application:
// its bundle's selected_runtime_parts.h says, part by part, whether a model of the bundle needs it.
// Nothing else calls the functions named ..._part, so the linker drops what is not selected; a
// program that needs it after all is refused at load. Without a bundle everything is selected.
#include <cstring>

#include "method_loader.h"

#ifdef EXECUTORCH_SELECTED_RUNTIME_PARTS_HEADER
#include <selected_runtime_parts.h>
// The application links a delegate that no model of the bundle names: for one that it gets later.
#ifdef EXECUTORCH_ADDED_BACKENDS
#undef EXECUTORCH_SELECTED_DELEGATES
#undef EXECUTORCH_SELECTED_SEGMENTS
#define EXECUTORCH_SELECTED_DELEGATES 1
#define EXECUTORCH_SELECTED_SEGMENTS 1
#endif
#else
#define EXECUTORCH_SELECTED_CALL_CHECKS 1
#define EXECUTORCH_SELECTED_CONSTANT_INPUTS 1
#define EXECUTORCH_SELECTED_CONTROL_FLOW 1
#define EXECUTORCH_SELECTED_DELEGATES 1
#define EXECUTORCH_SELECTED_EXTERNAL_DATA 1
#define EXECUTORCH_SELECTED_INITIAL_STATE 1
#define EXECUTORCH_SELECTED_LISTS 1
#define EXECUTORCH_SELECTED_SEGMENTS 1
#endif

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {

namespace fb = internal::fb;

namespace {

Error left_out([[maybe_unused]] const char* part) {
  ET_LOG(Error,
         "The program needs %s, which this firmware has left out: make the kernel bundle of all "
         "models",
         part);
  return Error::NotSupported;
}

}  // namespace

namespace internal {

Error MethodLoader::load_list(uint32_t index, fb::ValueKind kind, fb::Table list) {
  return EXECUTORCH_SELECTED_LISTS ? load_list_part(index, kind, list)
                                   : left_out("lists or strings");
}

Error MethodLoader::check_lists() const {
  return EXECUTORCH_SELECTED_LISTS ? check_lists_part() : Error::Ok;
}

Error MethodLoader::check_written_list(fb::Table list, const char* op_name) const {
  return EXECUTORCH_SELECTED_LISTS ? check_written_list_part(list, op_name) : Error::Ok;
}

Error MethodLoader::load_delegates() {
  if (plan_.vector(fb::plan::kDelegates).size() == 0) {
    return Error::Ok;
  }
  return EXECUTORCH_SELECTED_DELEGATES ? load_delegates_part() : left_out("delegates");
}

Error MethodLoader::load_other(fb::InstructionKind kind, fb::Table call, uint32_t chain_size) {
  return EXECUTORCH_SELECTED_CONTROL_FLOW || EXECUTORCH_SELECTED_DELEGATES
             ? load_other_part(kind, call, chain_size)
             : left_out("instructions other than kernel calls");
}

Error MethodLoader::load_constant(uint32_t buffer, size_t nbytes, void** data) {
  return EXECUTORCH_SELECTED_SEGMENTS ? load_constant_part(buffer, nbytes, data)
                                      : left_out("constants");
}

Error MethodLoader::load_stored(bool external, uint32_t index, fb::Table tensor, size_t nbytes,
                                void** data) {
  if (external) {
    return EXECUTORCH_SELECTED_EXTERNAL_DATA ? load_external_part(index, tensor, nbytes, data)
                                             : left_out("tensors with their data in another file");
  }
  return EXECUTORCH_SELECTED_INITIAL_STATE ? load_initial_state_part(tensor, nbytes, *data)
                                           : left_out("buffers with an initial state");
}

Error MethodLoader::check_calls() {
  method_.checked_ = true;
  return EXECUTORCH_SELECTED_CALL_CHECKS ? Error::Ok
                                         : left_out("values that lack memory or change their kind");
}

bool MethodLoader::is_view(const char* op_name) const {
  return EXECUTORCH_SELECTED_CALL_CHECKS &&
         std::strcmp(op_name, "executorch_prim::et_view.default") == 0;
}

}  // namespace internal

Error Program::load_segments(size_t file_size) {
  if (EXECUTORCH_SELECTED_SEGMENTS) {
    return load_segments_part(file_size);
  }
  // Exporters list an empty segment where there are no constants.
  const fb::Table program(root_);
  const fb::Vector segments = program.vector(fb::program::kSegments);
  uint32_t n = program.vector(fb::program::kNamedData).size() +
               program.vector(fb::program::kMutableDataSegments).size();
  for (uint32_t i = 0; i < segments.size(); ++i) {
    n += segments.table(i).size(fb::segment::kSize) != 0;
  }
  return n == 0 ? Error::Ok : left_out("constants or other data in segments");
}

Error Method::set_constant_input(const EValue& given, size_t input_idx) const {
  return EXECUTORCH_SELECTED_CONSTANT_INPUTS ? set_constant_input_part(given, input_idx)
                                             : left_out("inputs that are not tensors");
}

// No loaded method needs what is missing in these.

Error Method::run_other(uint32_t* next) {
  return EXECUTORCH_SELECTED_CONTROL_FLOW || EXECUTORCH_SELECTED_DELEGATES ? run_other_part(next)
                                                                           : Error::NotSupported;
}

Error Method::run_delegate(const uint8_t* call) {
  return EXECUTORCH_SELECTED_DELEGATES ? run_delegate_part(call) : Error::NotSupported;
}

Method::~Method() {
  if (EXECUTORCH_SELECTED_DELEGATES || EXECUTORCH_SELECTED_EXTERNAL_DATA) {
    release_part();
  }
}

Error Method::check_args(Span<EValue*> args, const int32_t* indices, bool is_view) const {
  return EXECUTORCH_SELECTED_CALL_CHECKS ? check_args_part(args, indices, is_view)
                                         : Error::NotSupported;
}

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>

#define BUNDLED_PROGRAM_NAMESPACE bundled_program

// A .bpte file ("BP08"): a program with inputs and the outputs that they should give. Nothing here
// allocates. Only get_program_data() knows where the file ends, and checks all of it: the other
// functions take a pointer to a file that it has accepted.
namespace executorch {
namespace bundled_program {

using SerializedBundledProgram = const void;
using ::executorch::ET_RUNTIME_NAMESPACE::Method;

// Whether the file is a bundled program, by its identifier.
bool is_bundled_program(void* file_data, size_t file_data_len);

[[deprecated("give the length")]] inline bool is_bundled_program(void* file_data) {
  return is_bundled_program(file_data, 8);
}

// The program in a bundled program, for Program::load(). Error::NotSupported on another kind of
// file, Error::InvalidProgram on a damaged one, Error::InvalidArgument if the data is not aligned
// to 8.
ET_NODISCARD ::executorch::runtime::Error get_program_data(void* file_data, size_t file_data_len,
                                                           const void** out_program_data,
                                                           size_t* out_program_data_len);

// Sets the method's inputs to those of the test; they may point into the file.
// Error::InvalidArgument if the file has no such test for the method, Error::NotSupported if it has
// another number of inputs or the method refuses one.
ET_NODISCARD ::executorch::runtime::Error load_bundled_input(
    Method& method, SerializedBundledProgram* bundled_program_ptr, size_t testset_idx);

// Compares the method's outputs with those of the test. Floats: |output - expected| at most
// atol + rtol * |expected|, and NaN equals NaN; others exactly. Error::NotFound if they differ,
// Error::NotSupported if there is nothing to compare with.
ET_NODISCARD ::executorch::runtime::Error verify_method_outputs(
    Method& method, SerializedBundledProgram* bundled_program_ptr, size_t testset_idx,
    double rtol = 1e-5, double atol = 1e-8);

// Over all elements of all outputs; relative to the larger of the two magnitudes, at least 1e-8.
struct ErrorStats {
  ::executorch::runtime::Error status;
  double mean_abs_error;
  double max_abs_error;
  double mean_relative_error;
  double max_relative_error;
};

ET_NODISCARD ErrorStats compute_method_output_error_stats(
    Method& method, SerializedBundledProgram* bundled_program_ptr, size_t testset_idx);

}  // namespace bundled_program
}  // namespace executorch

namespace torch {
namespace executor {
namespace bundled_program {
using serialized_bundled_program = const void;

ET_NODISCARD inline ::executorch::runtime::Error LoadBundledInput(
    Method& method, serialized_bundled_program* bundled_program_ptr, size_t testset_idx) {
  return ::executorch::bundled_program::load_bundled_input(method, bundled_program_ptr,
                                                           testset_idx);
}
ET_NODISCARD inline ::executorch::runtime::Error VerifyResultWithBundledExpectedOutput(
    Method& method, serialized_bundled_program* bundled_program_ptr, size_t testset_idx,
    double rtol = 1e-5, double atol = 1e-8) {
  return ::executorch::bundled_program::verify_method_outputs(method, bundled_program_ptr,
                                                              testset_idx, rtol, atol);
}
ET_NODISCARD inline ::executorch::runtime::Error GetProgramData(void* file_data,
                                                                size_t file_data_len,
                                                                const void** out_program_data,
                                                                size_t* out_program_data_len) {
  return ::executorch::bundled_program::get_program_data(file_data, file_data_len, out_program_data,
                                                         out_program_data_len);
}
inline bool IsBundledProgram(void* file_data) {
  return ::executorch::bundled_program::is_bundled_program(file_data, 8);
}
}  // namespace bundled_program
}  // namespace executor
}  // namespace torch

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <cstring>

#include "loaded_program.h"

using executorch::aten::ScalarType;
using executorch::extension::BufferDataLoader;
using executorch::runtime::Error;
using executorch::runtime::Program;
using executorch::runtime::Tag;

namespace ee_test {
namespace {

Error load_error(const void* data, size_t size) {
  executorch::runtime::runtime_init();
  BufferDataLoader loader(data, size);
  return Program::load(&loader).error();
}

TEST(ProgramTest, DescribesItsMethods) {
  File file = File::fixture("methods");
  BufferDataLoader loader(file.data(), file.size());
  auto program = Program::load(&loader, Program::Verification::InternalConsistency);
  ASSERT_TRUE(program.ok());
  ASSERT_EQ(program->num_methods(), 2u);
  EXPECT_STREQ(*program->get_method_name(0), "add");
  EXPECT_STREQ(*program->get_method_name(1), "mul");
  EXPECT_EQ(program->get_method_name(2).error(), Error::InvalidArgument);
  EXPECT_EQ(program->method_meta("div").error(), Error::InvalidArgument);

  auto meta = program->method_meta("add");
  ASSERT_TRUE(meta.ok());
  EXPECT_EQ(meta->num_inputs(), 2u);
  EXPECT_EQ(meta->num_outputs(), 1u);
  EXPECT_EQ(*meta->input_tag(0), Tag::Tensor);
  EXPECT_EQ(meta->input_tag(2).error(), Error::InvalidArgument);
  auto info = meta->input_tensor_meta(1);
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->scalar_type(), ScalarType::Float);
  EXPECT_EQ(info->nbytes(), 24u);
  EXPECT_TRUE(info->is_memory_planned());
  ASSERT_EQ(info->sizes().size(), 2u);
  EXPECT_EQ(info->sizes()[0], 2);
  EXPECT_EQ(info->sizes()[1], 3);
  EXPECT_EQ(info->dim_order()[1], 1);
  // Three tensors of 24 bytes, each padded to 32.
  ASSERT_EQ(meta->num_memory_planned_buffers(), 1u);
  EXPECT_EQ(*meta->memory_planned_buffer_size(0), 96);
  EXPECT_EQ(meta->memory_planned_buffer_size(1).error(), Error::InvalidArgument);
  EXPECT_EQ(meta->num_instructions(), 1u);
  EXPECT_EQ(meta->num_backends(), 0u);
}

TEST(ProgramTest, DescribesAttributesAndBackends) {
  File state = File::fixture("state");
  BufferDataLoader state_loader(state.data(), state.size());
  auto program = Program::load(&state_loader);
  ASSERT_TRUE(program.ok());
  auto meta = program->method_meta("forward");
  ASSERT_EQ(meta->num_attributes(), 1u);
  EXPECT_EQ(meta->attribute_tensor_meta(0)->name(), "total");
  EXPECT_EQ(meta->attribute_tensor_meta(1).error(), Error::InvalidArgument);

  File delegate = File::fixture("delegate_segment");
  BufferDataLoader delegate_loader(delegate.data(), delegate.size());
  auto delegated = Program::load(&delegate_loader);
  ASSERT_TRUE(delegated.ok());
  auto delegate_meta = delegated->method_meta("forward");
  EXPECT_EQ(delegate_meta->num_backends(), 1u);
  EXPECT_STREQ(*delegate_meta->get_backend_name(0), "DemoBackend");
  EXPECT_TRUE(delegate_meta->uses_backend("DemoBackend"));
  EXPECT_FALSE(delegate_meta->uses_backend("Demo"));
}

TEST(ProgramTest, UnplannedTensorsAreReported) {
  File file = File::fixture("add_unplanned");
  BufferDataLoader loader(file.data(), file.size());
  auto program = Program::load(&loader);
  ASSERT_TRUE(program.ok());
  auto meta = program->method_meta("forward");
  EXPECT_FALSE(meta->input_tensor_meta(0)->is_memory_planned());
  EXPECT_FALSE(meta->output_tensor_meta(0)->is_memory_planned());
}

TEST(ProgramTest, RefusesWhatIsNoProgram) {
  File file = File::fixture("add");
  EXPECT_EQ(load_error(file.data(), 0), Error::InvalidProgram);
  EXPECT_EQ(load_error(file.data(), 63), Error::InvalidProgram);
  EXPECT_EQ(load_error(file.data(), file.size() - 1), Error::InvalidProgram);
  EXPECT_EQ(load_error(file.data(), file.size()), Error::Ok);

  alignas(16) char text[128];
  std::memset(text, 'x', sizeof(text));
  EXPECT_EQ(load_error(text, sizeof(text)), Error::InvalidProgram);
  std::memset(text, 0, sizeof(text));
  EXPECT_EQ(load_error(text, sizeof(text)), Error::InvalidProgram);
}

TEST(ProgramTest, RefusesAnotherFormatVersion) {
  File file = File::fixture("add");
  EXPECT_EQ(Program::check_header(file.data(), file.size()), Program::CompatibleVersion);
  EXPECT_EQ(Program::check_header(file.data(), 63), Program::ShortData);
  std::memcpy(file.data() + 4, "ET13", 4);
  EXPECT_EQ(Program::check_header(file.data(), file.size()), Program::IncompatibleVersion);
  EXPECT_EQ(load_error(file.data(), file.size()), Error::InvalidProgram);
  std::memcpy(file.data() + 4, "FT01", 4);
  EXPECT_EQ(Program::check_header(file.data(), file.size()), Program::NotPresent);
  EXPECT_EQ(load_error(file.data(), file.size()), Error::InvalidProgram);
}

// Older flatbuffers packages share a vtable between tables that differ in size only, so that the
// size in it is too small for some; upstream's KeywordSpotting example is such a file.
TEST(ProgramTest, AcceptsTooSmallATableSizeInAVtable) {
  File file = File::fixture("add");
  uint32_t root;
  int32_t to_vtable;
  std::memcpy(&root, file.data(), 4);
  std::memcpy(&to_vtable, file.data() + root, 4);
  const uint16_t size = 4;
  std::memcpy(file.data() + root - to_vtable + 2, &size, 2);
  EXPECT_EQ(load_error(file.data(), file.size()), Error::Ok);
}

TEST(ProgramTest, RefusesAMisalignedFile) {
  File file = File::fixture("add");
  std::vector<uint64_t> storage(file.size() / 8 + 2);
  auto* shifted = reinterpret_cast<uint8_t*>(storage.data()) + 4;
  std::memcpy(shifted, file.data(), file.size());
  EXPECT_EQ(load_error(shifted, file.size()), Error::InvalidArgument);
}

TEST(ProgramTest, ConstantsAreReadWithinTheirSegment) {
  File file = File::fixture("constant");
  BufferDataLoader loader(file.data(), file.size());
  auto program = Program::load(&loader);
  ASSERT_TRUE(program.ok());
  auto data = program->get_constant_buffer_data(1, 12);
  ASSERT_TRUE(data.ok());
  const auto* bytes = static_cast<const uint8_t*>(*data);
  EXPECT_TRUE(bytes > file.data() && bytes < file.data() + file.size());
  EXPECT_EQ(static_cast<const float*>(*data)[2], 3.0f);
  EXPECT_FALSE(program->get_constant_buffer_data(1, 4096).ok());
  EXPECT_FALSE(program->get_constant_buffer_data(2, 1).ok());
}

}  // namespace
}  // namespace ee_test

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/devtools/bundled_program/bundled_program.h>
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/extension/data_loader/shared_ptr_data_loader.h>
#include <executorch/extension/module/bundled_module.h>

#include "../src/devtools/bundle.h"

namespace executorch {
namespace extension {
namespace bundled_module {

using runtime::Error;
using runtime::EValue;
using runtime::Result;

namespace {

std::unique_ptr<runtime::DataLoader> program_loader(const void* file) {
  namespace bundle = executorch::bundled_program::bundle;
  const bundle::Vector program = bundle::root_of(file).vector(bundle::root::kProgram);
  return std::make_unique<BufferDataLoader>(program.bytes(), program.size());
}

}  // namespace

BundledModule::BundledModule(const void* bundled_program_ptr,
                             std::unique_ptr<runtime::MemoryAllocator> memory_allocator,
                             std::unique_ptr<runtime::MemoryAllocator> temp_allocator,
                             std::unique_ptr<runtime::EventTracer> event_tracer,
                             std::unique_ptr<runtime::DataLoader> data_map_loader)
    : BundledModule(bundled_program_ptr, program_loader(bundled_program_ptr),
                    std::move(memory_allocator), std::move(temp_allocator), std::move(event_tracer),
                    std::move(data_map_loader)) {}

Result<std::unique_ptr<BundledModule>> BundledModule::from_file(
    const std::string& file_path, std::unique_ptr<runtime::MemoryAllocator> memory_allocator,
    std::unique_ptr<runtime::MemoryAllocator> temp_allocator,
    std::unique_ptr<runtime::EventTracer> event_tracer,
    std::unique_ptr<runtime::DataLoader> data_map_loader) {
  // What a program in the bundle may need.
  constexpr size_t kAlignment = 32;
  Result<FileDataLoader> loader = FileDataLoader::from(file_path.c_str(), kAlignment);
  ET_CHECK_OK_OR_RETURN_ERROR(loader.error());
  const Result<size_t> size = loader->size();
  ET_CHECK_OK_OR_RETURN_ERROR(size.error());
  Result<runtime::FreeableBuffer> file = loader->load(
      0, *size, runtime::DataLoader::SegmentInfo(runtime::DataLoader::SegmentInfo::Type::Program));
  ET_CHECK_OK_OR_RETURN_ERROR(file.error());
  void* data = const_cast<void*>(file->data());
  const void* program = nullptr;
  size_t program_size = 0;
  ET_CHECK_OK_OR_RETURN_ERROR(
      executorch::bundled_program::get_program_data(data, *size, &program, &program_size));
  // The loader, and with it the file, goes after the methods.
  const auto owner = std::make_shared<runtime::FreeableBuffer>(std::move(*file));
  auto program_data = std::make_unique<SharedPtrDataLoader>(
      std::shared_ptr<void>(owner, const_cast<void*>(program)), program_size);
  return std::unique_ptr<BundledModule>(new BundledModule(
      data, std::move(program_data), std::move(memory_allocator), std::move(temp_allocator),
      std::move(event_tracer), std::move(data_map_loader)));
}

Result<std::vector<EValue>> BundledModule::execute(const std::string& method_name,
                                                   const size_t testset_idx) {
  ET_CHECK_OK_OR_RETURN_ERROR(load_method(method_name));
  Method& method = *methods_.at(method_name).method;
  ET_CHECK_OK_OR_RETURN_ERROR(
      executorch::bundled_program::load_bundled_input(method, bundled_program_ptr_, testset_idx));
  ET_CHECK_OK_OR_RETURN_ERROR(method.execute());
  return get_outputs(method_name);
}

Error BundledModule::verify_method_outputs(const std::string& method_name, const size_t testset_idx,
                                           double rtol, double atol) {
  ET_CHECK_OK_OR_RETURN_ERROR(load_method(method_name));
  return executorch::bundled_program::verify_method_outputs(
      *methods_.at(method_name).method, bundled_program_ptr_, testset_idx, rtol, atol);
}

}  // namespace bundled_module
}  // namespace extension
}  // namespace executorch

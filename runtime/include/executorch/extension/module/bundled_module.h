// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/extension/module/module.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#define ET_BUNDLED_MODULE_NAMESPACE bundled_module

namespace executorch {
namespace extension {
namespace bundled_module {

// A bundled program (.bpte), run with the inputs that it brings.
class BundledModule : public Module {
 public:
  // The file's data stays the caller's, is aligned to 8 bytes and has been accepted by
  // bundled_program::get_program_data().
  explicit BundledModule(const void* bundled_program_ptr,
                         std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
                         std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
                         std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
                         std::unique_ptr<runtime::DataLoader> data_map_loader = nullptr);

  // Errors of the file's loading and of get_program_data().
  ET_NODISCARD static runtime::Result<std::unique_ptr<BundledModule>> from_file(
      const std::string& file_path,
      std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
      std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
      std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
      std::unique_ptr<runtime::DataLoader> data_map_loader = nullptr);

  using Module::execute;
  // With the inputs of a test.
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> execute(const std::string& method_name,
                                                                     const size_t testset_idx);
  // As bundled_program::verify_method_outputs().
  ET_NODISCARD runtime::Error verify_method_outputs(const std::string& method_name,
                                                    const size_t testset_idx, double rtol = 1e-5,
                                                    double atol = 1e-8);

 private:
  BundledModule(const void* bundled_program_ptr, std::unique_ptr<runtime::DataLoader> loader,
                std::unique_ptr<runtime::MemoryAllocator> memory_allocator,
                std::unique_ptr<runtime::MemoryAllocator> temp_allocator,
                std::unique_ptr<runtime::EventTracer> event_tracer,
                std::unique_ptr<runtime::DataLoader> data_map_loader)
      : Module(std::move(loader), std::move(memory_allocator), std::move(temp_allocator),
               std::move(event_tracer), std::move(data_map_loader)),
        bundled_program_ptr_(bundled_program_ptr) {}

  const void* bundled_program_ptr_;
};

}  // namespace bundled_module

using bundled_module::BundledModule;

}  // namespace extension
}  // namespace executorch

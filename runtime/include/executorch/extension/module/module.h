// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/backend/backend_options_map.h>
#include <executorch/runtime/backend/options.h>
#include <executorch/runtime/core/device_memory_buffer.h>
#include <executorch/runtime/executor/program.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#define ET_MODULE_NAMESPACE module

namespace executorch {
namespace extension {

using ET_RUNTIME_NAMESPACE::Kernel;
using ET_RUNTIME_NAMESPACE::Method;
using ET_RUNTIME_NAMESPACE::MethodMeta;
using ET_RUNTIME_NAMESPACE::NamedDataMap;
using ET_RUNTIME_NAMESPACE::Program;
using runtime::LoadBackendOptionsMap;

namespace module {

// A program file and its methods, loaded as they are used, with memory from the heap. For
// computers; not thread-safe.
class Module {
 public:
  // Read the file into memory; map it, and lock its pages (or try to), or announce that they will
  // be read.
  enum class LoadMode { File, Mmap, MmapUseMlock, MmapUseMlockIgnoreErrors, MmapUseMadvise };

  // Null allocators are replaced by ones over malloc(). With share_memory_arenas the methods share
  // the buffers of memory ids 1 and 2, each as large as any of them needs: a method may then
  // overwrite the outputs of another.
  explicit Module(const std::string& file_path, LoadMode load_mode = LoadMode::File,
                  std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
                  std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
                  std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
                  bool share_memory_arenas = false);
  // With external data from a .ptd file, or from several.
  explicit Module(const std::string& file_path, const std::string& data_map_path,
                  LoadMode load_mode = LoadMode::File,
                  std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
                  std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
                  std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
                  bool share_memory_arenas = false);
  explicit Module(const std::string& file_path, std::vector<std::string> data_files,
                  LoadMode load_mode = LoadMode::File,
                  std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
                  std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
                  std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
                  bool share_memory_arenas = false);
  explicit Module(std::unique_ptr<runtime::DataLoader> data_loader,
                  std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
                  std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
                  std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
                  std::unique_ptr<runtime::DataLoader> data_map_loader = nullptr,
                  bool share_memory_arenas = false);
  // The program's loader must outlive the module.
  explicit Module(std::shared_ptr<Program> program,
                  std::unique_ptr<runtime::MemoryAllocator> memory_allocator = nullptr,
                  std::unique_ptr<runtime::MemoryAllocator> temp_allocator = nullptr,
                  std::unique_ptr<runtime::EventTracer> event_tracer = nullptr,
                  std::unique_ptr<runtime::DataLoader> data_map_loader = nullptr,
                  bool share_memory_arenas = false);

  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  virtual ~Module() = default;

  // Loads the program; again: nothing happens. Every function below does it first.
  ET_NODISCARD virtual runtime::Error load(
      Program::Verification verification = Program::Verification::Minimal);
  // Also keeps a copy of the options for methods loaded from now on; not if loading fails.
  ET_NODISCARD virtual runtime::Error load(
      const LoadBackendOptionsMap& backend_options,
      Program::Verification verification = Program::Verification::Minimal);
  const LoadBackendOptionsMap& backend_options() const { return backend_options_map_; }

  virtual bool is_loaded() const { return program_ != nullptr; }
  // Null before load().
  std::shared_ptr<Program> program() const { return program_; }

  runtime::Result<size_t> num_methods();
  runtime::Result<std::unordered_set<std::string>> method_names();
  runtime::Result<MethodMeta> method_meta(const std::string& method_name);

  // Arguments that are null or empty are the module's own.
  ET_NODISCARD runtime::Error load_method(const std::string& method_name,
                                          runtime::HierarchicalAllocator* planned_memory = nullptr,
                                          runtime::EventTracer* event_tracer = nullptr,
                                          const LoadBackendOptionsMap* backend_options = nullptr,
                                          std::vector<Kernel> kernel_registry = {});
  [[deprecated("give planned_memory")]] ET_NODISCARD runtime::Error load_method(
      const std::string& method_name, runtime::EventTracer* event_tracer) {
    return load_method(method_name, nullptr, event_tracer);
  }
  ET_NODISCARD runtime::Error load_forward(runtime::HierarchicalAllocator* planned_memory = nullptr,
                                           runtime::EventTracer* event_tracer = nullptr,
                                           const LoadBackendOptionsMap* backend_options = nullptr,
                                           std::vector<Kernel> kernel_registry = {}) {
    return load_method("forward", planned_memory, event_tracer, backend_options,
                       std::move(kernel_registry));
  }
  [[deprecated("give planned_memory")]] ET_NODISCARD runtime::Error load_forward(
      runtime::EventTracer* event_tracer) {
    return load_method("forward", nullptr, event_tracer);
  }

  // Whether it was loaded.
  bool unload_method(const std::string& method_name) { return methods_.erase(method_name) != 0; }
  bool unload_forward() { return unload_method("forward"); }
  bool is_method_loaded(const std::string& method_name) const {
    return methods_.count(method_name) != 0;
  }
  [[deprecated("the module manages its methods")]] ET_NODISCARD runtime::Result<Method*> method(
      const std::string& method_name);

  // The values are the first inputs; others keep what was set. The outputs are valid until the next
  // execution.
  ET_NODISCARD virtual runtime::Result<std::vector<runtime::EValue>> execute(
      const std::string& method_name, const std::vector<runtime::EValue>& input_values);
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> execute(
      const std::string& method_name, const runtime::EValue& input_value) {
    return execute(method_name, std::vector<runtime::EValue>{input_value});
  }
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> execute(
      const std::string& method_name) {
    return execute(method_name, std::vector<runtime::EValue>{});
  }

  // The first output; Error::InvalidArgument if there is none.
  ET_NODISCARD runtime::Result<runtime::EValue> get(
      const std::string& method_name, const std::vector<runtime::EValue>& input_values) {
    runtime::Result<std::vector<runtime::EValue>> outputs = execute(method_name, input_values);
    if (!outputs.ok()) {
      return outputs.error();
    }
    if (outputs->empty()) {
      return runtime::Error::InvalidArgument;
    }
    return outputs->front();
  }
  ET_NODISCARD runtime::Result<runtime::EValue> get(const std::string& method_name,
                                                    const runtime::EValue& input_value) {
    return get(method_name, std::vector<runtime::EValue>{input_value});
  }
  ET_NODISCARD runtime::Result<runtime::EValue> get(const std::string& method_name) {
    return get(method_name, std::vector<runtime::EValue>{});
  }

  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> forward(
      const std::vector<runtime::EValue>& input_values) {
    return execute("forward", input_values);
  }
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> forward(
      const runtime::EValue& input_value) {
    return execute("forward", input_value);
  }
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> forward() {
    return execute("forward");
  }

  // Of the next execution.
  ET_NODISCARD runtime::Error set_input(const std::string& method_name,
                                        const runtime::EValue& input_value, size_t input_index);
  ET_NODISCARD runtime::Error set_input(const runtime::EValue& input_value, size_t input_index) {
    return set_input("forward", input_value, input_index);
  }
  ET_NODISCARD runtime::Error set_inputs(const std::string& method_name,
                                         const std::vector<runtime::EValue>& input_values);
  ET_NODISCARD runtime::Error set_inputs(const std::vector<runtime::EValue>& input_values) {
    return set_inputs("forward", input_values);
  }

  // Where an output that has no planned memory goes: the tensor's memory.
  ET_NODISCARD runtime::Error set_output(const std::string& method_name,
                                         runtime::EValue output_value, size_t output_index = 0);
  ET_NODISCARD runtime::Error set_output(runtime::EValue output_value, size_t output_index = 0) {
    return set_output("forward", std::move(output_value), output_index);
  }
  ET_NODISCARD runtime::Error set_outputs(const std::string& method_name,
                                          const std::vector<runtime::EValue>& output_values);
  ET_NODISCARD runtime::Error set_outputs(const std::vector<runtime::EValue>& output_values) {
    return set_outputs("forward", output_values);
  }

  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> get_outputs(
      const std::string& method_name);
  ET_NODISCARD runtime::Result<std::vector<runtime::EValue>> get_outputs() {
    return get_outputs("forward");
  }
  ET_NODISCARD runtime::Result<runtime::EValue> get_output(const std::string& method_name,
                                                           size_t output_index = 0);
  ET_NODISCARD runtime::Result<runtime::EValue> get_output(size_t output_index = 0) {
    return get_output("forward", output_index);
  }

  [[deprecated("always empty: the tracer has the buffer")]] ET_NODISCARD runtime::Span<uint8_t>
  debug_buffer() {
    return {};
  }

  runtime::EventTracer* event_tracer() const { return event_tracer_.get(); }

 private:
  // The buffers of a method's memory plan.
  struct PlannedMemory {
    std::vector<std::vector<uint8_t>> buffers;
    std::vector<runtime::DeviceMemoryBuffer> device_buffers;
    std::vector<runtime::Span<uint8_t>> spans;
    std::vector<runtime::etensor::Device> devices;
    std::unique_ptr<runtime::HierarchicalAllocator> allocator;
  };

  struct MethodHolder {
    std::unique_ptr<PlannedMemory> planned_memory;
    std::unique_ptr<runtime::MemoryManager> memory_manager;
    std::vector<Kernel> kernel_registry;
    std::unique_ptr<Method> method;
  };

  ET_NODISCARD runtime::Error load_data_maps();
  runtime::Result<std::unique_ptr<PlannedMemory>> plan_memory(const std::string& method_name);
  ET_NODISCARD runtime::Error size_shared_arenas();
  runtime::Result<Method*> loaded(const std::string& method_name);

  std::string file_path_;
  std::vector<std::string> data_files_;
  LoadMode load_mode_ = LoadMode::File;
  // Later members use earlier ones and go first.
  std::unique_ptr<runtime::DataLoader> data_loader_;
  std::vector<std::unique_ptr<runtime::DataLoader>> data_map_loaders_;
  std::vector<std::unique_ptr<NamedDataMap>> named_data_maps_;
  std::unique_ptr<NamedDataMap> merged_data_map_;
  std::shared_ptr<Program> program_;
  std::unique_ptr<runtime::MemoryAllocator> memory_allocator_;
  std::unique_ptr<runtime::MemoryAllocator> temp_allocator_;
  std::unique_ptr<runtime::EventTracer> event_tracer_;
  std::vector<std::vector<uint8_t>> shared_arenas_;
  // The options that the map's spans point at.
  std::vector<std::vector<runtime::BackendOption>> backend_options_storage_;
  LoadBackendOptionsMap backend_options_map_;
  bool share_memory_arenas_ = false;

 protected:
  std::unordered_map<std::string, MethodHolder> methods_;
};

}  // namespace module

using module::Module;

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::extension::module::Module;
}  // namespace executor
}  // namespace torch

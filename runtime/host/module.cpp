// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/named_data_map/merged_data_map.h>
#include <executorch/runtime/platform/runtime.h>

#include <algorithm>

namespace executorch {
namespace extension {
namespace module {

using runtime::DataLoader;
using runtime::DeviceMemoryBuffer;
using runtime::Error;
using runtime::EValue;
using runtime::EventTracer;
using runtime::HierarchicalAllocator;
using runtime::MemoryAllocator;
using runtime::Result;
using runtime::Span;
using runtime::etensor::Device;

namespace {

// Memory ids 1 and 2; higher ones are plans of the user's own.
constexpr size_t kMaxSharedArenas = 2;

std::unique_ptr<MemoryAllocator> or_malloc(std::unique_ptr<MemoryAllocator> allocator) {
  return allocator != nullptr ? std::move(allocator) : std::make_unique<MallocMemoryAllocator>();
}

template <typename T>
Result<std::unique_ptr<DataLoader>> moved(Result<T> loader) {
  if (!loader.ok()) {
    return loader.error();
  }
  return std::unique_ptr<DataLoader>(std::make_unique<T>(std::move(*loader)));
}

Result<std::unique_ptr<DataLoader>> open(const std::string& path, Module::LoadMode mode) {
  using Lock = MmapDataLoader::MlockConfig;
  switch (mode) {
    case Module::LoadMode::File:
      return moved(FileDataLoader::from(path.c_str()));
    case Module::LoadMode::Mmap:
      return moved(MmapDataLoader::from(path.c_str(), Lock::NoMlock));
    case Module::LoadMode::MmapUseMlock:
      return moved(MmapDataLoader::from(path.c_str(), Lock::UseMlock));
    case Module::LoadMode::MmapUseMlockIgnoreErrors:
      return moved(MmapDataLoader::from(path.c_str(), Lock::UseMlockIgnoreErrors));
    case Module::LoadMode::MmapUseMadvise:
      return moved(MmapDataLoader::from(path.c_str(), Lock::UseMadvise));
  }
  return Error::InvalidArgument;
}

}  // namespace

Module::Module(const std::string& file_path, LoadMode load_mode,
               std::unique_ptr<EventTracer> event_tracer,
               std::unique_ptr<MemoryAllocator> memory_allocator,
               std::unique_ptr<MemoryAllocator> temp_allocator, bool share_memory_arenas)
    : Module(file_path, std::vector<std::string>(), load_mode, std::move(event_tracer),
             std::move(memory_allocator), std::move(temp_allocator), share_memory_arenas) {}

Module::Module(const std::string& file_path, const std::string& data_map_path, LoadMode load_mode,
               std::unique_ptr<EventTracer> event_tracer,
               std::unique_ptr<MemoryAllocator> memory_allocator,
               std::unique_ptr<MemoryAllocator> temp_allocator, bool share_memory_arenas)
    : Module(file_path,
             data_map_path.empty() ? std::vector<std::string>()
                                   : std::vector<std::string>{data_map_path},
             load_mode, std::move(event_tracer), std::move(memory_allocator),
             std::move(temp_allocator), share_memory_arenas) {}

Module::Module(const std::string& file_path, std::vector<std::string> data_files,
               LoadMode load_mode, std::unique_ptr<EventTracer> event_tracer,
               std::unique_ptr<MemoryAllocator> memory_allocator,
               std::unique_ptr<MemoryAllocator> temp_allocator, bool share_memory_arenas)
    : file_path_(file_path),
      data_files_(std::move(data_files)),
      load_mode_(load_mode),
      memory_allocator_(or_malloc(std::move(memory_allocator))),
      temp_allocator_(or_malloc(std::move(temp_allocator))),
      event_tracer_(std::move(event_tracer)),
      share_memory_arenas_(share_memory_arenas) {
  runtime::runtime_init();
}

Module::Module(std::unique_ptr<DataLoader> data_loader,
               std::unique_ptr<MemoryAllocator> memory_allocator,
               std::unique_ptr<MemoryAllocator> temp_allocator,
               std::unique_ptr<EventTracer> event_tracer,
               std::unique_ptr<DataLoader> data_map_loader, bool share_memory_arenas)
    : data_loader_(std::move(data_loader)),
      memory_allocator_(or_malloc(std::move(memory_allocator))),
      temp_allocator_(or_malloc(std::move(temp_allocator))),
      event_tracer_(std::move(event_tracer)),
      share_memory_arenas_(share_memory_arenas) {
  if (data_map_loader != nullptr) {
    data_map_loaders_.push_back(std::move(data_map_loader));
  }
  runtime::runtime_init();
}

Module::Module(std::shared_ptr<Program> program, std::unique_ptr<MemoryAllocator> memory_allocator,
               std::unique_ptr<MemoryAllocator> temp_allocator,
               std::unique_ptr<EventTracer> event_tracer,
               std::unique_ptr<DataLoader> data_map_loader, bool share_memory_arenas)
    : Module(std::unique_ptr<DataLoader>(), std::move(memory_allocator), std::move(temp_allocator),
             std::move(event_tracer), std::move(data_map_loader), share_memory_arenas) {
  program_ = std::move(program);
}

Error Module::load_data_maps() {
  for (const std::string& path : data_files_) {
    Result<std::unique_ptr<DataLoader>> loader = open(path, load_mode_);
    ET_CHECK_OK_OR_RETURN_ERROR(loader.error());
    data_map_loaders_.push_back(std::move(*loader));
  }
  data_files_.clear();
  if (data_map_loaders_.empty() || merged_data_map_ != nullptr) {
    return Error::Ok;
  }
  named_data_maps_.clear();
  std::vector<const NamedDataMap*> maps;
  for (const std::unique_ptr<DataLoader>& loader : data_map_loaders_) {
    Result<FlatTensorDataMap> map = FlatTensorDataMap::load(loader.get());
    ET_CHECK_OK_OR_RETURN_ERROR(map.error());
    named_data_maps_.push_back(std::make_unique<FlatTensorDataMap>(std::move(*map)));
    maps.push_back(named_data_maps_.back().get());
  }
  Result<MergedDataMap> merged =
      MergedDataMap::load(Span<const NamedDataMap*>(maps.data(), maps.size()));
  ET_CHECK_OK_OR_RETURN_ERROR(merged.error());
  merged_data_map_ = std::make_unique<MergedDataMap>(std::move(*merged));
  return Error::Ok;
}

Error Module::load(Program::Verification verification) {
  ET_CHECK_OK_OR_RETURN_ERROR(load_data_maps());
  if (is_loaded()) {
    return Error::Ok;
  }
  if (data_loader_ == nullptr) {
    Result<std::unique_ptr<DataLoader>> loader = open(file_path_, load_mode_);
    ET_CHECK_OK_OR_RETURN_ERROR(loader.error());
    data_loader_ = std::move(*loader);
  }
  Result<Program> program = Program::load(data_loader_.get(), verification);
  ET_CHECK_OK_OR_RETURN_ERROR(program.error());
  program_ = std::make_shared<Program>(std::move(*program));
  return Error::Ok;
}

Error Module::load(const LoadBackendOptionsMap& backend_options,
                   Program::Verification verification) {
  ET_CHECK_OK_OR_RETURN_ERROR(load(verification));
  std::vector<std::vector<runtime::BackendOption>> storage;
  LoadBackendOptionsMap map;
  for (size_t i = 0; i < backend_options.size(); ++i) {
    const LoadBackendOptionsMap::EntryView entry = backend_options.entry_at(i);
    storage.emplace_back(entry.options.begin(), entry.options.end());
    // Moving the outer vector leaves the inner ones' elements where they are.
    ET_CHECK_OK_OR_RETURN_ERROR(map.set_options(
        entry.backend_id,
        Span<runtime::BackendOption>(storage.back().data(), storage.back().size())));
  }
  backend_options_storage_ = std::move(storage);
  backend_options_map_ = map;
  return Error::Ok;
}

Result<size_t> Module::num_methods() {
  ET_CHECK_OK_OR_RETURN_ERROR(load());
  return program_->num_methods();
}

Result<std::unordered_set<std::string>> Module::method_names() {
  ET_CHECK_OK_OR_RETURN_ERROR(load());
  std::unordered_set<std::string> names;
  for (size_t i = 0; i < program_->num_methods(); ++i) {
    const Result<const char*> name = program_->get_method_name(i);
    ET_CHECK_OK_OR_RETURN_ERROR(name.error());
    names.emplace(*name);
  }
  return names;
}

Result<MethodMeta> Module::method_meta(const std::string& method_name) {
  ET_CHECK_OK_OR_RETURN_ERROR(load());
  return program_->method_meta(method_name.c_str());
}

Error Module::size_shared_arenas() {
  const Result<std::unordered_set<std::string>> names = method_names();
  ET_CHECK_OK_OR_RETURN_ERROR(names.error());
  for (const std::string& name : *names) {
    const Result<MethodMeta> meta = method_meta(name);
    ET_CHECK_OK_OR_RETURN_ERROR(meta.error());
    const size_t count = std::min(meta->num_memory_planned_buffers(), kMaxSharedArenas);
    shared_arenas_.resize(std::max(shared_arenas_.size(), count));
    for (size_t i = 0; i < count; ++i) {
      const Result<int64_t> size = meta->memory_planned_buffer_size(i);
      ET_CHECK_OK_OR_RETURN_ERROR(size.error());
      shared_arenas_[i].resize(std::max(shared_arenas_[i].size(), static_cast<size_t>(*size)));
    }
  }
  return Error::Ok;
}

Result<std::unique_ptr<Module::PlannedMemory>> Module::plan_memory(const std::string& method_name) {
  if (share_memory_arenas_ && shared_arenas_.empty()) {
    ET_CHECK_OK_OR_RETURN_ERROR(size_shared_arenas());
  }
  const Result<MethodMeta> meta = method_meta(method_name);
  ET_CHECK_OK_OR_RETURN_ERROR(meta.error());
  auto planned = std::make_unique<PlannedMemory>();
  bool on_device = false;
  for (size_t i = 0; i < meta->num_memory_planned_buffers(); ++i) {
    const Result<int64_t> size = meta->memory_planned_buffer_size(i);
    ET_CHECK_OK_OR_RETURN_ERROR(size.error());
    const Result<Device> device = meta->memory_planned_buffer_device(i);
    ET_CHECK_OK_OR_RETURN_ERROR(device.error());
    planned->devices.push_back(*device);
    if (!device->is_cpu()) {
      on_device = true;
      ET_CHECK_OR_RETURN_ERROR(!share_memory_arenas_, NotSupported,
                               "Buffer %zu is on a device and cannot be shared", i);
      Result<DeviceMemoryBuffer> buffer =
          DeviceMemoryBuffer::create(static_cast<size_t>(*size), device->type(), device->index());
      ET_CHECK_OK_OR_RETURN_ERROR(buffer.error());
      planned->spans.push_back(buffer->as_span());
      planned->device_buffers.push_back(std::move(*buffer));
    } else if (share_memory_arenas_ && i < shared_arenas_.size()) {
      planned->spans.emplace_back(shared_arenas_[i].data(), shared_arenas_[i].size());
    } else {
      planned->buffers.emplace_back(static_cast<size_t>(*size));
      planned->spans.emplace_back(planned->buffers.back().data(), planned->buffers.back().size());
    }
  }
  const Span<Span<uint8_t>> spans(planned->spans.data(), planned->spans.size());
  planned->allocator =
      on_device ? std::make_unique<HierarchicalAllocator>(
                      spans, Span<const Device>(planned->devices.data(), planned->devices.size()))
                : std::make_unique<HierarchicalAllocator>(spans);
  return planned;
}

Error Module::load_method(const std::string& method_name, HierarchicalAllocator* planned_memory,
                          EventTracer* event_tracer, const LoadBackendOptionsMap* backend_options,
                          std::vector<Kernel> kernel_registry) {
  if (is_method_loaded(method_name)) {
    return Error::Ok;
  }
  ET_CHECK_OK_OR_RETURN_ERROR(load());
  MethodHolder holder;
  if (planned_memory == nullptr) {
    Result<std::unique_ptr<PlannedMemory>> planned = plan_memory(method_name);
    ET_CHECK_OK_OR_RETURN_ERROR(planned.error());
    holder.planned_memory = std::move(*planned);
    planned_memory = holder.planned_memory->allocator.get();
  }
  if (backend_options == nullptr && backend_options_map_.size() != 0) {
    backend_options = &backend_options_map_;
  }
  holder.memory_manager = std::make_unique<runtime::MemoryManager>(
      memory_allocator_.get(), planned_memory, temp_allocator_.get());
  holder.kernel_registry = std::move(kernel_registry);
  Result<Method> method = program_->load_method(
      method_name.c_str(), holder.memory_manager.get(),
      event_tracer != nullptr ? event_tracer : event_tracer_.get(), merged_data_map_.get(),
      backend_options,
      Span<const Kernel>(holder.kernel_registry.data(), holder.kernel_registry.size()));
  ET_CHECK_OK_OR_RETURN_ERROR(method.error());
  holder.method = std::make_unique<Method>(std::move(*method));
  methods_.emplace(method_name, std::move(holder));
  return Error::Ok;
}

Result<Method*> Module::loaded(const std::string& method_name) {
  ET_CHECK_OK_OR_RETURN_ERROR(load_method(method_name));
  return methods_.at(method_name).method.get();
}

Result<Method*> Module::method(const std::string& method_name) { return loaded(method_name); }

Result<std::vector<EValue>> Module::execute(const std::string& method_name,
                                            const std::vector<EValue>& input_values) {
  const Result<Method*> method = loaded(method_name);
  ET_CHECK_OK_OR_RETURN_ERROR(method.error());
  for (size_t i = 0; i < input_values.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR((*method)->set_input(input_values[i], i));
  }
  ET_CHECK_OK_OR_RETURN_ERROR((*method)->execute());
  return get_outputs(method_name);
}

Error Module::set_input(const std::string& method_name, const EValue& input_value,
                        size_t input_index) {
  const Result<Method*> method = loaded(method_name);
  ET_CHECK_OK_OR_RETURN_ERROR(method.error());
  return (*method)->set_input(input_value, input_index);
}

Error Module::set_inputs(const std::string& method_name, const std::vector<EValue>& input_values) {
  const Result<Method*> method = loaded(method_name);
  ET_CHECK_OK_OR_RETURN_ERROR(method.error());
  return (*method)->set_inputs(
      executorch::aten::ArrayRef<EValue>(input_values.data(), input_values.size()));
}

Error Module::set_output(const std::string& method_name, EValue output_value, size_t output_index) {
  const Result<Method*> method = loaded(method_name);
  ET_CHECK_OK_OR_RETURN_ERROR(method.error());
  ET_CHECK_OR_RETURN_ERROR(output_value.isTensor(), InvalidArgument,
                           "Output %zu: expected a tensor, found tag %d", output_index,
                           static_cast<int>(output_value.tag));
  const executorch::aten::Tensor& tensor = output_value.toTensor();
  return (*method)->set_output_data_ptr(tensor.mutable_data_ptr(), tensor.nbytes(), output_index);
}

Error Module::set_outputs(const std::string& method_name,
                          const std::vector<EValue>& output_values) {
  const Result<Method*> method = loaded(method_name);
  ET_CHECK_OK_OR_RETURN_ERROR(method.error());
  ET_CHECK_OR_RETURN_ERROR(output_values.size() == (*method)->outputs_size(), InvalidArgument,
                           "%zu values for %zu outputs", output_values.size(),
                           (*method)->outputs_size());
  for (size_t i = 0; i < output_values.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(set_output(method_name, output_values[i], i));
  }
  return Error::Ok;
}

Result<std::vector<EValue>> Module::get_outputs(const std::string& method_name) {
  const Result<Method*> method = loaded(method_name);
  ET_CHECK_OK_OR_RETURN_ERROR(method.error());
  std::vector<EValue> outputs((*method)->outputs_size());
  ET_CHECK_OK_OR_RETURN_ERROR((*method)->get_outputs(outputs.data(), outputs.size()));
  return outputs;
}

Result<EValue> Module::get_output(const std::string& method_name, size_t output_index) {
  const Result<Method*> method = loaded(method_name);
  ET_CHECK_OK_OR_RETURN_ERROR(method.error());
  ET_CHECK_OR_RETURN_ERROR(output_index < (*method)->outputs_size(), InvalidArgument,
                           "Output %zu of %zu does not exist", output_index,
                           (*method)->outputs_size());
  return (*method)->get_output(output_index);
}

}  // namespace module
}  // namespace extension
}  // namespace executorch

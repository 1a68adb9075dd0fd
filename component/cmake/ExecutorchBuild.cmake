# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# The component's two targets. An INTERFACE library that applications link (in ESP-IDF the component
# itself): include folders, and once something is declared, the other one, a static library with the
# runtime and the kernels that the bundle selects. Until then that one is never built nor linked.
include_guard(GLOBAL)
cmake_policy(VERSION 3.22)

# EXECUTORCH_LEFT_OUT, a property: the sources this world does without, alternatives of a regex.

# _executorch_define_library(<interface target> <include folder>...): in the folder whose compile
# options the sources shall get.
function(_executorch_define_library interface)
  set_property(GLOBAL PROPERTY EXECUTORCH_INTERFACE ${interface})
  # The one source that has no meaning without a bundle; more follow in _executorch_build().
  add_library(executorch_selected STATIC EXCLUDE_FROM_ALL
              "${EE_COMPONENT_DIR}/src/kernels_added.cpp")
  set_target_properties(executorch_selected PROPERTIES OUTPUT_NAME executorch
      CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(executorch_selected PUBLIC ${ARGN})
  # Type information, for classes of the application that derive from ours, where it has some: on a
  # host, and on a chip whose configuration asks for it.
  set(rtti -fno-rtti)
  if(CONFIG_COMPILER_CXX_RTTI OR NOT CMAKE_CROSSCOMPILING)
    set(rtti -frtti)
  endif()
  # -ffp-contract=off: a chip with an FPU gives the host's bits, no fused multiply-add.
  target_compile_options(executorch_selected PRIVATE -ffp-contract=off -ffunction-sections
      -fdata-sections $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions ${rtti} -fno-threadsafe-statics>)
  target_link_libraries(executorch_selected PUBLIC m)
endfunction()

# In a CMake project without ESP-IDF.
function(_executorch_define_targets)
  if(TARGET executorch_component)
    return()
  endif()
  include("${EE_SOURCE_ROOT}/runtime/sources.cmake")
  set(folders "${EE_COMPONENT_DIR}/include" ${EE_RUNTIME_INCLUDE_DIRS})
  add_library(executorch_component INTERFACE)
  add_library(executorch::executorch ALIAS executorch_component)
  target_include_directories(executorch_component INTERFACE ${folders})
  set_property(GLOBAL PROPERTY EXECUTORCH_LEFT_OUT "platform_esp_idf|et_model_partition")
  target_compile_features(executorch_component INTERFACE cxx_std_17)
  _executorch_define_library(executorch_component ${folders})
  target_compile_features(executorch_selected PUBLIC cxx_std_17)
endfunction()

# Nothing is declared: an application that calls the API after all gets one clear link error.
function(_executorch_build_nothing)
  get_property(interface GLOBAL PROPERTY EXECUTORCH_INTERFACE)
  if(APPLE OR MSVC)
    return()  # their linkers read no scripts
  endif()
  file(STRINGS "${EE_COMPONENT_DIR}/include/et_model.h" lines REGEX "et_model_[a-z_]+\\(")
  string(REGEX MATCHALL "et_model_[a-z_]+\\(" calls "${lines}")
  list(REMOVE_DUPLICATES calls)
  set(script "/* PROVIDE takes effect only for symbols that the program refers to. */\n")
  foreach(call IN LISTS calls)
    string(REPLACE "(" "" name "${call}")
    string(APPEND script "PROVIDE(${name} = et_requires_executorch_add_kernels);\n")
  endforeach()
  set(path "${CMAKE_BINARY_DIR}/executorch_nothing_added.ld")
  file(CONFIGURE OUTPUT "${path}" CONTENT "${script}" @ONLY)
  target_link_options(${interface} INTERFACE "${path}")
endfunction()

function(_executorch_build bundle backends)
  get_property(interface GLOBAL PROPERTY EXECUTORCH_INTERFACE)
  get_property(own_kernels GLOBAL PROPERTY EXECUTORCH_KERNEL_SOURCES)
  get_property(own_backends GLOBAL PROPERTY EXECUTORCH_BACKEND_SOURCES)
  include("${EE_SOURCE_ROOT}/runtime/sources.cmake")
  file(GLOB api "${EE_COMPONENT_DIR}/src/*.cpp")
  list(REMOVE_ITEM api "${EE_COMPONENT_DIR}/src/kernels_added.cpp")
  get_property(left_out GLOBAL PROPERTY EXECUTORCH_LEFT_OUT)
  list(FILTER api EXCLUDE REGEX "/(${left_out})\\.cpp$")
  list(FILTER EE_RUNTIME_SOURCES EXCLUDE REGEX "/(${left_out})\\.cpp$")
  _executorch_kernel_sources(kernels)
  set(added "${backends}")
  list(APPEND backends ${bundle_delegates})
  list(REMOVE_DUPLICATES backends)
  set(delegates "")
  set(anchors et_register_prim_ops_kernels ${bundle_anchors})
  foreach(name IN LISTS backends)
    file(GLOB sources "${EE_SOURCE_ROOT}/delegate/${name}/*.cpp")
    list(APPEND delegates ${sources})
    list(APPEND anchors "et_register_${name}")
  endforeach()

  target_sources(executorch_selected PRIVATE ${EE_RUNTIME_SOURCES} ${api} ${kernels} ${delegates}
                 ${own_kernels} ${own_backends})
  ee_target_bundle(executorch_selected "${bundle}")
  if(added)
    set_property(SOURCE "${EE_SOURCE_ROOT}/runtime/src/executor/selected_parts.cpp"
                 TARGET_DIRECTORY executorch_selected
                 APPEND PROPERTY COMPILE_DEFINITIONS EXECUTORCH_ADDED_BACKENDS)
  endif()
  # Of each kernel in the bundle only the code for the dtypes that it names; of others all, which is
  # compiled with CONFIG_ET_COMPILE_ALL_KERNELS and not linked.
  list(TRANSFORM bundle_sources PREPEND "${EE_SOURCE_ROOT}/" OUTPUT_VARIABLE selected)
  set_property(SOURCE ${selected} TARGET_DIRECTORY executorch_selected
               APPEND PROPERTY COMPILE_DEFINITIONS EXECUTORCH_SELECTIVE_BUILD_DTYPE)
  _executorch_add_nn()
  if(CONFIG_ET_MAX_KERNEL_NUM)
    list(GET EE_REGISTRY_SOURCES 0 registry)
    set_property(SOURCE "${registry}" TARGET_DIRECTORY executorch_selected
                 APPEND PROPERTY COMPILE_DEFINITIONS MAX_KERNEL_NUM=${CONFIG_ET_MAX_KERNEL_NUM})
  endif()
  # The application's own ET_LOG and its delegates' events follow the same settings.
  _executorch_definitions(definitions)
  target_compile_definitions(executorch_selected PUBLIC ${definitions})
  _executorch_embed_models(${interface})
  target_link_libraries(${interface} INTERFACE executorch_selected)
  foreach(anchor IN LISTS anchors)
    target_link_options(${interface} INTERFACE "LINKER:-u,${anchor}")
  endforeach()
  list(LENGTH bundle_model_stems models)
  list(LENGTH kernels files)
  message(STATUS "ExecuTorch: ${bundle_kernel_count} kernels for ${models} model(s), ${files} "
      "kernel sources")
endfunction()

function(_executorch_kernel_sources variable)
  if(CONFIG_ET_COMPILE_ALL_KERNELS)
    file(GLOB sources "${EE_SOURCE_ROOT}/ops/*/*.cpp" "${EE_SOURCE_ROOT}/kernels/*/*.cpp"
         "${EE_SOURCE_ROOT}/kernels/*/common/*.cpp")
  else()
    list(TRANSFORM bundle_sources PREPEND "${EE_SOURCE_ROOT}/" OUTPUT_VARIABLE sources)
  endif()
  set(${variable} "${sources}" PARENT_SCOPE)
endfunction()

# The functions behind esp_nn.h. Ours are all compiled, with every provider: these small files of C
# cost together as much as two operators, and the linker drops what is not called.
# nn/CMakeLists.txt has the meaning of EE_NN_PROVIDER, EE_ESP_NN_LIBRARY and EE_ESP_NN_VARIANT.
function(_executorch_add_nn)
  file(GLOB sources "${EE_SOURCE_ROOT}/nn/*/*.c")
  target_sources(executorch_selected PRIVATE ${sources})
  if(NOT EE_NN_PROVIDER)
    set(EE_NN_PROVIDER builtin)
  endif()
  if(NOT EXISTS "${EE_SOURCE_ROOT}/nn/providers/${EE_NN_PROVIDER}/nn_provider.h")
    file(GLOB known RELATIVE "${EE_SOURCE_ROOT}/nn/providers" "${EE_SOURCE_ROOT}/nn/providers/*")
    list(JOIN known ", " known)
    message(FATAL_ERROR "EE_NN_PROVIDER is '${EE_NN_PROVIDER}'; known: ${known}")
  endif()
  target_include_directories(executorch_selected PRIVATE "${EE_SOURCE_ROOT}/nn/include"
      "${EE_SOURCE_ROOT}/nn/providers/${EE_NN_PROVIDER}" "${EE_SOURCE_ROOT}/nn")
  if(EE_NN_PROVIDER STREQUAL "esp-nn")
    # Of nn/CMakeLists.txt, in a project that has added a checkout of ours.
    if(NOT EE_ESP_NN_LIBRARY AND TARGET espressif_esp_nn)
      set(EE_ESP_NN_LIBRARY espressif_esp_nn)
    endif()
    if(NOT TARGET "${EE_ESP_NN_LIBRARY}")
      message(FATAL_ERROR "The int8 kernels are to be those of esp-nn (EE_NN_PROVIDER, in ESP-IDF "
          "CONFIG_ET_NN_PROVIDER_ESP_NN), but EE_ESP_NN_LIBRARY, '${EE_ESP_NN_LIBRARY}', is no "
          "target. In ESP-IDF: idf.py add-dependency \"espressif/esp-nn\"; or choose builtin.")
    endif()
    if(NOT EE_ESP_NN_VARIANT)
      set(EE_ESP_NN_VARIANT opt)
    endif()
    target_compile_definitions(executorch_selected PRIVATE EE_ESP_NN_VARIANT=${EE_ESP_NN_VARIANT})
    # By file: its headers share names with ours.
    target_link_libraries(executorch_selected PUBLIC $<TARGET_FILE:${EE_ESP_NN_LIBRARY}>)
    add_dependencies(executorch_selected ${EE_ESP_NN_LIBRARY})
  endif()
  # After the project's own flags, so it counts.
  set(optimize -O2)
  if(CONFIG_ET_NN_OPTIMIZE_SIZE)
    set(optimize -Os)
  elseif(CONFIG_ET_NN_OPTIMIZE_PROJECT)
    set(optimize "")
  endif()
  set_property(SOURCE ${sources} TARGET_DIRECTORY executorch_selected
               APPEND PROPERTY COMPILE_OPTIONS ${optimize})
endfunction()

function(_executorch_definitions variable)
  set(definitions "")
  if(CONFIG_ET_LOG_NONE OR (DEFINED EXECUTORCH_ENABLE_LOGGING AND NOT EXECUTORCH_ENABLE_LOGGING))
    set(definitions ET_LOG_ENABLED=0)
  elseif(CONFIG_ET_LOG_ERROR)
    set(definitions ET_MIN_LOG_LEVEL=Error)
  elseif(CONFIG_ET_LOG_DEBUG)
    set(definitions ET_MIN_LOG_LEVEL=Debug)
  endif()
  if(CONFIG_ET_EVENT_TRACER OR EXECUTORCH_ENABLE_EVENT_TRACER)
    list(APPEND definitions ET_EVENT_TRACER_ENABLED)
  endif()
  set(${variable} "${definitions}" PARENT_SCOPE)
endfunction()

# Links a file in, as <symbol>_start and <symbol>_size, and appends these to the caller's
# `declarations`.
function(_executorch_embed EE_SYMBOL EE_FILE)
  set(source "${CMAKE_BINARY_DIR}/executorch_models/${EE_SYMBOL}.c")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embedded_file.c.in" "${source}" @ONLY)
  target_sources(executorch_selected PRIVATE "${source}")
  set_property(SOURCE "${source}" TARGET_DIRECTORY executorch_selected
               APPEND PROPERTY OBJECT_DEPENDS "${EE_FILE}")
  string(APPEND declarations "extern const uint8_t ${EE_SYMBOL}_start[];\n"
         "extern const uint32_t ${EE_SYMBOL}_size; /* bytes */\n")
  set(declarations "${declarations}" PARENT_SCOPE)
endfunction()

# et_models.h and the bytes of the models that are to be linked in, and of their data.
function(_executorch_embed_models interface)
  get_property(names GLOBAL PROPERTY EXECUTORCH_MODEL_NAMES)
  get_property(files GLOBAL PROPERTY EXECUTORCH_MODEL_FILES)
  get_property(embedded GLOBAL PROPERTY EXECUTORCH_MODEL_EMBEDDED)
  get_property(data_names GLOBAL PROPERTY EXECUTORCH_DATA_NAMES)
  get_property(data_files GLOBAL PROPERTY EXECUTORCH_DATA_FILES)
  set(folder "${CMAKE_BINARY_DIR}/executorch_models")
  set(declarations "")
  foreach(name file IN ZIP_LISTS names files)
    if(name IN_LIST embedded)
      _executorch_embed(et_model_${name} "${file}")
    endif()
  endforeach()
  foreach(name file IN ZIP_LISTS data_names data_files)
    _executorch_embed(et_data_${name} "${file}")
  endforeach()
  set(EE_MODEL_DECLARATIONS "${declarations}")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/et_models.h.in" "${folder}/et_models.h" @ONLY)
  target_include_directories(${interface} INTERFACE "${folder}")
endfunction()

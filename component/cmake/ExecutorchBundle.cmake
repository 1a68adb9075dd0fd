# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# Models, kernels and delegates of a firmware: in ESP-IDF and in any other CMake project.
#
# executorch_add_model(<file.pte> [NAME <name>] [EMBED [DATA <file.ptd>]])
#   A model of the firmware. EMBED links the file itself, 16-byte aligned, as the symbols
#   et_model_<name>_start and et_model_<name>_size, which the generated header et_models.h declares.
#   NAME: a C identifier; the file's stem, made one, if not given. DATA: the file with the tensors
#   that the model has not in itself, linked as et_data_<stem>_start and et_data_<stem>_size, once
#   for all models that name it.
#
# executorch_add_kernels(<bundle dir> | AUTO [LIBRARY_YAMLS <yaml>...] [SRCS <file>...])
#   The kernel bundle that gen_kernels.py made of the models; AUTO makes it of the declared models
#   while CMake configures. SRCS: the kernels of operator libraries of your own, which
#   LIBRARY_YAMLS describe.
#
# executorch_add_backend(<name> [SRCS <file>...])
#   Links a delegate that the bundle does not name; also: the list variable EXECUTORCH_BACKENDS.
#   SRCS: a delegate that is not of this component; one of the files has to define the symbol
#   et_register_<name> with C linkage.
#
# In ESP-IDF the calls may stand in the top CMakeLists.txt after project(), in the CMakeLists.txt of
# any component after idf_component_register() (before it, IDF's first pass over that file does not know
# them), and in the project_include.cmake of a component that requires this one. A component that
# nobody requires is absent with MINIMAL_BUILD.
#
# Relative paths start at the folder of the file with the call. Everything is declared first, and
# checked and built when the top CMakeLists.txt has ended. Options, as variables (Kconfig has them
# with their costs): CONFIG_ET_MAX_KERNEL_NUM, CONFIG_ET_COMPILE_ALL_KERNELS, CONFIG_ET_LOG_NONE,
# _ERROR, _INFO or _DEBUG, CONFIG_ET_EVENT_TRACER, CONFIG_ET_NN_OPTIMIZE_SIZE or _PROJECT,
# EE_NN_PROVIDER.
include_guard(GLOBAL)
cmake_policy(VERSION 3.22)

include("${CMAKE_CURRENT_LIST_DIR}/ExecutorchManifest.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/ExecutorchCheck.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/ExecutorchBuild.cmake")
set(_et_root "${CMAKE_CURRENT_LIST_DIR}/..")
if(NOT EXISTS "${_et_root}/VERSION")
  string(APPEND _et_root "/..")
endif()
include("${_et_root}/cmake/EeKernels.cmake")
unset(_et_root)

function(executorch_add_model file)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EMBED" "NAME;DATA" "")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "executorch_add_model(${ARGV}): expected <file.pte> [NAME name] "
        "[EMBED [DATA <file.ptd>]]")
  elseif(arg_DATA AND NOT arg_EMBED)
    message(FATAL_ERROR "executorch_add_model(${ARGV}): DATA links a file into the firmware, and so "
        "needs EMBED. Without, write both files to flash and open them there.")
  endif()
  cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}" NORMALIZE)
  cmake_path(GET file STEM LAST_ONLY stem)
  if(NOT DEFINED arg_NAME)
    string(MAKE_C_IDENTIFIER "${stem}" arg_NAME)
  elseif(NOT arg_NAME MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "executorch_add_model(${file}): NAME '${arg_NAME}' is no C identifier")
  endif()
  get_property(names GLOBAL PROPERTY EXECUTORCH_MODEL_NAMES)
  get_property(stems GLOBAL PROPERTY EXECUTORCH_MODEL_STEMS)
  get_property(files GLOBAL PROPERTY EXECUTORCH_MODEL_FILES)
  if(stem IN_LIST stems)
    list(FIND stems "${stem}" index)
    list(GET files ${index} other)
    message(FATAL_ERROR "executorch_add_model(${file}): there is a model '${stem}' already, "
        "${other}. A bundle tells models apart by their file names; rename one of the files.")
  elseif(arg_NAME IN_LIST names)
    list(FIND names "${arg_NAME}" index)
    list(GET files ${index} other)
    message(FATAL_ERROR "executorch_add_model(${file}): the name '${arg_NAME}' is taken by "
        "${other}; give another one with NAME.")
  endif()
  set_property(GLOBAL APPEND PROPERTY EXECUTORCH_MODEL_FILES "${file}")
  set_property(GLOBAL APPEND PROPERTY EXECUTORCH_MODEL_STEMS "${stem}")
  set_property(GLOBAL APPEND PROPERTY EXECUTORCH_MODEL_NAMES "${arg_NAME}")
  if(arg_EMBED)
    set_property(GLOBAL APPEND PROPERTY EXECUTORCH_MODEL_EMBEDDED "${arg_NAME}")
  endif()
  if(arg_DATA)
    _executorch_absolute(data "${arg_DATA}")
    _executorch_add_data("${data}")
  endif()
endfunction()

function(_executorch_add_data file)
  cmake_path(GET file STEM LAST_ONLY stem)
  string(MAKE_C_IDENTIFIER "${stem}" name)
  get_property(names GLOBAL PROPERTY EXECUTORCH_DATA_NAMES)
  get_property(files GLOBAL PROPERTY EXECUTORCH_DATA_FILES)
  list(FIND names "${name}" index)
  if(index EQUAL -1)
    set_property(GLOBAL APPEND PROPERTY EXECUTORCH_DATA_NAMES "${name}")
    set_property(GLOBAL APPEND PROPERTY EXECUTORCH_DATA_FILES "${file}")
    return()
  endif()
  list(GET files ${index} other)
  if(NOT file STREQUAL other)
    message(FATAL_ERROR "executorch_add_model(... DATA ${file}): its symbols, et_data_${name}_..., are "
        "those of ${other}; rename one of the files.")
  endif()
endfunction()

function(executorch_add_kernels bundle)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARY_YAMLS;SRCS")
  if(arg_UNPARSED_ARGUMENTS OR bundle STREQUAL "")
    message(FATAL_ERROR "executorch_add_kernels(${ARGV}): expected a bundle's folder or AUTO, then "
        "perhaps LIBRARY_YAMLS and SRCS")
  endif()
  if(NOT bundle STREQUAL "AUTO")
    cmake_path(ABSOLUTE_PATH bundle BASE_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}" NORMALIZE)
    string(REGEX REPLACE "/$" "" bundle "${bundle}")
  endif()
  get_property(other GLOBAL PROPERTY EXECUTORCH_BUNDLE)
  if(other AND NOT other STREQUAL bundle)
    message(FATAL_ERROR "executorch_add_kernels(${bundle}): the kernels are those of ${other} "
        "already. A firmware has one registry and one bundle: make it of all its models.")
  endif()
  set_property(GLOBAL PROPERTY EXECUTORCH_BUNDLE "${bundle}")
  _executorch_absolute(yamls ${arg_LIBRARY_YAMLS})
  _executorch_absolute(sources ${arg_SRCS})
  set_property(GLOBAL APPEND PROPERTY EXECUTORCH_LIBRARY_YAMLS ${yamls})
  set_property(GLOBAL APPEND PROPERTY EXECUTORCH_KERNEL_SOURCES ${sources})
endfunction()

function(executorch_add_backend name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SRCS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "executorch_add_backend(${ARGV}): expected <name> [SRCS file...]")
  endif()
  _executorch_absolute(sources ${arg_SRCS})
  set_property(GLOBAL APPEND PROPERTY EXECUTORCH_ADDED_BACKENDS "${name}")
  if(sources)
    set_property(GLOBAL APPEND PROPERTY EXECUTORCH_OWN_BACKENDS "${name}")
    set_property(GLOBAL APPEND PROPERTY EXECUTORCH_BACKEND_SOURCES ${sources})
  endif()
endfunction()

function(_executorch_absolute variable)
  set(paths "")
  foreach(path IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}" NORMALIZE)
    list(APPEND paths "${path}")
  endforeach()
  set(${variable} "${paths}" PARENT_SCOPE)
endfunction()

# Runs when the top CMakeLists.txt has ended.
function(_executorch_finish)
  get_property(bundle GLOBAL PROPERTY EXECUTORCH_BUNDLE)
  get_property(models GLOBAL PROPERTY EXECUTORCH_MODEL_FILES)
  get_property(data GLOBAL PROPERTY EXECUTORCH_DATA_FILES)
  get_property(backends GLOBAL PROPERTY EXECUTORCH_ADDED_BACKENDS)
  list(APPEND backends ${EXECUTORCH_BACKENDS})
  list(REMOVE_DUPLICATES backends)
  get_property(defined GLOBAL PROPERTY EXECUTORCH_INTERFACE SET)
  if(NOT defined)
    return()  # our files were included, and no target asked for
  endif()
  if(NOT bundle AND NOT models AND NOT backends)
    _executorch_build_nothing()
    return()
  endif()
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
               "${EE_SOURCE_ROOT}/VERSION" ${models} ${data})
  _executorch_check_data_exist("${data}")
  _executorch_check_declarations("${bundle}" "${models}" "${backends}")
  if(bundle STREQUAL "AUTO")
    set(bundle "${CMAKE_BINARY_DIR}/executorch_bundle")
    get_property(yamls GLOBAL PROPERTY EXECUTORCH_LIBRARY_YAMLS)
    ee_generate_kernels("${bundle}" MODELS ${models} LIBRARY_YAMLS ${yamls})
  endif()
  _executorch_read_manifest("${bundle}")
  _executorch_check_bundle("${bundle}" "${models}" "${backends}")
  _executorch_build("${bundle}" "${backends}")
endfunction()

cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _executorch_finish)

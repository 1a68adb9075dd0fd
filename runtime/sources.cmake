# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# EE_RUNTIME_SOURCES: the runtime. EE_REGISTRY_SOURCES: the files of it that are compiled with each
# kernel bundle, because they depend on it: on the number of kernels, and on what the models need.
#
# A checkout changes, a generated component does not; looking again at each build costs time.
set(_ee_again "")
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../component")
  set(_ee_again CONFIGURE_DEPENDS)
endif()
file(GLOB_RECURSE EE_RUNTIME_SOURCES ${_ee_again} "${CMAKE_CURRENT_LIST_DIR}/src/*.cpp")
set(EE_REGISTRY_SOURCES "${CMAKE_CURRENT_LIST_DIR}/src/kernel/operator_registry.cpp"
    "${CMAKE_CURRENT_LIST_DIR}/src/prim_ops/register_prim_ops.cpp"
    "${CMAKE_CURRENT_LIST_DIR}/src/executor/selected_parts.cpp")
list(REMOVE_ITEM EE_RUNTIME_SOURCES ${EE_REGISTRY_SOURCES})
# The second folder is where code written for upstream looks for <c10/...>.
set(EE_RUNTIME_INCLUDE_DIRS "${CMAKE_CURRENT_LIST_DIR}/include"
    "${CMAKE_CURRENT_LIST_DIR}/include/executorch/runtime/core/portable_type/c10")

# ee_share_prologues(<target>): what of the target runs only while a program is loaded calls one
# copy of the code that saves registers, on RISC-V. It saves a tenth of the runtime, and costs
# instructions that no inference pays.
include(CheckCXXCompilerFlag)
function(ee_share_prologues target)
  check_cxx_compiler_flag(-msave-restore EE_HAS_SAVE_RESTORE)
  if(NOT EE_HAS_SAVE_RESTORE)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "/runtime/src/(devtools|executor|extension|kernel)/")
  list(FILTER sources EXCLUDE REGEX "/(flatbuffer|method|kernel_runtime_context)\\.cpp$")
  set_property(SOURCE ${sources} TARGET_DIRECTORY ${target}
               APPEND PROPERTY COMPILE_OPTIONS -msave-restore)
endfunction()

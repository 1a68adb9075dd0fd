# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# EE_RUNTIME_SOURCES: the runtime. EE_REGISTRY_SOURCES: the part of it whose table has as many
# places as the application has kernels, and which is therefore compiled with each kernel bundle.
#
# A checkout changes, a generated component does not; looking again at each build costs time.
set(_ee_again "")
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../component")
  set(_ee_again CONFIGURE_DEPENDS)
endif()
file(GLOB_RECURSE EE_RUNTIME_SOURCES ${_ee_again} "${CMAKE_CURRENT_LIST_DIR}/src/*.cpp")
set(EE_REGISTRY_SOURCES "${CMAKE_CURRENT_LIST_DIR}/src/kernel/operator_registry.cpp"
    "${CMAKE_CURRENT_LIST_DIR}/src/prim_ops/register_prim_ops.cpp")
list(REMOVE_ITEM EE_RUNTIME_SOURCES ${EE_REGISTRY_SOURCES})
# The second folder is where code written for upstream looks for <c10/...>.
set(EE_RUNTIME_INCLUDE_DIRS "${CMAKE_CURRENT_LIST_DIR}/include"
    "${CMAKE_CURRENT_LIST_DIR}/include/executorch/runtime/core/portable_type/c10")

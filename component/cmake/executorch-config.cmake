# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# find_package(executorch): the target executorch::executorch and the functions of
# ExecutorchBundle.cmake, from sources; executorch_ROOT is the folder of the component.
include("${CMAKE_CURRENT_LIST_DIR}/ExecutorchBundle.cmake")
_executorch_define_targets()
set(EXECUTORCH_LIBRARIES executorch::executorch)

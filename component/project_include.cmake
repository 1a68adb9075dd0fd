# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# ESP-IDF includes this from project(), in the scope of the top CMakeLists.txt: from here on the
# executorch_add_...() functions exist.
include("${CMAKE_CURRENT_LIST_DIR}/cmake/ExecutorchBundle.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/cmake/ExecutorchIdf.cmake")

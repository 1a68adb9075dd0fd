# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
include("${CMAKE_CURRENT_LIST_DIR}/declare.cmake")

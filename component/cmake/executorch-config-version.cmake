# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
set(_et_version "${CMAKE_CURRENT_LIST_DIR}/../VERSION")
if(NOT EXISTS "${_et_version}")
  set(_et_version "${CMAKE_CURRENT_LIST_DIR}/../../VERSION")
endif()
file(STRINGS "${_et_version}" PACKAGE_VERSION LIMIT_COUNT 1)
# Before 1.0 a minor version may change what there is.
if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" _et_series "${PACKAGE_VERSION}")
  if("${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}" STREQUAL _et_series)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
  endif()
  if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()

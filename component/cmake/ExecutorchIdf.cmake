# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# The part that only ESP-IDF has. Its compile options are those of the component's folder, set by
# idf_component_register(), so the library is made there, after it.
include_guard(GLOBAL)
cmake_policy(VERSION 3.22)

idf_build_get_property(EE_GENERATOR_PYTHON PYTHON)
set(EE_NN_PROVIDER builtin)
if(CONFIG_ET_NN_PROVIDER_ESP_NN)
  set(EE_NN_PROVIDER esp-nn)
  set(EE_ESP_NN_VARIANT opt)
  if(CONFIG_NN_ANSI_C)
    set(EE_ESP_NN_VARIANT ansi)
  elseif(IDF_TARGET MATCHES "^esp32(s3|p4)$")
    set(EE_ESP_NN_VARIANT ${IDF_TARGET})
  endif()
endif()

function(_executorch_define_idf_library)
  get_target_property(folders ${COMPONENT_LIB} INTERFACE_INCLUDE_DIRECTORIES)
  # The folders of sdkconfig.h and of our headers are among them.
  _executorch_define_library(${COMPONENT_LIB} ${folders})
  idf_build_get_property(components BUILD_COMPONENTS)
  foreach(name IN ITEMS espressif__esp-nn esp-nn)
    if(name IN_LIST components)
      idf_component_get_property(library ${name} COMPONENT_LIB)
      set(EE_ESP_NN_LIBRARY ${library} CACHE INTERNAL "Target of esp-nn")
    endif()
  endforeach()
  # Only if they are in the build: requiring them would add to an application that declares nothing.
  set(left_out "platform_esp_idf")
  if(NOT IDF_TARGET STREQUAL "linux")
    set(left_out "default_bare|default_posix")
  endif()
  if(NOT "esp_partition" IN_LIST components)
    string(APPEND left_out "|et_model_partition")
  endif()
  set_property(GLOBAL PROPERTY EXECUTORCH_LEFT_OUT "${left_out}")
  foreach(name IN ITEMS esp_partition esp_timer heap log)
    if(name IN_LIST components)
      idf_component_get_property(library ${name} COMPONENT_LIB)
      target_link_libraries(executorch_selected PRIVATE ${library})
    endif()
  endforeach()
endfunction()

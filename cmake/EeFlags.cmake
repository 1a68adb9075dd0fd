# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# ee_target(<target>): the compile options of firmware code.
#   -ffp-contract=off   a chip with an FPU must give the host's bits: no fused multiply-add
#   -fno-exceptions …   errors are values (executorch::runtime::Error); keeps unwind tables off the chip
function(ee_target target)
  target_compile_options(${target} PRIVATE
      -Wall -Wextra -Werror -ffp-contract=off -ffunction-sections -fdata-sections
      $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti -fno-threadsafe-statics>)
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden
      VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# Messages of ET_LOG and the printf they need: about 24 KB of flash on rv32imac.
option(EXECUTORCH_ENABLE_LOGGING "Keep the runtime's messages" ON)
if(NOT EXECUTORCH_ENABLE_LOGGING)
  add_compile_definitions(ET_LOG_ENABLED=0)
endif()

# Defines ET_EVENT_TRACER_ENABLED for `executorch` and whatever links it.
option(EXECUTORCH_ENABLE_EVENT_TRACER "Report loads, calls and their results to an EventTracer" OFF)

if(EE_SANITIZE)
  # vptr needs the RTTI that firmware code is built without; gcc's flow analysis does not survive
  # the instrumentation, and would report what it cannot follow.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -Wno-maybe-uninitialized)
  add_link_options(-fsanitize=address,undefined)
endif()

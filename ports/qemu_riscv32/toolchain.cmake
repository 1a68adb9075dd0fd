# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# RISC-V rv32imac (the core of the ESP32-C3, C6 and H2) with Debian's packages, 12 or 13:
#   gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf, and for the C++ headers
#   libstdc++-riscv64-unknown-elf-picolibc (Debian 13) or libstdc++-arm-none-eabi-dev (Debian 12).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(EE_PORT qemu_riscv32)

set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_ASM_COMPILER riscv64-unknown-elf-gcc)

# CSRs need _zicsr from binutils 2.38 on, but naming it here makes gcc miss its rv32imac multilib:
# inline assembly that reads a CSR switches the extension on for itself.
set(_ee_arch "-march=rv32imac -mabi=ilp32")

find_program(_ee_cxx riscv64-unknown-elf-g++)
if(NOT _ee_cxx)
  message(FATAL_ERROR "riscv64-unknown-elf-g++ is not installed. "
      "Run: apt-get install gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf")
endif()
execute_process(COMMAND ${_ee_cxx} -dumpversion OUTPUT_VARIABLE _ee_gcc_version
    OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${_ee_cxx} -print-file-name=picolibc.specs OUTPUT_VARIABLE _ee_specs
    OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT IS_ABSOLUTE "${_ee_specs}")
  message(FATAL_ERROR "picolibc for RISC-V is not installed. "
      "Run: apt-get install picolibc-riscv64-unknown-elf")
endif()

function(_ee_has_cxx_headers result)
  execute_process(COMMAND ${_ee_cxx} -march=rv32imac -mabi=ilp32 ${ARGN} -x c++ -fsyntax-only
      -include type_traits -include cmath /dev/null RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(status EQUAL 0)
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

_ee_has_cxx_headers(_ee_native_cxx --specs=picolibcpp.specs)
if(_ee_native_cxx)
  set(_ee_cxx_headers "--specs=picolibcpp.specs")
else()
  # The headers of the 32-bit newlib flavour are architecture-independent; only those of the same
  # gcc major version fit. libstdc++ itself is not linked: nothing outside its headers is used.
  string(REGEX MATCH "^[0-9]+" _ee_gcc_major "${_ee_gcc_version}")
  file(GLOB _ee_newlib_cxx "/usr/include/newlib/c++/${_ee_gcc_major}.*")
  if(NOT _ee_newlib_cxx)
    message(FATAL_ERROR "No C++ headers for riscv64-unknown-elf-g++ ${_ee_gcc_version}. "
        "Run: apt-get install libstdc++-arm-none-eabi-dev (Debian 12) or "
        "libstdc++-riscv64-unknown-elf-picolibc (Debian 13)")
  endif()
  list(GET _ee_newlib_cxx -1 _ee_newlib_cxx)
  cmake_path(SET _ee_libc_include NORMALIZE
      "/usr/lib/picolibc/riscv64-unknown-elf/include")
  set(_ee_cxx_headers "-isystem ${_ee_newlib_cxx} -isystem ${_ee_newlib_cxx}/arm-none-eabi")
  string(APPEND _ee_cxx_headers " -isystem ${_ee_libc_include}")
  _ee_has_cxx_headers(_ee_usable -isystem ${_ee_newlib_cxx}
      -isystem ${_ee_newlib_cxx}/arm-none-eabi -isystem ${_ee_libc_include})
  if(NOT _ee_usable)
    message(FATAL_ERROR "The C++ headers in ${_ee_newlib_cxx} do not compile for RISC-V.")
  endif()
endif()

set(CMAKE_C_FLAGS_INIT "${_ee_arch} --specs=picolibc.specs")
set(CMAKE_ASM_FLAGS_INIT "${_ee_arch}")
# As g++ does on Linux: POSIX functions are declared under a strict -std= too.
set(CMAKE_CXX_FLAGS_INIT "${_ee_arch} ${_ee_cxx_headers} -D_GNU_SOURCE")
foreach(_ee_lang C CXX)
  set(CMAKE_${_ee_lang}_FLAGS_MINSIZEREL_INIT "-Os -DNDEBUG")
endforeach()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE MinSizeRel CACHE STRING "Build type")
endif()

# A program needs the memory map of an image (ee_image() in CMakeLists.txt), CMake's probes do not.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# Kernel bundles in CMake: which operators a program registers.
#
# ee_add_kernels(<target> BUNDLE <dir> [MODELS <pte>...] [LIBRARY_YAMLS <yaml>...])
# ee_add_kernels(<target> ALL [LIBRARIES <name>...] [LIBRARY_YAMLS <yaml>...])
#   An OBJECT library: the registration files of a bundle, and the runtime's registry sized by it.
#   Linking it brings the kernel libraries that the bundle uses, and `executorch`.
#   BUNDLE: the bundle in <dir>; with MODELS it is made there first, from these models.
#   ALL: every operator of the named libraries (none named: of all) and all prim ops.
#
# ee_generate_kernels(<dir> MODELS <pte>... | ALL [LIBRARIES <name>...] [LIBRARY_YAMLS <yaml>...])
#   Only makes the bundle, for a program that has a registry already, such as the official runtime.
#
# ee_bundle_sources(<variable> <dir>)   The registration files of a bundle.
#
# A bundle made of models says which dtypes each kernel meets: the kernels of kernels/ are compiled
# for it, with EXECUTORCH_SELECTIVE_BUILD_DTYPE, and leave out the code of all others.
#
# ee_target_bundle(<target> <dir>)
#   Adds to a target what a bundle compiles: its registration files and the registry of its size.
#
# Bundles are made while CMake configures, because the models decide which files there are; CMake
# configures again when a model, an operator list or the generator has changed.

get_filename_component(_ee_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(EE_SOURCE_ROOT "${_ee_root}" CACHE INTERNAL "Folder with ops/ and kernels/")
# A generated component has the generator in tools/, and no folder component/.
if(EXISTS "${EE_SOURCE_ROOT}/component")
  set(EE_GENERATOR "${EE_SOURCE_ROOT}/component/gen_kernels.py" CACHE INTERNAL "gen_kernels.py")
  set(EE_COMPONENT_DIR "${EE_SOURCE_ROOT}/component" CACHE INTERNAL "Folder with et_model's sources")
else()
  set(EE_GENERATOR "${EE_SOURCE_ROOT}/tools/gen_kernels.py" CACHE INTERNAL "gen_kernels.py")
  set(EE_COMPONENT_DIR "${EE_SOURCE_ROOT}" CACHE INTERNAL "Folder with et_model's sources")
endif()

function(ee_generate_kernels directory)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL" "" "MODELS;LIBRARIES;LIBRARY_YAMLS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ee_generate_kernels: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  # ESP-IDF says which Python it runs with.
  set(python "${EE_GENERATOR_PYTHON}")
  if(NOT python)
    find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter)
    set(python "${Python3_EXECUTABLE}")
  endif()
  get_filename_component(package "${EE_GENERATOR}" DIRECTORY)
  set(again "")
  if(EXISTS "${EE_SOURCE_ROOT}/component")
    set(again CONFIGURE_DEPENDS)
  endif()
  file(GLOB inputs ${again} "${EE_SOURCE_ROOT}/ops/*/*.json" "${EE_SOURCE_ROOT}/kernels/*/*.yaml"
       "${package}/kernel_bundle/*")
  list(FILTER inputs EXCLUDE REGEX "/__pycache__$")
  list(APPEND inputs "${EE_GENERATOR}" "${EE_SOURCE_ROOT}/VERSION"
       "${EE_SOURCE_ROOT}/runtime/src/prim_ops/register_prim_ops.cpp")
  set(command "${python}" -I -B "${EE_GENERATOR}" --output "${directory}")
  if(arg_ALL)
    list(APPEND command --all)
    foreach(library IN LISTS arg_LIBRARIES)
      list(APPEND command --library "${library}")
    endforeach()
  endif()
  foreach(yaml IN LISTS arg_LIBRARY_YAMLS)
    list(APPEND command --library-yaml "${yaml}")
  endforeach()
  list(APPEND command ${arg_MODELS})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
               ${inputs} ${arg_MODELS} ${arg_LIBRARY_YAMLS})
  execute_process(COMMAND ${command} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
                  RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE wrong
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failed)
    message(FATAL_ERROR "${wrong}")
  endif()
  message(STATUS "Kernels: ${said}")
endfunction()

# One field, `file` or `library`, of each registration file that kernels.json lists.
function(_ee_registrations variable directory field)
  if(NOT EXISTS "${directory}/kernels.json")
    message(FATAL_ERROR
        "${directory} is no kernel bundle: it has no kernels.json. Make it with\n"
        "  python3 ${EE_GENERATOR} <model.pte>... -o ${directory}")
  endif()
  file(READ "${directory}/kernels.json" manifest)
  string(JSON count LENGTH "${manifest}" registration)
  set(values "")
  set(index 0)
  while(index LESS count)
    string(JSON value GET "${manifest}" registration ${index} ${field})
    list(APPEND values "${value}")
    math(EXPR index "${index} + 1")
  endwhile()
  set(${variable} "${values}" PARENT_SCOPE)
endfunction()

function(ee_bundle_sources variable directory)
  _ee_registrations(sources "${directory}" file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${directory}/kernels.json")
  list(TRANSFORM sources PREPEND "${directory}/")
  set(${variable} "${sources}" PARENT_SCOPE)
endfunction()

function(ee_target_bundle target directory)
  ee_bundle_sources(registration "${directory}")
  include("${EE_SOURCE_ROOT}/runtime/sources.cmake")
  target_sources(${target} PRIVATE ${registration} ${EE_REGISTRY_SOURCES}
                 "${EE_COMPONENT_DIR}/src/kernels_added.cpp")
  target_include_directories(${target} PRIVATE "${directory}")
  target_compile_definitions(${target} PRIVATE EXECUTORCH_SELECTED_MAX_KERNEL_NUM_HEADER
                             EXECUTORCH_SELECTED_PRIM_OPS_HEADER
                             EXECUTORCH_SELECTED_RUNTIME_PARTS_HEADER)
  ee_share_prologues(${target})
endfunction()

# The kernels of a bundle made of models, a static library for each folder of kernels/.
function(_ee_add_selected variable target directory)
  file(READ "${directory}/kernels.json" manifest)
  string(JSON count LENGTH "${manifest}" sources)
  set(folders "")
  set(index 0)
  while(index LESS count)
    string(JSON source GET "${manifest}" sources ${index})
    if(source MATCHES "^kernels/([^/]+)/")
      list(APPEND folders "${CMAKE_MATCH_1}")
      list(APPEND sources_${CMAKE_MATCH_1} "${EE_SOURCE_ROOT}/${source}")
    endif()
    math(EXPR index "${index} + 1")
  endwhile()
  list(REMOVE_DUPLICATES folders)
  # Portable helpers serve the other libraries: last in the link.
  if("portable" IN_LIST folders)
    list(REMOVE_ITEM folders portable)
    list(APPEND folders portable)
  endif()
  set(libraries "")
  foreach(folder IN LISTS folders)
    set(library ${target}_${folder})
    add_library(${library} STATIC ${sources_${folder}})
    set_target_properties(${library} PROPERTIES OUTPUT_NAME ${folder}_kernels
        ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${target}")
    target_compile_definitions(${library} PRIVATE EXECUTORCH_SELECTIVE_BUILD_DTYPE)
    target_include_directories(${library} PRIVATE "${directory}")
    target_link_libraries(${library} PUBLIC executorch esp_nn)
    ee_target(${library})
    list(APPEND libraries ${library})
  endforeach()
  set(${variable} ${libraries} PARENT_SCOPE)
endfunction()

function(ee_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL" "BUNDLE" "MODELS;LIBRARIES;LIBRARY_YAMLS")
  if(arg_UNPARSED_ARGUMENTS OR (NOT arg_ALL AND NOT arg_BUNDLE) OR (arg_ALL AND arg_BUNDLE))
    message(FATAL_ERROR "ee_add_kernels(${target}): expected BUNDLE <dir> or ALL, got: ${ARGN}")
  endif()
  if(NOT TARGET executorch)
    message(FATAL_ERROR "ee_add_kernels(${target}): add the runtime first")
  endif()
  set(bundle "${arg_BUNDLE}")
  set(selected "")
  if(arg_ALL)
    set(bundle "${CMAKE_CURRENT_BINARY_DIR}/${target}_bundle")
    ee_generate_kernels("${bundle}" ALL LIBRARIES ${arg_LIBRARIES}
                        LIBRARY_YAMLS ${arg_LIBRARY_YAMLS})
  else()
    get_filename_component(bundle "${bundle}" ABSOLUTE)
    if(arg_MODELS)
      ee_generate_kernels("${bundle}" MODELS ${arg_MODELS} LIBRARY_YAMLS ${arg_LIBRARY_YAMLS})
    endif()
  endif()
  # The kernels of library <name> are in target <name>_kernels, those of ops/ in esp_nn_ops.
  _ee_registrations(libraries "${bundle}" library)
  if(arg_BUNDLE)
    _ee_add_selected(selected ${target} "${bundle}")
    foreach(library IN LISTS libraries)
      if(EXISTS "${EE_SOURCE_ROOT}/kernels/${library}")
        list(REMOVE_ITEM libraries ${library})
      endif()
    endforeach()
  endif()
  list(TRANSFORM libraries APPEND _kernels)
  list(TRANSFORM libraries REPLACE "^esp_nn_kernels$" esp_nn_ops)
  list(APPEND libraries ${selected})
  add_library(${target} OBJECT)
  ee_target_bundle(${target} "${bundle}")
  target_link_libraries(${target} PUBLIC ${libraries} executorch)
  ee_target(${target})
endfunction()

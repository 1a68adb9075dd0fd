# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# What must hold between the declared models, the bundle and the component. Each error says what was
# found, what was expected, and the command that repairs it.
include_guard(GLOBAL)
cmake_policy(VERSION 3.22)

# Before there is a bundle to read.
function(_executorch_check_declarations bundle models backends)
  _executorch_check_given_backends("${backends}")
  _executorch_check_models_exist("${models}")
  if(NOT bundle)
    _executorch_regenerate(command)
    set(what "models are declared")
    set(names "${models}")
    if(NOT models)
      set(what "delegates are asked for")
      set(names "${backends}")
    endif()
    list(JOIN names ", " names)
    message(FATAL_ERROR "${what} (${names}), but no kernels. Make the kernel bundle\n${command}\n"
        "and say executorch_add_kernels(<the folder after -o>); or say executorch_add_kernels(AUTO), "
        "which makes it at each configuration.")
  elseif(bundle STREQUAL "AUTO" AND NOT models)
    message(FATAL_ERROR "executorch_add_kernels(AUTO) makes the bundle of the declared models, and "
        "none is declared; say executorch_add_model(<file.pte>).")
  endif()
endfunction()

function(_executorch_check_models_exist models)
  foreach(model IN LISTS models)
    if(NOT EXISTS "${model}" OR IS_DIRECTORY "${model}")
      message(FATAL_ERROR "executorch_add_model: there is no file ${model}. Export the model, "
          "with the Python environment the models were exported with:\n  executorch_espressif.export(...).save(\"${model}\")")
    endif()
  endforeach()
endfunction()

function(_executorch_check_data_exist files)
  foreach(file IN LISTS files)
    if(NOT EXISTS "${file}" OR IS_DIRECTORY "${file}")
      message(FATAL_ERROR "executorch_add_model(... DATA): there is no file ${file}. The exporter that "
          "leaves tensors out of a .pte writes them beside it, as a .ptd.")
    endif()
  endforeach()
endfunction()

# The delegates of the component are the folders delegate/<name>/ with C++ in them.
function(_executorch_delegates variable)
  file(GLOB sources "${EE_SOURCE_ROOT}/delegate/*/*.cpp")
  set(names "")
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    list(APPEND names "${name}")
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(${variable} "${names}" PARENT_SCOPE)
endfunction()

function(_executorch_list_delegates variable)
  _executorch_delegates(names)
  list(JOIN names ", " text)
  if(names)
    set(${variable} "it has: ${text}" PARENT_SCOPE)
  else()
    set(${variable} "it has none" PARENT_SCOPE)
  endif()
endfunction()

function(_executorch_check_given_backends backends)
  _executorch_delegates(known)
  get_property(own GLOBAL PROPERTY EXECUTORCH_OWN_BACKENDS)
  _executorch_list_delegates(there_are)
  foreach(name IN LISTS backends)
    if(NOT name IN_LIST known AND NOT name IN_LIST own)
      message(FATAL_ERROR "executorch_add_backend / EXECUTORCH_BACKENDS: this component has no "
          "delegate '${name}'; ${there_are}. For a delegate of your own, give its sources: "
          "executorch_add_backend(${name} SRCS <file>...).")
    endif()
  endforeach()
endfunction()

function(_executorch_check_bundle bundle models backends)
  # Reconfigure when any of it changes, also after an error.
  set(files selected_max_kernel_num.h selected_prim_ops.h selected_runtime_parts.h
      selected_op_variants.h ${bundle_registration})
  if(bundle_registration)
    list(APPEND files kernel_stack.h)
  endif()
  list(TRANSFORM files PREPEND "${bundle}/" OUTPUT_VARIABLE paths)
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${paths})

  _executorch_check_libraries("${bundle}")
  _executorch_check_made_by("${bundle}")
  _executorch_check_models("${bundle}" "${models}")
  foreach(file IN LISTS files)
    if(NOT EXISTS "${bundle}/${file}")
      _executorch_regenerate(command ${bundle_model_files})
      message(FATAL_ERROR "The kernel bundle ${bundle} is not complete: it has no ${file}. Make it "
          "again:\n${command}")
    endif()
  endforeach()
  _executorch_check_delegates("${bundle}")
  _executorch_check_max_kernel_num("${bundle}")
  if(NOT models)
    list(JOIN bundle_model_files ", " names)
    message(WARNING "No model is declared; the kernel bundle ${bundle} is used as it is. It was "
        "made from: ${names}. Say executorch_add_model(<file.pte>) for each, and changed models are "
        "noticed.")
  endif()
endfunction()

function(_executorch_check_made_by bundle)
  _executorch_component_version(version commit)
  if(NOT bundle_version STREQUAL version OR NOT bundle_commit STREQUAL commit)
    _executorch_regenerate(command ${bundle_model_files})
    message(FATAL_ERROR "The kernel bundle ${bundle} was made by another version of the component: "
        "the bundle is of ${bundle_version}, commit ${bundle_commit}; the component is "
        "${version}, commit ${commit}. Make the bundle again:\n${command}")
  endif()
endfunction()

function(_executorch_check_models bundle models)
  if(NOT models)
    return()
  endif()
  set(wrong "")
  set(declared "")
  foreach(model IN LISTS models)
    cmake_path(GET model STEM LAST_ONLY stem)
    list(APPEND declared "${stem}")
    list(FIND bundle_model_stems "${stem}" index)
    if(index EQUAL -1)
      string(APPEND wrong "\n  model '${stem}' (${model}) is not one of those that the bundle was "
          "made from")
      continue()
    endif()
    file(SHA256 "${model}" found)
    list(GET bundle_model_sha256 ${index} expected)
    if(NOT found STREQUAL expected)
      string(APPEND wrong "\n  model '${stem}' (${model}) was exported again since: its SHA-256 is "
          "${found}, the bundle's ${expected}")
    endif()
  endforeach()
  foreach(stem file IN ZIP_LISTS bundle_model_stems bundle_model_files)
    if(NOT stem IN_LIST declared)
      string(APPEND wrong "\n  model '${stem}' (${file}) of the bundle is not declared; say "
          "executorch_add_model(${file}), or leave it out of the bundle")
    endif()
  endforeach()
  if(wrong)
    _executorch_regenerate(command)
    message(FATAL_ERROR "The kernel bundle ${bundle} does not fit the declared models:${wrong}\n"
        "Make the bundle of the declared models:\n${command}")
  endif()
endfunction()

function(_executorch_check_delegates bundle)
  _executorch_delegates(known)
  get_property(own GLOBAL PROPERTY EXECUTORCH_OWN_BACKENDS)
  _executorch_list_delegates(there_are)
  list(JOIN bundle_model_files ", " names)
  foreach(name IN LISTS bundle_delegates)
    if(NOT name IN_LIST known AND NOT name IN_LIST own)
      _executorch_regenerate(command ${bundle_model_files})
      message(FATAL_ERROR "The kernel bundle ${bundle} (models: ${names}) needs the delegate "
          "'${name}', which this component does not have; ${there_are}. Either export the models "
          "without it, with the Python environment the models were exported with, for example\n"
          "  executorch_espressif.export(model, example_inputs, backend=\"ops\").save(\"model.pte\")\n"
          "and make the bundle again\n${command}\n"
          "or give the delegate's sources: executorch_add_backend(${name} SRCS <file>...).")
    endif()
  endforeach()
endfunction()

# A user's own operators: their kernels are needed for the link, their list for making the bundle
# again, also by the commands that the other errors print.
function(_executorch_check_libraries bundle)
  get_property(sources GLOBAL PROPERTY EXECUTORCH_KERNEL_SOURCES)
  get_property(yamls GLOBAL PROPERTY EXECUTORCH_LIBRARY_YAMLS)
  foreach(library IN LISTS bundle_libraries)
    if((NOT sources OR NOT yamls) AND NOT library STREQUAL "esp_nn"
       AND NOT IS_DIRECTORY "${EE_SOURCE_ROOT}/kernels/${library}")
      message(FATAL_ERROR "The kernel bundle ${bundle} uses the operator library '${library}', "
          "which is not of this component. Give its list and its kernels: executorch_add_kernels("
          "${bundle} LIBRARY_YAMLS ${library}.yaml SRCS <file>...).")
    endif()
  endforeach()
endfunction()

function(_executorch_check_max_kernel_num bundle)
  if(NOT CONFIG_ET_MAX_KERNEL_NUM)
    return()
  elseif(NOT CONFIG_ET_MAX_KERNEL_NUM MATCHES "^[0-9]+$")
    message(FATAL_ERROR "CONFIG_ET_MAX_KERNEL_NUM is '${CONFIG_ET_MAX_KERNEL_NUM}'; expected a "
        "number, or 0 for as many as the bundle has")
  elseif(CONFIG_ET_MAX_KERNEL_NUM LESS bundle_kernel_count)
    message(FATAL_ERROR "CONFIG_ET_MAX_KERNEL_NUM is ${CONFIG_ET_MAX_KERNEL_NUM}, but the kernel "
        "bundle ${bundle} registers ${bundle_kernel_count} kernels. Unset it (0), and the registry "
        "has exactly as many places as the bundle needs; or set it to ${bundle_kernel_count} plus "
        "the kernels that the application registers itself.")
  endif()
endfunction()

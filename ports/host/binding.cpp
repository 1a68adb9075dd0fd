// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// The Python module `_host`: our runtime with every kernel, inside the Python process. A value is
// a tuple (kind, dtype, sizes, dim_order, bytes); bytes rather than arrays, as NumPy has no
// bfloat16. values.py converts from and to torch.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "host_program.h"

namespace nb = nanobind;

namespace {

std::string to_string(const nb::bytes& bytes) { return std::string(bytes.c_str(), bytes.size()); }

ee::HostValue from_python(const nb::tuple& value) {
  ee::HostValue result;
  result.kind = static_cast<ee::ValueKind>(nb::cast<int>(value[0]));
  result.dtype = nb::cast<int>(value[1]);
  result.sizes = nb::cast<std::vector<int32_t>>(value[2]);
  result.dim_order = nb::cast<std::vector<uint8_t>>(value[3]);
  result.data = to_string(nb::cast<nb::bytes>(value[4]));
  return result;
}

nb::tuple to_python(const ee::HostValue& value) {
  return nb::make_tuple(static_cast<int>(value.kind), value.dtype, value.sizes, value.dim_order,
                        nb::bytes(value.data.data(), value.data.size()));
}

nb::tuple run(const ee::HostProgram& program, const std::string& method, const nb::list& runs,
              bool gives_outputs, size_t method_bytes, size_t temp_bytes) {
  std::vector<ee::HostValues> inputs;
  for (const nb::handle run : runs) {
    ee::HostValues values;
    for (const nb::handle value : nb::cast<nb::list>(run)) {
      values.push_back(from_python(nb::cast<nb::tuple>(value)));
    }
    inputs.push_back(std::move(values));
  }
  ee::HostMemory memory;
  nb::list results;
  for (const ee::HostValues& outputs :
       program.run(method, inputs, gives_outputs, method_bytes, temp_bytes, memory)) {
    nb::list values;
    for (const ee::HostValue& output : outputs) {
      values.append(to_python(output));
    }
    results.append(values);
  }
  nb::dict used;
  used["method"] = memory.method;
  used["planned"] = memory.planned;
  used["temp"] = memory.temp;
  return nb::make_tuple(results, used);
}

}  // namespace

NB_MODULE(_host, module) {
  module.doc() = "The host build of the executorch-espressif runtime.";
  nb::class_<ee::HostProgram>(module, "Program", "A .pte, held in memory.")
      .def(
          "__init__",
          [](ee::HostProgram* self, const nb::bytes& data) {
            new (self) ee::HostProgram(to_string(data));
          },
          nb::arg("data"))
      .def("methods", &ee::HostProgram::methods, "Names of the methods.")
      .def(
          "run", &run, nb::arg("method"), nb::arg("runs"), nb::kw_only(),
          nb::arg("gives_outputs") = false, nb::arg("method_bytes") = size_t{64} << 20,
          nb::arg("temp_bytes") = size_t{64} << 20,
          "Runs the method on each list of values of `runs`; returns their outputs, also lists of "
          "values, and the memory used: method, planned and temp, in bytes. gives_outputs: memory "
          "for outputs that the program did not plan. Raises RuntimeError with the runtime's log.");
}

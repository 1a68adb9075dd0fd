# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Exports the case of the new operator from the tree on PYTHONPATH, checks it, writes argv[1]."""

import sys

import executorch_espressif as ee
from executorch_espressif.ops._common.case import cases

(case,) = cases()["square"]
built = case.build()
art = ee.export(built.module, built.inputs, calibration=built.calibration)
rows = [(row.operator, row.library) for row in art.report.operators]
assert ("esp_nn::square.out", "esp_nn") in rows, rows
(integer,) = art.integer_reference(*built.inputs)
(scale,) = art.output_scales
real = built.inputs[0] ** 2
assert ((integer - real).abs().max() / scale).item() < 3
art.save(sys.argv[1])

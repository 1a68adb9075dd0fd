# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of square."""

from executorch_espressif.ops._common.case import Call, Case, normal

CASES = [Case("rank_2", lambda: Call(lambda x: x**2), normal(3, 5))]

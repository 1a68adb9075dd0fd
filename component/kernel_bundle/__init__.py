# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The kernel bundle: which kernels a set of ``.pte`` files needs, as generated C++.

Standard library only, so that it runs in ESP-IDF's own Python environment as well.
"""

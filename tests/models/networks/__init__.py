# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Topologies that are deployed on these chips, written from their papers. Weights are random."""

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Upstream's Zephyr sample includes the kernel's header and uses nothing of it.
#pragma once

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// As a kernel bundle writes it whose models need none of these.
#pragma once

#define EXECUTORCH_SELECTED_CALL_CHECKS 0
#define EXECUTORCH_SELECTED_CONSTANT_INPUTS 0
#define EXECUTORCH_SELECTED_CONTROL_FLOW 0
#define EXECUTORCH_SELECTED_DELEGATES 0
#define EXECUTORCH_SELECTED_EXTERNAL_DATA 0
#define EXECUTORCH_SELECTED_INITIAL_STATE 0
#define EXECUTORCH_SELECTED_LISTS 0
// Nearly every program has constants: the tests of the other parts are built with these.
#ifndef EXECUTORCH_SELECTED_SEGMENTS
#define EXECUTORCH_SELECTED_SEGMENTS 0
#endif

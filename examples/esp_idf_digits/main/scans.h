// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Three scans that the demo's network was not trained on, 8x8 pixels of 0 (paper) to 16 (ink), from
// the digits data set of the UCI Machine Learning Repository (E. Alpaydin, C. Kaynak), CC BY 4.0.
#pragma once

#include <stdint.h>

enum { SCANS = 3, SCAN_PIXELS = 64 };

static const struct {
  int label;
  uint8_t pixels[SCAN_PIXELS];
} scans[SCANS] = {
    {7, {0,  0, 2, 13, 16, 9, 0,  0,  0, 0, 12, 12, 7, 16, 3,  0,  0, 1, 14, 3, 0, 16,
         4,  0, 0, 0,  0,  4, 10, 16, 6, 0, 0,  0,  0, 13, 16, 16, 9, 0, 0,  0, 0, 5,
         13, 1, 0, 0,  0,  0, 0,  11, 9, 0, 0,  0,  0, 0,  1,  16, 4, 0, 0,  0}},
    {6, {0, 0,  4, 14, 6,  0,  0,  0,  0, 0,  10, 15, 2,  0,  0, 0,  0,  0,  16, 11, 0,  0,
         0, 0,  0, 0,  13, 11, 0,  0,  0, 0,  0,  3,  16, 12, 8, 3,  0,  0,  0,  2,  16, 14,
         8, 12, 9, 0,  0,  0,  16, 13, 4, 12, 12, 0,  0,  0,  6, 15, 16, 12, 1,  0}},
    {3, {0, 0,  6, 14, 16, 16, 2,  0,  0, 5,  16, 13, 11, 16, 0, 0,  0,  0, 7, 2, 15, 12,
         0, 0,  0, 0,  0,  7,  16, 13, 1, 0,  0,  0,  0,  0,  6, 15, 10, 0, 0, 0, 0,  0,
         0, 15, 9, 0,  0,  0,  3,  11, 8, 16, 6,  0,  0,  0,  7, 16, 16, 8, 0, 0}},
};

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "pico/stdlib.h"

void gpio_init(uint) {}
void gpio_set_dir(uint, bool) {}
void gpio_put(uint, bool) {}
bool stdio_init_all() { return true; }
bool stdio_usb_connected() { return true; }
void sleep_ms(uint32_t) {}
uint32_t time_us_32() { return 0; }

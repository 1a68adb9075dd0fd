// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// The declarations of the Pico SDK that upstream's pico2 example uses; pico_sdk.cpp does nothing in
// them.
#pragma once

#include <cstdint>
#include <cstdio>

using uint = unsigned int;
constexpr bool GPIO_OUT = true;

void gpio_init(uint pin);
void gpio_set_dir(uint pin, bool out);
void gpio_put(uint pin, bool value);
bool stdio_init_all();
bool stdio_usb_connected();
void sleep_ms(uint32_t ms);
uint32_t time_us_32();

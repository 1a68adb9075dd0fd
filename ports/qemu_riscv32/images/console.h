/* Copyright (c) the executorch-espressif authors.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * The machine as a C program sees it. */
#ifndef EE_CONSOLE_H_
#define EE_CONSOLE_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* First statement of main(). */
void console_start(void);
void console_print(const char* text);
void console_print_number(uint32_t number);
__attribute__((noreturn)) void console_exit(int32_t status);

#ifdef __cplusplus
}
#endif

#endif /* EE_CONSOLE_H_ */

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

// Files, console and exit through QEMU's semihosting ("Semihosting for AArch32 and AArch64", as
// RISC-V adopted it). Nothing here allocates or buffers.
namespace ee::semihost {

enum class Mode : uint32_t { kReadBinary = 1, kWriteBinary = 5 };

// A handle, or -1.
int32_t open(const char* path, Mode mode);
bool close(int32_t file);
// Bytes of the file, or -1.
int32_t length(int32_t file);
// True when all bytes were moved.
bool read(int32_t file, void* data, size_t size);
bool write(int32_t file, const void* data, size_t size);

// Reads a whole file; the size read, or -1 when it is missing or larger than `capacity`.
int32_t load(const char* path, void* data, size_t capacity);

void print(const char* text);
void print(uint64_t value);
[[noreturn]] void exit(int32_t status);

}  // namespace ee::semihost

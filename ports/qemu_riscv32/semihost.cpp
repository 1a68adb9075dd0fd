// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "semihost.h"

#include <cstring>

namespace ee::semihost {
namespace {

enum Operation : uint32_t {
  kOpen = 0x01,
  kClose = 0x02,
  kWrite0 = 0x04,
  kWrite = 0x05,
  kRead = 0x06,
  kFileLength = 0x0c,
  kExitExtended = 0x20,
};
constexpr uint32_t kApplicationExit = 0x20026;

// The three instructions are the marker QEMU looks for: uncompressed and within one page.
__attribute__((noinline, aligned(16))) int32_t call(uint32_t operation, const void* argument) {
  register uint32_t a0 asm("a0") = operation;
  register const void* a1 asm("a1") = argument;
  asm volatile(
      ".option push\n"
      ".option norvc\n"
      ".balign 16\n"
      "slli x0, x0, 0x1f\n"
      "ebreak\n"
      "srai x0, x0, 7\n"
      ".option pop\n"
      : "+r"(a0)
      : "r"(a1)
      : "memory");
  return static_cast<int32_t>(a0);
}

uint32_t word(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

}  // namespace

int32_t open(const char* path, Mode mode) {
  const uint32_t block[] = {word(path), static_cast<uint32_t>(mode),
                            static_cast<uint32_t>(std::strlen(path))};
  return call(kOpen, block);
}

bool close(int32_t file) {
  const int32_t block[] = {file};
  return call(kClose, block) == 0;
}

int32_t length(int32_t file) {
  const int32_t block[] = {file};
  return call(kFileLength, block);
}

// Both calls return the number of bytes that were not moved.
bool read(int32_t file, void* data, size_t size) {
  const uint32_t block[] = {static_cast<uint32_t>(file), word(data), static_cast<uint32_t>(size)};
  return call(kRead, block) == 0;
}

bool write(int32_t file, const void* data, size_t size) {
  const uint32_t block[] = {static_cast<uint32_t>(file), word(data), static_cast<uint32_t>(size)};
  return call(kWrite, block) == 0;
}

int32_t load(const char* path, void* data, size_t capacity) {
  const int32_t file = open(path, Mode::kReadBinary);
  if (file < 0) {
    return -1;
  }
  int32_t size = length(file);
  if (size < 0 || static_cast<size_t>(size) > capacity || (size > 0 && !read(file, data, size))) {
    size = -1;
  }
  close(file);
  return size;
}

void print(const char* text) { call(kWrite0, text); }

// Long division by 10 in 16-bit limbs: a 64-bit division would add 1 KB of libgcc to every image.
void print(uint64_t value) {
  uint32_t limbs[4];
  for (int i = 0; i < 4; ++i) {
    limbs[i] = static_cast<uint16_t>(value >> (48 - 16 * i));
  }
  char digits[21];
  char* first = digits + sizeof(digits) - 1;
  *first = '\0';
  uint32_t rest;
  do {
    uint32_t remainder = 0;
    rest = 0;
    for (uint32_t& limb : limbs) {
      const uint32_t part = (remainder << 16) | limb;
      limb = part / 10;
      remainder = part % 10;
      rest |= limb;
    }
    *--first = static_cast<char>('0' + remainder);
  } while (rest != 0);
  print(first);
}

void exit(int32_t status) {
  const uint32_t block[] = {kApplicationExit, static_cast<uint32_t>(status)};
  for (;;) {
    call(kExitExtended, block);
  }
}

}  // namespace ee::semihost

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "machine.h"

#include "semihost.h"

namespace ee {
namespace {

constexpr uint32_t kPaint = 0xc5a3c5a3;
// Kept free below stack_paint()'s own frame, so that painting does not overwrite it.
constexpr size_t kPaintMargin = 64;

uint32_t* painted_low;
uint32_t* painted_high;

#define EE_READ_CSR(name)                                                             \
  ({                                                                                  \
    uint32_t value_;                                                                  \
    asm volatile(".option push\n.option arch, +zicsr\ncsrr %0, " name "\n.option pop" \
                 : "=r"(value_)::"memory");                                           \
    value_;                                                                           \
  })

// Direct mode of mtvec: the address is 4-byte aligned.
[[noreturn]] __attribute__((aligned(4))) void on_trap() {
  semihost::print("trap: mcause ");
  semihost::print(static_cast<uint64_t>(EE_READ_CSR("mcause")));
  semihost::print(" mepc ");
  semihost::print(static_cast<uint64_t>(EE_READ_CSR("mepc")));
  semihost::print(" mtval ");
  semihost::print(static_cast<uint64_t>(EE_READ_CSR("mtval")));
  semihost::print("\n");
  semihost::exit(3);
}

}  // namespace

void machine_start() {
  asm volatile(".option push\n.option arch, +zicsr\ncsrw mtvec, %0\n.option pop" ::"r"(on_trap)
               : "memory");
}

uint64_t instructions_retired() {
  uint32_t high;
  uint32_t low;
  do {
    high = EE_READ_CSR("minstreth");
    low = EE_READ_CSR("minstret");
  } while (high != EE_READ_CSR("minstreth"));
  return (static_cast<uint64_t>(high) << 32) | low;
}

__attribute__((noinline)) void stack_paint() {
  const auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  painted_high = reinterpret_cast<uint32_t*>(frame);
  painted_low = reinterpret_cast<uint32_t*>(frame - kStackPainted);
  auto* end = reinterpret_cast<volatile uint32_t*>(frame - kPaintMargin);
  for (auto* word = static_cast<volatile uint32_t*>(painted_low); word < end; ++word) {
    *word = kPaint;
  }
}

__attribute__((noinline)) size_t stack_used() {
  const volatile uint32_t* word = painted_low;
  while (word < painted_high && *word == kPaint) {
    ++word;
  }
  return static_cast<size_t>(painted_high - word) * sizeof(uint32_t);
}

}  // namespace ee

// What the compiler refers to in C++ without a C++ library. Deleting destructors exist in the
// tables of virtual functions but nothing on the chip is ever deleted.
void operator delete(void*) noexcept { ee::semihost::exit(4); }
void operator delete(void*, std::size_t) noexcept { ee::semihost::exit(4); }
extern "C" {
// The C library's raises a signal, and wants processes for that.
void abort() {
  ee::semihost::print("abort()\n");
  ee::semihost::exit(2);
}
void __cxa_pure_virtual() { ee::semihost::exit(4); }
// Destructors of static objects never run.
int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }
void* __dso_handle = nullptr;
}

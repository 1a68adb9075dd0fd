// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
//     fault_sweep [--data <file.ptd>] <file.pte> [<kind> <position>]
//
// Loads and runs the .pte file damaged in these ways. Every run must end in an Error or normally.
// Before each, the kind and position are noted, and printed if the process dies; give both to
// replay one.
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/runtime/platform/runtime.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

#include "damage.h"

using ee_faults::Bytes;
using ee_faults::load_and_run;
using ee_faults::Outcomes;

// So that name_and_die() hears of what the sanitizers find.
extern "C" const char* __asan_default_options() { return "abort_on_error=1"; }
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1"; }

namespace {

constexpr size_t kPool = 1 << 16;
// For words: what breaks offsets, counts and sizes.
constexpr uint32_t kWords[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x40000000};
constexpr size_t kWordCount = sizeof(kWords) / sizeof(kWords[0]);

char current[64];

void name_and_die(int signal) {
  // Only async-signal-safe calls.
  if (::write(2, "died in: ", 9) < 0 || ::write(2, current, std::strlen(current)) < 0 ||
      ::write(2, "\n", 1) < 0) {
  }
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

bool wanted(const char* kind, size_t position, char** only) {
  std::snprintf(current, sizeof(current), "%s %zu", kind, position);
  return only == nullptr ||
         (std::strcmp(only[0], kind) == 0 && std::strtoul(only[1], nullptr, 10) == position);
}

void put32(Bytes& bytes, size_t at, uint32_t value) { std::memcpy(&bytes[at], &value, 4); }

// A sound flatbuffer with the right identifier, of another schema: one table whose fields are of
// kinds that a program's fields are not.
Bytes another_flatbuffer() {
  Bytes bytes(128, 0);
  put32(bytes, 0, 40);  // root table
  std::memcpy(&bytes[4], "ET12", 4);
  const uint16_t vtable[] = {20, 24, 4, 8, 12, 16, 20, 4, 8, 12};
  std::memcpy(&bytes[16], vtable, sizeof(vtable));
  put32(bytes, 40, 24);  // to the vtable
  for (size_t i = 44; i < 64; i += 4) {
    put32(bytes, i, 32);  // strings, say
  }
  put32(bytes, 76, 5);
  std::memcpy(&bytes[80], "hello", 5);
  return bytes;
}

void sweep(const Bytes& file, char** only, Outcomes& outcomes) {
  for (size_t n = 0; n < file.size(); n += 16) {
    if (wanted("truncate", n, only)) {
      load_and_run(Bytes(file.begin(), file.begin() + static_cast<long>(n)), kPool, outcomes);
    }
  }
  Bytes damaged = file;
  for (size_t i = 0; i < file.size(); ++i) {
    if (wanted("invert", i, only)) {
      damaged[i] = static_cast<uint8_t>(~file[i]);
      load_and_run(damaged, kPool, outcomes);
      damaged[i] = file[i];
    }
  }
  // Small changes reach further than inverted bytes: they look like other sound indices.
  for (size_t i = 0; i < 2 * file.size(); ++i) {
    if (wanted("nudge", i, only)) {
      uint8_t& byte = damaged[i / 2];
      byte = static_cast<uint8_t>(i % 2 == 0 ? byte + 1 : byte - 1);
      load_and_run(damaged, kPool, outcomes);
      byte = file[i / 2];
    }
  }
  for (size_t i = 0; i < file.size() / 4 * kWordCount; ++i) {
    if (wanted("word", i, only)) {
      const size_t at = i / kWordCount * 4;
      put32(damaged, at, kWords[i % kWordCount]);
      load_and_run(damaged, kPool, outcomes);
      std::memcpy(&damaged[at], &file[at], 4);
    }
  }
  if (wanted("schema", 0, only)) {
    load_and_run(another_flatbuffer(), kPool, outcomes);
  }
  if (wanted("schema", 1, only)) {
    std::memcpy(&damaged[4], "BP08", 4);
    load_and_run(damaged, kPool, outcomes);
    std::memcpy(&damaged[4], &file[4], 4);
  }
  // A sequence of its own, so that a failure can be replayed.
  uint64_t state = 1;
  for (size_t i = 0; i < 2000; ++i) {
    Bytes several = file;
    for (int k = 0; k < 4; ++k) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      several[(state >> 33) % several.size()] = static_cast<uint8_t>(state >> 24);
    }
    if (wanted("random", i, only)) {
      load_and_run(several, kPool, outcomes);
    }
  }
}

Bytes read(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
}

}  // namespace

int main(int argc, char** argv) {
  Bytes data;
  if (argc > 2 && std::strcmp(argv[1], "--data") == 0) {
    data = read(argv[2]);
    argc -= 2;
    argv += 2;
  }
  if (argc != 2 && argc != 4) {
    std::fprintf(stderr, "usage: fault_sweep [--data <file.ptd>] <file.pte> [<kind> <position>]\n");
    return 2;
  }
  const Bytes file = read(argv[1]);
  if (file.empty()) {
    std::fprintf(stderr, "%s: cannot be read\n", argv[1]);
    return 2;
  }
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) {
    std::signal(signal, name_and_die);
  }
  executorch::runtime::runtime_init();
  executorch::extension::BufferDataLoader loader(data.data(), data.size());
  std::optional<executorch::runtime::Result<executorch::extension::FlatTensorDataMap>> map;
  if (!data.empty()) {
    map.emplace(executorch::extension::FlatTensorDataMap::load(&loader));
    if (!map->ok()) {
      return 2;
    }
    ee_faults::set_data(&**map);
  }
  const size_t need = ee_faults::method_pool_needed(file);
  if (need == 0) {
    std::fprintf(stderr, "%s: does not run even undamaged\n", argv[1]);
    return 1;
  }
  Outcomes outcomes;
  char** only = argc == 4 ? argv + 2 : nullptr;
  sweep(file, only, outcomes);

  Outcomes short_pools;
  for (size_t size = 0; size < need; ++size) {
    if (wanted("pool", size, only)) {
      load_and_run(file, size, short_pools);
    }
  }
  std::printf(
      "%s: %zu bytes; damaged: %ld refused, %ld failed, %ld ran; method pools below %zu "
      "bytes: %ld refused, %ld not\n",
      argv[1], file.size(), outcomes.refused, outcomes.failed, outcomes.ran, need,
      short_pools.refused, short_pools.failed + short_pools.ran);
  return 0;
}

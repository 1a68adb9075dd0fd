#!/usr/bin/env bash
# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
#
# Bit parity of nn/ with ESP-NN's plain C functions, and of the provider `esp-nn` in its variants of
# plain C. They come from a checkout of github.com/espressif/esp-nn that you give; no other test
# needs it.
#   tests/nn/esp_nn_parity/run.sh <esp-nn checkout> [cases per function] [first seed]
set -euo pipefail

if [[ $# -lt 1 || ! -f $1/src/common/common_functions.h ]]; then
  echo "usage: $0 <esp-nn checkout> [cases per function] [first seed]" >&2
  exit 2
fi
esp_nn=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
nn=$here/../../../nn
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cc=${CC:-gcc}
cxx=${CXX:-g++}

# -fwrapv: their sources shift negative numbers.
find "$esp_nn/src" -name '*_ansi.c' -o -name '*_opt.c' | while read -r file; do
  "$cc" -std=gnu11 -O2 -w -fwrapv -ffp-contract=off -I"$esp_nn/include" -I"$esp_nn/src/common" \
    -c "$file" -o "$out/theirs_$(basename "$file" .c).o"
done
# Ours with the undefined-behaviour sanitizer: any overflow in the valid range ends the run.
for file in "$nn"/*/*.c; do
  "$cc" -std=c11 -O2 -Wall -Wextra -Werror -ffp-contract=off -fsanitize=undefined \
    -fno-sanitize-recover=all -I"$nn/include" -I"$nn" -c "$file" \
    -o "$out/ours_$(basename "$file" .c).o"
done
"$cxx" -std=c++17 -O2 -Wall -Wextra -Werror -fsanitize=undefined -I"$nn/include" -I"$here/.." \
  "$here/parity.cpp" "$out"/*.o -o "$out/parity" -lm
"$out/parity" "$@"

for variant in ansi opt; do
  "$cxx" -std=c++17 -O2 -Wall -Wextra -Werror -fsanitize=address,undefined \
    -DEE_ESP_NN_VARIANT=$variant -I"$nn/include" -I"$nn/providers/esp-nn" -I"$here/.." \
    "$here/provider.cpp" "$out"/*.o -o "$out/provider_$variant" -pthread -lm
  echo
  echo "variant $variant"
  "$out/provider_$variant" "$@"
done

# The chips' functions do not run here; that they have these names shows in the sources.
for variant in esp32s3 esp32p4; do
  "$cxx" -std=c++17 -O0 -Wall -Wextra -Werror -DEE_ESP_NN_VARIANT=$variant -I"$nn/include" \
    -I"$nn/providers/esp-nn" -I"$here/.." -c "$here/provider.cpp" -o "$out/$variant.o"
  count=0
  for symbol in $(nm -u "$out/$variant.o" | grep -o "esp_nn_.*_$variant"); do
    grep -rqw "$symbol" "$esp_nn/src" || { echo "$symbol is not in $esp_nn/src" >&2; exit 1; }
    count=$((count + 1))
  done
  [[ $count -eq 14 ]] || { echo "$variant: $count functions named, expected 14" >&2; exit 1; }
  echo "variant $variant: $count functions named, all there"
done

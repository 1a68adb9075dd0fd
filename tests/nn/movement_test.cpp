// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "esp_nn_extra.h"
#include "random_case.h"

namespace {

TEST(StridedCopy, MatchesReference) {
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    Random r(seed);
    const int32_t rank = r.In(0, 6);
    int32_t extents[6] = {}, strides[6] = {};
    int32_t size = 1, lowest = 0, highest = 0;
    for (int32_t d = 0; d < rank; ++d) {
      extents[d] = r.OneIn(40) ? 0 : r.OneIn(3) ? 1 : r.In(2, 4);
      strides[d] = r.OneIn(4) ? 0 : r.In(-7, 12);
      // Now and then as a dense tensor has it, so that dimensions join.
      if (d > 0 && r.OneIn(3)) strides[d - 1] = extents[d] * strides[d];
    }
    for (int32_t d = 0; d < rank; ++d) {
      size *= extents[d];
      const int32_t reach = (extents[d] > 0 ? extents[d] - 1 : 0) * strides[d];
      (reach < 0 ? lowest : highest) += reach;
    }
    const Codes input = r.Fill(highest - lowest + 1);
    Codes expected(size), out(size);
    for (int32_t i = 0; i < size; ++i) {
      int32_t rest = i, from = -lowest;
      for (int32_t d = rank - 1; d >= 0; --d) {
        from += rest % extents[d] * strides[d];
        rest /= extents[d];
      }
      expected[i] = input[from];
    }
    esp_nn_extra_strided_copy_s8(input.data() - lowest, out.data(), rank, extents, strides);
    ASSERT_TRUE(out == expected) << "seed " << seed;
  }
}

TEST(Concat, MatchesReference) {
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Random r(seed);
    const int32_t rows = r.In(0, 5), parts = r.In(1, 4);
    std::vector<int32_t> runs;
    int32_t stride = 0;
    for (int32_t i = 0; i < parts; ++i) stride += runs.emplace_back(r.In(0, 9));
    Codes expected(rows * stride), out(rows * stride);
    int32_t start = 0;
    for (int32_t run : runs) {
      const Codes input = r.Fill(rows * run);
      for (int32_t i = 0; i < rows * run; ++i) {
        expected[i / run * stride + start + i % run] = input[i];
      }
      esp_nn_extra_concat_s8(input.data(), out.data() + start, rows, run, stride);
      start += run;
    }
    ASSERT_TRUE(out == expected) << "seed " << seed;
  }
}

TEST(Extremes, MatchReference) {
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Random r(seed);
    const int32_t outer = r.In(0, 4), extent = r.In(1, 9), inner = r.OneIn(2) ? 1 : r.In(0, 5);
    const bool smallest = r.OneIn(2);
    Codes input = r.Fill(outer * extent * inner);
    // Few different codes: many are equal.
    for (int32_t i = 0; i < input.size() && seed % 2 == 0; ++i) {
      input[i] = static_cast<int8_t>(input[i] < 0 ? -128 : 127);
    }
    Codes expected(outer * inner), out(outer * inner);
    std::vector<int64_t> places(static_cast<size_t>(outer * inner)), found(places.size());
    for (int32_t i = 0; i < outer * inner; ++i) {
      int32_t best = 0;
      const auto at = [&](int32_t k) {
        return input[(i / inner * extent + k) * inner + i % inner];
      };
      for (int32_t k = 1; k < extent; ++k) {
        if (smallest ? at(k) < at(best) : at(k) > at(best)) best = k;
      }
      expected[i] = at(best);
      places[static_cast<size_t>(i)] = best;
    }
    esp_nn_extra_amax_s8(input.data(), out.data(), outer, extent, inner, smallest);
    esp_nn_extra_argmax_s8(input.data(), found.data(), outer, extent, inner, smallest);
    ASSERT_TRUE(out == expected) << "seed " << seed;
    ASSERT_EQ(found, places) << "seed " << seed;
  }
}

TEST(Gather, MatchesReference) {
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Random r(seed);
    const int32_t outer = r.In(1, 4), extent = r.In(1, 6);
    const int32_t inner = r.OneIn(2) ? 1 : r.In(1, 5);
    std::vector<int32_t> index(static_cast<size_t>(r.In(0, 9)));
    for (int32_t& entry : index) entry = r.In(0, extent - 1);
    const auto count = static_cast<int32_t>(index.size());
    const Codes input = r.Fill(outer * extent * inner);
    Codes expected(outer * count * inner), out(outer * count * inner);
    for (int32_t i = 0; i < expected.size(); ++i) {
      const int32_t entry = index[static_cast<size_t>(i / inner % count)];
      expected[i] = input[(i / (count * inner) * extent + entry) * inner + i % inner];
    }
    esp_nn_extra_gather_s8(input.data(), out.data(), outer, extent, inner, index.data(), count);
    ASSERT_TRUE(out == expected) << "seed " << seed;
  }
}

struct Image {
  int32_t batch, height, width, channels, out_height, out_width;
  Codes codes;

  explicit Image(Random& r)
      : batch(r.In(1, 2)),
        height(r.In(1, 6)),
        width(r.In(1, 6)),
        channels(r.In(1, 5)),
        out_height(r.In(0, 9)),
        out_width(r.In(0, 9)),
        codes(r.Fill(batch * height * width * channels)) {}

  int32_t at(int32_t n, int32_t y, int32_t x, int32_t c) const {
    return codes[((n * height + y) * width + x) * channels + c];
  }
};

TEST(ResizeNearest, MatchesReference) {
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Random r(seed);
    const Image image(r);
    std::vector<int32_t> rows, columns;
    for (int32_t y = 0; y < image.out_height; ++y) rows.push_back(r.In(0, image.height - 1));
    for (int32_t x = 0; x < image.out_width; ++x) columns.push_back(r.In(0, image.width - 1));
    Codes out(image.batch * image.out_height * image.out_width * image.channels);
    esp_nn_extra_resize_nearest_s8(image.codes.data(), out.data(), image.batch, image.height,
                                   image.width, image.channels, rows.data(), image.out_height,
                                   columns.data(), image.out_width);
    int32_t i = 0;
    for (int32_t n = 0; n < image.batch; ++n) {
      for (int32_t row : rows) {
        for (int32_t column : columns) {
          for (int32_t c = 0; c < image.channels; ++c, ++i) {
            ASSERT_EQ(out[i], image.at(n, row, column, c)) << "seed " << seed;
          }
        }
      }
    }
  }
}

std::vector<int32_t> Places(Random& r, int32_t count, int32_t extent) {
  std::vector<int32_t> places;
  for (int32_t i = 0; i < count; ++i) {
    const int32_t index = r.In(0, extent - 1);
    const bool last = index == extent - 1;
    places.push_back(index);
    places.push_back(last || r.OneIn(4) ? 0 : r.OneIn(4) ? 1024 : r.In(0, 2048));
  }
  return places;
}

TEST(ResizeBilinear, IsWithinHalfACode) {
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Random r(seed);
    const Image image(r);
    const auto rows = Places(r, image.out_height, image.height);
    const auto columns = Places(r, image.out_width, image.width);
    Codes out(image.batch * image.out_height * image.out_width * image.channels);
    esp_nn_extra_resize_bilinear_s8(image.codes.data(), out.data(), image.batch, image.height,
                                    image.width, image.channels, rows.data(), image.out_height,
                                    columns.data(), image.out_width);
    int32_t i = 0;
    for (int32_t n = 0; n < image.batch; ++n) {
      for (size_t y = 0; y < rows.size(); y += 2) {
        for (size_t x = 0; x < columns.size(); x += 2) {
          for (int32_t c = 0; c < image.channels; ++c, ++i) {
            double sum = 0;
            for (int32_t dy = 0; dy < 2; ++dy) {
              for (int32_t dx = 0; dx < 2; ++dx) {
                const double wy = rows[y + 1] / 2048.0, wx = columns[x + 1] / 2048.0;
                const double weight = (dy ? wy : 1 - wy) * (dx ? wx : 1 - wx);
                if (weight == 0) continue;
                sum += weight * image.at(n, rows[y] + dy, columns[x] + dx, c);
              }
            }
            ASSERT_EQ(out[i], std::floor(sum + 0.5)) << "seed " << seed;
          }
        }
      }
    }
  }
}

}  // namespace

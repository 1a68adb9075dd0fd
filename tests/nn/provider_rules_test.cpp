// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// What is left to the builtin functions: each limit of ESP-NN that would give wrong bytes, on both
// of its sides. The chips' variants cannot run here, their rules can.
#include <gtest/gtest.h>

#include "providers/esp-nn/rules.h"

namespace esp_nn::provider {
namespace {

constexpr Variant kAll[] = {Variant::ansi, Variant::opt, Variant::esp32s3, Variant::esp32p4};
constexpr Variant kSimd[] = {Variant::esp32s3, Variant::esp32p4};

// 16 channels, 3x3, padding 1, 8x8: what every variant takes.
template <typename Params>
struct Shape {
  data_dims_t input{8, 8, 16, 0};
  data_dims_t filter{3, 3, 16, 0};
  data_dims_t output{8, 8, 16, 0};
  Params params{};
  bool aligned = true;

  Shape() {
    params.stride = {1, 1};
    params.padding = {1, 1};
    params.dilation = {1, 1};
  }
};

struct Conv : Shape<conv_params_t> {
  bool taken_by(Variant v) const { return takes_conv(v, input, filter, output, params, aligned); }
};

struct Depthwise : Shape<dw_conv_params_t> {
  Depthwise() { params.ch_mult = 1; }
  bool taken_by(Variant v) const {
    return takes_depthwise_conv(v, input, filter, output, params, aligned);
  }
};

template <typename ShapeType, typename Change>
bool taken(Variant variant, Change change) {
  ShapeType shape;
  change(shape);
  return shape.taken_by(variant);
}

TEST(ProviderRules, TakesThePlainShapes) {
  for (Variant v : kAll) {
    EXPECT_TRUE(Conv().taken_by(v));
    EXPECT_TRUE(Depthwise().taken_by(v));
    EXPECT_TRUE(takes_fully_connected(v, 64, 10, true));
    EXPECT_TRUE(takes_add(v, 0, -1, -18, true));
    EXPECT_TRUE(takes_mul(v, -7, true));
    EXPECT_TRUE(takes_avg_pool(v, 64, 32, true));
    EXPECT_TRUE(takes_max_pool(v, 32, true));
    EXPECT_TRUE(takes_softmax(v, 10, true));
  }
}

TEST(ProviderRules, DilationAndGroups) {
  for (Variant v : kAll) {
    EXPECT_FALSE(taken<Conv>(v, [](auto& c) { c.params.dilation.width = 2; }));
    EXPECT_FALSE(taken<Conv>(v, [](auto& c) { c.params.dilation.height = 2; }));
    EXPECT_FALSE(taken<Depthwise>(v, [](auto& c) { c.params.dilation.height = 3; }));
    EXPECT_FALSE(taken<Conv>(v, [](auto& c) { c.filter.channels = 8; }));
  }
}

TEST(ProviderRules, NoChannels) {
  for (Variant v : kAll) {
    EXPECT_FALSE(taken<Conv>(v, [](auto& c) { c.input.channels = c.filter.channels = 0; }));
    EXPECT_FALSE(taken<Depthwise>(v, [](auto& c) { c.input.channels = 0; }));
  }
}

TEST(ProviderRules, PaddedPointwiseOfOpt) {
  const auto padded = [](auto& c) {
    c.filter = {1, 1, 16, 0};
    c.output = {10, 10, 16, 0};
  };
  const auto after = [](auto& c) {
    c.filter = {1, 1, 16, 0};
    c.output = {9, 9, 16, 0};
    c.params.padding = {0, 0};
  };
  const auto plain = [](auto& c) {
    c.filter = {1, 1, 16, 0};
    c.params.padding = {0, 0};
  };
  EXPECT_TRUE(taken<Conv>(Variant::ansi, padded));
  EXPECT_FALSE(taken<Conv>(Variant::opt, padded));
  EXPECT_FALSE(taken<Conv>(Variant::opt, after));
  EXPECT_TRUE(taken<Conv>(Variant::opt, plain));
}

TEST(ProviderRules, MorePaddingAfterThanBefore) {
  const auto same = [](auto& c) {  // stride 2 of an even size: 0 before, 1 after
    c.params.stride = {2, 2};
    c.params.padding = {0, 0};
    c.output = {4, 4, 16, 0};
  };
  const auto one_axis = [](auto& c) { c.output.height = 9; };
  for (Variant v : kSimd) {
    EXPECT_FALSE(taken<Conv>(v, same));
    EXPECT_FALSE(taken<Depthwise>(v, same));
    EXPECT_FALSE(taken<Conv>(v, one_axis));
    EXPECT_FALSE(taken<Depthwise>(v, one_axis));
  }
  EXPECT_TRUE(taken<Conv>(Variant::opt, same));
}

TEST(ProviderRules, KernelBeyondTheInput) {
  const auto tall = [](auto& c) {
    c.filter.height = 8;
    c.input.height = 6;
    c.output.height = 1;
  };
  for (Variant v : kSimd) EXPECT_FALSE(taken<Conv>(v, tall));
}

TEST(ProviderRules, AlignmentOfSimd) {
  for (Variant v : kSimd) {
    EXPECT_FALSE(taken<Conv>(v, [](auto& c) { c.aligned = false; }));
    EXPECT_FALSE(taken<Depthwise>(v, [](auto& c) { c.aligned = false; }));
    EXPECT_FALSE(taken<Conv>(v, [](auto& c) { c.input.channels = c.filter.channels = 24; }));
    EXPECT_FALSE(taken<Depthwise>(v, [](auto& c) { c.input.channels = 24; }));
    EXPECT_FALSE(takes_fully_connected(v, 64, 10, false));
    EXPECT_FALSE(takes_fully_connected(v, 40, 10, true));
    EXPECT_FALSE(takes_fully_connected(v, 0, 10, true));
    EXPECT_FALSE(takes_add(v, 0, 0, 0, false));
    EXPECT_FALSE(takes_mul(v, -1, false));
    EXPECT_FALSE(takes_avg_pool(v, 4, 32, false));
    EXPECT_FALSE(takes_max_pool(v, 32, false));
    EXPECT_FALSE(takes_softmax(v, 32, false));
    EXPECT_FALSE(takes_softmax(v, 40, true));
    EXPECT_TRUE(takes_softmax(v, 15, false));
  }
  EXPECT_TRUE(taken<Conv>(Variant::opt, [](auto& c) { c.aligned = false; }));
}

// A first layer: its windows are copied before the vector unit sees them.
TEST(ProviderRules, FewChannelsAndPlacesOfTheS3) {
  const auto three = [](auto& c) { c.input.channels = c.filter.channels = 3; };
  EXPECT_TRUE(taken<Conv>(Variant::esp32s3, three));
  EXPECT_FALSE(taken<Conv>(Variant::esp32p4, three));
  // Pointwise, it works on 8 places at a time.
  const auto places = [](int32_t width) {
    return [width](auto& c) {
      c.filter = {1, 1, 16, 0};
      c.params.padding = {0, 0};
      c.input = c.output = {width, 1, 16, 0};
    };
  };
  EXPECT_FALSE(taken<Conv>(Variant::esp32s3, places(7)));
  EXPECT_TRUE(taken<Conv>(Variant::esp32s3, places(8)));
}

TEST(ProviderRules, ChannelsOfThePool) {
  for (Variant v : kSimd) {
    EXPECT_FALSE(takes_max_pool(v, 3, true));
    EXPECT_FALSE(takes_avg_pool(v, 4, 3, true));
    EXPECT_FALSE(takes_max_pool(v, 0, true));
  }
}

TEST(ProviderRules, SumsOfTheAveragePool) {
  EXPECT_TRUE(takes_avg_pool(Variant::esp32s3, 255, 16, true));
  EXPECT_FALSE(takes_avg_pool(Variant::esp32s3, 256, 16, true));
  EXPECT_TRUE(takes_avg_pool(Variant::opt, 256, 16, true));
}

TEST(ProviderRules, DepthwiseOfTheS3) {
  const Variant s3 = Variant::esp32s3;
  EXPECT_FALSE(taken<Depthwise>(s3, [](auto& c) { c.params.ch_mult = 8; }));
  // Scratch of another size than it asks for.
  EXPECT_FALSE(taken<Depthwise>(s3, [](auto& c) {
    c.params.padding.height = 0;
    c.output.height = 6;
  }));
  const auto five = [](auto& c) {
    c.filter = {5, 5, 16, 0};
    c.params.padding = {2, 2};
  };
  EXPECT_TRUE(taken<Depthwise>(s3, five));
  EXPECT_FALSE(taken<Depthwise>(s3, [&](auto& c) {  // strips
    five(c);
    c.input = c.output = {40, 40, 16, 0};
  }));
}

TEST(ProviderRules, DepthwiseChannelsOfTheP4) {
  const auto channels = [](int32_t n) {
    return [n](auto& c) { c.input.channels = c.filter.channels = c.output.channels = n; };
  };
  EXPECT_TRUE(taken<Depthwise>(Variant::esp32p4, channels(256)));
  EXPECT_FALSE(taken<Depthwise>(Variant::esp32p4, channels(272)));
  EXPECT_TRUE(taken<Depthwise>(Variant::esp32s3, channels(272)));
}

TEST(ProviderRules, PositionsOfADepthwiseWindow) {
  for (Variant v : kAll) {
    EXPECT_FALSE(taken<Depthwise>(v, [](auto& c) {
      c.input.width = 3;
      c.output.width = 3;
      c.params.stride.width = 16384;
    }));
  }
}

TEST(ProviderRules, WindowBehindTheScratchOfTheP4) {
  const auto outputs = [](int32_t n) { return [n](auto& c) { c.output.channels = n; }; };
  EXPECT_FALSE(taken<Conv>(Variant::esp32p4, outputs(10)));
  EXPECT_TRUE(taken<Conv>(Variant::esp32p4, outputs(12)));
  EXPECT_TRUE(taken<Conv>(Variant::esp32s3, outputs(10)));
}

TEST(ProviderRules, StackOfTheS3) {
  EXPECT_TRUE(takes_fully_connected(Variant::esp32s3, 64, 256, true));
  EXPECT_FALSE(takes_fully_connected(Variant::esp32s3, 64, 257, true));
  EXPECT_TRUE(takes_fully_connected(Variant::esp32p4, 64, 257, true));
}

TEST(ProviderRules, ShiftsAndWidths) {
  for (Variant v : kAll) {
    EXPECT_FALSE(takes_add(v, 1, 0, 0, true));
    EXPECT_FALSE(takes_add(v, 0, 1, 0, true));
    EXPECT_FALSE(takes_add(v, 0, 0, 1, true));
    EXPECT_FALSE(takes_softmax(v, 512, true));
    EXPECT_TRUE(takes_softmax(v, 496, true));
  }
  EXPECT_FALSE(takes_mul(Variant::esp32s3, 1, true));
  EXPECT_TRUE(takes_mul(Variant::opt, 1, true));
}

}  // namespace
}  // namespace esp_nn::provider

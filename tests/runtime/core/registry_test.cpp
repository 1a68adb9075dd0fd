// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Built with MAX_KERNEL_NUM=6. The table is global and only grows: one test, in order.
#include <executorch/runtime/kernel/operator_registry.h>
#include <gtest/gtest.h>

#include "log_capture.h"

using namespace executorch::runtime;
using executorch::aten::ScalarType;

void one(KernelRuntimeContext&, Span<EValue*>) {}
void two(KernelRuntimeContext&, Span<EValue*>) {}
void three(KernelRuntimeContext&, Span<EValue*>) {}

uint8_t nchw[] = {0, 1, 2, 3};
uint8_t nhwc[] = {0, 2, 3, 1};

TEST(Registry, RegistersAndFinds) {
  EXPECT_TRUE(get_registered_kernels().empty());
  const TensorMeta floats[] = {{ScalarType::Float, nchw}, {ScalarType::Float, nchw}};
  const TensorMeta channels_last[] = {{ScalarType::Float, nhwc}, {ScalarType::Float, nchw}};
  const TensorMeta bfloats[] = {{ScalarType::BFloat16, nchw}};

  const Kernel kernels[] = {
      Kernel("test::plain.out", one),
      Kernel("test::both.out", "v1/6;0,1,2,3|6;0,1,2,3", two),
      Kernel("test::both.out", three),
      Kernel("test::special.out", "v1/15;0,1,2,3", one),
  };
  ASSERT_EQ(register_kernels(kernels), Error::Ok);
  EXPECT_EQ(get_registered_kernels().size(), 4u);

  EXPECT_EQ(*get_op_function_from_registry("test::plain.out"), one);
  EXPECT_EQ(*get_op_function_from_registry("test::plain.out", floats), one);
  EXPECT_EQ(*get_op_function_from_registry("test::both.out", floats), two);
  EXPECT_EQ(*get_op_function_from_registry("test::both.out", channels_last), three);
  EXPECT_EQ(*get_op_function_from_registry("test::both.out", {floats, size_t{1}}), three);
  EXPECT_EQ(*get_op_function_from_registry("test::special.out", bfloats), one);
  EXPECT_FALSE(registry_has_op_function("test::special.out"));
  EXPECT_FALSE(registry_has_op_function("test::special.out", floats));
  EXPECT_TRUE(registry_has_op_function("test::special.out", bfloats));
  {
    LogCapture log;
    EXPECT_EQ(get_op_function_from_registry("test::plain").error(), Error::OperatorMissing);
    EXPECT_EQ(log.last(), "kernel 'test::plain' not found.");
    EXPECT_EQ(log_lines().size(), 1u);
  }

  // A static initializer that ignored an error would run another kernel, or none. Twice: of two
  // lists, with a key, and within one list.
  EXPECT_DEATH((void)register_kernel(Kernel("test::plain.out", two)),
               "'test::plain.out' .key any.: registration failed");
  EXPECT_DEATH((void)register_kernel(Kernel("test::special.out", "v1/15;0,1,2,3", two)),
               "'test::special.out' .key v1/15;0,1,2,3.: registration failed");
  const Kernel repeated[] = {Kernel("test::new.out", one), Kernel("test::new.out", two)};
  EXPECT_DEATH((void)register_kernels(repeated), "'test::new.out' .key any.: registration failed");

  // Too many: the first that has no place is named.
  const Kernel many[] = {Kernel("test::a.out", one), Kernel("test::b.out", one),
                         Kernel("test::c.out", one)};
  EXPECT_DEATH((void)register_kernels(many),
               "no place for kernel 'test::c.out'.*larger than the limit 6");
  EXPECT_EQ(register_kernels({many, size_t{2}}), Error::Ok);
  EXPECT_EQ(get_registered_kernels().size(), 6u);
  EXPECT_EQ(*get_op_function_from_registry("test::b.out"), one);
}

TEST(Registry, SearchesAGivenList) {
  const Kernel kernels[] = {Kernel("test::local.out", two)};
  EXPECT_EQ(*get_op_function_from_registry("test::local.out", {}, kernels), two);
  EXPECT_FALSE(registry_has_op_function("test::local.out"));
}

TEST(KernelKey, Strings) {
  const TensorMeta metas[] = {{ScalarType::Double, nchw}, {ScalarType::BFloat16, nhwc}};
  char buffer[internal::kKernelKeyBufSize];
  EXPECT_EQ(internal::make_kernel_key_string(metas, buffer, sizeof(buffer)), Error::Ok);
  EXPECT_STREQ(buffer, "v1/7;0,1,2,3|15;0,2,3,1");
  EXPECT_EQ(internal::make_kernel_key_string({}, buffer, sizeof(buffer)), Error::Ok);
  EXPECT_STREQ(buffer, "");
  const size_t length = strlen("v1/7;0,1,2,3|15;0,2,3,1");
  for (size_t size = 0; size <= length; ++size) {
    EXPECT_EQ(internal::make_kernel_key_string(metas, buffer, size), Error::InvalidArgument);
  }
  EXPECT_EQ(internal::make_kernel_key_string(metas, buffer, length + 1), Error::Ok);
  const TensorMeta invalid[] = {{static_cast<ScalarType>(-1), nchw}};
  EXPECT_EQ(internal::make_kernel_key_string(invalid, buffer, sizeof(buffer)),
            Error::InvalidArgument);
}

TEST(KernelKey, Equality) {
  const char text[] = "v1/6;0";
  EXPECT_TRUE(KernelKey() == KernelKey());
  EXPECT_TRUE(KernelKey("v1/6;0") == KernelKey(text));
  EXPECT_TRUE(KernelKey("v1/6;0") != KernelKey("v1/7;0"));
  EXPECT_TRUE(KernelKey("v1/6;0") != KernelKey());
  EXPECT_TRUE(KernelKey().is_fallback());
  EXPECT_TRUE((TensorMeta(ScalarType::Int, nchw) == TensorMeta(ScalarType::Int, nchw)));
  EXPECT_TRUE((TensorMeta(ScalarType::Int, nchw) != TensorMeta(ScalarType::Int, nhwc)));
  EXPECT_TRUE((TensorMeta(ScalarType::Int, nchw) != TensorMeta(ScalarType::Char, nchw)));
}

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of a runtime and of kernels that are built with ET_EVENT_TRACER_ENABLED. The sequences
// are those that the official runtime of the executorch package writes to an ETDump for the same
// programs, with the starts that an ETDump does not hold.
#include <executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>
#include <executorch/runtime/kernel/kernel_includes.h>
#include <gtest/gtest.h>

#include <cstring>

#include "loaded_program.h"
#include "recording_tracer.h"

using executorch::aten::Scalar;
using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::EventTracerDebugLogLevel;
using executorch::runtime::EventTracerProfilingLevel;
using executorch::runtime::KernelRuntimeContext;

namespace traced {
namespace native {

// Fails for a first element of -1.
Tensor& add_out(KernelRuntimeContext& context, const Tensor& a, const Tensor& b, const Scalar&,
                Tensor& out) {
  const float* x = a.const_data_ptr<float>();
  ET_KERNEL_CHECK(context, x[0] != -1.0f, InvalidArgument, out);
  for (ssize_t i = 0; i < out.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = x[i] + b.const_data_ptr<float>()[i % b.numel()];
  }
  return out;
}

Tensor& copy_(KernelRuntimeContext&, Tensor& self, const Tensor& source, bool) {
  std::memcpy(self.mutable_data_ptr(), source.const_data_ptr(), self.nbytes());
  return self;
}

Tensor& mul_out(const Tensor& a, const Tensor& b, Tensor& out) {
  for (ssize_t i = 0; i < out.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = a.const_data_ptr<float>()[i] * b.const_data_ptr<float>()[i];
  }
  return out;
}

}  // namespace native
}  // namespace traced

EXECUTORCH_LIBRARY(aten, "mul.out", traced::native::mul_out);

namespace ee_test {
namespace {

using Events = std::vector<std::string>;

const Events kLoad = {
    "block Default",    "start Program::load_method", "start Method::init",
    "end Method::init", "end Program::load_method",
};

class TracedTest : public testing::Test {
 protected:
  TracedTest() {
    tracer.set_event_tracer_debug_level(EventTracerDebugLogLevel::kIntermediateOutputs);
  }

  Loaded load(const char* fixture) { return Loaded(fixture, "forward", &tracer); }

  RecordingTracer tracer;
  Values<float> x = floats({2, 3}, {0, 1, 2, 3, 4, 5});
  Values<float> y = floats({2, 3}, {10, 20, 30, 40, 50, 60});
};

TEST_F(TracedTest, LoadAndExecute) {
  Loaded loaded = load("add");
  EXPECT_EQ(tracer.take(), kLoad);
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  EXPECT_EQ(tracer.take(), Events());
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(tracer.take(), (Events{
                               "block Execute",
                               "start Method::execute",
                               "start OPERATOR_CALL @0:0",
                               "start native_call_add.out @0:0",
                               "value 10 21 32 43 54 65 @0:0",
                               "end native_call_add.out",
                               "end OPERATOR_CALL",
                               "end Method::execute",
                               "output 10 21 32 43 54 65",
                           }));
}

TEST_F(TracedTest, Steps) {
  Loaded loaded = load("add");
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  tracer.take();
  ASSERT_EQ(loaded.method().step(), Error::Ok);
  EXPECT_EQ(tracer.take(), (Events{
                               "start Method::step @0:0",
                               "start OPERATOR_CALL @0:0",
                               "start native_call_add.out @0:0",
                               "value 10 21 32 43 54 65 @0:0",
                               "end native_call_add.out",
                               "end OPERATOR_CALL",
                               "end Method::step",
                               "output 10 21 32 43 54 65 @0:0",
                           }));
  ASSERT_EQ(loaded.method().step(), Error::EndOfMethod);
  EXPECT_EQ(tracer.take(), Events());
}

// mul.out is registered by EXECUTORCH_LIBRARY.
TEST_F(TracedTest, ControlFlow) {
  Loaded loaded = load("cond");
  Values<bool> flag(executorch::aten::ScalarType::Bool, {}, {false});
  ASSERT_EQ(loaded.method().set_input(flag.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(x.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 2), Error::Ok);
  tracer.take();
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(tracer.take(), (Events{
                               "block Execute",
                               "start Method::execute",
                               "start JF_CALL @0:0",
                               "end JF_CALL",
                               "start OPERATOR_CALL @0:4",
                               "start aten::mul.out @0:4",
                               "value 0 20 60 120 200 300 @0:4",
                               "end aten::mul.out",
                               "end OPERATOR_CALL",
                               "start MOVE_CALL @0:5",
                               "end MOVE_CALL",
                               "end Method::execute",
                               "output 0 20 60 120 200 300",
                           }));
}

TEST_F(TracedTest, Free) {
  Loaded loaded = load("free");
  auto out = floats({2, 3}, {0, 0, 0, 0, 0, 0});
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().set_output_data_ptr(out.tensor().mutable_data_ptr(), 24, 0), Error::Ok);
  tracer.set_event_tracer_debug_level(EventTracerDebugLogLevel::kProgramOutputs);
  tracer.take();
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(tracer.take(), (Events{
                               "block Execute",
                               "start Method::execute",
                               "start OPERATOR_CALL @0:0",
                               "start native_call_add.out @0:0",
                               "end native_call_add.out",
                               "end OPERATOR_CALL",
                               "start FREE_CALL @0:1",
                               "end FREE_CALL",
                               "end Method::execute",
                               "output 10 21 32 43 54 65",
                           }));
}

// copy_ has no out argument: what it changes in place is its result.
TEST_F(TracedTest, InPlaceAndProfilingLevel) {
  Loaded loaded = load("state");
  auto by = floats({2}, {1, 2});
  ASSERT_EQ(loaded.method().set_input(by.value(), 0), Error::Ok);
  tracer.set_event_tracer_profiling_level(EventTracerProfilingLevel::kProfileMethodOnly);
  tracer.take();
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(tracer.take(), (Events{
                               "block Execute",
                               "start Method::execute",
                               "value 11 22 @0:0",
                               "value 11 22 @0:1",
                               "value 11 22 @0:2",
                               "end Method::execute",
                               "output 11 22",
                           }));
}

// The call's own scopes end, the method's event does not.
TEST_F(TracedTest, AKernelThatFails) {
  Loaded loaded = load("add");
  auto wrong = floats({2, 3}, {-1, 1, 2, 3, 4, 5});
  ASSERT_EQ(loaded.method().set_input(wrong.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  tracer.set_event_tracer_debug_level(EventTracerDebugLogLevel::kProgramOutputs);
  tracer.take();
  ASSERT_EQ(loaded.method().execute(), Error::InvalidArgument);
  EXPECT_EQ(tracer.take(), (Events{
                               "block Execute",
                               "start Method::execute",
                               "start OPERATOR_CALL @0:0",
                               "start native_call_add.out @0:0",
                               "end native_call_add.out",
                               "end OPERATOR_CALL",
                           }));
}

// All arguments of the call are logged, and what the delegate reports itself lies inside.
TEST_F(TracedTest, Delegate) {
  Loaded loaded = load("delegate_inline");
  EXPECT_EQ(tracer.take(), kLoad);
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(tracer.take(), (Events{
                               "block Execute",
                               "start Method::execute",
                               "start DELEGATE_CALL @0:0",
                               "delegate start demo @0:0",
                               "delegate end demo",
                               "delegate value sum 30 63 96 129 162 195 @0:0",
                               "value 0 1 2 3 4 5 @0:0",
                               "value 10 20 30 40 50 60 @0:0",
                               "value 30 63 96 129 162 195 @0:0",
                               "end DELEGATE_CALL",
                               "end Method::execute",
                               "output 30 63 96 129 162 195",
                           }));
}

// Without a tracer the same runtime runs as ever.
TEST_F(TracedTest, NoTracer) {
  Loaded loaded("add");
  ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
  ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
  ASSERT_EQ(loaded.method().execute(), Error::Ok);
  EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
            (std::vector<float>{10, 21, 32, 43, 54, 65}));
  EXPECT_EQ(tracer.take(), Events());
}

}  // namespace
}  // namespace ee_test

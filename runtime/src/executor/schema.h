// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Field numbers of the tables of ExecuTorch's program.fbs ("ET12", schema version 0). The order of
// fields in that schema is its wire format: numbers are only ever added.
#pragma once

#include <cstdint>

namespace executorch {
namespace runtime {
namespace internal {
namespace fb {

namespace program {
enum {
  kVersion,
  kExecutionPlan,
  kConstantBuffer,
  kDelegateData,
  kSegments,
  kConstantSegment,
  kMutableDataSegments,
  kNamedData
};
}
namespace plan {
enum {
  kName,
  kContainerMeta,
  kValues,
  kInputs,
  kOutputs,
  kChains,
  kOperators,
  kDelegates,
  kBufferSizes,
  kBufferDevices
};
}
namespace container_meta {
enum { kEncodedInput, kEncodedOutput };
}
// A union takes two fields: its tag, then its table.
namespace evalue {
enum { kTag, kValue };
}
namespace scalar {
enum { kValue };
}
namespace list {
enum { kItems };
}
namespace tensor {
enum {
  kScalarType,
  kStorageOffset,
  kSizes,
  kDimOrder,
  kRequiresGrad,
  kDataBuffer,
  kAllocation,
  kLayout,
  kDynamism,
  kExtra
};
}
namespace allocation {
enum { kMemoryId, kOffsetLow, kOffsetHigh };
}
namespace extra {
enum { kMutableSegment, kName, kLocation, kDeviceType, kDeviceIndex };
}
namespace chain {
enum { kInputs, kOutputs, kInstructions, kStacktrace };
}
namespace instruction {
enum { kTag, kCall };
}
namespace call {  // KernelCall and DelegateCall
enum { kIndex, kArgs };
}
namespace move {
enum { kFrom, kTo };
}
namespace jump {
enum { kCondition, kDestination };
}
namespace free_call {
enum { kValue };
}
namespace op {
enum { kName, kOverload };
}
namespace delegate {
enum { kId, kProcessed, kCompileSpecs };
}
namespace reference {
enum { kLocation, kIndex };
}
namespace compile_spec {
enum { kKey, kValue };
}
namespace inline_data {
enum { kData };
}
namespace segment {
enum { kOffset, kSize };
}
namespace subsegments {
enum { kSegment, kOffsets };
}
namespace named_data {
enum { kKey, kSegment };
}
namespace buffer_device {
enum { kBuffer, kType, kIndex };
}

// Tags of the union KernelTypes.
enum class ValueKind : uint8_t {
  None,
  Null,
  Int,
  Bool,
  Double,
  Tensor,
  String,
  IntList,
  DoubleList,
  BoolList,
  TensorList,
  OptionalTensorList,
  Count
};

// Tags of the union InstructionArguments.
enum class InstructionKind : uint8_t { None, Kernel, Delegate, Move, JumpFalse, Free, Count };

}  // namespace fb
}  // namespace internal
}  // namespace runtime
}  // namespace executorch

// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// The structural half of the validation: a walk over the flatbuffer, driven by a table of what the
// runtime reads. What the values mean is checked by MethodLoader.
#include <executorch/runtime/platform/log.h>

#include "flatbuffer.h"
#include "schema.h"

namespace executorch {
namespace runtime {
namespace internal {
namespace fb {
namespace {

// Tables with the same fields share an entry.
enum Type : uint8_t {
  kEmpty,
  kInt64,
  kBool,
  kOneString,
  kTwoStrings,
  kList8,
  kList32,
  kList64,
  kTwoInts,
  kOneInt,
  kCall,
  kEValue,
  kTensor,
  kAllocation,
  kExtra,
  kChain,
  kInstruction,
  kDelegate,
  kReference,
  kCompileSpec,
  kSegment,
  kSubsegments,
  kNamedData,
  kBufferDevice,
  kPlan,
  kProgram,
  kTypeCount,
};

// What a field holds: a number, as its size, or the offset of something else. Vectors have the size
// of an element in their lower half, tables their Type in the lower five bits.
using Field = uint8_t;
constexpr Field kSkip = 0;  // not read by the runtime
constexpr Field kScalar8 = 1;
constexpr Field kScalar32 = 4;
constexpr Field kScalar64 = 8;
constexpr Field kVector8 = 0x11;
constexpr Field kVector32 = 0x14;
constexpr Field kVector64 = 0x18;
constexpr Field kString = 0x21;
constexpr Field kTable = 0x40;
constexpr Field kTables = 0x60;      // a vector of them
constexpr Field kValueUnion = 0x80;  // the tag of a union is the field before
constexpr Field kInstructionUnion = 0x81;
constexpr uint8_t kTypeMask = 0x1f;
static_assert(kTypeCount <= kTypeMask + 1, "types have five bits");

constexpr Field table_of(Type type) { return kTable | type; }
constexpr Field tables_of(Type type) { return kTables | type; }

// kEmpty stands for "no table" (tag None) as well: a table without fields that is read.
constexpr uint8_t kValueTypes[] = {kEmpty,     kEmpty,  kInt64,  kBool,  kInt64,  kTensor,
                                   kOneString, kList64, kList64, kList8, kList32, kList32};
constexpr uint8_t kCallTypes[] = {kEmpty, kCall, kCall, kTwoInts, kTwoInts, kOneInt};
static_assert(sizeof(kValueTypes) == static_cast<size_t>(ValueKind::Count), "one type per kind");
static_assert(sizeof(kCallTypes) == static_cast<size_t>(InstructionKind::Count), "one per kind");

// All fields of all tables in a row, so that a table's description is a pair of bytes.
// clang-format off
constexpr Field kFields[] = {
    kScalar64,                                           //  0: Int, Double
    kScalar8,                                            //  1: Bool
    kString, kString,                                    //  2: String; Operator, ...
    kVector8,                                            //  4: BoolList, inline data
    kVector32,                                           //  5: TensorList, ...
    kVector64,                                           //  6: IntList, DoubleList
    kScalar32, kScalar32,                                //  7: FreeCall; MoveCall, ...
    kScalar32, kVector32,                                //  9: KernelCall, DelegateCall
    kScalar8, kValueUnion,                               // 11: EValue
    kScalar8, kScalar32, kVector32, kVector8, kSkip,     // 13: Tensor
    kScalar32, table_of(kAllocation), kSkip, kScalar8, table_of(kExtra),
    kScalar32, kScalar32, kScalar32,                     // 23: AllocationDetails
    kScalar64, kString, kScalar8, kScalar8, kScalar8,    // 26: ExtraTensorInfo
    kSkip, kSkip, tables_of(kInstruction),               // 31: Chain
    kScalar8, kInstructionUnion,                         // 34: Instruction
    kString, table_of(kReference), tables_of(kCompileSpec),  // 36: BackendDelegate
    kScalar8, kScalar32,                                 // 39: BackendDelegateDataReference
    kString, kVector8,                                   // 41: CompileSpec
    kScalar64, kScalar64,                                // 43: DataSegment
    kScalar32, kVector64,                                // 45: SubsegmentOffsets
    kString, kScalar32,                                  // 47: NamedData
    kScalar32, kScalar8, kScalar8,                       // 49: NonConstBufferDevice
    kString, table_of(kTwoStrings), tables_of(kEValue), kVector32, kVector32,  // 52: ExecutionPlan
    tables_of(kChain), tables_of(kTwoStrings), tables_of(kDelegate), kVector64,
    tables_of(kBufferDevice),
    kScalar32, tables_of(kPlan), kSkip, tables_of(kList8), tables_of(kSegment),  // 62: Program
    table_of(kSubsegments), tables_of(kSubsegments), tables_of(kNamedData),
};
// clang-format on

struct TableType {
  uint8_t first;
  uint8_t count;
};

constexpr TableType kTypes[] = {
    {0, 0},  {0, 1},  {1, 1},  {2, 1},   {2, 2},  {4, 1},  {5, 1},   {6, 1},  {7, 2},
    {7, 1},  {9, 2},  {11, 2}, {13, 10}, {23, 3}, {26, 5}, {31, 3},  {34, 2}, {36, 3},
    {39, 2}, {41, 2}, {43, 2}, {45, 2},  {47, 2}, {49, 3}, {52, 10}, {62, 8},
};
static_assert(sizeof(kTypes) / sizeof(kTypes[0]) == kTypeCount, "one description per type");
static_assert(sizeof(kFields) == 70, "the last table ends the list");

class Verifier {
 public:
  Verifier(const uint8_t* base, uint32_t size) : base_(base), size_(size), budget_(size) {}

  bool table(uint32_t at, uint8_t type) {
    if (at % 4 != 0 || at > size_ - 4 || budget_ == 0) {
      return fail(at, "table");
    }
    --budget_;
    // A place before the file wraps around to one that is behind it, as sizes have 31 bits.
    const uint32_t vtable = at - load<uint32_t>(base_ + at);
    if (vtable % 2 != 0 || vtable > size_ - 4) {
      return fail(at, "vtable offset");
    }
    const uint8_t* v = base_ + vtable;
    const uint32_t vtable_size = load<uint16_t>(v);
    if (vtable_size < 4 || vtable_size % 2 != 0 || vtable_size > size_ - vtable) {
      return fail(at, "vtable");
    }
    const TableType& description = kTypes[type];
    uint32_t previous = 0;  // where the field before was, for the tag of a union
    for (unsigned i = 0; i < description.count && 4 + 2 * i < vtable_size; ++i) {
      const Field field = kFields[description.first + i];
      const uint32_t offset = load<uint16_t>(v + 4 + 2 * i);
      const uint32_t tag_at = previous;
      previous = 0;
      if (offset == 0 || field == kSkip) {
        continue;
      }
      const uint32_t inline_size = field <= kScalar64 ? field : 4;
      // Against the end of the file: the table's own size, in the vtable, is wrong in files of some
      // exporters.
      if (offset < 4 || offset > size_ - at || inline_size > size_ - at - offset ||
          (at + offset) % inline_size != 0) {
        return fail(at, "field");
      }
      previous = at + offset;
      if (!content(previous, field, tag_at)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool content(uint32_t at, Field field, uint32_t tag_at) {
    if (field <= kScalar64) {
      return true;
    }
    const uint32_t offset = load<uint32_t>(base_ + at);
    // Offsets point forward, so a file cannot contain a cycle.
    if (offset == 0 || offset > size_ - at || size_ - at - offset < 4 || (at + offset) % 4 != 0) {
      return fail(at, "offset");
    }
    const uint32_t target = at + offset;
    if (field >= kValueUnion) {
      const uint32_t tag = tag_at == 0 ? 0 : base_[tag_at];
      const bool is_value = field == kValueUnion;
      if (tag >= (is_value ? sizeof(kValueTypes) : sizeof(kCallTypes))) {
        return fail(at, "union tag");
      }
      return table(target, is_value ? kValueTypes[tag] : kCallTypes[tag]);
    }
    if (field >= kTable && field < kTables) {
      return table(target, field & kTypeMask);
    }
    if (field < kTable) {
      return vector(target, field & 0xf, field == kString);
    }
    if (!vector(target, 4, false)) {
      return false;
    }
    const uint32_t count = load<uint32_t>(base_ + target);
    for (uint32_t i = 0; i < count; ++i) {
      if (!content(target + 4 + 4 * i, table_of(static_cast<Type>(field & kTypeMask)), 0)) {
        return false;
      }
    }
    return true;
  }

  bool vector(uint32_t at, uint32_t element_size, bool terminated) {
    const uint32_t count = load<uint32_t>(base_ + at);
    const uint32_t room = size_ - at - 4;
    if (count > room / element_size || (count != 0 && (at + 4) % element_size != 0) ||
        (terminated && (count == room || base_[at + 4 + count] != 0))) {
      return fail(at, terminated ? "string" : "vector");
    }
    return true;
  }

  bool fail([[maybe_unused]] uint32_t at, [[maybe_unused]] const char* what) {
    ET_LOG(Error, "Damaged program: bad %s at byte %u of %u", what, static_cast<unsigned>(at),
           static_cast<unsigned>(size_));
    return false;
  }

  const uint8_t* base_;
  uint32_t size_;
  // Tables still allowed. Honest files have at most one per 8 bytes; a damaged one could reach the
  // same table over very many paths.
  uint32_t budget_;
};

}  // namespace

bool verify_program(const uint8_t* base, size_t size) {
  if (size > INT32_MAX) {
    ET_LOG(Error, "The program's flatbuffer has %zu bytes; the limit is 2 GiB", size);
    return false;
  }
  return Verifier(base, static_cast<uint32_t>(size)).table(load<uint32_t>(base), kProgram);
}

}  // namespace fb
}  // namespace internal
}  // namespace runtime
}  // namespace executorch

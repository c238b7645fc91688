//===- LoweredTypes.h - Types after the conversion --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Integers become signless, a float of eight bits or a bf16 becomes those bits,
// a vector of one element a scalar, a buffer a static one-dimensional memref
// with bytes for bools.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_CONVERSION_TINYTOSTRUCTURED_LOWEREDTYPES_H
#define TINY_LIB_CONVERSION_TINYTOSTRUCTURED_LOWEREDTYPES_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Types and constants after the conversion. A module has few different ones
/// and asks for them with each operand, so they are remembered.
class LoweredTypes {
public:
  /// The type of a scalar or vector value; null for what has none (another
  /// rank, a weak float, no value).
  Type get(Type type);
  /// The type of a comparison of lowered values.
  Type getCondition(Type lowered);
  /// The memref of a buffer, in an address space of `gpu` if it has several.
  MemRefType getMemory(BufferType type, bool hasSpaces = false);
  /// `number` as a lowered scalar, or in all elements of a vector.
  TypedAttr getConstant(Type lowered, Number number);
  /// A scalar constant in all elements.
  TypedAttr getSplat(VectorType type, TypedAttr scalar);

private:
  llvm::DenseMap<Type, Type> types, conditions;
  /// Without and with address spaces.
  llvm::DenseMap<Type, MemRefType> memory[2];
  /// By type and bits.
  llvm::DenseMap<std::pair<Type, uint64_t>, TypedAttr> constants;
  llvm::DenseMap<std::pair<Type, Attribute>, TypedAttr> splats;
};

/// `elementType`, as a vector where `like` is one.
Type withShapeOf(Type like, Type elementType);
/// The type in memory of a lowered value.
Type getMemoryType(Type lowered);
/// Floats whose values are integers, their bits: those of eight bits and bf16.
/// What LLVM does with bf16 is slow, flushes denormal numbers where it only
/// copies them, and is missing for odd vectors.
bool isEncodedFloat(Type element);

} // namespace mlir::tiny

#endif // TINY_LIB_CONVERSION_TINYTOSTRUCTURED_LOWEREDTYPES_H

//===- TypeUtils.h - Element types, shapes, promotion -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_TYPEUTILS_H
#define TINY_IR_TYPEUTILS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include <optional>

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Classification
//===----------------------------------------------------------------------===//

/// i1, (u)i8..64, the float types, `index` and `!tiny.weakfloat`.
bool isElementType(Type type);
/// An element type, or a tensor or vector of one with rank >= 1 and less than
/// 2^63 elements. Sizes of a tensor may be symbolic.
bool isValueType(Type type);
/// `index` or `!tiny.weakfloat`.
bool isWeakType(Type elementType);
bool isBoolType(Type elementType);
/// Integers of any signedness and `index`; not bool.
bool isIntType(Type elementType);
bool isUnsignedType(Type elementType);
/// Float types, `!tiny.weakfloat` included.
bool isFloatType(Type elementType);
/// The bits an element takes in memory, a bool 8. The type is not weak.
unsigned getStorageBits(Type elementType);

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The element type of a scalar, ranked tensor, vector or buffer type. Any
/// other type counts as a scalar, which verifiers reject.
Type getElementType(Type type);
inline Type getElementType(Value value) {
  return getElementType(value.getType());
}
/// The shape of a value or buffer type; empty for a scalar or any other type.
ArrayRef<int64_t> getShape(Type type);
inline ArrayRef<int64_t> getShape(Value value) {
  return getShape(value.getType());
}
/// Product of the sizes, or nothing when it exceeds 64 bits. A symbolic size
/// counts as one.
std::optional<int64_t> getNumElements(ArrayRef<int64_t> shape);

/// A tensor of the shape, or the element type itself for the empty shape.
Type getTensorType(ArrayRef<int64_t> shape, Type elementType);
/// A vector of the shape, or the element type itself for the empty shape. A
/// vector does not hold weak floats.
Type getVectorType(ArrayRef<int64_t> shape, Type elementType);
/// Like `getTensorType`, but a vector where `like` is a vector, and a buffer in
/// the same address space where it is a buffer.
Type getShapedLike(Type like, ArrayRef<int64_t> shape, Type elementType);

/// The NumPy broadcast of shapes, or nothing. A symbolic size is not one, and
/// is taken to equal whatever it meets.
std::optional<SmallVector<int64_t, 4>>
broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes);

//===----------------------------------------------------------------------===//
// Promotion (reference: dtypes, the promotion lattice)
//===----------------------------------------------------------------------===//

/// The least element type that all the given ones promote to.
Type promoteTypes(ArrayRef<Type> elementTypes);
/// The type itself if it is a float, `!tiny.weakfloat` for `index`, else the
/// promotion with `defaultFloat`.
Type leastUpperFloat(Type elementType, Type defaultFloat);
/// The type in which a sum accumulates: at least 32 bits.
Type getSumType(Type elementType);

} // namespace mlir::tiny

#endif // TINY_IR_TYPEUTILS_H

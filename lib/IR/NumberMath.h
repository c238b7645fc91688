//===- NumberMath.h - Arithmetic on constants -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What an elementwise op computes on constants. The numbers are those of one
// element type, and so is the result: integers wrap, floats round once. Where
// the op has no defined value, or a weak integer leaves 128 bits, there is no
// result.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_IR_NUMBERMATH_H
#define TINY_LIB_IR_NUMBERMATH_H

#include "mlir/IR/Types.h"
#include "tiny/IR/Number.h"
#include <optional>

namespace mlir::tiny {

enum class UnaryKind { Exp2, Log2, Sin, Sqrt, Reciprocal, Neg, Trunc };
enum class BinaryKind {
  Add,
  Sub,
  Mul,
  FDiv,
  Pow,
  Max,
  CDiv,
  CMod,
  FloorDiv,
  FloorMod,
  Shl,
  Shr,
  And,
  Or,
  Xor,
  Threefry
};
enum class CompareKind { Lt, Ne, Eq };

std::optional<Number> evaluate(UnaryKind kind, Type type, Number operand);
std::optional<Number> evaluate(BinaryKind kind, Type type, Number lhs,
                               Number rhs);
bool evaluate(CompareKind kind, Number lhs, Number rhs);

/// What `cast` makes of a number of type `from`; nothing if a float does not
/// fit the integer type.
std::optional<Number> evaluateCast(Number operand, Type to);

/// What `bitcast` makes of a number of type `from`; nothing if it is a NaN
/// whose bits a number does not keep.
std::optional<Number> evaluateBitcast(Number operand, Type from, Type to);

} // namespace mlir::tiny

#endif // TINY_LIB_IR_NUMBERMATH_H

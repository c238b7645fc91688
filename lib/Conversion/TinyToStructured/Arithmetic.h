//===- Arithmetic.h - Building arith and math ops ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Works on lowered values. What signless types no longer say comes as the tiny
// element type beside them. No op that is built here has undefined behaviour,
// whatever the data.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_CONVERSION_TINYTOSTRUCTURED_ARITHMETIC_H
#define TINY_LIB_CONVERSION_TINYTOSTRUCTURED_ARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// A number whose tiny element type and, if an integer, bounds are known.
struct Operand {
  Value value;
  Interval bounds;
};

class Arithmetic {
public:
  /// Constants go to the start of `entry`.
  Arithmetic(OpBuilder &builder, Block &entry)
      : builder(builder), entry(entry), loc(builder.getUnknownLoc()) {}

  void setLoc(Location newLoc) { loc = newLoc; }
  Location getLoc() const { return loc; }

  //===--------------------------------------------------------------------===//
  // Constants and shapes (Constants.cpp)
  //===--------------------------------------------------------------------===//

  /// `number` as a scalar, or in all elements of a vector.
  Value constant(Type type, Number number);
  /// `number` of a tiny element type.
  Value scalar(Type element, Number number);
  Value integer(Type type, int64_t value) {
    return constant(type, Number::integer(value));
  }
  Value real(Type type, double value) {
    return constant(type, Number::real(value));
  }
  /// 0, 1, 2, ...
  Value counting(VectorType type);
  /// A scalar in all elements where `like` is a vector, else the value.
  Value broadcast(Value value, Type like);

  //===--------------------------------------------------------------------===//
  // Elementwise ops; operands have one shape and one element type, `element`
  //===--------------------------------------------------------------------===//

  /// The result of an op with one or two operands of a float type.
  Value buildFloat(Operation *op, Type element, ArrayRef<Operand> operands);
  /// The same for integers and bools.
  Value buildInteger(Operation *op, Type element, ArrayRef<Operand> operands);
  Value select(Value condition, Value onTrue, Value onFalse);
  /// `lhs < rhs ? rhs : lhs`.
  Value maximum(Type element, Value lhs, Value rhs);

  //===--------------------------------------------------------------------===//
  // Conversions (Casts.cpp)
  //===--------------------------------------------------------------------===//

  Value convert(Value value, Type from, Type to);

private:
  Value cached(TypedAttr attr);
  Value notEqualZero(Value value, Type element);
  Value floatToInteger(Value value, Type to);
  Value integerToInteger(Value value, Type from, Type to);

  // Integers.cpp
  Value divide(Operation *op, Type element, Operand lhs, Operand rhs);
  Value guardDivisor(Type element, Operand lhs, Operand rhs);
  Value shift(Operation *op, Type element, Operand lhs, Operand rhs);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs);

  OpBuilder &builder;
  Block &entry;
  Location loc;
  Operation *lastConstant = nullptr;
  llvm::DenseMap<Attribute, Value> constants;
  llvm::DenseMap<std::pair<Value, Type>, Value> broadcasts;
};

} // namespace mlir::tiny

#endif // TINY_LIB_CONVERSION_TINYTOSTRUCTURED_ARITHMETIC_H

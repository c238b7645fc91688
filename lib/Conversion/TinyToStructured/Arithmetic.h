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

#include "LoweredTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tiny/IR/MakeOp.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// A number whose tiny element type and, if `needsBounds`, bounds are known.
struct Operand {
  Value value;
  Interval bounds;
};

/// Whether the op, on integers, is built differently for some operands.
inline bool needsBounds(Operation *op) {
  return isa<CDivOp, CModOp, FloorDivOp, FloorModOp, ShlOp, ShrOp>(op);
}

class Arithmetic {
public:
  /// Constants go to the start of `entry`.
  Arithmetic(OpBuilder &builder, Block &entry, LoweredTypes &types);

  void setLoc(Location newLoc) { loc = newLoc; }
  Location getLoc() const { return loc; }

  /// An op where the builder stands.
  template <typename OpTy>
  OpTy make(TypeRange result, ValueRange operands,
            const typename OpTy::Properties &properties = {}) {
    return makeOp<OpTy>(builder, loc, result, operands, properties);
  }

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
  /// One lane of a vector.
  Value extract(Value vector, int64_t lane);
  Value select(Value condition, Value onTrue, Value onFalse);
  /// `lhs < rhs ? rhs : lhs`.
  Value maximum(Type element, Value lhs, Value rhs);

  //===--------------------------------------------------------------------===//
  // Conversions (Casts.cpp)
  //===--------------------------------------------------------------------===//

  Value convert(Value value, Type from, Type to);

private:
  Value cached(TypedAttr attr);
  /// An op on values of one type, which its result has, too.
  template <typename OpTy>
  Value same(ValueRange operands) {
    return make<OpTy>(operands[0].getType(), operands)->getResult(0);
  }
  /// The same for a sum or product that wraps.
  template <typename OpTy>
  Value wrapping(Value lhs, Value rhs) {
    typename OpTy::Properties properties;
    properties.overflowFlags = wraps;
    return make<OpTy>(lhs.getType(), {lhs, rhs}, properties)->getResult(0);
  }
  /// The same for floats.
  template <typename OpTy>
  Value floats(ValueRange operands, arith::FastMathFlagsAttr flags) {
    typename OpTy::Properties properties;
    properties.fastmath = flags;
    return make<OpTy>(operands[0].getType(), operands, properties)
        ->getResult(0);
  }
  Value notEqualZero(Value value, Type element);
  Value floatToInteger(Value value, Type to);
  Value integerToInteger(Value value, Type from, Type to);

  // Integers.cpp
  Value divide(Operation *op, Type element, Operand lhs, Operand rhs);
  Value guardDivisor(Type element, Operand lhs, Operand rhs);
  Value shift(Operation *op, Type element, Operand lhs, Operand rhs);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs);
  Value compare(arith::CmpFPredicate predicate, Value lhs, Value rhs);

  OpBuilder &builder;
  Block &entry;
  LoweredTypes &types;
  Location loc;
  arith::IntegerOverflowFlagsAttr wraps;
  /// How floats are computed: as written, or with products and sums in one.
  arith::FastMathFlagsAttr strict, contract;
  Operation *lastConstant = nullptr;
  llvm::DenseMap<Attribute, Value> constants;
  /// By the number of lanes.
  llvm::DenseMap<std::pair<Value, int64_t>, Value> broadcasts;
};

} // namespace mlir::tiny

#endif // TINY_LIB_CONVERSION_TINYTOSTRUCTURED_ARITHMETIC_H

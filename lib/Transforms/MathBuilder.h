//===- MathBuilder.h - Building arithmetic on data --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the passes that take ops apart build with. Operands are scalars or
// vectors and broadcast, so constants are scalars.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_MATHBUILDER_H
#define TINY_LIB_TRANSFORMS_MATHBUILDER_H

#include "KernelRewriting.h"

#include "mlir/IR/Builders.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

class MathBuilder {
public:
  /// Constants go to the start of the block.
  explicit MathBuilder(Block &block)
      : block(block), builder(block.getParentOp()->getContext()),
        loc(builder.getUnknownLoc()) {}

  /// Ops go in front of `op`, at its location.
  void setInsertionPoint(Operation *op) {
    builder.setInsertionPoint(op);
    loc = op->getLoc();
  }

  Value constant(Type element, Number number) {
    number = number.convertedTo(element);
    Value &value = constants[{element, number.hash()}];
    // Two numbers of one hash: the second is not shared.
    if (!value || value.getDefiningOp<ConstOp>().getValue() != number) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(&block);
      value = ConstOp::create(builder, loc, number, element);
    }
    return value;
  }
  Value integer(Type element, Int128 value) {
    return constant(element, Number::integer(value));
  }
  Value real(Type element, double value) {
    return constant(element, Number::real(value));
  }

  /// An elementwise op on operands of one element type.
  template <typename OpTy, typename... Operands>
  Value create(Operands... operands) {
    return OpTy::create(builder, loc, operands...);
  }
  Value add(Value lhs, Value rhs) { return create<AddOp>(lhs, rhs); }
  Value sub(Value lhs, Value rhs) { return create<SubOp>(lhs, rhs); }
  Value mul(Value lhs, Value rhs) { return create<MulOp>(lhs, rhs); }
  Value less(Value lhs, Value rhs) { return create<CmpLtOp>(lhs, rhs); }
  Value equal(Value lhs, Value rhs) { return create<CmpEqOp>(lhs, rhs); }
  Value where(Value condition, Value onTrue, Value onFalse) {
    return create<WhereOp>(condition, onTrue, onFalse);
  }
  Value cast(Value value, Type element) {
    return getElementType(value) == element
               ? value
               : CastOp::create(builder, loc, value, element).getResult();
  }
  /// Looks through bitcasts.
  Value bitcast(Value value, Type element) {
    if (auto inner = value.getDefiningOp<BitcastOp>())
      value = inner.getOperand();
    return getElementType(value) == element
               ? value
               : BitcastOp::create(builder, loc, value, element).getResult();
  }
  /// A scalar in all elements where `like` is a vector, else the value.
  Value broadcast(Value value, Type like) {
    if (getShape(value) == getShape(like))
      return value;
    return ExpandOp::create(builder, loc, value, getShape(like),
                            /*vector=*/true);
  }

  /// The op on other operands.
  Value clone(Operation *op, ValueRange operands, Type resultType) {
    return cloneWith(builder, op, operands, resultType)->getResult(0);
  }
  /// Scalars as a vector; one scalar as it is.
  Value createVector(ArrayRef<Value> lanes) {
    return lanes.size() == 1
               ? lanes.front()
               : StackOp::create(builder, loc, lanes, /*vector=*/true)
                     .getResult();
  }
  /// One lane of a vector; a scalar as it is.
  Value getLane(Value vector, int64_t lane) {
    if (!isa<VectorType>(vector.getType()))
      return vector;
    Value one = ShrinkOp::create(builder, loc, vector, ArrayRef<int64_t>(lane),
                                 ArrayRef<int64_t>(1));
    return ReshapeOp::create(builder, loc, one, ArrayRef<int64_t>());
  }

  Type getSigned(unsigned width) { return builder.getIntegerType(width); }
  Type getUnsigned(unsigned width) {
    return builder.getIntegerType(width, /*isSigned=*/false);
  }
  MLIRContext *getContext() { return builder.getContext(); }

private:
  Block &block;
  OpBuilder builder;
  Location loc;
  llvm::DenseMap<std::pair<Type, size_t>, Value> constants;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_MATHBUILDER_H

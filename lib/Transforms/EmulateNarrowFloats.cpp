//===- EmulateNarrowFloats.cpp - Narrow floats are computed in f32 --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each op on narrow floats becomes the op on f32, rounded back: for one sum,
// product, quotient or root that is the same as computing in the narrow type.
//
//===----------------------------------------------------------------------===//

#include "EmulateNarrowFloats.h"

#include "KernelRewriting.h"
#include "NarrowFloats.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

/// Floats that are stored but not computed with.
static bool isNarrow(Type elementType) {
  // The usual types first: `FloatType` is an interface.
  if (isa<Float32Type, IndexType, IntegerType, TokenType>(elementType))
    return false;
  auto type = dyn_cast<FloatType>(elementType);
  return type && type.getWidth() < 32;
}
static bool isNarrow(Value value) {
  return isValueType(value.getType()) && isNarrow(getElementType(value));
}

namespace {
class NarrowFloatEmulator {
public:
  NarrowFloatEmulator(Block &block, FloatSupport support)
      : block(block), support(support), builder(block),
        single(Float32Type::get(builder.getContext())) {}

  void run();

private:
  Value visit(Operation *op);
  Value visitCast(CastOp op);
  Value visitNeg(NegOp op);
  Value visitMax(MaxOp op);
  Value visitInSingle(Operation *op);
  Value widen(Value value);
  Value narrow(Value value, Type element);
  bool hasCast(Type element) const {
    return isa<Float16Type>(element) && support.castsF16;
  }

  Block &block;
  FloatSupport support;
  MathBuilder builder;
  Type single;
  /// What narrow values are in f32.
  llvm::DenseMap<Value, Value> wide;
};
} // namespace

/// A value in the type that is computed in.
Value NarrowFloatEmulator::widen(Value value) {
  if (!isNarrow(value))
    return value;
  Value &result = wide[value];
  if (result)
    return result;
  if (auto constant = value.getDefiningOp<ConstOp>())
    return result = builder.constant(single, constant.getValue());
  if (hasCast(getElementType(value)))
    return result = builder.cast(value, single);
  return result = widenByBits(builder, value);
}

/// An f32 or f64 rounded to `element`.
Value NarrowFloatEmulator::narrow(Value value, Type element) {
  if (isa<Float64Type>(getElementType(value)))
    value = roundToOdd(builder, value);
  if (hasCast(element))
    return builder.cast(value, element);
  return narrowByBits(builder, value, cast<FloatType>(element));
}

Value NarrowFloatEmulator::visitCast(CastOp op) {
  Type from = getElementType(op.getOperand()), to = op.getTo();
  bool isDouble = isa<Float64Type>(from);
  if (hasCast(from) && to == single)
    return {};
  if (hasCast(to) && from == single)
    return {};
  Value value = widen(op.getOperand());
  if (!isNarrow(to))
    return builder.cast(value, to);
  // Integers that f32 rounds are infinite in the other types, or the largest.
  if (isa<BFloat16Type>(to) && isIntType(from))
    return narrow(roundIntegerToOdd(builder, value), to);
  return narrow(isDouble ? value : builder.cast(value, single), to);
}

/// Turns the sign; a format without negative zero takes the way over f32.
Value NarrowFloatEmulator::visitNeg(NegOp op) {
  Type type = getElementType(op.getResult());
  if (isa<Float8E4M3FNUZType, Float8E5M2FNUZType>(type))
    return visitInSingle(op);
  unsigned width = type.getIntOrFloatBitWidth();
  Type bits = builder.getUnsigned(width);
  Value code = builder.bitcast(op.getOperand(), bits);
  Value sign = builder.integer(bits, Int128(1) << (width - 1));
  return builder.bitcast(builder.create<XorOp>(code, sign), type);
}

/// Chooses between the codes.
Value NarrowFloatEmulator::visitMax(MaxOp op) {
  Value lhs = widen(op.getLhs()), rhs = widen(op.getRhs());
  Value larger =
      builder.where(builder.less(lhs, rhs), op.getRhs(), op.getLhs());
  Value isNaN = builder.create<CmpNeOp>(rhs, rhs);
  return builder.where(isNaN, op.getRhs(), larger);
}

Value NarrowFloatEmulator::visitInSingle(Operation *op) {
  SmallVector<Value, 3> operands;
  for (Value operand : op->getOperands())
    operands.push_back(widen(operand));
  Value result = op->getResult(0);
  Type element = getElementType(result);
  if (!isNarrow(element)) {
    op->setOperands(operands);
    return {};
  }
  Type type = getShapedLike(result.getType(), getShape(result), single);
  Value value = builder.clone(op, operands, type);
  return narrow(value, element);
}

/// What stands for the result of an op; null where the op stays.
Value NarrowFloatEmulator::visit(Operation *op) {
  if (op->getNumResults() != 1 || !isValueType(op->getResult(0).getType()) ||
      (!isNarrow(op->getResult(0)) &&
       llvm::none_of(op->getOperands(),
                     [](Value operand) { return isNarrow(operand); })))
    return {};
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](CastOp op) { return visitCast(op); })
      .Case([&](NegOp op) { return visitNeg(op); })
      .Case([&](MaxOp op) { return visitMax(op); })
      .Case<WhereOp, BitcastOp>([](auto) { return Value(); })
      .Default([&](Operation *op) {
        return isElementwise(op) || isa<ReduceOp>(op) ? visitInSingle(op)
                                                      : Value();
      });
}

void NarrowFloatEmulator::run() {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    builder.setInsertionPoint(&op);
    if (Value value = visit(&op)) {
      op.getResult(0).replaceAllUsesWith(value);
      op.erase();
    }
  }
}

/// Whether the block has any value to work on. Most have none, and few types.
static bool hasNarrowFloats(Block &block) {
  Type last;
  for (Operation &op : block)
    for (Type type : op.getResultTypes()) {
      if (type != last && isNarrow(getElementType(type)))
        return true;
      last = type;
    }
  return false;
}

void emulateNarrowFloats(Block &block, FloatSupport support) {
  if (hasNarrowFloats(block))
    NarrowFloatEmulator(block, support).run();
}

} // namespace mlir::tiny

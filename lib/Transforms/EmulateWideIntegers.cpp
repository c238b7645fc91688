//===- EmulateWideIntegers.cpp - 64 bits become two words -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Buffers become buffers of words (WordMemory.h). Then, in block order, each op
// on numbers of 64 bits becomes ops on their words (WordMath.h), and its result
// a pair of values.
//
//===----------------------------------------------------------------------===//

#include "EmulateWideIntegers.h"

#include "KernelRewriting.h"
#include "WordMemory.h"
#include "tiny/Analysis/Intervals.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

static bool isWideInteger(Value value) {
  return isValueType(value.getType()) && isWideInteger(getElementType(value));
}

namespace {
class WideIntegerEmulator {
public:
  explicit WideIntegerEmulator(KernelOp kernel)
      : kernel(kernel), block(kernel.getBody().front()), builder(block),
        math(builder), memory(builder) {}

  LogicalResult run();

private:
  LogicalResult visit(Operation *op);
  std::optional<WordPair> compute(Operation *op);
  std::optional<WordPair> computeElementwise(Operation *op, bool isSigned);
  WordPair computeDivision(Operation *op, WordPair lhs, WordPair rhs,
                           bool isSigned);
  WordPair computeReduce(ReduceOp op);
  WordPair moveWords(Operation *op);
  Value computeNarrow(Operation *op);
  Value castFrom(CastOp op);
  WordPair castTo(CastOp op);
  WordPair combine(ReduceKind kind, WordPair lhs, WordPair rhs, bool isSigned);

  /// The words of an operand that is a wide or weak integer.
  WordPair getWords(Value value);
  /// A whole number of 64 bits in one value, for the bits of an f64.
  Value join(WordPair words);
  WordPair split(Value value);

  KernelOp kernel;
  Block &block;
  MathBuilder builder;
  WordMath math;
  WordMemory memory;
  IntervalAnalysis intervals;
  llvm::DenseMap<Value, WordPair> words;
  SmallVector<Operation *> dead;
};
} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

WordPair WideIntegerEmulator::getWords(Value value) {
  auto it = words.find(value);
  if (it != words.end())
    return it->second;
  if (auto constant = value.getDefiningOp<ConstOp>())
    return math.pair(constant.getValue().getInteger());
  return math.fromInteger(value); // weak
}

Value WideIntegerEmulator::join(WordPair pair) {
  Type wide = builder.getUnsigned(64);
  Value high = builder.create<ShlOp>(builder.cast(pair.high, wide),
                                     builder.integer(wide, 32));
  return builder.create<OrOp>(high, builder.cast(pair.low, wide));
}

WordPair WideIntegerEmulator::split(Value value) {
  Type wide = builder.getUnsigned(64);
  Value high = builder.create<ShrOp>(value, builder.integer(wide, 32));
  return {builder.cast(value, math.word), builder.cast(high, math.word)};
}

WordPair WideIntegerEmulator::castTo(CastOp op) {
  Type from = getElementType(op.getOperand());
  bool isSigned = !isUnsignedType(op.getTo());
  if (isWideInteger(from))
    return getWords(op.getOperand());
  if (!isFloatType(from))
    return math.fromInteger(op.getOperand());
  Value value = op.getOperand();
  if (from.getIntOrFloatBitWidth() < 32)
    value = builder.cast(value, Float32Type::get(builder.getContext()));
  return math.fromFloat(value, isSigned);
}

Value WideIntegerEmulator::castFrom(CastOp op) {
  WordPair operand = getWords(op.getOperand());
  bool isSigned = !isUnsignedType(getElementType(op.getOperand()));
  Type to = op.getTo();
  if (!isFloatType(to))
    return math.toInteger(operand, to, isSigned);
  return math.toFloat(operand, to, isSigned);
}

WordPair WideIntegerEmulator::combine(ReduceKind kind, WordPair lhs,
                                      WordPair rhs, bool isSigned) {
  switch (kind) {
  case ReduceKind::Add:
    return math.add(lhs, rhs);
  case ReduceKind::Mul:
    return math.multiply(lhs, rhs);
  case ReduceKind::Max:
    return math.select(math.isLess(lhs, rhs, isSigned), rhs, lhs);
  }
  llvm_unreachable("all kinds are covered");
}

/// The lanes of a vector: halves are combined, then what is left.
WordPair WideIntegerEmulator::computeReduce(ReduceOp op) {
  WordPair rest = getWords(op.getSource());
  bool isSigned = !isUnsignedType(getElementType(op.getSource()));
  int64_t lanes = getShape(op.getSource()).front();
  auto getHalf = [&](int64_t begin, int64_t size) -> WordPair {
    auto shrink = [&](Value value) {
      return size == 1
                 ? builder.getLane(value, begin)
                 : builder.create<ShrinkOp>(value, ArrayRef<int64_t>(begin),
                                            ArrayRef<int64_t>(size));
    };
    return {shrink(rest.low), shrink(rest.high)};
  };
  for (; lanes > 1 && lanes % 2 == 0; lanes /= 2)
    rest = combine(op.getKind(), getHalf(0, lanes / 2),
                   getHalf(lanes / 2, lanes / 2), isSigned);
  WordPair result = lanes == 1 ? rest : getHalf(0, 1);
  for (int64_t lane = 1; lane < lanes; ++lane)
    result = combine(op.getKind(), result, getHalf(lane, 1), isSigned);
  return result;
}

/// The same movement for each word.
WordPair WideIntegerEmulator::moveWords(Operation *op) {
  Value result = op->getResult(0);
  Type type = getShapedLike(result.getType(), getShape(result), math.word);
  SmallVector<Value> lows, highs;
  for (Value operand : op->getOperands()) {
    bool isData = isWideInteger(operand);
    WordPair pair = isData ? getWords(operand) : WordPair{operand, operand};
    lows.push_back(pair.low);
    highs.push_back(pair.high);
  }
  // A lane that was reduced is a scalar already.
  if (isa<ReshapeOp>(op) && lows[0].getType() == type)
    return {lows[0], highs[0]};
  return {builder.clone(op, lows, type), builder.clone(op, highs, type)};
}

/// Numbers that fit words are divided as words.
WordPair WideIntegerEmulator::computeDivision(Operation *op, WordPair lhs,
                                              WordPair rhs, bool isSigned) {
  bool isQuotient = isa<CDivOp, FloorDivOp>(op);
  Interval a = intervals.getInterval(op->getOperand(0));
  Interval b = intervals.getInterval(op->getOperand(1));
  Interval all = Interval::ofType(math.word);
  WordMath::Division result;
  if (all.contains(a) && all.contains(b)) {
    result.quotient = {builder.create<CDivOp>(lhs.low, rhs.low),
                       math.constant(0)};
    result.remainder = {builder.create<CModOp>(lhs.low, rhs.low),
                        math.constant(0)};
    return isQuotient ? result.quotient : result.remainder;
  }
  result = math.divide(lhs, rhs, isSigned);
  if (!isSigned || isa<CDivOp, CModOp>(op))
    return isQuotient ? result.quotient : result.remainder;
  // Where a remainder is left and its sign is not that of the divisor, the
  // truncated quotient is one more than the rounded one.
  Value differ = math.isNegative(math.bitwise<XorOp>(result.remainder, rhs));
  Value isExact = math.isZero(result.remainder);
  Value isNot = builder.create<CmpNeOp>(
      isExact, builder.integer(IntegerType::get(builder.getContext(), 1), 1));
  Value fix = builder.create<AndOp>(differ, isNot);
  if (isQuotient)
    return math.select(fix, math.subtract(result.quotient, math.pair(1)),
                       result.quotient);
  return math.select(fix, math.add(result.remainder, rhs), result.remainder);
}

std::optional<WordPair> WideIntegerEmulator::computeElementwise(Operation *op,
                                                                bool isSigned) {
  WordPair lhs = getWords(op->getOperand(0));
  if (isa<NegOp>(op))
    return math.negate(lhs);
  if (isa<TruncOp>(op))
    return lhs;
  WordPair rhs = getWords(op->getOperand(1));
  return llvm::TypeSwitch<Operation *, std::optional<WordPair>>(op)
      .Case([&](AddOp) { return math.add(lhs, rhs); })
      .Case([&](SubOp) { return math.subtract(lhs, rhs); })
      .Case([&](MulOp) { return math.multiply(lhs, rhs); })
      .Case([&](MaxOp) { return combine(ReduceKind::Max, lhs, rhs, isSigned); })
      .Case([&](AndOp) { return math.bitwise<AndOp>(lhs, rhs); })
      .Case([&](OrOp) { return math.bitwise<OrOp>(lhs, rhs); })
      .Case([&](XorOp) { return math.bitwise<XorOp>(lhs, rhs); })
      .Case([&](ShlOp) { return math.shiftLeft(lhs, rhs.low); })
      .Case([&](ShrOp) { return math.shiftRight(lhs, rhs.low, isSigned); })
      .Case<CDivOp, CModOp, FloorDivOp, FloorModOp>([&](Operation *op) {
        return computeDivision(op, lhs, rhs, isSigned);
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The words of a result of 64 bits; nothing for an op without meaning here.
std::optional<WordPair> WideIntegerEmulator::compute(Operation *op) {
  bool isSigned = !isUnsignedType(getElementType(op->getResult(0)));
  return llvm::TypeSwitch<Operation *, std::optional<WordPair>>(op)
      .Case([&](LoadOp op) { return memory.load(op); })
      .Case([&](CastOp op) { return castTo(op); })
      .Case([&](BitcastOp op) {
        Value operand = op.getOperand();
        if (isWideInteger(operand))
          return getWords(operand);
        return split(builder.bitcast(operand, builder.getUnsigned(64)));
      })
      .Case([&](WhereOp op) {
        return math.select(op.getCondition(), getWords(op.getOnTrue()),
                           getWords(op.getOnFalse()));
      })
      .Case([&](ReduceOp op) { return computeReduce(op); })
      .Case<StackOp, ExpandOp, ShrinkOp, ReshapeOp>(
          [&](Operation *op) { return moveWords(op); })
      .Default([&](Operation *op) { return computeElementwise(op, isSigned); });
}

/// What stands for a result of another type that is computed from wide
/// integers; null for an op without meaning here.
Value WideIntegerEmulator::computeNarrow(Operation *op) {
  if (auto cast = dyn_cast<CastOp>(op))
    return castFrom(cast);
  if (auto bitcast = dyn_cast<BitcastOp>(op))
    return builder.bitcast(join(getWords(bitcast.getOperand())),
                           bitcast.getTo());
  if (auto store = dyn_cast<StoreOp>(op))
    return memory.store(store, getWords(store.getValue()));
  if (!isa<CmpLtOp, CmpNeOp, CmpEqOp>(op))
    return {};
  bool isSigned = !llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isUnsignedType(getElementType(type));
  });
  WordPair lhs = getWords(op->getOperand(0)), rhs = getWords(op->getOperand(1));
  if (isa<CmpLtOp>(op))
    return math.isLess(lhs, rhs, isSigned);
  if (isa<CmpEqOp>(op))
    return math.isEqual(lhs, rhs);
  WordPair difference = math.bitwise<XorOp>(lhs, rhs);
  return builder.create<CmpNeOp>(
      builder.create<OrOp>(difference.low, difference.high), math.constant(0));
}

LogicalResult WideIntegerEmulator::visit(Operation *op) {
  if (op->getNumResults() != 1 || isa<ConstOp>(op))
    return success();
  Value result = op->getResult(0);
  if (isValueType(result.getType()) && isWideInteger(result)) {
    auto pair = compute(op);
    if (!pair)
      return op->emitOpError("has no meaning on words");
    // A reduced lane is a scalar already; a constant half may be one.
    if (!isa<ReduceOp>(op))
      pair = WordPair{builder.broadcast(pair->low, result.getType()),
                      builder.broadcast(pair->high, result.getType())};
    words[result] = *pair;
    dead.push_back(op);
    return success();
  }
  if (!isValueType(result.getType()) && !isa<StoreOp>(op))
    return success();
  if (llvm::none_of(op->getOperands(),
                    [](Value operand) { return isWideInteger(operand); }))
    return success();
  Value value = computeNarrow(op);
  if (!value)
    return op->emitOpError("has no meaning on words");
  result.replaceAllUsesWith(value);
  dead.push_back(op);
  return success();
}

LogicalResult WideIntegerEmulator::run() {
  memory.splitBuffers(kernel);
  for (Operation &op : llvm::make_early_inc_range(block)) {
    builder.setInsertionPoint(&op);
    if (failed(visit(&op)))
      return failure();
  }
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  return success();
}

LogicalResult emulateWideIntegers(KernelOp kernel) {
  return WideIntegerEmulator(kernel).run();
}

} // namespace mlir::tiny

//===- Gradients.cpp - Gradients of arithmetic and reductions -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every rule is built from ops that have a rule themselves, so that a gradient
// has a gradient. A gradient has the shape of the result: the engine sums it to
// the shape of the operand.
//
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tiny {

using Gradients = SmallVectorImpl<Value>;

/// A literal takes its type from what it meets: nobody asks for its gradient.
static bool isLiteral(Value operand) {
  return operand.getDefiningOp<ConstOp>() &&
         isWeakType(getElementType(operand));
}

/// The gradients of an op through which none flows.
static void addNone(Operation *op, Gradients &result) {
  result.append(op->getNumOperands(), Value());
}

/// Whether gradients flow through `op`; if not, there are none.
static bool hasGradient(Operation *op, Gradients &result) {
  if (isFloatType(getElementType(op->getResult(0))))
    return true;
  addNone(op, result);
  return false;
}

static Value multiply(GraphBuilder &builder, Value value, double factor) {
  return builder.mul(value, builder.weakFloat(factor));
}

static Value divide(GraphBuilder &builder, Value lhs, Value rhs) {
  return builder.elementwise<FDivOp>({lhs, rhs});
}

static Value isEqual(GraphBuilder &builder, Value lhs, Value rhs) {
  return builder.elementwise<CmpEqOp>({lhs, rhs});
}

static Value isLess(GraphBuilder &builder, Value lhs, Value rhs) {
  return builder.elementwise<CmpLtOp>({lhs, rhs});
}

/// `condition ? value : 0`.
static Value keepWhere(GraphBuilder &builder, Value condition, Value value) {
  Value zero = builder.constant(Number::real(0.0), getElementType(value));
  return builder.where(condition, value, zero);
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

void Exp2Op::buildGradient(GraphBuilder &builder, Value upstream,
                           Gradients &result) {
  Value slope = multiply(builder, getResult(), llvm::numbers::ln2);
  result.push_back(builder.mul(upstream, slope));
}

void Log2Op::buildGradient(GraphBuilder &builder, Value upstream,
                           Gradients &result) {
  Value scaled = multiply(builder, getOperand(), llvm::numbers::ln2);
  result.push_back(divide(builder, upstream, scaled));
}

void SinOp::buildGradient(GraphBuilder &builder, Value upstream,
                          Gradients &result) {
  Value quarter = builder.weakFloat(llvm::numbers::pi / 2);
  Value cosine = builder.elementwise<SinOp>(builder.sub(quarter, getOperand()));
  result.push_back(builder.mul(upstream, cosine));
}

void SqrtOp::buildGradient(GraphBuilder &builder, Value upstream,
                           Gradients &result) {
  Value twice = multiply(builder, getResult(), 2.0);
  result.push_back(divide(builder, upstream, twice));
}

void ReciprocalOp::buildGradient(GraphBuilder &builder, Value upstream,
                                 Gradients &result) {
  Value square = builder.mul(getResult(), getResult());
  result.push_back(builder.neg(builder.mul(upstream, square)));
}

void NegOp::buildGradient(GraphBuilder &builder, Value upstream,
                          Gradients &result) {
  if (hasGradient(*this, result))
    result.push_back(builder.neg(upstream));
}

void TruncOp::buildGradient(GraphBuilder &, Value, Gradients &result) {
  addNone(*this, result);
}

void CastOp::buildGradient(GraphBuilder &builder, Value upstream,
                           Gradients &result) {
  Type from = getElementType(getOperand());
  bool flows = isFloatType(from) && isFloatType(getTo());
  result.push_back(flows ? builder.cast(upstream, from) : Value());
}

void BitcastOp::buildGradient(GraphBuilder &, Value, Gradients &result) {
  addNone(*this, result);
}

void ContiguousOp::buildGradient(GraphBuilder &, Value upstream,
                                 Gradients &result) {
  result.push_back(upstream);
}

void DetachOp::buildGradient(GraphBuilder &, Value, Gradients &result) {
  addNone(*this, result);
}

//===----------------------------------------------------------------------===//
// Two and three operands
//===----------------------------------------------------------------------===//

void AddOp::buildGradient(GraphBuilder &, Value upstream, Gradients &result) {
  if (!hasGradient(*this, result))
    return;
  result.push_back(isLiteral(getLhs()) ? Value() : upstream);
  result.push_back(isLiteral(getRhs()) ? Value() : upstream);
}

void SubOp::buildGradient(GraphBuilder &builder, Value upstream,
                          Gradients &result) {
  if (!hasGradient(*this, result))
    return;
  result.push_back(isLiteral(getLhs()) ? Value() : upstream);
  result.push_back(isLiteral(getRhs()) ? Value() : builder.neg(upstream));
}

void MulOp::buildGradient(GraphBuilder &builder, Value upstream,
                          Gradients &result) {
  if (!hasGradient(*this, result))
    return;
  result.push_back(isLiteral(getLhs()) ? Value()
                                       : builder.mul(upstream, getRhs()));
  result.push_back(isLiteral(getRhs()) ? Value()
                                       : builder.mul(upstream, getLhs()));
}

void FDivOp::buildGradient(GraphBuilder &builder, Value upstream,
                           Gradients &result) {
  Value quotient = divide(builder, upstream, getRhs());
  result.push_back(quotient);
  // -(g / rhs) * (lhs / rhs), where the last factor is the result.
  result.push_back(isLiteral(getRhs())
                       ? Value()
                       : builder.neg(builder.mul(quotient, getResult())));
}

/// The exponent 0 gives the base no gradient, though the product of the two
/// factors may be NaN. At the base 0 the power is constant in the exponent.
void PowOp::buildGradient(GraphBuilder &builder, Value upstream,
                          Gradients &result) {
  if (!hasGradient(*this, result))
    return;
  Value base = getLhs(), exponent = getRhs(), zero = builder.weakFloat(0.0);
  auto getBaseGradient = [&]() -> Value {
    Value less = builder.sub(exponent, builder.weakFloat(1.0));
    Value power = builder.elementwise<PowOp>({base, less});
    Value slope = builder.mul(exponent, power);
    Value isFlat = isEqual(builder, exponent, zero);
    return builder.mul(upstream, builder.where(isFlat, zero, slope));
  };
  auto getExponentGradient = [&]() -> Value {
    Value log = multiply(builder, builder.elementwise<Log2Op>(base),
                         llvm::numbers::ln2);
    Value slope = builder.mul(getResult(), log);
    Value infinite =
        builder.weakFloat(-std::numeric_limits<double>::infinity());
    Value atZero =
        builder.where(isLess(builder, exponent, zero), infinite, zero);
    Value isZero = isEqual(builder, base, zero);
    return builder.mul(upstream, builder.where(isZero, atZero, slope));
  };
  result.push_back(isLiteral(base) ? Value() : getBaseGradient());
  result.push_back(isLiteral(exponent) ? Value() : getExponentGradient());
}

void ThreefryOp::buildGradient(GraphBuilder &, Value, Gradients &result) {
  addNone(*this, result);
}

/// The larger operand gets the gradient; two equal ones get half of it each.
void MaxOp::buildGradient(GraphBuilder &builder, Value upstream,
                          Gradients &result) {
  if (!hasGradient(*this, result))
    return;
  Value tie = isEqual(builder, getLhs(), getRhs());
  Value half = multiply(builder, upstream, 0.5);
  auto share = [&](Value operand, Value other) -> Value {
    if (isLiteral(operand))
      return {};
    Value isLarger = isLess(builder, other, operand);
    return builder.where(tie, half, keepWhere(builder, isLarger, upstream));
  };
  result.push_back(share(getLhs(), getRhs()));
  result.push_back(share(getRhs(), getLhs()));
}

void CmpLtOp::buildGradient(GraphBuilder &, Value, Gradients &result) {
  addNone(*this, result);
}
void CmpNeOp::buildGradient(GraphBuilder &, Value, Gradients &result) {
  addNone(*this, result);
}
void CmpEqOp::buildGradient(GraphBuilder &, Value, Gradients &result) {
  addNone(*this, result);
}

void WhereOp::buildGradient(GraphBuilder &builder, Value upstream,
                            Gradients &result) {
  if (!hasGradient(*this, result))
    return;
  Value zero = builder.constant(Number::real(0.0), getElementType(upstream));
  Value condition = getCondition();
  result.push_back({});
  result.push_back(isLiteral(getOnTrue())
                       ? Value()
                       : builder.where(condition, upstream, zero));
  result.push_back(isLiteral(getOnFalse())
                       ? Value()
                       : builder.where(condition, zero, upstream));
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

/// The elements that are the maximum share its gradient equally.
static Value buildMaxGradient(GraphBuilder &builder, ReduceOp op,
                              Value upstream) {
  Type type = getElementType(upstream), wide = getSumType(type);
  Value isMax = isEqual(builder, op.getSource(), op.getResult());
  Value count =
      builder.reduce(ReduceKind::Add, builder.cast(isMax, wide), op.getAxes());
  Value share = divide(builder, builder.cast(upstream, wide), count);
  return keepWhere(builder, isMax, builder.cast(share, type));
}

/// The product of the other elements: with one zero only that element gets a
/// gradient, with several none does.
static Value buildMulGradient(GraphBuilder &builder, ReduceOp op,
                              Value upstream) {
  Type countType = IntegerType::get(op.getContext(), 32);
  Value source = op.getSource();
  Value isZero = isEqual(builder, source, builder.weakFloat(0.0));
  Value zero = builder.cast(isZero, countType);
  Value zeros = builder.reduce(ReduceKind::Add, zero, op.getAxes());
  Value hasNoOther = isEqual(builder, zeros, zero);
  Value one = builder.constant(Number::real(1.0), getElementType(source));
  Value factors = builder.where(isZero, one, source);
  Value product = builder.reduce(ReduceKind::Mul, factors, op.getAxes());
  Value others = divide(builder, product, factors);
  return builder.mul(upstream, keepWhere(builder, hasNoOther, others));
}

void ReduceOp::buildGradient(GraphBuilder &builder, Value upstream,
                             Gradients &result) {
  // Gradients are taken of tensor graphs, which have no ranges.
  if (!isFloatType(getElementType(getResult())) || !getRanges().empty())
    return addNone(*this, result);
  switch (getKind()) {
  case ReduceKind::Add:
    result.push_back(builder.expand(upstream, getDims(getSource())));
    return;
  case ReduceKind::Mul:
    result.push_back(buildMulGradient(builder, *this, upstream));
    return;
  case ReduceKind::Max:
    result.push_back(buildMaxGradient(builder, *this, upstream));
    return;
  }
}

} // namespace mlir::tiny

//===- FoldUnary.cpp - Folding of unary ops, cast and where ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FoldUtils.h"
#include "NumberMath.h"

namespace mlir::tiny {

static OpFoldResult foldConstant(Operation *op, UnaryKind kind) {
  Value result = op->getResult(0);
  Type type = getElementType(result);
  auto operand = getConstant(op->getOperand(0), type);
  if (!operand)
    return {};
  return replaceBy(result, evaluate(kind, type, *operand));
}

OpFoldResult Exp2Op::fold(FoldAdaptor) {
  return foldConstant(*this, UnaryKind::Exp2);
}
OpFoldResult Log2Op::fold(FoldAdaptor) {
  return foldConstant(*this, UnaryKind::Log2);
}
OpFoldResult SinOp::fold(FoldAdaptor) {
  return foldConstant(*this, UnaryKind::Sin);
}
OpFoldResult SqrtOp::fold(FoldAdaptor) {
  return foldConstant(*this, UnaryKind::Sqrt);
}
OpFoldResult ReciprocalOp::fold(FoldAdaptor) {
  return foldConstant(*this, UnaryKind::Reciprocal);
}

OpFoldResult NegOp::fold(FoldAdaptor) {
  if (auto inner = getOperand().getDefiningOp<NegOp>())
    return inner.getOperand();
  return foldConstant(*this, UnaryKind::Neg);
}

OpFoldResult TruncOp::fold(FoldAdaptor) {
  if (!isFloatType(getElementType(getOperand())) ||
      getOperand().getDefiningOp<TruncOp>())
    return getOperand();
  return foldConstant(*this, UnaryKind::Trunc);
}

//===----------------------------------------------------------------------===//
// cast
//===----------------------------------------------------------------------===//

/// Whether a float type has all values of another.
static bool holdsFloats(FloatType to, FloatType from) {
  const llvm::fltSemantics &wide = to.getFloatSemantics();
  const llvm::fltSemantics &narrow = from.getFloatSemantics();
  return &wide == &narrow || llvm::APFloat::isRepresentableBy(narrow, wide);
}

/// Whether all values of `from` are values of `to`. What a weak float becomes
/// is not known yet.
static bool holdsAll(Type to, Type from) {
  if (from == to)
    return true;
  if (isa<WeakFloatType>(from) || isa<WeakFloatType>(to) ||
      isa<IndexType>(from) || isBoolType(to))
    return false;
  if (isBoolType(from))
    return true;
  auto toFloat = dyn_cast<FloatType>(to), fromFloat = dyn_cast<FloatType>(from);
  if (fromFloat)
    return toFloat && holdsFloats(toFloat, fromFloat);
  Interval values = Interval::ofType(from);
  if (!toFloat)
    return Interval::ofType(to).contains(values);
  // Every integer up to the precision is a value, and none of ours overflows.
  const llvm::fltSemantics &semantics = toFloat.getFloatSemantics();
  unsigned precision = llvm::APFloat::semanticsPrecision(semantics);
  return values.max - 1 < (Int128(1) << precision) &&
         -values.min <= (Int128(1) << precision) &&
         llvm::APFloat::semanticsMaxExponent(semantics) >=
             static_cast<int>(precision);
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  Type to = getTo();
  if (getElementType(getOperand()) == to)
    return getOperand();
  if (auto constant = getOperand().getDefiningOp<ConstOp>())
    return replaceBy(getResult(), evaluateCast(constant.getValue(), to));
  // A detour over a type that loses nothing is left out.
  auto inner = getOperand().getDefiningOp<CastOp>();
  if (!inner)
    return {};
  Value source = inner.getOperand();
  if (!holdsAll(inner.getTo(), getElementType(source)))
    return {};
  if (getElementType(source) == to)
    return source;
  getOperandMutable().assign(source);
  return getResult();
}

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  Type to = getTo(), from = getElementType(getOperand());
  if (from == to)
    return getOperand();
  if (auto constant = getOperand().getDefiningOp<ConstOp>())
    return replaceBy(getResult(),
                     evaluateBitcast(constant.getValue(), from, to));
  // The bits stay the same on any detour.
  auto inner = getOperand().getDefiningOp<BitcastOp>();
  if (!inner)
    return {};
  if (getElementType(inner.getOperand()) == to)
    return inner.getOperand();
  getOperandMutable().assign(inner.getOperand());
  return getResult();
}

//===----------------------------------------------------------------------===//
// where
//===----------------------------------------------------------------------===//

OpFoldResult WhereOp::fold(FoldAdaptor) {
  Value result = getResult(), onTrue = getOnTrue(), onFalse = getOnFalse();
  if (onTrue == onFalse)
    return replaceBy(result, onTrue);
  Type type = getElementType(result);
  if (auto condition = getCondition().getDefiningOp<ConstOp>()) {
    Value chosen = condition.getValue().is(0) ? onFalse : onTrue;
    if (OpFoldResult value = replaceBy(result, chosen))
      return value;
    // A weak constant takes the type of the result.
    return replaceBy(result, getConstant(chosen, type));
  }
  if (!isBoolType(type))
    return {};
  auto trueNumber = getConstant(onTrue, type);
  auto falseNumber = getConstant(onFalse, type);
  if (trueNumber && falseNumber && trueNumber->is(1) && falseNumber->is(0))
    return replaceBy(result, getCondition());
  return {};
}

} // namespace mlir::tiny

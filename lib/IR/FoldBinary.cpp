//===- FoldBinary.cpp - Folding of arithmetic on two operands -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Constants are computed. Otherwise an identity holds for all values of the
// type, so that floats have few: x * 0 may be NaN, and x + 0.0 is not x for
// -0.0.
//
//===----------------------------------------------------------------------===//

#include "FoldUtils.h"
#include "NumberMath.h"

namespace mlir::tiny {

namespace {
/// An operand: its value, and its number where it is constant.
struct Operand {
  Value value;
  std::optional<Number> number;

  bool is(int64_t expected) const { return number && number->is(expected); }
  /// Equality by bits: tells -0.0 from 0.0.
  bool is(Number expected) const { return number && *number == expected; }
};

/// A binary op with its operands as numbers of the type it computes with.
struct Binary {
  Value result;
  Type type;
  Operand lhs, rhs;

  Binary(Operation *op, Type type)
      : result(op->getResult(0)), type(type),
        lhs{op->getOperand(0), getConstant(op->getOperand(0), type)},
        rhs{op->getOperand(1), getConstant(op->getOperand(1), type)} {}
  explicit Binary(Operation *op)
      : Binary(op, getElementType(op->getResult(0))) {}

  bool isFloat() const { return isFloatType(type); }
  bool isSame() const { return lhs.value == rhs.value; }

  /// The constant for a scalar result.
  OpFoldResult constant(Number value) const {
    return replaceBy(result, std::optional<Number>(value));
  }
  OpFoldResult constant(int64_t value) const {
    return constant(Number::integer(value).convertedTo(type));
  }
  /// The result on constants, where it is defined.
  OpFoldResult evaluate(BinaryKind kind) const {
    if (!lhs.number || !rhs.number)
      return {};
    return replaceBy(result,
                     tiny::evaluate(kind, type, *lhs.number, *rhs.number));
  }
};
} // namespace

/// For a commutative op: the other operand if one is the neutral element.
static OpFoldResult dropNeutral(const Binary &op, Number neutral) {
  if (op.rhs.is(neutral))
    if (OpFoldResult value = replaceBy(op.result, op.lhs.value))
      return value;
  if (op.lhs.is(neutral))
    return replaceBy(op.result, op.rhs.value);
  return {};
}

/// For a commutative op: `value` if one operand is that constant.
static OpFoldResult absorb(const Binary &op, Number value) {
  return op.lhs.is(value) || op.rhs.is(value) ? op.constant(value)
                                              : OpFoldResult();
}

/// The number with all bits set: the greatest unsigned one, true, or -1.
static Number getAllOnes(Type type) {
  return Number::integer(isBoolType(type) ? 1 : -1).convertedTo(type);
}

static Number zeroOf(Type type) { return Number::integer(0).convertedTo(type); }
static Number oneOf(Type type) { return Number::integer(1).convertedTo(type); }

OpFoldResult AddOp::fold(FoldAdaptor) {
  Binary op(*this);
  if (OpFoldResult value = op.evaluate(BinaryKind::Add))
    return value;
  if (op.isFloat()) // x + 0.0 turns -0.0 into 0.0
    return dropNeutral(op, Number::real(-0.0).convertedTo(op.type));
  if (OpFoldResult value = dropNeutral(op, zeroOf(op.type)))
    return value;
  if (!isBoolType(op.type))
    return {};
  if (op.isSame())
    return replaceBy(op.result, op.lhs.value);
  return absorb(op, oneOf(op.type));
}

OpFoldResult SubOp::fold(FoldAdaptor) {
  Binary op(*this);
  if (OpFoldResult value = op.evaluate(BinaryKind::Sub))
    return value;
  if (op.rhs.is(zeroOf(op.type))) // not -0.0: -0.0 - -0.0 is 0.0
    return replaceBy(op.result, op.lhs.value);
  if (!op.isFloat() && op.isSame())
    return op.constant(0);
  return {};
}

OpFoldResult MulOp::fold(FoldAdaptor) {
  Binary op(*this);
  if (OpFoldResult value = op.evaluate(BinaryKind::Mul))
    return value;
  if (OpFoldResult value = dropNeutral(op, oneOf(op.type)))
    return value;
  if (op.isFloat())
    return {};
  if (isBoolType(op.type) && op.isSame())
    return replaceBy(op.result, op.lhs.value);
  return absorb(op, zeroOf(op.type));
}

OpFoldResult FDivOp::fold(FoldAdaptor) {
  Binary op(*this);
  if (OpFoldResult value = op.evaluate(BinaryKind::FDiv))
    return value;
  return op.rhs.is(1) ? replaceBy(op.result, op.lhs.value) : OpFoldResult();
}

OpFoldResult PowOp::fold(FoldAdaptor) {
  Binary op(*this);
  if (OpFoldResult value = op.evaluate(BinaryKind::Pow))
    return value;
  if (op.rhs.is(0) || op.lhs.is(1))
    return op.constant(1);
  return op.rhs.is(1) ? replaceBy(op.result, op.lhs.value) : OpFoldResult();
}

OpFoldResult ThreefryOp::fold(FoldAdaptor) {
  return Binary(*this).evaluate(BinaryKind::Threefry);
}

OpFoldResult MaxOp::fold(FoldAdaptor) {
  Binary op(*this);
  if (OpFoldResult value = op.evaluate(BinaryKind::Max))
    return value;
  if (op.isSame())
    return replaceBy(op.result, op.lhs.value);
  if (op.isFloat() || isWeakType(op.type))
    return {};
  Interval bounds = Interval::ofType(op.type);
  if (OpFoldResult value = dropNeutral(op, Number::integer(bounds.min)))
    return value;
  return absorb(op, Number::integer(bounds.max));
}

//===----------------------------------------------------------------------===//
// Integer division: x / 0 is left alone
//===----------------------------------------------------------------------===//

static OpFoldResult foldDivision(Operation *division, BinaryKind kind) {
  Binary op(division);
  if (OpFoldResult value = op.evaluate(kind))
    return value;
  if (op.rhs.is(0))
    return {};
  if (op.rhs.is(1))
    return replaceBy(op.result, op.lhs.value);
  if (op.isSame())
    return op.constant(1);
  return op.lhs.is(0) ? op.constant(0) : OpFoldResult();
}

static OpFoldResult foldRemainder(Operation *remainder, BinaryKind kind) {
  Binary op(remainder);
  if (OpFoldResult value = op.evaluate(kind))
    return value;
  if (op.rhs.is(0))
    return {};
  if (op.rhs.is(1) || op.rhs.is(-1) || op.isSame() || op.lhs.is(0))
    return op.constant(0);
  // (x % y) % y is x % y.
  Operation *inner = op.lhs.value.getDefiningOp();
  if (inner && inner->getName() == remainder->getName() &&
      inner->getOperand(1) == op.rhs.value)
    return replaceBy(op.result, op.lhs.value);
  return {};
}

OpFoldResult CDivOp::fold(FoldAdaptor) {
  return foldDivision(*this, BinaryKind::CDiv);
}
OpFoldResult FloorDivOp::fold(FoldAdaptor) {
  return foldDivision(*this, BinaryKind::FloorDiv);
}
OpFoldResult CModOp::fold(FoldAdaptor) {
  return foldRemainder(*this, BinaryKind::CMod);
}
OpFoldResult FloorModOp::fold(FoldAdaptor) {
  return foldRemainder(*this, BinaryKind::FloorMod);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

static OpFoldResult foldShift(Operation *shift, BinaryKind kind) {
  Binary op(shift);
  if (OpFoldResult value = op.evaluate(kind))
    return value;
  if (op.rhs.is(0))
    return replaceBy(op.result, op.lhs.value);
  return op.lhs.is(0) ? op.constant(0) : OpFoldResult();
}

OpFoldResult ShlOp::fold(FoldAdaptor) {
  return foldShift(*this, BinaryKind::Shl);
}
OpFoldResult ShrOp::fold(FoldAdaptor) {
  return foldShift(*this, BinaryKind::Shr);
}

/// `and` and `or`: `neutral` changes nothing, `absorbing` decides.
static OpFoldResult foldLattice(Operation *lattice, BinaryKind kind,
                                Number neutral, Number absorbing) {
  Binary op(lattice);
  if (OpFoldResult value = op.evaluate(kind))
    return value;
  if (op.isSame())
    return replaceBy(op.result, op.lhs.value);
  if (OpFoldResult value = dropNeutral(op, neutral))
    return value;
  return absorb(op, absorbing);
}

OpFoldResult AndOp::fold(FoldAdaptor) {
  Type type = getElementType(getResult());
  return foldLattice(*this, BinaryKind::And, getAllOnes(type), zeroOf(type));
}

OpFoldResult OrOp::fold(FoldAdaptor) {
  Type type = getElementType(getResult());
  return foldLattice(*this, BinaryKind::Or, zeroOf(type), getAllOnes(type));
}

OpFoldResult XorOp::fold(FoldAdaptor) {
  Binary op(*this);
  if (OpFoldResult value = op.evaluate(BinaryKind::Xor))
    return value;
  if (op.isSame())
    return op.constant(0);
  if (OpFoldResult value = dropNeutral(op, zeroOf(op.type)))
    return value;
  // (x ^ y) ^ y is x.
  auto inner = op.lhs.value.getDefiningOp<XorOp>();
  if (inner && inner.getRhs() == op.rhs.value)
    return replaceBy(op.result, inner.getLhs());
  return {};
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// The type in which the operands are compared.
static Type getComparedType(Operation *op) {
  Type lhs = getElementType(op->getOperand(0));
  Type rhs = getElementType(op->getOperand(1));
  if (isWeakType(lhs) == isWeakType(rhs))
    return isFloatType(lhs) ? lhs : rhs;
  return isWeakType(lhs) ? rhs : lhs;
}

/// `onEqual` is the result of comparing a number that is not NaN to itself.
static OpFoldResult foldCompare(Operation *compare, CompareKind kind,
                                bool onEqual) {
  Binary op(compare, getComparedType(compare));
  if (op.lhs.number && op.rhs.number)
    return op.constant(
        Number::integer(evaluate(kind, *op.lhs.number, *op.rhs.number)));
  if (op.isSame() && (!op.isFloat() || kind == CompareKind::Lt))
    return op.constant(Number::integer(onEqual));
  return {};
}

OpFoldResult CmpLtOp::fold(FoldAdaptor) {
  return foldCompare(*this, CompareKind::Lt, false);
}

/// A bool compared with the constant that leaves it as it is, and `!!x`.
/// `keeping` is that constant.
template <typename OpTy>
static OpFoldResult foldBoolCompare(OpTy compare, bool keeping) {
  Binary op(compare, getComparedType(compare));
  if (!isBoolType(op.type))
    return {};
  if (OpFoldResult value = dropNeutral(op, Number::integer(keeping)))
    return value;
  auto inner = op.lhs.value.template getDefiningOp<OpTy>();
  if (inner && op.rhs.is(!keeping) &&
      isBoolType(getElementType(inner.getLhs())) &&
      getConstant(inner.getRhs(), op.type) == Number::integer(!keeping))
    return replaceBy(op.result, inner.getLhs());
  return {};
}

/// A bool cast to a number and compared with one: the bool itself for
/// `keeping`, `otherwise` for what is neither 0 nor 1.
static OpFoldResult foldCastOfBool(Operation *compare, bool keeping,
                                   bool otherwise) {
  Binary op(compare, getComparedType(compare));
  auto cast = op.lhs.value.getDefiningOp<CastOp>();
  if (!cast || !op.rhs.number || !isBoolType(getElementType(cast.getOperand())))
    return {};
  if (op.rhs.is(keeping))
    return replaceBy(op.result, cast.getOperand());
  if (op.rhs.is(!keeping))
    return {};
  return replaceBy(op.result, std::optional(Number::integer(otherwise)));
}

OpFoldResult CmpNeOp::fold(FoldAdaptor) {
  if (OpFoldResult value = foldCompare(*this, CompareKind::Ne, false))
    return value;
  if (OpFoldResult value = foldCastOfBool(*this, false, true))
    return value;
  return foldBoolCompare(*this, false);
}

OpFoldResult CmpEqOp::fold(FoldAdaptor) {
  if (OpFoldResult value = foldCompare(*this, CompareKind::Eq, true))
    return value;
  if (OpFoldResult value = foldCastOfBool(*this, true, false))
    return value;
  return foldBoolCompare(*this, true);
}

} // namespace mlir::tiny

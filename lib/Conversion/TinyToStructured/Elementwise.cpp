//===- Elementwise.cpp - Floats, selection --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "LoweredTypes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

Value Arithmetic::extract(Value vector, int64_t lane) {
  vector::ExtractOp::Properties properties;
  properties.static_position = builder.getDenseI64ArrayAttr(lane);
  return make<vector::ExtractOp>(getElementType(vector), vector, properties);
}

Value Arithmetic::select(Value condition, Value onTrue, Value onFalse) {
  return make<arith::SelectOp>(onTrue.getType(), {condition, onTrue, onFalse});
}

Value Arithmetic::compare(arith::CmpFPredicate predicate, Value lhs,
                          Value rhs) {
  arith::CmpFOp::Properties properties;
  properties.fastmath = strict;
  properties.predicate =
      arith::CmpFPredicateAttr::get(builder.getContext(), predicate);
  return make<arith::CmpFOp>(types.getCondition(lhs.getType()), {lhs, rhs},
                             properties);
}

/// Whether a float is a constant and no NaN.
static bool isKnownNumber(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return false;
  Attribute number = constant.getValue();
  if (auto splat = dyn_cast<SplatElementsAttr>(number))
    number = splat.getSplatValue<Attribute>();
  auto real = dyn_cast<FloatAttr>(number);
  return real && !real.getValue().isNaN();
}

Value Arithmetic::maximum(Type element, Value lhs, Value rhs) {
  if (isBoolType(element))
    return same<arith::OrIOp>({lhs, rhs});
  if (isUnsignedType(element))
    return same<arith::MaxUIOp>({lhs, rhs});
  if (isIntType(element))
    return same<arith::MaxSIOp>({lhs, rhs});
  // Not `maximumf`, which orders zeros. The larger is one instruction and keeps
  // a NaN in `lhs`; the test of `rhs` is none of what a running maximum waits
  // for.
  Value larger = select(compare(arith::CmpFPredicate::OLT, lhs, rhs), rhs, lhs);
  if (isKnownNumber(rhs))
    return larger;
  return select(compare(arith::CmpFPredicate::UNO, rhs, rhs), rhs, larger);
}

Value Arithmetic::buildFloat(Operation *op, Type element,
                             ArrayRef<Operand> operands) {
  Value a = operands[0].value;
  Value b = operands.size() > 1 ? operands[1].value : Value();
  using Predicate = arith::CmpFPredicate;
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<AddOp>(
          [&](auto) { return floats<arith::AddFOp>({a, b}, contract); })
      .Case<MulOp>(
          [&](auto) { return floats<arith::MulFOp>({a, b}, contract); })
      .Case<SubOp>(
          [&](auto) { return floats<arith::SubFOp>({a, b}, contract); })
      .Case<FDivOp>([&](auto) { return floats<arith::DivFOp>({a, b}, strict); })
      .Case<MaxOp>([&](auto) { return maximum(element, a, b); })
      .Case<CmpLtOp>([&](auto) { return compare(Predicate::OLT, a, b); })
      .Case<CmpNeOp>([&](auto) { return compare(Predicate::UNE, a, b); })
      .Case<CmpEqOp>([&](auto) { return compare(Predicate::OEQ, a, b); })
      .Case<NegOp>([&](auto) { return floats<arith::NegFOp>(a, strict); })
      .Case<ReciprocalOp>([&](auto) {
        return floats<arith::DivFOp>({real(a.getType(), 1.0), a}, strict);
      })
      .Case<Exp2Op>([&](auto) { return floats<math::Exp2Op>(a, strict); })
      .Case<Log2Op>([&](auto) { return floats<math::Log2Op>(a, strict); })
      .Case<SinOp>([&](auto) { return floats<math::SinOp>(a, strict); })
      .Case<SqrtOp>([&](auto) { return floats<math::SqrtOp>(a, strict); })
      .Case<TruncOp>([&](auto) { return floats<math::TruncOp>(a, strict); })
      .Default([](auto) { return Value(); });
}

} // namespace mlir::tiny

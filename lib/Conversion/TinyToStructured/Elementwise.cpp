//===- Elementwise.cpp - Floats, selection --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "LoweredTypes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

Value Arithmetic::select(Value condition, Value onTrue, Value onFalse) {
  return arith::SelectOp::create(builder, loc, condition, onTrue, onFalse);
}

Value Arithmetic::maximum(Type element, Value lhs, Value rhs) {
  if (isBoolType(element))
    return arith::OrIOp::create(builder, loc, lhs, rhs);
  if (isUnsignedType(element))
    return arith::MaxUIOp::create(builder, loc, lhs, rhs);
  if (isIntType(element))
    return arith::MaxSIOp::create(builder, loc, lhs, rhs);
  // Not `maximumf`: this is one instruction, and keeps a NaN in `lhs` only.
  Value less =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, lhs, rhs);
  return select(less, rhs, lhs);
}

Value Arithmetic::buildFloat(Operation *op, Type element,
                             ArrayRef<Operand> operands) {
  Value a = operands[0].value;
  Value b = operands.size() > 1 ? operands[1].value : Value();
  auto compare = [&](arith::CmpFPredicate predicate) -> Value {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  };
  constexpr auto contract = arith::FastMathFlags::contract;
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<NegOp>([&](auto) { return arith::NegFOp::create(builder, loc, a); })
      .Case<CmpLtOp>([&](auto) { return compare(arith::CmpFPredicate::OLT); })
      .Case<CmpNeOp>([&](auto) { return compare(arith::CmpFPredicate::UNE); })
      .Case<CmpEqOp>([&](auto) { return compare(arith::CmpFPredicate::OEQ); })
      .Case<AddOp>([&](auto) {
        return arith::AddFOp::create(builder, loc, a, b, contract);
      })
      .Case<SubOp>([&](auto) {
        return arith::SubFOp::create(builder, loc, a, b, contract);
      })
      .Case<MulOp>([&](auto) {
        return arith::MulFOp::create(builder, loc, a, b, contract);
      })
      .Case<FDivOp>(
          [&](auto) { return arith::DivFOp::create(builder, loc, a, b); })
      .Case<ReciprocalOp>([&](auto) {
        return arith::DivFOp::create(builder, loc, real(a.getType(), 1.0), a);
      })
      .Case<Exp2Op>([&](auto) { return math::Exp2Op::create(builder, loc, a); })
      .Case<Log2Op>([&](auto) { return math::Log2Op::create(builder, loc, a); })
      .Case<SinOp>([&](auto) { return math::SinOp::create(builder, loc, a); })
      .Case<SqrtOp>([&](auto) { return math::SqrtOp::create(builder, loc, a); })
      .Case<TruncOp>(
          [&](auto) { return math::TruncOp::create(builder, loc, a); })
      .Case<MaxOp>([&](auto) { return maximum(element, a, b); })
      .Default([](auto) { return Value(); });
}

} // namespace mlir::tiny

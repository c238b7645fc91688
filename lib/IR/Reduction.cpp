//===- Reduction.cpp - Identity and step of a reduction -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Reduction.h"

#include "mlir/IR/Builders.h"
#include <limits>

namespace mlir::tiny {

Number getReduceIdentity(ReduceKind kind, Type type) {
  switch (kind) {
  case ReduceKind::Add:
    return Number::integer(0).convertedTo(type);
  case ReduceKind::Mul:
    return Number::integer(1).convertedTo(type);
  case ReduceKind::Max:
    break;
  }
  if (isFloatType(type)) {
    double infinity = std::numeric_limits<double>::infinity();
    // A format without infinities gets its least finite value.
    if (auto format = dyn_cast<FloatType>(type);
        format && !APFloat::semanticsHasInf(format.getFloatSemantics()))
      return Number::real(APFloat::getLargest(format.getFloatSemantics(), true)
                              .convertToDouble());
    return Number::real(-infinity);
  }
  return Number::integer(Interval::ofType(type).min);
}

Value createReduceStep(OpBuilder &builder, Location loc, ReduceKind kind,
                       Value lhs, Value rhs) {
  switch (kind) {
  case ReduceKind::Add:
    return AddOp::create(builder, loc, lhs, rhs);
  case ReduceKind::Mul:
    return MulOp::create(builder, loc, lhs, rhs);
  case ReduceKind::Max:
    return MaxOp::create(builder, loc, lhs, rhs);
  }
  llvm_unreachable("all kinds are covered");
}

} // namespace mlir::tiny

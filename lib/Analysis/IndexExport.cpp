//===- IndexExport.cpp - Index expressions to ops -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/IndexImport.h"

#include "tiny/IR/MakeOp.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

using Kind = IndexExpr::Kind;

Value IndexExporter::constant(int64_t value, bool isBoolean, Location loc) {
  Type type = builder.getIndexType();
  if (isBoolean)
    type = builder.getI1Type();
  ConstOp::Properties properties{Number::integer(value), type};
  return makeOp<ConstOp>(builder, loc, type, {}, properties);
}

/// The id of the innermost range that an expression depends on, or less than
/// all ids.
static int64_t depthOf(IndexExpr expr) {
  int64_t depth = -1;
  for (IndexExpr leaf : expr.getLeaves())
    if (Value value = leaf.getValue())
      if (auto range = value.getDefiningOp<RangeOp>())
        depth = std::max(depth, range.getId());
  return depth;
}

/// A chain of sums from the outermost range to the innermost one, so that parts
/// of it can leave loops; then the constant.
Value IndexExporter::buildSum(IndexExpr expr, Location loc) {
  struct Part {
    IndexExpr expr;
    int64_t depth;
  };
  SmallVector<Part, 8> parts;
  std::optional<int64_t> last;
  for (IndexExpr operand : expr.getOperands()) {
    if (!operand.getConstant() || last)
      parts.push_back({operand, depthOf(operand)});
    else
      last = operand.getConstant();
  }
  llvm::stable_sort(
      parts, [](const Part &a, const Part &b) { return a.depth < b.depth; });
  Value sum;
  auto add = [&](Value value) {
    sum = sum ? Value(makeOp<AddOp>(builder, loc, builder.getIndexType(),
                                    {sum, value}))
              : value;
  };
  for (const Part &part : parts)
    add(materialize(part.expr, loc));
  if (last)
    add(constant(*last, /*isBoolean=*/false, loc));
  return sum;
}

/// Comparisons turn round; anything else is `x ^ true`.
Value IndexExporter::buildNot(IndexExpr operand, Location loc) {
  ArrayRef<IndexExpr> operands = operand.getOperands();
  if (operand.getKind() == Kind::Lt) {
    std::optional<int64_t> limit = operands[1].getConstant();
    if (limit && *limit != std::numeric_limits<int64_t>::min()) {
      Value below = constant(*limit - 1, /*isBoolean=*/false, loc);
      return CmpLtOp::create(builder, loc, below,
                             materialize(operands[0], loc));
    }
  }
  if (operand.getKind() == Kind::Eq)
    return CmpNeOp::create(builder, loc, materialize(operands[0], loc),
                           materialize(operands[1], loc));
  Value value = materialize(operand, loc);
  return XorOp::create(builder, loc, value,
                       constant(1, /*isBoolean=*/true, loc));
}

Value IndexExporter::build(IndexExpr expr, Location loc) {
  ArrayRef<IndexExpr> operands = expr.getOperands();
  auto operand = [&](size_t i) { return materialize(operands[i], loc); };
  auto chain = [&](auto tag) {
    using OpTy = decltype(tag);
    Type type =
        expr.isBoolean() ? builder.getI1Type() : Type(builder.getIndexType());
    Value result = operand(0);
    for (size_t i = 1; i < operands.size(); ++i)
      result = makeOp<OpTy>(builder, loc, type, {result, operand(i)});
    return result;
  };
  switch (expr.getKind()) {
  case Kind::Constant:
    return constant(*expr.getConstant(), expr.isBoolean(), loc);
  case Kind::Leaf: {
    Value value = expr.getValue();
    if (IndexImporter::isIndexLike(value))
      return value;
    return CastOp::create(builder, loc, value, builder.getIndexType());
  }
  case Kind::Add:
    return buildSum(expr, loc);
  case Kind::Mul:
    return chain(MulOp());
  case Kind::FloorDiv:
    return chain(FloorDivOp());
  case Kind::Mod:
    return chain(FloorModOp());
  case Kind::Max:
    return chain(MaxOp());
  case Kind::And:
    return chain(AndOp());
  case Kind::Or:
    return chain(OrOp());
  case Kind::Lt:
    return chain(CmpLtOp());
  case Kind::Eq:
    return chain(CmpEqOp());
  case Kind::Not:
    return buildNot(operands[0], loc);
  case Kind::Min: {
    Value lhs = operand(0), rhs = operand(1);
    Value isLess = CmpLtOp::create(builder, loc, lhs, rhs);
    return WhereOp::create(builder, loc, isLess, lhs, rhs);
  }
  case Kind::Select: {
    Value condition = operand(0), onTrue = operand(1), onFalse = operand(2);
    return WhereOp::create(builder, loc, condition, onTrue, onFalse);
  }
  }
  return {};
}

Value IndexExporter::materialize(IndexExpr expr, Location loc) {
  auto it = values.find(expr);
  if (it != values.end())
    return it->second;
  Value value = build(expr, loc);
  values[expr] = value;
  if (importer && expr.getKind() != Kind::Leaf)
    importer->define(value, expr);
  return value;
}

} // namespace mlir::tiny

//===- IndexImport.cpp - Index expressions from ops -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/IndexImport.h"

#include "tiny/IR/Tiny.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

bool IndexImporter::isIndexLike(Value value) {
  Type type = value.getType();
  return isa<IndexType>(type) || type.isInteger(1);
}

/// The integer of a constant, if it has 64 bits.
static std::optional<int64_t> constantOf(Value value) {
  auto constant = value.getDefiningOp<ConstOp>();
  if (!constant || constant.getValue().isReal())
    return std::nullopt;
  Int128 integer = constant.getValue().getInteger();
  int64_t narrow = static_cast<int64_t>(integer);
  if (narrow != integer)
    return std::nullopt;
  return narrow;
}

/// Whether a value may take part: an index, a bool, or an integer whose values
/// have 64 bits.
static bool isNumber(Value value) {
  Type type = value.getType();
  return IndexImporter::isIndexLike(value) ||
         (isIntType(type) &&
          Interval::ofType(type).max <= std::numeric_limits<int64_t>::max());
}

/// Whether an expression is a leaf that is an integer with a width.
static bool isDataLeaf(IndexExpr expr) {
  Value value = expr.getValue();
  return value && !IndexImporter::isIndexLike(value);
}

bool IndexImporter::isComputed(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<ConstOp, RangeOp, LoadOp>(op))
    return false;
  // Most are these; what gives an index takes nothing else.
  if (isa<AddOp, MulOp>(op) && isa<IndexType>(value.getType()))
    return true;
  if (!isNumber(value))
    return false;
  bool isKnown = isa<AddOp, SubOp, MulOp, NegOp, MaxOp, WhereOp, CmpLtOp,
                     CmpNeOp, CmpEqOp, AndOp, OrOp, XorOp, CastOp, BindOp>(op);
  // Only booleans take part in the bit operations.
  if (isa<AndOp, OrOp, XorOp>(op) && !value.getType().isInteger(1))
    isKnown = false;
  // Division by zero gives some value, which is no business of the engine.
  if (isa<FloorDivOp, FloorModOp>(op))
    isKnown = !intervals.getInterval(op->getOperand(1)).contains(0);
  // Rounding toward zero is rounding down for what is not negative.
  if (isa<CDivOp, CModOp>(op))
    isKnown = intervals.getInterval(op->getOperand(0)).min >= 0 &&
              intervals.getInterval(op->getOperand(1)).min > 0;
  if (!isKnown)
    return false;
  // An op on different integer types converts its operands.
  ValueRange numbers = op->getOperands().drop_front(isa<WhereOp>(op));
  if (llvm::all_of(op->getOperands(), isIndexLike))
    return true;
  return llvm::all_of(op->getOperands(), isNumber) &&
         (llvm::all_of(numbers, isIndexLike) ||
          llvm::all_equal(numbers.getTypes()));
}

IndexExpr IndexImporter::buildLeaf(Value value) {
  if (auto range = value.getDefiningOp<RangeOp>()) {
    if (range.getExtent() == 1)
      return context.constant(0);
    IndexExpr limit = range.getLimit() ? import(range.getLimit()) : IndexExpr();
    return context.leaf(value, {0, range.getExtent() - 1}, 1,
                        /*isBoolean=*/false, limit);
  }
  bool isBoolean = value.getType().isInteger(1);
  if (std::optional<int64_t> number = constantOf(value))
    return isBoolean ? context.boolean(*number != 0)
                     : context.constant(*number);
  Interval bounds = intervals.getInterval(value);
  if (bounds.isPoint()) {
    int64_t number = static_cast<int64_t>(bounds.min);
    if (number == bounds.min)
      return isBoolean ? context.boolean(number != 0)
                       : context.constant(number);
  }
  if (auto variable = value.getDefiningOp<VariableOp>())
    return context.leaf(value, bounds, variable.getMultiple());
  return context.leaf(value, bounds, 1, isBoolean);
}

void IndexImporter::forget(Value value) {
  intervals.forget(value);
  exprs.erase(value);
  if (isNumber(value))
    context.forget(value);
}

void IndexImporter::forgetAll() {
  intervals = IntervalAnalysis();
  exprs.clear();
}

/// The expression of an op on numbers, or a leaf where it is none.
IndexExpr IndexImporter::build(Value value, ArrayRef<IndexExpr> operands) {
  if (data == Data::Opaque && llvm::any_of(operands, isDataLeaf))
    return buildLeaf(value);
  IndexExpr expr = buildNumber(value, operands);
  // What wraps is another number.
  if (!isIndexLike(value) &&
      !Interval::ofType(value.getType()).contains(expr.getInterval()))
    return buildLeaf(value);
  return expr;
}

IndexExpr IndexImporter::buildNumber(Value value,
                                     ArrayRef<IndexExpr> operands) {
  Operation *op = value.getDefiningOp();
  auto operand = [&](unsigned i) { return operands[i]; };
  bool isBoolean = value.getType().isInteger(1);
  return llvm::TypeSwitch<Operation *, IndexExpr>(op)
      .Case([&](AddOp) {
        return isBoolean ? context.logicalOr(operand(0), operand(1))
                         : context.add(operand(0), operand(1));
      })
      .Case([&](MulOp) {
        return isBoolean ? context.logicalAnd(operand(0), operand(1))
                         : context.mul(operand(0), operand(1));
      })
      .Case([&](BindOp) { return operand(0); })
      .Case([&](SubOp) { return context.sub(operand(0), operand(1)); })
      .Case([&](NegOp) { return context.mul(operand(0), -1); })
      .Case([&](MaxOp) { return context.max(operand(0), operand(1)); })
      .Case<FloorDivOp, CDivOp>(
          [&](auto) { return context.floorDiv(operand(0), operand(1)); })
      .Case<FloorModOp, CModOp>(
          [&](auto) { return context.mod(operand(0), operand(1)); })
      .Case([&](WhereOp) {
        return context.select(operand(0), operand(1), operand(2));
      })
      .Case([&](CmpLtOp) { return context.lt(operand(0), operand(1)); })
      .Case([&](CmpEqOp) { return context.eq(operand(0), operand(1)); })
      .Case<CmpNeOp, XorOp>([&](auto) {
        return context.logicalNot(context.eq(operand(0), operand(1)));
      })
      .Case([&](AndOp) { return context.logicalAnd(operand(0), operand(1)); })
      .Case([&](OrOp) { return context.logicalOr(operand(0), operand(1)); })
      .Case([&](CastOp cast) {
        IndexExpr source = operand(0);
        if (source.isBoolean() == isBoolean)
          return source;
        if (isBoolean)
          return context.logicalNot(context.eq(source, context.constant(0)));
        return context.select(source, context.constant(1), context.constant(0));
      });
}

IndexExpr IndexImporter::import(Value root) {
  auto it = exprs.find(root);
  if (it != exprs.end())
    return it->second;
  /// A value, and whether it is known to be made of its operands.
  SmallVector<std::pair<Value, bool>, 16> stack = {{root, false}};
  SmallVector<IndexExpr, 4> operands;
  while (true) {
    auto [value, isComposed] = stack.back();
    IndexExpr expr;
    if (!isComposed && !isComputed(value)) {
      expr = buildLeaf(value);
    } else {
      stack.back().second = true;
      size_t size = stack.size();
      operands.clear();
      for (Value part : value.getDefiningOp()->getOperands()) {
        auto known = exprs.find(part);
        if (known != exprs.end())
          operands.push_back(known->second);
        else
          stack.push_back({part, false});
      }
      if (stack.size() != size)
        continue;
      expr = build(value, operands);
    }
    exprs[value] = expr;
    stack.pop_back();
    // A value may wait more than once.
    while (!stack.empty() && exprs.contains(stack.back().first))
      stack.pop_back();
    if (stack.empty())
      return expr;
  }
}

} // namespace mlir::tiny

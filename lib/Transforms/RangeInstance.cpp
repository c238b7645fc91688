//===- RangeInstance.cpp - A value at one place of a range ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The ops between the range and the value are created again, in the order of
// the block, with index expressions in which the range is replaced.
//
//===----------------------------------------------------------------------===//

#include "RangeInstance.h"
#include "KernelRewriting.h"

namespace mlir::tiny {

void RangeInstance::fix(IndexExpr range, IndexExpr value, IndexExpr isInside) {
  this->isInside = isInside;
  leaves[range] = value;
}

/// Whether a value is arithmetic that its users read as an expression.
bool RangeInstance::isIndexMath(Value value) {
  return IndexImporter::isIndexLike(value) &&
         importer.import(value).getValue() != value;
}

/// The ops to create again for `root`, in any order.
bool RangeInstance::collect(Value root, SmallVectorImpl<Operation *> &slice) {
  llvm::DenseSet<Value> seen;
  SmallVector<Value> stack = {root};
  while (!stack.empty()) {
    Value value = stack.pop_back_val();
    if (!varies(value) || clones.contains(value) || !seen.insert(value).second)
      continue;
    if (IndexImporter::isIndexLike(value) &&
        leaves.contains(importer.import(value)))
      continue;
    if (isIndexMath(value)) {
      for (IndexExpr leaf : importer.import(value).getLeaves())
        if (!leaves.contains(leaf))
          stack.push_back(leaf.getValue());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op || !(isElementwise(op) || isa<LoadOp, ReduceOp>(op)))
      return false;
    slice.push_back(op);
    auto load = dyn_cast<LoadOp>(op);
    if (load && (!load.getIndex() || !load.getLanes().empty() ||
                 !IndexImporter::isIndexLike(load.getIndex())))
      return false;
    if (load && varies(load.getBuffer()))
      return false;
    // The ranges of a reduction are no data.
    size_t numData = isa<ReduceOp>(op) ? 1 : op->getNumOperands();
    llvm::append_range(stack, op->getOperands().take_front(numData));
  }
  return true;
}

Value RangeInstance::cloneLoad(Operation *op) {
  auto load = cast<LoadOp>(op);
  IndexExpr mask = isInside;
  if (load.getMask())
    mask = context.logicalAnd(
        mask, context.substitute(importer.import(load.getMask()), leaves));
  mask = context.simplifyCondition(mask);
  IndexExpr index =
      context.substitute(importer.import(load.getIndex()), leaves);
  index = context.simplifyGiven(index, mask);
  Location loc = op->getLoc();
  Value offset = exporter.materialize(index, loc);
  Value condition = mask.isTrue() ? Value() : exporter.materialize(mask, loc);
  return LoadOp::create(builder, loc, load.getBuffer(), offset, condition,
                        ArrayRef<int64_t>(), ArrayRef<int64_t>());
}

void RangeInstance::clone(Operation *op) {
  Value result = op->getResult(0), copy;
  if (isa<LoadOp>(op)) {
    copy = cloneLoad(op);
  } else {
    SmallVector<Value, 4> operands(op->getOperands());
    size_t numData = isa<ReduceOp>(op) ? 1 : operands.size();
    for (Value &operand :
         MutableArrayRef<Value>(operands).take_front(numData)) {
      if (Value other = clones.lookup(operand))
        operand = other;
      else if (varies(operand))
        operand = exporter.materialize(
            context.substitute(importer.import(operand), leaves), op->getLoc());
    }
    copy = cloneWith(builder, op, operands, result.getType())->getResult(0);
  }
  clones[result] = copy;
  // What expressions know it as.
  Type type = result.getType();
  if (isIntType(type) || isBoolType(type)) {
    IndexExpr leaf = importer.import(result);
    if (leaf.getValue() == result)
      leaves[leaf] = importer.import(copy);
  }
}

Value RangeInstance::get(Value value) {
  if (!varies(value))
    return value;
  SmallVector<Operation *> slice;
  if (!collect(value, slice))
    return {};
  llvm::sort(slice, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  for (Operation *op : slice)
    clone(op);
  if (Value copy = clones.lookup(value))
    return copy;
  return exporter.materialize(
      context.substitute(importer.import(value), leaves), value.getLoc());
}

IndexExpr RangeInstance::get(IndexExpr expr) {
  for (IndexExpr leaf : expr.getLeaves())
    if (!leaves.contains(leaf) && varies(leaf.getValue()) &&
        !get(leaf.getValue()))
      return {};
  return context.substitute(expr, leaves);
}

} // namespace mlir::tiny

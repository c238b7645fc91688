//===- KernelAxes.cpp - The ranges of a kernel, and splitting them --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelAxes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {

KernelAxes::KernelAxes(KernelOp kernel) : kernel(kernel) {
  for (RangeOp range : kernel.getBody().getOps<RangeOp>())
    nextId = std::max(nextId, range.getId() + 1);
}

SmallVector<RangeOp> KernelAxes::getAxes() {
  SmallVector<RangeOp> axes(kernel.getBody().getOps<RangeOp>());
  llvm::sort(axes, [](RangeOp a, RangeOp b) {
    return std::pair(a.getAxis(), a.getId()) <
           std::pair(b.getAxis(), b.getId());
  });
  return axes;
}

SmallVector<RangeOp> KernelAxes::getReduceAxes() {
  SmallVector<RangeOp> axes = getAxes();
  llvm::erase_if(axes, [](RangeOp range) {
    return range.getAxis() != AxisType::Reduce || range.getExtent() == 1;
  });
  return axes;
}

EndOp KernelAxes::getOnlyEnd() {
  SmallVector<EndOp> ends(kernel.getBody().getOps<EndOp>());
  if (ends.size() != 1 ||
      !llvm::is_contained(kernel.getSink().getTokens(), ends[0].getToken()))
    return {};
  return ends[0];
}

bool KernelAxes::isOutputAxis(RangeOp range) {
  return range.getAxis() == AxisType::Weak;
}

/// Whether the use says where the range ends or starts, not what it counts.
static bool isControl(OpOperand &use) {
  if (isa<EndOp, AfterOp, RangeOp>(use.getOwner()))
    return true;
  return isa<ReduceOp>(use.getOwner()) && use.getOperandNumber() > 0;
}

void KernelAxes::replaceUses(RangeOp range, RangeOp inner, bool top) {
  // Those that exist before the new arithmetic does.
  SmallVector<OpOperand *> counting;
  SmallVector<Operation *> closers;
  for (OpOperand &use : range.getResult().getUses()) {
    if (!isControl(use))
      counting.push_back(&use);
    else if (isa<EndOp, ReduceOp>(use.getOwner()))
      closers.push_back(use.getOwner());
  }
  Location loc = range.getLoc();
  OpBuilder builder(range.getContext());
  builder.setInsertionPointAfter(range->isBeforeInBlock(inner) ? inner : range);
  RangeOp major = top ? inner : range, minor = top ? range : inner;
  Value step = ConstOp::create(builder, loc, Number::integer(minor.getExtent()),
                               builder.getIndexType());
  Value start = MulOp::create(builder, loc, major.getResult(), step);
  Value index = AddOp::create(builder, loc, start, minor.getResult());
  for (OpOperand *use : counting)
    use->set(index);
  for (Operation *closer : closers) {
    auto ranges = isa<EndOp>(closer)
                      ? cast<EndOp>(closer).getRangesMutable()
                      : cast<ReduceOp>(closer).getRangesMutable();
    SmallVector<Value> list;
    for (Value closed : OperandRange(ranges)) {
      if (closed == range.getResult() && top)
        list.push_back(inner.getResult());
      list.push_back(closed);
    }
    // A loop that vanishes has no place in the nest.
    if (!top)
      list.push_back(inner.getResult());
    ranges.assign(list);
  }
}

RangeOp KernelAxes::split(RangeOp range, int64_t amount, AxisType axis,
                          bool top) {
  if (amount == range.getExtent()) {
    range.setAxis(axis);
    range.setId(nextId++);
    return range;
  }
  OpBuilder builder(range.getContext());
  builder.setInsertionPointAfter(range);
  SmallVector<Value> dependencies(range.getDependencies());
  auto inner = RangeOp::create(builder, range.getLoc(), dependencies, amount,
                               axis, nextId++);
  range.setExtent(range.getExtent() / amount);
  replaceUses(range, inner, top);
  return inner;
}

void KernelAxes::splitWith(RangeOp range, RangeOp inner) {
  // The range must stand above both of their uses.
  if (range->isBeforeInBlock(inner) && inner.getDependencies().empty())
    inner->moveBefore(range);
  range.setExtent(range.getExtent() / inner.getExtent());
  replaceUses(range, inner, /*top=*/false);
}

void KernelAxes::makeThread(RangeOp range, EndOp end) {
  range.setAxis(AxisType::Thread);
  SmallVector<Value> list = {range.getResult()};
  for (Value closed : end.getRanges())
    if (closed != range.getResult())
      list.push_back(closed);
  end.getRangesMutable().assign(list);
}

} // namespace mlir::tiny

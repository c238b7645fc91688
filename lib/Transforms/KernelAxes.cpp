//===- KernelAxes.cpp - The ranges of a kernel, and splitting them --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelAxes.h"
#include "OpenRanges.h"
#include "tiny/Analysis/IndexImport.h"
#include "tiny/IR/Reduction.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {

KernelAxes::KernelAxes(KernelOp kernel) : kernel(kernel) {
  for (RangeOp range : kernel.getBody().getOps<RangeOp>())
    nextId = std::max(nextId, range.getId() + 1);
}

/// Where ranges of a type stand in a nest of loops.
static int getPosition(AxisType axis) {
  switch (axis) {
  case AxisType::Device:
    return -2;
  case AxisType::Weak:
  case AxisType::Loop:
    return -1;
  case AxisType::Thread:
  case AxisType::Global:
    return 0;
  case AxisType::Warp:
    return 1;
  case AxisType::Local:
  case AxisType::GroupReduce:
    return 2;
  case AxisType::Upcast:
    return 3;
  case AxisType::Reduce:
    return 4;
  case AxisType::Unroll:
    return 5;
  }
  llvm_unreachable("no axis type");
}

SmallVector<RangeOp> KernelAxes::getAxes() {
  SmallVector<RangeOp> axes;
  for (RangeOp range : kernel.getBody().getOps<RangeOp>())
    if (!range.isTrivial() && range.getAxis() != AxisType::Device)
      axes.push_back(range);
  llvm::sort(axes, [](RangeOp a, RangeOp b) {
    return std::pair(getPosition(a.getAxis()), a.getId()) <
           std::pair(getPosition(b.getAxis()), b.getId());
  });
  return axes;
}

SmallVector<RangeOp> KernelAxes::getReduceAxes() {
  SmallVector<RangeOp> axes = getAxes();
  llvm::erase_if(
      axes, [](RangeOp range) { return range.getAxis() != AxisType::Reduce; });
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
  return range.getAxis() == AxisType::Weak ||
         range.getAxis() == AxisType::Global;
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

void KernelAxes::makeGrid() {
  OpenRanges open;
  SmallVector<OpenRanges::Set, 2> reductions;
  for (Operation &op : kernel.getBody().front()) {
    open.visit(&op);
    if (auto reduce = dyn_cast<ReduceOp>(op))
      reductions.push_back(open.get(reduce.getResult()));
  }
  for (Value token : kernel.getSink().getTokens()) {
    auto end = token.getDefiningOp<EndOp>();
    if (!end)
      continue;
    OpenRanges::Set all = open.makeSet(end.getRanges());
    for (Value closed : end.getRanges()) {
      // Each workgroup would do again what is reduced outside of this loop.
      bool repeats = llvm::any_of(reductions, [&](OpenRanges::Set reduction) {
        return open.subtract(reduction, all) == OpenRanges::none &&
               !open.contains(reduction, closed);
      });
      auto range = closed.getDefiningOp<RangeOp>();
      if (range.getAxis() == AxisType::Weak && !range.isSymbolic() && !repeats)
        range.setAxis(AxisType::Global);
    }
  }
}

void KernelAxes::padTo(RangeOp range, int64_t extent) {
  OpBuilder builder(range.getContext());
  builder.setInsertionPointAfter(range);
  keepBelow(range, ConstOp::create(builder, range.getLoc(),
                                   Number::integer(range.getExtent()),
                                   builder.getIndexType()));
  range.setExtent(extent);
}

RangeOp KernelAxes::splitSymbolic(RangeOp range, int64_t amount,
                                  AxisType axis) {
  IndexContext context;
  IndexExpr limit = IndexImporter(context).import(range.getLimit());
  if (limit.getFactor() % amount != 0)
    keepBelow(range, range.getLimit());
  OpBuilder builder(range);
  IndexExpr steps = context.floorDiv(context.add(limit, amount - 1), amount);
  Value count = IndexExporter(builder).materialize(steps, range.getLoc());
  range.getLimitMutable().assign(count);
  range.setExtent(llvm::divideCeil(range.getExtent(), amount));
  builder.setInsertionPointAfter(range);
  SmallVector<Value> dependencies(range.getDependencies());
  auto inner = RangeOp::create(builder, range.getLoc(), dependencies, amount,
                               axis, nextId++);
  replaceUses(range, inner, /*top=*/false);
  return inner;
}

void KernelAxes::keepBelow(RangeOp range, Value end) {
  // What depends on the range before it is longer.
  OpenRanges open;
  OpenRanges::Set padded = open.makeSet(range.getResult());
  SmallVector<Operation *> users;
  for (Operation &op : kernel.getBody().front()) {
    open.visit(&op);
    bool depends = llvm::any_of(op.getOperands(), [&](Value operand) {
      return open.intersect(open.get(operand), padded);
    });
    auto reduce = dyn_cast<ReduceOp>(op);
    if (depends &&
        (isa<LoadOp, StoreOp>(op) ||
         (reduce && llvm::is_contained(reduce.getRanges(), range.getResult()))))
      users.push_back(&op);
  }

  OpBuilder builder(range.getContext());
  builder.setInsertionPointAfter(range->isBeforeInBlock(end.getDefiningOp())
                                     ? end.getDefiningOp()
                                     : range);
  Location loc = range.getLoc();
  Value inside = CmpLtOp::create(builder, loc, range.getResult(), end);
  auto mask = [&](Operation *op, MutableOperandRange operand) {
    builder.setInsertionPoint(op);
    Value both = inside;
    if (!operand.empty())
      both = AndOp::create(builder, loc, operand[0].get(), inside);
    operand.assign(both);
  };
  for (Operation *op : users) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      mask(load, load.getMaskMutable());
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      mask(store, store.getMaskMutable());
    } else {
      auto reduce = cast<ReduceOp>(op);
      builder.setInsertionPoint(reduce);
      Type element = getElementType(reduce.getSource());
      Value identity = ConstOp::create(
          builder, loc, getReduceIdentity(reduce.getKind(), element), element);
      reduce.getSourceMutable().assign(
          WhereOp::create(builder, loc, inside, reduce.getSource(), identity));
    }
  }
}

void KernelAxes::swap(RangeOp lhs, RangeOp rhs) {
  int64_t id = lhs.getId();
  lhs.setId(rhs.getId());
  rhs.setId(id);
  for (EndOp end : kernel.getBody().getOps<EndOp>()) {
    SmallVector<Value> list(end.getRanges());
    for (Value &range : list) {
      if (range == lhs.getResult())
        range = rhs.getResult();
      else if (range == rhs.getResult())
        range = lhs.getResult();
    }
    end.getRangesMutable().assign(list);
  }
}

} // namespace mlir::tiny

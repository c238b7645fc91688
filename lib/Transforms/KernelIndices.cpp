//===- KernelIndices.cpp - The index expressions of a kernel --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelIndices.h"
#include "KernelRewriting.h"
#include "OpenRanges.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::tiny {

KernelIndices::KernelIndices(KernelOp kernel, AnalysisManager &analyses)
    : kernel(kernel), builder(kernel.getContext()),
      context(analyses.getAnalysis<KernelExprs>().context),
      importer(analyses.getAnalysis<KernelExprs>().importer) {
  for (Operation &op : kernel.getBody().front()) {
    if (auto range = dyn_cast<RangeOp>(op))
      nextId = std::max(nextId, range.getId() + 1);
    if (isa<RangeOp, EndOp, AfterOp, SinkOp>(op))
      continue;
    // Arithmetic is part of the expressions of its users.
    if (op.getNumResults() == 1 &&
        IndexImporter::isIndexLike(op.getResult(0)) &&
        importer.import(op.getResult(0)).getValue() != op.getResult(0))
      continue;
    size_t numData = isa<ReduceOp>(op) ? 1 : op.getNumOperands();
    for (OpOperand &operand : op.getOpOperands().take_front(numData))
      if (IndexImporter::isIndexLike(operand.get()))
        uses.push_back(
            {&op, operand.getOperandNumber(), importer.import(operand.get())});
  }
}

RangeOp KernelIndices::createRange(RangeOp before, int64_t extent) {
  builder.setInsertionPoint(before);
  return RangeOp::create(builder, before.getLoc(), ValueRange(), extent,
                         before.getAxis(), nextId++);
}

void KernelIndices::substitute(
    const llvm::DenseMap<IndexExpr, IndexExpr> &map) {
  for (Use &use : uses) {
    IndexExpr expr = context.substitute(use.expr, map);
    use.isChanged |= expr != use.expr;
    use.expr = expr;
  }
}

void KernelIndices::replaceClosed(RangeOp range, ArrayRef<RangeOp> with) {
  for (Operation *closer : getClosers(range)) {
    auto ranges = isa<EndOp>(closer)
                      ? cast<EndOp>(closer).getRangesMutable()
                      : cast<ReduceOp>(closer).getRangesMutable();
    SmallVector<Value> list;
    for (Value closed : OperandRange(ranges)) {
      if (closed != range.getResult()) {
        list.push_back(closed);
        continue;
      }
      for (RangeOp other : with)
        list.push_back(other.getResult());
    }
    ranges.assign(list);
  }
}

void KernelIndices::write() {
  IndexExporter exporter(builder, &importer);
  for (Use &use : uses) {
    if (!use.isChanged)
      continue;
    // The mask is the last operand.
    if (use.expr.isTrue() && use.operand + 1 == use.owner->getNumOperands()) {
      if (auto load = dyn_cast<LoadOp>(use.owner)) {
        load.getMaskMutable().clear();
        continue;
      }
      if (auto store = dyn_cast<StoreOp>(use.owner)) {
        store.getMaskMutable().clear();
        continue;
      }
    }
    builder.setInsertionPoint(use.owner);
    use.owner->setOperand(use.operand,
                          exporter.materialize(use.expr, use.owner->getLoc()));
  }
  eraseDeadOps(kernel.getBody().front(), &importer);
  numberRanges();
}

/// Ranges of an `end`, then those of a `reduce`, then any others.
void KernelIndices::numberRanges() {
  Block &body = kernel.getBody().front();
  llvm::SetVector<Operation *> order;
  auto add = [&](ValueRange ranges) {
    for (Value range : ranges)
      order.insert(range.getDefiningOp());
  };
  for (EndOp end : body.getOps<EndOp>())
    add(end.getRanges());
  for (ReduceOp reduce : body.getOps<ReduceOp>())
    add(reduce.getRanges());
  for (RangeOp range : body.getOps<RangeOp>())
    order.insert(range);
  for (auto [id, range] : llvm::enumerate(order))
    cast<RangeOp>(range).setId(id);
}

bool isPlainRange(RangeOp range) {
  if (range.getAxis() != AxisType::Weak && range.getAxis() != AxisType::Reduce)
    return false;
  return !range.isSymbolic() && range.getDependencies().empty() &&
         range.getExtent() > 1 &&
         llvm::none_of(range->getUsers(), llvm::IsaPred<AfterOp, RangeOp>);
}

llvm::DenseMap<Operation *, SmallVector<Operation *, 2>>
findReductionsInside(KernelOp kernel) {
  llvm::DenseMap<Operation *, SmallVector<Operation *, 2>> result;
  if (kernel.getBody().getOps<ReduceOp>().empty())
    return result;
  OpenRanges open(kernel.getBody().front());
  for (Operation &op : kernel.getBody().front()) {
    open.visit(&op);
    if (isa<ReduceOp>(op))
      for (Value range : open.getRanges(open.get(op.getResult(0))))
        result[range.getDefiningOp()].push_back(&op);
  }
  return result;
}

SmallVector<Operation *, 2> getClosers(RangeOp range) {
  SmallVector<Operation *, 2> closers;
  for (OpOperand &use : range.getResult().getUses()) {
    bool closes = isa<EndOp>(use.getOwner()) ||
                  (isa<ReduceOp>(use.getOwner()) && use.getOperandNumber() > 0);
    if (closes)
      closers.push_back(use.getOwner());
  }
  return closers;
}

} // namespace mlir::tiny

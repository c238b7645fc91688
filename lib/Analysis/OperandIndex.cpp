//===- OperandIndex.cpp - Where an op reads its operands ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/OperandIndex.h"

namespace mlir::tiny {

/// Whether an expand reads some element several times.
static bool repeats(ExpandOp expand) {
  ArrayRef<int64_t> source = getShape(expand.getSource());
  ArrayRef<int64_t> result = expand.getShape();
  size_t lead = result.size() - source.size();
  for (auto [axis, size] : llvm::enumerate(result))
    if (size != 1 && (axis < lead || source[axis - lead] == 1))
      return !llvm::is_contained(result, 0);
  return false;
}

void mapOperandIndices(
    IndexContext &context, Operation &op, ArrayRef<IndexExpr> index,
    llvm::function_ref<IndexExpr(const Dim &size)> reduced,
    llvm::function_ref<void(Value, ArrayRef<IndexExpr>, bool repeats)> visit) {
  if (auto pad = dyn_cast<PadOp>(op)) {
    // Where it reads, without the condition that it reads at all.
    SmallVector<IndexExpr, 4> source;
    ValueRange dynamic = pad.getDynamic();
    for (auto [expr, low] : llvm::zip(index, takeDims(pad.getLow(), dynamic)))
      source.push_back(context.sub(expr, importDim(context, low)));
    return visit(pad.getSource(), source, false);
  }
  if (auto movement = dyn_cast<MovementOpInterface>(op)) {
    SmallVector<IndexExpr, 4> source;
    movement.mapIndex(context, index, source);
    auto expand = dyn_cast<ExpandOp>(op);
    return visit(op.getOperand(0), source, expand && repeats(expand));
  }
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    SmallVector<IndexExpr, 4> source(index);
    for (int64_t axis : reduce.getAxes())
      source[axis] = reduced(getDim(reduce.getSource(), axis));
    return visit(reduce.getSource(), source, false);
  }
  if (isa<StackOp>(op)) {
    for (Value operand : op.getOperands())
      visit(operand, index.drop_front(), false);
    return;
  }
  // Elementwise ops broadcast.
  for (Value operand : getDataOperands(&op)) {
    if (!isData(operand))
      continue;
    ArrayRef<int64_t> shape = getShape(operand);
    size_t lead = index.size() - shape.size();
    bool repeats = false;
    for (IndexExpr extra : index.take_front(lead))
      repeats |= !extra.getConstant();
    SmallVector<IndexExpr, 4> source(index.drop_front(lead));
    for (auto [size, expr] : llvm::zip(shape, source))
      if (size == 1 && !expr.getConstant()) {
        repeats = true;
        expr = context.constant(0);
      }
    visit(operand, source, repeats);
  }
}

} // namespace mlir::tiny

//===- OperandIndex.cpp - Where an op reads its operands ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/OperandIndex.h"

namespace mlir::tiny {

void mapOperandIndices(
    IndexContext &context, Operation &op, ArrayRef<IndexExpr> index,
    llvm::function_ref<IndexExpr(int64_t size)> reduced,
    llvm::function_ref<void(Value, ArrayRef<IndexExpr>, bool repeats)> visit) {
  if (auto movement = dyn_cast<MovementOpInterface>(op)) {
    SmallVector<IndexExpr, 4> source;
    movement.mapIndex(context, index, source);
    bool repeats =
        isa<ExpandOp>(op) && *getNumElements(getShape(op.getResult(0))) >
                                 *getNumElements(getShape(op.getOperand(0)));
    return visit(op.getOperand(0), source, repeats);
  }
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    SmallVector<IndexExpr, 4> source(index);
    ArrayRef<int64_t> shape = getShape(reduce.getSource());
    for (int64_t axis : reduce.getAxes())
      source[axis] = reduced(shape[axis]);
    return visit(reduce.getSource(), source, false);
  }
  if (isa<StackOp>(op)) {
    for (Value operand : op.getOperands())
      visit(operand, index.drop_front(), false);
    return;
  }
  // Elementwise ops broadcast.
  for (Value operand : op.getOperands()) {
    if (!isValueType(operand.getType()))
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

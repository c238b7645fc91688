//===- MovementIndexMaps.cpp - Where the elements of movements come from --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

IndexExpr ReshapeOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                              SmallVectorImpl<IndexExpr> &sourceIndex) {
  Value source = getSource(), result = getResult();
  if (!isSymbolic(source.getType()) && !isSymbolic(result.getType())) {
    IndexExpr offset = context.linearize(index, getShape());
    llvm::append_range(sourceIndex,
                       context.delinearize(offset, tiny::getShape(source)));
    return context.boolean(true);
  }
  auto import = [&](Value value) {
    return importDims(context, getDims(value));
  };
  IndexExpr offset = context.linearize(index, import(result));
  llvm::append_range(sourceIndex, context.delinearize(offset, import(source)));
  return context.boolean(true);
}

IndexExpr PermuteOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                              SmallVectorImpl<IndexExpr> &sourceIndex) {
  sourceIndex.resize(index.size());
  for (auto [axis, source] : llvm::enumerate(getOrder()))
    sourceIndex[source] = index[axis];
  return context.boolean(true);
}

IndexExpr ExpandOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                             SmallVectorImpl<IndexExpr> &sourceIndex) {
  ArrayRef<int64_t> source = tiny::getShape(getSource());
  size_t lead = index.size() - source.size();
  for (auto [axis, size] : llvm::enumerate(source))
    sourceIndex.push_back(size == 1 ? context.constant(0) : index[lead + axis]);
  return context.boolean(true);
}

IndexExpr PadOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                          SmallVectorImpl<IndexExpr> &sourceIndex) {
  ValueRange dynamic = getDynamic();
  auto low = importDims(context, takeDims(getLow(), dynamic));
  auto sizes = importDims(context, takeDims(getSizes(), dynamic));
  auto source = importDims(context, getDims(getSource()));
  IndexExpr valid = context.boolean(true);
  for (auto [axis, expr] : llvm::enumerate(index)) {
    if (!low[axis].isConstant(0))
      valid = context.logicalAnd(valid, context.ge(expr, low[axis]));
    IndexExpr end = context.add(low[axis], source[axis]);
    if (end != sizes[axis])
      valid = context.logicalAnd(valid, context.lt(expr, end));
  }
  for (auto [axis, expr] : llvm::enumerate(index))
    sourceIndex.push_back(context.sub(expr, low[axis]));
  return valid;
}

IndexExpr ShrinkOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                             SmallVectorImpl<IndexExpr> &sourceIndex) {
  ValueRange dynamic = getDynamic();
  for (auto [expr, offset] : llvm::zip(index, takeDims(getOffsets(), dynamic)))
    sourceIndex.push_back(context.add(expr, importDim(context, offset)));
  return context.boolean(true);
}

IndexExpr FlipOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                           SmallVectorImpl<IndexExpr> &sourceIndex) {
  llvm::append_range(sourceIndex, index);
  for (int64_t axis : getAxes()) {
    IndexExpr size = importDim(context, getDim(getSource(), axis));
    sourceIndex[axis] = context.sub(context.add(size, -1), index[axis]);
  }
  return context.boolean(true);
}

} // namespace mlir::tiny

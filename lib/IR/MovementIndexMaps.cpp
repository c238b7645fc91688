//===- MovementIndexMaps.cpp - Where the elements of movements come from --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

IndexExpr ReshapeOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                              SmallVectorImpl<IndexExpr> &sourceIndex) {
  IndexExpr offset = context.linearize(index, getShape());
  llvm::append_range(sourceIndex,
                     context.delinearize(offset, tiny::getShape(getSource())));
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
  ArrayRef<int64_t> source = tiny::getShape(getSource());
  IndexExpr valid = context.boolean(true);
  for (auto [axis, expr] : llvm::enumerate(index)) {
    int64_t low = getLow()[axis];
    if (low > 0)
      valid = context.logicalAnd(valid, context.ge(expr, low));
    if (getHigh()[axis] > 0)
      valid = context.logicalAnd(valid, context.lt(expr, low + source[axis]));
  }
  for (auto [axis, expr] : llvm::enumerate(index))
    sourceIndex.push_back(context.add(expr, -getLow()[axis]));
  return valid;
}

IndexExpr ShrinkOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                             SmallVectorImpl<IndexExpr> &sourceIndex) {
  for (auto [expr, offset] : llvm::zip(index, getOffsets()))
    sourceIndex.push_back(context.add(expr, offset));
  return context.boolean(true);
}

IndexExpr FlipOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                           SmallVectorImpl<IndexExpr> &sourceIndex) {
  llvm::append_range(sourceIndex, index);
  for (int64_t axis : getAxes()) {
    int64_t last = tiny::getShape(getSource())[axis] - 1;
    sourceIndex[axis] = context.sub(context.constant(last), index[axis]);
  }
  return context.boolean(true);
}

} // namespace mlir::tiny

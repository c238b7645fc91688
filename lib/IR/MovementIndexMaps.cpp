//===- MovementIndexMaps.cpp - Where the elements of movements come from --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Where a reshape between static shapes reads: the shapes are cut into the
/// shortest runs of axes that hold as many elements on either side, and only
/// what is in one run depends on each other. Most runs are one axis, which is
/// read where it is, without arithmetic that would have to be undone.
static void mapRuns(IndexContext &context, ArrayRef<IndexExpr> index,
                    ArrayRef<int64_t> shape, ArrayRef<int64_t> source,
                    MutableArrayRef<IndexExpr> sourceIndex) {
  size_t to = 0, from = 0;
  // An axis of size one is in no run: it says nothing and is read at zero.
  auto skipOnes = [](ArrayRef<int64_t> sizes, size_t &axis) {
    while (axis < sizes.size() && sizes[axis] == 1)
      ++axis;
  };
  skipOnes(source, from);
  skipOnes(shape, to);
  while (from < source.size() && to < shape.size()) {
    size_t firstFrom = from, firstTo = to;
    int64_t before = source[from++], after = shape[to++];
    while (before != after)
      if (before < after)
        before *= source[from++];
      else
        after *= shape[to++];
    if (from - firstFrom == 1 && to - firstTo == 1) {
      sourceIndex[firstFrom] = index[firstTo];
    } else {
      IndexExpr offset = context.linearize(index.slice(firstTo, to - firstTo),
                                           shape.slice(firstTo, to - firstTo));
      llvm::copy(context.delinearize(offset,
                                     source.slice(firstFrom, from - firstFrom)),
                 sourceIndex.begin() + firstFrom);
    }
    skipOnes(source, from);
    skipOnes(shape, to);
  }
}

IndexExpr ReshapeOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                              SmallVectorImpl<IndexExpr> &sourceIndex) {
  Value source = getSource(), result = getResult();
  if (!isSymbolic(source.getType()) && !isSymbolic(result.getType())) {
    ArrayRef<int64_t> sizes = tiny::getShape(source);
    sourceIndex.assign(sizes.size(), context.constant(0));
    if (!llvm::is_contained(sizes, 0)) // else nothing is read
      mapRuns(context, index, getShape(), sizes, sourceIndex);
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

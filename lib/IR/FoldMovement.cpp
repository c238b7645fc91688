//===- FoldMovement.cpp - Folding of movement ops -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A movement that changes nothing is its source, and two movements of one kind
// are one: the outer op takes the source of the inner one in place.
//
//===----------------------------------------------------------------------===//

#include "FoldUtils.h"

namespace mlir::tiny {

using Ints = SmallVector<int64_t, 4>;

static bool allZero(ArrayRef<int64_t> values) {
  return llvm::all_of(values, [](int64_t value) { return value == 0; });
}

/// Makes `op` move `source`, and is its source if that changes nothing.
template <typename OpTy>
static OpFoldResult readThrough(OpTy op, Value source, bool isIdentity) {
  if (isIdentity)
    return source;
  op.getSourceMutable().assign(source);
  return op.getResult();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  auto inner = getSource().getDefiningOp<ReshapeOp>();
  if (!inner)
    return {};
  // Over a scalar a vector would become a tensor, or the reverse.
  Type type = inner.getSource().getType();
  if (getShapedLike(type, getShape(), getElementType(type)) != getType())
    return {};
  return readThrough(*this, inner.getSource(), type == getType());
}

static bool isIdentityOrder(ArrayRef<int64_t> order) {
  for (auto [to, from] : llvm::enumerate(order))
    if (static_cast<int64_t>(to) != from)
      return false;
  return true;
}

OpFoldResult PermuteOp::fold(FoldAdaptor) {
  if (isIdentityOrder(getOrder()))
    return getSource();
  auto inner = getSource().getDefiningOp<PermuteOp>();
  if (!inner)
    return {};
  Ints order;
  for (int64_t axis : getOrder())
    order.push_back(inner.getOrder()[axis]);
  setOrder(order);
  return readThrough(*this, inner.getSource(), isIdentityOrder(order));
}

OpFoldResult ExpandOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  auto inner = getSource().getDefiningOp<ExpandOp>();
  if (!inner)
    return {};
  setVector(isa<VectorType>(getType()) &&
            !isa<VectorType>(inner.getSource().getType()));
  return readThrough(*this, inner.getSource(), /*isIdentity=*/false);
}

OpFoldResult PadOp::fold(FoldAdaptor) {
  if (allZero(getLow()) && allZero(getHigh()))
    return getSource();
  auto inner = getSource().getDefiningOp<PadOp>();
  if (!inner)
    return {};
  Ints low, high;
  for (auto [outer, deeper] : llvm::zip(getLow(), inner.getLow()))
    low.push_back(outer + deeper);
  for (auto [outer, deeper] : llvm::zip(getHigh(), inner.getHigh()))
    high.push_back(outer + deeper);
  setLow(low);
  setHigh(high);
  return readThrough(*this, inner.getSource(), /*isIdentity=*/false);
}

OpFoldResult ShrinkOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  auto inner = getSource().getDefiningOp<ShrinkOp>();
  if (!inner)
    return {};
  Ints offsets;
  for (auto [outer, deeper] : llvm::zip(getOffsets(), inner.getOffsets()))
    offsets.push_back(outer + deeper);
  setOffsets(offsets);
  return readThrough(*this, inner.getSource(), /*isIdentity=*/false);
}

OpFoldResult FlipOp::fold(FoldAdaptor) {
  ArrayRef<int64_t> shape = tiny::getShape(getSource());
  llvm::SmallBitVector flipped(shape.size());
  for (int64_t axis : getAxes())
    flipped.set(axis);
  auto inner = getSource().getDefiningOp<FlipOp>();
  if (inner) // twice is not at all
    for (int64_t axis : inner.getAxes())
      flipped.flip(axis);
  for (auto [axis, size] : llvm::enumerate(shape))
    if (size <= 1)
      flipped.reset(axis);
  Ints axes(flipped.set_bits_begin(), flipped.set_bits_end());
  if (axes.empty())
    return inner ? inner.getSource() : getSource();
  if (inner) {
    setAxes(axes);
    return readThrough(*this, inner.getSource(), /*isIdentity=*/false);
  }
  if (ArrayRef<int64_t>(axes) == getAxes())
    return {};
  setAxes(axes); // ascending, without the axes of size one
  return getResult();
}

} // namespace mlir::tiny

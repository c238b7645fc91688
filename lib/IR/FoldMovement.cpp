//===- FoldMovement.cpp - Folding of movement ops -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A movement that changes nothing is its source, and two movements of one kind
// are one: the outer op takes the source of the inner one in place. A folder
// makes no op, so offsets that are symbolic are not added up.
//
//===----------------------------------------------------------------------===//

#include "FoldUtils.h"

namespace mlir::tiny {

using Ints = SmallVector<int64_t, 4>;

/// Makes `op` move `source`, and is its source if that changes nothing.
template <typename OpTy>
static OpFoldResult readThrough(OpTy op, Value source, bool isIdentity) {
  if (isIdentity)
    return source;
  op.getSourceMutable().assign(source);
  return op.getResult();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType() && haveSameDims(getSource(), *this))
    return getSource();
  auto inner = getSource().getDefiningOp<ReshapeOp>();
  if (!inner)
    return {};
  // Over a scalar a vector would become a tensor, or the reverse.
  Type type = inner.getSource().getType();
  if (getShapedLike(type, getShape(), getElementType(type)) != getType())
    return {};
  return readThrough(*this, inner.getSource(),
                     type == getType() &&
                         haveSameDims(inner.getSource(), *this));
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
  if (getSource().getType() == getType() && haveSameDims(getSource(), *this))
    return getSource();
  auto inner = getSource().getDefiningOp<ExpandOp>();
  if (!inner)
    return {};
  setVector(isa<VectorType>(getType()) &&
            !isa<VectorType>(inner.getSource().getType()));
  return readThrough(*this, inner.getSource(), /*isIdentity=*/false);
}

/// The sums of two lists of offsets.
static Ints addUp(ArrayRef<int64_t> outer, ArrayRef<int64_t> inner) {
  Ints sums;
  for (auto [left, right] : llvm::zip(outer, inner))
    sums.push_back(left + right);
  return sums;
}

OpFoldResult PadOp::fold(FoldAdaptor) {
  // Where the sizes are equal nothing comes before.
  if (getSource().getType() == getType() && haveSameDims(getSource(), *this))
    return getSource();
  auto inner = getSource().getDefiningOp<PadOp>();
  if (!inner || isSymbolic(getLow()) || isSymbolic(inner.getLow()))
    return {};
  setLow(addUp(getLow(), inner.getLow()));
  return readThrough(*this, inner.getSource(), /*isIdentity=*/false);
}

OpFoldResult ShrinkOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType() && haveSameDims(getSource(), *this))
    return getSource();
  auto inner = getSource().getDefiningOp<ShrinkOp>();
  if (!inner || isSymbolic(getOffsets()) || isSymbolic(inner.getOffsets()))
    return {};
  setOffsets(addUp(getOffsets(), inner.getOffsets()));
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
    if (size == 0 || size == 1)
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

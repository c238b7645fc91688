//===- MovementOps.cpp - Inference of movement ops ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tiny {

namespace {
/// What the inference functions share: the source, its shape, reporting.
struct Movement {
  StringRef name;
  std::optional<Location> loc;
  Type source;
  /// How many operands are sizes or offsets.
  size_t numDynamic;
  SmallVectorImpl<Type> &types;

  ArrayRef<int64_t> shape() const { return getShape(source); }

  LogicalResult error(const Twine &message) const {
    return emitOptionalError(loc, "'", name, "' op ", message);
  }
  /// `message` followed by ` of <type>`.
  LogicalResult errorOf(const Twine &message) const {
    std::string type;
    llvm::raw_string_ostream(type) << source;
    return error(message + " of " + type);
  }
  LogicalResult result(ArrayRef<int64_t> shape) const {
    types.push_back(getShapedLike(source, shape, getElementType(source)));
    return success();
  }
};
} // namespace

static std::string str(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printInts(os, values);
  return text;
}

static bool hasNegative(ArrayRef<int64_t> values) {
  return llvm::any_of(values, [](int64_t value) {
    return value < 0 && !ShapedType::isDynamic(value);
  });
}

/// Whether an op has an operand for each symbolic entry of its lists, and no
/// such size where it makes a vector.
static LogicalResult checkDynamic(const Movement &move,
                                  ArrayRef<int64_t> offsets,
                                  ArrayRef<int64_t> sizes,
                                  bool isVector = false) {
  size_t count = llvm::count(offsets, int64_t(ShapedType::kDynamic)) +
                 llvm::count(sizes, int64_t(ShapedType::kDynamic));
  if (count != move.numDynamic)
    return move.error("has " + Twine(count) + " symbolic entries and " +
                      Twine(move.numDynamic) + " operands for them");
  bool isBuffer = isa<BufferType>(move.source) && isSymbolic(sizes);
  if (count > 0 && (isVector || isBuffer || isa<VectorType>(move.source)))
    return move.errorOf("has symbolic entries for the " +
                        Twine(isBuffer ? "buffer" : "vector")); // C1, C2
  return success();
}

/// Whether `axes` are different numbers of `0 .. rank - 1`.
static bool areAxes(ArrayRef<int64_t> axes, size_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= static_cast<int64_t>(rank) || seen[axis])
      return false;
    seen.set(axis);
  }
  return true;
}

static LogicalResult infer(const Movement &move,
                           const ReshapeOp::Properties &properties) {
  ArrayRef<int64_t> shape = properties.shape;
  if (failed(checkDynamic(move, {}, shape)))
    return failure();
  if (hasNegative(shape))
    return move.error("has a negative size in " + str(shape)); // C1
  auto count = getNumElements(shape);
  bool isKnown = !isSymbolic(shape) && !isSymbolic(move.source);
  if (!count || (isKnown && count != getNumElements(move.shape())))
    return move.errorOf("shape " + str(shape) +
                        " does not hold the elements"); // C2
  return move.result(shape);
}

static LogicalResult infer(const Movement &move,
                           const PermuteOp::Properties &properties) {
  ArrayRef<int64_t> order = properties.order, shape = move.shape();
  if (order.size() != shape.size() || !areAxes(order, shape.size()))
    return move.errorOf("order " + str(order) +
                        " is no permutation of the axes"); // C1
  SmallVector<int64_t, 4> result;
  for (int64_t axis : order)
    result.push_back(shape[axis]);
  return move.result(result);
}

static LogicalResult infer(const Movement &move,
                           const ExpandOp::Properties &properties) {
  ArrayRef<int64_t> shape = properties.shape, source = move.shape();
  if (failed(checkDynamic(move, {}, shape, properties.vector)))
    return failure();
  if (hasNegative(shape))
    return move.error("has a negative size in " + str(shape)); // C1
  if (shape.size() < source.size())
    return move.errorOf("shape " + str(shape) +
                        " has fewer axes than the source"); // C2
  for (auto [from, to] : llvm::zip(llvm::reverse(source), llvm::reverse(shape)))
    if (from != 1 && from != to && !ShapedType::isDynamic(from) &&
        !ShapedType::isDynamic(to))
      return move.errorOf("shape " + str(shape) + " is no broadcast"); // C3
  if (!getNumElements(shape))
    return move.error("has too many elements in " + str(shape)); // C1
  bool isVector = properties.vector || isa<VectorType>(move.source);
  if (isVector && llvm::is_contained(shape, 0))
    return move.error("makes an empty vector of shape " + str(shape)); // C4
  if (!properties.vector)
    return move.result(shape);
  if (isa<RankedTensorType>(move.source) ||
      isa<WeakFloatType>(getElementType(move.source)))
    return move.errorOf("makes no vector"); // C4
  move.types.push_back(getVectorType(shape, getElementType(move.source)));
  return success();
}

/// Whether a part of `size` elements from `offset` on lies in an axis, as far
/// as that is known.
static bool mayLieIn(int64_t full, int64_t offset, int64_t size) {
  auto isKnown = [](int64_t value) { return !ShapedType::isDynamic(value); };
  if (!isKnown(full))
    return true;
  if (isKnown(offset) && offset > full)
    return false;
  if (isKnown(size) && size > full)
    return false;
  return !isKnown(offset) || !isKnown(size) || size <= full - offset;
}

static LogicalResult infer(const Movement &move,
                           const PadOp::Properties &properties) {
  ArrayRef<int64_t> low = properties.low, sizes = properties.sizes;
  ArrayRef<int64_t> shape = move.shape();
  if (low.size() != shape.size() || sizes.size() != shape.size())
    return move.errorOf("low " + str(low) + " and sizes " + str(sizes) +
                        " do not match the axes"); // C1
  if (failed(checkDynamic(move, low, sizes)))
    return failure();
  if (hasNegative(low) || hasNegative(sizes))
    return move.error("has a negative entry in low " + str(low) + " or sizes " +
                      str(sizes)); // C2
  for (auto [before, size, full] : llvm::zip(low, shape, sizes))
    if (!mayLieIn(full, before, size))
      return move.errorOf("low " + str(low) + " and sizes " + str(sizes) +
                          " have no room for the elements"); // C3
  if (!getNumElements(sizes))
    return move.errorOf("sizes " + str(sizes) +
                        " make too many elements"); // C2
  return move.result(sizes);
}

static LogicalResult infer(const Movement &move,
                           const ShrinkOp::Properties &properties) {
  ArrayRef<int64_t> offsets = properties.offsets, sizes = properties.sizes;
  ArrayRef<int64_t> shape = move.shape();
  if (offsets.size() != shape.size() || sizes.size() != shape.size())
    return move.errorOf("offsets " + str(offsets) + " and sizes " + str(sizes) +
                        " do not match the axes"); // C1
  bool isInside = !hasNegative(offsets) && !hasNegative(sizes);
  for (auto [offset, size, full] : llvm::zip(offsets, sizes, shape))
    isInside &= mayLieIn(full, offset, size);
  if (!isInside)
    return move.errorOf("offsets " + str(offsets) + " and sizes " + str(sizes) +
                        " leave the bounds"); // C2
  if (failed(checkDynamic(move, offsets, sizes)))
    return failure();
  if (isa<VectorType>(move.source) && llvm::is_contained(sizes, 0))
    return move.errorOf("sizes " + str(sizes) + " take an empty part"); // C2
  return move.result(sizes);
}

static LogicalResult infer(const Movement &move,
                           const FlipOp::Properties &properties) {
  if (!areAxes(properties.axes, move.shape().size()))
    return move.errorOf("axes " + str(properties.axes) +
                        " are not different axes"); // C1
  return move.result(move.shape());
}

#define TINY_INFER_MOVEMENT(Op)                                                \
  LogicalResult Op::inferReturnTypes(                                          \
      MLIRContext *, std::optional<Location> loc, ValueRange operands,         \
      DictionaryAttr, OpaqueProperties properties, RegionRange,                \
      SmallVectorImpl<Type> &types) {                                          \
    return infer({getOperationName(), loc, operands[0].getType(),              \
                  operands.size() - 1, types},                                 \
                 *properties.as<Properties *>());                              \
  }
TINY_INFER_MOVEMENT(ReshapeOp)
TINY_INFER_MOVEMENT(PermuteOp)
TINY_INFER_MOVEMENT(ExpandOp)
TINY_INFER_MOVEMENT(PadOp)
TINY_INFER_MOVEMENT(ShrinkOp)
TINY_INFER_MOVEMENT(FlipOp)
#undef TINY_INFER_MOVEMENT

LogicalResult StackOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties properties,
                                        RegionRange,
                                        SmallVectorImpl<Type> &types) {
  // The parser has no properties where the text has no flag.
  auto *flags = properties.as<Properties *>();
  bool isVector = flags && flags->vector;
  if (operands.empty())
    return emitOptionalError(loc, "'tiny.stack' op needs an operand"); // C1
  Type type = operands[0].getType();
  for (Type other : operands.getTypes())
    if (other != type)
      return emitOptionalError(loc, "'tiny.stack' op has operands of types ",
                               type, " and ", other); // C2
  if (isVector && (isa<ShapedType>(type) || isa<WeakFloatType>(type)))
    return emitOptionalError(loc,
                             "'tiny.stack' op makes a vector of scalars "
                             "with a width, not of ",
                             type); // C3
  SmallVector<int64_t, 4> shape = {static_cast<int64_t>(operands.size())};
  llvm::append_range(shape, getShape(type));
  if (!getNumElements(shape))
    return emitOptionalError(loc, "'tiny.stack' op has too many elements of ",
                             type); // C4
  Type element = getElementType(type);
  types.push_back(isVector ? getVectorType(shape, element)
                           : getShapedLike(type, shape, element));
  return success();
}

} // namespace mlir::tiny

//===- ShardingOps.cpp - Values in pieces ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

LogicalResult UnshardOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> loc,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties properties,
                                          RegionRange,
                                          SmallVectorImpl<Type> &types) {
  const auto &own = *properties.as<Properties *>();
  ArrayRef<int64_t> axes = own.axes, counts = own.counts;
  Type source = operands[0].getType();
  SmallVector<int64_t, 4> shape(getShape(source));
  auto error = [&](const Twine &text) {
    std::string type;
    llvm::raw_string_ostream(type) << source;
    return emitOptionalError(loc, "'tiny.unshard' op ", text, " of ", type);
  };
  if (axes.size() != counts.size() || axes.size() != operands.size() - 1)
    return emitOptionalError(loc, "'tiny.unshard' op has ", axes.size(),
                             " axes, ", counts.size(), " counts and ",
                             operands.size() - 1, " ranges"); // C1
  int64_t previous = -1;
  for (auto [axis, count] : llvm::zip_equal(axes, counts)) {
    if (axis <= previous || axis >= static_cast<int64_t>(shape.size()))
      return error("axes are not ascending axes"); // C1
    previous = axis;
    if (count < 1)
      return emitOptionalError(loc, "'tiny.unshard' op has count ", count,
                               ", which is not positive"); // C2
    if (ShapedType::isDynamic(shape[axis]) ||
        llvm::MulOverflow(shape[axis], count, shape[axis]))
      return error("cannot join the pieces"); // C4
  }
  if (!getNumElements(shape))
    return error("cannot join the pieces"); // C4
  if (auto buffer = dyn_cast<BufferType>(source))
    types.push_back(BufferType::get(buffer.getContext(), shape,
                                    buffer.getElementType(),
                                    buffer.getAddressSpace()));
  else
    types.push_back(getShapedLike(source, shape, getElementType(source)));
  return success();
}

LogicalResult UnshardOp::verify() {
  for (auto [range, count] : llvm::zip_equal(getRanges(), getCounts()))
    if (auto op = range.getDefiningOp<RangeOp>(); op && op.getExtent() != count)
      return emitOpError("has ") << count << " blocks for a range of "
                                 << op.getExtent() << " values"; // C3
  return success();
}

LogicalResult AllReduceOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> loc,
                                            ValueRange operands, DictionaryAttr,
                                            OpaqueProperties, RegionRange,
                                            SmallVectorImpl<Type> &types) {
  if (operands.size() < 2)
    return emitOptionalError(loc, "'tiny.allreduce' op has no range"); // C1
  Type source = operands[0].getType();
  if (isa<WeakFloatType>(getElementType(source)))
    return emitOptionalError(
        loc, "'tiny.allreduce' op does not take weak floats"); // C2
  types.push_back(source);
  return success();
}

LogicalResult MSelectOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

LogicalResult MSelectOp::verify() {
  if (getIndex() < 0)
    return emitOpError("selects the negative instance ") << getIndex(); // C1
  return success();
}

Value MSelectOp::getOwnState(Value state) {
  auto select = state.getDefiningOp<MSelectOp>();
  return select ? select.getSource() : state;
}

LogicalResult CopyOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties properties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  const auto &own = *properties.as<Properties *>();
  Type type = operands[0].getType();
  StringRef devices = own.devices;
  if (devices.empty())
    return emitOptionalError(loc, "'tiny.copy' op names no device"); // C1
  ArrayRef<int64_t> shape = getShape(type);
  int64_t count = devices.count(',') + 1, axis = own.axis;
  if (axis < -1 || axis >= static_cast<int64_t>(shape.size()))
    return emitOptionalError(loc, "'tiny.copy' op has no axis ", axis,
                             " in its operand of type ", type); // C2
  if (axis >= 0 &&
      (ShapedType::isDynamic(shape[axis]) || shape[axis] % count != 0))
    return emitOptionalError(loc, "'tiny.copy' op multi axis uneven: axis ",
                             axis, " of ", type, " cannot be cut into ", count,
                             " blocks of one size"); // C2
  types.push_back(type);
  return success();
}

} // namespace mlir::tiny

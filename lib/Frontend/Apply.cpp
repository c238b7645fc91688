//===- Apply.cpp - Kernels of the program on values -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/KernelAccesses.h"
#include "tiny/Frontend/Arena.h"
#include "tiny/Runtime/Buffer.h"

namespace mlir::tiny {

/// Whether a part of an axis list is the start of the whole in row-major order:
/// full axes behind one that is cut, and single elements before it.
static bool isPrefix(ArrayRef<int64_t> part, ArrayRef<int64_t> whole) {
  size_t axis = part.size();
  while (axis > 0 && part[axis - 1] == whole[axis - 1])
    --axis;
  // The last axis that is cut; before it there must be ones.
  for (size_t i = 0; i + 1 < axis; ++i)
    if (part[i] != 1)
      return false;
  return true;
}

StoredView findStored(Value value) {
  StoredView view;
  while (true) {
    Operation *op = value.getDefiningOp();
    if (isa<LoadOp, AppliedOp, ContiguousOp>(op)) {
      view.base = value;
      std::reverse(view.movements.begin(), view.movements.end());
      return view;
    }
    if (isa<CustomGradientOp, DetachOp, ContiguousBackwardOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    auto reshape = dyn_cast<ReshapeOp>(op);
    bool isKept = reshape && !isSymbolic(reshape.getType()) &&
                  !isSymbolic(reshape.getSource().getType());
    if (auto shrink = dyn_cast<ShrinkOp>(op))
      isKept = llvm::all_of(shrink.getOffsets(),
                            [](int64_t offset) { return offset == 0; }) &&
               isPrefix(getMaxShape(value), getMaxShape(shrink.getSource()));
    if (!isKept)
      return {};
    view.movements.push_back(op);
    value = op->getOperand(0);
  }
}

Value Arena::withoutContent(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  Operation *buffer = load ? load.getBuffer().getDefiningOp() : nullptr;
  if (!isa_and_nonnull<BufferOp>(buffer))
    return value;
  const Storage &storage = getStorage(buffer);
  if (!storage.buffer || !storage.buffer->isUndefined())
    return value;
  return create<UndefinedOp>({}, {value.getType()});
}

LogicalResult Arena::apply(Value roots, ArrayRef<Value> values,
                           SmallVectorImpl<Value> &result) {
  SmallVector<StoredView, 8> views;
  SmallVector<Type, 8> types;
  for (Value value : values) {
    Value base = views.emplace_back(findStored(value)).base;
    SmallVector<int64_t, 4> shape = getMaxShape(base);
    auto type = BufferType::getChecked(
        [&] { return emitError(loc); }, context, ArrayRef<int64_t>(shape),
        getElementType(base), AddressSpace::Global);
    if (!type)
      return failure();
    types.push_back(type);
  }
  SmallVector<Value, 2> numbers;
  OwningOpRef<KernelOp> kernel = buildKernel(roots, types, numbers);
  if (!kernel)
    return failure();
  llvm::SmallBitVector stored = getStoredArguments(*kernel);
  llvm::SmallBitVector onlyStored = getLoadedArguments(*kernel);
  onlyStored.flip() &= stored;

  SmallVector<Value, 8> operands;
  for (auto [i, view] : llvm::enumerate(views))
    operands.push_back(onlyStored.test(i) ? withoutContent(view.base)
                                          : view.base);
  ApplyOp::Properties properties;
  properties.callee = FlatSymbolRefAttr::get(kernels.add(std::move(kernel)));
  properties.operandSegmentSizes = {static_cast<int>(views.size()),
                                    static_cast<int>(numbers.size())};
  llvm::append_range(operands, numbers);
  Value token = create<ApplyOp>(operands, properties);
  if (!token)
    return failure();
  llvm::SmallDenseMap<Value, size_t> firstOf;
  for (auto [i, view] : llvm::enumerate(views)) {
    // Several arguments may be one.
    size_t first = firstOf.try_emplace(view.base, i).first->second;
    if (!stored.test(first)) {
      result.push_back({});
      continue;
    }
    Value left = create<AppliedOp>({operands[first], token},
                                   {static_cast<int64_t>(first)});
    for (Operation *op : view.movements) {
      SmallVector<Value, 4> parts(op->getOperands());
      parts[0] = left;
      left = createOp(op->getName(), parts, op->getPropertiesStorage());
    }
    if (!left)
      return failure();
    result.push_back(left);
  }
  return success();
}

} // namespace mlir::tiny

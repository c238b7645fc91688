//===- Loops.cpp - Ranges become loops ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "LoweredTypes.h"

namespace mlir::tiny {

Value KernelLowering::getCellValue(unsigned cell) {
  Value &value = cellValues[cell];
  if (!value) {
    Type type = cells.getType(cell);
    value = isa<FloatType>(getElementType(type)) ? arithmetic.real(type, 0.0)
                                                 : arithmetic.integer(type, 0);
  }
  return value;
}

LogicalResult KernelLowering::openLoop(RangeOp range) {
  OpenLoop open = {range, {}, static_cast<unsigned>(isScopeOpen.size())};
  isScopeOpen.push_back(true);
  Type index = builder.getIndexType();
  if (isInlined(range)) {
    openLoops.push_back(open);
    return define(range.getResult(), arithmetic.integer(index, 0));
  }
  if (range.getAxis() == AxisType::Thread && !openLoops.empty())
    return range.emitOpError("is a thread axis inside of a loop");
  Value lower = arithmetic.integer(index, 0);
  Value upper = range.isSymbolic()
                    ? lookup(range, range.getLimit())
                    : arithmetic.integer(index, range.getExtent());
  if (!upper)
    return failure();
  if (range.getAxis() == AxisType::Thread) {
    size_t numBuffers = kernel.getBody().getNumArguments();
    lower = function.getArgument(numBuffers);
    upper = function.getArgument(numBuffers + 1);
  }
  SmallVector<Value> initial;
  for (unsigned cell : cells.getCarried(range).set_bits())
    initial.push_back(getCellValue(cell));
  open.loop = scf::ForOp::create(builder, range.getLoc(), lower, upper,
                                 arithmetic.integer(index, 1), initial);
  for (auto [cell, value] : llvm::zip(cells.getCarried(range).set_bits(),
                                      open.loop.getRegionIterArgs()))
    cellValues[cell] = value;
  openLoops.push_back(open);
  // A loop that carries nothing has its terminator already.
  builder.setInsertionPointToStart(open.loop.getBody());
  return define(range.getResult(), open.loop.getInductionVar());
}

LogicalResult KernelLowering::closeLoops(EndOp end) {
  for (Value range : llvm::reverse(end.getRanges())) {
    if (openLoops.empty() || openLoops.back().range != range.getDefiningOp())
      return end.emitOpError("does not close the ranges that were opened last");
    OpenLoop open = openLoops.pop_back_val();
    isScopeOpen[open.scope] = false;
    if (!open.loop)
      continue;
    const llvm::BitVector &carried = cells.getCarried(open.range);
    if (carried.any()) {
      SmallVector<Value> next;
      for (unsigned cell : carried.set_bits())
        next.push_back(getCellValue(cell));
      scf::YieldOp::create(builder, end.getLoc(), next);
    }
    builder.setInsertionPointAfter(open.loop);
    // What the loop changes but does not carry, nobody reads again.
    for (unsigned cell : cells.getChanged(open.range).set_bits())
      cellValues[cell] = Value();
    for (auto [cell, value] :
         llvm::zip(carried.set_bits(), open.loop.getResults()))
      cellValues[cell] = value;
  }
  return success();
}

} // namespace mlir::tiny

//===- SymbolicShapes.cpp - Shapes that depend on variables ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/SymbolicShapes.h"

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

namespace {

/// Checks one op. Sizes are compared as index expressions of one context.
class ShapeChecker {
public:
  explicit ShapeChecker(Operation *op) : op(op) {}
  LogicalResult check();

private:
  using Exprs = SmallVector<IndexExpr, 4>;

  Exprs import(ArrayRef<Dim> dims) { return importDims(context, dims); }
  bool isEqual(IndexExpr lhs, IndexExpr rhs) {
    return lhs == rhs || context.sub(lhs, rhs).isConstant(0);
  }
  /// `lhs <= rhs` for certain.
  bool isAtMost(IndexExpr lhs, IndexExpr rhs) {
    return context.sub(rhs, lhs).getInterval().min >= 0;
  }
  bool liesIn(ArrayRef<Dim> starts, ArrayRef<Dim> sizes, ArrayRef<Dim> full);
  IndexExpr product(ArrayRef<Dim> dims);

  LogicalResult checkReshape(ReshapeOp reshape);
  LogicalResult checkExpand(ExpandOp expand);
  LogicalResult checkBroadcast();

  Operation *op;
  IndexContext context;
};

} // namespace

/// `[4, n]`.
static std::string render(ArrayRef<Dim> dims) {
  std::string text = "[";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(dims, os,
                        [&](const Dim &dim) { os << renderDim(dim); });
  return text + "]";
}

bool ShapeChecker::liesIn(ArrayRef<Dim> starts, ArrayRef<Dim> sizes,
                          ArrayRef<Dim> full) {
  IndexExpr zero = context.constant(0);
  for (auto [start, size, all] :
       llvm::zip(import(starts), import(sizes), import(full)))
    if (!isAtMost(zero, start) || !isAtMost(zero, size) ||
        !isAtMost(context.add(start, size), all))
      return false;
  return true;
}

IndexExpr ShapeChecker::product(ArrayRef<Dim> dims) {
  IndexExpr result = context.constant(1);
  for (IndexExpr size : import(dims)) {
    // Distributes, so that equal products are equal.
    SmallVector<IndexExpr> index = {result, context.constant(0)};
    result = context.linearize(index, ArrayRef<IndexExpr>{size, size});
  }
  return result;
}

LogicalResult ShapeChecker::checkReshape(ReshapeOp reshape) {
  Dims from = getDims(reshape.getSource()), to = getDims(reshape);
  auto isNegative = [&](IndexExpr size) { return size.getInterval().min < 0; };
  if (!llvm::any_of(import(to), isNegative) &&
      isEqual(product(from), product(to)))
    return success();
  return op->emitOpError("shape ")
         << render(to) << " does not hold the elements of " << render(from)
         << " for all values of the variables";
}

LogicalResult ShapeChecker::checkExpand(ExpandOp expand) {
  Dims from = getDims(expand.getSource()), to = getDims(expand);
  Exprs sources = import(from), results = import(to);
  bool fits = llvm::all_of(
      results, [](IndexExpr size) { return size.getInterval().min >= 0; });
  for (auto [source, result] :
       llvm::zip(llvm::reverse(sources), llvm::reverse(results)))
    fits &= source.isConstant(1) || isEqual(source, result);
  if (fits)
    return success();
  return op->emitOpError("shape ")
         << render(to) << " is no broadcast of " << render(from)
         << " for all values of the variables";
}

/// The sizes of an axis that are not one are equal.
LogicalResult ShapeChecker::checkBroadcast() {
  size_t rank = getShape(op->getResult(0)).size();
  Exprs sizes(rank);
  for (Value operand : op->getOperands()) {
    Dims dims = getDims(operand);
    size_t lead = rank - dims.size();
    for (auto [axis, size] : llvm::enumerate(import(dims))) {
      IndexExpr &known = sizes[lead + axis];
      if (size.isConstant(1))
        continue;
      if (!known)
        known = size;
      if (isEqual(known, size))
        continue;
      InFlightDiagnostic diag = op->emitOpError("operands do not broadcast: ");
      llvm::interleaveComma(op->getOperands(), diag, [&](Value value) {
        diag << render(getDims(value));
      });
      return diag;
    }
  }
  return success();
}

LogicalResult ShapeChecker::check() {
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return checkReshape(reshape);
  if (auto expand = dyn_cast<ExpandOp>(op))
    return checkExpand(expand);
  if (auto pad = dyn_cast<PadOp>(op)) {
    ValueRange dynamic = pad.getDynamic();
    Dims low = takeDims(pad.getLow(), dynamic);
    Dims sizes = takeDims(pad.getSizes(), dynamic);
    if (liesIn(low, getDims(pad.getSource()), sizes))
      return success();
    return op->emitOpError("low ")
           << render(low) << " and sizes " << render(sizes)
           << " may have no room for the elements of "
           << render(getDims(pad.getSource()));
  }
  if (auto shrink = dyn_cast<ShrinkOp>(op)) {
    ValueRange dynamic = shrink.getDynamic();
    Dims offsets = takeDims(shrink.getOffsets(), dynamic);
    Dims sizes = takeDims(shrink.getSizes(), dynamic);
    if (liesIn(offsets, sizes, getDims(shrink.getSource())))
      return success();
    return op->emitOpError("offsets ")
           << render(offsets) << " and sizes " << render(sizes)
           << " may leave the bounds of "
           << render(getDims(shrink.getSource()));
  }
  if (auto iota = dyn_cast<IotaOp>(op)) {
    for (const Dim &size : getDims(iota))
      if (getInterval(size).min < 0)
        return op->emitOpError("size ")
               << renderDim(size) << " may be negative";
    return success();
  }
  if (op->getNumResults() == 1 && isValueType(op->getResult(0).getType()) &&
      op->getNumOperands() > 1)
    return checkBroadcast();
  return success();
}

LogicalResult checkSymbolicShapes(Operation *op) {
  auto hasSymbol = [](Type type) { return isSymbolic(type); };
  if (llvm::none_of(op->getResultTypes(), hasSymbol) &&
      llvm::none_of(op->getOperandTypes(), hasSymbol)) {
    // Offsets alone may be symbolic.
    auto shrink = dyn_cast<ShrinkOp>(op);
    auto pad = dyn_cast<PadOp>(op);
    if (!(shrink && !shrink.getDynamic().empty()) &&
        !(pad && !pad.getDynamic().empty()))
      return success();
  }
  return ShapeChecker(op).check();
}

} // namespace mlir::tiny

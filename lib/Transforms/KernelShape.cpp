//===- KernelShape.cpp - How a kernel reads and writes --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelShape.h"

namespace mlir::tiny {

KernelShape::KernelShape(KernelOp kernel, KernelExprs &exprs,
                         llvm::function_ref<bool(Operation *)> isWanted)
    : context(exprs.context), importer(exprs.importer),
      open(kernel.getBody().front()) {
  for (Operation &op : kernel.getBody().front()) {
    open.visit(&op);
    Value index;
    if (auto load = dyn_cast<LoadOp>(op))
      index = load.getIndex();
    else if (auto store = dyn_cast<StoreOp>(op))
      index = store.getIndex();
    if (index && IndexImporter::isIndexLike(index) &&
        (!isWanted || isWanted(&op)))
      accesses.push_back({&op, importer.import(index), isa<StoreOp>(op),
                          open.get(op.getResult(0))});
  }
}

std::optional<int64_t> KernelShape::getStride(const Access &access,
                                              RangeOp range) {
  // A leaf that is no range may be anything, a loaded index for example.
  for (IndexExpr leaf : access.offset.getLeaves()) {
    Value value = leaf.getValue();
    if (value.getDefiningOp<RangeOp>())
      continue;
    if (dependsOn(value, range))
      return std::nullopt;
  }
  std::optional<IndexContext::Linear> linear =
      context.splitLinear(access.offset, importer.import(range.getResult()));
  if (!linear)
    return std::nullopt;
  return linear->stride;
}

bool KernelShape::isUnit(const Access &access, RangeOp range) {
  std::optional<int64_t> stride = getStride(access, range);
  return stride && (*stride == 0 || *stride == 1);
}

} // namespace mlir::tiny

//===- KernelShape.cpp - How a kernel reads and writes --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelShape.h"

namespace mlir::tiny {

KernelShape::KernelShape(KernelOp kernel,
                         llvm::function_ref<bool(Operation *)> isWanted)
    : importer(context) {
  Block &body = kernel.getBody().front();
  for (RangeOp range : body.getOps<RangeOp>())
    bits.try_emplace(range, bits.size());
  for (Operation &op : body) {
    llvm::SmallBitVector inside(bits.size());
    for (Value operand : op.getOperands())
      if (auto it = ranges.find(operand); it != ranges.end())
        inside |= it->second;
    auto add = [&](Value index, bool isStore) {
      if (index && IndexImporter::isIndexLike(index) &&
          (!isWanted || isWanted(&op)))
        accesses.push_back({&op, importer.import(index), isStore, inside});
    };
    if (auto load = dyn_cast<LoadOp>(op))
      add(load.getIndex(), /*isStore=*/false);
    else if (auto store = dyn_cast<StoreOp>(op))
      add(store.getIndex(), /*isStore=*/true);
    else if (auto range = dyn_cast<RangeOp>(op))
      inside.set(bitOf(range));
    else if (auto ranged = dyn_cast<RangedOpInterface>(op))
      for (Value closed : ranged.getEndedRanges())
        inside.reset(bitOf(closed.getDefiningOp<RangeOp>()));
    for (Value result : op.getResults())
      ranges[result] = inside;
  }
}

bool KernelShape::dependsOn(const Access &access, RangeOp range) {
  return access.ranges.test(bitOf(range));
}

bool KernelShape::dependsOn(Value value, RangeOp range) {
  auto it = ranges.find(value);
  return it != ranges.end() && it->second.test(bitOf(range));
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

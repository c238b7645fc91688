//===- OpenRanges.cpp - The loops that a value lies in --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OpenRanges.h"

namespace mlir::tiny {

OpenRanges::Set OpenRanges::makeSingle(Value range) {
  auto [it, isNew] = singles.try_emplace(range, none);
  if (isNew) {
    it->second = sets.makeSingle(ranges.size());
    ranges.push_back(range);
  }
  return it->second;
}

OpenRanges::Set OpenRanges::makeSet(ValueRange values) {
  Set result = none;
  for (Value value : values)
    result = unite(result, makeSingle(value));
  return result;
}

bool OpenRanges::contains(Set set, Value range) const {
  auto it = singles.find(range);
  return it != singles.end() &&
         llvm::is_contained(sets.get(set), sets.get(it->second).front());
}

SmallVector<Value, 4> OpenRanges::getRanges(Set set) const {
  SmallVector<Value, 4> result;
  for (unsigned number : sets.get(set))
    result.push_back(ranges[number]);
  llvm::sort(result, [](Value lhs, Value rhs) {
    return lhs.getDefiningOp<RangeOp>().getId() <
           rhs.getDefiningOp<RangeOp>().getId();
  });
  return result;
}

void OpenRanges::visit(Operation *op) {
  if (op->getNumResults() == 0)
    return;
  Info info;
  for (Value operand : op->getOperands()) {
    auto other = infos.find(operand);
    if (other == infos.end())
      continue;
    info.open = unite(info.open, other->second.open);
    info.level = std::max(info.level, other->second.level);
  }
  if (isa<RangeOp>(op))
    info.open = unite(info.open, makeSingle(op->getResult(0)));
  if (ValueRange ended = getEndedRanges(op); !ended.empty()) {
    info.open = subtract(info.open, makeSet(ended));
    ++info.level;
  }
  if (info.open != none || info.level != 0)
    infos[op->getResult(0)] = info;
  else
    infos.erase(op->getResult(0));
}

} // namespace mlir::tiny

//===- OpenRanges.cpp - The loops that a value lies in --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OpenRanges.h"

#include <algorithm>

namespace mlir::tiny {

OpenRanges::Set OpenRanges::intern(Numbers numbers) {
  auto [it, isNew] = handles.try_emplace(std::move(numbers), sets.size());
  if (isNew)
    sets.push_back(it->first);
  return it->second;
}

OpenRanges::Set OpenRanges::makeSingle(Value range) {
  auto [it, isNew] = singles.try_emplace(range, none);
  if (isNew) {
    it->second = intern({static_cast<unsigned>(ranges.size())});
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

OpenRanges::Set OpenRanges::unite(Set lhs, Set rhs) {
  if (lhs == rhs || rhs == none)
    return lhs;
  if (lhs == none)
    return rhs;
  auto [it, isNew] = unions.try_emplace(std::minmax(lhs, rhs), none);
  if (isNew) {
    Numbers result;
    std::set_union(sets[lhs].begin(), sets[lhs].end(), sets[rhs].begin(),
                   sets[rhs].end(), std::back_inserter(result));
    it->second = intern(std::move(result));
  }
  return it->second;
}

OpenRanges::Set OpenRanges::subtract(Set lhs, Set rhs) {
  if (lhs == none || rhs == none)
    return lhs;
  auto [it, isNew] = differences.try_emplace({lhs, rhs}, none);
  if (isNew) {
    Numbers result;
    std::set_difference(sets[lhs].begin(), sets[lhs].end(), sets[rhs].begin(),
                        sets[rhs].end(), std::back_inserter(result));
    it->second = intern(std::move(result));
  }
  return it->second;
}

SmallVector<Value, 4> OpenRanges::getRanges(Set set) const {
  SmallVector<Value, 4> result;
  for (unsigned number : sets[set])
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
    Info other = infos.lookup(operand);
    info.open = unite(info.open, other.open);
    info.level = std::max(info.level, other.level);
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

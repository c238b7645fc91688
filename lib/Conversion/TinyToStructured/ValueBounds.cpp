//===- ValueBounds.cpp - Bounds of the integers of a kernel ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ValueBounds.h"

namespace mlir::tiny {

ValueBounds::ValueBounds(Block &block) {
  SmallVector<Interval, 4> operands;
  for (Operation &op : block) {
    auto bounded = dyn_cast<IntervalOpInterface>(op);
    if (!bounded || isFloatType(getElementType(op.getResult(0))))
      continue;
    operands.clear();
    for (Value operand : op.getOperands())
      operands.push_back(get(operand));
    intervals[op.getResult(0)] = bounded.inferInterval(operands);
  }
}

Interval ValueBounds::get(Value value) const {
  auto it = intervals.find(value);
  return it != intervals.end() ? it->second
                               : Interval::ofType(getElementType(value));
}

std::optional<int64_t> ValueBounds::getConstant(Value value) const {
  Interval interval = get(value);
  if (!interval.isPoint() || interval.min != static_cast<int64_t>(interval.min))
    return std::nullopt;
  return static_cast<int64_t>(interval.min);
}

} // namespace mlir::tiny

//===- ValueBounds.cpp - Bounds of the integers of a kernel ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ValueBounds.h"

namespace mlir::tiny {

/// The op that says more about its result than the type does.
static IntervalOpInterface getBounded(Value value) {
  auto bounded = value.getDefiningOp<IntervalOpInterface>();
  return bounded && !isFloatType(getElementType(value)) ? bounded : nullptr;
}

Interval ValueBounds::get(Value value) {
  if (auto it = intervals.find(value); it != intervals.end())
    return it->second;
  // Operands first; a chain of ops may be longer than the stack is deep.
  SmallVector<Value> stack = {value};
  SmallVector<Interval, 4> operands;
  while (!stack.empty()) {
    Value next = stack.back();
    if (intervals.contains(next)) {
      stack.pop_back();
      continue;
    }
    auto bounded = getBounded(next);
    if (!bounded) {
      intervals[next] = Interval::ofType(getElementType(next));
      stack.pop_back();
      continue;
    }
    size_t size = stack.size();
    operands.clear();
    for (Value operand : bounded->getOperands()) {
      auto it = intervals.find(operand);
      if (it == intervals.end())
        stack.push_back(operand);
      else
        operands.push_back(it->second);
    }
    if (stack.size() > size)
      continue;
    intervals[next] = bounded.inferInterval(operands);
    stack.pop_back();
  }
  return intervals.find(value)->second;
}

std::optional<int64_t> ValueBounds::getConstant(Value value) {
  Interval interval = get(value);
  if (!interval.isPoint() || interval.min != static_cast<int64_t>(interval.min))
    return std::nullopt;
  return static_cast<int64_t>(interval.min);
}

} // namespace mlir::tiny

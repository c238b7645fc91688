//===- ValueBounds.h - Bounds of the integers of a kernel -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_CONVERSION_TINYTOSTRUCTURED_VALUEBOUNDS_H
#define TINY_LIB_CONVERSION_TINYTOSTRUCTURED_VALUEBOUNDS_H

#include "tiny/IR/Tiny.h"
#include <optional>

namespace mlir::tiny {

/// The interval of every integer in a block, found in one walk.
class ValueBounds {
public:
  explicit ValueBounds(Block &block);

  /// What is not known lies in the range of its type.
  Interval get(Value value) const;
  /// The only value that an integer can have.
  std::optional<int64_t> getConstant(Value value) const;

private:
  llvm::DenseMap<Value, Interval> intervals;
};

} // namespace mlir::tiny

#endif // TINY_LIB_CONVERSION_TINYTOSTRUCTURED_VALUEBOUNDS_H

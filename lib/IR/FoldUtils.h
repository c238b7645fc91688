//===- FoldUtils.h - What the folders share ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A folder looks at the op that defines an operand, not at the attributes it is
// given, so that a graph which has no attributes for constants folds as well.
// It returns a value that exists, or a number for a scalar result, or changes
// operands and properties of its op in place and returns the op's own result.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_IR_FOLDUTILS_H
#define TINY_LIB_IR_FOLDUTILS_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// The number of a scalar constant, as `type` holds it.
inline std::optional<Number> getConstant(Value value, Type type) {
  if (auto constant = value.getDefiningOp<ConstOp>())
    return constant.getValue().convertedTo(type);
  return std::nullopt;
}

/// `value` if it can stand for `result`, else nothing.
inline OpFoldResult replaceBy(Value result, Value value) {
  return value.getType() == result.getType() ? OpFoldResult(value)
                                             : OpFoldResult();
}

/// The number for a scalar `result`, else nothing.
inline OpFoldResult replaceBy(Value result, std::optional<Number> number) {
  if (!number || !isElementType(result.getType()))
    return {};
  return number->toAttribute(result.getContext());
}

} // namespace mlir::tiny

#endif // TINY_LIB_IR_FOLDUTILS_H

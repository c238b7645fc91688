//===- Temporaries.h - The temporaries of a schedule ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_TEMPORARIES_H
#define TINY_LIB_TRANSFORMS_TEMPORARIES_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Storage that a schedule needs for a while. Two ops with one slot and one
/// type are the same temporary.
struct Temporary {
  SmallVector<BufferOp, 1> ops;
  uint64_t bytes = 0;
  /// The numbers of the first and the last call that uses it; none if none
  /// does.
  std::optional<size_t> first;
  size_t last = 0;
};

/// The temporaries of a function of stage K in the order of their first calls;
/// those that no call uses come last.
SmallVector<Temporary, 0> collectTemporaries(FunctionOp schedule);

/// The bytes from the start of the arena to a temporary, where it has a place.
constexpr llvm::StringLiteral offsetAttrName = "tiny.offset";
/// The bytes of the arena of a function.
constexpr llvm::StringLiteral arenaAttrName = "tiny.arena";

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_TEMPORARIES_H

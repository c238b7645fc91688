//===- Transfer.h - From device to device -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_TRANSFER_H
#define TINY_RUNTIME_TRANSFER_H

#include "tiny/Runtime/Buffer.h"

namespace mlir::tiny {

/// How the blocks of a buffer make up a value: each is all of it, or the value
/// is `numPieces` times a piece of each block in turn. A value that is sharded
/// on axis `a` has as many pieces as the axes before `a` have elements.
struct BlockLayout {
  bool isSharded = false;
  size_t numPieces = 1;
};

/// Copies a value. The sizes of the buffers fit the layouts.
llvm::Error transfer(const Buffer &source, BlockLayout from, Buffer &target,
                     BlockLayout to);

} // namespace mlir::tiny

#endif // TINY_RUNTIME_TRANSFER_H

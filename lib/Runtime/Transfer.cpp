//===- Transfer.cpp - From device to device -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// All devices are parts of one CPU, so that one loop of copies reaches all of
// their memory. A shard is written where it belongs, without a whole value on
// the way, unless both sides are sharded.
//
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/Transfer.h"

#include <cstring>

namespace mlir::tiny {

/// Copies between the pieces of one block of a sharded buffer and a whole
/// value.
template <bool isCut>
static void copyPieces(const Buffer &sharded, BlockLayout layout, char *whole) {
  if (!sharded.getSize())
    return;
  size_t piece = sharded.getSize() / layout.numPieces;
  size_t count = sharded.getNumBlocks();
  for (size_t device = 0; device < count; ++device) {
    char *block = static_cast<char *>(sharded.getBlock(device));
    for (size_t i = 0; i < layout.numPieces; ++i) {
      char *place = whole + (i * count + device) * piece;
      if (isCut)
        std::memcpy(block + i * piece, place, piece);
      else
        std::memcpy(place, block + i * piece, piece);
    }
  }
}

llvm::Error transfer(const Buffer &source, BlockLayout from, Buffer &target,
                     BlockLayout to) {
  if (from.isSharded && to.isSharded) {
    size_t bytes = source.getSize() * source.getNumBlocks();
    llvm::Expected<std::shared_ptr<Buffer>> whole = Buffer::allocate(bytes);
    if (!whole)
      return whole.takeError();
    copyPieces<false>(source, from, static_cast<char *>((*whole)->getData()));
    copyPieces<true>(target, to, static_cast<char *>((*whole)->getData()));
    return llvm::Error::success();
  }
  if (to.isSharded) {
    copyPieces<true>(target, to, static_cast<char *>(source.getData()));
    return llvm::Error::success();
  }
  for (size_t device = 0; device < target.getNumBlocks(); ++device) {
    char *block = static_cast<char *>(target.getBlock(device));
    if (from.isSharded)
      copyPieces<false>(source, from, block);
    else if (target.getSize())
      std::memcpy(block, source.getData(), target.getSize());
  }
  return llvm::Error::success();
}

} // namespace mlir::tiny

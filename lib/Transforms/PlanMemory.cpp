//===- PlanMemory.cpp - Where the temporaries lie -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A temporary lives from the first call that uses it to the last. The arena is
// filled in the order of the calls: a new temporary takes the smallest gap that
// holds it, at the lowest offset among equals; where there is none, the arena
// grows.
//
//===----------------------------------------------------------------------===//

#include "Temporaries.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

namespace mlir::tiny {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// The gaps of an arena, and how far it reaches.
class Arena {
public:
  uint64_t allocate(uint64_t bytes);
  void release(uint64_t offset, uint64_t bytes);
  uint64_t getSize() const { return size; }

private:
  using Gap = std::map<uint64_t, uint64_t>::iterator;
  void addGap(uint64_t offset, uint64_t bytes);
  void removeGap(Gap gap);

  uint64_t size = 0;
  /// Sizes by offset, and the same as pairs of size and offset.
  std::map<uint64_t, uint64_t> gaps;
  std::set<std::pair<uint64_t, uint64_t>> bySize;
};

/// A temporary in its place.
struct Placed {
  uint64_t offset;
  uint64_t bytes;
};

} // namespace

void Arena::addGap(uint64_t offset, uint64_t bytes) {
  gaps[offset] = bytes;
  bySize.insert({bytes, offset});
}

void Arena::removeGap(Gap gap) {
  bySize.erase({gap->second, gap->first});
  gaps.erase(gap);
}

uint64_t Arena::allocate(uint64_t bytes) {
  auto best = bySize.lower_bound({bytes, 0});
  if (best != bySize.end()) {
    auto [gapBytes, offset] = *best;
    removeGap(gaps.find(offset));
    if (gapBytes > bytes)
      addGap(offset + bytes, gapBytes - bytes);
    return offset;
  }
  uint64_t offset = size;
  if (!gaps.empty()) {
    Gap last = std::prev(gaps.end());
    if (last->first + last->second == size) {
      offset = last->first;
      removeGap(last);
    }
  }
  size = offset + bytes;
  return offset;
}

void Arena::release(uint64_t offset, uint64_t bytes) {
  Gap next = gaps.lower_bound(offset);
  if (next != gaps.begin()) {
    Gap previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      offset = previous->first;
      bytes += previous->second;
      removeGap(previous);
    }
  }
  if (next != gaps.end() && offset + bytes == next->first) {
    bytes += next->second;
    removeGap(next);
  }
  addGap(offset, bytes);
}

namespace {
struct PlanMemoryPass final : impl::PlanMemoryPassBase<PlanMemoryPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Temporary, 0> temporaries = collectTemporaries(getOperation());
    if (temporaries.empty())
      return;
    Arena arena;
    // What is in use, the first to end first.
    std::multimap<size_t, Placed> uses;
    Builder builder(&getContext());
    for (Temporary &temporary : temporaries) {
      // One call does not write where it reads something else.
      while (!uses.empty() && temporary.first &&
             uses.begin()->first < *temporary.first) {
        Placed ended = uses.begin()->second;
        arena.release(ended.offset, ended.bytes);
        uses.erase(uses.begin());
      }
      Placed placed;
      placed.bytes = llvm::alignTo(std::max<uint64_t>(temporary.bytes, 1),
                                   uint64_t(granularity));
      placed.offset = arena.allocate(placed.bytes);
      if (reuse && temporary.first)
        uses.insert({temporary.last, placed});
      IntegerAttr offset = builder.getI64IntegerAttr(placed.offset);
      for (BufferOp op : temporary.ops)
        op->setAttr(offsetAttrName, offset);
    }
    getOperation()->setAttr(arenaAttrName,
                            builder.getI64IntegerAttr(arena.getSize()));
  }
};
} // namespace

} // namespace mlir::tiny

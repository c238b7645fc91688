//===- Temporaries.cpp - The temporaries of a schedule --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Temporaries.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::tiny {

static uint64_t getNumBytes(BufferType type) {
  return uint64_t(type.getNumElements()) *
         (getStorageBits(type.getElementType()) / 8);
}

SmallVector<Temporary, 0> collectTemporaries(FunctionOp schedule) {
  llvm::MapVector<std::pair<int64_t, Type>, Temporary> temporaries;
  llvm::DenseMap<Value, std::pair<int64_t, Type>> storage;
  size_t numCalls = 0;
  for (Operation &op : schedule.getBody().front()) {
    if (auto buffer = dyn_cast<BufferOp>(op)) {
      std::pair<int64_t, Type> key(buffer.getSlot(), buffer.getType());
      Temporary &temporary = temporaries[key];
      temporary.ops.push_back(buffer);
      temporary.bytes = getNumBytes(buffer.getType());
      storage[buffer] = key;
    } else if (auto after = dyn_cast<AfterOp>(op)) {
      if (auto it = storage.find(after.getBuffer()); it != storage.end()) {
        // A copy: the table may grow before the assignment reads.
        std::pair<int64_t, Type> key = it->second;
        storage[after] = key;
      }
    } else if (auto select = dyn_cast<MSelectOp>(op)) {
      if (auto it = storage.find(select.getSource()); it != storage.end()) {
        std::pair<int64_t, Type> key = it->second;
        storage[select] = key;
      }
    } else if (auto call = dyn_cast<CallOp>(op)) {
      for (Value state : call.getBuffers()) {
        auto it = storage.find(state);
        if (it == storage.end())
          continue;
        Temporary &temporary = temporaries[it->second];
        if (!temporary.first)
          temporary.first = numCalls;
        temporary.last = numCalls;
      }
      ++numCalls;
    }
  }
  SmallVector<Temporary, 0> result;
  for (auto &entry : temporaries)
    result.push_back(std::move(entry.second));
  llvm::stable_sort(result, [](const Temporary &lhs, const Temporary &rhs) {
    constexpr size_t never = ~size_t(0);
    return lhs.first.value_or(never) < rhs.first.value_or(never);
  });
  return result;
}

} // namespace mlir::tiny

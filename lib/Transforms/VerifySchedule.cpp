//===- VerifySchedule.cpp - The contract of stage K -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelRoots.h"
#include "Temporaries.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include <map>

namespace mlir::tiny {
#define GEN_PASS_DEF_VERIFYSCHEDULEPASS
#include "tiny/Transforms/Passes.h.inc"

/// Checks that no call reads a state that an earlier one has overwritten.
static LogicalResult verifyOrder(FunctionOp schedule,
                                 StoredArguments &storedBy) {
  llvm::DenseSet<Value> overwritten;
  for (Operation &op : schedule.getBody().front()) {
    if (!isa<BufferOp, AfterOp, MSelectOp, GroupOp, CallOp, SinkOp>(op))
      return op.emitOpError("is not part of a schedule");
    if (auto select = dyn_cast<MSelectOp>(op);
        select && !getStorageOf(select.getSource()).getDefiningOp<BufferOp>())
      return op.emitOpError("selects of what is no temporary");
    auto call = dyn_cast<CallOp>(op);
    if (!call)
      continue;
    const llvm::SmallBitVector *stored = storedBy.find(call.getCalleeAttr());
    for (auto [i, state] : llvm::enumerate(call.getBuffers())) {
      Value own = MSelectOp::getOwnState(state);
      if (stored && stored->test(i)) {
        if (own != state)
          return op.emitOpError("stores to the memory of another instance");
      } else if (overwritten.contains(own)) {
        return op.emitOpError(
            "reads a state that an earlier call has overwritten");
      }
    }
    for (auto [i, state] : llvm::enumerate(call.getBuffers()))
      if (stored && stored->test(i))
        overwritten.insert(state);
  }
  return success();
}

/// Checks that the temporaries that have a place lie in the arena, and that no
/// two that are in use at one time overlap.
static LogicalResult verifyPlaces(FunctionOp schedule) {
  auto arena = schedule->getAttrOfType<IntegerAttr>(arenaAttrName);
  if (!arena)
    return success();
  SmallVector<Temporary, 0> temporaries = collectTemporaries(schedule);
  /// What is in use, by the offset.
  std::map<uint64_t, Temporary *> live;
  std::multimap<size_t, uint64_t> ends;
  for (Temporary &temporary : temporaries) {
    BufferOp op = temporary.ops.front();
    auto offset = op->getAttrOfType<IntegerAttr>(offsetAttrName);
    if (!offset)
      return op.emitOpError("has no place in the arena");
    uint64_t begin = offset.getInt(), end = begin + temporary.bytes;
    if (end > uint64_t(arena.getInt()))
      return op.emitOpError("lies outside of the arena");
    if (!temporary.first || temporary.bytes == 0)
      continue;
    while (!ends.empty() && ends.begin()->first < *temporary.first) {
      live.erase(ends.begin()->second);
      ends.erase(ends.begin());
    }
    auto next = live.lower_bound(begin);
    Temporary *other = nullptr;
    if (next != live.end() && next->first < end)
      other = next->second;
    if (next != live.begin()) {
      auto [start, previous] = *std::prev(next);
      if (start + previous->bytes > begin)
        other = previous;
    }
    if (other) {
      InFlightDiagnostic diag =
          op.emitOpError("overlaps a temporary that is in use at one time");
      diag.attachNote(other->ops.front().getLoc()) << "which is here";
      return diag;
    }
    live[begin] = &temporary;
    ends.insert({temporary.last, begin});
  }
  return success();
}

namespace {
struct VerifySchedulePass final
    : impl::VerifySchedulePassBase<VerifySchedulePass> {
  void runOnOperation() override {
    StoredArguments storedBy(getOperation());
    for (FunctionOp schedule : getOperation().getOps<FunctionOp>())
      if (failed(verifyOrder(schedule, storedBy)) ||
          failed(verifyPlaces(schedule)))
        return signalPassFailure();
  }
};
} // namespace
} // namespace mlir::tiny

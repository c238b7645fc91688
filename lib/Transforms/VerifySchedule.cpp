//===- VerifySchedule.cpp - The contract of stage K -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_VERIFYSCHEDULEPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
struct VerifySchedulePass final
    : impl::VerifySchedulePassBase<VerifySchedulePass> {
  void runOnOperation() override {
    llvm::DenseSet<Value> overwritten;
    for (Operation &op : getOperation().getBody().front()) {
      if (!isa<BufferOp, AfterOp, GroupOp, CallOp, SinkOp>(op)) {
        op.emitOpError("is not part of a schedule");
        return signalPassFailure();
      }
      auto call = dyn_cast<CallOp>(op);
      if (!call)
        continue;
      for (Value state : call.getBuffers().drop_front(
               std::min<size_t>(1, call.getBuffers().size())))
        if (overwritten.contains(state)) {
          op.emitOpError("reads a state that an earlier call has overwritten");
          return signalPassFailure();
        }
      if (!call.getBuffers().empty())
        overwritten.insert(call.getBuffers().front());
    }
  }
};
} // namespace
} // namespace mlir::tiny

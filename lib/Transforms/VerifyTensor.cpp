//===- VerifyTensor.cpp - The contract of stage T -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_VERIFYTENSORPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
struct VerifyTensorPass final : impl::VerifyTensorPassBase<VerifyTensorPass> {
  void runOnOperation() override {
    for (Operation &op : getOperation().getBody().front()) {
      bool indexed = false;
      if (auto load = dyn_cast<LoadOp>(op))
        indexed = static_cast<bool>(load.getIndex());
      if (auto store = dyn_cast<StoreOp>(op))
        indexed = static_cast<bool>(store.getIndex());
      // A graph may be about the number of its device.
      auto range = dyn_cast<RangeOp>(op);
      bool isLoop = range && range.getAxis() != AxisType::Device;
      if (indexed || isLoop || isa<EndOp, CopyOp>(op)) {
        op.emitOpError("is not part of a tensor graph");
        return signalPassFailure();
      }
      if (!isa_and_nonnull<TinyDialect>(op.getDialect()) &&
          llvm::any_of(op.getResultTypes(),
                       [](Type type) { return isSymbolic(type); })) {
        op.emitOpError("has a symbolic size that no operand says");
        return signalPassFailure();
      }
      if (llvm::any_of(op.getResultTypes(), llvm::IsaPred<VectorType>)) {
        op.emitOpError("computes a vector in a tensor graph");
        return signalPassFailure();
      }
    }
  }
};
} // namespace
} // namespace mlir::tiny

//===- Multi.cpp - Sharded values become shards ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk in block order; the rules are those of `Sharder`. A block without
// `unshard` is left as it is after one look at its ops.
//
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"
#include "Sharder.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/SymbolTable.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_MULTIPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
struct MultiPass final : impl::MultiPassBase<MultiPass> {
  using Base::Base;

  bool canScheduleOn(RegisteredOperationName name) const override {
    return name.hasTrait<OpTrait::SymbolTable>() ||
           name.getStringRef() == FunctionOp::getOperationName() ||
           name.getStringRef() == KernelOp::getOperationName();
  }

  /// Replaces what is sharded in the body of a function or kernel.
  LogicalResult run(Block &block) {
    if (block.getOps<UnshardOp>().empty())
      return success();
    Sharder::Options options;
    options.narrowAllReduce = narrowAllReduce;
    Sharder sharder(&getContext(), options);
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(sharder.visit(op)))
        return failure();
    eraseDeadOps(block);
    return success();
  }

  void runOnOperation() override {
    Operation *root = getOperation();
    if (isa<FunctionOp, KernelOp>(root)) {
      if (failed(run(root->getRegion(0).front())))
        signalPassFailure();
      return;
    }
    for (Operation &op : root->getRegion(0).front())
      if (isa<FunctionOp, KernelOp>(op) && failed(run(op.getRegion(0).front())))
        return signalPassFailure();
  }
};
} // namespace

} // namespace mlir::tiny

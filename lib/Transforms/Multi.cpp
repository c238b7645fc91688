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

namespace mlir::tiny {
#define GEN_PASS_DEF_MULTIPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
struct MultiPass final : impl::MultiPassBase<MultiPass> {
  using Base::Base;

  bool canScheduleOn(RegisteredOperationName name) const override {
    return name.getStringRef() == FunctionOp::getOperationName() ||
           name.getStringRef() == KernelOp::getOperationName();
  }

  void runOnOperation() override {
    Block &block = getOperation()->getRegion(0).front();
    if (block.getOps<UnshardOp>().empty())
      return;
    Sharder::Options options;
    options.narrowAllReduce = narrowAllReduce;
    Sharder sharder(&getContext(), options);
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(sharder.visit(op)))
        return signalPassFailure();
    eraseDeadOps(block);
  }
};
} // namespace

} // namespace mlir::tiny

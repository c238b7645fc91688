//===- Fold.cpp - Identities applied in one walk --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Operands come before their users, so one walk in block order sees every op
// with operands that are folded already. Dead ops go in a walk back.
//
//===----------------------------------------------------------------------===//

#include "FoldOp.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_FOLDPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
struct FoldPass final : impl::FoldPassBase<FoldPass> {
  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    OpBuilder builder(&getContext());
    for (Operation &op : llvm::make_early_inc_range(block)) {
      Value value = foldOp(builder, op);
      if (!value)
        continue;
      op.getResult(0).replaceAllUsesWith(value);
      op.erase();
      ++numFolded;
    }
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (op.use_empty() && isPure(&op))
        op.erase();
  }
};
} // namespace

} // namespace mlir::tiny

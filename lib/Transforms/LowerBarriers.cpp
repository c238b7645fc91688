//===- LowerBarriers.cpp - Kernels for workgroups without any -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"
#include "tiny/Target/TargetDescription.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_LOWERBARRIERSPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
struct LowerBarriersPass final
    : impl::LowerBarriersPassBase<LowerBarriersPass> {
  using Base::Base;

  void runOnOperation() override;
};
} // namespace

void LowerBarriersPass::runOnOperation() {
  std::optional<TargetDescription> description =
      TargetDescription::find(target);
  if (!description || description->hasGrid)
    return;
  Block &block = getOperation().getBody().front();
  RangeOp items;
  for (RangeOp range : block.getOps<RangeOp>()) {
    if (range.getAxis() != AxisType::Warp && range.getAxis() != AxisType::Local)
      continue;
    if (range.getExtent() > 1)
      items = range;
    if (range.getAxis() == AxisType::Warp)
      range.setAxis(AxisType::Loop);
  }
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto buffer = dyn_cast<BufferOp>(op);
    bool isShared =
        buffer && buffer.getType().getAddressSpace() == AddressSpace::Local;
    auto barrier = dyn_cast<BarrierOp>(op);
    if (!isShared && !barrier)
      continue;
    if (items) {
      InFlightDiagnostic diag =
          op.emitOpError(isShared ? "is memory that the "
                                  : "is a barrier of the ")
          << items.getExtent() << " items of a workgroup"
          << (isShared ? " share" : "") << ", which '" << target
          << "' runs one after another: that takes a target with workgroups";
      diag.attachNote(items.getLoc())
          << "the items are those of range " << items.getId();
      return signalPassFailure();
    }
    if (!barrier)
      continue;
    OpBuilder builder(barrier);
    barrier.replaceAllUsesWith(
        Value(GroupOp::create(builder, barrier.getLoc(), barrier.getTokens())));
    barrier.erase();
  }
}

} // namespace mlir::tiny

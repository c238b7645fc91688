//===- MapDevices.cpp - Devices by number ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_MAPDEVICESPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
struct MapDevicesPass final : impl::MapDevicesPassBase<MapDevicesPass> {
  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    for (RangeOp range : llvm::make_early_inc_range(block.getOps<RangeOp>())) {
      if (range.getAxis() != AxisType::Device)
        continue;
      OpBuilder builder(range);
      Value number = VariableOp::create(builder, range.getLoc(),
                                        VariableOp::deviceLabel, /*min=*/0,
                                        /*max=*/range.getExtent() - 1);
      range.getResult().replaceAllUsesWith(number);
      range.erase();
    }
  }
};
} // namespace

} // namespace mlir::tiny

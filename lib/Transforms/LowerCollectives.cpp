//===- LowerCollectives.cpp - Instances combine what all hold -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Naive and exact: each instance reads the sources of all. They add up in the
// order of the instances, so that all of them get the same bits.
//
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/IndexImport.h"
#include "tiny/IR/Reduction.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_LOWERCOLLECTIVESPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

class Lowering {
public:
  LogicalResult lower(AllReduceOp op);

private:
  std::optional<SmallVector<SmallVector<int64_t>>> getOffsets(PadOp pad,
                                                              Value device);

  IndexContext indices;
  IndexImporter importer{indices};
};

} // namespace

/// The offsets of a pad on each instance, if all are known there.
std::optional<SmallVector<SmallVector<int64_t>>>
Lowering::getOffsets(PadOp pad, Value device) {
  int64_t count = device.getDefiningOp<VariableOp>().getMax() + 1;
  SmallVector<SmallVector<int64_t>> result;
  IndexExpr leaf = importer.import(device);
  if (llvm::any_of(pad.getSizes(), ShapedType::isDynamic))
    return std::nullopt;
  for (int64_t instance = 0; instance != count; ++instance) {
    SmallVector<int64_t> low(pad.getLow());
    ValueRange dynamic = pad.getDynamic();
    for (int64_t &offset : low) {
      if (!ShapedType::isDynamic(offset))
        continue;
      IndexExpr expr = importer.import(dynamic.front());
      dynamic = dynamic.drop_front();
      std::optional<int64_t> number =
          indices.substitute(expr, {{leaf, indices.constant(instance)}})
              .getConstant();
      if (!number)
        return std::nullopt;
      offset = *number;
    }
    result.push_back(std::move(low));
  }
  return result;
}

LogicalResult Lowering::lower(AllReduceOp op) {
  auto device = op.getRanges().size() == 1
                    ? op.getRanges().front().getDefiningOp<VariableOp>()
                    : VariableOp();
  if (!device || device.getLabel() != VariableOp::deviceLabel)
    return op.emitOpError("is not one over all devices");
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value source = op.getSource();
  auto pad = source.getDefiningOp<PadOp>();
  std::optional<SmallVector<SmallVector<int64_t>>> offsets;
  if (pad && (offsets = getOffsets(pad, device)))
    source = pad.getSource();
  Value stored = ContiguousOp::create(builder, loc, source);
  Value result;
  for (int64_t instance = 0; instance <= device.getMax(); ++instance) {
    Value part = MSelectOp::create(builder, loc, stored, instance);
    if (offsets)
      part = PadOp::create(builder, loc, part, ValueRange(),
                           (*offsets)[instance], pad.getSizes());
    result = result
                 ? createReduceStep(builder, loc, op.getKind(), result, part)
                 : part;
  }
  op.getResult().replaceAllUsesWith(result);
  op.erase();
  if (pad && pad->use_empty())
    pad.erase();
  return success();
}

namespace {
struct LowerCollectivesPass final
    : impl::LowerCollectivesPassBase<LowerCollectivesPass> {
  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    auto collectives = block.getOps<AllReduceOp>();
    if (collectives.empty())
      return;
    Lowering lowering;
    for (AllReduceOp op : llvm::make_early_inc_range(collectives)) {
      if (failed(lowering.lower(op)))
        return signalPassFailure();
      ++numLowered;
    }
  }
};
} // namespace

} // namespace mlir::tiny

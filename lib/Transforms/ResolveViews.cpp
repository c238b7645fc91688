//===- ResolveViews.cpp - From a kernel as it is written to stage P -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   1. What is weak gets a width.
//   2. One walk in the order of the block: views are noted, `tiny.valid` turns
//      into conditions, and each access of a whole view is written with an
//      index. A state of a view becomes a view of the state.
//   3. A kernel that is more than one nest of loops is left as it is written.
//
//===----------------------------------------------------------------------===//

#include "ResolveViews.h"

#include "KernelRewriting.h"
#include "tiny/Transforms/KernelOpts.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_RESOLVEVIEWSPASS
#include "tiny/Transforms/Passes.h.inc"

bool isWrittenKernel(KernelOp kernel) {
  return llvm::any_of(kernel.getBody().front(), [](Operation &op) {
    if (auto load = dyn_cast<LoadOp>(op))
      return !load.getIndex();
    if (auto store = dyn_cast<StoreOp>(op))
      return !store.getIndex();
    return isa<IndexOp, ValidOp>(op);
  });
}

/// Memory of bools is bytes.
static void useBytes(KernelOp kernel) {
  Block &block = kernel.getBody().front();
  auto convert = [&](Value value) {
    auto type = dyn_cast<BufferType>(value.getType());
    if (!type || !isBoolType(type.getElementType()))
      return;
    Type bytes = BufferType::get(type.getContext(), type.getShape(),
                                 IntegerType::get(type.getContext(), 8),
                                 type.getAddressSpace());
    value.setType(bytes);
    if (auto buffer = value.getDefiningOp<BufferOp>())
      buffer.setStoredType(bytes);
  };
  for (BlockArgument argument : block.getArguments())
    convert(argument);
  kernel.setFunctionType(
      FunctionType::get(kernel.getContext(), block.getArgumentTypes(), {}));
  for (BufferOp buffer : block.getOps<BufferOp>())
    convert(buffer.getResult());
}

namespace {
struct ResolveViewsPass final : impl::ResolveViewsPassBase<ResolveViewsPass> {
  void runOnOperation() override;

private:
  void visit(Operation &op, TileLowering &tiles, Validity &validity);
  bool isPlain();
};
} // namespace

void ResolveViewsPass::visit(Operation &op, TileLowering &tiles,
                             Validity &validity) {
  OpBuilder builder(&op);
  validity.visit(op);
  if (auto after = dyn_cast<AfterOp>(op)) {
    View view = tiles.getView(after.getBuffer());
    if (view.movements.empty()) {
      after.getResult().setType(cast<BufferType>(view.state.getType()));
      return;
    }
    view.state = AfterOp::create(builder, op.getLoc(), view.state,
                                 after.getDependencies());
    tiles.addView(after, std::move(view));
    return;
  }
  if (isa<MovementOpInterface>(op) &&
      isa<BufferType>(op.getResult(0).getType())) {
    View view = tiles.getView(op.getOperand(0));
    view.movements.insert(view.movements.begin(), &op);
    tiles.addView(op.getResult(0), std::move(view));
    return;
  }
  tiles.startRoot();
  if (auto store = dyn_cast<StoreOp>(op); store && !store.getIndex()) {
    Value condition = validity.get(store.getValue());
    if (Value inView = validity.get(store.getBuffer()))
      condition = condition
                      ? AndOp::create(builder, op.getLoc(), condition, inView)
                      : inView;
    store.getToken().replaceAllUsesWith(tiles.store(store, condition));
    return;
  }
  if (auto load = dyn_cast<LoadOp>(op); load && !load.getIndex())
    tiles.setCondition(load, validity.get(load.getBuffer()));
  // Tensors dissolve where a scalar is made of them.
  if (op.getNumResults() != 1 || !isElementType(op.getResult(0).getType()))
    return;
  Value scalar = tiles.lower(op.getResult(0));
  if (scalar != op.getResult(0))
    op.getResult(0).replaceAllUsesWith(scalar);
}

/// Whether what a range runs up to changes while the kernel runs.
static bool hasChangingLimit(RangeOp range) {
  if (!range.isSymbolic())
    return false;
  IndexContext context;
  IndexExpr limit = IndexImporter(context).import(range.getLimit());
  return llvm::any_of(limit.getLeaves(), [](IndexExpr leaf) {
    return !leaf.getValue().getDefiningOp<VariableOp>();
  });
}

/// Whether the kernel is one nest of loops without memory of its own, which
/// may become another nest.
bool ResolveViewsPass::isPlain() {
  Block &block = getOperation().getBody().front();
  llvm::DenseSet<Value> loaded, stored;
  for (Operation &op : block) {
    if (isa<AfterOp, BufferOp, BarrierOp>(op))
      return false;
    if (auto range = dyn_cast<RangeOp>(op);
        range && (!range.getDependencies().empty() || hasChangingLimit(range) ||
                  (range.getAxis() != AxisType::Weak &&
                   range.getAxis() != AxisType::Reduce)))
      return false;
    if (auto reduce = dyn_cast<ReduceOp>(op))
      for (Value range : reduce.getRanges())
        if (range.getDefiningOp<RangeOp>().getAxis() != AxisType::Reduce)
          return false;
    if (auto load = dyn_cast<LoadOp>(op))
      loaded.insert(load.getBuffer());
    if (auto store = dyn_cast<StoreOp>(op))
      stored.insert(store.getBuffer());
  }
  if (llvm::any_of(stored, [&](Value state) { return loaded.contains(state); }))
    return false;
  auto ends = block.getOps<EndOp>();
  if (ends.empty())
    return true;
  // A range that the program reduces over and stores in would be two loops.
  return llvm::hasSingleElement(ends) &&
         llvm::all_of((*ends.begin()).getRanges(), [](Value range) {
           return range.getDefiningOp<RangeOp>().getAxis() == AxisType::Weak;
         });
}

void ResolveViewsPass::runOnOperation() {
  KernelOp kernel = getOperation();
  Block &block = kernel.getBody().front();
  if (!isWrittenKernel(kernel))
    return markAllAnalysesPreserved();
  if (failed(commitWeak(kernel)))
    return signalPassFailure();
  useBytes(kernel);
  OpBuilder builder(kernel.getContext());
  TileLowering tiles(kernel, builder);
  Validity validity(builder);
  for (Operation &op : llvm::make_early_inc_range(block)) {
    builder.setInsertionPoint(&op);
    visit(op, tiles, validity);
  }
  tiles.numberLanes();
  eraseDeadOps(block);
  if (!kernel->hasAttr(kernelOptsAttrName) && !isPlain())
    kernel->setAttr(kernelOptsAttrName, builder.getStringAttr("none"));
}

} // namespace mlir::tiny

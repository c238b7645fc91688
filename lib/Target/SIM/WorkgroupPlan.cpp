//===- WorkgroupPlan.cpp - A kernel as loops over items -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk in the order of the kernel. An op is shared if it has no effects and
// all items have the same operands; else it joins the open segment. Barriers,
// shuffles, and control flow with one of them inside end a segment.
//
//===----------------------------------------------------------------------===//

#include "WorkgroupPlan.h"

#include "tiny/Conversion/WorkgroupKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tiny {

/// The most ops that are computed again for what a load would do as well.
static constexpr unsigned maxCost = 8;

//===----------------------------------------------------------------------===//
// Split points
//===----------------------------------------------------------------------===//

LogicalResult WorkgroupPlan::checkUniform(Operation *split) {
  for (Operation *parent = split->getParentOp(); !isa<gpu::GPUFuncOp>(parent);
       parent = parent->getParentOp()) {
    if (!splits.insert(parent).second)
      return success();
    Value control = getDivergentControl(parent, divergence);
    if (!control)
      continue;
    InFlightDiagnostic diag =
        split->emitOpError("is not reached by all items of a workgroup alike");
    diag.attachNote(parent->getLoc())
        << "whether or how often an item gets there is decided here";
    diag.attachNote(divergence.getOrigin(control).getLoc())
        << "the items begin to differ here";
    return failure();
  }
  return success();
}

LogicalResult WorkgroupPlan::findSplits(gpu::GPUFuncOp kernel) {
  WalkResult result = kernel.getBody().walk([&](Operation *op) {
    if (!isa<gpu::BarrierOp, gpu::ShuffleOp>(op))
      return WalkResult::advance();
    splits.insert(op);
    return WalkResult(checkUniform(op));
  });
  return failure(result.wasInterrupted());
}

FailureOr<WorkgroupPlan> WorkgroupPlan::build(gpu::GPUFuncOp kernel) {
  WorkgroupPlan plan(kernel);
  if (failed(plan.findSplits(kernel)))
    return failure();
  plan.segments.emplace_back();
  for (Value memory : kernel.getPrivateAttributions())
    plan.places[memory] = {Place::Item};
  plan.planBlock(kernel.getBody().front(), plan.steps);
  return plan;
}

void WorkgroupPlan::split(Steps &result) {
  Segment &segment = segments.back();
  if (!segment.ops.empty() || !segment.copies.empty()) {
    result.push_back({Step::Items});
    result.back().segment = segments.size() - 1;
  }
  segments.emplace_back();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Storage *WorkgroupPlan::makeStorage(Type type, bool isPerItem) {
  storages.push_back({type, isPerItem});
  return &storages.back();
}

void WorkgroupPlan::store(Value value) {
  Storage *&storage = storageOf[value];
  if (!storage)
    storage = makeStorage(value.getType(), divergence.differs(value));
}

void WorkgroupPlan::share(std::initializer_list<Value> values) {
  bool isPerItem = llvm::any_of(
      values, [&](Value value) { return divergence.differs(value); });
  Storage *storage = makeStorage(values.begin()->getType(), isPerItem);
  for (Value value : values) {
    storageOf[value] = storage;
    places[value] = {isPerItem ? Place::Stored : Place::Shared};
  }
}

bool WorkgroupPlan::isShared(Value value) const {
  auto it = places.find(value);
  if (it == places.end()) // an argument
    return true;
  const Place &place = it->second;
  return place.kind == Place::Shared ||
         (place.kind == Place::Item && !divergence.differs(value) &&
          place.segment + 1 != segments.size());
}

void WorkgroupPlan::requireShared(Value value) {
  auto it = places.find(value);
  if (it != places.end() && it->second.kind == Place::Item)
    store(value);
}

void WorkgroupPlan::use(Value value) {
  auto it = places.find(value);
  if (it == places.end() || it->second.kind == Place::Shared)
    return;
  Segment &segment = segments.back();
  if (it->second.kind != Place::Item) {
    segment.inputs.insert(value);
    return;
  }
  if (it->second.segment + 1 == segments.size())
    return;
  if (isa<MemRefType>(value.getType())) {
    keptMemory.insert(value);
    return;
  }
  store(value);
  if (divergence.differs(value))
    segment.inputs.insert(value);
}

void WorkgroupPlan::useOperands(Operation *op) {
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      use(operand);
  });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

bool WorkgroupPlan::planShared(Operation &op, Steps &result) {
  auto differs = [&](Value value) { return divergence.differs(value); };
  auto isKnown = [&](Value value) { return isShared(value); };
  if (op.getNumRegions() || !isMemoryEffectFree(&op) ||
      llvm::any_of(op.getResults(), differs) ||
      !llvm::all_of(op.getOperands(), isKnown))
    return false;
  for (Value operand : op.getOperands())
    requireShared(operand);
  for (Value value : op.getResults())
    places[value] = {Place::Shared};
  result.push_back({Step::Shared, &op});
  return true;
}

bool WorkgroupPlan::planCheap(Operation &op) {
  if (op.getNumResults() != 1 || !op.getResult(0).getType().isIntOrIndex() ||
      !(isa<gpu::ThreadIdOp>(op) ||
        (isa_and_nonnull<arith::ArithDialect>(op.getDialect()) &&
         isMemoryEffectFree(&op))))
    return false;
  unsigned cost = 1;
  for (Value operand : op.getOperands()) {
    if (isShared(operand))
      continue;
    const Place &place = places.at(operand);
    if (place.kind != Place::Cheap)
      return false;
    cost += place.cost;
  }
  if (cost > maxCost)
    return false;
  for (Value operand : op.getOperands())
    requireShared(operand);
  places[op.getResult(0)] = {Place::Cheap, 0, cost};
  return true;
}

void WorkgroupPlan::planShuffle(gpu::ShuffleOp shuffle, Steps &result) {
  Storage *exchange =
      makeStorage(shuffle.getValue().getType(), /*isPerItem=*/true);
  exchanges[shuffle] = exchange;
  use(shuffle.getValue());
  segments.back().copies.push_back({shuffle.getValue(), exchange});
  split(result);
  use(shuffle.getOffset());
  segments.back().ops.push_back(shuffle);
  for (Value value : shuffle->getResults())
    places[value] = {Place::Item, unsigned(segments.size() - 1)};
}

void WorkgroupPlan::planOp(Operation &op, Steps &result) {
  if (isa<gpu::BarrierOp>(op)) {
    split(result);
    result.push_back({Step::Barrier, &op});
    return;
  }
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    return planShuffle(shuffle, result);
  if (splits.contains(&op))
    return planControl(&op, result);
  if (planShared(op, result) || planCheap(op))
    return;
  useOperands(&op);
  segments.back().ops.push_back(&op);
  for (Value value : op.getResults())
    places[value] = {Place::Item, unsigned(segments.size() - 1)};
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void WorkgroupPlan::carry(ValueRange values, ValueRange targets,
                          Steps &result) {
  for (auto [value, target] : llvm::zip_equal(values, targets)) {
    Copy copy{value, storageOf.at(target)};
    if (!copy.target->isPerItem && isShared(value)) {
      requireShared(value);
      result.push_back({Step::SharedCopy, nullptr, copy});
      continue;
    }
    use(value);
    segments.back().copies.push_back(copy);
  }
}

void WorkgroupPlan::planControl(Operation *op, Steps &result) {
  Step control{Step::Control, op};
  control.regions.resize(op->getNumRegions());
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [carried, final] :
         llvm::zip_equal(loop.getRegionIterArgs(), loop.getResults()))
      share({carried, final});
    carry(loop.getInitArgs(), ValueRange(loop.getRegionIterArgs()), result);
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (Value carried : loop.getBeforeArguments())
      share({carried});
    for (auto [carried, final] :
         llvm::zip_equal(loop.getAfterArguments(), loop.getResults()))
      share({carried, final});
    carry(loop.getInits(), ValueRange(loop.getBeforeArguments()), result);
  } else {
    for (Value value : op->getResults())
      share({value});
  }
  // Bounds and conditions, which are asked for outside of loops over items.
  if (!isa<scf::WhileOp>(op))
    for (Value operand : op->getOperands())
      if (!divergence.differs(operand))
        requireShared(operand);
  split(result);
  for (auto [region, steps] :
       llvm::zip_equal(op->getRegions(), control.regions))
    if (!region.empty())
      planBlock(region.front(), steps);
  result.push_back(std::move(control));
}

void WorkgroupPlan::planBlock(Block &block, Steps &result) {
  for (Operation &op : block.without_terminator())
    planOp(op, result);
  Operation *end = block.getTerminator();
  Operation *parent = end->getParentOp();
  if (auto condition = dyn_cast<scf::ConditionOp>(end)) {
    requireShared(condition.getCondition());
    carry(condition.getArgs(),
          ValueRange(cast<scf::WhileOp>(parent).getAfterArguments()), result);
  } else if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    carry(end->getOperands(), ValueRange(loop.getRegionIterArgs()), result);
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    carry(end->getOperands(), ValueRange(loop.getBeforeArguments()), result);
  } else if (isa<scf::IfOp>(parent)) {
    carry(end->getOperands(), parent->getResults(), result);
  }
  split(result);
}

} // namespace mlir::tiny

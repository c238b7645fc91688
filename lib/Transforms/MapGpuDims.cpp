//===- MapGpuDims.cpp - Ranges become dimensions of the hardware ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The loops of the grid, then those of a workgroup, lie in three dimensions
// each. Loops that share one are its digits, the first of them the lowest.
//
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"
#include "OpenRanges.h"
#include "tiny/Target/TargetDescription.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_MAPGPUDIMSPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// Loops that share a dimension, the first of them the lowest digit.
struct Dimension {
  SmallVector<RangeOp, 2> loops;
  int64_t size = 1;
};

class DimensionMapper {
public:
  DimensionMapper(KernelOp kernel, const TargetDescription &target)
      : kernel(kernel), target(target), block(kernel.getBody().front()),
        constants(block), builder(kernel.getContext()) {}

  LogicalResult run();

private:
  using Dimensions = std::array<Dimension, 3>;

  void findLoops();
  LogicalResult arrange(ArrayRef<RangeOp> loops,
                        const std::array<int64_t, 3> &limits,
                        Dimensions &dimensions);
  LogicalResult arrangeAll();
  LogicalResult checkResources();
  void maskStores();
  void maskLoads(OpenRanges &open);
  /// The loops that an access to shared or global memory does not depend on.
  template <typename OpTy>
  SmallVector<Value> getMissing(OpTy access, OpenRanges &open);
  template <typename OpTy>
  void mask(OpTy access, ArrayRef<Value> firsts);
  void makeSpecials(const Dimensions &dimensions, AxisType axis);
  void dropLoops();

  KernelOp kernel;
  const TargetDescription &target;
  Block &block;
  IndexConstants constants;
  OpBuilder builder;
  /// The loops in the order of dimensions.
  SmallVector<RangeOp> groupLoops, itemLoops;
  Dimensions groups, items;
};

} // namespace

static bool isItemAxis(AxisType axis) {
  return axis == AxisType::Warp || axis == AxisType::Local ||
         axis == AxisType::GroupReduce;
}

void DimensionMapper::findLoops() {
  auto ranges = block.getOps<RangeOp>();
  bool named =
      llvm::any_of(ranges, [](RangeOp range) { return range.isSpecial(); });
  for (RangeOp range : ranges) {
    AxisType axis = range.getAxis();
    if (axis != AxisType::Global && !isItemAxis(axis))
      continue;
    // What is counted at launch is a loop of each item.
    if (range.isSymbolic() || (named && !range.isSpecial()))
      range.setAxis(AxisType::Loop);
    else
      (axis == AxisType::Global ? groupLoops : itemLoops).push_back(range);
  }
  auto byId = [](RangeOp lhs, RangeOp rhs) {
    return lhs.getId() < rhs.getId();
  };
  llvm::sort(itemLoops, byId);
  llvm::sort(groupLoops, byId);
  // The last loop is that over neighbours.
  if (!named)
    std::reverse(groupLoops.begin(), groupLoops.end());
}

/// Distributes loops over dimensions: one each as long as there are enough and
/// they are short enough, else neighbours together.
LogicalResult DimensionMapper::arrange(ArrayRef<RangeOp> loops,
                                       const std::array<int64_t, 3> &limits,
                                       Dimensions &dimensions) {
  SmallVector<Dimension> used;
  for (RangeOp loop : loops) {
    while (loop.isSpecial() &&
           used.size() < static_cast<size_t>(loop.getSpecialDimension()))
      used.emplace_back();
    used.push_back({{loop}, loop.getExtent()});
  }
  auto limitOf = [&](size_t place) {
    return limits[std::min<size_t>(place, 2)];
  };
  auto fits = [&] {
    for (auto [place, dimension] : llvm::enumerate(used))
      if (dimension.size > limitOf(place))
        return false;
    return used.size() <= limits.size();
  };
  while (!fits()) {
    size_t place = 0;
    while (place + 1 < used.size() &&
           Int128(used[place].size) * used[place + 1].size > limitOf(place))
      ++place;
    if (place + 1 >= used.size())
      return kernel.emitOpError("has loops that do not fit into dimensions of "
                                "at most ")
             << limits[0] << ", " << limits[1] << " and " << limits[2]
             << " steps";
    llvm::append_range(used[place].loops, used[place + 1].loops);
    used[place].size *= used[place + 1].size;
    used.erase(used.begin() + place + 1);
  }
  std::move(used.begin(), used.end(), dimensions.begin());
  return success();
}

LogicalResult DimensionMapper::checkResources() {
  int64_t numItems = 1;
  for (const Dimension &dimension : items)
    numItems *= dimension.size;
  if (numItems > target.maxGroupItems)
    return kernel.emitOpError("has workgroups of ")
           << numItems << " items, but the target has at most "
           << target.maxGroupItems;
  Int128 bytes = 0;
  for (BufferOp buffer : block.getOps<BufferOp>()) {
    BufferType type = buffer.getType();
    if (type.getAddressSpace() == AddressSpace::Local)
      bytes += Int128(type.getNumElements()) *
               llvm::divideCeil(getStorageBits(type.getElementType()), 8);
  }
  if (bytes > target.sharedBytes)
    return kernel.emitOpError("shares ")
           << static_cast<int64_t>(bytes)
           << " bytes in a workgroup, but the target has "
           << target.sharedBytes;
  return success();
}

LogicalResult DimensionMapper::arrangeAll() {
  if (failed(arrange(groupLoops, target.maxGroups, groups)) ||
      failed(arrange(itemLoops, target.maxItems, items)) ||
      failed(checkResources()))
    return failure();
  auto sizes = [&](const Dimensions &dimensions) {
    SmallVector<int64_t, 3> result;
    for (const Dimension &dimension : dimensions)
      result.push_back(dimension.size);
    return builder.getDenseI64ArrayAttr(result);
  };
  kernel->setAttr(KernelOp::gridSizeAttrName, sizes(groups));
  kernel->setAttr(KernelOp::blockSizeAttrName, sizes(items));
  return success();
}

/// Lets the access happen only where each of some loops is at its start.
template <typename OpTy>
void DimensionMapper::mask(OpTy access, ArrayRef<Value> firsts) {
  builder.setInsertionPoint(access);
  Location loc = access.getLoc();
  Value condition;
  for (Value first : firsts) {
    Value isFirst = CmpEqOp::create(builder, loc, first, constants.get(0));
    condition =
        condition ? AndOp::create(builder, loc, condition, isFirst) : isFirst;
  }
  if (Value old = access.getMask()) {
    if (isa<ShapedType>(old.getType()))
      condition = ExpandOp::create(builder, loc, condition, getShape(old),
                                   /*vector=*/true);
    condition = AndOp::create(builder, loc, old, condition);
  }
  access.getMaskMutable().assign(condition);
}

template <typename OpTy>
SmallVector<Value> DimensionMapper::getMissing(OpTy access, OpenRanges &open) {
  SmallVector<Value> missing;
  AddressSpace space = access.getBuffer().getType().getAddressSpace();
  if (space == AddressSpace::Reg)
    return missing;
  OpenRanges::Set known = open.get(access.getIndex());
  auto add = [&](ArrayRef<RangeOp> loops) {
    for (RangeOp loop : loops)
      if (!loop.isTrivial() && !open.contains(known, loop))
        missing.push_back(loop);
  };
  add(itemLoops);
  if (space == AddressSpace::Global)
    add(groupLoops);
  return missing;
}

void DimensionMapper::maskStores() {
  OpenRanges open(block);
  for (Operation &op : block)
    open.visit(&op);
  // What masks are made of stands in the block from then on.
  maskLoads(open);
  for (auto store : llvm::to_vector(block.getOps<StoreOp>()))
    if (SmallVector<Value> missing = getMissing(store, open); !missing.empty())
      mask(store, missing);
}

/// What the kernel overwrites in place may be gone when other items load it:
/// who does not store does not load either, unless what is loaded is used in
/// all items.
void DimensionMapper::maskLoads(OpenRanges &open) {
  llvm::DenseSet<Value> storages;
  for (StoreOp store : block.getOps<StoreOp>())
    if (store.getBuffer().getType().getAddressSpace() == AddressSpace::Global)
      storages.insert(getStorageOf(store.getBuffer()));
  SmallVector<Value> all(itemLoops.begin(), itemLoops.end());
  OpenRanges::Set items = open.makeSet(all);
  /// Ops whose results matter in all items.
  llvm::SmallPtrSet<Operation *, 32> needed;
  SmallVector<LoadOp> loads;
  for (Operation &op : llvm::reverse(block)) {
    bool isNeeded = llvm::any_of(op.getUsers(), [&](Operation *user) {
      return needed.contains(user) ||
             (user->getNumResults() == 1 &&
              open.intersect(open.get(user->getResult(0)), items));
    });
    if (isNeeded)
      needed.insert(&op);
    if (auto load = dyn_cast<LoadOp>(op);
        load && !isNeeded && storages.contains(getStorageOf(load.getBuffer())))
      loads.push_back(load);
  }
  for (LoadOp load : loads)
    if (SmallVector<Value> missing = getMissing(load, open); !missing.empty())
      mask(load, missing);
}

void DimensionMapper::makeSpecials(const Dimensions &dimensions,
                                   AxisType axis) {
  for (auto [number, dimension] : llvm::enumerate(dimensions)) {
    if (dimension.size == 1) {
      for (RangeOp loop : dimension.loops)
        loop.getResult().replaceAllUsesWith(constants.get(0));
      continue;
    }
    Location loc = RangeOp(dimension.loops.front()).getLoc();
    Value rest = SpecialOp::create(builder, loc, axis, number, dimension.size);
    for (RangeOp loop : dimension.loops) {
      Value digit = rest;
      if (loop != dimension.loops.back()) {
        Value extent = constants.get(loop.getExtent());
        digit = FloorModOp::create(builder, loc, rest, extent);
        rest = FloorDivOp::create(builder, loc, rest, extent);
      }
      loop.getResult().replaceAllUsesWith(digit);
    }
  }
}

/// No `end` closes a dimension, and no state is pinned to one.
void DimensionMapper::dropLoops() {
  llvm::SmallPtrSet<Operation *, 8> dropped(groupLoops.begin(),
                                            groupLoops.end());
  dropped.insert(itemLoops.begin(), itemLoops.end());
  auto isDropped = [&](Value value) {
    return dropped.contains(value.getDefiningOp());
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto end = dyn_cast<EndOp>(op)) {
      SmallVector<Value> kept(llvm::make_filter_range(
          end.getRanges(), [&](Value range) { return !isDropped(range); }));
      if (!kept.empty()) {
        end.getRangesMutable().assign(kept);
        continue;
      }
      end.getToken().replaceAllUsesWith(end.getBody());
      end.erase();
    } else if (auto after = dyn_cast<AfterOp>(op)) {
      SmallVector<Value> kept(llvm::make_filter_range(
          after.getDependencies(), [&](Value on) { return !isDropped(on); }));
      if (!kept.empty()) {
        after.getDependenciesMutable().assign(kept);
        continue;
      }
      after.getResult().replaceAllUsesWith(after.getBuffer());
      after.erase();
    } else if (auto range = dyn_cast<RangeOp>(op)) {
      SmallVector<Value> kept(llvm::make_filter_range(
          range.getDependencies(), [&](Value on) { return !isDropped(on); }));
      range.getDependenciesMutable().assign(kept);
    }
  }
}

LogicalResult DimensionMapper::run() {
  findLoops();
  if (failed(arrangeAll()))
    return failure();
  maskStores();
  dropLoops();
  // Above all that depends on loops, and below constants.
  builder.setInsertionPoint(
      &*llvm::find_if(block, [](Operation &op) { return !isa<ConstOp>(op); }));
  makeSpecials(groups, AxisType::Global);
  makeSpecials(items, AxisType::Local);
  for (ArrayRef<RangeOp> loops : {ArrayRef(groupLoops), ArrayRef(itemLoops)})
    for (RangeOp loop : loops)
      loop.erase();
  return success();
}

namespace {
struct MapGpuDimsPass final : impl::MapGpuDimsPassBase<MapGpuDimsPass> {
  using Base::Base;

  void runOnOperation() override {
    std::optional<TargetDescription> description =
        TargetDescription::find(target);
    if (!description) {
      getOperation().emitOpError("cannot be lowered for '")
          << target << "': there is no target of that name";
      return signalPassFailure();
    }
    if (description->hasGrid &&
        failed(DimensionMapper(getOperation(), *description).run()))
      signalPassFailure();
  }
};
} // namespace
} // namespace mlir::tiny

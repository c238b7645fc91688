//===- PackOperands.cpp - What a tile reads again lies together -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A column of vectors of a row-major matrix has one vector in each row: its
// cache lines are far apart and fall into few sets of the cache, so that it
// does not stay there between two tiles that read it. Goto and van de Geijn,
// "Anatomy of high-performance matrix multiplication" (2008), copy such a panel
// once and let all tiles of its columns read the copy.
//
// The loops that the panel depends on become the outer ones; in them a nest of
// its own copies the panel, before the loops whose iterations share it:
//
//   for j { for k { P[k] = B[k, j] }  for i { for k { ... P[k] ... } } }
//
//===----------------------------------------------------------------------===//

#include "KernelAxes.h"
#include "KernelRewriting.h"
#include "KernelShape.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_PACKOPERANDSPASS
#include "tiny/Transforms/Passes.h.inc"

static int64_t getElementBytes(LoadOp load) {
  return getStorageBits(getElementType(load.getBuffer())) / 8;
}

/// Whether the op loads what can be copied.
static bool canCopy(Operation *op) {
  auto load = dyn_cast<LoadOp>(op);
  if (!load)
    return false;
  BufferType type = load.getBuffer().getType();
  // A mixture of states must keep its order.
  return !load.getMask() && type.getAddressSpace() == AddressSpace::Global &&
         isa<BlockArgument>(load.getBuffer());
}

namespace {

/// Fewer tiles than this do not pay for the copy.
constexpr int64_t minReuse = 8;

class Packer {
public:
  Packer(KernelOp kernel, EndOp end, KernelExprs &exprs, int64_t minStride,
         int64_t maxBytes)
      : kernel(kernel), end(end), axes(kernel), shape(kernel, exprs, canCopy),
        minStride(minStride), maxBytes(maxBytes) {}

  /// Whether something was packed.
  bool run();

private:
  /// A load and the ranges that it depends on, by what becomes of them.
  struct Panel {
    LoadOp load;
    /// Loops of the `end` that the panel differs in, and the others.
    SmallVector<RangeOp> outer, shared;
    /// Loops of the reduction, then dimensions of vectors, by id.
    SmallVector<RangeOp> inner;
  };

  std::optional<Panel> getPanel(const KernelShape::Access &access);
  void reorderLoops(const Panel &panel);
  void pack(const Panel &panel);

  KernelOp kernel;
  EndOp end;
  KernelAxes axes;
  KernelShape shape;
  int64_t minStride, maxBytes;
};

} // namespace

static int64_t product(ArrayRef<RangeOp> ranges) {
  constexpr int64_t limit = int64_t(1) << 32;
  int64_t result = 1;
  for (RangeOp range : ranges)
    result = std::min(limit, result * std::min(limit, range.getExtent()));
  return result;
}

/// Whether there can be a panel, as far as the types of the ranges and buffers
/// say. To read the indices takes much longer.
static bool mayHavePanel(KernelOp kernel, EndOp end, int64_t minStride) {
  SmallVector<RangeOp> loops;
  bool hasReduction = false, hasLanes = false;
  for (RangeOp range : KernelAxes(kernel).getAxes()) {
    if (range.isSymbolic())
      return false;
    switch (range.getAxis()) {
    case AxisType::Weak:
    case AxisType::Thread:
      if (!llvm::is_contained(end.getRanges(), range.getResult()))
        return false;
      loops.push_back(range);
      break;
    case AxisType::Reduce:
      hasReduction = true;
      break;
    case AxisType::Upcast:
    case AxisType::Unroll:
      hasLanes = true;
      break;
    default:
      return false;
    }
  }
  // One loop is not shared.
  if (!hasReduction || !hasLanes || product(loops) < 2 * minReuse)
    return false;
  auto loads = kernel.getBody().getOps<LoadOp>();
  return llvm::any_of(loads, [&](LoadOp load) {
    return canCopy(load) &&
           load.getBuffer().getType().getNumElements() * getElementBytes(load) >
               minStride;
  });
}

/// The panel that `access` reads, if a copy of it would pay.
std::optional<Packer::Panel>
Packer::getPanel(const KernelShape::Access &access) {
  auto load = cast<LoadOp>(access.op);
  Panel panel{load, {}, {}, {}};
  int64_t bytes = getElementBytes(load);
  bool isFar = false;
  RangeOp lanes;
  for (RangeOp range : axes.getAxes()) {
    bool isUsed = shape.dependsOn(access, range);
    AxisType axis = range.getAxis();
    if (axis == AxisType::Weak || axis == AxisType::Thread) {
      (isUsed ? panel.outer : panel.shared).push_back(range);
      continue;
    }
    if (isUsed)
      panel.inner.push_back(range);
    if (axis == AxisType::Reduce)
      isFar |= isUsed &&
               shape.getStride(access, range).value_or(0) * bytes >= minStride;
    else if (!lanes || lanes.getId() < range.getId())
      lanes = range;
  }
  // Vectors lie side by side in the copy.
  llvm::stable_sort(panel.inner, [](RangeOp lhs, RangeOp rhs) {
    return lhs.getAxis() == AxisType::Reduce &&
           rhs.getAxis() != AxisType::Reduce;
  });
  // Far apart along the reduction, contiguous along the lanes.
  if (!isFar || !lanes || shape.getStride(access, lanes) != 1)
    return std::nullopt;
  if (panel.outer.empty() || product(panel.shared) < minReuse ||
      product(panel.inner) * bytes > maxBytes)
    return std::nullopt;
  // As many parts for threads as the panel has copies.
  if (end.getRanges().front().getDefiningOp<RangeOp>().getAxis() ==
          AxisType::Thread &&
      product(panel.outer.front()) < minReuse)
    return std::nullopt;
  return panel;
}

/// Puts the loops that the panel depends on outside, the first of them run by
/// threads if there were any.
void Packer::reorderLoops(const Panel &panel) {
  bool hasThreads = false;
  for (RangeOp range : panel.shared)
    if (range.getAxis() == AxisType::Thread) {
      range.setAxis(AxisType::Weak);
      hasThreads = true;
    }
  SmallVector<Value> order;
  for (RangeOp range : panel.outer)
    order.push_back(range.getResult());
  // Threads stay the outermost loop.
  std::stable_partition(order.begin(), order.end(), [](Value range) {
    return range.getDefiningOp<RangeOp>().getAxis() == AxisType::Thread;
  });
  for (Value range : end.getRanges())
    if (!llvm::is_contained(order, range))
      order.push_back(range);
  end.getRangesMutable().assign(order);
  if (hasThreads)
    axes.makeThread(panel.outer.front(), end);
}

void Packer::pack(const Panel &panel) {
  LoadOp load = panel.load;
  Location loc = load.getLoc();
  OpBuilder builder(load);
  int64_t nextId = 0, nextSlot = 0;
  for (Operation &op : kernel.getBody().front()) {
    if (auto range = dyn_cast<RangeOp>(op))
      nextId = std::max(nextId, range.getId() + 1);
    if (auto buffer = dyn_cast<BufferOp>(op))
      nextSlot = std::max(nextSlot, buffer.getSlot() + 1);
  }
  Type element = getElementType(load.getResult());
  auto type = BufferType::get(builder.getContext(), product(panel.inner),
                              element, AddressSpace::Reg);
  Value buffer = BufferOp::create(builder, loc, nextSlot, type);

  // The index of the panel and, with other ranges, of the copy.
  IRMapping mapping;
  SmallVector<Value> ranges;
  for (RangeOp range : panel.inner) {
    // Dimensions of vectors are the same for the whole kernel.
    Value other = range.getResult();
    if (range.getAxis() == AxisType::Reduce)
      other = RangeOp::create(builder, loc, range.getDependencies(),
                              range.getExtent(), AxisType::Weak, nextId++);
    mapping.map(range.getResult(), other);
    ranges.push_back(other);
  }
  auto makeIndex = [&](bool isCopy) {
    Value index;
    for (RangeOp range : panel.inner) {
      Value step =
          isCopy ? mapping.lookup(range.getResult()) : Value(range.getResult());
      if (index) {
        Value extent =
            ConstOp::create(builder, loc, Number::integer(range.getExtent()),
                            builder.getIndexType());
        index = MulOp::create(builder, loc, index, extent);
        index = AddOp::create(builder, loc, index, step);
      } else {
        index = step;
      }
    }
    return index;
  };

  // The slice between the ranges and the index, in the order of the block.
  SetVector<Operation *> slice;
  SmallVector<Operation *> stack = {load};
  while (!stack.empty()) {
    Operation *op = stack.pop_back_val();
    if (!op || isa<RangeOp>(op) || !slice.insert(op))
      continue;
    for (Value operand : op->getOperands())
      stack.push_back(operand.getDefiningOp());
  }
  SmallVector<Operation *> ordered(slice.begin(), slice.end());
  llvm::sort(ordered, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  for (Operation *op : ordered)
    builder.clone(*op, mapping);

  SmallVector<Value> outer;
  for (RangeOp range : panel.outer)
    outer.push_back(range.getResult());
  Value state = AfterOp::create(builder, loc, buffer, outer);
  Value token = StoreOp::create(builder, loc, mapping.lookup(load.getResult()),
                                state, makeIndex(/*isCopy=*/true),
                                /*mask=*/Value(), ArrayRef<int64_t>());
  Value ended = EndOp::create(builder, loc, token, ranges);
  Value packed = AfterOp::create(builder, loc, buffer, ended);
  load.getResult().replaceAllUsesWith(LoadOp::create(
      builder, loc, packed, makeIndex(/*isCopy=*/false), /*mask=*/Value(),
      ArrayRef<int64_t>(), ArrayRef<int64_t>()));
  load.erase();
}

bool Packer::run() {
  for (const KernelShape::Access &access : shape.getAccesses())
    if (std::optional<Panel> panel = getPanel(access)) {
      reorderLoops(*panel);
      pack(*panel);
      return true;
    }
  return false;
}

namespace {
struct PackOperandsPass final : impl::PackOperandsPassBase<PackOperandsPass> {
  using PackOperandsPassBase::PackOperandsPassBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    // One nest around one reduction: other loops could not be moved outside.
    EndOp end = KernelAxes(kernel).getOnlyEnd();
    auto reductions = kernel.getBody().getOps<ReduceOp>();
    if (!end || !llvm::hasSingleElement(reductions) ||
        !mayHavePanel(kernel, end, minStride))
      return;
    if (!Packer(kernel, end, getAnalysis<KernelExprs>(), minStride, maxBytes)
             .run())
      return markAllAnalysesPreserved();
    sortByDominance(kernel.getBody().front());
    ++numPacked;
  }
};
} // namespace
} // namespace mlir::tiny

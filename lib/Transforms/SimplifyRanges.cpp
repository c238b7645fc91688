//===- SimplifyRanges.cpp - Fewer and shorter loops -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// 1. A range whose stores (or summands) all are masked to a part of it is cut
//    to that part.
// 2. Two neighbouring ranges become one, if that takes no more divisions. The
//    merged range is tried with the next neighbour.
//
// Both rewrite expressions only; the IR follows at the end.
//
//===----------------------------------------------------------------------===//

#include "KernelIndices.h"
#include "OpenRanges.h"
#include "RangeConditions.h"
#include "tiny/Transforms/KernelOpts.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_SIMPLIFYRANGESPASS
#include "tiny/Transforms/Passes.h.inc"

using Kind = IndexExpr::Kind;

namespace {

class RangeSimplifier {
public:
  RangeSimplifier(KernelOp kernel, KernelIndices &indices)
      : kernel(kernel), indices(indices), context(indices.getContext()) {}

  bool run();

  unsigned numShrunk = 0, numMerged = 0;

private:
  using Map = llvm::DenseMap<IndexExpr, IndexExpr>;
  /// The values of a range that matter: `count` from `lower` on.
  struct Part {
    IndexExpr lower;
    int64_t count;
  };

  std::optional<Part> getPart(RangeOp range, ArrayRef<IndexExpr> masks);
  void shrink(RangeOp range);
  bool collectMasks(Operation *closer, SmallVectorImpl<IndexExpr> &masks);

  void mergeAll(Operation *closer);
  bool merge(RangeOp outer, RangeOp inner);
  bool canMerge(RangeOp outer, RangeOp inner);
  /// Whether an index would be divided, seen by its strides.
  bool isUneven(IndexExpr index, IndexExpr major, IndexExpr minor,
                int64_t step);
  /// The different divisions in some expressions, and those that depend on a
  /// leaf.
  struct Divisions {
    explicit Divisions(IndexExpr leaf) : leaf(leaf) {}
    void add(IndexExpr expr);

    IndexExpr leaf;
    unsigned all = 0, ofLeaf = 0;
    llvm::SmallDenseSet<IndexExpr, 32> seen;
  };

  KernelOp kernel;
  KernelIndices &indices;
  IndexContext &context;
  using Reductions = SmallVector<Operation *, 2>;
  /// The reductions that are computed again for each value of a range. They are
  /// found before the first range is replaced, or never.
  Reductions getReductionsIn(RangeOp range);
  std::optional<llvm::DenseMap<Operation *, Reductions>> reductionsIn;
  /// What stands for ranges that have been cut.
  Map replaced;
  int64_t numTrials = 0;
};

} // namespace

RangeSimplifier::Reductions RangeSimplifier::getReductionsIn(RangeOp range) {
  if (!reductionsIn)
    reductionsIn = findReductionsInside(kernel);
  return reductionsIn->lookup(range);
}

//===----------------------------------------------------------------------===//
// Shrinking
//===----------------------------------------------------------------------===//

/// The masks of all that happens inside of a closer; false if they are unknown.
bool RangeSimplifier::collectMasks(Operation *closer,
                                   SmallVectorImpl<IndexExpr> &masks) {
  auto add = [&](Value mask) {
    if (!mask || !IndexImporter::isIndexLike(mask))
      return false;
    masks.push_back(context.substitute(indices.import(mask), replaced));
    return true;
  };
  if (auto reduce = dyn_cast<ReduceOp>(closer)) {
    Value source = reduce.getSource();
    while (auto cast = source.getDefiningOp<CastOp>())
      source = cast.getOperand();
    auto load = source.getDefiningOp<LoadOp>();
    return reduce.getKind() == ReduceKind::Add && load && add(load.getMask());
  }
  SmallVector<Value> stack = {cast<EndOp>(closer).getBody()};
  while (!stack.empty()) {
    Operation *op = stack.pop_back_val().getDefiningOp();
    if (auto group = dyn_cast_or_null<GroupOp>(op)) {
      llvm::append_range(stack, group.getTokens());
      continue;
    }
    auto store = dyn_cast_or_null<StoreOp>(op);
    if (!store || !add(store.getMask()))
      return false;
  }
  return true;
}

/// What the masks together admit, if it is less than the range. Where it begins
/// may depend on variables if all masks agree on it, and none can reach over
/// the ends of the range.
std::optional<RangeSimplifier::Part>
RangeSimplifier::getPart(RangeOp range, ArrayRef<IndexExpr> masks) {
  int64_t extent = range.getExtent();
  RangeConditions conditions(
      context, indices.getExpr(range), extent, [](IndexExpr leaf) {
        return !leaf.getValue() || !leaf.getValue().getDefiningOp<VariableOp>();
      });
  RangeConditions::Bounds all;
  for (IndexExpr mask : masks) {
    RangeConditions::Bounds bounds = conditions.bound(mask);
    if (!all.lower) {
      all = bounds;
    } else if (bounds.lower != all.lower || bounds.upper != all.upper) {
      all.lower = context.min(all.lower, bounds.lower);
      all.upper = context.max(all.upper, bounds.upper);
    }
  }
  Interval count = context.sub(all.upper, all.lower).getInterval();
  Interval lower = all.lower.getInterval();
  if (count.max < 1 || count.max >= extent || lower.min < 0 ||
      lower.max + count.max > extent)
    return std::nullopt;
  return Part{all.lower, static_cast<int64_t>(count.max)};
}

void RangeSimplifier::shrink(RangeOp range) {
  SmallVector<IndexExpr> masks;
  for (Operation *closer : getClosers(range))
    if (!collectMasks(closer, masks))
      return;
  if (masks.empty())
    return;
  std::optional<Part> part = getPart(range, masks);
  if (!part)
    return;
  Reductions inside = getReductionsIn(range);
  RangeOp shorter = indices.createRange(range, part->count);
  IndexExpr leaf = indices.getExpr(range);
  Map map;
  map[leaf] = part->count == 1
                  ? part->lower
                  : context.add(indices.getExpr(shorter), part->lower);
  replaced[leaf] = map[leaf];
  (*reductionsIn)[shorter] = inside;
  indices.substitute(map);
  indices.replaceClosed(range, shorter);
  ++numShrunk;
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

void RangeSimplifier::Divisions::add(IndexExpr root) {
  SmallVector<IndexExpr> stack = {root};
  while (!stack.empty()) {
    IndexExpr expr = stack.pop_back_val();
    if (expr.getOperands().empty() || !seen.insert(expr).second)
      continue;
    if (expr.getKind() == Kind::FloorDiv || expr.getKind() == Kind::Mod) {
      ++all;
      ofLeaf += expr.dependsOn(leaf);
    }
    llvm::append_range(stack, expr.getOperands());
  }
}

bool RangeSimplifier::canMerge(RangeOp outer, RangeOp inner) {
  if (outer.getAxis() != inner.getAxis() || !isPlainRange(outer) ||
      !isPlainRange(inner))
    return false;
  Int128 extent = Int128(outer.getExtent()) * inner.getExtent();
  if (extent > std::numeric_limits<int64_t>::max())
    return false;
  SmallVector<Operation *, 2> closers = getClosers(outer);
  SmallVector<Operation *, 2> others = getClosers(inner);
  llvm::sort(closers);
  llvm::sort(others);
  if (closers != others)
    return false;
  // The loops of an end have an order.
  return llvm::all_of(closers, [&](Operation *closer) {
    auto end = dyn_cast<EndOp>(closer);
    if (!end)
      return true;
    auto it = llvm::find(end.getRanges(), outer.getResult());
    return std::next(it) != end.getRanges().end() &&
           *std::next(it) == inner.getResult();
  });
}

bool RangeSimplifier::isUneven(IndexExpr index, IndexExpr major,
                               IndexExpr minor, int64_t step) {
  // A comparison may lose the division again.
  if (index.isBoolean())
    return false;
  auto outer = context.splitLinear(index, major);
  auto inner = context.splitLinear(index, minor);
  return outer && inner && outer->stride != Int128(inner->stride) * step;
}

bool RangeSimplifier::merge(RangeOp outer, RangeOp inner) {
  if (!canMerge(outer, inner))
    return false;
  IndexExpr major = indices.getExpr(outer), minor = indices.getExpr(inner);
  int64_t step = inner.getExtent();
  int64_t extent = outer.getExtent() * step;
  SmallVector<IndexExpr> before;
  Divisions old(minor);
  for (const KernelIndices::Use &use : indices.getUses())
    if (use.expr.dependsOn(major) || use.expr.dependsOn(minor)) {
      before.push_back(use.expr);
      old.add(use.expr);
    }
  // Most trials end here: there is nothing that a new division could replace.
  if (old.all == 0 && llvm::any_of(before, [&](IndexExpr expr) {
        return isUneven(expr, major, minor, step);
      }))
    return false;
  // A reduction inside of one only would be computed for both.
  Reductions inside = getReductionsIn(outer);
  if (inside != getReductionsIn(inner))
    return false;
  auto mapTo = [&](IndexExpr both) {
    Map map;
    map[major] = context.floorDiv(both, step);
    map[minor] = context.mod(both, step);
    return map;
  };
  IndexExpr trial = context.symbol(numTrials++, {0, extent - 1});
  Map map = mapTo(trial);
  // Nor may the innermost loop get one that it did not have.
  Divisions now(trial);
  for (IndexExpr expr : before) {
    now.add(context.substitute(expr, map));
    if (now.all > old.all || now.ofLeaf > old.ofLeaf)
      return false;
  }
  RangeOp first = outer->isBeforeInBlock(inner) ? outer : inner;
  RangeOp range = indices.createRange(first, extent);
  (*reductionsIn)[range] = inside;
  indices.substitute(mapTo(indices.getExpr(range)));
  indices.replaceClosed(outer, range);
  indices.replaceClosed(inner, {});
  ++numMerged;
  return true;
}

/// Merges neighbours until none of them can be; each range has been tried with
/// each that it was next to.
void RangeSimplifier::mergeAll(Operation *closer) {
  bool isOrdered = isa<EndOp>(closer);
  auto getRange = [&](size_t i) {
    return getEndedRanges(closer)[i].getDefiningOp<RangeOp>();
  };
  for (size_t i = 0; i < getEndedRanges(closer).size();) {
    bool merged = false;
    for (size_t j = 0; j < getEndedRanges(closer).size() && !merged; ++j) {
      if (j == i || (isOrdered && j != i + 1))
        continue;
      merged = merge(getRange(i), getRange(j));
    }
    // What stands before it has another neighbour now.
    if (!merged)
      ++i;
    else if (!isOrdered)
      i = 0;
    else if (i > 0)
      --i;
  }
}

bool RangeSimplifier::run() {
  for (RangeOp range : llvm::to_vector(kernel.getBody().getOps<RangeOp>()))
    if (isPlainRange(range))
      shrink(range);
  for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front()))
    if (!getEndedRanges(&op).empty())
      mergeAll(&op);
  if (numShrunk + numMerged == 0)
    return false;
  indices.write();
  return true;
}

namespace {
struct SimplifyRangesPass final
    : impl::SimplifyRangesPassBase<SimplifyRangesPass> {
  void runOnOperation() override {
    // Opts that are given by hand name the ranges as they are.
    if (getOperation()->hasAttr(kernelOptsAttrName))
      return;
    RangeSimplifier simplifier(getOperation(), getAnalysis<KernelIndices>());
    if (!simplifier.run())
      return markAllAnalysesPreserved();
    markAnalysesPreserved<KernelExprs>();
    numShrunk += simplifier.numShrunk;
    numMerged += simplifier.numMerged;
  }
};
} // namespace
} // namespace mlir::tiny

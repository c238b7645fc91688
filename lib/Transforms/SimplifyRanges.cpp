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
  /// The values `lower <= r < upper` of a range that matter.
  struct Part {
    int64_t lower, upper;
  };

  Part getPart(IndexExpr mask, IndexExpr leaf, int64_t extent);
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

/// The bounds that the clauses of a mask set.
RangeSimplifier::Part RangeSimplifier::getPart(IndexExpr mask, IndexExpr leaf,
                                               int64_t extent) {
  Part part = {0, extent};
  for (IndexExpr clause : context.getClauses(mask)) {
    bool isLower = clause.getKind() == Kind::Not;
    if (isLower)
      clause = clause.getOperands()[0];
    if (clause.getKind() == Kind::Eq && !isLower &&
        clause.getOperands()[0] == leaf)
      if (std::optional<int64_t> place = clause.getOperands()[1].getConstant())
        return {*place, *place + 1};
    if (clause.getKind() != Kind::Lt || clause.getOperands()[0] != leaf)
      continue;
    std::optional<int64_t> limit = clause.getOperands()[1].getConstant();
    if (!limit)
      continue;
    if (isLower)
      part.lower = std::max(part.lower, *limit);
    else
      part.upper = std::min(part.upper, *limit);
  }
  return part;
}

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

void RangeSimplifier::shrink(RangeOp range) {
  SmallVector<IndexExpr> masks;
  for (Operation *closer : getClosers(range))
    if (!collectMasks(closer, masks))
      return;
  if (masks.empty())
    return;
  int64_t extent = range.getExtent();
  IndexExpr leaf = indices.getExpr(range);
  Part all = {extent, 0};
  for (IndexExpr mask : masks) {
    Part part = getPart(mask, leaf, extent);
    all.lower = std::min(all.lower, part.lower);
    all.upper = std::max(all.upper, part.upper);
  }
  if (all.lower >= all.upper || all.upper - all.lower == extent)
    return;
  Reductions inside = getReductionsIn(range);
  RangeOp shorter = indices.createRange(range, all.upper - all.lower);
  Map map;
  map[leaf] = context.add(indices.getExpr(shorter), all.lower);
  if (shorter.getExtent() == 1)
    map[leaf] = context.constant(all.lower);
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

//===- SplitRanges.cpp - Ranges whose digits are used ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `r % c` and `(r // a) % b` name places where a range may be cut: c, a and
// a * b. Those that divide each other and the extent make it a number of mixed
// radix, whose digits become ranges.
//
//===----------------------------------------------------------------------===//

#include "KernelIndices.h"
#include "tiny/Transforms/KernelOpts.h"
#include "tiny/Transforms/Passes.h"

#include "llvm/ADT/MapVector.h"
#include <set>

namespace mlir::tiny {
#define GEN_PASS_DEF_SPLITRANGESPASS
#include "tiny/Transforms/Passes.h.inc"

using Kind = IndexExpr::Kind;

namespace {
class RangeSplitter {
public:
  RangeSplitter(KernelOp kernel, KernelIndices &indices)
      : kernel(kernel), indices(indices) {}
  unsigned run();

private:
  void collect(IndexExpr expr);
  bool isWorthwhile(RangeOp range, int64_t cut);
  void addCut(IndexExpr leaf, int64_t cut);
  void split(RangeOp range, const std::set<int64_t> &cuts);

  KernelOp kernel;
  KernelIndices &indices;
  std::optional<llvm::DenseMap<Operation *, SmallVector<Operation *, 2>>>
      reductionsIn;
  llvm::DenseSet<IndexExpr> seen;
  llvm::DenseMap<IndexExpr, std::set<int64_t>> cutsOf;
  llvm::DenseMap<IndexExpr, IndexExpr> replacements;
};
} // namespace

/// Whether a cut is worth a loop of its own. Where no reduction is computed
/// inside, what is cut is no more than the order of elements: a few of them
/// fill no vector, and powers of two are divided by shifts, lane by lane. A
/// division by any other number takes longer than a shorter vector.
bool RangeSplitter::isWorthwhile(RangeOp range, int64_t cut) {
  constexpr int64_t minDigit = 4, minPower = 16;
  if (cut >= (llvm::isPowerOf2_64(cut) ? minPower : minDigit))
    return true;
  if (!reductionsIn)
    reductionsIn = findReductionsInside(kernel);
  return reductionsIn->contains(range);
}

void RangeSplitter::addCut(IndexExpr leaf, int64_t cut) {
  Value value = leaf.getValue();
  auto range = value ? value.getDefiningOp<RangeOp>() : RangeOp();
  if (range && cut > 1 && cut < range.getExtent() &&
      range.getExtent() % cut == 0 && isWorthwhile(range, cut))
    cutsOf[leaf].insert(cut);
}

/// Notes the cuts that an expression names.
void RangeSplitter::collect(IndexExpr expr) {
  SmallVector<IndexExpr> stack = {expr};
  while (!stack.empty()) {
    IndexExpr node = stack.pop_back_val();
    if (!seen.insert(node).second)
      continue;
    ArrayRef<IndexExpr> operands = node.getOperands();
    llvm::append_range(stack, operands);
    if (node.getKind() != Kind::FloorDiv && node.getKind() != Kind::Mod)
      continue;
    std::optional<int64_t> divisor = operands[1].getConstant();
    if (!divisor || *divisor <= 1)
      continue;
    addCut(operands[0], *divisor);
    if (node.getKind() != Kind::Mod || operands[0].getKind() != Kind::FloorDiv)
      continue;
    // The cut of the quotient is found as a node of its own.
    ArrayRef<IndexExpr> inner = operands[0].getOperands();
    std::optional<int64_t> first = inner[1].getConstant();
    Int128 both = Int128(first.value_or(0)) * *divisor;
    if (both == static_cast<int64_t>(both))
      addCut(inner[0], static_cast<int64_t>(both));
  }
}

void RangeSplitter::split(RangeOp range, const std::set<int64_t> &cuts) {
  IndexContext &context = indices.getContext();
  SmallVector<int64_t, 4> steps = {1};
  for (int64_t cut : cuts)
    if (cut % steps.back() == 0)
      steps.push_back(cut);
  // From the outermost digit to the innermost.
  SmallVector<RangeOp, 4> digits;
  IndexExpr value = context.constant(0);
  int64_t whole = range.getExtent();
  for (int64_t step : llvm::reverse(steps)) {
    RangeOp digit = indices.createRange(range, whole / step);
    value = context.add(value, context.mul(indices.getExpr(digit), step));
    digits.push_back(digit);
    whole = step;
  }
  replacements[indices.getExpr(range)] = value;
  indices.replaceClosed(range, digits);
}

unsigned RangeSplitter::run() {
  for (const KernelIndices::Use &use : indices.getUses())
    collect(use.expr);
  if (cutsOf.empty())
    return 0;
  unsigned count = 0;
  for (RangeOp range : llvm::to_vector(kernel.getBody().getOps<RangeOp>())) {
    auto it = cutsOf.find(indices.getExpr(range));
    if (it == cutsOf.end() || !isPlainRange(range))
      continue;
    split(range, it->second);
    ++count;
  }
  if (count == 0)
    return 0;
  indices.substitute(replacements);
  indices.write();
  return count;
}

namespace {
struct SplitRangesPass final : impl::SplitRangesPassBase<SplitRangesPass> {
  void runOnOperation() override {
    // Opts that are given by hand name the ranges as they are.
    if (getOperation()->hasAttr(kernelOptsAttrName))
      return;
    RangeSplitter splitter(getOperation(), getAnalysis<KernelIndices>());
    unsigned count = splitter.run();
    markAnalysesPreserved<KernelExprs>();
    // Most kernels have nothing to split; the next pass reads on.
    if (count == 0)
      markAllAnalysesPreserved();
    numSplit += count;
  }
};
} // namespace
} // namespace mlir::tiny

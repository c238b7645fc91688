//===- SplitReduce.cpp - Large reductions in two kernels ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/FusionPlan.h"
#include "tiny/Analysis/OperandIndex.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_SPLITREDUCEPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// Which of some axes of a value matter to what is computed for it: those along
/// which memory is read, and those whose coordinate is a number in the
/// computation.
class AxisUses {
public:
  AxisUses(Value value, ArrayRef<int64_t> asked);

  bool reads(int64_t axis) const { return read[axis]; }
  bool counts(int64_t axis) const { return counted[axis]; }

private:
  void note(llvm::SmallBitVector &axes, ArrayRef<IndexExpr> index);

  llvm::SmallBitVector read, counted;
};

} // namespace

void AxisUses::note(llvm::SmallBitVector &axes, ArrayRef<IndexExpr> index) {
  for (IndexExpr expr : index)
    for (IndexExpr leaf : expr.getLeaves())
      if (std::optional<int64_t> symbol = leaf.getSymbol())
        if (*symbol < int64_t(axes.size()))
          axes.set(*symbol);
}

AxisUses::AxisUses(Value value, ArrayRef<int64_t> asked) {
  IndexContext context;
  int64_t nextSymbol = 0;
  auto fresh = [&](const Dim &size) {
    Int128 last = std::max<Int128>(getInterval(size).max - 1, 0);
    return context.symbol(nextSymbol++, {0, last});
  };
  SmallVector<IndexExpr, 4> axes;
  for (int64_t size : getShape(value))
    axes.push_back(fresh(size));
  read.resize(axes.size());
  counted.resize(axes.size());
  // What is read without them says nothing about the axes.
  auto matters = [&](ArrayRef<IndexExpr> index) {
    return llvm::any_of(index, [&](IndexExpr expr) {
      return llvm::any_of(
          asked, [&](int64_t axis) { return expr.dependsOn(axes[axis]); });
    });
  };
  // Of several readers of one value the first stands for all.
  llvm::DenseSet<Value> seen = {value};
  SmallVector<std::pair<Value, SmallVector<IndexExpr, 4>>> stack = {
      {value, axes}};
  while (!stack.empty()) {
    auto [current, index] = stack.pop_back_val();
    Operation *op = current.getDefiningOp();
    // What takes more ops than that is stored, so it is read as well; and a
    // graph with many reductions is walked in linear time.
    bool isFar = seen.size() > FusionPlan::maxOps;
    if (isFar || isa<LoadOp, ContiguousOp, MSelectOp>(op)) {
      note(read, index);
    } else if (auto iota = dyn_cast<IotaOp>(op)) {
      note(counted, index[iota.getAxis()]);
    } else {
      mapOperandIndices(
          context, *op, index, fresh,
          [&](Value operand, ArrayRef<IndexExpr> operandIndex, bool) {
            if (matters(operandIndex) && seen.insert(operand).second)
              stack.push_back(
                  {operand, SmallVector<IndexExpr, 4>(operandIndex)});
          });
    }
  }
}

/// The largest divisor of `size` in [least, most], or 0.
static int64_t findDivisor(int64_t size, int64_t least, int64_t most) {
  for (int64_t divisor = most; divisor >= least; --divisor)
    if (size % divisor == 0)
      return divisor;
  return 0;
}

/// Reduces `axis` in `parts` pieces first, then the pieces.
static void split(ReduceOp reduce, int64_t axis, int64_t parts) {
  OpBuilder builder(reduce);
  Location loc = reduce.getLoc();
  SmallVector<int64_t> shape(getShape(reduce.getSource()));
  shape[axis] /= parts;
  shape.insert(shape.begin() + axis, parts);
  SmallVector<int64_t> axes;
  for (int64_t reduced : reduce.getAxes())
    axes.push_back(reduced < axis ? reduced : reduced + 1);
  Value pieces = ReshapeOp::create(builder, loc, reduce.getSource(), shape);
  Value partial = ReduceOp::create(builder, loc, pieces, ValueRange(),
                                   reduce.getKind(), axes);
  partial = ContiguousOp::create(builder, loc, partial);
  Value whole = ReduceOp::create(builder, loc, partial, ValueRange(),
                                 reduce.getKind(), ArrayRef<int64_t>(axis));
  Value result =
      ReshapeOp::create(builder, loc, whole, getShape(reduce.getResult()));
  reduce.getResult().replaceAllUsesWith(result);
  reduce.erase();
}

namespace {
struct SplitReducePass final : impl::SplitReducePassBase<SplitReducePass> {
  using Base::Base;

  void runOnOperation() override {
    for (ReduceOp reduce : llvm::make_early_inc_range(
             getOperation().getBody().getOps<ReduceOp>()))
      visit(reduce);
  }

  void visit(ReduceOp reduce) {
    ArrayRef<int64_t> shape = getShape(reduce.getSource());
    if (isSymbolic(shape)) // how much there is to add is not known
      return;
    std::optional<int64_t> before = getNumElements(shape);
    std::optional<int64_t> after = getNumElements(getShape(reduce.getResult()));
    if (!before || !after || *after == 0 || *after > maxOutputs ||
        *before / *after < threshold)
      return;
    int64_t most = std::min<int64_t>(maxParts, size / *after);
    constexpr int64_t minParts = 8;
    SmallVector<int64_t> divisible;
    for (int64_t axis : reduce.getAxes())
      if (findDivisor(shape[axis], minParts, most))
        divisible.push_back(axis);
    if (divisible.empty())
      return;
    AxisUses uses(reduce.getSource(), divisible);
    for (int64_t axis : divisible)
      if (uses.reads(axis) && !uses.counts(axis)) {
        ++numSplit;
        return split(reduce, axis, findDivisor(shape[axis], minParts, most));
      }
  }
};
} // namespace

} // namespace mlir::tiny

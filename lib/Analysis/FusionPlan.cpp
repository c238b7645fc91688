//===- FusionPlan.cpp - What is materialized ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/FusionPlan.h"

#include "RowFusion.h"
#include "tiny/Analysis/Gather.h"
#include "tiny/Analysis/OperandIndex.h"

namespace mlir::tiny {

namespace {

/// How a value is read: its index expressions, and whether there are ranges
/// around it that it does not depend on.
struct Reading {
  SmallVector<IndexExpr, 4> index;
  bool isRepeated = false;
  /// The ranges of the reductions that it is read in, and whether it differs
  /// from step to step of one.
  SmallVector<IndexExpr, 2> reduced;
  bool varies = false;
  /// Whether it is computed again and again in such a reduction, whose steps it
  /// differs in.
  bool isHot = false;
  /// Whether that is said of all that read it.
  bool isInHot = false;
};

/// Step 1: candidates.
class Candidates {
public:
  explicit Candidates(Block &block);

  bool contains(Value value) const { return candidates.contains(value); }
  /// Whether a reduction reads the value again and again, at elements that
  /// change from step to step, so that nothing of it leaves the loop. Of values
  /// that are computed from each other it is the last one.
  bool isHot(Value value) const {
    auto it = readings.find(value);
    return it != readings.end() && it->second.isHot && !it->second.isInHot;
  }

private:
  IndexExpr fresh(const Dim &size);
  SmallVector<IndexExpr, 4> fresh(Value value);
  void read(Value value, Reading reading);
  void visit(Operation &op);

  IndexContext context;
  int64_t nextSymbol = 0;
  llvm::DenseMap<Value, Reading> readings;
  llvm::DenseSet<Value> candidates;
};

} // namespace

/// Whether the op computes, so that computing it again costs something.
static bool computes(Operation *op) {
  return op && !isa<ConstOp, VariableOp, BindOp, IotaOp, LoadOp, ContiguousOp,
                    MSelectOp, DetachOp, StackOp, MovementOpInterface>(op);
}

/// About how long an op takes, in units of an addition.
static unsigned getTime(Operation *op) {
  if (isa<Exp2Op, Log2Op, SinOp, PowOp, ThreefryOp>(op))
    return 16;
  if (isa<FDivOp, ReciprocalOp, SqrtOp, CDivOp, CModOp, FloorDivOp, FloorModOp>(
          op))
    return 4;
  return computes(op);
}

/// Whether it has so many elements that a kernel of its own pays.
static bool isLarge(Value value) {
  constexpr int64_t minElements = 4096;
  std::optional<int64_t> count = getNumElements(getMaxShape(value));
  return !count || *count >= minElements;
}

/// A new range; an axis of size one has index zero.
IndexExpr Candidates::fresh(const Dim &size) {
  IndexExpr limit;
  std::optional<int64_t> number;
  if (size.isSymbolic()) {
    limit = importDim(context, size);
    number = limit.getConstant();
  } else {
    number = size.getNumber();
  }
  if (number)
    return *number <= 1 ? context.constant(0)
                        : context.symbol(nextSymbol++, {0, *number - 1});
  Int128 last = std::max<Int128>(limit.getInterval().max - 1, 0);
  return context.symbol(nextSymbol++, {0, last}, limit);
}

/// One new range per axis.
SmallVector<IndexExpr, 4> Candidates::fresh(Value value) {
  SmallVector<IndexExpr, 4> index;
  for (const Dim &size : getDims(value))
    index.push_back(fresh(size));
  return index;
}

/// Notes how `value` is read; a second, different reading makes it a candidate.
void Candidates::read(Value value, Reading other) {
  other.varies |= llvm::any_of(other.reduced, [&](IndexExpr range) {
    return llvm::any_of(other.index,
                        [&](IndexExpr expr) { return expr.dependsOn(range); });
  });
  other.isHot = other.isRepeated && other.varies;
  auto [it, isNew] = readings.try_emplace(value, other);
  if (isNew)
    return;
  Reading &reading = it->second;
  if (reading.index != other.index)
    candidates.insert(value);
  reading.isRepeated |= other.isRepeated;
  reading.varies |= other.varies;
  reading.isHot |= other.isHot;
  reading.isInHot &= other.isInHot;
  for (IndexExpr range : other.reduced)
    if (!llvm::is_contained(reading.reduced, range))
      reading.reduced.push_back(range);
}

void Candidates::visit(Operation &op) {
  if (auto store = dyn_cast<StoreOp>(op)) {
    Reading reading;
    reading.index = fresh(store.getValue());
    return read(store.getValue(), reading);
  }
  if (op.getNumResults() != 1 || !isData(op.getResult(0)))
    return;
  auto it = readings.find(op.getResult(0));
  if (it == readings.end())
    return; // dead
  Reading reading = it->second;
  if (computes(&op) && reading.isRepeated)
    candidates.insert(op.getResult(0));
  // What moves elements is no place to keep them: the conflict is that of the
  // operand. Without this, two kernels would compute it each in its own way.
  if (!computes(&op) && candidates.contains(op.getResult(0)))
    for (Value operand : getDataOperands(&op))
      if (isData(operand))
        candidates.insert(operand);
  if (isa<ContiguousOp>(op) || candidates.contains(op.getResult(0))) {
    // Its own kernel, or at least its own loops.
    Reading own;
    // What moves elements leaves that to its operand, which is read like it.
    if (!computes(&op) && !isa<ContiguousOp>(op))
      own = reading;
    own.index = fresh(op.getResult(0));
    own.reduced.clear();
    reading = std::move(own);
  }
  Reading part;
  part.isInHot = computes(&op) ? reading.isHot : reading.isInHot;
  // With a fresh index it no longer shows.
  part.varies = reading.varies && reading.reduced.empty();
  mapOperandIndices(
      context, op, reading.index,
      [&](const Dim &size) {
        IndexExpr range = fresh(size);
        if (!range.getConstant())
          reading.reduced.push_back(range);
        return range;
      },
      [&](Value operand, ArrayRef<IndexExpr> index, bool repeats) {
        part.index.assign(index.begin(), index.end());
        part.reduced = reading.reduced;
        part.isRepeated = reading.isRepeated || repeats;
        read(operand, part);
      });
}

Candidates::Candidates(Block &block) {
  readings.reserve(block.getOperations().size());
  for (Operation &op : llvm::reverse(block))
    visit(op);
}

namespace {

/// Step 2: what computing a value again means. Sets saturate: beyond the limit
/// nothing else matters.
struct Cost {
  SmallVector<Value, FusionPlan::maxBuffers + 1> buffers;
  unsigned ops = 0;
  /// In units of an addition.
  unsigned time = 0;
  bool reducesMemory = false;
  /// Whether it reads what a store of the graph overwrites.
  bool readsUpdated = false;

  void add(const Cost &other) {
    for (Value buffer : other.buffers)
      addBuffer(buffer);
    ops = std::min(ops + other.ops, FusionPlan::maxOps + 1);
    time = std::min(time + other.time, FusionPlan::maxHotTime + 1);
    reducesMemory |= other.reducesMemory;
    readsUpdated |= other.readsUpdated;
  }
  void addBuffer(Value buffer) {
    if (buffers.size() <= FusionPlan::maxBuffers &&
        !llvm::is_contained(buffers, buffer))
      buffers.push_back(buffer);
  }
  bool isDear() const {
    return reducesMemory || buffers.size() > FusionPlan::maxBuffers ||
           ops > FusionPlan::maxOps;
  }
  /// Whether a pass over memory is cheaper than to compute it for each step of
  /// a reduction.
  bool isDearInLoop() const {
    return buffers.size() >= FusionPlan::maxBuffers ||
           time > FusionPlan::maxHotTime;
  }
};

} // namespace

/// Whether the value goes to a buffer of the program anyway.
static bool isStored(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    auto store = dyn_cast<StoreOp>(user);
    return store && isa<BlockArgument>(store.getBuffer());
  });
}

/// Step 2 for a given set of values that stay in the loop over rows.
static void decide(Block &block, const Candidates &candidates,
                   const RowFusion &rows, const llvm::DenseSet<Value> &refused,
                   SmallVectorImpl<Value> &kept,
                   SmallVectorImpl<Value> &perRow) {
  llvm::DenseMap<Value, Cost> costs;
  costs.reserve(block.getOperations().size());
  for (Operation &op : block) {
    if (op.getNumResults() != 1 || !isData(op.getResult(0)))
      continue;
    Value value = op.getResult(0);
    Cost &cost = costs[value];
    if (auto load = dyn_cast<LoadOp>(op)) {
      cost.addBuffer(load.getBuffer());
      cost.readsUpdated =
          llvm::any_of(load.getBuffer().getUsers(), llvm::IsaPred<StoreOp>);
      continue;
    }
    if (isa<ContiguousOp, MSelectOp>(op)) {
      cost.addBuffer(value);
      continue;
    }
    Cost total;
    total.ops = computes(&op);
    total.time = getTime(&op);
    for (Value operand : getDataOperands(&op))
      if (isData(operand))
        total.add(costs[operand]);
    if (auto reduce = dyn_cast<ReduceOp>(op);
        reduce && !total.reducesMemory && !total.buffers.empty())
      total.reducesMemory = !isGather(reduce);
    bool isUpdate = total.readsUpdated && !value.hasOneUse() && isStored(value);
    bool isDear = candidates.contains(value) &&
                  (total.isDear() || (candidates.isHot(value) &&
                                      total.isDearInLoop() && isLarge(value)));
    if (computes(&op) && (isDear || isUpdate)) {
      bool isPerRow =
          !isUpdate && rows.isPerRow(value) && !refused.contains(value);
      (isPerRow ? perRow : kept).push_back(value);
      total = Cost();
      total.addBuffer(value);
    }
    costs[value] = std::move(total);
  }
}

FusionPlan::FusionPlan(FunctionOp function) {
  Block &block = function.getBody().front();
  Candidates candidates(block);
  RowFusion rows(block);
  llvm::DenseSet<Value> refused;
  SmallVector<Value> perRow;
  // What is refused may part a kernel that others rely on; in the third round
  // nothing stays in the loop over rows.
  for (int round = 0;; ++round) {
    kept.clear();
    perRow.clear();
    decide(block, candidates, rows, refused, kept, perRow);
    SmallVector<Value> conflicts =
        RowFusion::findConflicts(block, perRow, kept);
    if (conflicts.empty())
      return;
    ArrayRef<Value> all = perRow;
    for (Value value : round < 2 ? ArrayRef<Value>(conflicts) : all)
      refused.insert(value);
  }
}

} // namespace mlir::tiny

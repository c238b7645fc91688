//===- LimitBuffers.cpp - Kernels with too many buffers -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk in block order: a value knows the buffers that computing it reads.
// Where they are too many, operands are stored, those that read most first;
// each then counts as one buffer. Sets stay below the limit, so the walk is
// linear in the graph for a fixed limit.
//
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/OperandIndex.h"
#include "tiny/Target/TargetDescription.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_LIMITBUFFERSPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// States, and values that have storage.
using Buffers = llvm::SmallSetVector<Value, 4>;

class Limiter {
public:
  /// A kernel may read `limit` buffers.
  explicit Limiter(size_t limit) : limit(limit) {}

  void visit(Operation &op);
  unsigned getNumStored() const { return numStored; }

private:
  Buffers collect(Operation &op) const;
  void storeOperands(Operation &op);
  void storeStacks(StackOp stack);
  Value store(Value value, Operation *before);

  size_t limit;
  unsigned numStored = 0;
  llvm::DenseMap<Value, Buffers> buffers;
};

} // namespace

Buffers Limiter::collect(Operation &op) const {
  Buffers result;
  for (Value operand : op.getOperands())
    if (auto it = buffers.find(operand); it != buffers.end())
      result.insert(it->second.begin(), it->second.end());
  return result;
}

/// Gives `value` storage for the use by `before` and all that come after it.
Value Limiter::store(Value value, Operation *before) {
  OpBuilder builder(before);
  Value stored = ContiguousOp::create(builder, value.getLoc(), value);
  buffers[stored].insert(stored);
  value.replaceUsesWithIf(stored, [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return user == before || before->isBeforeInBlock(user);
  });
  ++numStored;
  return stored;
}

void Limiter::storeOperands(Operation &op) {
  while (collect(op).size() > limit) {
    Value most;
    size_t count = 1;
    for (Value operand : op.getOperands())
      if (size_t size = buffers.lookup(operand).size(); size > count) {
        most = operand;
        count = size;
      }
    if (!most)
      return;
    store(most, &op);
  }
}

/// A stack of many buffers becomes one of pieces of stacks of fewer.
void Limiter::storeStacks(StackOp stack) {
  SmallVector<Value> operands(stack.getOperands());
  OpBuilder builder(stack);
  Location loc = stack.getLoc();
  for (size_t begin = 0; begin < operands.size(); begin += limit) {
    auto part = MutableArrayRef(operands).slice(
        begin, std::min(limit, operands.size() - begin));
    if (part.size() == 1)
      continue;
    Value stored =
        store(StackOp::create(builder, loc, part, /*vector=*/false), stack);
    SmallVector<int64_t> offsets(getShape(stored).size(), 0);
    DimList sizes(getDims(stored));
    sizes.numbers[0] = 1;
    for (Value &operand : part) {
      Value piece = ShrinkOp::create(builder, loc, stored, sizes.values,
                                     offsets, sizes.numbers);
      DimList shape(getDims(operand));
      operand =
          ReshapeOp::create(builder, loc, piece, shape.values, shape.numbers);
      buffers[piece].insert(stored);
      buffers[operand].insert(stored);
      ++offsets[0];
    }
  }
  stack->setOperands(operands);
}

void Limiter::visit(Operation &op) {
  if (op.getNumResults() != 1 || isa<AfterOp, BufferOp>(op))
    return;
  Value value = op.getResult(0);
  if (auto load = dyn_cast<LoadOp>(op)) {
    buffers[value].insert(load.getBuffer());
    return;
  }
  if (isa<ContiguousOp, MSelectOp>(op)) {
    buffers[value].insert(value);
    return;
  }
  if (!isData(value))
    return;
  Buffers read = collect(op);
  if (read.size() > limit) {
    storeOperands(op);
    read = collect(op);
  }
  if (auto stack = dyn_cast<StackOp>(op); stack && read.size() > limit) {
    storeStacks(stack);
    read = collect(op);
  }
  if (!read.empty())
    buffers[value] = std::move(read);
}

namespace {
struct LimitBuffersPass final : impl::LimitBuffersPassBase<LimitBuffersPass> {
  using Base::Base;

  void runOnOperation() override {
    int64_t most =
        maxBuffers > 0 ? maxBuffers : TargetDescription::getHost().maxBuffers;
    // One is written, and an op has up to three operands.
    Limiter limiter(std::max<int64_t>(most - 1, 3));
    for (Operation &op :
         llvm::make_early_inc_range(getOperation().getBody().front()))
      limiter.visit(op);
    numStored += limiter.getNumStored();
  }
};
} // namespace

} // namespace mlir::tiny

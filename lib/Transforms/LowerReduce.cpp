//===- LowerReduce.cpp - Reductions become loops with accumulators --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reductions of a workgroup are split in two (GroupReductions.h) before
// `findLoops` says which ops close a loop together. For each loop:
//   1. each reduce gets an accumulator: its start before the loop, the update
//      inside it, a load and the reduction along axes after it;
//   2. one `end` closes the tokens of all of them.
// An `end` may come behind users of what it now replaces, so the block is put
// in order at the end.
//
//===----------------------------------------------------------------------===//

#include "GroupReductions.h"
#include "KernelLoops.h"
#include "KernelRewriting.h"
#include "tiny/IR/Reduction.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_LOWERREDUCEPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

class ReduceLowering {
public:
  ReduceLowering(Block &block, OpenRanges &open)
      : block(block), open(open), constants(block) {}

  LogicalResult run(ArrayRef<KernelLoop> loops);

private:
  /// The states of an accumulator share everything but the buffer.
  struct Accumulator {
    ReduceOp reduce;
    Value buffer;
  };

  LogicalResult check(ReduceOp reduce);
  Value start(OpBuilder &builder, Accumulator acc);
  Value update(OpBuilder &builder, Accumulator acc, Value started,
               ValueRange ranges);
  Value finish(OpBuilder &builder, Accumulator acc, Value ended);
  void close(const KernelLoop &loop);

  Value read(OpBuilder &builder, Accumulator acc, Value state);
  Value write(OpBuilder &builder, Accumulator acc, Value value, Value state);
  Value after(OpBuilder &builder, Location loc, Value buffer,
              ValueRange dependencies);

  Block &block;
  OpenRanges &open;
  IndexConstants constants;
  int64_t nextSlot = 0;
};

} // namespace

LogicalResult ReduceLowering::check(ReduceOp reduce) {
  Type element = getElementType(reduce.getSource());
  if (isWeakType(element))
    return reduce.emitOpError("over ranges needs a type with a width, not ")
           << element;
  return success();
}

Value ReduceLowering::after(OpBuilder &builder, Location loc, Value buffer,
                            ValueRange dependencies) {
  if (dependencies.empty())
    return buffer;
  return AfterOp::create(builder, loc, buffer, dependencies);
}

Value ReduceLowering::read(OpBuilder &builder, Accumulator acc, Value state) {
  ArrayRef<int64_t> shape = getShape(acc.buffer);
  return createLoad(builder, acc.reduce.getLoc(), state, constants.get(0),
                    /*mask=*/Value(), shape, getRowMajorStrides(shape));
}

Value ReduceLowering::write(OpBuilder &builder, Accumulator acc, Value value,
                            Value state) {
  return createStore(builder, acc.reduce.getLoc(), value, state,
                     constants.get(0), /*mask=*/Value(),
                     getRowMajorStrides(getShape(acc.buffer)));
}

/// Stores the identity once in each iteration of the outer ranges.
Value ReduceLowering::start(OpBuilder &builder, Accumulator acc) {
  Location loc = acc.reduce.getLoc();
  OpenRanges::Set outer = open.get(acc.reduce.getResult());
  Value state = after(builder, loc, acc.buffer, open.getRanges(outer));
  Type type = acc.reduce.getSource().getType();
  Type element = getElementType(type);
  Value identity = ConstOp::create(
      builder, loc, getReduceIdentity(acc.reduce.getKind(), element), element);
  if (isa<ShapedType>(type))
    identity = ExpandOp::create(builder, loc, identity, getShape(type),
                                /*vector=*/true);
  return write(builder, acc, identity, state);
}

Value ReduceLowering::update(OpBuilder &builder, Accumulator acc, Value started,
                             ValueRange ranges) {
  Location loc = acc.reduce.getLoc();
  SmallVector<Value, 4> dependencies = {started};
  llvm::append_range(dependencies, ranges);
  Value state = after(builder, loc, acc.buffer, dependencies);
  Value sum =
      createReduceStep(builder, loc, acc.reduce.getKind(),
                       read(builder, acc, state), acc.reduce.getSource());
  return write(builder, acc, sum, state);
}

Value ReduceLowering::finish(OpBuilder &builder, Accumulator acc, Value ended) {
  Location loc = acc.reduce.getLoc();
  Value result = read(builder, acc, after(builder, loc, acc.buffer, ended));
  if (!acc.reduce.getAxes().empty())
    result = ReduceOp::create(builder, loc, result, ValueRange(),
                              acc.reduce.getKind(), acc.reduce.getAxes());
  return result;
}

void ReduceLowering::close(const KernelLoop &loop) {
  Operation *last = loop.closers.back();
  if (loop.closers.size() == 1 && isa<EndOp>(last))
    return;
  OpBuilder builder(last->getContext());
  SmallVector<Accumulator, 2> accumulators;
  SmallVector<Value, 2> tokens;
  for (Operation *closer : loop.closers) {
    auto reduce = dyn_cast<ReduceOp>(closer);
    if (!reduce) {
      tokens.push_back(cast<EndOp>(closer).getBody());
      continue;
    }
    builder.setInsertionPoint(closer);
    Type source = reduce.getSource().getType();
    auto type = BufferType::get(builder.getContext(), getShape(source),
                                getElementType(source), AddressSpace::Reg);
    Value buffer = BufferOp::create(builder, reduce.getLoc(), nextSlot++, type);
    Accumulator acc = accumulators.emplace_back(Accumulator{reduce, buffer});
    tokens.push_back(update(builder, acc, start(builder, acc), loop.ranges));
  }

  builder.setInsertionPointAfter(last);
  Value body = tokens.front();
  if (tokens.size() != 1)
    body = GroupOp::create(builder, last->getLoc(), tokens);
  Value ended = EndOp::create(builder, last->getLoc(), body, loop.ranges);
  for (Accumulator acc : accumulators)
    acc.reduce.getResult().replaceAllUsesWith(finish(builder, acc, ended));
  for (Operation *closer : loop.closers)
    if (auto end = dyn_cast<EndOp>(closer))
      end.getToken().replaceAllUsesWith(ended);
}

LogicalResult ReduceLowering::run(ArrayRef<KernelLoop> loops) {
  for (Operation &op : block) {
    if (auto buffer = dyn_cast<BufferOp>(op))
      if (buffer.getType().getAddressSpace() == AddressSpace::Reg)
        nextSlot = std::max<int64_t>(nextSlot, buffer.getSlot() + 1);
    if (auto reduce = dyn_cast<ReduceOp>(op);
        reduce && !reduce.getRanges().empty() && failed(check(reduce)))
      return failure();
  }
  bool isShared = false;
  for (const KernelLoop &loop : loops) {
    close(loop);
    isShared |= loop.closers.size() > 1;
  }
  if (isShared)
    sortByDominance(block);
  eraseDeadOps(block);
  return success();
}

/// Whether there is only one loop nest, which an `end` closes: nothing to lower
/// and nothing that could share a loop. Most kernels are like that.
static bool hasOneEnd(Block &block) {
  unsigned numClosers = 0;
  for (Operation &op : block) {
    if (isa<ReduceOp>(op) || (isa<EndOp>(op) && ++numClosers > 1))
      return false;
  }
  return true;
}

namespace {
struct LowerReducePass final : impl::LowerReducePassBase<LowerReducePass> {
  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    eraseDeadOps(block);
    if (hasOneEnd(block))
      return;
    splitGroupReductions(block);
    OpenRanges open(block);
    FailureOr<SmallVector<KernelLoop>> loops = findLoops(block, open);
    if (failed(loops) || failed(ReduceLowering(block, open).run(*loops)))
      signalPassFailure();
  }
};
} // namespace
} // namespace mlir::tiny

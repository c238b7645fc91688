//===- VerifyProgram.cpp - The contract of an ordered kernel --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk in the order of execution with a stack of the open loops. The
// labels are those of the pass description.
//
//===----------------------------------------------------------------------===//

#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_VERIFYPROGRAMPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
class ProgramVerifier {
public:
  explicit ProgramVerifier(KernelOp kernel)
      : hasGrid(kernel->hasAttr(KernelOp::gridSizeAttrName)) {}

  LogicalResult verify(Operation &op);
  /// Whether the loops are closed at the end of the block.
  LogicalResult finish(SinkOp sink);

private:
  LogicalResult verifyKind(Operation &op);
  LogicalResult verifyOperands(Operation &op);
  LogicalResult verifyLoad(LoadOp load);
  LogicalResult verifyStore(StoreOp store);
  LogicalResult verifyRange(RangeOp range);
  LogicalResult verifyEnd(EndOp end);

  struct OpenLoop {
    RangeOp range;
    unsigned number;
  };
  bool hasGrid;
  SmallVector<OpenLoop> open;
  /// Loops are numbered from 1; 0 is the outside.
  SmallVector<bool> isOpen = {true};
  llvm::DenseMap<Operation *, unsigned> loopOf;
  llvm::DenseMap<Value, StoreOp> writtenBy;
  RangeOp threads;
  StoreOp storeOutside;
};
} // namespace

static bool isAllowed(Operation &op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return static_cast<bool>(load.getIndex());
  if (auto store = dyn_cast<StoreOp>(op))
    return static_cast<bool>(store.getIndex());
  return !isa<CallOp, ContiguousOp, DetachOp, PadOp, PermuteOp, FlipOp>(op) &&
         isa<TinyDialect>(op.getDialect());
}

LogicalResult ProgramVerifier::verifyKind(Operation &op) {
  if (!isAllowed(op))
    return op.emitOpError("is not part of a program"); // P1
  if (!hasGrid && isa<SpecialOp, BarrierOp>(op))
    return op.emitOpError("is in a kernel that has no grid"); // P11
  for (Type type : op.getResultTypes()) {
    if (isa<BufferType, TokenType>(type))
      continue;
    auto vector = dyn_cast<VectorType>(type);
    if (isa<RankedTensorType, WeakFloatType>(type) ||
        (vector && vector.getRank() != 1) ||
        isa<WeakFloatType>(getElementType(type)))
      return op.emitOpError("computes a ")
             << type << ", which is no scalar or vector of rank one"; // P2
  }
  if (auto buffer = dyn_cast<BufferOp>(op))
    if (cast<BufferType>(buffer.getResult().getType()).getAddressSpace() ==
        AddressSpace::Global)
      return op.emitOpError("is no register or local buffer"); // P3
  if (auto reduce = dyn_cast<ReduceOp>(op))
    if (!reduce.getRanges().empty() ||
        !isa<VectorType>(reduce.getSource().getType()))
      return op.emitOpError("does not reduce a vector along axes"); // P8
  return success();
}

LogicalResult ProgramVerifier::verifyOperands(Operation &op) {
  for (Value operand : op.getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (!def || isOpen[loopOf.lookup(def)])
      continue;
    InFlightDiagnostic diag =
        op.emitOpError("uses a value of a loop that has ended"); // P6
    diag.attachNote(def->getLoc()) << "the value is computed here";
    return diag;
  }
  return success();
}

LogicalResult ProgramVerifier::verifyLoad(LoadOp load) {
  auto written = writtenBy.find(load.getBuffer());
  if (written != writtenBy.end()) {
    InFlightDiagnostic diag =
        load.emitOpError("reads a state after a store on it; `after` makes the "
                         "next state"); // P7
    diag.attachNote(written->second.getLoc()) << "the store is here";
    return diag;
  }
  if (isa<ShapedType>(load.getIndex().getType()))
    return load.emitOpError("has a vector index"); // P4
  ArrayRef<int64_t> lanes = load.getLanes(), strides = load.getStrides();
  if (lanes.size() == 1 && lanes[0] != 1 && strides[0] != 1 &&
      (strides[0] == 0 || load.getMask()))
    return load.emitOpError("has masked or equal lanes with stride ")
           << strides[0]; // P4
  return success();
}

LogicalResult ProgramVerifier::verifyStore(StoreOp store) {
  writtenBy.try_emplace(store.getBuffer(), store);
  bool inThreads =
      !open.empty() && open.front().range.getAxis() == AxisType::Thread;
  if (!inThreads &&
      store.getBuffer().getType().getAddressSpace() == AddressSpace::Global)
    storeOutside = store;
  if (isa<ShapedType>(store.getIndex().getType()))
    return store.emitOpError("has a vector index"); // P4
  auto vector = dyn_cast<VectorType>(store.getValue().getType());
  if (vector && vector.getRank() != 1)
    return store.emitOpError("stores a ") << vector; // P2
  if (vector && vector.getNumElements() != 1 && store.getStrides()[0] != 1 &&
      (store.getStrides()[0] == 0 || store.getMask()))
    return store.emitOpError("has masked or equal lanes with stride ")
           << store.getStrides()[0]; // P4
  return success();
}

LogicalResult ProgramVerifier::verifyRange(RangeOp range) {
  switch (range.getAxis()) {
  case AxisType::Thread:
    if (threads)
      return range.emitOpError("is a second thread axis"); // P10
    if (!open.empty())
      return range.emitOpError("is a thread axis inside of a loop"); // P10
    threads = range;
    break;
  case AxisType::Weak:
  case AxisType::Loop:
  case AxisType::Reduce:
    break;
  case AxisType::Global:
  case AxisType::Local:
  case AxisType::GroupReduce:
    if (hasGrid)
      return range.emitOpError(
          "is a dimension of the grid that is a loop"); // P11
    break;
  default:
    return range.emitOpError("has axis ")
           << stringifyAxisType(range.getAxis())
           << ", which is no loop and no thread"; // P9
  }
  open.push_back({range, static_cast<unsigned>(isOpen.size())});
  isOpen.push_back(true);
  return success();
}

LogicalResult ProgramVerifier::verifyEnd(EndOp end) {
  for (Value range : llvm::reverse(end.getRanges())) {
    if (open.empty() || open.back().range != range.getDefiningOp())
      return end.emitOpError(
          "does not close the ranges that were opened last"); // P5
    isOpen[open.back().number] = false;
    open.pop_back();
  }
  return success();
}

LogicalResult ProgramVerifier::verify(Operation &op) {
  if (failed(verifyKind(op)) || failed(verifyOperands(op)))
    return failure();
  LogicalResult result = success();
  if (auto range = dyn_cast<RangeOp>(op))
    result = verifyRange(range);
  if (auto end = dyn_cast<EndOp>(op))
    result = verifyEnd(end);
  if (auto load = dyn_cast<LoadOp>(op))
    result = verifyLoad(load);
  if (auto store = dyn_cast<StoreOp>(op))
    result = verifyStore(store);
  loopOf[&op] = open.empty() ? 0 : open.back().number;
  return result;
}

LogicalResult ProgramVerifier::finish(SinkOp sink) {
  if (!open.empty())
    return open.back().range.emitOpError("is closed by no end"); // P5
  if (threads && threads.getExtent() > 1 && storeOutside)
    return storeOutside.emitOpError("is outside of the thread axis"); // P10
  return success();
}

namespace {
struct VerifyProgramPass final
    : impl::VerifyProgramPassBase<VerifyProgramPass> {
  void runOnOperation() override {
    ProgramVerifier verifier(getOperation());
    for (Operation &op : getOperation().getBody().front())
      if (failed(verifier.verify(op)))
        return signalPassFailure();
    if (failed(verifier.finish(getOperation().getSink())))
      signalPassFailure();
  }
};
} // namespace
} // namespace mlir::tiny

//===- SplitKernels.cpp - Kernels and a schedule --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// For each function:
//   1. every `end` (or store without a loop) that happens for the function as
//      a whole becomes a kernel: the ops below it down to buffer states, which
//      are its arguments, those that it writes first;
//   2. equal kernels become one;
//   3. what is left are calls, states and tokens. They are sorted so that a
//      call follows those whose states it takes (read after write) and precedes
//      those that store to the states it reads (write after read).
//
//===----------------------------------------------------------------------===//

#include "KernelRoots.h"
#include "tiny/Analysis/KernelIdentity.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

namespace mlir::tiny {
#define GEN_PASS_DEF_SPLITKERNELSPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

class SplitKernels {
public:
  SplitKernels(ModuleOp module, SymbolTable &symbols)
      : module(module), symbols(symbols) {}

  LogicalResult run(FunctionOp function);

private:
  void outline(Operation *root);
  KernelOp build(Operation *root, llvm::SetVector<Value> &states,
                 unsigned &numOutputs);
  KernelOp findEqual(KernelOp kernel);
  LogicalResult sort(FunctionOp function);

  ModuleOp module;
  SymbolTable &symbols;
  llvm::DenseMap<llvm::hash_code, SmallVector<KernelOp, 1>> kernels;
};

} // namespace

static bool isState(Value value) { return isa<BufferType>(value.getType()); }

/// `r_4_64` for a reduction over 64 in a loop of 4, `E_4` without reduction.
static std::string nameKernel(ArrayRef<Operation *> slice) {
  std::string sizes;
  bool reduces = false;
  for (Operation *op : slice) {
    reduces |= isa<ReduceOp>(op);
    if (auto range = dyn_cast<RangeOp>(op))
      sizes += "_" + std::to_string(range.getExtent());
  }
  return (reduces ? "r" : "E") + sizes;
}

/// Which ops of a slice nobody needs but the slice.
static llvm::DenseSet<Operation *> findOwned(Operation *root,
                                             ArrayRef<Operation *> slice) {
  llvm::DenseSet<Operation *> owned;
  owned.reserve(slice.size());
  for (Operation *op : llvm::reverse(slice))
    if (op == root ||
        llvm::all_of(op->getResult(0).getUsers(),
                     [&](Operation *user) { return owned.contains(user); }))
      owned.insert(op);
  return owned;
}

/// The ops move into the kernel. Those that other kernels need as well are
/// copied; the last kernel that does gets the original.
KernelOp SplitKernels::build(Operation *root, llvm::SetVector<Value> &states,
                             unsigned &numOutputs) {
  SmallVector<Operation *> slice = collectSlice(root);
  for (Operation *op : slice)
    if (auto store = dyn_cast<StoreOp>(op))
      states.insert(store.getBuffer());
  numOutputs = states.size();
  for (Operation *op : slice)
    for (Value operand : op->getOperands())
      if (isState(operand))
        states.insert(operand);
  SmallVector<Type> types;
  for (Value state : states)
    types.push_back(state.getType());

  OpBuilder builder(module.getContext());
  auto kernel =
      KernelOp::create(builder, root->getLoc(), nameKernel(slice), types);
  Block &body = kernel.getBody().front();
  IRMapping mapping;
  mapping.map(states.getArrayRef(), body.getArguments());
  builder.setInsertionPointToEnd(&body);
  int64_t nextId = 0;
  llvm::DenseSet<Operation *> owned = findOwned(root, slice);
  for (Operation *op : slice) {
    Operation *own = op;
    if (owned.contains(op)) {
      op->moveBefore(&body, body.end());
      for (OpOperand &operand : op->getOpOperands())
        if (Value mapped = mapping.lookupOrNull(operand.get()))
          operand.set(mapped);
    } else {
      own = builder.clone(*op, mapping);
    }
    if (auto range = dyn_cast<RangeOp>(own))
      range.setId(nextId++);
  }
  if (Attribute opts = root->removeAttr(ContiguousOp::optsAttrName))
    kernel->setAttr(ContiguousOp::optsAttrName, opts);
  SinkOp::create(builder, root->getLoc(), root->getResult(0));
  return kernel;
}

KernelOp SplitKernels::findEqual(KernelOp kernel) {
  SmallVector<KernelOp, 1> &same = kernels[hashKernel(kernel)];
  for (KernelOp other : same)
    if (areSameKernel(other, kernel))
      return other;
  same.push_back(kernel);
  return {};
}

void SplitKernels::outline(Operation *root) {
  // The root leaves its block.
  OpBuilder builder(root->getNextNode());
  llvm::SetVector<Value> states;
  unsigned numOutputs;
  KernelOp kernel = build(root, states, numOutputs);
  KernelOp other = findEqual(kernel);
  KernelOp callee = other ? other : kernel;
  if (!other) // makes the name unique
    symbols.insert(kernel, module.getBody()->begin());
  Value token = CallOp::create(builder, root->getLoc(),
                               FlatSymbolRefAttr::get(callee.getSymNameAttr()),
                               states.getArrayRef());
  root->getResult(0).replaceAllUsesExcept(
      token, kernel.getBody().front().getTerminator());
  if (other)
    kernel.erase();
}

/// Sorts calls, states and tokens. Original order breaks ties.
LogicalResult SplitKernels::sort(FunctionOp function) {
  Block &block = function.getBody().front();
  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (Operation &op : block.without_terminator()) {
    numbers[&op] = ops.size();
    ops.push_back(&op);
  }
  SmallVector<SmallVector<unsigned, 2>> successors(ops.size());
  SmallVector<unsigned> numPredecessors(ops.size());
  auto addEdge = [&](Operation *from, Operation *to) {
    successors[numbers[from]].push_back(numbers[to]);
    ++numPredecessors[numbers[to]];
  };
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        addEdge(def, op);
  // Write after read.
  StoredArguments storedBy(module);
  auto addWriteAfterRead = [&](Value state) {
    SmallVector<Operation *, 2> readers, writers;
    for (OpOperand &use : state.getUses())
      if (auto call = dyn_cast<CallOp>(use.getOwner()))
        (storedBy.find(call.getCalleeAttr())->test(use.getOperandNumber())
             ? writers
             : readers)
            .push_back(call);
      else if (isa<MSelectOp>(use.getOwner()))
        llvm::append_range(readers, use.getOwner()->getUsers());
    for (Operation *writer : writers)
      for (Operation *reader : readers)
        if (reader != writer)
          addEdge(reader, writer);
  };
  for (BlockArgument argument : block.getArguments())
    addWriteAfterRead(argument);
  for (Operation *op : ops)
    if (op->getNumResults() == 1 && isState(op->getResult(0)))
      addWriteAfterRead(op->getResult(0));

  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (unsigned i = 0; i != ops.size(); ++i)
    if (numPredecessors[i] == 0)
      ready.push(i);
  size_t numSorted = 0;
  while (!ready.empty()) {
    unsigned i = ready.top();
    ready.pop();
    ops[i]->moveBefore(block.getTerminator());
    ++numSorted;
    for (unsigned next : successors[i])
      if (--numPredecessors[next] == 0)
        ready.push(next);
  }
  if (numSorted == ops.size())
    return success();
  for (unsigned i = 0; i != ops.size(); ++i)
    if (numPredecessors[i] != 0 && isa<CallOp>(ops[i]))
      return ops[i]->emitOpError(
          "reads a state of a buffer that must be overwritten before");
  return function.emitOpError("has a cycle of states");
}

LogicalResult SplitKernels::run(FunctionOp function) {
  Block &block = function.getBody().front();
  for (Operation *root : findRoots(block))
    outline(root);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && !isa<SinkOp>(op))
      op.erase();
  return sort(function);
}

namespace {
struct SplitKernelsPass final : impl::SplitKernelsPassBase<SplitKernelsPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SplitKernels split(getOperation(), symbols);
    for (auto function : llvm::to_vector(getOperation().getOps<FunctionOp>()))
      if (failed(split.run(function)))
        return signalPassFailure();
  }
};
} // namespace

} // namespace mlir::tiny

//===- Order.cpp - A kernel in the order of execution ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A kernel is a graph whose block order means nothing. This pass chooses one:
//   1. drop dead ops, and find the loop that each op belongs to (LoopTree.h);
//   2. an op waits for its operands, and a store on a state of a buffer for all
//      loads of that state. Each such edge is lifted to the two siblings, ops
//      or whole loops, of the level where the paths to its ends part;
//   3. sort each level by depth first search in the old order, which keeps an
//      order that was right already;
//   4. of two barriers between which nothing waits for the first, drop that
//   one;
//   5. move the ops.
// Every step is linear in ops and edges.
//
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"
#include "LoopTree.h"
#include "tiny/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_ORDERPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// The ops of one level, the loops directly inside of it, and gates. A gate
/// stands between the loads of a state and the stores on it, so that there are
/// not as many edges as pairs.
struct Node {
  Operation *op = nullptr;
  /// The loop whose body the node lies in.
  unsigned home = LoopTree::root;
  /// What runs before, all in the same body.
  SmallVector<unsigned, 4> before;
};

class Scheduler {
public:
  explicit Scheduler(KernelOp kernel)
      : kernel(kernel), block(kernel.getBody().front()) {}

  LogicalResult run();

private:
  void makeNodes();
  unsigned addNode(Operation *op, unsigned home);
  void addOperandEdges();
  void addReadBeforeWriteEdges();
  void addLastLoopEdges();
  void addEdge(unsigned first, unsigned second);
  LogicalResult sort(unsigned loop);
  void mergeBarriers(unsigned loop);
  LogicalResult reportCycle(SmallVector<unsigned> cycle);
  void emit(unsigned loop);

  bool isLoop(unsigned node) { return node >= 1 && node < loops.size(); }

  KernelOp kernel;
  Block &block;
  LoopTree loops;
  /// Node `i` below `loops.size()` is loop `i`.
  SmallVector<Node, 0> nodes;
  /// By the number of the op.
  SmallVector<unsigned, 0> nodeOf;
  /// The nodes of each body, by loop: first in the old order, then sorted.
  SmallVector<SmallVector<unsigned>> bodies;
  enum class Mark : uint8_t { New, Open, Done };
  SmallVector<Mark> marks;
};

} // namespace

unsigned Scheduler::addNode(Operation *op, unsigned home) {
  unsigned node = nodes.size();
  Node &added = nodes.emplace_back();
  added.op = op;
  added.home = home;
  bodies[home].push_back(node);
  return node;
}

void Scheduler::makeNodes() {
  unsigned numOps = loops.getNumOps() - 1;
  nodes.reserve(loops.size() + numOps);
  nodes.resize(loops.size());
  bodies.resize(loops.size());
  nodeOf.resize(numOps);
  for (unsigned number = 0; number < numOps; ++number) {
    Operation *op = loops.getOp(number);
    if (auto range = dyn_cast<RangeOp>(op)) {
      unsigned loop = loops.getLoop(range);
      nodes[loop] = {range, loops[loop].parent, {}};
      bodies[loops[loop].parent].push_back(loop);
      nodeOf[number] = loop;
    } else if (auto end = dyn_cast<EndOp>(op)) {
      // From the outside an `end` is its outermost loop.
      nodeOf[number] =
          loops.getLoop(end.getRanges().front().getDefiningOp<RangeOp>());
    } else {
      nodeOf[number] = addNode(op, loops.getHome(number));
    }
  }
}

/// Makes `first` run before `second`, or before the loop at its level that
/// `second` lies in, and so on. An edge from inside of the loop `second` to its
/// end says nothing new.
void Scheduler::addEdge(unsigned first, unsigned second) {
  // Most edges are within one body.
  if (nodes[first].home == nodes[second].home) {
    if (first != second)
      nodes[second].before.push_back(first);
    return;
  }
  auto depth = [&](unsigned node) { return loops[nodes[node].home].depth; };
  while (depth(first) > depth(second))
    first = nodes[first].home;
  while (depth(second) > depth(first))
    second = nodes[second].home;
  while (nodes[first].home != nodes[second].home) {
    first = nodes[first].home;
    second = nodes[second].home;
  }
  if (first != second)
    nodes[second].before.push_back(first);
}

void Scheduler::addOperandEdges() {
  for (unsigned number = 0; number < nodeOf.size(); ++number)
    // All users of a range are in its loop, or close it.
    for (unsigned definition : loops.getDefinitions(number))
      if (!isa<RangeOp>(loops.getOp(definition)))
        addEdge(nodeOf[definition], nodeOf[number]);
}

/// The state that a pinned state equals: waiting for ranges alone does not
/// change what a buffer holds.
static Value getUnpinned(Value state) {
  while (auto after = state.getDefiningOp<AfterOp>()) {
    if (llvm::any_of(after.getDependencies().getTypes(),
                     llvm::IsaPred<TokenType>))
      break;
    state = after.getBuffer();
  }
  return state;
}

void Scheduler::addReadBeforeWriteEdges() {
  /// Accesses to a state by the loop that they lie in.
  using Accesses = llvm::SmallMapVector<unsigned, SmallVector<unsigned, 4>, 2>;
  llvm::MapVector<Value, std::pair<Accesses, Accesses>> states;
  for (unsigned number = 0; number < nodeOf.size(); ++number) {
    unsigned node = nodeOf[number];
    if (auto load = dyn_cast<LoadOp>(loops.getOp(number)))
      states[getUnpinned(load.getBuffer())].first[nodes[node].home].push_back(
          node);
    else if (auto store = dyn_cast<StoreOp>(loops.getOp(number)))
      states[getUnpinned(store.getBuffer())].second[nodes[node].home].push_back(
          node);
  }
  // Between different loops one edge for each op of the outer one is enough.
  for (auto &[state, accesses] : states)
    for (auto &[loadHome, loads] : accesses.first)
      for (auto &[storeHome, stores] : accesses.second) {
        if (loadHome == storeHome) {
          unsigned gate = addNode(nullptr, loadHome);
          llvm::append_range(nodes[gate].before, loads);
          for (unsigned store : stores)
            nodes[store].before.push_back(gate);
          continue;
        }
        for (unsigned load : loads)
          addEdge(load, stores.front());
        for (unsigned store : ArrayRef(stores).drop_front())
          addEdge(loads.front(), store);
      }
}

/// Where one `end` closes two loops, nothing runs after the inner one.
void Scheduler::addLastLoopEdges() {
  for (unsigned loop = 1; loop < loops.size(); ++loop)
    if (unsigned last = loops[loop].sameEnd)
      for (unsigned node : bodies[loop])
        if (node != last)
          nodes[last].before.push_back(node);
}

/// `cycle` lists nodes each of which waits for the next, the last for the
/// first.
LogicalResult Scheduler::reportCycle(SmallVector<unsigned> cycle) {
  // In the order of execution, from a load that a store waits for.
  auto isGate = [&](unsigned node) { return !nodes[node].op; };
  std::reverse(cycle.begin(), cycle.end());
  auto gate = llvm::find_if(cycle, isGate);
  if (gate != cycle.end())
    std::rotate(cycle.begin(), gate, cycle.end());
  llvm::erase_if(cycle, isGate);
  if (gate != cycle.end())
    std::rotate(cycle.begin(), std::prev(cycle.end()), cycle.end());
  InFlightDiagnostic diag = nodes[cycle.front()].op->emitOpError(
      "can't be ordered: each of the following waits for the one before, and "
      "this op for the last");
  for (unsigned node : llvm::drop_begin(cycle))
    diag.attachNote(nodes[node].op->getLoc())
        << (isLoop(node) ? "the loop of this range" : "this op");
  return diag;
}

/// Sorts the body of `loop` so that each node comes after those before it.
LogicalResult Scheduler::sort(unsigned loop) {
  SmallVector<unsigned> sorted;
  /// Nodes that are being placed, each with how many of its predecessors are.
  SmallVector<std::pair<unsigned, unsigned>> stack;
  for (unsigned start : bodies[loop]) {
    if (marks[start] == Mark::New)
      stack.push_back({start, 0});
    while (!stack.empty()) {
      auto &[node, next] = stack.back();
      marks[node] = Mark::Open;
      if (next == nodes[node].before.size()) {
        marks[node] = Mark::Done;
        sorted.push_back(node);
        stack.pop_back();
        continue;
      }
      unsigned before = nodes[node].before[next++];
      if (marks[before] == Mark::New) {
        stack.push_back({before, 0});
      } else if (marks[before] == Mark::Open) {
        SmallVector<unsigned> cycle;
        for (auto &entry : stack)
          if (!cycle.empty() || entry.first == before)
            cycle.push_back(entry.first);
        return reportCycle(std::move(cycle));
      }
    }
  }
  bodies[loop] = std::move(sorted);
  return success();
}

/// Lets the next barrier of the body stand for one that nothing between the two
/// waits for but states, which then come after it.
void Scheduler::mergeBarriers(unsigned loop) {
  SmallVector<unsigned> merged, states;
  BarrierOp last;
  llvm::SmallDenseSet<unsigned> waiting;
  unsigned lastPlace = 0;
  auto settle = [&] {
    merged.append(states);
    states.clear();
    waiting.clear();
    last = {};
  };
  for (unsigned node : bodies[loop]) {
    Operation *op = nodes[node].op;
    bool waits = llvm::any_of(nodes[node].before, [&](unsigned before) {
      return waiting.contains(before);
    });
    if (waits && isa_and_nonnull<AfterOp>(op)) {
      waiting.insert(node);
      states.push_back(node);
      continue;
    }
    if (waits)
      settle();
    if (auto barrier = dyn_cast_or_null<BarrierOp>(op)) {
      if (last) {
        SmallVector<Value> tokens(last.getTokens());
        llvm::append_range(tokens, barrier.getTokens());
        barrier.getTokensMutable().assign(tokens);
        last.replaceAllUsesWith(barrier.getResult());
        last.erase();
        nodes[merged[lastPlace]].op = nullptr;
      }
      last = barrier;
      lastPlace = merged.size();
      waiting.insert(node);
    }
    merged.push_back(node);
  }
  settle();
  bodies[loop] = std::move(merged);
}

void Scheduler::emit(unsigned loop) {
  Operation *sink = block.getTerminator();
  for (unsigned node : bodies[loop]) {
    if (!nodes[node].op)
      continue;
    nodes[node].op->moveBefore(sink);
    if (!isLoop(node))
      continue;
    emit(node);
    if (!loops[node].sameEnd)
      loops[node].end->moveBefore(sink);
  }
}

LogicalResult Scheduler::run() {
  eraseDeadOps(block);
  if (failed(loops.build(kernel)))
    return failure();
  makeNodes();
  addOperandEdges();
  addReadBeforeWriteEdges();
  addLastLoopEdges();
  marks.assign(nodes.size(), Mark::New);
  for (unsigned loop = 0; loop < loops.size(); ++loop)
    if (failed(sort(loop)))
      return failure();
  if (llvm::any_of(block, llvm::IsaPred<BarrierOp>))
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      mergeBarriers(loop);
  emit(LoopTree::root);
  return success();
}

namespace {
struct OrderPass final : impl::OrderPassBase<OrderPass> {
  void runOnOperation() override {
    if (failed(Scheduler(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
} // namespace mlir::tiny

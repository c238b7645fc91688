//===- FuseOutputs.cpp - Kernels with several outputs ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Roots join groups, each of which becomes one kernel:
//   1. roots are visited in an order in which they could run. A group has a
//      level above those of all groups that it waits for, so a root may join
//      any group whose level is above those of the other groups that the root
//      waits for: no cycle can close. Nor can it if no group waits for the one
//      that is joined; its level rises then. Only the last few groups over
//      ranges of the same extents are tried, so the walk is linear;
//   2. the members of a group get the ranges of the first one; a load of what
//      another member stores becomes the value that is stored; a temporary that
//      nobody else reads is dropped.
//
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"
#include "RootAccesses.h"
#include "tiny/Target/TargetDescription.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include <map>

namespace mlir::tiny {
#define GEN_PASS_DEF_FUSEOUTPUTSPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// Roots that share a kernel.
struct Group {
  SmallVector<unsigned, 1> members;
  unsigned level = 0;
  /// Whether another group waits for this one.
  bool isWaitedFor = false;
  llvm::SmallSetVector<Value, 8> states;
  unsigned numReduces = 0;
};

/// How a root would join a group.
struct Join {
  /// Loads of what the group stores, and the storing members.
  SmallVector<std::pair<LoadOp, unsigned>, 2> forwarded;
  bool sharesLoad = false;
  bool sharesReducedLoad = false;
};

class OutputFusion {
public:
  OutputFusion(Block &block, size_t maxBuffers)
      : block(block), graph(block), maxBuffers(maxBuffers),
        accesses(graph.size()) {}

  unsigned run();

private:
  RootAccesses &describe(unsigned root);
  RootAccess &getLoad(unsigned root, size_t number) {
    return describer.getLoad(describe(root), number);
  }
  IndexExpr getStore(unsigned root) {
    return describer.getStore(describe(root));
  }
  bool tryJoin(unsigned root, unsigned group);
  bool mayShare(unsigned root);
  bool mayWait(unsigned root, unsigned group);
  bool findForwarded(unsigned root, unsigned group, Join &join);
  bool mayStore(unsigned root, unsigned group);
  bool isSmall(unsigned root);
  bool isWorth(unsigned root, unsigned group, Join &join);
  void add(unsigned root, unsigned group);
  void fuse(const Group &group);
  void replaceRanges(ArrayRef<RangeOp> ranges, ArrayRef<RangeOp> by);
  bool isDropped(StoreOp store);

  Block &block;
  RootGraph graph;
  size_t maxBuffers;
  RootDescriber describer;
  /// Of the roots that were asked about.
  std::vector<std::optional<RootAccesses>> accesses;
  SmallVector<Group, 0> groups;
  /// The group of each root.
  llvm::DenseMap<unsigned, unsigned> groupOf;
  /// Loads that become values, and reductions that share the ranges of others.
  SmallVector<std::pair<LoadOp, unsigned>> forwarded;
  SmallVector<std::pair<unsigned, unsigned>> sharedReductions;
};

} // namespace

RootAccesses &OutputFusion::describe(unsigned root) {
  std::optional<RootAccesses> &result = accesses[root];
  if (!result)
    result = describer.describe(graph[root]);
  return *result;
}

/// Whether the kernel of the root is not what the program asked for as it is,
/// and its ranges are told apart by their extents.
bool OutputFusion::mayShare(unsigned root) {
  KernelRoot &own = graph[root];
  if (isa<CallOp>(own.op) || own.op->hasAttr(ContiguousOp::optsAttrName))
    return false;
  // Whole tensors have no loops yet.
  if (!own.store.getIndex() ||
      !llvm::all_of(own.loads, [](LoadOp load) { return load.getIndex(); }))
    return false;
  auto isSymbolic = [](Value value) {
    auto range = value.getDefiningOp<RangeOp>();
    return range && range.isSymbolic();
  };
  for (RangeOp range : own.ranges)
    if (isSymbolic(range))
      return false;
  for (ReduceOp reduce : own.reduces)
    if (llvm::any_of(reduce.getRanges(), isSymbolic))
      return false;
  return !own.store.getBuffer().getDefiningOp<BufferOp>() ||
         own.op->hasAttr(keptAttrName);
}

/// Whether the group can wait for what the root waits for.
bool OutputFusion::mayWait(unsigned root, unsigned group) {
  if (!groups[group].isWaitedFor)
    return true; // its level may rise
  return llvm::all_of(graph[root].before, [&](unsigned before) {
    unsigned other = groupOf.lookup(before);
    return other == group || groups[other].level < groups[group].level;
  });
}

/// Whether all that the root reads of the group is what the same iteration
/// stores.
bool OutputFusion::findForwarded(unsigned root, unsigned group, Join &join) {
  auto isMember = [&](unsigned maker) {
    return groupOf.lookup(maker) == group;
  };
  for (auto [i, load] : llvm::enumerate(graph[root].loads)) {
    ArrayRef<unsigned> makers = graph.getMakers(load.getBuffer());
    if (llvm::none_of(makers, isMember))
      continue;
    RootAccess &access = getLoad(root, i);
    if (makers.size() != 1 || access.mask)
      return false;
    auto state = load.getBuffer().getDefiningOp<AfterOp>();
    KernelRoot &maker = graph[makers.front()];
    if (!state || !maker.store ||
        state.getBuffer() != maker.store.getBuffer() ||
        getStore(makers.front()) != access.index)
      return false;
    join.forwarded.push_back({load, makers.front()});
  }
  return true;
}

/// Whether the store of the root leaves alone what other iterations of the
/// group read, and what the group stores.
bool OutputFusion::mayStore(unsigned root, unsigned group) {
  Value state = graph[root].store.getBuffer();
  for (unsigned maker : graph.getMakers(state))
    if (groupOf.lookup(maker) == group)
      return false;
  if (!groups[group].states.contains(state))
    return true;
  IndexExpr place = getStore(root);
  for (unsigned member : groups[group].members) {
    if (graph[member].store.getBuffer() == state)
      return false;
    for (auto [i, load] : llvm::enumerate(graph[member].loads))
      if (load.getBuffer() == state && getLoad(member, i).index != place)
        return false;
  }
  return true;
}

/// Whether a kernel of its own would cost more than what it does.
bool OutputFusion::isSmall(unsigned root) {
  constexpr int64_t maxElements = 16;
  int64_t numElements = 1;
  for (RangeOp range : graph[root].ranges)
    numElements = std::min(numElements, maxElements + 1) * range.getExtent();
  return numElements <= maxElements && graph[root].reduces.empty();
}

/// Whether the root reads something that the group reads or computes, and the
/// loops of both suit each other.
bool OutputFusion::isWorth(unsigned root, unsigned group, Join &join) {
  for (unsigned member : groups[group].members)
    for (auto [i, load] : llvm::enumerate(graph[root].loads))
      for (auto [j, otherLoad] : llvm::enumerate(graph[member].loads)) {
        if (load.getBuffer() != otherLoad.getBuffer())
          continue;
        RootAccess &access = getLoad(root, i);
        RootAccess &other = getLoad(member, j);
        if (access.usesAllRanges && access.index == other.index &&
            access.mask == other.mask) {
          join.sharesLoad = true;
          join.sharesReducedLoad |= access.isReduced;
        }
      }
  bool isRead = !join.forwarded.empty();
  if (!isRead && !join.sharesLoad)
    return isSmall(root) && groups[group].numReduces == 0;
  RootAccesses &own = describe(root);
  if (own.reducedRanges.empty() || groups[group].numReduces == 0)
    return true;
  // What one of two matmuls keeps in registers the other would have to spill.
  constexpr unsigned maxReduces = 4;
  if (!describer.isStreaming(own) ||
      groups[group].numReduces + graph[root].reduces.size() > maxReduces)
    return false;
  for (unsigned member : groups[group].members) {
    RootAccesses &other = describe(member);
    if (other.reducedRanges.empty())
      continue;
    if (!describer.isStreaming(other) || !own.hasReducedExtents(other))
      return false;
  }
  return isRead || join.sharesReducedLoad;
}

bool OutputFusion::tryJoin(unsigned root, unsigned group) {
  if (!mayWait(root, group))
    return false;
  KernelRoot &added = graph[root];
  llvm::SmallSetVector<Value, 8> states = groups[group].states;
  states.insert(added.store.getBuffer());
  for (LoadOp load : added.loads)
    states.insert(load.getBuffer());
  Join join;
  if (states.size() > maxBuffers || !findForwarded(root, group, join) ||
      !mayStore(root, group) || !isWorth(root, group, join))
    return false;
  llvm::append_range(forwarded, join.forwarded);
  if (join.forwarded.empty() && join.sharesReducedLoad)
    for (unsigned member : groups[group].members)
      if (!describe(member).reducedRanges.empty()) {
        sharedReductions.push_back({root, member});
        break;
      }
  return true;
}

void OutputFusion::add(unsigned root, unsigned group) {
  KernelRoot &added = graph[root];
  for (unsigned before : added.before)
    if (unsigned other = groupOf.lookup(before); other != group) {
      groups[other].isWaitedFor = true;
      groups[group].level =
          std::max(groups[group].level, groups[other].level + 1);
    }
  groupOf[root] = group;
  groups[group].members.push_back(root);
  groups[group].numReduces += added.reduces.size();
  groups[group].states.insert(added.written.begin(), added.written.end());
  groups[group].states.insert(added.read.begin(), added.read.end());
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

void OutputFusion::replaceRanges(ArrayRef<RangeOp> ranges,
                                 ArrayRef<RangeOp> by) {
  for (auto [from, to] : llvm::zip_equal(ranges, by)) {
    RangeOp range = from, other = to;
    if (range != other)
      range.getResult().replaceAllUsesWith(other.getResult());
  }
}

/// Whether a store goes to a temporary that nobody reads any more.
bool OutputFusion::isDropped(StoreOp store) {
  Value buffer = store.getBuffer();
  if (!buffer.getDefiningOp<BufferOp>())
    return false;
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    return user == store ||
           (isa<AfterOp>(user) && user->getResult(0).use_empty());
  });
}

/// Makes one `end` of those of the members.
void OutputFusion::fuse(const Group &group) {
  KernelRoot &first = graph[group.members.front()];
  SmallVector<Value> tokens, ends;
  for (unsigned member : group.members) {
    KernelRoot &root = graph[member];
    replaceRanges(root.ranges, first.ranges);
    ends.push_back(root.op->getResult(0));
    if (!isDropped(root.store))
      tokens.push_back(root.store.getToken());
  }
  OpBuilder builder(graph[group.members.back()].op);
  builder.setInsertionPoint(block.getTerminator());
  Location loc = first.op->getLoc();
  SmallVector<Value> ranges;
  for (RangeOp range : first.ranges)
    ranges.push_back(range.getResult());
  if (ranges.empty()) // an `end` is what makes the stores one kernel
    ranges.push_back(RangeOp::create(builder, loc, ValueRange(), /*extent=*/1,
                                     AxisType::Weak, /*id=*/0));
  Value body = tokens.front();
  if (tokens.size() > 1)
    body = GroupOp::create(builder, loc, tokens);
  Value end = EndOp::create(builder, loc, body, ranges);
  for (Value token : ends)
    token.replaceUsesWithIf(end, [&](OpOperand &use) {
      return use.getOwner() != body.getDefiningOp() &&
             use.getOwner() != end.getDefiningOp();
    });
}

unsigned OutputFusion::run() {
  SmallVector<unsigned> order = graph.sort();
  if (order.size() != graph.size())
    return 0; // the next pass reports the cycle
  /// The last groups by the extents of their ranges.
  constexpr size_t maxTried = 8;
  std::map<SmallVector<int64_t, 4>, SmallVector<unsigned>> byExtents;
  for (unsigned root : order) {
    SmallVector<int64_t, 4> extents;
    for (RangeOp range : graph[root].ranges)
      extents.push_back(range.getExtent());
    SmallVector<unsigned> &alike = byExtents[extents];
    bool isJoined = false;
    if (mayShare(root))
      for (unsigned group : llvm::reverse(ArrayRef(alike).take_back(maxTried)))
        if (tryJoin(root, group)) {
          add(root, group);
          isJoined = true;
          break;
        }
    if (isJoined)
      continue;
    if (mayShare(root))
      alike.push_back(groups.size());
    groups.emplace_back();
    add(root, groups.size() - 1);
  }
  for (unsigned root : order)
    graph[root].op->removeAttr(keptAttrName);
  for (auto [load, maker] : forwarded) {
    Value stored = graph[maker].store.getValue();
    load.getResult().replaceAllUsesWith(stored);
    load.erase();
  }
  for (auto [root, other] : sharedReductions)
    replaceRanges(describe(root).reducedRanges, describe(other).reducedRanges);
  unsigned numFused = 0;
  for (const Group &group : groups)
    if (group.members.size() > 1) {
      fuse(group);
      numFused += group.members.size() - 1;
    }
  if (numFused) {
    sortByDominance(block);
    eraseDeadOps(block);
  }
  return numFused;
}

namespace {
struct FuseOutputsPass final : impl::FuseOutputsPassBase<FuseOutputsPass> {
  using Base::Base;

  void runOnOperation() override {
    int64_t most =
        maxBuffers > 0 ? maxBuffers : TargetDescription::getHost().maxBuffers;
    numFused += OutputFusion(getOperation().getBody().front(), most).run();
  }
};
} // namespace

} // namespace mlir::tiny

//===- KernelTable.cpp - The kernels that a program has written -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A kernel is built in the arena, as any graph. When it is applied it becomes a
// `tiny.kernel` of its own, which the graph knows by name.
//
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/KernelTable.h"

#include "GraphWalk.h"
#include "tiny/Analysis/KernelIdentity.h"
#include "tiny/Frontend/Arena.h"
#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Buffer.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

KernelTable::KernelTable() = default;
KernelTable::~KernelTable() = default;

StringAttr KernelTable::add(OwningOpRef<KernelOp> kernel) {
  uint64_t hash = hashKernel(*kernel) >> 2; // clear of the map's special keys
  for (KernelOp other : byContent[hash])
    if (areSameKernel(other, *kernel) &&
        StringRef(other.getSymName()).starts_with(kernel->getSymName()))
      return other.getSymNameAttr();
  std::string base = kernel->getSymName().str(), name = base;
  for (size_t i = 0; kernels.contains(name); ++i)
    name = base + "_" + std::to_string(i);
  kernel->setSymName(name);
  byContent[hash].push_back(*kernel);
  StringAttr result = kernel->getSymNameAttr();
  kernels[name] = std::move(kernel);
  return result;
}

KernelOp KernelTable::lookup(StringRef name) const {
  return kernels.find(name)->second.get();
}

//===----------------------------------------------------------------------===//
// From a graph to a kernel
//===----------------------------------------------------------------------===//

namespace {
class KernelBuilder {
public:
  KernelBuilder(RootsOp roots, ArrayRef<Type> arguments)
      : roots(roots), arguments(arguments), builder(roots.getContext()) {}

  OwningOpRef<KernelOp> build(SmallVectorImpl<Value> &numbers);

private:
  InFlightDiagnostic report() {
    return emitError(roots.getLoc()) << "kernel '" << roots.getLabel() << "' ";
  }
  LogicalResult checkOp(Operation *op);
  LogicalResult checkBuffer(BufferOp buffer);
  LogicalResult checkRanges();
  void computeOpen();

  RootsOp roots;
  ArrayRef<Type> arguments;
  OpBuilder builder;
  GraphWalk walk;
  /// The ranges, and which are open at each op.
  llvm::SetVector<Operation *> ranges;
  SmallVector<llvm::SmallBitVector, 0> open;
  /// Those that stand for the indices of a grid, which the end of the kernel
  /// closes.
  SmallVector<RangeOp> specials;
};
} // namespace

/// `range 3 (64 values)`.
static std::string describe(RangeOp range) {
  std::string id =
      range.isSpecial() ? "special" : "range " + std::to_string(range.getId());
  return id + " (" + std::to_string(range.getExtent()) + " values)";
}

LogicalResult KernelBuilder::checkBuffer(BufferOp buffer) {
  BufferType type = buffer.getResult().getType();
  if (buffer.getSlot() >= 0)
    return report() << "reads a tensor: pass it to custom_kernel and use its "
                       "placeholder";
  if (type.getAddressSpace() != AddressSpace::Global)
    return success();
  size_t slot = -1 - buffer.getSlot();
  if (slot >= arguments.size())
    return report() << "has a placeholder for argument " << slot << ", but "
                    << arguments.size() << " tensors are passed";
  if (arguments[slot] != type)
    return report() << "has a placeholder of type " << type << " for argument "
                    << slot << ", whose storage is " << arguments[slot];
  return success();
}

LogicalResult KernelBuilder::checkOp(Operation *op) {
  if (auto buffer = dyn_cast<BufferOp>(op))
    return checkBuffer(buffer);
  if (isa<ApplyOp, AppliedOp, CustomGradientOp, GradientRuleOp, UndefinedOp>(
          op))
    return report() << "uses '" << op->getName()
                    << "', which is part of tensors";
  if (auto roots = dyn_cast<RootsOp>(op); roots && roots != this->roots)
    return report() << "contains the sink of another kernel";
  return success();
}

void KernelBuilder::computeOpen() {
  for (Operation *op : walk.getOps())
    if (isa<RangeOp>(op))
      ranges.insert(op);
  auto numberOf = [&](Operation *range) {
    return llvm::find(ranges, range) - ranges.begin();
  };
  for (Operation *op : walk.getOps()) {
    llvm::SmallBitVector &set = open.emplace_back(ranges.size());
    for (Value operand : op->getOperands())
      set |= open[walk.getNumber(operand.getDefiningOp())];
    if (isa<RangeOp>(op))
      set.set(numberOf(op));
    if (auto ranged = dyn_cast<RangedOpInterface>(op))
      for (Value range : ranged.getEndedRanges())
        set.reset(numberOf(range.getDefiningOp()));
  }
}

LogicalResult KernelBuilder::checkRanges() {
  llvm::DenseMap<int64_t, RangeOp> byId;
  for (Operation *op : ranges) {
    auto range = cast<RangeOp>(op);
    auto [it, isNew] = byId.try_emplace(range.getId(), range);
    if (!isNew)
      return report() << "has two ranges with the id " << range.getId() << ": "
                      << it->second.getExtent() << " values of type "
                      << stringifyAxisType(it->second.getAxis()) << " and "
                      << range.getExtent() << " of type "
                      << stringifyAxisType(range.getAxis());
  }
  llvm::DenseMap<Operation *, EndOp> endOf;
  for (Operation *op : walk.getOps()) {
    auto end = dyn_cast<EndOp>(op);
    if (!end)
      continue;
    const llvm::SmallBitVector &inside =
        open[walk.getNumber(end.getBody().getDefiningOp())];
    for (Value value : end.getRanges()) {
      auto range = value.getDefiningOp<RangeOp>();
      if (!endOf.try_emplace(range, end).second || range.isSpecial())
        return report() << "ends " << describe(range) << " twice";
      if (!inside.test(llvm::find(ranges, range) - ranges.begin()))
        return report() << "ends " << describe(range)
                        << ", which what it ends does not depend on";
    }
  }
  for (unsigned number : open.back().set_bits()) {
    auto range = cast<RangeOp>(ranges[number]);
    if (!range.isSpecial())
      return report() << "never ends " << describe(range)
                      << ": close it with .end(range) or .reduce(range)";
    specials.push_back(range);
  }
  llvm::sort(specials, [](RangeOp lhs, RangeOp rhs) {
    return lhs.getId() < rhs.getId();
  });
  return success();
}

OwningOpRef<KernelOp> KernelBuilder::build(SmallVectorImpl<Value> &numbers) {
  walk.add(roots);
  for (Operation *op : walk.getOps())
    if (failed(checkOp(op)))
      return nullptr;
  computeOpen();
  if (failed(checkRanges()))
    return nullptr;
  Location loc = roots.getLoc();
  OwningOpRef<KernelOp> kernel(
      KernelOp::create(builder, loc, roots.getLabel(), arguments));
  Block &body = kernel->getBody().front();
  builder.setInsertionPointToEnd(&body);
  IRMapping mapping;
  for (Operation *op : walk.getOps()) {
    Value value = op->getResult(0);
    auto buffer = dyn_cast<BufferOp>(op);
    if (op == roots)
      continue;
    if (auto bind = dyn_cast<BindOp>(op)) {
      mapping.map(value, mapping.lookup(bind.getVariable()));
      numbers.push_back(value);
    } else if (buffer &&
               buffer.getType().getAddressSpace() == AddressSpace::Global) {
      mapping.map(value, body.getArgument(-1 - buffer.getSlot()));
    } else {
      Operation *copy = builder.clone(*op, mapping);
      if (auto scratch = dyn_cast<BufferOp>(copy))
        scratch.setSlot(-1 - scratch.getSlot());
      if (isa<VariableOp>(op))
        numbers.push_back(value);
    }
  }
  // A variable that is bound says so.
  llvm::erase_if(numbers, [&](Value number) {
    return llvm::any_of(numbers, [&](Value other) {
      auto bind = other.getDefiningOp<BindOp>();
      return bind && bind.getVariable() == number;
    });
  });
  SmallVector<Value> tokens;
  for (Value token : roots.getTokens())
    tokens.push_back(mapping.lookup(token));
  if (!specials.empty()) {
    Value body = GroupOp::create(builder, loc, tokens);
    SmallVector<Value> closed;
    for (RangeOp special : specials)
      closed.push_back(mapping.lookup(special.getResult()));
    tokens = {EndOp::create(builder, loc, body, closed)};
  }
  SinkOp::create(builder, loc, tokens);
  if (!roots.getOpts().empty())
    (*kernel)->setAttr(ContiguousOp::optsAttrName,
                       builder.getStringAttr(roots.getOpts()));
  return kernel;
}

OwningOpRef<KernelOp> buildKernel(Value roots, ArrayRef<Type> arguments,
                                  SmallVectorImpl<Value> &numbers) {
  return KernelBuilder(roots.getDefiningOp<RootsOp>(), arguments)
      .build(numbers);
}
} // namespace mlir::tiny

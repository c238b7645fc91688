//===- Divergence.cpp - What differs between items ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Differences begin at the numbers of items, and spread from a value to its
// users. A value is marked once, so the time is linear in the uses.
//
//===----------------------------------------------------------------------===//

#include "Divergence.h"

#include "tiny/Conversion/WorkgroupKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

/// Whether the op reads the memory of an item, which may hold anything.
static bool readsPrivateMemory(Operation *op) {
  return isMemoryAccess(op) &&
         llvm::any_of(op->getOperandTypes(), isPrivateMemory);
}

/// Whether results differ though no operand does.
static bool isOrigin(Operation *op, const WorkgroupShape &shape) {
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    return shape.items[unsigned(id.getDimension())] > 1;
  return isa<gpu::ShuffleOp, memref::AtomicRMWOp>(op) || readsPrivateMemory(op);
}

Divergence::Divergence(gpu::GPUFuncOp kernel) {
  WorkgroupShape shape(kernel);
  if (shape.getNumItems() == 1)
    return;
  kernel.getBody().walk([&](Operation *op) {
    if (isOrigin(op, shape))
      for (Value result : op->getResults())
        mark(result, result);
  });
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses())
      propagate(use);
}

Value Divergence::getOrigin(Value value) const {
  for (Value cause = causes.lookup(value); cause != value;
       cause = causes.lookup(value))
    value = cause;
  return value;
}

void Divergence::mark(Value value, Value cause) {
  if (causes.try_emplace(value, cause).second)
    worklist.push_back(value);
}

void Divergence::mark(ValueRange values, Value cause) {
  for (Value value : values)
    mark(value, cause);
}

void Divergence::propagate(OpOperand &use) {
  Value value = use.get();
  unsigned number = use.getOperandNumber();
  llvm::TypeSwitch<Operation *>(use.getOwner())
      .Case([&](scf::ForOp loop) {
        unsigned numBounds = loop.getNumControlOperands();
        if (number >= numBounds) {
          mark(loop.getRegionIterArg(number - numBounds), value);
          mark(loop.getResult(number - numBounds), value);
          return;
        }
        mark(ValueRange(loop.getBody()->getArguments()), value);
        mark(loop.getResults(), value);
      })
      .Case([&](scf::WhileOp loop) {
        mark(loop.getBeforeArguments()[number], value);
      })
      .Case([&](scf::ConditionOp condition) {
        auto loop = cast<scf::WhileOp>(condition->getParentOp());
        if (number > 0) {
          mark(loop.getAfterArguments()[number - 1], value);
          mark(loop.getResult(number - 1), value);
          return;
        }
        mark(ValueRange(loop.getBeforeArguments()), value);
        mark(ValueRange(loop.getAfterArguments()), value);
        mark(loop.getResults(), value);
      })
      .Case([&](scf::YieldOp yield) {
        Operation *parent = yield->getParentOp();
        if (auto loop = dyn_cast<scf::WhileOp>(parent))
          return mark(loop.getBeforeArguments()[number], value);
        if (auto loop = dyn_cast<scf::ForOp>(parent))
          mark(loop.getRegionIterArg(number), value);
        mark(parent->getResult(number), value);
      })
      .Default([&](Operation *user) { mark(user->getResults(), value); });
}

Value getDivergentControl(Operation *op, const Divergence &divergence) {
  ValueRange control =
      llvm::TypeSwitch<Operation *, ValueRange>(op)
          .Case([](scf::ForOp loop) {
            return loop->getOperands().take_front(loop.getNumControlOperands());
          })
          .Case([](scf::IfOp branch) { return branch->getOperands(); })
          .Case([](scf::WhileOp loop) {
            return loop.getConditionOp()->getOperands().take_front(1);
          });
  for (Value value : control)
    if (divergence.differs(value))
      return value;
  return {};
}

} // namespace mlir::tiny

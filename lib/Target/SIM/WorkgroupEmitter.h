//===- WorkgroupEmitter.h - A plan to a function ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TARGET_SIM_WORKGROUPEMITTER_H
#define TINY_LIB_TARGET_SIM_WORKGROUPEMITTER_H

#include "WorkgroupPlan.h"
#include "tiny/Conversion/WorkgroupKernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tiny {

/// Makes a function for the CPU of a kernel and its plan.
class WorkgroupEmitter {
public:
  /// The function is made where the builder stands. With `check`, accesses to
  /// memory that items share call the functions of `CheckRuntime.cpp`.
  WorkgroupEmitter(gpu::GPUFuncOp kernel, const WorkgroupPlan &plan,
                   OpBuilder &builder, bool check);

  /// Fails after a diagnostic if the memory of a workgroup is too large, or an
  /// access cannot be checked.
  FailureOr<func::FuncOp> run();

private:
  // The function and its memory, in WorkgroupEmitter.cpp.
  void makeFunction();
  LogicalResult makeMemory();
  Value allocate(Location loc, int64_t count, Type element);
  void makePrivate(Value memory);
  scf::ForOp makeLoop(Value begin, Value end);
  Value getConstant(int64_t number);

  // What runs once per workgroup, in WorkgroupEmitter.cpp.
  LogicalResult emitSteps(const Steps &steps);
  void emitShared(Operation *op);
  LogicalResult emitItems(const Segment &segment);
  LogicalResult emitControl(const Step &step);
  LogicalResult emitRegion(const Steps &steps, ValueRange carried);
  /// Maps values to what is in their storages, unless each item has its own.
  void loadShared(ValueRange values);

  // What runs for an item, in ItemEmitter.cpp.
  LogicalResult emitItemOp(Operation &op);
  LogicalResult emitCopy(Operation &op);
  LogicalResult emitAccess(Operation &op);
  void emitShuffle(gpu::ShuffleOp shuffle);
  void emitInput(Value value);
  void mapForItem(Value value, Value emitted);
  /// A digit of a number whose digits count to `sizes`, the first one fastest.
  Value emitDigit(Location loc, Value number, ArrayRef<int64_t> sizes,
                  gpu::Dimension dimension);
  Value load(Location loc, const Storage &storage, Value place);
  void store(Location loc, Value value, const Storage &storage);

  // Checks, in CheckEmitter.cpp.
  void call(StringRef name, ValueRange arguments);
  LogicalResult emitCheckedAccess(Operation &access, unsigned memoryOperand);
  FailureOr<Value> emitMask(Operation &access, unsigned memoryOperand);
  Attribute describeAccess(Operation &access, unsigned memoryOperand);

  gpu::GPUFuncOp kernel;
  const WorkgroupPlan &plan;
  OpBuilder &builder;
  bool check;
  WorkgroupShape shape;
  Location loc;

  func::FuncOp function;
  IRMapping values;
  /// What is mapped for the loop over items at hand only.
  SmallVector<Value> itemValues;
  DenseMap<const Storage *, Value> memory;
  DenseMap<int64_t, Value> constants;
  /// How far apart the private memories of two items are, where each has its
  /// own.
  DenseMap<Value, int64_t> privateStrides;
  int64_t numBytes = 0;
  Value workgroup, item;
  SmallVector<Attribute> accesses;
};

/// Adds to a module what functions with checks call.
void declareCheckRuntime(ModuleOp module);

} // namespace mlir::tiny

#endif // TINY_LIB_TARGET_SIM_WORKGROUPEMITTER_H

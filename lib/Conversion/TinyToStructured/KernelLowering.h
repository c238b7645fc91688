//===- KernelLowering.h - One kernel to structured IR -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_CONVERSION_TINYTOSTRUCTURED_KERNELLOWERING_H
#define TINY_LIB_CONVERSION_TINYTOSTRUCTURED_KERNELLOWERING_H

#include "Arithmetic.h"
#include "RegisterCells.h"
#include "ValueBounds.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tiny {

/// Walks an ordered kernel once and builds a function. Open loops are on a
/// stack; the builder stands in the innermost.
class KernelLowering {
public:
  /// Makes the function in front of the kernel. Its arguments are the buffers,
  /// two bounds and the variables; those of a kernel for a grid, which is in a
  /// `gpu.module`, the buffers and the variables.
  static LogicalResult run(KernelOp kernel, LoweredTypes &types);

private:
  struct Signature;

  KernelLowering(KernelOp kernel, FunctionOpInterface function,
                 const Signature &signature, OpBuilder &builder,
                 LoweredTypes &types);

  static FunctionOpInterface makeFunction(KernelOp kernel,
                                          const Signature &signature,
                                          OpBuilder &builder,
                                          LoweredTypes &types);

  LogicalResult lowerBody();
  LogicalResult lower(Operation &op);

  /// What a value of the kernel became; null after a diagnostic at `user`.
  Value lookup(Operation *user, Value value);
  LogicalResult define(Value value, Value lowered);
  LogicalResult lowerVariable(VariableOp op);
  LogicalResult lowerSpecial(SpecialOp op);
  LogicalResult lowerBarrier(BarrierOp op);

  // Computation.cpp
  LogicalResult lowerElementwise(Operation *op);
  LogicalResult lowerWhere(WhereOp op);
  LogicalResult lowerCast(CastOp op);
  LogicalResult lowerBitcast(BitcastOp op);
  LogicalResult lowerReduce(ReduceOp op);
  LogicalResult lowerStack(StackOp op);
  LogicalResult lowerExpand(ExpandOp op);
  LogicalResult lowerShrink(ShrinkOp op);
  LogicalResult lowerReshape(ReshapeOp op);
  LogicalResult lowerIota(IotaOp op);
  /// An operand in the element type and shape that the op computes in.
  Value lookupAs(Operation *user, Value value, Type element, Type shape);

  // Memory.cpp
  LogicalResult lowerLoad(LoadOp op);
  LogicalResult lowerStore(StoreOp op);
  /// The memref of a state that is in memory.
  Value getMemory(Operation *user, Value state);
  /// The offset as an index.
  Value lookupIndex(Operation *user, Value index);
  template <typename OpTy>
  OpTy access(TypeRange result, ValueRange operands);
  Value load(Value memory, Value index, Type type);
  void store(Value value, Value memory, Value index);
  Value addOffset(Value index, int64_t offset);
  Value loadApart(Value memory, Value index, int64_t stride, VectorType type);
  void storeApart(Value value, Value memory, Value index, int64_t stride);
  Value maskedLoad(Value memory, Value index, Value mask, Type type);
  void maskedStore(Value value, Value memory, Value index, Value mask);

  // Loops.cpp
  LogicalResult openLoop(RangeOp range);
  LogicalResult closeLoops(EndOp end);
  /// What a cell holds; zero if nothing was written yet.
  Value getCellValue(unsigned cell);

  struct OpenLoop {
    RangeOp range;
    /// Null for a loop that runs once.
    scf::ForOp loop;
    unsigned scope;
  };

  KernelOp kernel;
  FunctionOpInterface function;
  const Signature &signature;
  OpBuilder &builder;
  LoweredTypes &types;
  BoolAttr isNontemporal;
  ValueBounds bounds;
  RegisterCells cells;
  Arithmetic arithmetic;

  /// A value and the scope, a loop or the whole body, that it lives in.
  struct Lowered {
    Value value;
    unsigned scope;
  };
  llvm::DenseMap<Value, Lowered> values;
  SmallVector<bool> isScopeOpen = {true};
  SmallVector<OpenLoop> openLoops;
  llvm::DenseMap<Value, Value> memory;
  /// Sums of an index and an offset.
  llvm::DenseMap<std::pair<Value, int64_t>, Value> places;
  SmallVector<Value> cellValues;
};

} // namespace mlir::tiny

#endif // TINY_LIB_CONVERSION_TINYTOSTRUCTURED_KERNELLOWERING_H

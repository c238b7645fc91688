//===- KernelLowering.cpp - One kernel to structured IR -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "LoweredTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

/// What the function has to say about the kernel.
struct KernelLowering::Signature {
  explicit Signature(KernelOp kernel);

  /// The number of parts that threads may run, 1 without a thread axis.
  int64_t threads = 1;
  /// The variables that the kernel uses, by their labels.
  SmallVector<StringRef> variables;
  size_t numOps = 0;
  /// How many workgroups and items there are; null where there is no grid.
  DenseI64ArrayAttr gridSize, blockSize;
  /// Where the arguments for variables begin.
  size_t firstVariable;
};

KernelLowering::Signature::Signature(KernelOp kernel)
    : gridSize(
          kernel->getAttrOfType<DenseI64ArrayAttr>(KernelOp::gridSizeAttrName)),
      blockSize(kernel->getAttrOfType<DenseI64ArrayAttr>(
          KernelOp::blockSizeAttrName)),
      firstVariable(kernel.getBody().getNumArguments() + (gridSize ? 0 : 2)) {
  for (Operation &op : kernel.getBody().front()) {
    ++numOps;
    if (auto range = dyn_cast<RangeOp>(op)) {
      if (range.getAxis() == AxisType::Thread && threads == 1)
        threads = range.getExtent();
    } else if (auto variable = dyn_cast<VariableOp>(op)) {
      if (!variable.use_empty())
        variables.push_back(variable.getLabel());
    }
  }
  llvm::sort(variables);
  variables.erase(llvm::unique(variables), variables.end());
}

/// Erases what has no users: the index arithmetic of what became SSA values,
/// and loops that only carry some. Returns whether anything that is left
/// writes. Of the ops that are made here, only stores and barriers do, so none
/// needs to be asked for its effects.
static bool eraseDeadOps(Block &block) {
  bool writes = false;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    bool opWrites = isa<memref::StoreOp, vector::StoreOp, vector::MaskedStoreOp,
                        gpu::BarrierOp>(op);
    for (Region &region : op.getRegions())
      for (Block &body : region)
        opWrites |= eraseDeadOps(body);
    if (!opWrites && isUnused(op) &&
        !isa<scf::YieldOp, func::ReturnOp, gpu::ReturnOp>(op))
      op.erase();
    writes |= opWrites;
  }
  return writes;
}

static DenseI32ArrayAttr toInt32(DenseI64ArrayAttr sizes) {
  SmallVector<int32_t, 3> result(sizes.asArrayRef());
  return DenseI32ArrayAttr::get(sizes.getContext(), result);
}

FunctionOpInterface KernelLowering::makeFunction(KernelOp kernel,
                                                 const Signature &signature,
                                                 OpBuilder &builder,
                                                 LoweredTypes &types) {
  Location loc = kernel.getLoc();
  StringRef name = kernel.getSymName();
  bool hasGrid = static_cast<bool>(signature.gridSize);
  SmallVector<Type> inputs;
  for (Type type : kernel.getArgumentTypes())
    inputs.push_back(types.getMemory(cast<BufferType>(type), hasGrid));
  inputs.append(signature.firstVariable - inputs.size() +
                    signature.variables.size(),
                builder.getIndexType());
  FunctionType type = builder.getFunctionType(inputs, {});
  FunctionOpInterface result;
  if (hasGrid) {
    auto module = gpu::GPUModuleOp::create(builder, loc, name);
    builder.setInsertionPointToStart(module.getBody());
    auto function = gpu::GPUFuncOp::create(builder, loc, name, type);
    function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                      builder.getUnitAttr());
    function.setKnownGridSizeAttr(toInt32(signature.gridSize));
    function.setKnownBlockSizeAttr(toInt32(signature.blockSize));
    builder.setInsertionPointToStart(&function.getBody().front());
    result = function;
  } else {
    auto function = func::FuncOp::create(builder, loc, name, type);
    function->setAttr("tiny.threads",
                      builder.getI64IntegerAttr(signature.threads));
    builder.setInsertionPointToEnd(function.addEntryBlock());
    result = function;
  }
  if (!signature.variables.empty())
    result->setAttr("tiny.variables",
                    builder.getStrArrayAttr(signature.variables));
  return result;
}

LogicalResult KernelLowering::run(KernelOp kernel, LoweredTypes &types) {
  OpBuilder builder(kernel);
  Signature signature(kernel);
  FunctionOpInterface function =
      makeFunction(kernel, signature, builder, types);
  KernelLowering lowering(kernel, function, signature, builder, types);
  lowering.values.reserve(signature.numOps);
  if (failed(lowering.lowerBody())) {
    Operation *made = function;
    if (signature.gridSize)
      made = made->getParentOp();
    made->erase();
    return failure();
  }
  eraseDeadOps(function.getFunctionBody().front());
  return success();
}

KernelLowering::KernelLowering(KernelOp kernel, FunctionOpInterface function,
                               const Signature &signature, OpBuilder &builder,
                               LoweredTypes &types)
    : kernel(kernel), function(function), signature(signature),
      builder(builder), types(types), isNontemporal(builder.getBoolAttr(false)),
      cells(kernel.getBody().front(), bounds, types),
      arithmetic(builder, function.getFunctionBody().front(), types),
      cellValues(cells.size()) {
  for (auto [argument, lowered] :
       llvm::zip(kernel.getBody().getArguments(), function.getArguments()))
    memory[argument] = lowered;
}

LogicalResult KernelLowering::lowerVariable(VariableOp op) {
  auto it = llvm::find(signature.variables, op.getLabel());
  size_t place = it - signature.variables.begin();
  return define(op.getResult(),
                function.getArgument(signature.firstVariable + place));
}

LogicalResult KernelLowering::lowerSpecial(SpecialOp op) {
  auto dimension = static_cast<gpu::Dimension>(op.getDimension());
  Value index;
  if (op.getAxis() == AxisType::Global)
    index = gpu::BlockIdOp::create(builder, op.getLoc(), dimension);
  else
    index = gpu::ThreadIdOp::create(builder, op.getLoc(), dimension);
  return define(op.getResult(), index);
}

LogicalResult KernelLowering::lowerBarrier(BarrierOp op) {
  if (!signature.gridSize)
    return op.emitOpError("has no workgroup to wait for");
  gpu::BarrierOp::create(builder, op.getLoc());
  return success();
}

Value KernelLowering::lookup(Operation *user, Value value) {
  auto it = values.find(value);
  if (it != values.end() && isScopeOpen[it->second.scope])
    return it->second.value;
  if (auto constant = value.getDefiningOp<ConstOp>())
    if (types.get(value.getType())) {
      Value lowered = arithmetic.scalar(value.getType(), constant.getValue());
      values[value] = {lowered, /*scope=*/0};
      return lowered;
    }
  InFlightDiagnostic diag =
      user->emitOpError("uses a value that is not computed where it is needed");
  diag.attachNote(value.getLoc()) << "the value is here";
  return {};
}

LogicalResult KernelLowering::define(Value value, Value lowered) {
  if (!lowered)
    return failure();
  values[value] = {lowered, openLoops.empty() ? 0 : openLoops.back().scope};
  return success();
}

LogicalResult KernelLowering::lower(Operation &op) {
  // Constants are made where they are used.
  if (isa<ConstOp, BufferOp, AfterOp, GroupOp, SinkOp>(op))
    return success();
  if (isUnused(op) && !isa<RangeOp, EndOp>(op))
    return success();
  arithmetic.setLoc(op.getLoc());
  if (op.getNumResults() == 1 && !types.get(op.getResult(0).getType()) &&
      isValueType(op.getResult(0).getType()))
    return op.emitOpError("has a result of type ")
           << op.getResult(0).getType()
           << ", which has no equal on this target";
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](VariableOp op) { return lowerVariable(op); })
      .Case([&](SpecialOp op) { return lowerSpecial(op); })
      .Case([&](BarrierOp op) { return lowerBarrier(op); })
      .Case([&](RangeOp op) { return openLoop(op); })
      .Case([&](EndOp op) { return closeLoops(op); })
      .Case([&](LoadOp op) { return lowerLoad(op); })
      .Case([&](StoreOp op) { return lowerStore(op); })
      .Case([&](WhereOp op) { return lowerWhere(op); })
      .Case([&](CastOp op) { return lowerCast(op); })
      .Case([&](BitcastOp op) { return lowerBitcast(op); })
      .Case([&](ReduceOp op) { return lowerReduce(op); })
      .Case([&](StackOp op) { return lowerStack(op); })
      .Case([&](ExpandOp op) { return lowerExpand(op); })
      .Case([&](ShrinkOp op) { return lowerShrink(op); })
      .Case([&](ReshapeOp op) { return lowerReshape(op); })
      .Case([&](IotaOp op) { return lowerIota(op); })
      .Default([&](Operation *op) { return lowerElementwise(op); });
}

LogicalResult KernelLowering::lowerBody() {
  for (Operation &op : kernel.getBody().front())
    if (failed(lower(op)))
      return failure();
  if (!openLoops.empty())
    return openLoops.back().range.emitOpError("is closed by no end");
  Location loc = kernel.getSink().getLoc();
  if (signature.gridSize)
    gpu::ReturnOp::create(builder, loc);
  else
    func::ReturnOp::create(builder, loc);
  return success();
}

} // namespace mlir::tiny

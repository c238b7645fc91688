//===- KernelLowering.cpp - One kernel to structured IR -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "LoweredTypes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

namespace {
/// What the function has to say about the kernel.
struct Signature {
  explicit Signature(Block &block);

  /// The number of parts that threads may run, 1 without a thread axis.
  int64_t threads = 1;
  /// The variables that the kernel uses, by their labels.
  SmallVector<StringRef> variables;
  size_t numOps = 0;
};
} // namespace

Signature::Signature(Block &block) {
  for (Operation &op : block) {
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
/// writes. Of the ops that are made here, only stores do, so none needs to be
/// asked for its effects.
static bool eraseDeadOps(Block &block) {
  bool writes = false;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    bool opWrites =
        isa<memref::StoreOp, vector::StoreOp, vector::MaskedStoreOp>(op);
    for (Region &region : op.getRegions())
      for (Block &body : region)
        opWrites |= eraseDeadOps(body);
    if (!opWrites && isUnused(op) && !isa<scf::YieldOp, func::ReturnOp>(op))
      op.erase();
    writes |= opWrites;
  }
  return writes;
}

func::FuncOp KernelLowering::run(KernelOp kernel, LoweredTypes &types) {
  OpBuilder builder(kernel);
  SmallVector<Type> inputs;
  for (Type type : kernel.getArgumentTypes())
    inputs.push_back(types.getMemory(cast<BufferType>(type)));
  Signature signature(kernel.getBody().front());
  ArrayRef<StringRef> variables = signature.variables;
  inputs.append(2 + variables.size(), builder.getIndexType());
  auto function =
      func::FuncOp::create(builder, kernel.getLoc(), kernel.getSymName(),
                           builder.getFunctionType(inputs, {}));
  function->setAttr("tiny.threads",
                    builder.getI64IntegerAttr(signature.threads));
  if (!variables.empty())
    function->setAttr("tiny.variables", builder.getStrArrayAttr(variables));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  KernelLowering lowering(kernel, function, builder, types);
  lowering.values.reserve(signature.numOps);
  if (failed(lowering.lowerBody())) {
    function.erase();
    return {};
  }
  eraseDeadOps(function.front());
  return function;
}

KernelLowering::KernelLowering(KernelOp kernel, func::FuncOp function,
                               OpBuilder &builder, LoweredTypes &types)
    : kernel(kernel), function(function), builder(builder), types(types),
      isNontemporal(builder.getBoolAttr(false)),
      cells(kernel.getBody().front(), bounds, types),
      arithmetic(builder, function.front(), types), cellValues(cells.size()) {
  for (auto [argument, lowered] :
       llvm::zip(kernel.getBody().getArguments(), function.getArguments()))
    memory[argument] = lowered;
}

LogicalResult KernelLowering::lowerVariable(VariableOp op) {
  auto labels = function->getAttrOfType<ArrayAttr>("tiny.variables");
  size_t first = kernel.getBody().getNumArguments() + 2;
  for (auto [place, label] : llvm::enumerate(labels.getAsRange<StringAttr>()))
    if (label.getValue() == op.getLabel())
      return define(op.getResult(), function.getArgument(first + place));
  return failure();
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
  func::ReturnOp::create(builder, kernel.getSink().getLoc());
  return success();
}

} // namespace mlir::tiny

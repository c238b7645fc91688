//===- WorkgroupEmitter.cpp - A plan to a function ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The function allocates everything at its entry, then runs one workgroup after
// another. Values are mapped to what stands for them; what is mapped inside of
// a loop over items is forgotten at its end.
//
//===----------------------------------------------------------------------===//

#include "WorkgroupEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tiny {

/// What fits beside everything else on the stack of a thread.
static constexpr int64_t maxBytes = 4 << 20;
/// The alignment of all memory, which is enough for any vector.
static constexpr int64_t alignment = 64;

WorkgroupEmitter::WorkgroupEmitter(gpu::GPUFuncOp kernel,
                                   const WorkgroupPlan &plan,
                                   OpBuilder &builder, bool check)
    : kernel(kernel), plan(plan), builder(builder), check(check), shape(kernel),
      loc(kernel.getLoc()) {}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// The same memref in the memory of the CPU.
static MemRefType getPlainMemory(Type type) {
  auto memory = cast<MemRefType>(type);
  return MemRefType::get(memory.getShape(), memory.getElementType());
}

void WorkgroupEmitter::makeFunction() {
  Type index = builder.getIndexType();
  auto variables = kernel->getAttrOfType<ArrayAttr>("tiny.variables");
  size_t numVariables = variables ? variables.size() : 0;
  ArrayRef<Type> buffers = kernel.getArgumentTypes().drop_back(numVariables);
  SmallVector<Type> inputs(llvm::map_range(buffers, getPlainMemory));
  inputs.append(2 + numVariables, index);
  function = func::FuncOp::create(builder, loc, kernel.getName(),
                                  builder.getFunctionType(inputs, {}));
  // One caller runs all of a function with checks: in order, they see it all.
  function->setAttr("tiny.threads", builder.getI64IntegerAttr(
                                        check ? 1 : shape.getNumWorkgroups()));
  if (variables)
    function->setAttr("tiny.variables", variables);
  builder.setInsertionPointToEnd(function.addEntryBlock());
  size_t number = 0;
  // Behind them are the memories of workgroups and items.
  unsigned numInputs = kernel.getFunctionType().getNumInputs();
  for (Value argument : kernel.getArguments().take_front(numInputs)) {
    if (number == buffers.size())
      number += 2;
    values.map(argument, function.getArgument(number++));
  }
}

Value WorkgroupEmitter::getConstant(int64_t number) {
  Value &constant = constants[number];
  if (!constant) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&function.front());
    constant = arith::ConstantIndexOp::create(builder, loc, number);
  }
  return constant;
}

scf::ForOp WorkgroupEmitter::makeLoop(Value begin, Value end) {
  auto loop = scf::ForOp::create(builder, loc, begin, end, getConstant(1));
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

FailureOr<func::FuncOp> WorkgroupEmitter::run() {
  OpBuilder::InsertionGuard guard(builder);
  makeFunction();
  if (failed(makeMemory()))
    return failure();
  size_t numBuffers = function.getNumArguments() - 2;
  if (auto variables = kernel->getAttrOfType<ArrayAttr>("tiny.variables"))
    numBuffers -= variables.size();
  Value begin = function.getArgument(numBuffers);
  Value end = function.getArgument(numBuffers + 1);
  if (check) {
    begin = getConstant(0);
    end = getConstant(shape.getNumWorkgroups());
  }
  scf::ForOp loop = makeLoop(begin, end);
  workgroup = loop.getInductionVar();
  if (check)
    call("tiny_sim_begin_workgroup", workgroup);
  if (failed(emitSteps(plan.getSteps())))
    return failure();
  builder.setInsertionPointAfter(loop);
  func::ReturnOp::create(builder, loc);
  if (check)
    function->setAttr("tiny.accesses", builder.getArrayAttr(accesses));
  return function;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Not less than what the type takes in memory.
static int64_t getNumBytes(Type type) {
  int64_t lanes = 1;
  if (auto vector = dyn_cast<VectorType>(type)) {
    lanes = llvm::PowerOf2Ceil(vector.getNumElements());
    type = vector.getElementType();
  }
  return lanes * (type.isIndex() ? 8
                                 : llvm::PowerOf2Ceil(llvm::divideCeil(
                                       type.getIntOrFloatBitWidth(), 8)));
}

Value WorkgroupEmitter::allocate(Location loc, int64_t count, Type element) {
  int64_t bytes = 0;
  if (llvm::MulOverflow(count, getNumBytes(element), bytes) ||
      llvm::AddOverflow(numBytes, bytes, numBytes))
    numBytes = std::numeric_limits<int64_t>::max();
  return memref::AllocaOp::create(builder, loc,
                                  MemRefType::get({count}, element),
                                  builder.getI64IntegerAttr(alignment));
}

/// Memory of an item whose elements start at an aligned place for each item.
static int64_t getPrivateStride(MemRefType type) {
  int64_t aligned = alignment / getNumBytes(type.getElementType());
  return aligned > 1 ? llvm::alignTo(type.getNumElements(), aligned)
                     : type.getNumElements();
}

void WorkgroupEmitter::makePrivate(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  int64_t count = type.getNumElements();
  if (plan.isKeptPerItem(memory)) {
    int64_t stride = getPrivateStride(type);
    privateStrides[memory] = stride;
    count = stride * shape.getNumItems();
  }
  values.map(memory, allocate(memory.getLoc(), count, type.getElementType()));
}

LogicalResult WorkgroupEmitter::makeMemory() {
  for (Value shared : kernel.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(shared.getType());
    values.map(shared, allocate(shared.getLoc(), type.getNumElements(),
                                type.getElementType()));
  }
  for (Value own : kernel.getPrivateAttributions())
    makePrivate(own);
  kernel.walk([&](memref::AllocaOp op) { makePrivate(op); });
  for (const Storage &storage : plan.getStorages())
    memory[&storage] = allocate(
        loc, storage.isPerItem ? shape.getNumItems() : 1, storage.element);
  if (numBytes <= maxBytes)
    return success();
  return kernel.emitOpError("needs ")
         << numBytes << " bytes of memory for the items of a workgroup; the "
         << "simulation has " << maxBytes;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void WorkgroupEmitter::loadShared(ValueRange shared) {
  for (Value value : shared) {
    const Storage *storage = plan.getStorage(value);
    if (storage && !storage->isPerItem)
      values.map(value, load(value.getLoc(), *storage, getConstant(0)));
  }
}

void WorkgroupEmitter::emitShared(Operation *op) {
  if (auto id = dyn_cast<gpu::BlockIdOp>(op))
    values.map(
        id, emitDigit(op->getLoc(), workgroup, shape.grid, id.getDimension()));
  else if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    values.map(id, getConstant(0)); // of a dimension of one item
  else
    builder.clone(*op, values);
}

LogicalResult WorkgroupEmitter::emitItems(const Segment &segment) {
  scf::ForOp loop = makeLoop(getConstant(0), getConstant(shape.getNumItems()));
  item = loop.getInductionVar();
  for (Value input : segment.inputs)
    emitInput(input);
  for (Operation *op : segment.ops)
    if (failed(emitItemOp(*op)))
      return failure();
  for (const Copy &copy : segment.copies)
    store(copy.value.getLoc(), values.lookup(copy.value), *copy.target);
  for (Value value : itemValues)
    values.erase(value);
  itemValues.clear();
  builder.setInsertionPointAfter(loop);
  for (Operation *op : segment.ops)
    loadShared(op->getResults());
  return success();
}

LogicalResult WorkgroupEmitter::emitRegion(const Steps &steps,
                                           ValueRange carried) {
  loadShared(carried);
  return emitSteps(steps);
}

LogicalResult WorkgroupEmitter::emitControl(const Step &step) {
  Location loc = step.op->getLoc();
  OpBuilder::InsertionGuard guard(builder);
  if (auto loop = dyn_cast<scf::ForOp>(step.op)) {
    auto emitted = scf::ForOp::create(
        builder, loc, values.lookup(loop.getLowerBound()),
        values.lookup(loop.getUpperBound()), values.lookup(loop.getStep()));
    emitted->setAttrs(loop->getAttrDictionary());
    values.map(loop.getInductionVar(), emitted.getInductionVar());
    builder.setInsertionPointToStart(emitted.getBody());
    return emitRegion(step.regions[0], ValueRange(loop.getRegionIterArgs()));
  }
  if (auto branch = dyn_cast<scf::IfOp>(step.op)) {
    bool hasElse = !branch.getElseRegion().empty();
    auto emitted = scf::IfOp::create(
        builder, loc, values.lookup(branch.getCondition()), hasElse);
    builder.setInsertionPointToStart(emitted.thenBlock());
    if (failed(emitRegion(step.regions[0], {})))
      return failure();
    if (!hasElse)
      return success();
    builder.setInsertionPointToStart(emitted.elseBlock());
    return emitRegion(step.regions[1], {});
  }
  auto loop = cast<scf::WhileOp>(step.op);
  auto emitted = scf::WhileOp::create(builder, loc, TypeRange(), ValueRange());
  builder.createBlock(&emitted.getBefore());
  if (failed(
          emitRegion(step.regions[0], ValueRange(loop.getBeforeArguments()))))
    return failure();
  scf::ConditionOp condition = loop.getConditionOp();
  scf::ConditionOp::create(builder, condition.getLoc(),
                           values.lookup(condition.getCondition()),
                           ValueRange());
  builder.createBlock(&emitted.getAfter());
  if (failed(emitRegion(step.regions[1], ValueRange(loop.getAfterArguments()))))
    return failure();
  scf::YieldOp::create(builder, loc);
  return success();
}

LogicalResult WorkgroupEmitter::emitSteps(const Steps &steps) {
  for (const Step &step : steps) {
    switch (step.kind) {
    case Step::Shared:
      emitShared(step.op);
      break;
    case Step::SharedCopy:
      store(step.copy.value.getLoc(), values.lookup(step.copy.value),
            *step.copy.target);
      break;
    case Step::Items:
      if (failed(emitItems(plan.getSegment(step.segment))))
        return failure();
      break;
    case Step::Barrier:
      if (check)
        call("tiny_sim_barrier", {});
      break;
    case Step::Control:
      if (failed(emitControl(step)))
        return failure();
      loadShared(step.op->getResults());
      break;
    }
  }
  return success();
}

} // namespace mlir::tiny

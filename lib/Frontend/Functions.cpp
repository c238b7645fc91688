//===- Functions.cpp - Params, calls and gradient rules -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A function is a graph above params. A call is a copy of it above arguments:
// equal parts are one node anyway, and what is compiled is looked up by its
// structure.
//
//===----------------------------------------------------------------------===//

#include "GraphWalk.h"
#include "tiny/Frontend/Arena.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Params
//===----------------------------------------------------------------------===//

Value Arena::loadState(Value state) {
  LoadOp::Properties properties;
  properties.operandSegmentSizes = {1, 0, 0};
  return create<LoadOp>(state, properties);
}

Value Arena::param(int64_t slot, ArrayRef<int64_t> shape, Type elementType) {
  auto type = BufferType::getChecked([&] { return emitError(loc); }, context,
                                     shape, elementType, AddressSpace::Global);
  // The slots of storage count upwards from 0.
  Value buffer = type ? create<BufferOp>({}, {-1 - slot, Type(type)}) : Value();
  return buffer ? loadState(buffer) : Value();
}

std::optional<int64_t> getParamSlot(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  auto buffer = load ? load.getBuffer().getDefiningOp<BufferOp>() : BufferOp();
  if (!buffer || buffer.getSlot() >= 0)
    return std::nullopt;
  return -1 - buffer.getSlot();
}

void findSources(ArrayRef<Value> roots, ArrayRef<Value> inputs,
                 SmallVectorImpl<Value> &result) {
  DenseSet<Value> known(inputs.begin(), inputs.end());
  GraphWalk walk;
  auto enter = [&](OpOperand &operand) {
    Operation *op = operand.getOwner();
    if (known.contains(op->getResult(0)))
      return false;
    // A store fills the whole buffer; a rule computes nothing.
    if (isa<StoreOp, CustomGradientOp>(op))
      return operand.getOperandNumber() == 0;
    return !isa<AfterOp>(op) || operand.getOperandNumber() != 0;
  };
  for (Value root : roots)
    walk.add(root.getDefiningOp(), enter);
  for (Operation *op : walk.getOps())
    if (isa<LoadOp>(op) && !known.contains(op->getResult(0)) &&
        isa<BufferOp>(op->getOperand(0).getDefiningOp()))
      result.push_back(op->getResult(0));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LogicalResult Arena::substitute(ArrayRef<Value> roots,
                                const DenseMap<Value, Value> &replacements,
                                SmallVectorImpl<Value> &result) {
  GraphWalk walk;
  for (Value root : roots)
    walk.add(root.getDefiningOp(), [&](OpOperand &operand) {
      return !replacements.contains(operand.getOwner()->getResult(0));
    });
  DenseMap<Value, Value> copies;
  SmallVector<Value, 4> operands;
  for (Operation *op : walk.getOps()) {
    Value value = op->getResult(0);
    Value &copy = copies[value] = replacements.lookup(value);
    if (copy)
      continue;
    operands.clear();
    for (Value operand : op->getOperands())
      operands.push_back(copies.lookup(operand));
    if (llvm::equal(operands, op->getOperands()))
      copy = value;
    else if (isa<GradientRuleOp>(op))
      copy = copyRule(op, operands);
    else
      copy = createOp(op->getName(), operands, op->getPropertiesStorage());
    if (!copy)
      return failure();
  }
  for (Value root : roots)
    result.push_back(copies.lookup(root));
  return success();
}

//===----------------------------------------------------------------------===//
// Gradient rules
//===----------------------------------------------------------------------===//

void Arena::setGradientRule(GradientRule rule, ArrayRef<Value> values,
                            ArrayRef<Value> inputs,
                            SmallVectorImpl<Value> &result) {
  int64_t id = nextRule++;
  Value node = create<GradientRuleOp>(inputs, {id});
  if (!node)
    return;
  rules.try_emplace(id, std::make_shared<GradientRule>(std::move(rule)));
  for (auto [index, value] : llvm::enumerate(values))
    result.push_back(
        create<CustomGradientOp>({value, node}, {static_cast<int64_t>(index)}));
}

std::shared_ptr<const GradientRule> Arena::getRule(Operation *op) const {
  return rules.lookup(llvm::cast<GradientRuleOp>(op).getId());
}

Value Arena::copyRule(Operation *op, ArrayRef<Value> inputs) {
  int64_t id = nextRule++;
  Value node = create<GradientRuleOp>(inputs, {id});
  if (node)
    rules.try_emplace(id, getRule(op));
  return node;
}

} // namespace mlir::tiny

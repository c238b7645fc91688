//===- KernelRewriting.cpp - Helpers of passes on kernels -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"

#include "tiny/IR/MakeOp.h"

#include "mlir/IR/OperationSupport.h"

namespace mlir::tiny {

bool isElementwise(Operation *op) {
  // In kernels most ops are the first of these, or none.
  if (isa<AddOp, MulOp, CmpLtOp, WhereOp, SubOp, AndOp>(op))
    return true;
  if (isa<ConstOp, LoadOp, StoreOp, RangeOp>(op))
    return false;
  return isa<Exp2Op, Log2Op, SinOp, SqrtOp, ReciprocalOp, NegOp, TruncOp,
             CastOp, BitcastOp, FDivOp, PowOp, MaxOp, CDivOp, CModOp,
             FloorDivOp, FloorModOp, ShlOp, ShrOp, OrOp, XorOp, ThreefryOp,
             CmpNeOp, CmpEqOp>(op);
}

Operation *cloneWith(OpBuilder &builder, Operation *op, ValueRange operands,
                     Type resultType) {
  return builder.insert(Operation::create(
      op->getLoc(), op->getName(), resultType, operands,
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      /*successors=*/{}, /*numRegions=*/0));
}

Value createLoad(OpBuilder &builder, Location loc, Value buffer, Value index,
                 Value mask, ArrayRef<int64_t> lanes,
                 ArrayRef<int64_t> strides) {
  LoadOp::Properties properties;
  properties.lanes.assign(lanes.begin(), lanes.end());
  properties.strides.assign(strides.begin(), strides.end());
  properties.operandSegmentSizes = {1, 1, mask ? 1 : 0};
  Value operands[] = {buffer, index, mask};
  return makeOp<LoadOp>(builder, loc,
                        getVectorType(lanes, getElementType(buffer)),
                        ArrayRef(operands, mask ? 3 : 2), properties);
}

Value createStore(OpBuilder &builder, Location loc, Value value, Value buffer,
                  Value index, Value mask, ArrayRef<int64_t> strides) {
  StoreOp::Properties properties;
  properties.strides.assign(strides.begin(), strides.end());
  properties.operandSegmentSizes = {1, 1, 1, mask ? 1 : 0};
  Value operands[] = {value, buffer, index, mask};
  return makeOp<StoreOp>(builder, loc, TokenType::get(builder.getContext()),
                         ArrayRef(operands, mask ? 4 : 3), properties);
}

Value createExtract(OpBuilder &builder, Location loc, Value vector,
                    int64_t lane) {
  Type element = getElementType(vector);
  ShrinkOp::Properties part;
  part.offsets = {lane};
  part.sizes = {1};
  Value single =
      makeOp<ShrinkOp>(builder, loc, getVectorType(1, element), vector, part);
  return makeOp<ReshapeOp>(builder, loc, element, single);
}

LogicalResult inferTypeAgain(Operation &op) {
  SmallVector<Type, 1> types;
  if (failed(cast<InferTypeOpInterface>(op).inferReturnTypes(
          op.getContext(), op.getLoc(), op.getOperands(),
          op.getDiscardableAttrDictionary(), op.getPropertiesStorage(),
          op.getRegions(), types)))
    return failure();
  op.getResult(0).setType(types.front());
  return success();
}

/// Erases an op, and what is known of its results.
static void erase(Operation &op, IndexImporter *importer) {
  if (importer)
    for (Value result : op.getResults())
      importer->forget(result);
  op.erase();
}

void eraseDeadOps(Block &block, IndexImporter *importer) {
  Operation *terminator = block.empty() ? nullptr : &block.back();
  if (terminator && !terminator->hasTrait<OpTrait::IsTerminator>())
    terminator = nullptr;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isUnused(op) && &op != terminator)
      erase(op, importer);
}

void eliminateCommonOps(Block &block, IndexImporter *importer) {
  // By hash; of two ops that only share it, the first one is remembered.
  llvm::DenseMap<uint64_t, Operation *> known(block.getOperations().size());
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.getNumResults() != 1)
      continue;
    uint64_t hash = op.hashProperties();
    auto mix = [&](const void *part) {
      hash ^= reinterpret_cast<uintptr_t>(part);
      hash *= 0x9e3779b97f4a7c15; // the golden ratio
      hash ^= hash >> 32;
    };
    mix(op.getName().getAsOpaquePointer());
    mix(op.getResult(0).getType().getAsOpaquePointer());
    for (Value operand : op.getOperands())
      mix(operand.getAsOpaquePointer());
    // The table keeps the two greatest keys for itself.
    auto [it, isNew] = known.try_emplace(hash >> 1, &op);
    if (isNew || !OperationEquivalence::isEquivalentTo(
                     it->second, &op, OperationEquivalence::IgnoreLocations))
      continue;
    op.replaceAllUsesWith(it->second);
    erase(op, importer);
  }
}

void sortByDominance(Block &block) {
  SmallVector<Operation *> order;
  llvm::DenseSet<Operation *> seen;
  seen.reserve(block.getOperations().size());
  // An op and the operand to look at next.
  SmallVector<std::pair<Operation *, unsigned>> stack;
  for (Operation &root : block) {
    if (seen.insert(&root).second)
      stack.push_back({&root, 0});
    while (!stack.empty()) {
      auto &[op, next] = stack.back();
      if (next == op->getNumOperands()) {
        order.push_back(op);
        stack.pop_back();
        continue;
      }
      Operation *operand = op->getOperand(next++).getDefiningOp();
      if (operand && seen.insert(operand).second)
        stack.push_back({operand, 0});
    }
  }
  for (Operation *op : order)
    op->moveBefore(&block, block.end());
}

SmallVector<int64_t, 4> getRowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t, 4> strides(shape.size(), 0);
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
    if (shape[axis] != 1)
      strides[axis] = stride;
  return strides;
}

IndexConstants::IndexConstants(Block &block) : block(block) {
  for (Operation &op : block) {
    auto constant = dyn_cast<ConstOp>(op);
    if (!constant)
      return;
    Int128 value = constant.getValue().getInteger();
    if (isa<IndexType>(constant.getStoredType()) &&
        value == static_cast<int64_t>(value))
      values.try_emplace(static_cast<int64_t>(value), constant.getResult());
  }
}

Value IndexConstants::get(int64_t value) {
  Value &result = values[value];
  if (!result) {
    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    ConstOp::Properties properties;
    properties.value = Number::integer(value);
    properties.stored_type = builder.getIndexType();
    result = makeOp<ConstOp>(builder, block.getParentOp()->getLoc(),
                             properties.stored_type, ValueRange(), properties);
  }
  return result;
}

} // namespace mlir::tiny

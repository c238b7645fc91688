//===- Memory.cpp - Loads and stores --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "LoweredTypes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tiny {

Value KernelLowering::getMemory(Operation *user, Value state) {
  Value storage = cells.getStorage(state);
  auto it = memory.find(storage);
  if (it != memory.end())
    return it->second;
  auto type = cast<BufferType>(state.getType());
  if (!storage || type.getAddressSpace() == AddressSpace::Global) {
    user->emitOpError("accesses ")
        << type << ", which is no argument, register or local buffer";
    return {};
  }
  auto grid = dyn_cast<gpu::GPUFuncOp>(function.getOperation());
  MemRefType lowered = types.getMemory(type, static_cast<bool>(grid));
  if (grid && type.getAddressSpace() == AddressSpace::Local)
    return memory[storage] =
               grid.addWorkgroupAttribution(lowered, storage.getLoc());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.getFunctionBody().front());
  return memory[storage] = memref::AllocaOp::create(
             builder, storage.getLoc(), lowered,
             /*alignment=*/builder.getI64IntegerAttr(64));
}

Value KernelLowering::lookupIndex(Operation *user, Value index) {
  if (!index || isa<ShapedType>(index.getType())) {
    user->emitOpError("has no scalar index");
    return {};
  }
  Value lowered = lookup(user, index);
  return lowered ? arithmetic.convert(lowered, index.getType(),
                                      builder.getIndexType())
                 : lowered;
}

/// A load or store that nothing more is said of.
template <typename OpTy>
OpTy KernelLowering::access(TypeRange result, ValueRange operands) {
  typename OpTy::Properties properties;
  properties.nontemporal = isNontemporal;
  return arithmetic.make<OpTy>(result, operands, properties);
}

Value KernelLowering::load(Value memory, Value index, Type type) {
  Type stored = getMemoryType(type);
  Value value;
  if (auto vector = dyn_cast<VectorType>(stored))
    value = access<vector::LoadOp>(vector, {memory, index});
  else
    value = access<memref::LoadOp>(stored, {memory, index});
  return arithmetic.convert(value, getElementType(stored),
                            getElementType(type));
}

void KernelLowering::store(Value value, Value memory, Value index) {
  if (isa<VectorType>(value.getType()))
    access<vector::StoreOp>({}, {value, memory, index});
  else
    access<memref::StoreOp>({}, {value, memory, index});
}

/// The place of a lane. Accesses of one block often go to the same places.
Value KernelLowering::addOffset(Value index, int64_t offset) {
  if (offset == 0)
    return index;
  Value &place = places[{index, offset}];
  if (place && place.getParentBlock() == builder.getInsertionBlock())
    return place;
  Type type = builder.getIndexType();
  return place = arithmetic.make<arith::AddIOp>(
             type, {index, arithmetic.integer(type, offset)});
}

/// Loads lanes that lie apart, one by one.
Value KernelLowering::loadApart(Value memory, Value index, int64_t stride,
                                VectorType type) {
  auto stored = cast<VectorType>(getMemoryType(type));
  SmallVector<Value, 16> lanes;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane)
    lanes.push_back(access<memref::LoadOp>(
        stored.getElementType(), {memory, addOffset(index, lane * stride)}));
  return arithmetic.convert(vector::FromElementsOp::create(
                                builder, arithmetic.getLoc(), stored, lanes),
                            stored.getElementType(), type.getElementType());
}

void KernelLowering::storeApart(Value value, Value memory, Value index,
                                int64_t stride) {
  auto type = cast<VectorType>(value.getType());
  SmallVector<Type, 16> types(type.getNumElements(), type.getElementType());
  auto lanes = arithmetic.make<vector::ToElementsOp>(types, value);
  for (auto [lane, element] : llvm::enumerate(lanes.getElements()))
    store(element, memory, addOffset(index, lane * stride));
}

/// Zero where the mask is false. On the CPU a mask that is one for all lanes
/// moves the access to the start of the buffer instead of branching around it,
/// if the buffer is large enough. An item of a workgroup must not look at what
/// another may be writing.
Value KernelLowering::maskedLoad(Value memory, Value index, Value mask,
                                 Type type) {
  Location loc = arithmetic.getLoc();
  Type stored = getMemoryType(type);
  Value zero = arithmetic.constant(type, isa<FloatType>(getElementType(type))
                                             ? Number::real(0.0)
                                             : Number::integer(0));
  ArrayRef<int64_t> lanes = getShape(type);
  if (isa<VectorType>(mask.getType())) {
    Value loaded = vector::MaskedLoadOp::create(
        builder, loc, cast<VectorType>(stored), memory, index, mask,
        arithmetic.convert(zero, getElementType(type), getElementType(stored)));
    return arithmetic.convert(loaded, getElementType(stored),
                              getElementType(type));
  }
  int64_t size = cast<MemRefType>(memory.getType()).getNumElements();
  bool isShared = isa<gpu::GPUFuncOp>(function.getOperation());
  if (!isShared && size >= (lanes.empty() ? 1 : lanes[0])) {
    Value safe = arithmetic.select(
        mask, index, arithmetic.integer(builder.getIndexType(), 0));
    return arithmetic.select(mask, load(memory, safe, type), zero);
  }
  auto branch = scf::IfOp::create(builder, loc, type, mask,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, load(memory, index, type));
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, zero);
  return branch.getResult(0);
}

void KernelLowering::maskedStore(Value value, Value memory, Value index,
                                 Value mask) {
  Location loc = arithmetic.getLoc();
  if (isa<VectorType>(mask.getType())) {
    vector::MaskedStoreOp::create(builder, loc, memory, index, mask, value);
    return;
  }
  auto branch = scf::IfOp::create(builder, loc, mask, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  store(value, memory, index);
}

/// Whether the lanes of an access are neighbours.
static bool isContiguous(Type lowered, ArrayRef<int64_t> strides) {
  return !isa_and_nonnull<VectorType>(lowered) ||
         (strides.size() == 1 && strides[0] == 1);
}

LogicalResult KernelLowering::lowerLoad(LoadOp op) {
  if (unsigned cell = cells.getCell(op); cell != RegisterCells::none)
    return define(op.getResult(), getCellValue(cell));
  Value source = getMemory(op, op.getBuffer());
  Value index = source ? lookupIndex(op, op.getIndex()) : Value();
  if (!index)
    return failure();
  Type type = types.get(op.getResult().getType());
  bool isMasked = op.getMask() && bounds.getConstant(op.getMask()) != 1;
  if (!isContiguous(type, op.getStrides())) {
    if (isMasked || op.getStrides().size() != 1)
      return op.emitOpError("has masked lanes that are no neighbours");
    return define(op.getResult(), loadApart(source, index, op.getStrides()[0],
                                            cast<VectorType>(type)));
  }
  if (!isMasked)
    return define(op.getResult(), load(source, index, type));
  Value mask = lookup(op, op.getMask());
  if (!mask)
    return failure();
  return define(op.getResult(), maskedLoad(source, index, mask, type));
}

LogicalResult KernelLowering::lowerStore(StoreOp op) {
  Value value = lookup(op, op.getValue());
  if (!value)
    return failure();
  if (unsigned cell = cells.getCell(op); cell != RegisterCells::none) {
    cellValues[cell] = value;
    return success();
  }
  Value target = getMemory(op, op.getBuffer());
  Value index = target ? lookupIndex(op, op.getIndex()) : Value();
  if (!index)
    return failure();
  value = arithmetic.convert(value, getElementType(value.getType()),
                             getElementType(getMemoryType(value.getType())));
  bool isMasked = op.getMask() && bounds.getConstant(op.getMask()) != 1;
  if (!isContiguous(value.getType(), op.getStrides())) {
    if (isMasked || op.getStrides().size() != 1)
      return op.emitOpError("has masked lanes that are no neighbours");
    storeApart(value, target, index, op.getStrides()[0]);
    return success();
  }
  if (!isMasked) {
    store(value, target, index);
    return success();
  }
  Value mask = lookup(op, op.getMask());
  if (!mask)
    return failure();
  maskedStore(value, target, index, mask);
  return success();
}

} // namespace mlir::tiny

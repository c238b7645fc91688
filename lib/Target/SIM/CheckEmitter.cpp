//===- CheckEmitter.cpp - Accesses that are checked -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An access asks the runtime first, and does not happen where that says no:
//
//   %answer = call @tiny_sim_access(%number, %place, %mask, %item)
//   %ok = arith.cmpi ne, %answer, %c0
//   %v = scf.if %ok { load } else { zero }
//
// What never changes about an access stands in `tiny.accesses` under its
// number.
//
//===----------------------------------------------------------------------===//

#include "WorkgroupEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tiny {

void declareCheckRuntime(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type index = builder.getIndexType();
  auto declare = [&](StringRef name, unsigned numArguments, TypeRange results) {
    SmallVector<Type> inputs(numArguments, index);
    func::FuncOp::create(builder, module.getLoc(), name,
                         builder.getFunctionType(inputs, results))
        .setPrivate();
  };
  declare("tiny_sim_begin_workgroup", 1, {});
  declare("tiny_sim_barrier", 0, {});
  declare("tiny_sim_access", 4, index);
}

void WorkgroupEmitter::call(StringRef name, ValueRange arguments) {
  func::CallOp::create(builder, loc, name, TypeRange(), arguments);
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

/// `file:line` of the innermost place that is known.
static std::string describe(Location loc) {
  if (auto place = dyn_cast<FileLineColLoc>(loc))
    return (place.getFilename().getValue() + ":" + Twine(place.getLine()))
        .str();
  if (auto name = dyn_cast<NameLoc>(loc)) {
    std::string text = describe(name.getChildLoc());
    return text.empty() ? name.getName().str() : text;
  }
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    std::string text = describe(call.getCallee());
    return text.empty() ? describe(call.getCaller()) : text;
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::string text = describe(part); !text.empty())
        return text;
  return "";
}

static StringRef getKind(Operation &access) {
  if (auto update = dyn_cast<memref::AtomicRMWOp>(access))
    // What it replaces does not matter, so it may be anything.
    return update.getKind() == arith::AtomicRMWKind::assign &&
                   update.use_empty()
               ? "exchange"
               : "update";
  return isa<memref::LoadOp, vector::LoadOp, vector::MaskedLoadOp>(access)
             ? "load"
             : "store";
}

/// What is loaded or stored.
static Type getAccessedType(Operation &access) {
  return access.getNumResults() ? access.getResult(0).getType()
         : isa<vector::MaskedStoreOp>(access)
             ? access.getOperands().back().getType()
             : access.getOperand(0).getType();
}

Attribute WorkgroupEmitter::describeAccess(Operation &access,
                                           unsigned memoryOperand) {
  auto argument = cast<BlockArgument>(access.getOperand(memoryOperand));
  unsigned first = kernel.getFirstWorkgroupAttributionIndex();
  bool isShared = argument.getArgNumber() >= first;
  auto vector = dyn_cast<VectorType>(getAccessedType(access));
  std::string place = describe(access.getLoc());
  auto number = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  return builder.getDictionaryAttr({
      builder.getNamedAttr("kind", builder.getStringAttr(getKind(access))),
      builder.getNamedAttr(
          "place",
          builder.getStringAttr(place.empty() ? "unknown place" : place)),
      builder.getNamedAttr("shared", builder.getBoolAttr(isShared)),
      number("buffer", argument.getArgNumber() - (isShared ? first : 0)),
      number("size", cast<MemRefType>(argument.getType()).getNumElements()),
      number("lanes", vector ? vector.getNumElements() : 1),
  });
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

/// The lanes that take part as bits of a number.
FailureOr<Value> WorkgroupEmitter::emitMask(Operation &access,
                                            unsigned memoryOperand) {
  if (!isa<vector::MaskedLoadOp, vector::MaskedStoreOp>(access))
    return getConstant(-1);
  Location loc = access.getLoc();
  Value mask = values.lookup(access.getOperand(memoryOperand + 2));
  unsigned lanes = cast<VectorType>(mask.getType()).getNumElements();
  if (lanes > 64)
    return access.emitOpError("has ")
           << lanes << " lanes with a mask; the check takes 64";
  Type bits = builder.getIntegerType(lanes);
  mask =
      vector::BitCastOp::create(builder, loc, VectorType::get({1}, bits), mask);
  mask = vector::ExtractOp::create(builder, loc, mask, 0);
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      mask)
      .getResult();
}

LogicalResult WorkgroupEmitter::emitCheckedAccess(Operation &access,
                                                  unsigned memoryOperand) {
  FailureOr<Value> mask = emitMask(access, memoryOperand);
  if (failed(mask))
    return failure();
  Location loc = access.getLoc();
  Value number = getConstant(accesses.size());
  accesses.push_back(describeAccess(access, memoryOperand));
  Value place = values.lookup(access.getOperand(memoryOperand + 1));
  auto answer = func::CallOp::create(builder, loc, "tiny_sim_access",
                                     builder.getIndexType(),
                                     ValueRange{number, place, *mask, item});
  Value isAllowed =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                            answer.getResult(0), getConstant(0));
  TypeRange types = access.getResultTypes();
  auto branch = scf::IfOp::create(builder, loc, types, isAllowed,
                                  /*withElseRegion=*/!types.empty());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Operation *copy = builder.clone(access, values);
  if (types.empty())
    return success();
  scf::YieldOp::create(builder, loc, copy->getResults());
  builder.setInsertionPointToStart(branch.elseBlock());
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(types.front()));
  scf::YieldOp::create(builder, loc, zero);
  mapForItem(access.getResult(0), branch.getResult(0));
  return success();
}

} // namespace mlir::tiny

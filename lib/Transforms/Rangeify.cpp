//===- Rangeify.cpp - Shapes become ranges and index expressions ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each root (a store or a contiguous) gets one range per axis. From there:
//   1. down, in reverse block order, every op below the root learns under which
//      index expressions it is read (a *demand*); movement ops hand on their
//      index map, reductions add ranges;
//   2. up, in block order, every demand is emitted once as a scalar.
// So an op is materialized once per index under which it is read, and nothing
// is visited twice. What lies behind a contiguous is another root.
//
// A demand also has a validity: the condition under which a pad lets the value
// through. Loads are masked with it, so that nothing outside is read.
//
//===----------------------------------------------------------------------===//

#include "Rangeify.h"
#include "KernelRoots.h"

#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_RANGEIFYPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

class Rangeify {
public:
  explicit Rangeify(FunctionOp function)
      : function(function), block(function.getBody().front()) {
    for (BufferOp buffer : block.getOps<BufferOp>())
      nextSlot = std::max(nextSlot, buffer.getSlot() + 1);
  }

  LogicalResult run();

private:
  LogicalResult lowerStore(StoreOp store);
  LogicalResult lowerContiguous(ContiguousOp contiguous);
  FailureOr<Value> lowerRoot(OpBuilder &builder, Value value, Value buffer,
                             Location loc);
  void useByteBools();
  void eraseTensors();

  FunctionOp function;
  Block &block;
  /// The state that holds the value of a contiguous or mselect.
  llvm::DenseMap<Value, Value> states;
  int64_t nextSlot = 0;
  int64_t nextRange = 0;
};

} // namespace

/// Stores `value` to `buffer` in loops over its axes. Returns the token.
FailureOr<Value> Rangeify::lowerRoot(OpBuilder &builder, Value value,
                                     Value buffer, Location loc) {
  if (getNumElements(getShape(value)) == 0)
    return Value(GroupOp::create(builder, loc, ValueRange()));
  RootLowering lowering(builder, states, nextRange);
  SmallVector<IndexExpr, 4> index;
  SmallVector<Value, 4> ranges;
  for (const Dim &size : getDims(value)) {
    Value range;
    index.push_back(lowering.addRange(loc, size, AxisType::Weak, range));
    if (range)
      ranges.push_back(range);
  }
  Value scalar = lowering.lower(value, index);
  if (!scalar)
    return failure();
  if (isBoolType(scalar.getType()))
    scalar = CastOp::create(builder, loc, scalar, builder.getI8Type());
  // Storage has room for the greatest sizes.
  Value offset = lowering.emitIndex(
      lowering.getContext().linearize(index, getShape(buffer)), loc);
  Value token = StoreOp::create(builder, loc, scalar, buffer, offset, Value(),
                                ArrayRef<int64_t>());
  if (!ranges.empty())
    token = EndOp::create(builder, loc, token, ranges);
  return token;
}

/// `tiny-split-kernels` hands the opts on to the kernel.
static void passOptsOn(Value token, Attribute opts) {
  token.getDefiningOp()->setAttr(ContiguousOp::optsAttrName, opts);
}

LogicalResult Rangeify::lowerStore(StoreOp store) {
  OpBuilder builder(store);
  FailureOr<Value> token =
      lowerRoot(builder, store.getValue(), store.getBuffer(), store.getLoc());
  if (failed(token))
    return failure();
  if (Attribute opts = store->getAttr(ContiguousOp::optsAttrName))
    passOptsOn(*token, opts);
  store.getToken().replaceAllUsesWith(*token);
  store.erase();
  return success();
}

LogicalResult Rangeify::lowerContiguous(ContiguousOp contiguous) {
  OpBuilder builder(contiguous);
  Type element = getElementType(contiguous);
  auto type =
      BufferType::get(contiguous.getContext(), getMaxShape(contiguous),
                      isBoolType(element) ? builder.getI8Type() : element,
                      AddressSpace::Global);
  Location loc = contiguous.getLoc();
  Value buffer = BufferOp::create(builder, loc, nextSlot++, type);
  FailureOr<Value> token =
      lowerRoot(builder, contiguous.getOperand(), buffer, loc);
  if (failed(token))
    return failure();
  if (StringRef opts = contiguous.getOpts(); !opts.empty())
    passOptsOn(*token, builder.getStringAttr(opts));
  if (contiguous->hasAttr(keptAttrName))
    token->getDefiningOp()->setAttr(keptAttrName, builder.getUnitAttr());
  states[contiguous] = AfterOp::create(builder, loc, buffer, *token);
  return success();
}

/// Buffers of bools become buffers of bytes, states included.
void Rangeify::useByteBools() {
  Type i8 = IntegerType::get(function.getContext(), 8);
  auto convert = [&](Value value) {
    auto type = dyn_cast<BufferType>(value.getType());
    if (type && isBoolType(type.getElementType()))
      value.setType(BufferType::get(type.getContext(), type.getShape(), i8,
                                    type.getAddressSpace()));
  };
  for (BlockArgument argument : block.getArguments())
    convert(argument);
  function.setFunctionType(
      FunctionType::get(function.getContext(), block.getArgumentTypes(), {}));
  for (Operation &op : block)
    if (auto after = dyn_cast<AfterOp>(op)) {
      convert(after);
    } else if (auto buffer = dyn_cast<BufferOp>(op)) {
      convert(buffer);
      buffer.setStoredType(buffer.getResult().getType());
    }
}

/// The tensors are dead by now.
void Rangeify::eraseTensors() {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && !op.hasTrait<OpTrait::IsTerminator>())
      op.erase();
}

LogicalResult Rangeify::run() {
  // The types of values that are read from memory stay bool.
  useByteBools();
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto store = dyn_cast<StoreOp>(op)) {
      if (!store.getIndex() && failed(lowerStore(store)))
        return failure();
    } else if (auto contiguous = dyn_cast<ContiguousOp>(op)) {
      if (!contiguous->use_empty() && failed(lowerContiguous(contiguous)))
        return failure();
    } else if (auto select = dyn_cast<MSelectOp>(op)) {
      Value state = states.lookup(select.getSource());
      if (!state)
        return select.emitOpError("selects of a value that has no storage");
      OpBuilder builder(select);
      states[select] =
          MSelectOp::create(builder, select.getLoc(), state, select.getIndex());
    } else if (isa<ApplyOp, ContiguousBackwardOp, CustomGradientOp>(op)) {
      return op.emitOpError("is there no more after tiny-fold and "
                            "tiny-place-calls, which come first");
    }
  }
  eraseTensors();
  return success();
}

namespace {
struct RangeifyPass final : impl::RangeifyPassBase<RangeifyPass> {
  void runOnOperation() override {
    if (failed(Rangeify(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::tiny

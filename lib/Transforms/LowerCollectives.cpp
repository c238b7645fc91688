//===- LowerCollectives.cpp - Instances combine what all hold -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each instance reads what the others have stored:
//   * naively all of all of them;
//   * of much, by many instances, a part of all of them, and then the combined
//     parts: each number is then read twice, and not once per instance;
//   * of shards among zeros the shards, which are joined as they are;
//   * of what only one instance has, that.
// Sources add up in the order of the instances, so that all get the same bits.
//
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"

#include "tiny/Analysis/IndexImport.h"
#include "tiny/IR/Reduction.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_LOWERCOLLECTIVESPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// One collective.
class Lowering {
public:
  Lowering(AllReduceOp op, VariableOp device, int64_t scatterThreshold)
      : op(op), loc(op.getLoc()), builder(op), device(device),
        count(device.getMax() + 1), scatterThreshold(scatterThreshold) {}

  Value lower();

private:
  bool isUnion();
  IndexExpr evaluate(Value number, int64_t instance);
  std::optional<int64_t> getJoinedAxis(PadOp pad);
  Value select(Value stored, int64_t instance) {
    return MSelectOp::create(builder, loc, stored, instance);
  }
  /// What all instances have stored, along a new axis.
  Value stackAll(Value stored);
  /// Combines one value of each instance.
  Value combine(llvm::function_ref<Value(int64_t instance)> getPart);
  Value lowerChoice(WhereOp choice);
  Value lowerGather(PadOp pad);
  Value lowerScattered();

  AllReduceOp op;
  Location loc;
  OpBuilder builder;
  VariableOp device;
  int64_t count;
  int64_t scatterThreshold;
  IndexContext indices;
  IndexImporter importer{indices};
};

} // namespace

Value Lowering::combine(llvm::function_ref<Value(int64_t instance)> getPart) {
  Value result = getPart(0);
  for (int64_t instance = 1; instance < count; ++instance)
    result =
        createReduceStep(builder, loc, op.getKind(), result, getPart(instance));
  return result;
}

/// Whether zeros leave the other operand as it is.
bool Lowering::isUnion() {
  return op.getKind() == ReduceKind::Add ||
         (op.getKind() == ReduceKind::Max &&
          isBoolType(getElementType(op.getSource())));
}

Value Lowering::stackAll(Value stored) {
  SmallVector<Value> all;
  for (int64_t instance = 0; instance < count; ++instance)
    all.push_back(select(stored, instance));
  return StackOp::create(builder, loc, all, /*vector=*/false);
}

/// An index expression as an instance has it.
IndexExpr Lowering::evaluate(Value number, int64_t instance) {
  return indices.substitute(
      importer.import(number),
      {{importer.import(device), indices.constant(instance)}});
}

/// What a choice by the number of the device takes of one instance only, the
/// others having zero; null if it is something else.
Value Lowering::lowerChoice(WhereOp choice) {
  auto zero = choice.getOnFalse().getDefiningOp<ConstOp>();
  if (!isUnion() || !zero ||
      zero.getValue() != Number::integer(0).convertedTo(zero.getStoredType()) ||
      !choice.getCondition().getType().isInteger(1))
    return {};
  std::optional<int64_t> chosen;
  for (int64_t instance = 0; instance < count; ++instance) {
    IndexExpr here = evaluate(choice.getCondition(), instance);
    if (here.isFalse())
      continue;
    if (!here.isTrue() || chosen)
      return {};
    chosen = instance;
  }
  if (!chosen || choice.getOnTrue().getType() != op.getType())
    return {};
  Value stored = ContiguousOp::create(builder, loc, choice.getOnTrue());
  return select(stored, *chosen);
}

/// The axis on which the blocks of all instances, each among zeros, make up the
/// whole in the order of the instances; none if they do not.
std::optional<int64_t> Lowering::getJoinedAxis(PadOp pad) {
  ArrayRef<int64_t> block = getShape(pad.getSource());
  ValueRange dynamic = pad.getDynamic();
  std::optional<int64_t> joined;
  for (auto [axis, low, size] : llvm::enumerate(pad.getLow(), pad.getSizes())) {
    if (low == 0 && size == block[axis])
      continue;
    if (joined || !ShapedType::isDynamic(low) || dynamic.size() != 1 ||
        size != block[axis] * count)
      return std::nullopt;
    for (int64_t instance = 0; instance < count; ++instance)
      if (!evaluate(dynamic.front(), instance)
               .isConstant(instance * block[axis]))
        return std::nullopt;
    joined = axis;
  }
  return joined;
}

/// Shards among zeros; null if they are not those of one axis.
Value Lowering::lowerGather(PadOp pad) {
  std::optional<int64_t> axis = getJoinedAxis(pad);
  if (!axis || !isUnion())
    return {};
  Value stored = ContiguousOp::create(builder, loc, pad.getSource());
  Value blocks = stackAll(stored);
  SmallVector<int64_t> order;
  for (int64_t i = 0; i < int64_t(pad.getSizes().size()); ++i)
    order.push_back(i + 1);
  order.insert(order.begin() + *axis, 0);
  if (*axis != 0)
    blocks = PermuteOp::create(builder, loc, blocks, order);
  return ReshapeOp::create(builder, loc, blocks, pad.getSizes());
}

/// Each instance combines one part of all sources; all read the results.
Value Lowering::lowerScattered() {
  SmallVector<int64_t> shape(getShape(op.getSource()));
  int64_t size = *getNumElements(shape) / count;
  Value parts = ReshapeOp::create(builder, loc, op.getSource(),
                                  ArrayRef<int64_t>{count, size});
  Value stored = ContiguousOp::create(builder, loc, parts);
  Value own = combine([&](int64_t instance) -> Value {
    return ShrinkOp::create(
        builder, loc, select(stored, instance), ValueRange(device.getResult()),
        ArrayRef<int64_t>{ShapedType::kDynamic, 0}, ArrayRef<int64_t>{1, size});
  });
  Value combined = ContiguousOp::create(builder, loc, own);
  return ReshapeOp::create(builder, loc, stackAll(combined), shape);
}

Value Lowering::lower() {
  Value result;
  if (auto choice = op.getSource().getDefiningOp<WhereOp>())
    result = lowerChoice(choice);
  else if (auto pad = op.getSource().getDefiningOp<PadOp>())
    result = lowerGather(pad);
  if (result)
    return result;
  std::optional<int64_t> size = getNumElements(getShape(op.getSource()));
  if (count > 2 && size && *size >= scatterThreshold && *size % count == 0)
    return lowerScattered();
  Value stored = ContiguousOp::create(builder, loc, op.getSource());
  return combine([&](int64_t instance) { return select(stored, instance); });
}

static VariableOp getDevice(AllReduceOp op) {
  auto device = op.getRanges().size() == 1
                    ? op.getRanges().front().getDefiningOp<VariableOp>()
                    : VariableOp();
  return device && device.getLabel() == VariableOp::deviceLabel ? device
                                                                : VariableOp();
}

namespace {
struct LowerCollectivesPass final
    : impl::LowerCollectivesPassBase<LowerCollectivesPass> {
  using Base::Base;

  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    auto collectives = block.getOps<AllReduceOp>();
    if (collectives.empty())
      return;
    for (AllReduceOp op : llvm::make_early_inc_range(collectives)) {
      VariableOp device = getDevice(op);
      if (!device) {
        op.emitOpError("is not one over all devices");
        return signalPassFailure();
      }
      op.getResult().replaceAllUsesWith(
          Lowering(op, device, scatterThreshold).lower());
      op.erase();
      ++numLowered;
    }
    eraseDeadOps(block);
  }
};
} // namespace

} // namespace mlir::tiny

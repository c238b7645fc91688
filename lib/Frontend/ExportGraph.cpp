//===- ExportGraph.cpp - A slice as a module ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Slice.h"

#include "mlir/IR/Builders.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

namespace {
/// The whole buffers that the program computes on; of some of them an argument
/// has a block only.
class WholeBuffers {
public:
  WholeBuffers(OpBuilder &builder, Block &body, ArrayRef<Slice::Sharding> how) {
    for (auto [argument, sharding] : llvm::zip_equal(body.getArguments(), how))
      buffers.push_back(join(builder, argument, sharding));
  }

  Value operator[](unsigned argument) const { return buffers[argument]; }

private:
  Value join(OpBuilder &builder, Value block, Slice::Sharding sharding) {
    if (sharding.axis < 0)
      return block;
    Location loc = block.getLoc();
    Value &range = ranges[sharding.count];
    if (!range)
      range = RangeOp::create(builder, loc, ValueRange(), sharding.count,
                              AxisType::Device, /*id=*/ranges.size() - 1);
    return UnshardOp::create(builder, loc, block, range,
                             ArrayRef<int64_t>(sharding.axis),
                             ArrayRef<int64_t>(sharding.count));
  }

  SmallVector<Value, 8> buffers;
  /// The range over so many devices.
  DenseMap<int64_t, Value> ranges;
};
} // namespace

OwningOpRef<ModuleOp> Slice::exportModule() const {
  MLIRContext *context = arena.getContext();
  Location loc = UnknownLoc::get(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto function = FunctionOp::create(builder, loc, "main", argumentTypes);
  Block &body = function.getBody().front();
  builder.setInsertionPointToEnd(&body);
  if (numDevices > 1)
    function->setAttr(FunctionOp::devicesAttrName,
                      builder.getI64IntegerAttr(numDevices));
  WholeBuffers buffers(builder, body, shardings);

  SmallVector<Value, 0> values;
  values.reserve(ops.size());
  SmallVector<Value, 4> operands;
  const uint32_t *number = numbers.begin();
  for (Operation *op : ops) {
    operands.clear();
    for (unsigned i = 0, e = op->getNumOperands(); i < e; ++i, ++number)
      operands.push_back(isa<LoadOp>(op) ? buffers[*number] : values[*number]);
    Operation *copy = Operation::create(
        loc, op->getName(), op->getResultTypes(), operands,
        op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
        BlockRange(), /*numRegions=*/0);
    body.push_back(copy);
    values.push_back(copy->getResult(0));
  }
  SmallVector<Value, 4> tokens;
  for (const Output &output : outputs)
    tokens.push_back(StoreOp::create(builder, loc, values[output.number],
                                     buffers[output.argument],
                                     /*index=*/Value(), /*mask=*/Value(),
                                     /*strides=*/ArrayRef<int64_t>()));
  SinkOp::create(builder, loc, tokens);
  // The kernels that it applies, each once.
  SymbolTable symbols(*module);
  for (Operation *op : ops)
    if (auto apply = dyn_cast<ApplyOp>(op);
        apply && !symbols.lookup(apply.getCallee()))
      symbols.insert(arena.getKernels().lookup(apply.getCallee()).clone());
  return module;
}

} // namespace mlir::tiny

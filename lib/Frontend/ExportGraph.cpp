//===- ExportGraph.cpp - A slice as a module ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Slice.h"

#include "mlir/IR/Builders.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

OwningOpRef<ModuleOp> Slice::exportModule() const {
  MLIRContext *context = arena.getContext();
  Location loc = UnknownLoc::get(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto function = FunctionOp::create(builder, loc, "main", argumentTypes);
  Block &body = function.getBody().front();
  builder.setInsertionPointToEnd(&body);

  SmallVector<Value, 0> values;
  values.reserve(ops.size());
  SmallVector<Value, 4> operands;
  const uint32_t *number = numbers.begin();
  for (Operation *op : ops) {
    operands.clear();
    for (unsigned i = 0, e = op->getNumOperands(); i < e; ++i, ++number)
      operands.push_back(isa<LoadOp>(op) ? Value(body.getArgument(*number))
                                         : values[*number]);
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
                                     body.getArgument(output.argument),
                                     /*index=*/Value(), /*mask=*/Value(),
                                     /*strides=*/ArrayRef<int64_t>()));
  SinkOp::create(builder, loc, tokens);
  return module;
}

} // namespace mlir::tiny

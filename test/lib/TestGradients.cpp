//===- TestGradients.cpp - The gradient rules on IR -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Makes a function store the gradients of what it stores: that of load number
// `i` to buffer `i`. The rules are those of the ops; this file only adds up
// what they return, as the frontend does.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "tiny/IR/Tiny.h"

#include "mlir/IR/Builders.h"
#include "mlir/Pass/Pass.h"

namespace mlir::tiny::test {
namespace {

/// Builds ops in front of the terminator.
class BlockBuilder final : public GraphBuilder {
public:
  BlockBuilder(Operation *terminator, Location loc)
      : GraphBuilder(terminator->getContext()), terminator(terminator),
        loc(loc) {}

private:
  Value createOp(OperationName name, ArrayRef<Value> operands,
                 OpaqueProperties properties) override {
    SmallVector<Type, 1> types;
    auto *inference = name.getInterface<InferTypeOpInterface>();
    if (!inference || failed(inference->inferReturnTypes(
                          context, loc, operands, DictionaryAttr(), properties,
                          /*regions=*/{}, types)))
      return {};
    Operation *op =
        Operation::create(loc, name, types, operands, NamedAttrList(),
                          properties, /*successors=*/{}, /*numRegions=*/0);
    OpBuilder(terminator).insert(op);
    return op->getResult(0);
  }

  Operation *terminator;
  Location loc;
};

struct TestGradientsPass final
    : PassWrapper<TestGradientsPass, OperationPass<FunctionOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestGradientsPass)

  TestGradientsPass() = default;
  TestGradientsPass(const TestGradientsPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-tiny-gradients"; }
  StringRef getDescription() const override {
    return "store the gradients of what a function stores";
  }

  Option<unsigned> order{*this, "order", llvm::cl::init(1),
                         llvm::cl::desc("How often to differentiate")};

  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    SmallVector<Value> targets;
    Value root;
    for (Operation &op : block) {
      if (auto load = dyn_cast<LoadOp>(op))
        targets.push_back(load.getResult());
      if (auto store = dyn_cast<StoreOp>(op))
        root = store.getValue();
    }
    if (!root || targets.empty())
      return;
    BlockBuilder builder(block.getTerminator(), getOperation().getLoc());
    SmallVector<Value> gradients;
    for (unsigned i = 0; i < order; ++i) {
      gradients = differentiate(builder, root, targets);
      root = gradients.front();
      if (!root)
        break;
    }
    SinkOp sink = getOperation().getSink();
    OpBuilder ops(sink);
    for (auto [slot, gradient] : llvm::enumerate(gradients)) {
      if (!gradient)
        continue;
      Type type =
          BufferType::get(&getContext(), getShape(gradient),
                          getElementType(gradient), AddressSpace::Global);
      Value buffer = BufferOp::create(ops, sink.getLoc(), slot, type);
      Value token = StoreOp::create(ops, sink.getLoc(), gradient, buffer,
                                    /*index=*/Value(), /*mask=*/Value());
      sink.getTokensMutable().append(token);
    }
  }

private:
  SmallVector<Value> differentiate(GraphBuilder &builder, Value root,
                                   ArrayRef<Value> targets) {
    DenseMap<Value, Value> sums;
    Type type = getElementType(root);
    sums[root] = builder.expand(builder.constant(Number::real(1.0), type),
                                getShape(root));
    Operation *first = &root.getParentBlock()->front();
    for (Operation *op = root.getDefiningOp(); op;
         op = op == first ? nullptr : op->getPrevNode()) {
      auto rule = dyn_cast<GradientOpInterface>(op);
      Value upstream = rule ? sums.lookup(op->getResult(0)) : Value();
      if (!upstream)
        continue;
      SmallVector<Value> parts;
      rule.buildGradient(builder, upstream, parts);
      for (auto [operand, part] : llvm::zip(getDataOperands(op), parts)) {
        if (!part)
          continue;
        part = builder.sumTo(part, getDims(operand));
        Value &sum = sums[operand];
        sum = sum ? builder.add(sum, part) : part;
      }
    }
    SmallVector<Value> result;
    for (Value target : targets)
      result.push_back(sums.lookup(target));
    return result;
  }
};

} // namespace

void registerTestGradientsPass() { PassRegistration<TestGradientsPass>(); }

} // namespace mlir::tiny::test

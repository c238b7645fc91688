//===- DecomposeMath.cpp - Functions as arithmetic ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk. What stands for an op is built in front of it and visited next, so
// that a power may be made of logarithms, and those of arithmetic.
//
//===----------------------------------------------------------------------===//

#include "DecomposeMath.h"
#include "tiny/Target/TargetDescription.h"
#include "tiny/Transforms/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_DECOMPOSEMATHPASS
#include "tiny/Transforms/Passes.h.inc"

/// The ops of the dialect that the pass takes apart, without `tiny.`.
static constexpr StringRef known[] = {"exp2", "log2", "pow",
                                      "sin",  "sqrt", "threefry"};

Type getMathType(Type element) {
  return isa<Float64Type>(element)
             ? element
             : Type(Float32Type::get(element.getContext()));
}

Value buildPolynomial(MathBuilder &builder, Value x,
                      ArrayRef<double> coefficients) {
  Type type = getElementType(x);
  Value sum = builder.real(type, coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = builder.add(builder.mul(sum, x), builder.real(type, coefficient));
  return sum;
}

namespace {
struct DecomposeMathPass final
    : impl::DecomposeMathPassBase<DecomposeMathPass> {
  using DecomposeMathPassBase::DecomposeMathPassBase;

  void runOnOperation() override {
    for (const std::string &name : ops)
      if (!llvm::is_contained(known, name)) {
        getOperation().emitOpError("tiny-decompose-math does not know op '")
            << name << "'";
        return signalPassFailure();
      }
    std::optional<TargetDescription> description =
        TargetDescription::find(target);
    if (!description) {
      getOperation().emitOpError("there is no target '") << target << "'";
      return signalPassFailure();
    }
    Block &block = getOperation().getBody().front();
    MathBuilder builder(block);
    IntervalAnalysis intervals;
    for (Operation *op = &block.front(); op;) {
      if (!isFunction(op)) {
        op = op->getNextNode();
        continue;
      }
      Operation *before = op->getPrevNode();
      builder.setInsertionPoint(op);
      Value result = isChosen(op, *description)
                         ? decompose(builder, op, intervals)
                         : Value();
      if (!result) {
        op = op->getNextNode();
        continue;
      }
      op->getResult(0).replaceAllUsesWith(
          builder.broadcast(result, op->getResult(0).getType()));
      intervals.forget(op->getResult(0));
      Operation *next = before ? before->getNextNode() : &block.front();
      // Nothing new: an operand stands for the op.
      if (next == op)
        next = op->getNextNode();
      op->erase();
      ++numDecomposed;
      op = next;
    }
  }

private:
  static bool isFunction(Operation *op) {
    return isa<PowOp, Exp2Op, Log2Op, SinOp, SqrtOp, ThreefryOp>(op);
  }

  bool isChosen(Operation *op, const TargetDescription &description) {
    if (!ops.empty())
      return llvm::is_contained(ops, op->getName().stripDialect());
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case([&](Exp2Op) { return !description.hasExp2; })
        .Case([&](Log2Op) { return !description.hasLog2; })
        .Case([&](SinOp) { return !description.hasSin; })
        .Case([&](SqrtOp) { return !description.hasSqrt; })
        .Default(true);
  }

  static Value decompose(MathBuilder &builder, Operation *op,
                         IntervalAnalysis &intervals) {
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case([&](PowOp pow) { return decomposePow(builder, pow, intervals); })
        .Case([&](Exp2Op exp2) { return decomposeExp2(builder, exp2); })
        .Case([&](Log2Op log2) { return decomposeLog2(builder, log2); })
        .Case([&](SinOp sin) { return decomposeSin(builder, sin); })
        .Case([&](SqrtOp sqrt) { return decomposeSqrt(builder, sqrt); })
        .Case([&](ThreefryOp threefry) {
          return decomposeThreefry(builder, threefry);
        })
        .Default([](Operation *) { return Value(); });
  }
};
} // namespace

} // namespace mlir::tiny

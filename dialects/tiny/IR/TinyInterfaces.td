//===- TinyInterfaces.td - Op interfaces -----------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_INTERFACES_TD
#define TINY_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Tiny_MovementOpInterface : OpInterface<"MovementOpInterface"> {
  let cppNamespace = "::mlir::tiny";
  let description = [{
    An op that renames coordinates: every element of the result is an element
    of operand 0, or is the pad value zero.
  }];
  let methods = [InterfaceMethod<
    [{Maps the index of an element of the result to the index of the element of
      operand 0 that it is. Where the element lies in no operand, the returned
      condition is false and the index is meaningless.}],
    "::mlir::tiny::IndexExpr", "mapIndex",
    (ins "::mlir::tiny::IndexContext &":$context,
         "::llvm::ArrayRef<::mlir::tiny::IndexExpr>":$index,
         "::llvm::SmallVectorImpl<::mlir::tiny::IndexExpr> &":$sourceIndex)>];
}

def Tiny_RangedOpInterface : OpInterface<"RangedOpInterface"> {
  let cppNamespace = "::mlir::tiny";
  let description = [{
    An op that closes ranges. Its data operands lie inside the ranges, its
    results outside.
  }];
  let methods = [
    InterfaceMethod<"The ranges that the op closes, outermost first.",
                    "::mlir::OperandRange", "getEndedRanges">,
    InterfaceMethod<"The operands that are computed inside the ranges.",
                    "::mlir::OperandRange", "getBodyOperands">];
}

def Tiny_GradientOpInterface : OpInterface<"GradientOpInterface"> {
  let cppNamespace = "::mlir::tiny";
  let description = [{
    The rule by which the gradient of the result becomes gradients of the
    operands.
  }];
  let methods = [InterfaceMethod<
    [{Appends one gradient per data operand (not for sizes and offsets) to
      `result`, in order; a null value says that the operand gets none. A
      gradient has the shape that the operand has after broadcasting; the engine
      sums it over broadcast axes.}],
    "void", "buildGradient",
    (ins "::mlir::tiny::GraphBuilder &":$builder, "::mlir::Value":$upstream,
         "::llvm::SmallVectorImpl<::mlir::Value> &":$result)>];
}

def Tiny_IntervalOpInterface : OpInterface<"IntervalOpInterface"> {
  let cppNamespace = "::mlir::tiny";
  let description = [{
    The bounds of an integer result in terms of the bounds of the operands, in
    128-bit arithmetic that saturates.
  }];
  let methods = [InterfaceMethod<
    "The interval of the result when operand `i` lies in `operands[i]`.",
    "::mlir::tiny::Interval", "inferInterval",
    (ins "::llvm::ArrayRef<::mlir::tiny::Interval>":$operands)>];
}

#endif // TINY_INTERFACES_TD

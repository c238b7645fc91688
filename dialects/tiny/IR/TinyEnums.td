//===- TinyEnums.td - Enumerations of the tiny dialect ---*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_ENUMS_TD
#define TINY_ENUMS_TD

include "mlir/IR/EnumAttr.td"

def Tiny_AddressSpace : I32Enum<"AddressSpace", "where a buffer lives", [
    I32EnumCase<"Global", 0, "global">,
    I32EnumCase<"Local", 1, "local">,
    I32EnumCase<"Reg", 2, "reg">]> {
  let cppNamespace = "::mlir::tiny";
}

/// The order of the cases is the order of the axes of a kernel, outermost
/// first.
def Tiny_AxisType : I32Enum<"AxisType", "what a range stands for", [
    I32EnumCase<"Device", 0, "device">,
    I32EnumCase<"Weak", 1, "weak">,
    I32EnumCase<"Loop", 2, "loop">,
    I32EnumCase<"Thread", 3, "thread">,
    I32EnumCase<"Global", 4, "global">,
    I32EnumCase<"Warp", 5, "warp">,
    I32EnumCase<"Local", 6, "local">,
    I32EnumCase<"GroupReduce", 7, "group_reduce">,
    I32EnumCase<"Reduce", 8, "reduce">,
    I32EnumCase<"Upcast", 9, "upcast">,
    I32EnumCase<"Unroll", 10, "unroll">]> {
  let cppNamespace = "::mlir::tiny";
}

def Tiny_ReduceKind : I32Enum<"ReduceKind", "how a reduction combines", [
    I32EnumCase<"Add", 0, "add">,
    I32EnumCase<"Mul", 1, "mul">,
    I32EnumCase<"Max", 2, "max">]> {
  let cppNamespace = "::mlir::tiny";
}

def Tiny_AxisTypeProp : EnumProp<Tiny_AxisType>;
def Tiny_ReduceKindProp : EnumProp<Tiny_ReduceKind>;

#endif // TINY_ENUMS_TD

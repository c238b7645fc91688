//===- TinyDialect.td - The tiny dialect -----------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_DIALECT_TD
#define TINY_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/Properties.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Tiny_Dialect : Dialect {
  let name = "tiny";
  let cppNamespace = "::mlir::tiny";
  let summary = "one small op set from a tensor expression to a kernel";
  let description = [{
    The `tiny` dialect describes a computation at every level of the compiler:

    * stage T, a tensor graph: values are `tensor`s, loads and stores move
      whole buffers, movement ops rename coordinates;
    * stage K, a schedule: a list of `tiny.call`s of kernels on buffers;
    * stage P, a kernel: scalars and vectors, ranges, indexed loads and stores.

    Every op is pure. A value of buffer type is a *state* of storage: `load`
    reads the state it is given, `store` yields a token, and `after` makes the
    next state out of a state and tokens. A function is a graph whose roots are
    the operands of its `sink`.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let dependentDialects = [];
}

/// Base of all ops: pure unless a family says otherwise.
class Tiny_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tiny_Dialect, mnemonic, traits>;

#endif // TINY_DIALECT_TD

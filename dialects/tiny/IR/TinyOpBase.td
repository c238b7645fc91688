//===- TinyOpBase.td - What the op families share --------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_OP_BASE_TD
#define TINY_OP_BASE_TD

include "tiny/IR/TinyDialect.td"
include "tiny/IR/TinyEnums.td"
include "tiny/IR/TinyInterfaces.td"
include "tiny/IR/TinyProperties.td"
include "tiny/IR/TinyTypes.td"

/// The op computes its result type from operands and properties.
def Tiny_Inferred : DeclareOpInterfaceMethods<InferTypeOpInterface>;

/// The op has a gradient rule.
def Tiny_Gradient : DeclareOpInterfaceMethods<Tiny_GradientOpInterface>;

/// The op has integer bounds.
def Tiny_Bounded : DeclareOpInterfaceMethods<Tiny_IntervalOpInterface>;

#endif // TINY_OP_BASE_TD

//===- Tiny.h - The tiny dialect --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The one header to include for the dialect, its types and its ops.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_TINY_H
#define TINY_IR_TINY_H

#include "tiny/Analysis/IndexExpr.h"
#include "tiny/IR/Dims.h"
#include "tiny/IR/GraphBuilder.h"
#include "tiny/IR/Interval.h"
#include "tiny/IR/Number.h"
#include "tiny/IR/PropertyIO.h"
#include "tiny/IR/TypeUtils.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tiny/IR/TinyDialect.h.inc"
#include "tiny/IR/TinyEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tiny/IR/TinyTypes.h.inc"

#include "tiny/IR/TinyInterfaces.h.inc"

namespace mlir::tiny::detail {

/// The element types that an elementwise op takes.
enum class Domain { Any, Number, Float, Int, Bits, Word64 };
/// The element type of its result: that of the operands, or bool.
enum class Outcome { Same, Bool };

/// Infers the type of an elementwise op, or reports (E1, E2, E3) at `loc`.
LogicalResult inferElementwise(std::optional<Location> loc, StringRef name,
                               ValueRange operands, Domain domain,
                               Outcome outcome, SmallVectorImpl<Type> &types);

} // namespace mlir::tiny::detail

#define GET_OP_CLASSES
#include "tiny/IR/TinyOps.h.inc"

namespace mlir::tiny {

/// The buffer or argument that a state, or a view of one, belongs to.
Value getStorageOf(Value state);

} // namespace mlir::tiny

#endif // TINY_IR_TINY_H

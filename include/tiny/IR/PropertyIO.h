//===- PropertyIO.h - Text and bytecode of integer lists --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_PROPERTYIO_H
#define TINY_IR_PROPERTYIO_H

#include "mlir/IR/OpImplementation.h"

namespace mlir {
class DialectBytecodeReader;
class DialectBytecodeWriter;
} // namespace mlir

namespace mlir::tiny {

/// `[1, -2, 3]`.
ParseResult parseInts(AsmParser &parser, SmallVectorImpl<int64_t> &result);
OptionalParseResult parseOptionalInts(AsmParser &parser,
                                      SmallVectorImpl<int64_t> &result);
/// An entry that is `ShapedType::kDynamic` is printed as `?`.
void printInts(raw_ostream &os, ArrayRef<int64_t> values);
void writeInts(DialectBytecodeWriter &writer, ArrayRef<int64_t> values);
LogicalResult readInts(DialectBytecodeReader &reader,
                       SmallVectorImpl<int64_t> &result);

//===----------------------------------------------------------------------===//
// Directives of assembly formats: lists of numbers and values
//===----------------------------------------------------------------------===//

using UnresolvedOperands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;

/// `[4, %n]`. The values are appended to `dynamic`; their places in the list
/// hold `ShapedType::kDynamic`.
ParseResult parseSizes(OpAsmParser &parser, UnresolvedOperands &dynamic,
                       SmallVectorImpl<int64_t> &sizes);
void printSizes(OpAsmPrinter &printer, Operation *, OperandRange dynamic,
                ArrayRef<int64_t> sizes);
/// `low [1, %o] sizes [4, %n]`.
ParseResult parseLowAndSizes(OpAsmParser &parser, UnresolvedOperands &dynamic,
                             SmallVectorImpl<int64_t> &low,
                             SmallVectorImpl<int64_t> &sizes);
void printLowAndSizes(OpAsmPrinter &printer, Operation *, OperandRange dynamic,
                      ArrayRef<int64_t> low, ArrayRef<int64_t> sizes);
/// `offsets [1, %o] sizes [4, %n]`.
ParseResult parseOffsetsAndSizes(OpAsmParser &parser,
                                 UnresolvedOperands &dynamic,
                                 SmallVectorImpl<int64_t> &offsets,
                                 SmallVectorImpl<int64_t> &sizes);
void printOffsetsAndSizes(OpAsmPrinter &printer, Operation *,
                          OperandRange dynamic, ArrayRef<int64_t> offsets,
                          ArrayRef<int64_t> sizes);

} // namespace mlir::tiny

#endif // TINY_IR_PROPERTYIO_H

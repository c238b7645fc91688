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
void printInts(raw_ostream &os, ArrayRef<int64_t> values);
void writeInts(DialectBytecodeWriter &writer, ArrayRef<int64_t> values);
LogicalResult readInts(DialectBytecodeReader &reader,
                       SmallVectorImpl<int64_t> &result);

} // namespace mlir::tiny

#endif // TINY_IR_PROPERTYIO_H

//===- PropertyIO.cpp - Text and bytecode of integer lists ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/PropertyIO.h"

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace mlir::tiny {

ParseResult parseInts(AsmParser &parser, SmallVectorImpl<int64_t> &result) {
  result.clear();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(result.emplace_back());
  });
}

OptionalParseResult parseOptionalInts(AsmParser &parser,
                                      SmallVectorImpl<int64_t> &result) {
  if (failed(parser.parseOptionalLSquare()))
    return std::nullopt;
  result.clear();
  if (succeeded(parser.parseOptionalRSquare()))
    return success();
  if (failed(parser.parseCommaSeparatedList(
          [&] { return parser.parseInteger(result.emplace_back()); })))
    return failure();
  return parser.parseRSquare();
}

void printInts(raw_ostream &os, ArrayRef<int64_t> values) {
  os << '[';
  llvm::interleaveComma(values, os);
  os << ']';
}

void writeInts(DialectBytecodeWriter &writer, ArrayRef<int64_t> values) {
  writer.writeList(values,
                   [&](int64_t value) { writer.writeSignedVarInt(value); });
}

LogicalResult readInts(DialectBytecodeReader &reader,
                       SmallVectorImpl<int64_t> &result) {
  // Grows as it reads: a wrong count must not allocate.
  uint64_t count;
  if (failed(reader.readVarInt(count)))
    return failure();
  result.clear();
  for (uint64_t i = 0; i < count; ++i)
    if (failed(reader.readSignedVarInt(result.emplace_back())))
      return failure();
  return success();
}

} // namespace mlir::tiny

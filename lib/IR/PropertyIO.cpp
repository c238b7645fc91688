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
  llvm::interleaveComma(values, os, [&](int64_t value) {
    if (ShapedType::isDynamic(value))
      os << '?';
    else
      os << value;
  });
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

//===----------------------------------------------------------------------===//
// Lists of numbers and values
//===----------------------------------------------------------------------===//

ParseResult parseSizes(OpAsmParser &parser, UnresolvedOperands &dynamic,
                       SmallVectorImpl<int64_t> &sizes) {
  sizes.clear();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        OpAsmParser::UnresolvedOperand operand;
        OptionalParseResult parsed = parser.parseOptionalOperand(operand);
        if (!parsed.has_value())
          return parser.parseInteger(sizes.emplace_back());
        dynamic.push_back(operand);
        sizes.push_back(ShapedType::kDynamic);
        return *parsed;
      });
}

/// Prints a list and drops its values from `dynamic`.
static void printList(OpAsmPrinter &printer, OperandRange &dynamic,
                      ArrayRef<int64_t> sizes) {
  printer << '[';
  llvm::interleaveComma(sizes, printer, [&](int64_t size) {
    if (!ShapedType::isDynamic(size)) {
      printer << size;
    } else if (dynamic.empty()) {
      printer << '?'; // malformed
    } else {
      printer << dynamic.front();
      dynamic = dynamic.drop_front();
    }
  });
  printer << ']';
}

void printSizes(OpAsmPrinter &printer, Operation *, OperandRange dynamic,
                ArrayRef<int64_t> sizes) {
  printList(printer, dynamic, sizes);
}

static ParseResult parseTwo(OpAsmParser &parser, StringRef first,
                            UnresolvedOperands &dynamic,
                            SmallVectorImpl<int64_t> &starts,
                            SmallVectorImpl<int64_t> &sizes) {
  return failure(
      parser.parseKeyword(first) || parseSizes(parser, dynamic, starts) ||
      parser.parseKeyword("sizes") || parseSizes(parser, dynamic, sizes));
}

static void printTwo(OpAsmPrinter &printer, StringRef first,
                     OperandRange dynamic, ArrayRef<int64_t> starts,
                     ArrayRef<int64_t> sizes) {
  printer << first << ' ';
  printList(printer, dynamic, starts);
  printer << " sizes ";
  printList(printer, dynamic, sizes);
}

ParseResult parseLowAndSizes(OpAsmParser &parser, UnresolvedOperands &dynamic,
                             SmallVectorImpl<int64_t> &low,
                             SmallVectorImpl<int64_t> &sizes) {
  return parseTwo(parser, "low", dynamic, low, sizes);
}

void printLowAndSizes(OpAsmPrinter &printer, Operation *, OperandRange dynamic,
                      ArrayRef<int64_t> low, ArrayRef<int64_t> sizes) {
  printTwo(printer, "low", dynamic, low, sizes);
}

ParseResult parseOffsetsAndSizes(OpAsmParser &parser,
                                 UnresolvedOperands &dynamic,
                                 SmallVectorImpl<int64_t> &offsets,
                                 SmallVectorImpl<int64_t> &sizes) {
  return parseTwo(parser, "offsets", dynamic, offsets, sizes);
}

void printOffsetsAndSizes(OpAsmPrinter &printer, Operation *,
                          OperandRange dynamic, ArrayRef<int64_t> offsets,
                          ArrayRef<int64_t> sizes) {
  printTwo(printer, "offsets", dynamic, offsets, sizes);
}

} // namespace mlir::tiny

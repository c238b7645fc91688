//===- TinyDialect.cpp - The dialect, its types and enumerations ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "tiny/IR/TinyDialect.cpp.inc"
#include "tiny/IR/TinyEnums.cpp.inc"
#include "tiny/IR/TinyInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tiny/IR/TinyTypes.cpp.inc"

namespace mlir::tiny {

void TinyDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tiny/IR/TinyTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tiny/IR/TinyOps.cpp.inc"
      >();
}

/// Constants that folders return are integer or float attributes.
Operation *TinyDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  Number number;
  if (!isElementType(type) || failed(Number::fromAttribute(value, number)))
    return nullptr;
  return ConstOp::create(builder, loc, number.convertedTo(type), type);
}

//===----------------------------------------------------------------------===//
// BufferType
//===----------------------------------------------------------------------===//

int64_t BufferType::getNumElements() const {
  return *tiny::getNumElements(getShape());
}

/// `<` shape `x` element type `,` address space `>`.
Type BufferType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  StringRef spaceName;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType) || parser.parseComma() ||
      parser.parseKeyword(&spaceName))
    return {};
  std::optional<AddressSpace> space = symbolizeAddressSpace(spaceName);
  if (!space) {
    parser.emitError(loc, "unknown address space '")
        << spaceName << "': use global, local or reg";
    return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<BufferType>(loc, parser.getContext(), shape,
                                       elementType, *space);
}

void BufferType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t size : getShape())
    printer << size << 'x';
  printer << getElementType() << ", "
          << stringifyAddressSpace(getAddressSpace()) << '>';
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type elementType,
                                 AddressSpace) {
  if (!isElementType(elementType) || isWeakType(elementType))
    return emitError() << "a buffer holds numbers with a width, not "
                       << elementType; // C1
  if (llvm::any_of(shape, [](int64_t size) { return size < 0; }))
    return emitError() << "a buffer has no negative sizes"; // C2
  if (!tiny::getNumElements(shape))
    return emitError() << "a buffer has at most 2^63-1 elements"; // C2
  return success();
}

} // namespace mlir::tiny

#define GET_OP_CLASSES
#include "tiny/IR/TinyOps.cpp.inc"

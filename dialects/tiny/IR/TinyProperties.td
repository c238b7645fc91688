//===- TinyProperties.td - Native properties -------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Slots, ids, shapes and constants are native properties: an attribute that is
// created per op would stay in the context for ever.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_PROPERTIES_TD
#define TINY_PROPERTIES_TD

include "mlir/IR/Properties.td"

/// A type stored in an op.
def Tiny_TypeProp : Property<"::mlir::Type", "type"> {
  let convertToAttribute = [{
    // Printing an op that was built without the type must not crash.
    return ::mlir::TypeAttr::get(
        $_storage ? $_storage : ::mlir::NoneType::get($_ctxt));
  }];
  let convertFromAttribute = [{
    auto attr = ::llvm::dyn_cast_or_null<::mlir::TypeAttr>($_attr);
    if (!attr)
      return $_diag() << "expected a type, got " << $_attr;
    $_storage = attr.getValue();
    return ::mlir::success();
  }];
  let hashProperty = "::mlir::hash_value($_storage)";
  let parser = [{
    if (::mlir::failed($_parser.parseType($_storage)))
      return ::mlir::failure();
  }];
  let printer = "$_printer.printType($_storage)";
  let writeToMlirBytecode = "$_writer.writeType($_storage)";
  let readFromMlirBytecode = [{
    if (::mlir::failed($_reader.readType($_storage)))
      return ::mlir::failure();
  }];
}

/// A number without a width: a 128-bit integer or a double.
def Tiny_NumberProp : Property<"::mlir::tiny::Number", "number"> {
  let convertToAttribute = "return $_storage.toAttribute($_ctxt);";
  let convertFromAttribute = [{
    if (::mlir::failed(::mlir::tiny::Number::fromAttribute($_attr, $_storage)))
      return $_diag() << "expected a number of up to 128 bits, got " << $_attr;
    return ::mlir::success();
  }];
  let hashProperty = "$_storage.hash()";
  let parser = [{
    if (::mlir::failed(::mlir::tiny::Number::parse($_parser, $_storage)))
      return ::mlir::failure();
  }];
  let printer = "$_storage.print($_printer.getStream())";
  let writeToMlirBytecode = "$_storage.write($_writer)";
  let readFromMlirBytecode = [{
    if (::mlir::failed($_storage.read($_reader)))
      return ::mlir::failure();
  }];
}

/// A list of integers: shapes, axes, offsets, strides.
def Tiny_IntsProp : Property<"::llvm::SmallVector<int64_t, 4>",
                             "list of integers",
                             "::llvm::ArrayRef<int64_t>"> {
  let convertFromStorage = "::llvm::ArrayRef<int64_t>{$_storage}";
  let assignToStorage = "$_storage.assign($_value.begin(), $_value.end())";
  let convertToAttribute = [{
    return ::mlir::DenseI64ArrayAttr::get($_ctxt, $_storage);
  }];
  let convertFromAttribute = [{
    auto attr = ::llvm::dyn_cast_or_null<::mlir::DenseI64ArrayAttr>($_attr);
    if (!attr)
      return $_diag() << "expected array<i64: ...>, got " << $_attr;
    $_storage.assign(attr.asArrayRef().begin(), attr.asArrayRef().end());
    return ::mlir::success();
  }];
  let hashProperty = [{
    ::llvm::hash_combine_range($_storage.begin(), $_storage.end())
  }];
  let parser = [{
    if (::mlir::failed(::mlir::tiny::parseInts($_parser, $_storage)))
      return ::mlir::failure();
  }];
  let optionalParser = [{
    return ::mlir::tiny::parseOptionalInts($_parser, $_storage);
  }];
  let printer = "::mlir::tiny::printInts($_printer.getStream(), $_storage)";
  let writeToMlirBytecode = "::mlir::tiny::writeInts($_writer, $_storage)";
  let readFromMlirBytecode = [{
    if (::mlir::failed(::mlir::tiny::readInts($_reader, $_storage)))
      return ::mlir::failure();
  }];
}

def Tiny_OptionalIntsProp
    : DefaultValuedProp<Tiny_IntsProp, "::llvm::ArrayRef<int64_t>{}",
                        "::llvm::SmallVector<int64_t, 4>{}">;

#endif // TINY_PROPERTIES_TD

//===- TinyTypes.td - Types of the tiny dialect ----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TYPES_TD
#define TINY_TYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "tiny/IR/TinyDialect.td"
include "tiny/IR/TinyEnums.td"

class Tiny_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Tiny_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Tiny_BufferType : Tiny_Type<"Buffer", "buffer"> {
  let summary = "a state of some storage";
  let description = [{
    Shape, element type and address space of storage in row-major order. A
    value of this type is a *state*: what a `load` of it reads is fixed, and a
    `store` gives rise to another state through `after`. An empty shape is a
    single element.

    Constraints:
    * C1: the element type is a number with a width (or `i1`), not weak.
    * C2: the sizes are known and not negative, and there are less than 2^63
      elements.

    Example:

    ```mlir
    tiny.kernel @scratch(%a: !tiny.buffer<4x8xf32, global>) {
      %tile = tiny.buffer 0 : !tiny.buffer<64x64xf16, local>
      tiny.sink
    }
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::mlir::tiny::AddressSpace":$addressSpace);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The number of elements.
    int64_t getNumElements() const;
  }];
}

def Tiny_TokenType : Tiny_Type<"Token", "token"> {
  let summary = "something has happened";
  let description = [{
    What `store`, `end`, `call` and the like yield: it orders, and carries no
    data.
  }];
}

def Tiny_WeakFloatType : Tiny_Type<"WeakFloat", "weakfloat"> {
  let summary = "a Python float whose width is not chosen yet";
  let description = [{
    A float that takes the width of what it meets. `tiny-commit-weak` removes
    the type. Its integer counterpart is the builtin `index`.
  }];
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// An element: a number, a bool or a weak number.
def Tiny_Element : Type<CPred<"::mlir::tiny::isElementType($_self)">,
                        "an element type">;

/// A scalar, tensor or vector of elements. A tensor or vector has rank >= 1 and
/// less than 2^63 elements.
def Tiny_Value : Type<CPred<"::mlir::tiny::isValueType($_self)">,
                      "a scalar, tensor or vector of elements">;

def Tiny_Buffer : Type<CPred<"::llvm::isa<::mlir::tiny::BufferType>($_self)">,
                       "a buffer", "::mlir::tiny::BufferType">;

def Tiny_Token
    : Type<CPred<"::llvm::isa<::mlir::tiny::TokenType>($_self)">, "a token",
           "::mlir::tiny::TokenType">,
      BuildableType<"$_builder.getType<::mlir::tiny::TokenType>()">;

/// What `after` and `range` may wait for.
def Tiny_Dependency : AnyTypeOf<[Tiny_Token, Index], "a token or a range">;

#endif // TINY_TYPES_TD

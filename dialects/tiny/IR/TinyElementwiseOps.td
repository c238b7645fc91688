//===- TinyElementwiseOps.td - Arithmetic ----------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One op for all element types and shapes. Shapes broadcast as in NumPy: axes
// are aligned from the right and an axis of size one stretches. Operands have
// one element type, apart from weak ones (`index`, `!tiny.weakfloat`), which
// take the type of the others.
//
// Constraints of the family:
// * E1: the shapes broadcast, to less than 2^63 elements; tensors and vectors do
//   not mix.
// * E2: the element types are equal or weak; a weak float meets floats only.
// * E3: the element type is in the domain of the op.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_ELEMENTWISE_OPS_TD
#define TINY_ELEMENTWISE_OPS_TD

include "tiny/IR/TinyOpBase.td"

/// `domain` names a case of `detail::Domain`; `outcome` one of
/// `detail::Outcome`.
class Tiny_ElementwiseOp<string mnemonic, string domain, string outcome,
                         list<Trait> traits>
    : Tiny_Op<mnemonic, traits # [Pure, Tiny_Inferred]> {
  let results = (outs Tiny_Value:$result);
  let hasFolder = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> loc,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr,
        ::mlir::OpaqueProperties, ::mlir::RegionRange,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::tiny::detail::inferElementwise(
          loc, getOperationName(), operands,
          ::mlir::tiny::detail::Domain::}] # domain # [{,
          ::mlir::tiny::detail::Outcome::}] # outcome # [{, types);
    }
  }];
}

class Tiny_UnaryOp<string mnemonic, string domain, list<Trait> traits = []>
    : Tiny_ElementwiseOp<mnemonic, domain, "Same", traits> {
  let arguments = (ins Tiny_Value:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

class Tiny_BinaryOp<string mnemonic, string domain, list<Trait> traits = []>
    : Tiny_ElementwiseOp<mnemonic, domain, "Same", traits> {
  let arguments = (ins Tiny_Value:$lhs, Tiny_Value:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)
  }];
}

class Tiny_CompareOp<string mnemonic>
    : Tiny_ElementwiseOp<mnemonic, "Any", "Bool", [Tiny_Bounded,
                                                   Tiny_Gradient]> {
  let arguments = (ins Tiny_Value:$lhs, Tiny_Value:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)
  }];
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

def Tiny_Exp2Op : Tiny_UnaryOp<"exp2", "Float", [Tiny_Gradient]> {
  let summary = "2 to the power of x";
  let description = [{
    `2^x`; `exp2(-inf)` is 0, NaN stays NaN. The element type is a float type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %r = tiny.exp2 %a : f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_Log2Op : Tiny_UnaryOp<"log2", "Float", [Tiny_Gradient]> {
  let summary = "the logarithm to base 2";
  let description = [{
    `log2(x)`; `log2(0)` is -inf, a negative operand gives NaN. The element type is a float type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %r = tiny.log2 %a : f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_SinOp : Tiny_UnaryOp<"sin", "Float", [Tiny_Gradient]> {
  let summary = "the sine";
  let description = [{
    `sin(x)` of x in radians; an infinite operand gives NaN. The element type is a float type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %r = tiny.sin %a : f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_SqrtOp : Tiny_UnaryOp<"sqrt", "Float", [Tiny_Gradient]> {
  let summary = "the square root";
  let description = [{
    The square root, correctly rounded; a negative operand gives NaN. The element type is a float type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %r = tiny.sqrt %a : f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_ReciprocalOp : Tiny_UnaryOp<"reciprocal", "Float", [Tiny_Gradient]> {
  let summary = "one divided by x";
  let description = [{
    `1 / x`; a zero gives an infinity of its sign. The element type is a float type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %r = tiny.reciprocal %a : f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_NegOp : Tiny_UnaryOp<"neg", "Number", [Tiny_Gradient, Tiny_Bounded]> {
  let summary = "the negative";
  let description = [{
    `-x`. Integers wrap. The element type is an integer or float type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %r = tiny.neg %a : f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_TruncOp : Tiny_UnaryOp<"trunc", "Number", [Tiny_Gradient, Tiny_Bounded]> {
  let summary = "round toward zero";
  let description = [{
    The integral part; integers, infinities and NaN are unchanged. The element type is an integer or float type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %r = tiny.trunc %a : f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_CastOp
    : Tiny_Op<"cast", [Pure, Tiny_Inferred, Tiny_Gradient, Tiny_Bounded]> {
  let summary = "convert to another element type";
  let description = [{
    Float to integer truncates toward zero, integer to float rounds to nearest
    even, to bool is `x != 0`, a narrower integer wraps, a narrower float rounds
    to nearest even. A float that the integer type does not hold gives some value.

    Constraints:
    * C1: `to` is an element type.
    * C2: a vector is not cast to weak float.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 3 : i32
      %r = tiny.cast %a to f32 : i32
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$operand, Tiny_TypeProp:$to);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = "$operand `to` $to attr-dict `:` type($operand)";
  let hasFolder = 1;
}

def Tiny_BitcastOp
    : Tiny_Op<"bitcast", [Pure, Tiny_Inferred, Tiny_Gradient, Tiny_Bounded]> {
  let summary = "read the bits as another element type";
  let description = [{
    The number of type `to` that is stored with the same bits. No gradient
    passes through it.

    Constraints:
    * C1: `to` is an element type.
    * C2: both types have a width, equal widths, and are not bool.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %r = tiny.bitcast %a to ui32 : f32
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$operand, Tiny_TypeProp:$to);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = "$operand `to` $to attr-dict `:` type($operand)";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

def Tiny_AddOp : Tiny_BinaryOp<"add", "Any", [Commutative, Tiny_Gradient, Tiny_Bounded]> {
  let summary = "the sum";
  let description = [{
    `lhs + rhs`. Integers wrap; on bools it is `or`. The element type is any element type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %t = tiny.expand %a [4] : f32
      %r = tiny.add %t, %a : tensor<4xf32>, f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_SubOp : Tiny_BinaryOp<"sub", "Number", [Tiny_Gradient, Tiny_Bounded]> {
  let summary = "the difference";
  let description = [{
    `lhs - rhs`. Integers wrap. The element type is an integer or float type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %t = tiny.expand %a [4] : f32
      %r = tiny.sub %t, %a : tensor<4xf32>, f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_MulOp : Tiny_BinaryOp<"mul", "Any", [Commutative, Tiny_Gradient, Tiny_Bounded]> {
  let summary = "the product";
  let description = [{
    `lhs * rhs`. Integers wrap; on bools it is `and`. The element type is any element type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %t = tiny.expand %a [4] : f32
      %r = tiny.mul %t, %a : tensor<4xf32>, f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_FDivOp : Tiny_BinaryOp<"fdiv", "Float", [Tiny_Gradient]> {
  let summary = "the quotient of floats";
  let description = [{
    `lhs / rhs`, correctly rounded. The element type is a float type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %t = tiny.expand %a [4] : f32
      %r = tiny.fdiv %t, %a : tensor<4xf32>, f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_MaxOp : Tiny_BinaryOp<"max", "Any", [Commutative, Tiny_Gradient, Tiny_Bounded]> {
  let summary = "the larger";
  let description = [{
    `lhs < rhs ? rhs : lhs`, and NaN if either is NaN. The element type is any
    element type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %t = tiny.expand %a [4] : f32
      %r = tiny.max %t, %a : tensor<4xf32>, f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_PowOp : Tiny_BinaryOp<"pow", "Number", [Tiny_Gradient]> {
  let summary = "the power";
  let description = [{
    `lhs ^ rhs`. On floats it is C's `pow`: `x^0` and `1^x` are 1, even for NaN;
    a negative base has a result for whole exponents, whose parity gives the
    sign, and is NaN for others; `0^x` of a negative `x` is infinite. Integers
    are multiplied out and wrap; a negative exponent gives the reciprocal, rounded
    toward zero, and 0 for the base 0. The element type is an integer or float type (E3).

    `tiny-decompose-math` replaces it.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %t = tiny.expand %a [4] : f32
      %r = tiny.pow %t, %a : tensor<4xf32>, f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_CDivOp : Tiny_BinaryOp<"cdiv", "Int", [Tiny_Bounded]> {
  let summary = "the quotient of integers, rounded toward zero";
  let description = [{
    `lhs / rhs` as in C. Division by zero gives some value. The element type is an integer type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : i32
      %t = tiny.expand %a [4] : i32
      %r = tiny.cdiv %t, %a : tensor<4xi32>, i32
      tiny.sink
    }
    ```
  }];
}

def Tiny_CModOp : Tiny_BinaryOp<"cmod", "Int", [Tiny_Bounded]> {
  let summary = "the remainder of `cdiv`";
  let description = [{
    `lhs - rhs * cdiv(lhs, rhs)`: the sign is that of `lhs`. The element type is an integer type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : i32
      %t = tiny.expand %a [4] : i32
      %r = tiny.cmod %t, %a : tensor<4xi32>, i32
      tiny.sink
    }
    ```
  }];
}

def Tiny_FloorDivOp : Tiny_BinaryOp<"floordiv", "Int", [Tiny_Bounded]> {
  let summary = "the quotient of integers, rounded down";
  let description = [{
    `floor(lhs / rhs)` as in Python. Division by zero gives some value. The element type is an integer type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : i32
      %t = tiny.expand %a [4] : i32
      %r = tiny.floordiv %t, %a : tensor<4xi32>, i32
      tiny.sink
    }
    ```
  }];
}

def Tiny_FloorModOp : Tiny_BinaryOp<"floormod", "Int", [Tiny_Bounded]> {
  let summary = "the remainder of `floordiv`";
  let description = [{
    `lhs - rhs * floordiv(lhs, rhs)`: the sign is that of `rhs`. The element type is an integer type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : i32
      %t = tiny.expand %a [4] : i32
      %r = tiny.floormod %t, %a : tensor<4xi32>, i32
      tiny.sink
    }
    ```
  }];
}

def Tiny_ShlOp : Tiny_BinaryOp<"shl", "Int", [Tiny_Bounded]> {
  let summary = "shift left";
  let description = [{
    `lhs * 2^rhs`, wrapping. A count outside the width gives some value. The element type is an integer type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : i32
      %t = tiny.expand %a [4] : i32
      %r = tiny.shl %t, %a : tensor<4xi32>, i32
      tiny.sink
    }
    ```
  }];
}

def Tiny_ShrOp : Tiny_BinaryOp<"shr", "Int", [Tiny_Bounded]> {
  let summary = "shift right";
  let description = [{
    `floor(lhs / 2^rhs)`: arithmetic for signed, logical for unsigned integers. The element type is an integer type (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : i32
      %t = tiny.expand %a [4] : i32
      %r = tiny.shr %t, %a : tensor<4xi32>, i32
      tiny.sink
    }
    ```
  }];
}

def Tiny_AndOp : Tiny_BinaryOp<"and", "Bits", [Commutative, Tiny_Bounded]> {
  let summary = "bitwise and";
  let description = [{
    Bitwise and; on bools the logical one. The element type is an integer type or `i1` (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : i32
      %t = tiny.expand %a [4] : i32
      %r = tiny.and %t, %a : tensor<4xi32>, i32
      tiny.sink
    }
    ```
  }];
}

def Tiny_OrOp : Tiny_BinaryOp<"or", "Bits", [Commutative, Tiny_Bounded]> {
  let summary = "bitwise or";
  let description = [{
    Bitwise or; on bools the logical one. The element type is an integer type or `i1` (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : i32
      %t = tiny.expand %a [4] : i32
      %r = tiny.or %t, %a : tensor<4xi32>, i32
      tiny.sink
    }
    ```
  }];
}

def Tiny_XorOp : Tiny_BinaryOp<"xor", "Bits", [Commutative, Tiny_Bounded]> {
  let summary = "bitwise exclusive or";
  let description = [{
    Bitwise exclusive or; on bools `lhs != rhs`. The element type is an integer type or `i1` (E3).

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : i32
      %t = tiny.expand %a [4] : i32
      %r = tiny.xor %t, %a : tensor<4xi32>, i32
      tiny.sink
    }
    ```
  }];
}

def Tiny_ThreefryOp : Tiny_BinaryOp<"threefry", "Word64", [Tiny_Gradient]> {
  let summary = "random bits of a counter and a key";
  let description = [{
    Threefry-2x32 with 20 rounds: the two halves of `lhs`, the lower first, are
    enciphered with the two halves of `rhs`. The element type is `ui64` (E3).

    `tiny-decompose-math` replaces it.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : ui64
      %t = tiny.expand %a [4] : ui64
      %r = tiny.threefry %t, %a : tensor<4xui64>, ui64
      tiny.sink
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

def Tiny_CmpLtOp : Tiny_CompareOp<"cmplt"> {
  let summary = "less than";
  let description = [{
    `lhs < rhs`; false if either is NaN. The result is a bool of the broadcast shape.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %t = tiny.expand %a [4] : f32
      %r = tiny.cmplt %t, %a : tensor<4xf32>, f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_CmpNeOp : Tiny_CompareOp<"cmpne"> {
  let summary = "not equal";
  let description = [{
    `lhs != rhs`; true if either is NaN. The result is a bool of the broadcast shape.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %t = tiny.expand %a [4] : f32
      %r = tiny.cmpne %t, %a : tensor<4xf32>, f32
      tiny.sink
    }
    ```
  }];
}

def Tiny_CmpEqOp : Tiny_CompareOp<"cmpeq"> {
  let summary = "equal";
  let description = [{
    `lhs == rhs`; false if either is NaN. The result is a bool of the broadcast shape.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %t = tiny.expand %a [4] : f32
      %r = tiny.cmpeq %t, %a : tensor<4xf32>, f32
      tiny.sink
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

def Tiny_WhereOp
    : Tiny_Op<"where", [Pure, Tiny_Inferred, Tiny_Gradient, Tiny_Bounded]> {
  let summary = "choose by a condition";
  let description = [{
    `condition ? on_true : on_false`, element by element.

    Constraints:
    * C1: the condition is a bool.
    * E1, E2 hold for the two branches.

    Example:

    ```mlir
    tiny.function @f() {
      %c = tiny.const 1 : i1
      %a = tiny.const 1.0 : f32
      %b = tiny.const 2.0 : f32
      %r = tiny.where %c, %a, %b : i1, f32, f32
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$condition, Tiny_Value:$on_true,
                       Tiny_Value:$on_false);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = [{
    $condition `,` $on_true `,` $on_false attr-dict `:` type($condition) `,`
    type($on_true) `,` type($on_false)
  }];
  let hasFolder = 1;
}

#endif // TINY_ELEMENTWISE_OPS_TD

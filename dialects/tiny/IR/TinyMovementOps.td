//===- TinyMovementOps.td - Ops that rename coordinates --*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Movement ops do no arithmetic and touch no memory. `tiny-rangeify` turns each
// into index arithmetic through its index map. Some take a buffer as well, in
// kernels that a program writes: the result is a view of the same storage.
//
// A list of sizes or offsets has numbers and, for what is known only at launch,
// values of type `index`. In the property such an entry is
// `ShapedType::kDynamic`; the operands `dynamic` have the values of all lists
// in order. A symbolic size is `?` in the type.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_MOVEMENT_OPS_TD
#define TINY_MOVEMENT_OPS_TD

include "tiny/IR/TinyOpBase.td"

/// A builder from numbers alone.
class Tiny_StaticBuilder<dag parameters, code body>
    : OpBuilder<!con((ins "::mlir::Value":$source), parameters), body>;

class Tiny_MovementOp<string mnemonic, list<Trait> traits = []>
    : Tiny_Op<mnemonic,
              traits # [Pure, Tiny_Inferred, Tiny_Gradient,
                        DeclareOpInterfaceMethods<Tiny_MovementOpInterface>]> {
  let results = (outs Tiny_Value:$result);
  let hasFolder = 1;
}

/// A value, or a buffer, of which the op makes a view.
def Tiny_Movable : AnyTypeOf<[Tiny_Value, Tiny_Buffer]>;

class Tiny_ViewOp<string mnemonic> : Tiny_MovementOp<mnemonic> {
  let results = (outs Tiny_Movable:$result);
}

def Tiny_ReshapeOp : Tiny_ViewOp<"reshape"> {
  let summary = "the same elements in row-major order under another shape";
  let description = [{
    The n-th element of the result in row-major order is the n-th element of
    the source. The empty shape makes a scalar.

    Constraints:
    * C1: no size is negative, and none of a vector or buffer is symbolic.
    * C2: source and result have equally many elements, as far as that is known.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<32xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<32xf32, global>
      %r = tiny.reshape %a [4, 8] : tensor<32xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Movable:$source, Variadic<Index>:$dynamic,
                       Tiny_IntsProp:$shape);
  let builders = [Tiny_StaticBuilder<
      (ins "::llvm::ArrayRef<int64_t>":$shape),
      [{ build($_builder, $_state, source, ::mlir::ValueRange(), shape); }]>];
  let assemblyFormat = [{
    $source custom<Sizes>($dynamic, $shape) attr-dict `:` type($source)
  }];
}

def Tiny_PermuteOp : Tiny_ViewOp<"permute"> {
  let summary = "reorder the axes";
  let description = [{
    Axis `i` of the result is axis `order[i]` of the source.

    Constraints:
    * C1: `order` is a permutation of the axes of the source.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<4x8xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<4x8xf32, global>
      %t = tiny.permute %a [1, 0] : tensor<4x8xf32> // tensor<8x4xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Movable:$source, Tiny_IntsProp:$order);
  let assemblyFormat = "$source $order attr-dict `:` type($source)";
}

def Tiny_ExpandOp : Tiny_MovementOp<"expand"> {
  let summary = "repeat along axes of size one and along new leading axes";
  let description = [{
    Broadcasts the source to `shape`: axes are aligned from the right, an axis
    of size one is repeated, missing leading axes are added. A scalar becomes a
    tensor, or with the flag `vector` a vector.

    Constraints:
    * C1: no size is negative, none of a vector is symbolic, and there are less
      than 2^63 elements.
    * C2: `shape` has at least the rank of the source.
    * C3: each axis of the source has size one or the size of its result axis,
      as far as that is known.
    * C4: `vector` takes a scalar or a vector, and no weak float; a vector has
      no axis of size zero.

    Example:

    ```mlir
    tiny.function @f() {
      %c = tiny.const 1.0 : f32
      %e = tiny.expand %c [4, 8] : f32 // tensor<4x8xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$source, Variadic<Index>:$dynamic,
                       Tiny_IntsProp:$shape, UnitProp:$vector);
  let builders = [Tiny_StaticBuilder<
      (ins "::llvm::ArrayRef<int64_t>":$shape, CArg<"bool", "false">:$vector),
      [{
        build($_builder, $_state, source, ::mlir::ValueRange(), shape, vector);
      }]>];
  let assemblyFormat = [{
    (`vector` $vector^)? $source custom<Sizes>($dynamic, $shape) attr-dict `:`
    type($source)
  }];
}

def Tiny_PadOp : Tiny_MovementOp<"pad"> {
  let summary = "add zeros before and after each axis";
  let description = [{
    Axis `i` of the result has `sizes[i]` elements: `low[i]` zeros, the source,
    and zeros up to the end.

    Constraints:
    * C1: `low` and `sizes` have one entry per axis of the source.
    * C2: no entry is negative, none of a vector is symbolic, and there are less
      than 2^63 elements.
    * C3: the source lies inside of each axis, as far as that is known.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<4xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<4xf32, global>
      %p = tiny.pad %a low [1] sizes [7] : tensor<4xf32> // tensor<7xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$source, Variadic<Index>:$dynamic,
                       Tiny_IntsProp:$low, Tiny_IntsProp:$sizes);
  let builders = [Tiny_StaticBuilder<
      (ins "::llvm::ArrayRef<int64_t>":$low,
           "::llvm::ArrayRef<int64_t>":$sizes),
      [{
        build($_builder, $_state, source, ::mlir::ValueRange(), low, sizes);
      }]>];
  let assemblyFormat = [{
    $source custom<LowAndSizes>($dynamic, $low, $sizes) attr-dict `:`
    type($source)
  }];
}

def Tiny_ShrinkOp : Tiny_ViewOp<"shrink"> {
  let summary = "a contiguous part of each axis";
  let description = [{
    Axis `i` of the result is the `sizes[i]` elements from `offsets[i]` on.

    Constraints:
    * C1: `offsets` and `sizes` have one entry per axis of the source.
    * C2: each part lies inside its axis, as far as that is known; no part of a
      vector is empty or symbolic, and no size of a buffer is symbolic.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<8x8xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<8x8xf32, global>
      %s = tiny.shrink %a offsets [2, 0] sizes [3, 8] : tensor<8x8xf32>
      %n = tiny.variable "n" [1, 8]
      %t = tiny.shrink %a offsets [0, 0] sizes [8, %n]
             : tensor<8x8xf32> // tensor<8x?xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Movable:$source, Variadic<Index>:$dynamic,
                       Tiny_IntsProp:$offsets, Tiny_IntsProp:$sizes);
  let builders = [Tiny_StaticBuilder<
      (ins "::llvm::ArrayRef<int64_t>":$offsets,
           "::llvm::ArrayRef<int64_t>":$sizes),
      [{
        build($_builder, $_state, source, ::mlir::ValueRange(), offsets, sizes);
      }]>];
  let assemblyFormat = [{
    $source custom<OffsetsAndSizes>($dynamic, $offsets, $sizes) attr-dict `:`
    type($source)
  }];
}

def Tiny_FlipOp : Tiny_MovementOp<"flip"> {
  let summary = "reverse axes";
  let description = [{
    The coordinate `x` of each axis in `axes` becomes `size - 1 - x`.

    Constraints:
    * C1: `axes` are different axes of the source.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<4xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<4xf32, global>
      %r = tiny.flip %a [0] : tensor<4xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$source, Tiny_IntsProp:$axes);
  let assemblyFormat = "$source $axes attr-dict `:` type($source)";
}

def Tiny_StackOp
    : Tiny_Op<"stack", [Pure, Tiny_Inferred, Tiny_Gradient, Tiny_Bounded]> {
  let summary = "put values side by side along a new leading axis";
  let description = [{
    Element `i` along axis 0 of the result is operand `i`. In stage T the result
    is a tensor; in a kernel scalars make a vector, and the flag `vector` says
    so.

    Constraints:
    * C1: there is at least one operand.
    * C2: all operands have one type.
    * C3: `vector` takes scalars only, and no weak floats.
    * C4: the result has less than 2^63 elements.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %b = tiny.const 2.0 : f32
      %s = tiny.stack %a, %b : f32, f32 // tensor<2xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Variadic<Tiny_Value>:$operands_, UnitProp:$vector);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = [{
    (`vector` $vector^)? $operands_ attr-dict `:` type($operands_)
  }];
}

#endif // TINY_MOVEMENT_OPS_TD

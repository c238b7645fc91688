//===- TinySourceOps.td - Constants and storage ----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_SOURCE_OPS_TD
#define TINY_SOURCE_OPS_TD

include "tiny/IR/TinyOpBase.td"

class Tiny_SourceOp<string mnemonic, list<Trait> traits = []>
    : Tiny_Op<mnemonic, traits # [Pure, Tiny_Inferred]>;

def Tiny_ConstOp : Tiny_SourceOp<"const", [ConstantLike, Tiny_Bounded]> {
  let summary = "a constant";
  let description = [{
    A number of an element type. `index` holds a weak integer, `!tiny.weakfloat`
    a weak float; both take the width of what they meet. NaN equals itself and
    -0.0 differs from 0.0, so that equal constants are one op.

    Constraints:
    * C1: `type` is an element type.
    * C2: a float type has a float value, any other type an integer value.
    * C3: an integer value lies in the range of its type.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1 : index
      %b = tiny.const 2.5 : f32
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_NumberProp:$value, Tiny_TypeProp:$stored_type);
  let results = (outs Tiny_Element:$result);
  let assemblyFormat = "$value attr-dict `:` $stored_type";
  let hasVerifier = 1; // C1, C2, C3
  let hasFolder = 1;
}

def Tiny_BufferOp : Tiny_SourceOp<"buffer"> {
  let summary = "storage";
  let description = [{
    The first state of the storage number `slot`. In a graph the slot names a
    buffer of the runtime, or argument `-1 - slot` of a call if it is negative; in
    a schedule it is a temporary, in a kernel scratch of its address space. Two
    ops with one slot and one type are the same storage.

    Constraints:
    * C1: `type` is a buffer type.

    Example:

    ```mlir
    tiny.function @f() {
      %b = tiny.buffer 3 : !tiny.buffer<4x8xf32, global>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins I64Prop:$slot, Tiny_TypeProp:$stored_type);
  let results = (outs Tiny_Buffer:$result);
  let assemblyFormat = "$slot attr-dict `:` $stored_type";
  let hasVerifier = 1; // C1
}

def Tiny_VariableOp : Tiny_SourceOp<"variable", [Tiny_Bounded]> {
  let summary = "a number that is given at launch";
  let description = [{
    An integer from `min` to `max`, both included, that `multiple` divides. What
    is compiled holds for all its values; a launch names one. Variables of one
    label are one number.

    Constraints:
    * C1: the label is not empty.
    * C2: `min` is not greater than `max`.
    * C3: `multiple` is positive.

    Example:

    ```mlir
    tiny.function @f() {
      %n = tiny.variable "n" [1, 16]
      %m = tiny.variable "m" [0, 64] multiple 8
      tiny.sink
    }
    ```
  }];
  let arguments = (ins StringProp:$label, I64Prop:$min, I64Prop:$max,
                       DefaultValuedProp<I64Prop, "1">:$multiple);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $label ` ` `[` $min `,` $max `]` (`multiple` $multiple^)? attr-dict
  }];
  let extraClassDeclaration = [{
    /// The label of the number of the device, which the runtime binds.
    static constexpr ::llvm::StringLiteral deviceLabel = "_device_num";
  }];
  let hasVerifier = 1; // C1 to C3
}

def Tiny_BindOp : Tiny_Op<"bind", [Pure, Tiny_Inferred, Tiny_Bounded]> {
  let summary = "a variable with the number it stands for in the next launch";
  let description = [{
    The variable. A program says with it which number to launch with; what is
    compiled is free of it, so that one kernel serves all numbers. The bounds
    remain those of the variable.

    Constraints:
    * C1: `variable` is the result of a `variable`.
    * C2: the number lies within its bounds, and is a multiple of its
      `multiple`.

    Example:

    ```mlir
    tiny.function @f() {
      %n = tiny.variable "n" [1, 16]
      %b = tiny.bind %n to 3
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Index:$variable, I64Prop:$value);
  let results = (outs Index:$result);
  let assemblyFormat = "$variable `to` $value attr-dict";
  let hasVerifier = 1; // C1, C2
  let hasFolder = 1;
}

def Tiny_IotaOp : Tiny_SourceOp<"iota", [Tiny_Bounded]> {
  let summary = "0, 1, 2, ... along one axis";
  let description = [{
    The value at an index is its coordinate on axis `axis`. Stage T makes a
    tensor, a kernel after `tiny-expand` a vector: the numbers of its lanes. The
    operands are the symbolic sizes of `type`, in order.

    Constraints:
    * C1: `type` is a tensor or vector of `index`.
    * C2: `axis` is an axis of `type`.
    * C3: there is one operand for each symbolic size.

    Example:

    ```mlir
    tiny.function @f() {
      %i = tiny.iota 1 : tensor<2x3xindex> // [[0, 1, 2], [0, 1, 2]]
      %n = tiny.variable "n" [1, 16]
      %j = tiny.iota 0 [%n] : tensor<?xindex>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$dynamic, I64Prop:$axis,
                       Tiny_TypeProp:$stored_type);
  let results = (outs Tiny_Value:$result);
  let builders = [OpBuilder<(ins "int64_t":$axis, "::mlir::Type":$type), [{
    build($_builder, $_state, ::mlir::ValueRange(), axis, type);
  }]>];
  let assemblyFormat = [{
    $axis (` ` `[` $dynamic^ `]`)? attr-dict `:` $stored_type
  }];
  let hasVerifier = 1; // C1 to C3
}

#endif // TINY_SOURCE_OPS_TD

//===- TinyKernelOps.td - Kernels that a program writes --*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A program writes a kernel on views of buffers, whole or element by element.
// `tiny-resolve-views` makes accesses with an index of it. In a graph its call
// is a function from values to values; `tiny-place-calls` finds the storage.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_KERNEL_OPS_TD
#define TINY_KERNEL_OPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "tiny/IR/TinyOpBase.td"

//===----------------------------------------------------------------------===//
// In kernels
//===----------------------------------------------------------------------===//

def Tiny_IndexOp
    : Tiny_Op<"index", [Pure, Tiny_Inferred,
                        DeclareOpInterfaceMethods<Tiny_MovementOpInterface>]> {
  let summary = "the part of a buffer or value at a place";
  let description = [{
    The leading axes of the source at the given coordinates: what is left has the
    other axes. Of a buffer it is a view, which a `load` or `store` without an
    index accesses as a whole. A coordinate that is not `valid` makes a load
    give zero and a store do nothing.

    Constraints:
    * C1: there is a coordinate, and not more than axes of the source.

    Example:

    ```mlir
    tiny.kernel @k(%a: !tiny.buffer<4x8xf32, global>,
                   %o: !tiny.buffer<4xf32, global>) {
      %i = tiny.range 4 weak id 0
      %z = tiny.const 0 : index
      %p = tiny.index %a[%i, %z] : !tiny.buffer<4x8xf32, global>
      %v = tiny.load %p : !tiny.buffer<f32, global>
      %q = tiny.index %o[%i] : !tiny.buffer<4xf32, global>
      %s = tiny.store %v, %q : f32, !tiny.buffer<f32, global>
      %e = tiny.end %s over %i
      tiny.sink %e
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[Tiny_Value, Tiny_Buffer]>:$source,
                       Variadic<Index>:$coordinates);
  let results = (outs AnyTypeOf<[Tiny_Value, Tiny_Buffer]>:$result);
  let assemblyFormat = [{
    $source `[` $coordinates `]` attr-dict `:` type($source)
  }];
}

def Tiny_ValidOp : Tiny_Op<"valid", [Pure, Tiny_Inferred]> {
  let summary = "a value that exists where a condition holds";
  let description = [{
    The value where the condition is true; elsewhere it is invalid, and so is
    what is computed from it, apart from a choice that does not choose it. An
    invalid value is not stored. At an invalid place nothing is stored, and what
    is loaded is zero.

    Constraints:
    * C1: the condition is a bool, whose shape broadcasts with that of the value.

    Example:

    ```mlir
    tiny.kernel @k(%a: !tiny.buffer<10xf32, global>) {
      %i = tiny.range 16 weak id 0
      %n = tiny.const 10 : index
      %c = tiny.cmplt %i, %n : index, index
      %j = tiny.valid %i, %c : index, i1
      %p = tiny.index %a[%j] : !tiny.buffer<10xf32, global>
      %z = tiny.const 0.0 : f32
      %s = tiny.store %z, %p : f32, !tiny.buffer<f32, global>
      %e = tiny.end %s over %i
      tiny.sink %e
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$value, Tiny_Value:$condition);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = [{
    $value `,` $condition attr-dict `:` type($value) `,` type($condition)
  }];
}

def Tiny_BarrierOp : Tiny_Op<"barrier", [Pure]> {
  let summary = "wait for all items of the workgroup";
  let description = [{
    Happens when the operands have happened in all items of the workgroup.
    Where there are no workgroups it is a `group`.

    Example:

    ```mlir
    tiny.kernel @k() {
      %t = tiny.group none
      %b = tiny.barrier %t
      tiny.sink %b
    }
    ```
  }];
  let arguments = (ins Variadic<Tiny_Token>:$tokens);
  let results = (outs Tiny_Token:$result);
  let assemblyFormat = "$tokens attr-dict";
}

def Tiny_RootsOp : Tiny_Op<"roots", [Pure]> {
  let summary = "what a kernel in a graph computes, and its name";
  let description = [{
    The tokens that the `sink` of the kernel will have. The frontend makes a
    `kernel` of what they depend on. `opts` is what `tiny.opts` of that kernel
    says (see `tiny-optimize`): `none` compiles it as it is written, and the
    empty text leaves the choice to the compiler.

    Example:

    ```mlir
    tiny.function @f() {
      %t = tiny.group none
      %r = tiny.roots %t name "nothing" opts "none"
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Variadic<Tiny_Token>:$tokens, StringProp:$label,
                       DefaultValuedProp<StringProp, "\"\"">:$opts);
  let results = (outs Tiny_Token:$result);
  let assemblyFormat = "$tokens `name` $label (`opts` $opts^)? attr-dict";
}

//===----------------------------------------------------------------------===//
// In graphs
//===----------------------------------------------------------------------===//

def Tiny_UndefinedOp : Tiny_Op<"undefined", [Pure, Tiny_Inferred]> {
  let summary = "a value of which nothing is known";
  let description = [{
    Some elements of that type. A kernel that is given it finds storage whose
    content it has to write before it reads it.

    Constraints:
    * C1: `type` is a scalar or a tensor of a known shape, with a width.

    Example:

    ```mlir
    tiny.function @f() {
      %u = tiny.undefined : tensor<4xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_TypeProp:$stored_type);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = "attr-dict `:` $stored_type";
}

def Tiny_ApplyOp
    : Tiny_Op<"apply", [Pure, AttrSizedOperandSegments,
                        DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "run a kernel on storage that holds values";
  let description = [{
    Each value lies in a buffer, which is an argument of the kernel; what the
    kernel leaves there is `applied`. The values themselves do not change.
    `numbers` are the variables that the kernel depends on.

    Constraints:
    * C1: `callee` is a kernel of the module, if it has any.
    * C2: the values have the shapes and element types of its arguments. A
      symbolic size has the greatest one there.

    Example:

    ```mlir
    tiny.kernel @k(%a: !tiny.buffer<4xf32, global>) {
      tiny.sink
    }
    tiny.function @f(%a: !tiny.buffer<4xf32, global>) {
      %x = tiny.load %a : !tiny.buffer<4xf32, global>
      %t = tiny.apply @k(%x) : tensor<4xf32>
      %y = tiny.applied %x by %t : tensor<4xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Tiny_Value>:$values,
                       Variadic<Index>:$numbers);
  let results = (outs Tiny_Token:$token);
  let assemblyFormat = [{
    $callee `(` $values `)` (`with` $numbers^)? attr-dict
    (`:` type($values)^)?
  }];
}

def Tiny_AppliedOp : Tiny_Op<"applied", [Pure, Tiny_Inferred]> {
  let summary = "what a kernel left in the place of a value";
  let description = [{
    The content of the buffer that held argument `index` of the `apply`, once
    that has run.

    Constraints:
    * C1: `call` is the result of an `apply`, and `value` its argument number
      `index`.

    Example: see `tiny.apply`.
  }];
  let arguments = (ins Tiny_Value:$value, Tiny_Token:$call,
                       DefaultValuedProp<I64Prop, "0">:$index);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = [{
    $value `by` $call (`at` $index^)? attr-dict `:` type($value)
  }];
  let hasVerifier = 1; // C1
}

#endif // TINY_KERNEL_OPS_TD

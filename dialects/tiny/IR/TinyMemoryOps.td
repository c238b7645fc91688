//===- TinyMemoryOps.td - Memory and order ---------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A buffer value is a state. Loads of a state run before the stores on it, and
// the stores on one state write disjoint or equal places.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_MEMORY_OPS_TD
#define TINY_MEMORY_OPS_TD

include "tiny/IR/TinyOpBase.td"

def Tiny_LoadOp
    : Tiny_Op<"load", [Pure, Tiny_Inferred, AttrSizedOperandSegments]> {
  let summary = "read a state of a buffer";
  let description = [{
    Without an index it reads the whole buffer: a tensor of its shape, or a
    scalar for the empty shape. With an index it reads the element at that
    row-major offset. `lanes` makes the result a vector of that shape whose lane
    `(l_0, l_1, ...)` lies `sum(l_i * strides[i])` elements after the index. An
    index that is a vector gives the offset of each lane. Where the mask is
    false nothing is read and the element is zero.

    Constraints:
    * C1: only a load with an index has lanes or a mask.
    * C2: `lanes` and `strides` have one rank; every lane count is positive.
    * C3: a vector index has no lanes.
    * C4: the mask is a bool; its shape broadcasts to the shape of the result.
    * C5: the index is an integer.

    Example:

    ```mlir
    tiny.kernel @k(%a: !tiny.buffer<64xf32, global>) {
      %i = tiny.range 8 weak id 0
      %c = tiny.const 8 : index
      %o = tiny.mul %i, %c : index, index
      %v = tiny.load %a[%o] lanes [8] strides [1]
             : !tiny.buffer<64xf32, global>, index // vector<8xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Buffer:$buffer, Optional<Tiny_Value>:$index,
                       Optional<Tiny_Value>:$mask,
                       Tiny_OptionalIntsProp:$lanes,
                       Tiny_OptionalIntsProp:$strides);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = [{
    $buffer (`[` $index^ `]`)? (`lanes` $lanes^ `strides` $strides)?
    (`mask` $mask^)? attr-dict `:` type($buffer) (`,` type($index)^)?
    (`mask` type($mask)^)?
  }];
}

def Tiny_StoreOp : Tiny_Op<"store", [Pure, AttrSizedOperandSegments]> {
  let summary = "write to a buffer";
  let description = [{
    Writes the value to the state and yields a token; `after` makes the next
    state of it. Without an index the value fills the whole buffer. With an
    index, `strides` and a vector value the lanes lie as in `load`. Where the
    mask is false nothing is written.

    Constraints:
    * C1: without an index the value has the shape of the buffer, and there are
      no mask and no strides. Where a size of the value is symbolic the buffer
      has the greatest one, and keeps what it has beyond.
    * C2: the element types of value and buffer are equal.
    * C3: a vector value with a scalar index has one stride per dimension; a
      vector index has the shape of the value, and no strides.
    * C4: the mask is a bool; its shape broadcasts to that of the value.
    * C5: the index is an integer.

    Example:

    ```mlir
    tiny.function @f(%a: !tiny.buffer<4xf32, global>,
                     %o: !tiny.buffer<4xf32, global>) {
      %v = tiny.load %a : !tiny.buffer<4xf32, global>
      %t = tiny.store %v, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
      tiny.sink %t
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$value, Tiny_Buffer:$buffer,
                       Optional<Tiny_Value>:$index, Optional<Tiny_Value>:$mask,
                       Tiny_OptionalIntsProp:$strides);
  let results = (outs Tiny_Token:$token);
  let assemblyFormat = [{
    $value `,` $buffer (`[` $index^ `]`)? (`strides` $strides^)?
    (`mask` $mask^)? attr-dict `:` type($value) `,` type($buffer)
    (`,` type($index)^)? (`mask` type($mask)^)?
  }];
  let hasVerifier = 1; // C1 to C5
}

def Tiny_AfterOp : Tiny_Op<"after", [Pure, Tiny_Inferred]> {
  let summary = "the state of a buffer once something has happened";
  let description = [{
    The same storage as `buffer`, in the state after all `dependencies`. A range
    as dependency pins the state to the inside of that loop.

    Example:

    ```mlir
    tiny.function @f(%a: !tiny.buffer<4xf32, global>,
                     %o: !tiny.buffer<4xf32, global>) {
      %v = tiny.load %a : !tiny.buffer<4xf32, global>
      %t = tiny.store %v, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
      %o1 = tiny.after %o, %t : !tiny.buffer<4xf32, global>, !tiny.token
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Buffer:$buffer,
                       Variadic<Tiny_Dependency>:$dependencies);
  let results = (outs Tiny_Buffer:$result);
  let assemblyFormat = [{
    $buffer `,` $dependencies attr-dict `:` type($buffer) `,`
    type($dependencies)
  }];
}

def Tiny_GroupOp : Tiny_Op<"group", [Pure]> {
  let summary = "several tokens as one";
  let description = [{
    Happens when all its operands have, in no particular order. `none` stands
    for no operands: it has happened.

    Example:

    ```mlir
    tiny.function @f() {
      %t = tiny.group none
      tiny.sink %t
    }
    ```
  }];
  let arguments = (ins Variadic<Tiny_Token>:$tokens);
  let results = (outs Tiny_Token:$result);
  let assemblyFormat = "($tokens^):(`none`)? attr-dict";
  let hasFolder = 1;
}

def Tiny_SinkOp
    : Tiny_Op<"sink", [Terminator, ParentOneOf<["FunctionOp", "KernelOp"]>]> {
  let summary = "the roots of a function";
  let description = [{
    Ends a function or kernel. What no operand of it depends on is dead.

    Example:

    ```mlir
    tiny.function @f() {
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Variadic<Tiny_Token>:$tokens);
  let assemblyFormat = "($tokens^)? attr-dict";
  let builders = [OpBuilder<(ins), [{ (void)$_builder; }]>];
}

def Tiny_ContiguousOp : Tiny_Op<"contiguous", [Pure, Tiny_Inferred,
                                               Tiny_Gradient]> {
  let summary = "a value that gets storage of its own";
  let description = [{
    The operand, computed once into a buffer. Programs ask for it, and
    `tiny-fuse` inserts it at each value that several kernels share. With `opts`
    the kernel that computes it is optimized by exactly these: the attribute
    `tiny.opts` of the kernel has the same text (see `tiny-optimize`).

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<4x8xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<4x8xf32, global>
      %t = tiny.permute %a [1, 0] : tensor<4x8xf32>
      %c = tiny.contiguous %t : tensor<8x4xf32>
      %d = tiny.contiguous %t opts "upcast:0:4" : tensor<8x4xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$operand,
                       DefaultValuedProp<StringProp, "\"\"">:$opts);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = "$operand (`opts` $opts^)? attr-dict `:` type($operand)";
  let extraClassDeclaration = [{
    /// The name of the attribute that passes the opts on to the kernel.
    static constexpr ::llvm::StringLiteral optsAttrName = "tiny.opts";
  }];
}

def Tiny_DetachOp : Tiny_Op<"detach", [Pure, Tiny_Inferred, Tiny_Gradient]> {
  let summary = "a value that no gradient flows through";
  let description = [{
    The operand; its gradient is dropped. `tiny-rangeify` looks through it.

    Example:

    ```mlir
    tiny.function @f() {
      %a = tiny.const 1.0 : f32
      %d = tiny.detach %a : f32
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$operand);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
  let hasFolder = 1;
}

#endif // TINY_MEMORY_OPS_TD

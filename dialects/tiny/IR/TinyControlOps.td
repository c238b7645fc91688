//===- TinyControlOps.td - Ranges, functions, kernels ----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_CONTROL_OPS_TD
#define TINY_CONTROL_OPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "tiny/IR/TinyOpBase.td"

def Tiny_RangeOp
    : Tiny_Op<"range", [Pure, AttrSizedOperandSegments, Tiny_Bounded]> {
  let summary = "a number that runs from 0 to an extent";
  let description = [{
    All values `0 <= r < extent`. What depends on it is inside its loop until an
    `end` or `reduce` closes it. `axis` says what becomes of the loop: a loop, a
    thread, lanes of a vector. The id tells ranges of one kernel apart, and
    orders them. A range starts after its dependencies.

    With a `limit` it runs over `0 <= r < limit` instead: the number of values is
    known at launch only and may be zero. The extent is the most it can be.

    Constraints:
    * C1: the extent is positive.
    * C2: a range with a limit is `weak`, `loop`, `global` or `reduce`.

    Example:

    ```mlir
    tiny.kernel @k(%a: !tiny.buffer<16xf32, global>) {
      %n = tiny.variable "n" [0, 16]
      %r = tiny.range 16 limit %n weak id 0
      %z = tiny.const 0.0 : f32
      %s = tiny.store %z, %a[%r] : f32, !tiny.buffer<16xf32, global>, index
      %e = tiny.end %s over %r
      tiny.sink %e
    }
    ```
  }];
  let arguments = (ins Optional<Index>:$limit,
                       Variadic<Tiny_Dependency>:$dependencies,
                       I64Prop:$extent, Tiny_AxisTypeProp:$axis, I64Prop:$id);
  let results = (outs Index:$result);
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$dependencies,
                                 "int64_t":$extent,
                                 "::mlir::tiny::AxisType":$axis,
                                 "int64_t":$id), [{
    build($_builder, $_state, ::mlir::Value(), dependencies, extent, axis, id);
  }]>];
  let assemblyFormat = [{
    $extent (`limit` $limit^)? $axis `id` $id
    (`after` $dependencies^ `:` type($dependencies))? attr-dict
  }];
  let hasVerifier = 1; // C1, C2
  let extraClassDeclaration = [{
    /// Whether the number of values is known at launch only.
    bool isSymbolic() { return static_cast<bool>(getLimit()); }
    /// Whether zero is its one value.
    bool isTrivial() { return getExtent() == 1 && !isSymbolic(); }
    /// A kernel of the program may name dimensions of the hardware: three of
    /// the grid, three of the workgroup and three of a grid without workgroups
    /// have ids from here on.
    static constexpr int64_t firstSpecialId = int64_t(1) << 40;
    bool isSpecial() { return getId() >= firstSpecialId; }
    /// 0 to 2: x, y or z.
    int64_t getSpecialDimension() { return (getId() - firstSpecialId) % 3; }
  }];
}

def Tiny_SpecialOp : Tiny_Op<"special", [Pure, Tiny_Bounded]> {
  let summary = "the index of a workgroup or of an item in it";
  let description = [{
    The hardware runs the kernel once for each value `0 <= s < extent`: as
    workgroups of the grid (`global`), or as items of a workgroup (`local`).
    Dimension 0 is `x`, the one in which neighbours run side by side.

    Constraints:
    * C1: the axis is `global` or `local`.
    * C2: the dimension is 0, 1 or 2.
    * C3: the extent is positive.

    Example:

    ```mlir
    tiny.kernel @k() attributes {tiny.block_size = array<i64: 32, 4, 1>} {
      %x = tiny.special local 0 of 32
      %y = tiny.special local 1 of 4
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_AxisTypeProp:$axis, I64Prop:$dimension,
                       I64Prop:$extent);
  let results = (outs Index:$result);
  let assemblyFormat = "$axis $dimension `of` $extent attr-dict";
  let hasVerifier = 1; // C1 to C3
}

def Tiny_EndOp
    : Tiny_Op<"end", [Pure, DeclareOpInterfaceMethods<Tiny_RangedOpInterface>]> {
  let summary = "close ranges";
  let description = [{
    Happens when the body has happened for all values of the ranges, the first
    of which is the outermost loop.

    Constraints:
    * C1: there is at least one range, each the result of a `range`, and no
      range twice.

    Example: see `tiny.range`.
  }];
  let arguments = (ins Tiny_Token:$body, Variadic<Index>:$ranges);
  let results = (outs Tiny_Token:$token);
  let assemblyFormat = "$body `over` $ranges attr-dict";
  let hasVerifier = 1; // C1
}

defvar Tiny_FunctionLikeDeclarations = [{
  ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
    return getFunctionType().getInputs();
  }
  ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return {}; }
  ::mlir::Region *getCallableRegion() { return &getBody(); }
  /// The attribute of a function that says on how many devices it runs.
  static constexpr ::llvm::StringLiteral devicesAttrName = "tiny.devices";
  /// The terminator.
  ::mlir::tiny::SinkOp getSink();
}];

class Tiny_FunctionLikeOp<string mnemonic>
    : Tiny_Op<mnemonic, [IsolatedFromAbove, FunctionOpInterface,
                         SingleBlockImplicitTerminator<"SinkOp">]> {
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::llvm::ArrayRef<::mlir::Type>":$inputs)>];
  let extraClassDeclaration = Tiny_FunctionLikeDeclarations;
  let extraClassDefinition = [{
    ::mlir::tiny::SinkOp $cppClass::getSink() {
      return ::llvm::cast<::mlir::tiny::SinkOp>(
          getBody().front().getTerminator());
    }
  }];
}

def Tiny_FunctionOp : Tiny_FunctionLikeOp<"function"> {
  let summary = "a tensor graph or a schedule";
  let description = [{
    A graph over the buffers that are its arguments. In stage T the body
    computes on tensors; after `tiny-split-kernels` it is a list of calls in the
    order in which they run. The integer attribute `tiny.devices` says on how
    many devices, one if there is none: then the function is the program of each
    of them, and an argument the block that it has.

    Constraints:
    * C1: the arguments are buffers in global memory; there are no results.

    Example:

    ```mlir
    tiny.function @copy(%a: !tiny.buffer<4xf32, global>,
                        %o: !tiny.buffer<4xf32, global>) {
      %v = tiny.load %a : !tiny.buffer<4xf32, global>
      %t = tiny.store %v, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
      tiny.sink %t
    }
    ```
  }];
}

def Tiny_KernelOp : Tiny_FunctionLikeOp<"kernel"> {
  let summary = "a program that runs on a device";
  let description = [{
    Stage P: scalars, vectors, ranges, and accesses with an index. The arguments
    are the buffers that a `call` passes. A number that is given at launch is a
    `variable` of the body. The attributes `tiny.grid_size` and
    `tiny.block_size` say how many workgroups and items run it in each of three
    dimensions, once `tiny-map-gpu-dims` has made `special`s of ranges.

    Constraints:
    * C1: the arguments are buffers in global memory; there are no results.

    Example: see `tiny.range`.
  }];
  let extraClassDeclaration = Tiny_FunctionLikeDeclarations # [{
    static constexpr ::llvm::StringLiteral gridSizeAttrName = "tiny.grid_size";
    static constexpr ::llvm::StringLiteral blockSizeAttrName =
        "tiny.block_size";
  }];
}

def Tiny_CallOp
    : Tiny_Op<"call", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "run a kernel";
  let description = [{
    Runs the kernel on buffers and yields a token. Which of them it writes is
    what its body stores to.

    Constraints:
    * C1: `callee` is a kernel of the module, or the function of another
      dialect that a kernel has been lowered to, or a module with that function.
    * C2: the types of the operands are those of the arguments of the kernel; a
      buffer of bytes may be one of bools.

    Example:

    ```mlir
    tiny.kernel @k(%a: !tiny.buffer<4xf32, global>) {
      tiny.sink
    }
    tiny.function @f(%a: !tiny.buffer<4xf32, global>) {
      %t = tiny.call @k(%a) : !tiny.buffer<4xf32, global>
      tiny.sink %t
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<Tiny_Buffer>:$buffers);
  let results = (outs Tiny_Token:$token);
  let assemblyFormat = [{
    $callee `(` $buffers `)` attr-dict (`:` type($buffers)^)?
  }];
}

#endif // TINY_CONTROL_OPS_TD

//===- DecomposePasses.td - What a target does not compute -*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_DECOMPOSEPASSES_TD
#define TINY_TRANSFORMS_DECOMPOSEPASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposeMathPass : Pass<"tiny-decompose-math", "KernelOp"> {
  let summary = "express functions that the target lacks by arithmetic";
  let description = [{
    * `threefry`: 20 rounds of sums, rotations and exclusive ors on `ui32`.
    * `pow` with a whole constant exponent of at most 64, or 0.5, or their
      negatives: products by squares, or a root, and a reciprocal. Any other
      power of floats is `exp2(e * log2(|b|))` with the sign and the exceptions
      of C's `pow`: in f64 for f32 and f64, in f32 for what is narrower. Other
      powers of integers: squares chosen by the bits of the exponent.
    * `exp2`, `log2`, `sin` and `sqrt` that the target has no instruction for:
      polynomials on what is left of the operand after its exponent, or a
      multiple of pi, is taken off it by its bits. f32 and f64 are computed as
      they are, all other floats in f32. `exp2` of a product with log2(e) is the
      power of e of the other factor. Infinities, NaN, signed zeros and denormal
      numbers are as in C; no argument is too large for `sin`.

    The results are off by at most so many units in the last place, if a product
    and a sum become one instruction (all other types: 0.51, the rounding):

    | op                  | f32  | f64 |
    | ------------------- | ---- | --- |
    | `exp2`              | 0.9  | 0.9 |
    | `exp2(x * log2(e))` | 1    | 1   |
    | `log2`              | 1    | 1   |
    | `sin`               | 0.51 | 2   |
    | `sqrt`              | 0.51 | 0.6 |

    With `ops` only these are replaced.

    Expects: a kernel of stage P.
    Ensures: none of the ops above that the target lacks is left.
    Next: `tiny-order`.

    ```mlir
    tiny.kernel @before(%o: !tiny.buffer<1xf32, global>,
                        %a: !tiny.buffer<1xf32, global>) {
      %c0 = tiny.const 0 : index
      %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
      %n = tiny.const 3.0 : f32
      %p = tiny.pow %x, %n : f32, f32
      %t = tiny.store %p, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
      tiny.sink %t
    }
    tiny.kernel @after(%o: !tiny.buffer<1xf32, global>,
                       %a: !tiny.buffer<1xf32, global>) {
      %c0 = tiny.const 0 : index
      %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
      %s = tiny.mul %x, %x : f32, f32
      %p = tiny.mul %x, %s : f32, f32
      %t = tiny.store %p, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
      tiny.sink %t
    }
    ```
  }];
  let options = [ListOption<"ops", "ops", "std::string",
                            "replace only these, by their names without tiny.">,
                 Option<"target", "target", "std::string", /*default=*/"\"cpu\"",
                        "the target whose instructions count">];
  let statistics = [Statistic<"numDecomposed", "num-decomposed",
                              "Number of ops that were replaced">];
}

def DecomposeDTypesPass : Pass<"tiny-decompose-dtypes", "KernelOp"> {
  let summary = "compute on types that the target lacks by means of others";
  let description = [{
    Floats of less than 32 bits are stored and moved as they are, and computed
    in f32: each op rounds its result once, to nearest even. Casts that the
    target lacks are made of integer arithmetic, denormal numbers and NaN
    included. What is finite and too large for a float of eight bits becomes the
    largest number; an infinity is NaN in a type without one. From f64 the way
    is over an f32 with an odd last bit where it is inexact, so that rounding
    twice is rounding once.

    Integers of 64 bits become two `ui32`, the lower first, and their buffers
    have twice as many elements. The bits of f64 are still read and made as
    `ui64`.

    `emulate` names types to treat as if the target had neither them nor their
    casts: `i64` and `ui64` go together.

    Expects: `tiny-decompose-math`.
    Ensures: no op computes on the floats above but casts of the target between
    them and f32, `where`, `bitcast` and movement.
    Next: `tiny-order`.

    ```mlir
    tiny.kernel @before(%a: !tiny.buffer<1xf16, global>) {
      %c0 = tiny.const 0 : index
      %x = tiny.load %a[%c0] : !tiny.buffer<1xf16, global>, index
      %y = tiny.mul %x, %x : f16, f16
      %t = tiny.store %y, %a[%c0] : f16, !tiny.buffer<1xf16, global>, index
      tiny.sink %t
    }
    tiny.kernel @after(%a: !tiny.buffer<1xf16, global>) {
      %c0 = tiny.const 0 : index
      %x = tiny.load %a[%c0] : !tiny.buffer<1xf16, global>, index
      %w = tiny.cast %x to f32 : f16
      %s = tiny.mul %w, %w : f32, f32
      %y = tiny.cast %s to f16 : f32
      %t = tiny.store %y, %a[%c0] : f16, !tiny.buffer<1xf16, global>, index
      tiny.sink %t
    }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"cpu\"",
           "what the kernel runs on (see tiny-optimize)">,
    ListOption<"emulate", "emulate", "std::string", "do without these types">];
}

#endif // TINY_TRANSFORMS_DECOMPOSEPASSES_TD

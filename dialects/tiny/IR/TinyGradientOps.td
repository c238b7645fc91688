//===- TinyGradientOps.td - Rules of a program ----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The value of each op is its first operand. They matter while gradients are
// built, and fold away in what is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_GRADIENT_OPS_TD
#define TINY_GRADIENT_OPS_TD

include "tiny/IR/TinyOpBase.td"

def Tiny_ContiguousBackwardOp
    : Tiny_Op<"contiguous_backward", [Pure, Tiny_Inferred, Tiny_Gradient]> {
  let summary = "a value whose gradient gets storage of its own";
  let description = [{
    The operand. Its gradient is `contiguous`: it is computed once, however many
    ops below read it.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<4x8xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<4x8xf32, global>
      %c = tiny.contiguous_backward %a : tensor<4x8xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$operand);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
  let hasFolder = 1;
}

def Tiny_GradientRuleOp : Tiny_Op<"gradient_rule", [Pure, Tiny_Inferred]> {
  let summary = "how the gradients of some results become those of inputs";
  let description = [{
    A rule that the program gave: from the gradients of all results that name
    it, it makes the gradients of the inputs. The rule itself is a function of
    the program, which the frontend keeps under `id` as long as the op exists.

    Constraints:
    * C1: only `custom_gradient` uses the result.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<4xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<4xf32, global>
      %r = tiny.gradient_rule 7 (%a) : tensor<4xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Variadic<Tiny_Value>:$inputs, I64Prop:$id);
  let results = (outs Tiny_Token:$rule);
  let assemblyFormat = [{
    $id ` ` `(` $inputs `)` attr-dict (`:` type($inputs)^)?
  }];
  let hasVerifier = 1; // C1
}

def Tiny_CustomGradientOp
    : Tiny_Op<"custom_gradient", [Pure, Tiny_Inferred]> {
  let summary = "a value whose gradient goes to the inputs of a rule";
  let description = [{
    The value. It is result number `index` of the rule: its gradient goes to the
    rule, together with those of the other results, and not to what the value
    was computed from.

    Constraints:
    * C1: `rule` is the result of a `gradient_rule`.
    * C2: `index` is not negative.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<4xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<4xf32, global>
      %s = tiny.add %a, %a : tensor<4xf32>, tensor<4xf32>
      %r = tiny.gradient_rule 7 (%a) : tensor<4xf32>
      %g = tiny.custom_gradient %s by %r 0 : tensor<4xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$operand, Tiny_Token:$rule, I64Prop:$index);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = "$operand `by` $rule $index attr-dict `:` type($operand)";
  let hasVerifier = 1; // C1, C2
  let hasFolder = 1;
}

#endif // TINY_GRADIENT_OPS_TD

// What a program says of gradients: syntax, folding, gradients.

// RUN: tiny-opt %s | tiny-opt | FileCheck %s
// RUN: tiny-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: tiny-opt %s --test-tiny-gradients --cse | FileCheck %s --check-prefix=GRAD

// CHECK-LABEL: @contiguous_backward(
// FOLD-LABEL: @contiguous_backward(
// FOLD-NOT: contiguous_backward
// FOLD: %[[P:.+]] = tiny.mul %{{.+}}, %{{.+}} : tensor<4xf32>, f32
// FOLD: %[[R:.+]] = tiny.mul %[[P]], %[[P]]
// FOLD: tiny.store %[[R]]
// The gradient of the product gets storage before it goes on.
// GRAD-LABEL: @contiguous_backward(
tiny.function @contiguous_backward(%a: !tiny.buffer<4xf32, global>,
                                   %o: !tiny.buffer<4xf32, global>) {
  // GRAD: %[[X:.+]] = tiny.load
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %c = tiny.const 3.0 : f32
  %p = tiny.mul %x, %c : tensor<4xf32>, f32
  // CHECK: tiny.contiguous_backward %{{.+}} : tensor<4xf32>
  // GRAD: %[[S:.+]] = tiny.contiguous_backward
  %s = tiny.contiguous_backward %p : tensor<4xf32>
  // GRAD: %[[R:.+]] = tiny.mul %[[S]], %[[S]]
  %r = tiny.mul %s, %s : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %r, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  // GRAD: %[[G:.+]] = tiny.add
  // GRAD: %[[C:.+]] = tiny.contiguous %[[G]] : tensor<4xf32>
  // GRAD: %[[D:.+]] = tiny.mul %[[C]], %{{.+}} : tensor<4xf32>, f32
  // GRAD: tiny.store %[[D]]
  tiny.sink %t
}

// A rule belongs to the running program: what is compiled has the values.

// CHECK-LABEL: @custom_gradient(
// FOLD-LABEL: @custom_gradient(
// FOLD-NOT: gradient
// FOLD: %[[P:.+]] = tiny.add
// FOLD: tiny.store %[[P]]
tiny.function @custom_gradient(%a: !tiny.buffer<4xf32, global>,
                               %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %p = tiny.add %x, %x : tensor<4xf32>, tensor<4xf32>
  // CHECK: %[[R:.+]] = tiny.gradient_rule 7 (%{{.+}}, %{{.+}}) : tensor<4xf32>, tensor<4xf32>
  %r = tiny.gradient_rule 7 (%x, %p) : tensor<4xf32>, tensor<4xf32>
  // CHECK: tiny.custom_gradient %{{.+}} by %[[R]] 1 : tensor<4xf32>
  %g = tiny.custom_gradient %p by %r 1 : tensor<4xf32>
  // CHECK: tiny.gradient_rule 8 ()
  %n = tiny.gradient_rule 8 ()
  %t = tiny.store %g, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

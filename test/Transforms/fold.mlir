// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.function(tiny-fold))' | FileCheck %s

// Chains fold in one walk, and what is dead disappears.

// CHECK-LABEL: @chain
// CHECK: %[[X:.+]] = tiny.load
// CHECK-NEXT: %[[R:.+]] = tiny.reshape %[[X]] [2, 4] : tensor<8xf32>
// CHECK-NEXT: tiny.store %[[R]]
tiny.function @chain(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<2x4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<8xf32, global>
  %1 = tiny.reshape %x [4, 2] : tensor<8xf32>
  %2 = tiny.reshape %1 [8] : tensor<4x2xf32>
  %3 = tiny.reshape %2 [2, 4] : tensor<8xf32>
  %dead = tiny.sqrt %3 : tensor<2x4xf32>
  %t = tiny.store %3, %o : tensor<2x4xf32>, !tiny.buffer<2x4xf32, global>
  tiny.sink %t
}

// -----

// Constants are computed.

// CHECK-LABEL: @constants
// CHECK: %[[C:.+]] = tiny.const 6.0 : f32
// CHECK-NEXT: tiny.store %[[C]]
tiny.function @constants(%o: !tiny.buffer<f32, global>) {
  %a = tiny.const 2.0 : f32
  %b = tiny.const 3.0 : f32
  %m = tiny.mul %a, %b : f32, f32
  %t = tiny.store %m, %o : f32, !tiny.buffer<f32, global>
  tiny.sink %t
}

// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.function(tiny-multi))' | FileCheck %s --check-prefix=MULTI
// RUN: tiny-opt %s --split-input-file --tiny-schedule-pipeline | FileCheck %s

// (x + 1).sum() with x 4 x 6 sharded on axis 0 over two devices: two sums of
// shards, added on both. The reference copies them; here each device reads both.

// MULTI-LABEL: @sum
// MULTI: %[[X:.+]] = tiny.add %{{.+}} : tensor<2x6xf32>, index
// MULTI: %[[S:.+]] = tiny.reduce add %[[X]] axes [0, 1] : tensor<2x6xf32>
// MULTI: tiny.allreduce add %[[S]] over %{{.+}} : tensor<1x1xf32>
// CHECK-LABEL: tiny.function @sum
// CHECK-COUNT-2: tiny.call
// CHECK-NOT: tiny.call
// CHECK: tiny.sink
tiny.function @sum(%a: !tiny.buffer<2x6xf32, global>, %o: !tiny.buffer<1x1xf32, global>) attributes {tiny.devices = 2 : i64} {
  %r = tiny.range 2 device id 0
  %u = tiny.unshard %a over %r axes [0] counts [2] : !tiny.buffer<2x6xf32, global>
  %x = tiny.load %u : !tiny.buffer<4x6xf32, global>
  %c = tiny.const 1 : index
  %y = tiny.add %x, %c : tensor<4x6xf32>, index
  %s = tiny.reduce add %y axes [0, 1] : tensor<4x6xf32>
  %t = tiny.store %s, %o : tensor<1x1xf32>, !tiny.buffer<1x1xf32, global>
  tiny.sink %t
}

// -----

// G15: a matmul of rows with what all devices have needs no communication.

// MULTI-LABEL: @matmul
// MULTI-NOT: tiny.allreduce
// MULTI: tiny.reduce add %{{.+}} axes [2] : tensor<2x8x6xf32>
// CHECK-LABEL: tiny.function @matmul
// CHECK-COUNT-1: tiny.call
// CHECK-NOT: tiny.call
// CHECK: tiny.sink
tiny.function @matmul(%a: !tiny.buffer<2x6xf32, global>, %b: !tiny.buffer<6x8xf32, global>, %o: !tiny.buffer<2x8xf32, global>) attributes {tiny.devices = 2 : i64} {
  %r = tiny.range 2 device id 0
  %u = tiny.unshard %a over %r axes [0] counts [2] : !tiny.buffer<2x6xf32, global>
  %w = tiny.unshard %o over %r axes [0] counts [2] : !tiny.buffer<2x8xf32, global>
  %x0 = tiny.load %u : !tiny.buffer<4x6xf32, global>
  %x = tiny.reshape %x0 [4, 1, 6] : tensor<4x6xf32>
  %z0 = tiny.load %b : !tiny.buffer<6x8xf32, global>
  %z1 = tiny.reshape %z0 [1, 6, 8] : tensor<6x8xf32>
  %z = tiny.permute %z1 [0, 2, 1] : tensor<1x6x8xf32>
  %p = tiny.mul %x, %z : tensor<4x1x6xf32>, tensor<1x8x6xf32>
  %s0 = tiny.reduce add %p axes [2] : tensor<4x8x6xf32>
  %s = tiny.reshape %s0 [4, 8] : tensor<4x8x1xf32>
  %t = tiny.store %s, %w : tensor<4x8xf32>, !tiny.buffer<4x8xf32, global>
  tiny.sink %t
}

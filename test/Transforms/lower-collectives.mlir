// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.function(tiny-lower-collectives{scatter-threshold=6}))' | FileCheck %s

// The source is stored, and each instance combines what it selects of all, in
// the order of their numbers.

// CHECK-LABEL: @add
// CHECK: %[[C:.+]] = tiny.contiguous %{{.+}} : tensor<4xf32>
// CHECK: %[[A:.+]] = tiny.mselect %[[C]] at 0
// CHECK: %[[B:.+]] = tiny.mselect %[[C]] at 1
// CHECK: %[[S:.+]] = tiny.add %[[A]], %[[B]]
// CHECK: %[[D:.+]] = tiny.mselect %[[C]] at 2
// CHECK: %[[T:.+]] = tiny.add %[[S]], %[[D]]
// CHECK-NOT: tiny.allreduce
// CHECK: tiny.store %[[T]]
tiny.function @add(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %r = tiny.variable "_device_num" [0, 2]
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %s = tiny.allreduce add %x over %r : tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// Each kind has its own step.

// CHECK-LABEL: @kinds
// CHECK: tiny.max %{{.+}}, %{{.+}} : f32, f32
// CHECK: tiny.mul %{{.+}}, %{{.+}} : f32, f32
tiny.function @kinds(%a: !tiny.buffer<f32, global>, %o: !tiny.buffer<f32, global>) {
  %r = tiny.variable "_device_num" [0, 1]
  %x = tiny.load %a : !tiny.buffer<f32, global>
  %m = tiny.allreduce max %x over %r : f32
  %p = tiny.allreduce mul %m over %r : f32
  %t = tiny.store %p, %o : f32, !tiny.buffer<f32, global>
  tiny.sink %t
}

// -----

// Shards among zeros are gathered: only the shards are stored, and whoever reads
// them joins them as they are.

// CHECK-LABEL: @gather
// CHECK: %[[X:.+]] = tiny.load
// CHECK-NOT: tiny.pad
// CHECK: %[[C:.+]] = tiny.contiguous %[[X]] : tensor<2x3xf32>
// CHECK: %[[A:.+]] = tiny.mselect %[[C]] at 0 : tensor<2x3xf32>
// CHECK: %[[B:.+]] = tiny.mselect %[[C]] at 1 : tensor<2x3xf32>
// CHECK: %[[S:.+]] = tiny.stack %[[A]], %[[B]]
// CHECK: tiny.reshape %[[S]] [4, 3] : tensor<2x2x3xf32>
tiny.function @gather(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<4x3xf32, global>) {
  %r = tiny.variable "_device_num" [0, 1]
  %c = tiny.const 2 : index
  %f = tiny.mul %r, %c : index, index
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %p = tiny.pad %x low [%f, 0] sizes [4, 3] : tensor<2x3xf32>
  %s = tiny.allreduce add %p over %r : tensor<4x3xf32>
  %t = tiny.store %s, %o : tensor<4x3xf32>, !tiny.buffer<4x3xf32, global>
  tiny.sink %t
}

// -----

// Along another axis they are brought side by side.

// CHECK-LABEL: @gather_columns
// CHECK: %[[S:.+]] = tiny.stack
// CHECK: %[[P:.+]] = tiny.permute %[[S]] [1, 0, 2] : tensor<2x2x3xi1>
// CHECK: tiny.reshape %[[P]] [2, 6]
tiny.function @gather_columns(%a: !tiny.buffer<2x3xi1, global>, %o: !tiny.buffer<2x6xi1, global>) {
  %r = tiny.variable "_device_num" [0, 1]
  %c = tiny.const 3 : index
  %f = tiny.mul %r, %c : index, index
  %x = tiny.load %a : !tiny.buffer<2x3xi1, global>
  %p = tiny.pad %x low [0, %f] sizes [2, 6] : tensor<2x3xi1>
  %s = tiny.allreduce max %p over %r : tensor<2x6xi1>
  %t = tiny.store %s, %o : tensor<2x6xi1>, !tiny.buffer<2x6xi1, global>
  tiny.sink %t
}

// -----

// Blocks that overlap are added.

// CHECK-LABEL: @overlapping
// CHECK: tiny.pad
// CHECK-NOT: tiny.stack
// CHECK: tiny.add
tiny.function @overlapping(%a: !tiny.buffer<2xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %r = tiny.variable "_device_num" [0, 1]
  %x = tiny.load %a : !tiny.buffer<2xf32, global>
  %p = tiny.pad %x low [%r] sizes [4] : tensor<2xf32>
  %s = tiny.allreduce add %p over %r : tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// A pad that depends on something else goes along.

// CHECK-LABEL: @symbolic_pad
// CHECK: %[[P:.+]] = tiny.pad
// CHECK: tiny.contiguous %[[P]] : tensor<8xf32>
tiny.function @symbolic_pad(%a: !tiny.buffer<2xf32, global>, %o: !tiny.buffer<8xf32, global>) {
  %r = tiny.variable "_device_num" [0, 1]
  %n = tiny.variable "n" [0, 4]
  %x = tiny.load %a : !tiny.buffer<2xf32, global>
  %p = tiny.pad %x low [%n] sizes [8] : tensor<2xf32>
  %s = tiny.allreduce add %p over %r : tensor<8xf32>
  %t = tiny.store %s, %o : tensor<8xf32>, !tiny.buffer<8xf32, global>
  tiny.sink %t
}

// -----

// Much is combined in parts: each instance combines one, and all read the results.

// CHECK-LABEL: @scattered
// CHECK: %[[R:.+]] = tiny.variable "_device_num" [0, 2]
// CHECK: %[[F:.+]] = tiny.reshape %{{.+}} [3, 2] : tensor<2x3xf32>
// CHECK: %[[C:.+]] = tiny.contiguous %[[F]]
// CHECK: %[[S0:.+]] = tiny.mselect %[[C]] at 0
// CHECK: %[[P0:.+]] = tiny.shrink %[[S0]] offsets [%[[R]], 0] sizes [1, 2]
// CHECK: %[[S1:.+]] = tiny.mselect %[[C]] at 1
// CHECK: %[[P1:.+]] = tiny.shrink %[[S1]] offsets [%[[R]], 0] sizes [1, 2]
// CHECK: tiny.add %[[P0]], %[[P1]]
// CHECK: %[[O:.+]] = tiny.contiguous %{{.+}} : tensor<1x2xf32>
// CHECK: %[[O0:.+]] = tiny.mselect %[[O]] at 0
// CHECK: %[[O1:.+]] = tiny.mselect %[[O]] at 1
// CHECK: %[[O2:.+]] = tiny.mselect %[[O]] at 2
// CHECK: %[[A:.+]] = tiny.stack %[[O0]], %[[O1]], %[[O2]]
// CHECK: tiny.reshape %[[A]] [2, 3]
tiny.function @scattered(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.variable "_device_num" [0, 2]
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %s = tiny.allreduce add %x over %r : tensor<2x3xf32>
  %t = tiny.store %s, %o : tensor<2x3xf32>, !tiny.buffer<2x3xf32, global>
  tiny.sink %t
}

// -----

// What one instance has, and the others zeros, is read of that one.

// CHECK-LABEL: @one_instance
// CHECK: %[[X:.+]] = tiny.load
// CHECK: %[[C:.+]] = tiny.contiguous %[[X]]
// CHECK: %[[S:.+]] = tiny.mselect %[[C]] at 1
// CHECK-NEXT: tiny.store %[[S]]
tiny.function @one_instance(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %r = tiny.variable "_device_num" [0, 2]
  %k = tiny.const 1 : index
  %z = tiny.const 0.0 : f32
  %c = tiny.cmpeq %r, %k : index, index
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %w = tiny.where %c, %x, %z : i1, tensor<4xf32>, f32
  %s = tiny.allreduce add %w over %r : tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// Where several have something, it is a sum.

// CHECK-LABEL: @several_instances
// CHECK: %[[W:.+]] = tiny.where
// CHECK: tiny.contiguous %[[W]]
// CHECK-COUNT-2: tiny.add
tiny.function @several_instances(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %r = tiny.variable "_device_num" [0, 2]
  %k = tiny.const 2 : index
  %z = tiny.const 0.0 : f32
  %c = tiny.cmplt %r, %k : index, index
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %w = tiny.where %c, %x, %z : i1, tensor<4xf32>, f32
  %s = tiny.allreduce add %w over %r : tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

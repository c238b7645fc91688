// RUN: tiny-opt %s --split-input-file --tiny-schedule-pipeline | FileCheck %s

// A sum over the sharded axis: one call for the sum of the shard, and one that
// reads the sums of all instances. What another instance holds is a state of its
// memory; the temporary lives until both have been read.

// CHECK: tiny.kernel @E_3(%arg0: {{.+}}, %arg1: {{.+}}, %arg2: {{.+}}) {
// CHECK-LABEL: tiny.function @sum
// CHECK: %[[B:.+]] = tiny.buffer 0
// CHECK: %[[T:.+]] = tiny.call @r_3_2(%[[B]], %arg0)
// CHECK: %[[S:.+]] = tiny.after %[[B]], %[[T]]
// CHECK: %[[S0:.+]] = tiny.mselect %[[S]] at 0 : !tiny.buffer<1x3xf32, global>
// CHECK: %[[S1:.+]] = tiny.mselect %[[S]] at 1 : !tiny.buffer<1x3xf32, global>
// CHECK: %[[U:.+]] = tiny.call @E_3(%arg1, %[[S0]], %[[S1]])
// CHECK: tiny.sink %[[U]]
tiny.function @sum(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<1x3xf32, global>) attributes {tiny.devices = 2 : i64} {
  %r = tiny.range 2 device id 0
  %u = tiny.unshard %a over %r axes [0] counts [2] : !tiny.buffer<2x3xf32, global>
  %x = tiny.load %u : !tiny.buffer<4x3xf32, global>
  %s = tiny.reduce add %x axes [0] : tensor<4x3xf32>
  %t = tiny.store %s, %o : tensor<1x3xf32>, !tiny.buffer<1x3xf32, global>
  tiny.sink %t
}

// -----

// What is whole on all devices and added to shards is cut by the number of the
// device, which one kernel takes as a variable.

// CHECK: tiny.kernel @E_2_3
// CHECK: %[[R:.+]] = tiny.variable "_device_num" [0, 1]
// CHECK: tiny.mul %[[R]], %{{.+}} : index, index
// CHECK-LABEL: tiny.function @cut
// CHECK-NOT: _device_num
// CHECK: tiny.sink
tiny.function @cut(%a: !tiny.buffer<2x3xf32, global>, %b: !tiny.buffer<4x3xf32, global>, %o: !tiny.buffer<2x3xf32, global>) attributes {tiny.devices = 2 : i64} {
  %r = tiny.range 2 device id 0
  %u = tiny.unshard %a over %r axes [0] counts [2] : !tiny.buffer<2x3xf32, global>
  %w = tiny.unshard %o over %r axes [0] counts [2] : !tiny.buffer<2x3xf32, global>
  %x = tiny.load %u : !tiny.buffer<4x3xf32, global>
  %y = tiny.load %b : !tiny.buffer<4x3xf32, global>
  %s = tiny.add %x, %y : tensor<4x3xf32>, tensor<4x3xf32>
  %t = tiny.store %s, %w : tensor<4x3xf32>, !tiny.buffer<4x3xf32, global>
  tiny.sink %t
}

// -----

// What other instances read has a temporary of its own, even where it is stored
// to an argument as well: a call on one of them may be done with it before.

// CHECK-LABEL: tiny.function @no_argument
// CHECK: %[[B:.+]] = tiny.buffer 0
// CHECK: %[[S:.+]] = tiny.after %[[B]]
// CHECK: tiny.mselect %[[S]] at 0
// CHECK: tiny.mselect %[[S]] at 1
tiny.function @no_argument(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>, %p: !tiny.buffer<4xf32, global>) attributes {tiny.devices = 2 : i64} {
  %r = tiny.range 2 device id 0
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %n = tiny.neg %x : tensor<4xf32>
  %c = tiny.contiguous %n : tensor<4xf32>
  %s = tiny.allreduce add %c over %r : tensor<4xf32>
  %t = tiny.store %c, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  %u = tiny.store %s, %p : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t, %u
}

// RUN: split-file %s %t
// RUN: tiny-run %t/call.mlir | FileCheck %t/call.mlir
// RUN: tiny-run %t/call.mlir --no-opt | FileCheck %t/call.mlir
// RUN: tiny-run %t/states.mlir | FileCheck %t/states.mlir
// REQUIRES: cpu-exec

//--- call.mlir
// A kernel by hand, between ops of the graph: rows are flipped.

// CHECK: buffer 1: 4 -4 4 -4
tiny.kernel @flip(%o: !tiny.buffer<2x2xf32, global>, %a: !tiny.buffer<2x2xf32, global>) {
  %i = tiny.range 2 weak id 0
  %j = tiny.range 2 weak id 1
  %one = tiny.const 1 : index
  %k = tiny.sub %one, %j : index, index
  %p = tiny.index %a[%i, %k] : !tiny.buffer<2x2xf32, global>
  %v = tiny.load %p : !tiny.buffer<f32, global>
  %q = tiny.index %o[%i, %j] : !tiny.buffer<2x2xf32, global>
  %t = tiny.store %v, %q : f32, !tiny.buffer<f32, global>
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}
tiny.function @main(%a: !tiny.buffer<2x2xf32, global>, %o: !tiny.buffer<2x2xf32, global>) {
  %u = tiny.undefined : tensor<2x2xf32>
  %x = tiny.load %a : !tiny.buffer<2x2xf32, global>
  %y = tiny.add %x, %x : tensor<2x2xf32>, tensor<2x2xf32>
  %c = tiny.apply @flip(%u, %y) : tensor<2x2xf32>, tensor<2x2xf32>
  %z = tiny.applied %u by %c : tensor<2x2xf32>
  %w = tiny.sub %z, %y : tensor<2x2xf32>, tensor<2x2xf32>
  %d = tiny.add %w, %w : tensor<2x2xf32>, tensor<2x2xf32>
  %s = tiny.store %d, %o : tensor<2x2xf32>, !tiny.buffer<2x2xf32, global>
  tiny.sink %s
}

//--- states.mlir
// The same with a call on states, as the schedule has it.

// CHECK: buffer 1: 4 5 6 7
tiny.kernel @fill(%o: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 7.0 : f32
  %f = tiny.expand %z [4] : f32
  %t = tiny.store %f, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}
tiny.function @main(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %c = tiny.call @fill(%b) : !tiny.buffer<4xf32, global>
  %b1 = tiny.after %b, %c : !tiny.buffer<4xf32, global>, !tiny.token
  %x = tiny.load %b1 : !tiny.buffer<4xf32, global>
  %y = tiny.load %a : !tiny.buffer<4xf32, global>
  %z = tiny.add %x, %y : tensor<4xf32>, tensor<4xf32>
  %s = tiny.store %z, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %s
}

// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-order))' | FileCheck %s

// Two tiles that are filled one after the other are waited for once.

// CHECK-LABEL: @tiles
// CHECK: %[[T:.+]] = tiny.store %{{.+}}, %[[A:.+]][%
// CHECK: %[[U:.+]] = tiny.store %{{.+}}, %[[B:.+]][%
// CHECK: %[[W:.+]] = tiny.barrier %[[T]], %[[U]]
// CHECK-DAG: %[[A1:.+]] = tiny.after %[[A]], %[[W]]
// CHECK-DAG: %[[B1:.+]] = tiny.after %[[B]], %[[W]]
// CHECK-NOT: tiny.barrier
// CHECK: tiny.sink
tiny.kernel @tiles(%o: !tiny.buffer<8xf32, global>) {
  %l = tiny.special local 0 of 8
  %a = tiny.buffer 0 : !tiny.buffer<8xf32, local>
  %b = tiny.buffer 1 : !tiny.buffer<8xf32, local>
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %a[%l] : f32, !tiny.buffer<8xf32, local>, index
  %p = tiny.barrier %t
  %a1 = tiny.after %a, %p : !tiny.buffer<8xf32, local>, !tiny.token
  %u = tiny.store %z, %b[%l] : f32, !tiny.buffer<8xf32, local>, index
  %q = tiny.barrier %u
  %b1 = tiny.after %b, %q : !tiny.buffer<8xf32, local>, !tiny.token
  %x = tiny.load %a1[%l] : !tiny.buffer<8xf32, local>, index
  %y = tiny.load %b1[%l] : !tiny.buffer<8xf32, local>, index
  %v = tiny.add %x, %y : f32, f32
  %s = tiny.store %v, %o[%l] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %s
}

// -----

// A tile that is made of another one is waited for later.

// CHECK-LABEL: @chain
// CHECK: tiny.barrier
// CHECK: tiny.load
// CHECK: tiny.barrier
// CHECK: tiny.load
tiny.kernel @chain(%o: !tiny.buffer<8xf32, global>) {
  %c7 = tiny.const 7 : index
  %l = tiny.special local 0 of 8
  %m = tiny.sub %c7, %l : index, index
  %a = tiny.buffer 0 : !tiny.buffer<8xf32, local>
  %b = tiny.buffer 1 : !tiny.buffer<8xf32, local>
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %a[%l] : f32, !tiny.buffer<8xf32, local>, index
  %p = tiny.barrier %t
  %a1 = tiny.after %a, %p : !tiny.buffer<8xf32, local>, !tiny.token
  %x = tiny.load %a1[%m] : !tiny.buffer<8xf32, local>, index
  %u = tiny.store %x, %b[%l] : f32, !tiny.buffer<8xf32, local>, index
  %q = tiny.barrier %u
  %b1 = tiny.after %b, %q : !tiny.buffer<8xf32, local>, !tiny.token
  %y = tiny.load %b1[%m] : !tiny.buffer<8xf32, local>, index
  %s = tiny.store %y, %o[%l] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %s
}

// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-insert-barriers))' | FileCheck %s
// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-insert-barriers{disable=read-after-write}))' | FileCheck %s --check-prefix=NORAW
// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-insert-barriers{disable=write-after-read}))' | FileCheck %s --check-prefix=NOWAR

// A state of shared memory waits for the stores of all items, and a step that
// overwrites what it has read waits for all to have read it.

// CHECK-LABEL: @both
// CHECK: %[[T:.+]] = tiny.store %{{.+}}, %{{.+}} : f32, <8xf32, local>
// CHECK: %[[RAW:.+]] = tiny.barrier %[[T]]
// CHECK: tiny.after %{{.+}}, %[[RAW]] : <8xf32, local>, !tiny.token
// CHECK: %[[U:.+]] = tiny.store %{{.+}}, %arg0
// CHECK: %[[WAR:.+]] = tiny.barrier %[[U]]
// CHECK: tiny.end %[[WAR]] over
// NORAW-LABEL: @both
// NORAW-COUNT-1: tiny.barrier
// NORAW-NOT: tiny.barrier
// NORAW: tiny.sink
// NOWAR-LABEL: @both
// NOWAR-COUNT-1: tiny.barrier
// NOWAR-NOT: tiny.barrier
// NOWAR: tiny.sink
tiny.kernel @both(%o: !tiny.buffer<8x4xf32, global>) {
  %c7 = tiny.const 7 : index
  %l = tiny.special local 0 of 8
  %k = tiny.range 4 loop id 0
  %s = tiny.buffer 0 : !tiny.buffer<8xf32, local>
  %f = tiny.cast %k to f32 : index
  %t = tiny.store %f, %s[%l] : f32, !tiny.buffer<8xf32, local>, index
  %s1 = tiny.after %s, %t : !tiny.buffer<8xf32, local>, !tiny.token
  %m = tiny.sub %c7, %l : index, index
  %v = tiny.load %s1[%m] : !tiny.buffer<8xf32, local>, index
  %x = tiny.add %l, %k : index, index
  %u = tiny.store %v, %o[%x] : f32, !tiny.buffer<8x4xf32, global>, index
  %e = tiny.end %u over %k
  tiny.sink %e
}

// -----

// A barrier of the program is enough.

// CHECK-LABEL: @explicit
// CHECK-COUNT-1: tiny.barrier
// CHECK-NOT: tiny.barrier
tiny.kernel @explicit(%o: !tiny.buffer<8xf32, global>) {
  %l = tiny.special local 0 of 8
  %s = tiny.buffer 0 : !tiny.buffer<8xf32, local>
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %s[%l] : f32, !tiny.buffer<8xf32, local>, index
  %b = tiny.barrier %t
  %s1 = tiny.after %s, %b : !tiny.buffer<8xf32, local>, !tiny.token
  %v = tiny.load %s1[%l] : !tiny.buffer<8xf32, local>, index
  %u = tiny.store %v, %o[%l] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %u
}

// -----

// The barrier at the end of a step lies outside of the loops over what the step
// only reads, though one `end` closes all.

// CHECK-LABEL: @inner_loop
// CHECK-DAG: %[[K:.+]] = tiny.range 4 loop id 0
// CHECK-DAG: %[[J:.+]] = tiny.range 8 loop id 1
// CHECK: %[[E:.+]] = tiny.end %{{.+}} over %[[J]]
// CHECK: %[[B:.+]] = tiny.barrier %[[E]]
// CHECK: tiny.end %[[B]] over %[[K]]
tiny.kernel @inner_loop(%o: !tiny.buffer<8x32xf32, global>) {
  %l = tiny.special local 0 of 8
  %k = tiny.range 4 loop id 0
  %j = tiny.range 8 loop id 1
  %s = tiny.buffer 0 : !tiny.buffer<8xf32, local>
  %f = tiny.cast %k to f32 : index
  %t = tiny.store %f, %s[%l] : f32, !tiny.buffer<8xf32, local>, index
  %s1 = tiny.after %s, %t : !tiny.buffer<8xf32, local>, !tiny.token
  %v = tiny.load %s1[%j] : !tiny.buffer<8xf32, local>, index
  %lk = tiny.add %l, %k : index, index
  %x = tiny.add %lk, %j : index, index
  %u = tiny.store %v, %o[%x] : f32, !tiny.buffer<8x32xf32, global>, index
  %e = tiny.end %u over %k, %j
  tiny.sink %e
}

// -----

// Registers are of one item: nobody waits for them.

// CHECK-LABEL: @registers
// CHECK-NOT: tiny.barrier
tiny.kernel @registers(%o: !tiny.buffer<8xf32, global>) {
  %l = tiny.special local 0 of 8
  %c = tiny.const 0 : index
  %r = tiny.buffer 0 : !tiny.buffer<1xf32, reg>
  %unused = tiny.buffer 0 : !tiny.buffer<1xf32, local>
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %r[%c] : f32, !tiny.buffer<1xf32, reg>, index
  %r1 = tiny.after %r, %t : !tiny.buffer<1xf32, reg>, !tiny.token
  %v = tiny.load %r1[%c] : !tiny.buffer<1xf32, reg>, index
  %u = tiny.store %v, %o[%l] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %u
}

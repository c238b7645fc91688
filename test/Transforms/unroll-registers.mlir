// RUN: tiny-opt %s --tiny-unroll-registers=target=sim | FileCheck %s
// RUN: tiny-opt %s --tiny-unroll-registers | FileCheck %s --check-prefix=CPU
// RUN: tiny-opt %s --pass-pipeline="builtin.module(tiny.kernel(tiny-unroll-registers{target=sim},tiny-expand))" | FileCheck %s --check-prefix=EXPANDED

// The ranges that index the tile of sums are unrolled, the others stay loops;
// what indexes memory does not matter.

//      CHECK: tiny.kernel @tile
//      CHECK:   tiny.range 2 unroll id 0
//      CHECK:   tiny.range 8 reduce id 1
//      CHECK:   tiny.range 2 unroll id 2
//      CHECK:   tiny.range 2 unroll id 3

// On a target that can address registers nothing changes.

//        CPU: tiny.kernel @tile
//        CPU:   tiny.range 2 loop id 0
//        CPU:   tiny.range 8 reduce id 1
//        CPU:   tiny.range 2 loop id 2
//        CPU:   tiny.range 2 weak id 3

// The accesses to the tile have constant indices then.

//   EXPANDED: tiny.kernel @tile
//   EXPANDED:   %[[ACC:.+]] = tiny.buffer 0
//   EXPANDED:   %[[C0:.+]] = tiny.const 0 : index
//   EXPANDED:   tiny.store %{{.+}}, %[[ACC]][%[[C0]]] strides [1, 0, 0]
tiny.kernel @tile(%o: !tiny.buffer<2xf32, global>,
                  %a: !tiny.buffer<8x2xf32, global>) {
  %c0 = tiny.const 0 : index
  %c2 = tiny.const 2 : index
  %zero = tiny.const 0.0 : f32
  %acc = tiny.buffer 0 : !tiny.buffer<2xf32, reg>
  %i = tiny.range 2 loop id 0
  %z = tiny.store %zero, %acc[%i] : f32, !tiny.buffer<2xf32, reg>, index
  %started = tiny.end %z over %i
  %k = tiny.range 8 reduce id 1
  %s0 = tiny.after %acc, %started, %k
    : !tiny.buffer<2xf32, reg>, !tiny.token, index
  %j = tiny.range 2 loop id 2
  %m = tiny.mul %k, %c2 : index, index
  %x = tiny.add %m, %j : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<8x2xf32, global>, index
  %old = tiny.load %s0[%j] : !tiny.buffer<2xf32, reg>, index
  %new = tiny.add %old, %v : f32, f32
  %t = tiny.store %new, %s0[%j] : f32, !tiny.buffer<2xf32, reg>, index
  %summed = tiny.end %t over %k, %j
  %s1 = tiny.after %acc, %summed : !tiny.buffer<2xf32, reg>, !tiny.token
  %l = tiny.range 2 weak id 3
  %r = tiny.load %s1[%l] : !tiny.buffer<2xf32, reg>, index
  %u = tiny.store %r, %o[%l] : f32, !tiny.buffer<2xf32, global>, index
  %e = tiny.end %u over %l
  tiny.sink %e
}

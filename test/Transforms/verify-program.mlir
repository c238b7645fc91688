// RUN: tiny-opt %s --tiny-verify-program | FileCheck %s

// What a vectorized dot product looks like after ordering.

// CHECK-LABEL: tiny.kernel @dot(
tiny.kernel @dot(%a: !tiny.buffer<64xf32, global>, %o: !tiny.buffer<2xf32, global>) {
  %acc = tiny.buffer 0 : !tiny.buffer<8xf32, reg>
  %c0 = tiny.const 0 : index
  %c8 = tiny.const 8 : index
  %z = tiny.const 0.0 : f32
  %zv = tiny.expand vector %z [8] : f32
  %i = tiny.range 2 thread id 0
  %acc0 = tiny.after %acc, %i : !tiny.buffer<8xf32, reg>, index
  %init = tiny.store %zv, %acc0[%c0] strides [1] : vector<8xf32>, !tiny.buffer<8xf32, reg>, index
  %r = tiny.range 4 reduce id 1
  %acc1 = tiny.after %acc, %init, %r : !tiny.buffer<8xf32, reg>, !tiny.token, index
  %x = tiny.mul %r, %c8 : index, index
  %v = tiny.load %a[%x] lanes [8] strides [1] : !tiny.buffer<64xf32, global>, index
  %old = tiny.load %acc1[%c0] lanes [8] strides [1] : !tiny.buffer<8xf32, reg>, index
  %new = tiny.add %old, %v : vector<8xf32>, vector<8xf32>
  %st = tiny.store %new, %acc1[%c0] strides [1] : vector<8xf32>, !tiny.buffer<8xf32, reg>, index
  %e = tiny.end %st over %r
  %acc2 = tiny.after %acc, %e : !tiny.buffer<8xf32, reg>, !tiny.token
  %fin = tiny.load %acc2[%c0] lanes [8] strides [1] : !tiny.buffer<8xf32, reg>, index
  %s = tiny.reduce add %fin axes [0] : vector<8xf32>
  %t = tiny.reshape %s [] : vector<1xf32>
  %u = tiny.store %t, %o[%i] : f32, !tiny.buffer<2xf32, global>, index
  %e1 = tiny.end %u over %i
  tiny.sink %e1
}

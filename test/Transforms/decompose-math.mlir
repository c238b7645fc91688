// RUN: tiny-opt %s --tiny-decompose-math=ops=pow,threefry | FileCheck %s
// RUN: tiny-opt %s --tiny-decompose-math=ops=threefry | FileCheck %s --check-prefix=CHOSEN

// A whole exponent is multiplied out.

// CHECK-LABEL: tiny.kernel @cube(
//       CHECK:   %[[X:.+]] = tiny.load
//       CHECK:   %[[S:.+]] = tiny.mul %[[X]], %[[X]] : vector<4xf32>, vector<4xf32>
//       CHECK:   %[[C:.+]] = tiny.mul %[[X]], %[[S]]
//       CHECK:   tiny.store %[[C]]
// CHOSEN-LABEL: tiny.kernel @cube(
//       CHOSEN:   tiny.pow
tiny.kernel @cube(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<4xf32, global>, index
  %n = tiny.const 3.0 : f32
  %r = tiny.pow %x, %n : vector<4xf32>, f32
  %t = tiny.store %r, %o[%c0] strides [1] : vector<4xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}

// A narrow product is rounded once; a negative exponent is a reciprocal.

// CHECK-LABEL: tiny.kernel @inverse_square(
//       CHECK:   %[[W:.+]] = tiny.cast %{{.+}} to f32 : f16
//       CHECK:   %[[S:.+]] = tiny.mul %[[W]], %[[W]] : f32, f32
//       CHECK:   %[[R:.+]] = tiny.reciprocal %[[S]]
//       CHECK:   tiny.cast %[[R]] to f16
tiny.kernel @inverse_square(%o: !tiny.buffer<1xf16, global>, %a: !tiny.buffer<1xf16, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf16, global>, index
  %n = tiny.const -2.0 : f16
  %r = tiny.pow %x, %n : f16, f16
  %t = tiny.store %r, %o[%c0] : f16, !tiny.buffer<1xf16, global>, index
  tiny.sink %t
}

// The half power is a root, but for -0.0 and -inf.

// CHECK-LABEL: tiny.kernel @root(
//       CHECK:   %[[P:.+]] = tiny.add %[[X:.+]], %{{.+}} : f32, f32
//       CHECK:   %[[S:.+]] = tiny.sqrt %[[P]]
//       CHECK:   %[[I:.+]] = tiny.cmpeq %[[X]]
//       CHECK:   tiny.where %[[I]], %{{.+}}, %[[S]]
tiny.kernel @root(%o: !tiny.buffer<1xf32, global>, %a: !tiny.buffer<1xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
  %n = tiny.const 0.5 : f32
  %r = tiny.pow %x, %n : f32, f32
  %t = tiny.store %r, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}

// Any other power of f32 is computed in f64.

// CHECK-LABEL: tiny.kernel @power(
//       CHECK:   %[[B:.+]] = tiny.cast %{{.+}} to f64 : vector<4xf32>
//       CHECK:   %[[E:.+]] = tiny.cast %{{.+}} to f64 : vector<4xf32>
//       CHECK:   %[[BITS:.+]] = tiny.bitcast %[[B]] to ui64
//       CHECK:   %[[LOG:.+]] = tiny.log2
//       CHECK:   %[[PRODUCT:.+]] = tiny.mul %[[E]], %[[LOG]]
//       CHECK:   tiny.exp2 %[[PRODUCT]]
//       CHECK:   tiny.cast %{{.+}} to f32 : vector<4xf64>
tiny.kernel @power(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>,
                   %b: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<4xf32, global>, index
  %y = tiny.load %b[%c0] lanes [4] strides [1] : !tiny.buffer<4xf32, global>, index
  %r = tiny.pow %x, %y : vector<4xf32>, vector<4xf32>
  %t = tiny.store %r, %o[%c0] strides [1] : vector<4xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}

// A positive constant base needs no logarithm.

// CHECK-LABEL: tiny.kernel @exponential(
//       CHECK:   %[[C:.+]] = tiny.const 3.321928094887362 : f64
//       CHECK:   %[[P:.+]] = tiny.mul %{{.+}}, %[[C]]
//       CHECK:   tiny.exp2 %[[P]]
//   CHECK-NOT:   tiny.log2
//       CHECK:   tiny.sink
tiny.kernel @exponential(%o: !tiny.buffer<1xf32, global>, %a: !tiny.buffer<1xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
  %n = tiny.const 10.0 : f32
  %r = tiny.pow %n, %x : f32, f32
  %t = tiny.store %r, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}

// Powers of integers take a square for each bit that the exponent can have.

// CHECK-LABEL: tiny.kernel @integer(
// CHECK-COUNT-2: tiny.cmpne
//     CHECK-NOT: tiny.cmpne
//         CHECK: tiny.sink
tiny.kernel @integer(%o: !tiny.buffer<1xi32, global>, %a: !tiny.buffer<1xi32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xi32, global>, index
  %c3 = tiny.const 3 : i32
  %n = tiny.and %x, %c3 : i32, i32
  %r = tiny.pow %x, %n : i32, i32
  %t = tiny.store %r, %o[%c0] : i32, !tiny.buffer<1xi32, global>, index
  tiny.sink %t
}

// Random bits take 20 rounds on words of 32 bits.

// CHECK-LABEL: tiny.kernel @random(
//       CHECK:   %[[LOW:.+]] = tiny.cast %[[X:.+]] to ui32 : vector<4xui64>
//       CHECK:   %[[HIGH:.+]] = tiny.shr %[[X]]
// CHECK-COUNT-20: tiny.or %{{.+}}, %{{.+}} : vector<4xui32>, vector<4xui32>
//   CHECK-NOT:   tiny.or %{{.+}}, %{{.+}} : vector<4xui32>, vector<4xui32>
//       CHECK:   tiny.or %{{.+}}, %{{.+}} : vector<4xui64>, vector<4xui64>
// CHOSEN-LABEL: tiny.kernel @random(
//   CHOSEN-NOT:   tiny.threefry
//       CHOSEN:   tiny.sink
tiny.kernel @random(%o: !tiny.buffer<4xui64, global>, %a: !tiny.buffer<4xui64, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<4xui64, global>, index
  %k = tiny.const 7 : ui64
  %r = tiny.threefry %x, %k : vector<4xui64>, ui64
  %t = tiny.store %r, %o[%c0] strides [1] : vector<4xui64>, !tiny.buffer<4xui64, global>, index
  tiny.sink %t
}

// RUN: tiny-opt %s --split-input-file --tiny-decompose-math | FileCheck %s
// RUN: tiny-opt %s --split-input-file --tiny-decompose-math=ops=sqrt | FileCheck %s --check-prefix=SQRT

// Adding 1.5 * 2^23 rounds; the power of the rounded number is made by its bits.
// An infinite result is chosen, so that no sum takes it for a product.

// CHECK-LABEL: tiny.kernel @exp2(
//   CHECK-DAG:   %[[BIAS:.+]] = tiny.const 12582912.0 : f32
//   CHECK-DAG:   %[[LOW:.+]] = tiny.const -152.0 : f32
//   CHECK-DAG:   %[[HIGH:.+]] = tiny.const 127.99999237060547 : f32
//   CHECK-DAG:   %[[INFINITY:.+]] = tiny.const inf : f32
//       CHECK:   %[[X:.+]] = tiny.load
//       CHECK:   %[[C:.+]] = tiny.cmplt %[[HIGH]], %[[X]]
//       CHECK:   %[[Y:.+]] = tiny.max %[[X]], %[[LOW]] : vector<8xf32>, f32
//       CHECK:   %[[B:.+]] = tiny.add %[[Y]], %[[BIAS]]
//       CHECK:   %[[N:.+]] = tiny.sub %[[B]], %[[BIAS]]
//       CHECK:   %[[R:.+]] = tiny.sub %[[Y]], %[[N]]
//       CHECK:   tiny.mul %{{.+}}, %[[R]]
//       CHECK:   tiny.bitcast %[[B]] to i32 : vector<8xf32>
//       CHECK:   tiny.shl
//       CHECK:   tiny.bitcast %{{.+}} to f32 : vector<8xi32>
//       CHECK:   tiny.where %[[C]], %[[INFINITY]], %{{.+}}
//   CHECK-NOT:   tiny.exp2
//       CHECK:   tiny.sink
tiny.kernel @exp2(%o: !tiny.buffer<8xf32, global>, %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [8] strides [1] : !tiny.buffer<8xf32, global>, index
  %r = tiny.exp2 %x : vector<8xf32>
  %t = tiny.store %r, %o[%c0] strides [1] : vector<8xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

// A product with log2(e) is no rounded product: its other factor is reduced.

// CHECK-LABEL: tiny.kernel @exp(
//   CHECK-DAG:   %[[LN2:.+]] = tiny.const 0.693145751953125 : f32
//       CHECK:   %[[X:.+]] = tiny.load
//       CHECK:   tiny.max %[[X]]
//       CHECK:   %[[P:.+]] = tiny.mul %{{.+}}, %[[LN2]]
//       CHECK:   tiny.sub %{{.+}}, %[[P]]
tiny.kernel @exp(%o: !tiny.buffer<8xf32, global>, %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [8] strides [1] : !tiny.buffer<8xf32, global>, index
  %c = tiny.const 1.4426950216293335 : f32
  %y = tiny.mul %x, %c : vector<8xf32>, f32
  %r = tiny.exp2 %y : vector<8xf32>
  %t = tiny.store %r, %o[%c0] strides [1] : vector<8xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

// The exponent is taken from the bits, and denormal numbers are scaled first.

// CHECK-LABEL: tiny.kernel @log2(
//       CHECK:   %[[X:.+]] = tiny.load
//       CHECK:   %[[S:.+]] = tiny.cmplt %[[X]], %{{.+}} : vector<4xf64>, f64
//       CHECK:   tiny.where %[[S]]
//       CHECK:   tiny.bitcast %{{.+}} to i64 : vector<4xf64>
//       CHECK:   tiny.shr
//       CHECK:   tiny.fdiv
//   CHECK-NOT:   tiny.log2
//       CHECK:   tiny.sink
tiny.kernel @log2(%o: !tiny.buffer<4xf64, global>, %a: !tiny.buffer<4xf64, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<4xf64, global>, index
  %r = tiny.log2 %x : vector<4xf64>
  %t = tiny.store %r, %o[%c0] strides [1] : vector<4xf64>, !tiny.buffer<4xf64, global>, index
  tiny.sink %t
}

// -----

// The sine of a half is computed in f64, like that of an f32.

// CHECK-LABEL: tiny.kernel @sin(
//       CHECK:   %[[X:.+]] = tiny.load
//       CHECK:   %[[W:.+]] = tiny.cast %[[X]] to f64 : f16
//       CHECK:   tiny.bitcast %[[W]] to ui64 : f64
//       CHECK:   tiny.cast %{{.+}} to f16 : f64
//   CHECK-NOT:   tiny.sin
//       CHECK:   tiny.sink
tiny.kernel @sin(%o: !tiny.buffer<1xf16, global>, %a: !tiny.buffer<1xf16, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf16, global>, index
  %r = tiny.sin %x : f16
  %t = tiny.store %r, %o[%c0] : f16, !tiny.buffer<1xf16, global>, index
  tiny.sink %t
}

// -----

// The root is an instruction here; without one it is Newton's iteration.

// CHECK-LABEL: tiny.kernel @sqrt(
//       CHECK:   tiny.sqrt
//  SQRT-LABEL: tiny.kernel @sqrt(
//        SQRT:   %[[X:.+]] = tiny.load
//        SQRT:   tiny.bitcast %{{.+}} to ui32 : f32
//    SQRT-NOT:   tiny.sqrt
//        SQRT:   tiny.sink
tiny.kernel @sqrt(%o: !tiny.buffer<1xf32, global>, %a: !tiny.buffer<1xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
  %r = tiny.sqrt %x : f32
  %t = tiny.store %r, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}

// RUN: tiny-opt %s --convert-tiny-to-structured --tiny-verify-structured | FileCheck %s

// A float of eight bits is its code; a copy does not look at it.

// CHECK-LABEL: func.func @copy(
//  CHECK-SAME:   memref<8xi8>
//       CHECK:   %[[CODES:.+]] = vector.load {{.+}} : memref<8xi8>, vector<8xi8>
//  CHECK-NEXT:   vector.store %[[CODES]]
tiny.kernel @copy(%a: !tiny.buffer<8xf8E4M3FN, global>, %o: !tiny.buffer<8xf8E4M3FN, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [8] strides [1] : !tiny.buffer<8xf8E4M3FN, global>, index
  %t = tiny.store %x, %o[%c0] strides [1] : vector<8xf8E4M3FN>, !tiny.buffer<8xf8E4M3FN, global>, index
  tiny.sink %t
}

// A constant is encoded; one that is too large is the largest number.

// CHECK-LABEL: func.func @constants(
//   CHECK-DAG:   %[[ONE:.+]] = arith.constant 56 : i8
//   CHECK-DAG:   %[[LARGEST:.+]] = arith.constant 126 : i8
//       CHECK:   memref.store %[[ONE]]
//       CHECK:   memref.store %[[LARGEST]]
tiny.kernel @constants(%o: !tiny.buffer<2xf8E4M3FN, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %one = tiny.const 1.0 : f8E4M3FN
  %large = tiny.const 1000.0 : f8E4M3FN
  %t = tiny.store %one, %o[%c0] : f8E4M3FN, !tiny.buffer<2xf8E4M3FN, global>, index
  %u = tiny.store %large, %o[%c1] : f8E4M3FN, !tiny.buffer<2xf8E4M3FN, global>, index
  tiny.sink %t, %u
}

// To f32: the code in the place of an f32, with the bias of the exponent
// corrected by a product.

// CHECK-LABEL: func.func @decode(
//   CHECK-DAG:   %[[SCALE:.+]] = arith.constant 5.19229686E+33 : f32
//       CHECK:   %[[WIDE:.+]] = arith.extui %{{.+}} : i8 to i32
//       CHECK:   %[[MAGNITUDE:.+]] = arith.andi %[[WIDE]], %c127_i32
//       CHECK:   %[[PLACED:.+]] = arith.shli %[[MAGNITUDE]], %c21_i32
//       CHECK:   %[[RAW:.+]] = arith.bitcast %[[PLACED]] : i32 to f32
//       CHECK:   arith.mulf %[[RAW]], %[[SCALE]]
//       CHECK:   %[[SPECIAL:.+]] = arith.cmpi uge, %[[MAGNITUDE]], %c124_i32
//       CHECK:   arith.select %[[SPECIAL]]
tiny.kernel @decode(%a: !tiny.buffer<1xf8E5M2, global>, %o: !tiny.buffer<1xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf8E5M2, global>, index
  %y = tiny.cast %x to f32 : f8E5M2
  %t = tiny.store %y, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}

// From f32: clamped to the largest number, normal and denormal numbers rounded
// in two ways, and NaN kept. Without infinities, one becomes NaN.

// CHECK-LABEL: func.func @encode(
//   CHECK-DAG:   %[[LARGEST:.+]] = arith.constant 4.480000e+02 : f32
//   CHECK-DAG:   %[[INFINITY:.+]] = arith.constant 0x7F800000 : f32
//       CHECK:   %[[SIZE:.+]] = math.absf %[[X:.+]] : f32
//       CHECK:   %[[FITS:.+]] = arith.cmpf olt, %[[SIZE]], %[[LARGEST]]
//       CHECK:   %[[NUMBER:.+]] = arith.select %[[FITS]], %[[SIZE]], %[[LARGEST]]
//       CHECK:   %[[SMALL:.+]] = arith.cmpf olt, %[[NUMBER]]
//       CHECK:   arith.select %[[SMALL]]
//       CHECK:   %[[NAN:.+]] = arith.cmpf ueq, %[[SIZE]], %[[INFINITY]]
//       CHECK:   arith.select %[[NAN]], %c127_i32
//       CHECK:   arith.trunci %{{.+}} : i32 to i8
tiny.kernel @encode(%a: !tiny.buffer<1xf32, global>, %o: !tiny.buffer<1xf8E4M3FN, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
  %y = tiny.cast %x to f8E4M3FN : f32
  %t = tiny.store %y, %o[%c0] : f8E4M3FN, !tiny.buffer<1xf8E4M3FN, global>, index
  tiny.sink %t
}

// A format that has infinities keeps them.

// CHECK-LABEL: func.func @infinity(
//       CHECK:   %[[INFINITE:.+]] = arith.cmpf oeq, %{{.+}}, %cst
//       CHECK:   arith.select %[[INFINITE]], %c124_i32
//       CHECK:   %[[NAN:.+]] = arith.cmpf uno
//       CHECK:   arith.select %[[NAN]], %c126_i32
tiny.kernel @infinity(%a: !tiny.buffer<1xf32, global>, %o: !tiny.buffer<1xf8E5M2, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
  %y = tiny.cast %x to f8E5M2 : f32
  %t = tiny.store %y, %o[%c0] : f8E5M2, !tiny.buffer<1xf8E5M2, global>, index
  tiny.sink %t
}

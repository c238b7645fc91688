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

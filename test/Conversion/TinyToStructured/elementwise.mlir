// RUN: tiny-opt %s --convert-tiny-to-structured --tiny-verify-structured | FileCheck %s

// Sums and products may be contracted, quotients and roots are exact.

// CHECK-LABEL: func.func @float_arithmetic(
//       CHECK:   %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
//       CHECK:   %[[A:.+]] = memref.load %arg0
//       CHECK:   %[[SUM:.+]] = arith.addf %[[A]], %{{.+}} fastmath<contract> : f32
//       CHECK:   %[[DIFFERENCE:.+]] = arith.subf %[[SUM]], %{{.+}} fastmath<contract> : f32
//       CHECK:   %[[PRODUCT:.+]] = arith.mulf %[[DIFFERENCE]], %{{.+}} fastmath<contract> : f32
//       CHECK:   %[[QUOTIENT:.+]] = arith.divf %[[PRODUCT]], %{{.+}} : f32
//       CHECK:   %[[RECIPROCAL:.+]] = arith.divf %[[ONE]], %[[QUOTIENT]] : f32
//       CHECK:   %[[NEGATIVE:.+]] = arith.negf %[[RECIPROCAL]] : f32
//       CHECK:   %[[EXP:.+]] = math.exp2 %[[NEGATIVE]] : f32
//       CHECK:   %[[LOG:.+]] = math.log2 %[[EXP]] : f32
//       CHECK:   %[[SIN:.+]] = math.sin %[[LOG]] : f32
//       CHECK:   %[[ROOT:.+]] = math.sqrt %[[SIN]] : f32
//       CHECK:   math.trunc %[[ROOT]] : f32
tiny.kernel @float_arithmetic(%a: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xf32, global>, index
  %y = tiny.load %a[%c1] : !tiny.buffer<4xf32, global>, index
  %0 = tiny.add %x, %y : f32, f32
  %1 = tiny.sub %0, %y : f32, f32
  %2 = tiny.mul %1, %y : f32, f32
  %3 = tiny.fdiv %2, %y : f32, f32
  %4 = tiny.reciprocal %3 : f32
  %5 = tiny.neg %4 : f32
  %6 = tiny.exp2 %5 : f32
  %7 = tiny.log2 %6 : f32
  %8 = tiny.sin %7 : f32
  %9 = tiny.sqrt %8 : f32
  %10 = tiny.trunc %9 : f32
  %t = tiny.store %10, %a[%c0] : f32, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}

// The larger of two floats is a comparison and a selection, and a NaN on the
// right wins as well, unless it is known to be none.

// CHECK-LABEL: func.func @float_max(
//       CHECK:   %[[A:.+]] = memref.load %{{.+}}[%c0]
//       CHECK:   %[[B:.+]] = memref.load %{{.+}}[%c1]
//       CHECK:   %[[LESS:.+]] = arith.cmpf olt, %[[A]], %[[B]] : f32
//       CHECK:   %[[M:.+]] = arith.select %[[LESS]], %[[B]], %[[A]] : f32
//       CHECK:   %[[NAN:.+]] = arith.cmpf uno, %[[B]], %[[B]] : f32
//       CHECK:   %[[R:.+]] = arith.select %[[NAN]], %[[B]], %[[M]] : f32
//       CHECK:   arith.cmpf olt, %[[R]]
//   CHECK-NOT:   arith.cmpf uno
tiny.kernel @float_max(%a: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xf32, global>, index
  %y = tiny.load %a[%c1] : !tiny.buffer<4xf32, global>, index
  %0 = tiny.max %x, %y : f32, f32
  %one = tiny.const 1.0 : f32
  %1 = tiny.max %0, %one : f32, f32
  %t = tiny.store %1, %a[%c0] : f32, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}

// A NaN compares unequal, and not equal, to everything.

// CHECK-LABEL: func.func @float_compare(
//       CHECK:   arith.cmpf olt,
//       CHECK:   arith.cmpf une,
//       CHECK:   arith.cmpf oeq,
tiny.kernel @float_compare(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xi8, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xf32, global>, index
  %y = tiny.load %a[%c1] : !tiny.buffer<4xf32, global>, index
  %0 = tiny.cmplt %x, %y : f32, f32
  %1 = tiny.cmpne %x, %y : f32, f32
  %2 = tiny.cmpeq %x, %y : f32, f32
  %3 = tiny.xor %0, %1 : i1, i1
  %4 = tiny.xor %3, %2 : i1, i1
  %5 = tiny.cast %4 to i8 : i1
  %t = tiny.store %5, %o[%c0] : i8, !tiny.buffer<4xi8, global>, index
  tiny.sink %t
}

// A scalar beside a vector is broadcast where it is computed, a constant is a
// constant vector.

// CHECK-LABEL: func.func @mixed_shapes(
//       CHECK:   %[[TWO:.+]] = arith.constant dense<2.000000e+00> : vector<4xf32>
//       CHECK:   %[[SCALAR:.+]] = memref.load
//       CHECK:   %[[SPLAT:.+]] = vector.broadcast %[[SCALAR]] : f32 to vector<4xf32>
//       CHECK:   scf.for
//       CHECK:     %[[VECTOR:.+]] = vector.load
//       CHECK:     %[[SUM:.+]] = arith.addf %[[VECTOR]], %[[SPLAT]]
//       CHECK:     arith.mulf %[[SUM]], %[[TWO]]
//   CHECK-NOT:     vector.broadcast
tiny.kernel @mixed_shapes(%a: !tiny.buffer<8xf32, global>, %b: !tiny.buffer<f32, global>) {
  %c0 = tiny.const 0 : index
  %c4 = tiny.const 4 : index
  %two = tiny.const 2.0 : f32
  %s = tiny.load %b[%c0] : !tiny.buffer<f32, global>, index
  %i = tiny.range 2 weak id 0
  %x = tiny.mul %i, %c4 : index, index
  %v = tiny.load %a[%x] lanes [4] strides [1] : !tiny.buffer<8xf32, global>, index
  %0 = tiny.add %v, %s : vector<4xf32>, f32
  %1 = tiny.mul %0, %two : vector<4xf32>, f32
  %2 = tiny.sub %1, %s : vector<4xf32>, f32
  %t = tiny.store %2, %a[%x] strides [1] : vector<4xf32>, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// A vector condition selects lane by lane, also between scalars.

// CHECK-LABEL: func.func @where(
//       CHECK:   %[[ONE:.+]] = arith.constant dense<1.000000e+00> : vector<4xf32>
//       CHECK:   %[[POSITIVE:.+]] = arith.cmpf olt, %{{.+}}, %{{.+}} : vector<4xf32>
//       CHECK:   arith.select %[[POSITIVE]], %[[ONE]], %{{.+}} : vector<4xi1>, vector<4xf32>
tiny.kernel @where(%a: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %zero = tiny.const 0.0 : f32
  %one = tiny.const 1.0 : f32
  %v = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<4xf32, global>, index
  %p = tiny.cmplt %zero, %v : f32, vector<4xf32>
  %0 = tiny.where %p, %one, %zero : vector<4xi1>, f32, f32
  %t = tiny.store %0, %a[%c0] strides [1] : vector<4xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}

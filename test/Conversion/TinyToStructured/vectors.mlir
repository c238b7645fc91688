// RUN: tiny-opt %s --convert-tiny-to-structured --tiny-verify-structured | FileCheck %s

// A sum of lanes may be added in any order; the sum is a scalar from then on.

// CHECK-LABEL: func.func @sum(
//       CHECK:   %[[SUM:.+]] = vector.reduction <add>, %{{.+}} fastmath<reassoc> : vector<8xf32> into f32
//       CHECK:   memref.store %[[SUM]]
tiny.kernel @sum(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [8] strides [1] : !tiny.buffer<8xf32, global>, index
  %r = tiny.reduce add %v axes [0] : vector<8xf32>
  %s = tiny.reshape %r [] : vector<1xf32>
  %t = tiny.store %s, %a[%c0] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// Integers need no permission; on bools a product is `and`.

// CHECK-LABEL: func.func @integer_reductions(
//       CHECK:   vector.reduction <mul>, %{{.+}} : vector<4xi32> into i32
//       CHECK:   vector.reduction <and>, %{{.+}} : vector<4xi1> into i1
tiny.kernel @integer_reductions(%a: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %zero = tiny.const 0 : i32
  %v = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<4xi32, global>, index
  %r = tiny.reduce mul %v axes [0] : vector<4xi32>
  %p = tiny.cmplt %zero, %v : i32, vector<4xi32>
  %q = tiny.reduce mul %p axes [0] : vector<4xi1>
  %w = tiny.where %q, %r, %zero : vector<1xi1>, vector<1xi32>, i32
  %s = tiny.reshape %w [] : vector<1xi32>
  %t = tiny.store %s, %a[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t
}

// The largest lane: halves against each other, then the last lanes.

// CHECK-LABEL: func.func @maximum(
//       CHECK:   %[[LOW:.+]] = vector.shuffle %[[V:.+]], %[[V]] [0, 1, 2]
//       CHECK:   %[[HIGH:.+]] = vector.shuffle %[[V]], %[[V]] [3, 4, 5]
//       CHECK:   %[[LESS:.+]] = arith.cmpf olt, %[[LOW]], %[[HIGH]]
//       CHECK:   %[[LARGER:.+]] = arith.select %[[LESS]], %[[HIGH]], %[[LOW]]
//       CHECK:   %[[NAN:.+]] = arith.cmpf uno, %[[HIGH]], %[[HIGH]]
//       CHECK:   %[[HALF:.+]] = arith.select %[[NAN]], %[[HIGH]], %[[LARGER]]
//       CHECK:   vector.extract %[[HALF]][0]
//       CHECK:   vector.extract %[[HALF]][1]
//       CHECK:   vector.extract %[[HALF]][2]
tiny.kernel @maximum(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [6] strides [1] : !tiny.buffer<8xf32, global>, index
  %r = tiny.reduce max %v axes [0] : vector<6xf32>
  %s = tiny.reshape %r [] : vector<1xf32>
  %t = tiny.store %s, %a[%c0] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// Lanes are taken out and put together.

// CHECK-LABEL: func.func @lanes(
//       CHECK:   %[[LANE:.+]] = vector.extract %[[V:.+]][2] : f32 from vector<4xf32>
//       CHECK:   %[[PAIR:.+]] = vector.shuffle %[[V]], %[[V]] [1, 2] : vector<4xf32>, vector<4xf32>
//       CHECK:   %[[BUILT:.+]] = vector.from_elements %[[LANE]], %{{.+}} : vector<2xf32>
//       CHECK:   arith.addf %[[PAIR]], %[[BUILT]]
tiny.kernel @lanes(%a: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %z = tiny.const 0.0 : f32
  %v = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<4xf32, global>, index
  %s = tiny.shrink %v offsets [2] sizes [1] : vector<4xf32>
  %x = tiny.reshape %s [] : vector<1xf32>
  %p = tiny.shrink %v offsets [1] sizes [2] : vector<4xf32>
  %b = tiny.stack vector %x, %z : f32, f32
  %r = tiny.add %p, %b : vector<2xf32>, vector<2xf32>
  %t = tiny.store %r, %a[%c0] strides [1] : vector<2xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}

// Equal scalars side by side are a broadcast, the lane numbers a constant.

// CHECK-LABEL: func.func @constant_vectors(
//       CHECK:   %[[LANES:.+]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
//       CHECK:   %[[X:.+]] = memref.load
//       CHECK:   %[[SAME:.+]] = vector.broadcast %[[X]] : i32 to vector<4xi32>
//       CHECK:   %[[NUMBERS:.+]] = arith.index_cast %[[LANES]] : vector<4xindex> to vector<4xi32>
//       CHECK:   arith.addi %[[SAME]], %[[NUMBERS]]
tiny.kernel @constant_vectors(%a: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xi32, global>, index
  %v = tiny.stack vector %x, %x, %x, %x : i32, i32, i32, i32
  %l = tiny.iota 0 : vector<4xindex>
  %n = tiny.cast %l to i32 : vector<4xindex>
  %r = tiny.add %v, %n : vector<4xi32>, vector<4xi32>
  %t = tiny.store %r, %a[%c0] strides [1] : vector<4xi32>, !tiny.buffer<4xi32, global>, index
  tiny.sink %t
}

// RUN: tiny-opt %s --convert-tiny-to-structured --tiny-verify-structured | FileCheck %s

// Buffers are one-dimensional, of at least one element and without signs.

// CHECK-LABEL: func.func @signature(
//  CHECK-SAME:   memref<6xi32>
//  CHECK-SAME:   memref<1xf32>
//  CHECK-SAME:   memref<1xf64>
//  CHECK-SAME:   memref<3xi8>
//  CHECK-SAME:   index
//  CHECK-SAME:   index
//  CHECK-SAME:   attributes {tiny.threads = 1 : i64}
tiny.kernel @signature(%a: !tiny.buffer<2x3xui32, global>, %b: !tiny.buffer<f32, global>,
                       %c: !tiny.buffer<0x4xf64, global>, %d: !tiny.buffer<3xi1, global>) {
  tiny.sink
}

// Bools are bytes in memory.

// CHECK-LABEL: func.func @bool_storage(
//       CHECK:   %[[BYTES:.+]] = vector.load %arg0[%c0] : memref<8xi8>, vector<8xi8>
//       CHECK:   %[[BOOLS:.+]] = arith.cmpi ne, %[[BYTES]], %{{.+}} : vector<8xi8>
//       CHECK:   %[[STORED:.+]] = arith.extui %[[BOOLS]] : vector<8xi1> to vector<8xi8>
//       CHECK:   vector.store %[[STORED]], %arg1[%c0]
tiny.kernel @bool_storage(%a: !tiny.buffer<8xi1, global>, %o: !tiny.buffer<8xi1, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [8] strides [1] : !tiny.buffer<8xi1, global>, index
  %t = tiny.store %x, %o[%c0] strides [1] : vector<8xi1>, !tiny.buffer<8xi1, global>, index
  tiny.sink %t
}

// One lane is a scalar.

// CHECK-LABEL: func.func @one_lane(
//       CHECK:   %[[X:.+]] = memref.load %arg0[%c0]
//       CHECK:   memref.store %[[X]], %arg0[%c1]
tiny.kernel @one_lane(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.load %a[%c0] lanes [1] strides [0] : !tiny.buffer<8xf32, global>, index
  %t = tiny.store %x, %a[%c1] strides [0] : vector<1xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// A mask that is one for the whole access moves a load to a place that exists;
// a store becomes conditional.

// CHECK-LABEL: func.func @scalar_mask(
//       CHECK:   scf.for %[[I:.+]] =
//       CHECK:     %[[INSIDE:.+]] = arith.cmpi slt, %[[I]], %c3
//       CHECK:     %[[PLACE:.+]] = arith.select %[[INSIDE]], %[[I]], %c0
//       CHECK:     %[[LOADED:.+]] = vector.load %arg0[%[[PLACE]]] : memref<6xf32>, vector<4xf32>
//       CHECK:     %[[VALUE:.+]] = arith.select %[[INSIDE]], %[[LOADED]], %cst
//       CHECK:     scf.if %[[INSIDE]] {
//  CHECK-NEXT:       vector.store %[[VALUE]], %arg1[%[[I]]]
tiny.kernel @scalar_mask(%a: !tiny.buffer<6xf32, global>, %o: !tiny.buffer<12xf32, global>) {
  %c3 = tiny.const 3 : index
  %i = tiny.range 8 weak id 0
  %m = tiny.cmplt %i, %c3 : index, index
  %x = tiny.load %a[%i] lanes [4] strides [1] mask %m : !tiny.buffer<6xf32, global>, index mask i1
  %t = tiny.store %x, %o[%i] strides [1] mask %m : vector<4xf32>, !tiny.buffer<12xf32, global>, index mask i1
  %e = tiny.end %t over %i
  tiny.sink %e
}

// A buffer that is smaller than the access is read behind a branch.

// CHECK-LABEL: func.func @small_buffer(
//       CHECK:   %[[VALUE:.+]] = scf.if %{{.+}} -> (vector<4xf32>) {
//  CHECK-NEXT:     vector.load
//       CHECK:   } else {
//  CHECK-NEXT:     scf.yield %cst
//       CHECK:   vector.store %[[VALUE]]
tiny.kernel @small_buffer(%a: !tiny.buffer<2xf32, global>, %o: !tiny.buffer<12xf32, global>) {
  %c3 = tiny.const 3 : index
  %i = tiny.range 8 weak id 0
  %m = tiny.cmplt %i, %c3 : index, index
  %x = tiny.load %a[%i] lanes [4] strides [1] mask %m : !tiny.buffer<2xf32, global>, index mask i1
  %t = tiny.store %x, %o[%i] strides [1] : vector<4xf32>, !tiny.buffer<12xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// A mask with lanes masks them; the rest reads as zero.

// CHECK-LABEL: func.func @lane_mask(
//       CHECK:   %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
//       CHECK:   %[[INSIDE:.+]] = arith.cmpi slt, %{{.+}}, %{{.+}} : vector<4xindex>
//       CHECK:   %[[X:.+]] = vector.maskedload %arg0[%c0], %[[INSIDE]], %[[ZERO]]
//       CHECK:   vector.maskedstore %arg1[%c0], %[[INSIDE]], %[[X]]
tiny.kernel @lane_mask(%a: !tiny.buffer<3xf32, global>, %o: !tiny.buffer<3xf32, global>) {
  %c0 = tiny.const 0 : index
  %c3 = tiny.const 3 : index
  %l = tiny.iota 0 : vector<4xindex>
  %m = tiny.cmplt %l, %c3 : vector<4xindex>, index
  %x = tiny.load %a[%c0] lanes [4] strides [1] mask %m : !tiny.buffer<3xf32, global>, index mask vector<4xi1>
  %t = tiny.store %x, %o[%c0] strides [1] mask %m : vector<4xf32>, !tiny.buffer<3xf32, global>, index mask vector<4xi1>
  tiny.sink %t
}

// A mask that is known to be true masks nothing.

// CHECK-LABEL: func.func @full_mask(
//   CHECK-NOT:   arith.select
//   CHECK-NOT:   scf.if
//       CHECK:   return
tiny.kernel @full_mask(%a: !tiny.buffer<8xf32, global>) {
  %c8 = tiny.const 8 : index
  %i = tiny.range 8 weak id 0
  %m = tiny.cmplt %i, %c8 : index, index
  %x = tiny.load %a[%i] mask %m : !tiny.buffer<8xf32, global>, index mask i1
  %t = tiny.store %x, %a[%i] mask %m : f32, !tiny.buffer<8xf32, global>, index mask i1
  %e = tiny.end %t over %i
  tiny.sink %e
}

// Lanes that lie apart are loaded and stored one by one, at constant distances
// from the first.

// CHECK-LABEL: func.func @apart
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[C3:.+]] = arith.constant 3 : index
// CHECK: %[[A:.+]] = memref.load %arg1[%[[C0]]]
// CHECK: %[[I:.+]] = arith.addi %[[C0]], %[[C3]]
// CHECK: %[[B:.+]] = memref.load %arg1[%[[I]]]
// CHECK: %[[V:.+]] = vector.from_elements %[[A]], %[[B]] : vector<2xf32>
// CHECK: %[[E:.+]]:2 = vector.to_elements %[[V]]
// CHECK: memref.store %[[E]]#0, %arg0[%[[C0]]]
// CHECK: memref.store %[[E]]#1, %arg0
tiny.kernel @apart(%o: !tiny.buffer<8xf32, global>, %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [2] strides [3] : !tiny.buffer<8xf32, global>, index
  %t = tiny.store %v, %o[%c0] strides [4] : vector<2xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

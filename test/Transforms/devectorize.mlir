// RUN: tiny-opt %s -split-input-file -tiny-devectorize | FileCheck %s

// Rows of a two-dimensional vector become values of one dimension.
tiny.kernel @rows(%o: !tiny.buffer<32xf32, global>,
                  %a: !tiny.buffer<32xf32, global>) {
  %i = tiny.range 2 weak id 0
  %c16 = tiny.const 16 : index
  %b = tiny.mul %i, %c16 : index, index
  %v = tiny.load %a[%b] lanes [2, 8] strides [8, 1]
    : !tiny.buffer<32xf32, global>, index
  %w = tiny.neg %v : vector<2x8xf32>
  %t = tiny.store %w, %o[%b] strides [8, 1]
    : vector<2x8xf32>, !tiny.buffer<32xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
// CHECK-LABEL: @rows
// CHECK: %[[C8:.*]] = tiny.const 8 : index
// CHECK: %[[B:.*]] = tiny.mul
// CHECK: %[[V0:.*]] = tiny.load %arg1[%[[B]]] lanes [8] strides [1]
// CHECK: %[[B1:.*]] = tiny.add %[[B]], %[[C8]] : index, index
// CHECK: %[[V1:.*]] = tiny.load %arg1[%[[B1]]] lanes [8] strides [1]
// CHECK: %[[W0:.*]] = tiny.neg %[[V0]] : vector<8xf32>
// CHECK: %[[W1:.*]] = tiny.neg %[[V1]] : vector<8xf32>
// CHECK: %[[T0:.*]] = tiny.store %[[W0]], %arg0[%[[B]]] strides [1]
// CHECK: %[[T1:.*]] = tiny.store %[[W1]], %arg0[%[[B1]]] strides [1]
// CHECK: %[[T:.*]] = tiny.group %[[T0]], %[[T1]]
// CHECK: tiny.end %[[T]]

// -----

// Vectors of one dimension, however wide, and scalars stay.
tiny.kernel @unchanged(%o: !tiny.buffer<64xf32, global>,
                       %a: !tiny.buffer<64xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1.0 : f32
  %v = tiny.load %a[%c0] lanes [64] strides [1]
    : !tiny.buffer<64xf32, global>, index
  %w = tiny.add %v, %c1 : vector<64xf32>, f32
  %t = tiny.store %w, %o[%c0] strides [1]
    : vector<64xf32>, !tiny.buffer<64xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @unchanged
// CHECK: %[[V:.*]] = tiny.load %arg1[%{{.*}}] lanes [64] strides [1]
// CHECK: %[[W:.*]] = tiny.add %[[V]], %{{.*}} : vector<64xf32>, f32
// CHECK: %[[T:.*]] = tiny.store %[[W]]
// CHECK: tiny.sink %[[T]]

// -----

// A kernel of scalars stays.
tiny.kernel @scalars(%o: !tiny.buffer<4xf32, global>,
                     %a: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %v = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %v, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
// CHECK-LABEL: @scalars
// CHECK-NEXT: tiny.range
// CHECK-NEXT: tiny.load
// CHECK-NEXT: tiny.store
// CHECK-NEXT: tiny.end
// CHECK-NEXT: tiny.sink

// -----

// A column and a row broadcast: a column is a scalar in each row.
tiny.kernel @outer_product(%o: !tiny.buffer<16xf32, global>,
                           %a: !tiny.buffer<2xf32, global>,
                           %b: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [2, 1] strides [1, 0]
    : !tiny.buffer<2xf32, global>, index
  %y = tiny.load %b[%c0] lanes [1, 8] strides [0, 1]
    : !tiny.buffer<8xf32, global>, index
  %p = tiny.mul %x, %y : vector<2x1xf32>, vector<1x8xf32>
  %t = tiny.store %p, %o[%c0] strides [8, 1]
    : vector<2x8xf32>, !tiny.buffer<16xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @outer_product
// CHECK: %[[X0:.*]] = tiny.load %arg1[%{{.*}}] : <2xf32, global>
// CHECK: %[[X1:.*]] = tiny.load %arg1[%{{.*}}] : <2xf32, global>
// CHECK: %[[Y:.*]] = tiny.load %arg2[%{{.*}}] lanes [8] strides [1]
// CHECK: tiny.mul %[[X0]], %[[Y]] : f32, vector<8xf32>
// CHECK: tiny.mul %[[X1]], %[[Y]] : f32, vector<8xf32>

// -----

// Three dimensions: the index of a row runs over the first two in row-major
// order.
tiny.kernel @three_dims(%o: !tiny.buffer<64xf32, global>,
                        %a: !tiny.buffer<64xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [2, 2, 4] strides [32, 8, 1]
    : !tiny.buffer<64xf32, global>, index
  %t = tiny.store %v, %o[%c0] strides [4, 16, 1]
    : vector<2x2x4xf32>, !tiny.buffer<64xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @three_dims
// CHECK-DAG: %[[C0:.*]] = tiny.const 0 : index
// CHECK-DAG: %[[C4:.*]] = tiny.const 4 : index
// CHECK-DAG: %[[C8:.*]] = tiny.const 8 : index
// CHECK-DAG: %[[C16:.*]] = tiny.const 16 : index
// CHECK-DAG: %[[C20:.*]] = tiny.const 20 : index
// CHECK-DAG: %[[C32:.*]] = tiny.const 32 : index
// CHECK-DAG: %[[C40:.*]] = tiny.const 40 : index
// CHECK: %[[V00:.*]] = tiny.load %arg1[%[[C0]]]
// CHECK: %[[V01:.*]] = tiny.load %arg1[%[[C8]]]
// CHECK: %[[V10:.*]] = tiny.load %arg1[%[[C32]]]
// CHECK: %[[V11:.*]] = tiny.load %arg1[%[[C40]]]
// CHECK: tiny.store %[[V00]], %arg0[%[[C0]]]
// CHECK: tiny.store %[[V01]], %arg0[%[[C16]]]
// CHECK: tiny.store %[[V10]], %arg0[%[[C4]]]
// CHECK: tiny.store %[[V11]], %arg0[%[[C20]]]

// -----

// Lanes that lie apart stay one access: the target takes them one by one.
tiny.kernel @strided(%o: !tiny.buffer<16xf32, global>,
                     %a: !tiny.buffer<16xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [4] strides [4]
    : !tiny.buffer<16xf32, global>, index
  %t = tiny.store %v, %o[%c0] strides [-2]
    : vector<4xf32>, !tiny.buffer<16xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @strided
// CHECK: %[[C0:.*]] = tiny.const 0 : index
// CHECK: %[[V:.*]] = tiny.load %arg1[%[[C0]]] lanes [4] strides [4]
// CHECK: tiny.store %[[V]], %arg0[%[[C0]]] strides [-2] : vector<4xf32>

// -----

// Integers of 64 bits, which may have to become words, are loaded one by one;
// what stores them one by one takes the scalars.
tiny.kernel @strided_wide(%o: !tiny.buffer<16xi64, global>,
                          %a: !tiny.buffer<16xi64, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [4] strides [4]
    : !tiny.buffer<16xi64, global>, index
  %w = tiny.neg %v : vector<4xi64>
  %t = tiny.store %v, %o[%c0] strides [2]
    : vector<4xi64>, !tiny.buffer<16xi64, global>, index
  %u = tiny.store %w, %o[%c0] strides [2]
    : vector<4xi64>, !tiny.buffer<16xi64, global>, index
  tiny.sink %t, %u
}
// CHECK-LABEL: @strided_wide
// CHECK-DAG: %[[C0:.*]] = tiny.const 0 : index
// CHECK-DAG: %[[C2:.*]] = tiny.const 2 : index
// CHECK-DAG: %[[C12:.*]] = tiny.const 12 : index
// CHECK: %[[S0:.*]] = tiny.load %arg1[%[[C0]]] : <16xi64, global>
// CHECK: %[[S1:.*]] = tiny.load
// CHECK: %[[S2:.*]] = tiny.load
// CHECK: %[[S3:.*]] = tiny.load %arg1[%[[C12]]]
// CHECK: %[[V:.*]] = tiny.stack vector %[[S0]], %[[S1]], %[[S2]], %[[S3]]
// CHECK: %[[W:.*]] = tiny.neg %[[V]] : vector<4xi64>
// CHECK: tiny.store %[[S0]], %arg0[%[[C0]]] : i64
// CHECK: tiny.store %[[S1]], %arg0[%[[C2]]] : i64
// CHECK: tiny.shrink %[[W]] offsets [0] sizes [1]
// CHECK: tiny.reshape %{{.*}} [] : vector<1xi64>

// -----

// Lanes that all lie in one place are one scalar.
tiny.kernel @stride_zero(%o: !tiny.buffer<1xf32, global>,
                         %a: !tiny.buffer<1xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [4] strides [0]
    : !tiny.buffer<1xf32, global>, index
  %t = tiny.store %v, %o[%c0] strides [0]
    : vector<4xf32>, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @stride_zero
// CHECK: %[[S:.*]] = tiny.load %arg1[%{{.*}}] : <1xf32, global>
// CHECK: tiny.store %[[S]], %arg0[%{{.*}}] : f32
// CHECK-NOT: tiny.store

// -----

// A register tile has constant places for its rows.
tiny.kernel @accumulator(%o: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %z = tiny.const 0.0 : f32
  %r = tiny.range 4 reduce id 0
  %acc = tiny.buffer 0 : !tiny.buffer<2x16xf32, reg>
  %zv = tiny.expand vector %z [2, 16] : f32
  %init = tiny.store %zv, %acc[%c0] strides [16, 1]
    : vector<2x16xf32>, !tiny.buffer<2x16xf32, reg>, index
  %acc1 = tiny.after %acc, %init, %r
    : !tiny.buffer<2x16xf32, reg>, !tiny.token, index
  %old = tiny.load %acc1[%c0] lanes [2, 16] strides [16, 1]
    : !tiny.buffer<2x16xf32, reg>, index
  %new = tiny.add %old, %old : vector<2x16xf32>, vector<2x16xf32>
  %st = tiny.store %new, %acc1[%c0] strides [16, 1]
    : vector<2x16xf32>, !tiny.buffer<2x16xf32, reg>, index
  %e = tiny.end %st over %r
  %acc2 = tiny.after %acc, %e : !tiny.buffer<2x16xf32, reg>, !tiny.token
  %fin = tiny.load %acc2[%c0] lanes [2, 16] strides [16, 1]
    : !tiny.buffer<2x16xf32, reg>, index
  %t = tiny.store %fin, %o[%c0] strides [16, 1]
    : vector<2x16xf32>, !tiny.buffer<32xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @accumulator
// CHECK-DAG: %[[C0:.*]] = tiny.const 0 : index
// CHECK-DAG: %[[C16:.*]] = tiny.const 16 : index
// CHECK: %[[Z:.*]] = tiny.expand vector %{{.*}} [16] : f32
// CHECK-NOT: tiny.expand
// CHECK: %[[I0:.*]] = tiny.store %[[Z]], %[[ACC:.*]][%[[C0]]] strides [1]
// CHECK: %[[I1:.*]] = tiny.store %[[Z]], %[[ACC]][%[[C16]]] strides [1]
// CHECK: %[[INIT:.*]] = tiny.group %[[I0]], %[[I1]]
// CHECK: %[[ACC1:.*]] = tiny.after %[[ACC]], %[[INIT]], %{{.*}}
// CHECK: tiny.load %[[ACC1]][%[[C0]]] lanes [16] strides [1]
// CHECK: tiny.load %[[ACC1]][%[[C16]]] lanes [16] strides [1]
// CHECK: %[[BOTH:.*]] = tiny.group
// CHECK: tiny.end %[[BOTH]]

// -----

// Rows are summed as a balanced tree, then the lanes.
tiny.kernel @sum_all(%o: !tiny.buffer<1xf32, global>,
                     %a: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [4, 8] strides [8, 1]
    : !tiny.buffer<32xf32, global>, index
  %s = tiny.reduce add %v axes [0, 1] : vector<4x8xf32>
  %x = tiny.reshape %s [] : vector<1x1xf32>
  %t = tiny.store %x, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @sum_all
// CHECK: %[[V0:.*]] = tiny.load
// CHECK: %[[V1:.*]] = tiny.load
// CHECK: %[[V2:.*]] = tiny.load
// CHECK: %[[V3:.*]] = tiny.load
// CHECK: %[[S01:.*]] = tiny.add %[[V0]], %[[V1]] : vector<8xf32>, vector<8xf32>
// CHECK: %[[S23:.*]] = tiny.add %[[V2]], %[[V3]]
// CHECK: %[[S:.*]] = tiny.add %[[S01]], %[[S23]]
// CHECK: %[[L:.*]] = tiny.reduce add %[[S]] axes [0] : vector<8xf32>
// CHECK: %[[X:.*]] = tiny.reshape %[[L]] [] : vector<1xf32>
// CHECK: tiny.store %[[X]], %arg0

// -----

// Each row of lanes is reduced on its own; an odd count leaves one row over.
tiny.kernel @some_axes(%o: !tiny.buffer<2xf32, global>,
                       %p: !tiny.buffer<4xi1, global>,
                       %a: !tiny.buffer<8xf32, global>,
                       %b: !tiny.buffer<12xi1, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [2, 4] strides [4, 1]
    : !tiny.buffer<8xf32, global>, index
  %s = tiny.reduce max %v axes [1] : vector<2x4xf32>
  %w = tiny.load %b[%c0] lanes [3, 4] strides [4, 1]
    : !tiny.buffer<12xi1, global>, index
  %m = tiny.reduce max %w axes [0] : vector<3x4xi1>
  %t = tiny.store %s, %o[%c0] strides [1, 0]
    : vector<2x1xf32>, !tiny.buffer<2xf32, global>, index
  %u = tiny.store %m, %p[%c0] strides [0, 1]
    : vector<1x4xi1>, !tiny.buffer<4xi1, global>, index
  tiny.sink %t, %u
}
// CHECK-LABEL: @some_axes
// CHECK: tiny.reduce max %{{.*}} axes [0] : vector<4xf32>
// CHECK: %[[R0:.*]] = tiny.reshape
// CHECK: tiny.reduce max %{{.*}} axes [0] : vector<4xf32>
// CHECK: %[[R1:.*]] = tiny.reshape
// CHECK: %[[B0:.*]] = tiny.load
// CHECK: %[[B1:.*]] = tiny.load
// CHECK: %[[B2:.*]] = tiny.load
// CHECK: %[[B01:.*]] = tiny.max %[[B0]], %[[B1]] : vector<4xi1>, vector<4xi1>
// CHECK: %[[B:.*]] = tiny.max %[[B01]], %[[B2]]
// CHECK: tiny.store %[[R0]], %arg0[%{{.*}}] : f32
// CHECK: tiny.store %[[R1]], %arg0[%{{.*}}] : f32
// CHECK: tiny.store %[[B]], %arg1[%{{.*}}] strides [1]

// -----

// A mask of lanes stays with a vector access; in a row it is taken by row.
tiny.kernel @masked(%o: !tiny.buffer<16xf32, global>,
                    %a: !tiny.buffer<16xf32, global>) {
  %c0 = tiny.const 0 : index
  %c5 = tiny.const 5 : index
  %l = tiny.iota 1 : vector<1x8xindex>
  %m = tiny.cmplt %l, %c5 : vector<1x8xindex>, index
  %v = tiny.load %a[%c0] lanes [2, 8] strides [8, 1] mask %m
    : !tiny.buffer<16xf32, global>, index mask vector<1x8xi1>
  %k = tiny.iota 0 : vector<2x1xindex>
  %n = tiny.cmplt %k, %c5 : vector<2x1xindex>, index
  %t = tiny.store %v, %o[%c0] strides [8, 1] mask %n
    : vector<2x8xf32>, !tiny.buffer<16xf32, global>, index mask vector<2x1xi1>
  tiny.sink %t
}
// CHECK-LABEL: @masked
// CHECK: %[[L:.*]] = tiny.iota 0 : vector<8xindex>
// CHECK: %[[M:.*]] = tiny.cmplt %[[L]], %{{.*}} : vector<8xindex>, index
// CHECK: tiny.load {{.*}} lanes [8] strides [1] mask %[[M]]
// CHECK: tiny.load {{.*}} lanes [8] strides [1] mask %[[M]]
// CHECK: %[[N0:.*]] = tiny.cmplt %{{.*}}, %{{.*}} : index, index
// CHECK: %[[N1:.*]] = tiny.cmplt %{{.*}}, %{{.*}} : index, index
// CHECK: tiny.store {{.*}} strides [1] mask %[[N0]]
// CHECK: tiny.store {{.*}} strides [1] mask %[[N1]]

// -----

// Where lanes are accessed one by one, each takes its lane of the mask.
tiny.kernel @masked_lanes(%o: !tiny.buffer<1xf32, global>,
                          %a: !tiny.buffer<16xf32, global>) {
  %c0 = tiny.const 0 : index
  %c3 = tiny.const 3 : index
  %i = tiny.range 4 weak id 0
  %l = tiny.iota 0 : vector<2xindex>
  %x = tiny.add %i, %l : index, vector<2xindex>
  %m = tiny.cmplt %x, %c3 : vector<2xindex>, index
  %v = tiny.load %a[%c0] lanes [2] strides [8] mask %m
    : !tiny.buffer<16xf32, global>, index mask vector<2xi1>
  %t = tiny.store %v, %o[%c0] strides [0] mask %m
    : vector<2xf32>, !tiny.buffer<1xf32, global>, index mask vector<2xi1>
  %e = tiny.end %t over %i
  tiny.sink %e
}
// CHECK-LABEL: @masked_lanes
// CHECK-DAG: %[[X0:.*]] = tiny.add %[[I:.*]], %{{.*}} : index, index
// CHECK-DAG: %[[M0:.*]] = tiny.cmplt %[[X0]], %{{.*}} : index, index
// CHECK: %[[V0:.*]] = tiny.load {{.*}} mask %[[M0]] : <16xf32, global>, index mask i1
// CHECK: %[[M1:.*]] = tiny.cmplt
// CHECK: %[[V1:.*]] = tiny.load {{.*}} mask %[[M1]]
// CHECK: tiny.store %[[V0]], {{.*}} mask %[[M0]]
// CHECK: tiny.store %[[V1]], {{.*}} mask %[[M1]]

// -----

// A gather computes the index of each lane as a scalar.
tiny.kernel @gather(%o: !tiny.buffer<4xf32, global>,
                    %a: !tiny.buffer<16xf32, global>) {
  %c0 = tiny.const 0 : index
  %c3 = tiny.const 3 : index
  %l = tiny.iota 0 : vector<4xindex>
  %x = tiny.floordiv %l, %c3 : vector<4xindex>, index
  %v = tiny.load %a[%x] : !tiny.buffer<16xf32, global>, vector<4xindex>
  %t = tiny.store %v, %o[%c0] strides [1]
    : vector<4xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @gather
// CHECK-DAG: %[[C0:.*]] = tiny.const 0 : index
// CHECK-DAG: %[[C1:.*]] = tiny.const 1 : index
// CHECK: %[[V0:.*]] = tiny.load %arg1[%[[C0]]] : <16xf32, global>, index
// CHECK: %[[V1:.*]] = tiny.load %arg1[%[[C0]]]
// CHECK: %[[V2:.*]] = tiny.load %arg1[%[[C0]]]
// CHECK: %[[V3:.*]] = tiny.load %arg1[%[[C1]]]
// CHECK: tiny.stack vector %[[V0]], %[[V1]], %[[V2]], %[[V3]]

// -----

// An index that was loaded as a vector is taken apart; a scatter stores lane by
// lane.
tiny.kernel @scatter(%o: !tiny.buffer<16xf32, global>,
                     %n: !tiny.buffer<4xi32, global>,
                     %a: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %l = tiny.load %n[%c0] lanes [2, 2] strides [2, 1]
    : !tiny.buffer<4xi32, global>, index
  %x = tiny.cast %l to index : vector<2x2xi32>
  %v = tiny.load %a[%c0] lanes [2, 2] strides [2, 1]
    : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %v, %o[%x]
    : vector<2x2xf32>, !tiny.buffer<16xf32, global>, vector<2x2xindex>
  tiny.sink %t
}
// CHECK-LABEL: @scatter
// CHECK: %[[L0:.*]] = tiny.load %arg1
// CHECK: tiny.shrink %[[L0]] offsets [0] sizes [1] : vector<2xi32>
// CHECK: tiny.cast %{{.*}} to index : i32
// CHECK-COUNT-4: tiny.store {{.*}} : f32, <16xf32, global>, index

// -----

// Constants, iotas and shape changes follow the rows.
tiny.kernel @shapes(%o: !tiny.buffer<16xi32, global>,
                    %p: !tiny.buffer<16xi32, global>) {
  %c0 = tiny.const 0 : index
  %k = tiny.iota 0 : vector<2x4xindex>
  %l = tiny.iota 1 : vector<2x4xindex>
  %s = tiny.add %k, %l : vector<2x4xindex>, vector<2x4xindex>
  %w = tiny.cast %s to i32 : vector<2x4xindex>
  %r = tiny.reshape %w [4, 2] : vector<2x4xi32>
  %q = tiny.shrink %w offsets [1, 1] sizes [1, 2] : vector<2x4xi32>
  %t = tiny.store %r, %o[%c0] strides [2, 1]
    : vector<4x2xi32>, !tiny.buffer<16xi32, global>, index
  %u = tiny.store %q, %p[%c0] strides [0, 1]
    : vector<1x2xi32>, !tiny.buffer<16xi32, global>, index
  tiny.sink %t, %u
}
// CHECK-LABEL: @shapes
// CHECK-DAG: %[[C1:.*]] = tiny.const 1 : index
// CHECK-DAG: %[[K1:.*]] = tiny.expand vector %[[C1]] [4] : index
// CHECK-DAG: %[[L:.*]] = tiny.iota 0 : vector<4xindex>
// CHECK: tiny.add %[[K1]], %[[L]]
// CHECK: %[[W1:.*]] = tiny.cast %{{.*}} to i32 : vector<4xindex>
// CHECK-COUNT-4: tiny.stack vector
// CHECK: %[[Q:.*]] = tiny.shrink %{{.*}} offsets [1] sizes [2] : vector<4xi32>
// CHECK-COUNT-4: tiny.store {{.*}} strides [1] : vector<2xi32>
// CHECK: tiny.store %[[Q]], %arg1

// -----

// A vector of one lane is a scalar, whatever its rank.
tiny.kernel @one_lane(%o: !tiny.buffer<1xf32, global>,
                      %a: !tiny.buffer<1xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [1, 1] strides [0, 0]
    : !tiny.buffer<1xf32, global>, index
  %s = tiny.stack vector %c0 : index
  %f = tiny.cast %s to f32 : vector<1xindex>
  %w = tiny.add %v, %f : vector<1x1xf32>, vector<1xf32>
  %t = tiny.store %w, %o[%c0] strides [0, 0]
    : vector<1x1xf32>, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @one_lane
// CHECK: %[[V:.*]] = tiny.load %arg1[%{{.*}}] : <1xf32, global>
// CHECK: %[[F:.*]] = tiny.cast %{{.*}} to f32 : index
// CHECK: %[[W:.*]] = tiny.add %[[V]], %[[F]] : f32, f32
// CHECK: tiny.store %[[W]], %arg0[%{{.*}}] : f32

// RUN: tiny-opt %s -split-input-file -tiny-coalesce | FileCheck %s
// RUN: tiny-opt %s -split-input-file -tiny-coalesce=vector-bytes=8 \
// RUN:   | FileCheck %s --check-prefix=NARROW

// Of two equal loads one is left, also when the indices are different ops.
tiny.kernel @equal_loads(%o: !tiny.buffer<4xf32, global>,
                         %a: !tiny.buffer<8xf32, global>) {
  %i = tiny.range 4 weak id 0
  %c1 = tiny.const 1 : index
  %x = tiny.add %i, %c1 : index, index
  %y = tiny.add %c1, %i : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<8xf32, global>, index
  %w = tiny.load %a[%y] : !tiny.buffer<8xf32, global>, index
  %s = tiny.add %v, %w : f32, f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
// CHECK-LABEL: @equal_loads
// CHECK: %[[V:.*]] = tiny.load
// CHECK-NOT: tiny.load
// CHECK: tiny.add %[[V]], %[[V]] : f32, f32

// -----

// Loads with other lanes, masks or states are not equal.
tiny.kernel @other_loads(%o: !tiny.buffer<8xf32, global>,
                         %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %z = tiny.const 0.0 : f32
  %i = tiny.range 4 weak id 0
  %m = tiny.cmplt %i, %c0 : index, index
  %v = tiny.load %a[%i] lanes [2] strides [1]
    : !tiny.buffer<8xf32, global>, index
  %w = tiny.load %a[%i] lanes [2] strides [2]
    : !tiny.buffer<8xf32, global>, index
  %x = tiny.load %a[%i] : !tiny.buffer<8xf32, global>, index
  %y = tiny.load %a[%i] mask %m : !tiny.buffer<8xf32, global>, index mask i1
  %u = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  %a1 = tiny.after %a, %u : !tiny.buffer<8xf32, global>, !tiny.token
  %q = tiny.load %a1[%i] : !tiny.buffer<8xf32, global>, index
  %s0 = tiny.add %v, %w : vector<2xf32>, vector<2xf32>
  %s1 = tiny.add %x, %y : f32, f32
  %s2 = tiny.add %s0, %s1 : vector<2xf32>, f32
  %s3 = tiny.add %s2, %q : vector<2xf32>, f32
  %t = tiny.store %s3, %o[%i] strides [1]
    : vector<2xf32>, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
// CHECK-LABEL: @other_loads
// CHECK-COUNT-5: tiny.load

// -----

// Scalar loads of neighbours that make a vector are one load.
tiny.kernel @stacked_loads(%o: !tiny.buffer<16xf32, global>,
                           %a: !tiny.buffer<16xf32, global>) {
  %i = tiny.range 4 weak id 0
  %c1 = tiny.const 1 : index
  %c2 = tiny.const 2 : index
  %c3 = tiny.const 3 : index
  %c5 = tiny.const 5 : index
  %m = tiny.cmplt %i, %c3 : index, index
  %x1 = tiny.add %i, %c1 : index, index
  %x2 = tiny.add %i, %c2 : index, index
  %v0 = tiny.load %a[%i] mask %m : !tiny.buffer<16xf32, global>, index mask i1
  %v1 = tiny.load %a[%x1] mask %m : !tiny.buffer<16xf32, global>, index mask i1
  %v2 = tiny.load %a[%x2] mask %m : !tiny.buffer<16xf32, global>, index mask i1
  %v = tiny.stack vector %v0, %v1 : f32, f32
  %w = tiny.stack vector %v2, %v1 : f32, f32
  %s = tiny.sub %v, %w : vector<2xf32>, vector<2xf32>
  %t = tiny.store %s, %o[%i] strides [1]
    : vector<2xf32>, !tiny.buffer<16xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
// CHECK-LABEL: @stacked_loads
// CHECK: %[[I:.*]] = tiny.range
// CHECK: %[[M:.*]] = tiny.cmplt
// CHECK-DAG: %[[V1:.*]] = tiny.load %arg1[%{{.*}}] mask %[[M]] : <16xf32
// CHECK-DAG: %[[V2:.*]] = tiny.load %arg1[%{{.*}}] mask %[[M]] : <16xf32
// CHECK-DAG: %[[V:.*]] = tiny.load %arg1[%[[I]]] lanes [2] strides [1] mask %[[M]]
// CHECK-DAG: %[[W:.*]] = tiny.stack vector %[[V2]], %[[V1]]
// CHECK: tiny.sub %[[V]], %[[W]]

// -----

// Stores of neighbours become vector stores: sorted, in powers of two, no wider
// than a register. What they copy becomes a vector load.
tiny.kernel @stores(%o: !tiny.buffer<16xf32, global>,
                    %a: !tiny.buffer<16xf32, global>) {
  %i = tiny.range 4 weak id 0
  %c4 = tiny.const 4 : index
  %c5 = tiny.const 5 : index
  %c6 = tiny.const 6 : index
  %c9 = tiny.const 9 : index
  %x4 = tiny.load %a[%c4] : !tiny.buffer<16xf32, global>, index
  %x5 = tiny.load %a[%c5] : !tiny.buffer<16xf32, global>, index
  %x6 = tiny.load %a[%c6] : !tiny.buffer<16xf32, global>, index
  %x9 = tiny.load %a[%c9] : !tiny.buffer<16xf32, global>, index
  %t6 = tiny.store %x6, %o[%c6] : f32, !tiny.buffer<16xf32, global>, index
  %t5 = tiny.store %x5, %o[%c5] : f32, !tiny.buffer<16xf32, global>, index
  %t9 = tiny.store %x9, %o[%c9] : f32, !tiny.buffer<16xf32, global>, index
  %t4 = tiny.store %x4, %o[%c4] : f32, !tiny.buffer<16xf32, global>, index
  %g = tiny.group %t6, %t5, %t9, %t4
  %e = tiny.end %g over %i
  tiny.sink %e
}
// CHECK-LABEL: @stores
// CHECK-DAG: %[[C4:.*]] = tiny.const 4
// CHECK-DAG: %[[C6:.*]] = tiny.const 6
// CHECK-DAG: %[[C9:.*]] = tiny.const 9
// CHECK-DAG: %[[T6:.*]] = tiny.store %{{.*}}, %arg0[%[[C6]]] : f32
// CHECK-DAG: %[[T9:.*]] = tiny.store %{{.*}}, %arg0[%[[C9]]] : f32
// CHECK-DAG: %[[V:.*]] = tiny.load %arg1[%[[C4]]] lanes [2] strides [1]
// CHECK-DAG: %[[T4:.*]] = tiny.store %[[V]], %arg0[%[[C4]]] strides [1] : vector<2xf32>
// CHECK: tiny.group %[[T4]], %[[T6]], %[[T9]]

// -----

// A vector store has no more lanes than a register.
tiny.kernel @width(%o: !tiny.buffer<4xf32, global>,
                   %a: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %c2 = tiny.const 2 : index
  %c3 = tiny.const 3 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xf32, global>, index
  %t0 = tiny.store %x, %o[%c0] : f32, !tiny.buffer<4xf32, global>, index
  %t1 = tiny.store %x, %o[%c1] : f32, !tiny.buffer<4xf32, global>, index
  %t2 = tiny.store %x, %o[%c2] : f32, !tiny.buffer<4xf32, global>, index
  %t3 = tiny.store %x, %o[%c3] : f32, !tiny.buffer<4xf32, global>, index
  tiny.sink %t0, %t1, %t2, %t3
}
// CHECK-LABEL: @width
// CHECK: tiny.stack vector
// CHECK: tiny.store {{.*}} : vector<4xf32>
// CHECK-NOT: tiny.store
// NARROW-LABEL: @width
// NARROW: tiny.store {{.*}} : vector<2xf32>
// NARROW: tiny.store {{.*}} : vector<2xf32>

// -----

// Stores with different masks, of one place, or whose tokens something else
// takes as well stay.
tiny.kernel @kept_stores(%o: !tiny.buffer<8xf32, global>,
                         %p: !tiny.buffer<8xf32, global>,
                         %q: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.const 1.0 : f32
  %m = tiny.cmplt %c0, %c1 : index, index
  %t0 = tiny.store %x, %o[%c0] : f32, !tiny.buffer<8xf32, global>, index
  %t1 = tiny.store %x, %o[%c1] mask %m
    : f32, !tiny.buffer<8xf32, global>, index mask i1
  %u0 = tiny.store %x, %p[%c0] : f32, !tiny.buffer<8xf32, global>, index
  %u1 = tiny.store %x, %p[%c0] : f32, !tiny.buffer<8xf32, global>, index
  %w0 = tiny.store %x, %q[%c0] : f32, !tiny.buffer<8xf32, global>, index
  %q1 = tiny.after %q, %w0 : !tiny.buffer<8xf32, global>, !tiny.token
  %y = tiny.load %q1[%c0] : !tiny.buffer<8xf32, global>, index
  %w1 = tiny.store %y, %q[%c1] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t0, %t1, %u0, %u1, %w0, %w1
}
// CHECK-LABEL: @kept_stores
// CHECK-COUNT-6: tiny.store {{.*}} : f32
// CHECK-NOT: tiny.store

// -----

// Registers are left alone.
tiny.kernel @registers(%o: !tiny.buffer<2xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.const 1.0 : f32
  %r = tiny.buffer 0 : !tiny.buffer<2xf32, reg>
  %t0 = tiny.store %x, %r[%c0] : f32, !tiny.buffer<2xf32, reg>, index
  %t1 = tiny.store %x, %r[%c1] : f32, !tiny.buffer<2xf32, reg>, index
  %g = tiny.group %t0, %t1
  %r1 = tiny.after %r, %g : !tiny.buffer<2xf32, reg>, !tiny.token
  %v0 = tiny.load %r1[%c0] : !tiny.buffer<2xf32, reg>, index
  %v1 = tiny.load %r1[%c1] : !tiny.buffer<2xf32, reg>, index
  %v = tiny.stack vector %v0, %v1 : f32, f32
  %t = tiny.store %v, %o[%c0] strides [1]
    : vector<2xf32>, !tiny.buffer<2xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @registers
// CHECK-COUNT-2: tiny.store {{.*}} : f32
// CHECK-COUNT-2: tiny.load
// CHECK: tiny.stack

// -----

// Dimensions that are contiguous in all accesses are lanes.
tiny.kernel @merged_lanes(%o: !tiny.buffer<24xf32, global>,
                          %a: !tiny.buffer<24xf32, global>,
                          %b: !tiny.buffer<48xf32, global>) {
  %c0 = tiny.const 0 : index
  %z = tiny.const 1.0 : f32
  %zv = tiny.expand vector %z [2, 3, 4] : f32
  %v = tiny.load %a[%c0] lanes [2, 3, 4] strides [12, 4, 1]
    : !tiny.buffer<24xf32, global>, index
  %w = tiny.load %b[%c0] lanes [2, 1, 1] strides [24, 0, 0]
    : !tiny.buffer<48xf32, global>, index
  %s = tiny.add %v, %w : vector<2x3x4xf32>, vector<2x1x1xf32>
  %r = tiny.add %s, %zv : vector<2x3x4xf32>, vector<2x3x4xf32>
  %t = tiny.store %r, %o[%c0] strides [12, 4, 1]
    : vector<2x3x4xf32>, !tiny.buffer<24xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @merged_lanes
// CHECK: tiny.expand vector %{{.*}} [2, 1, 12] : f32
// CHECK: tiny.load %arg1[%{{.*}}] lanes [2, 1, 12] strides [12, 0, 1]
// CHECK: tiny.load %arg2[%{{.*}}] lanes [2, 1, 1] strides [24, 0, 0]
// CHECK: tiny.add {{.*}} : vector<2x1x12xf32>, vector<2x1x1xf32>
// CHECK: tiny.store {{.*}} strides [12, 0, 1] : vector<2x1x12xf32>

// -----

// All dimensions may become lanes, also those that are reduced together.
tiny.kernel @merged_sum(%o: !tiny.buffer<1xf32, global>,
                        %a: !tiny.buffer<24xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [2, 3, 4] strides [12, 4, 1]
    : !tiny.buffer<24xf32, global>, index
  %s = tiny.reduce add %v axes [0, 1, 2] : vector<2x3x4xf32>
  %x = tiny.reshape %s [] : vector<1x1x1xf32>
  %t = tiny.store %x, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @merged_sum
// CHECK: tiny.load {{.*}} lanes [1, 1, 24] strides [0, 0, 1]
// CHECK: tiny.reduce add %{{.*}} axes [0, 1, 2] : vector<1x1x24xf32>

// -----

// A dimension that is reduced alone, or that an iota numbers, stays.
tiny.kernel @kept_dimensions(%o: !tiny.buffer<4xf32, global>,
                             %p: !tiny.buffer<8xf32, global>,
                             %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [2, 4] strides [4, 1]
    : !tiny.buffer<8xf32, global>, index
  %s = tiny.reduce add %v axes [0] : vector<2x4xf32>
  %t = tiny.store %s, %o[%c0] strides [0, 1]
    : vector<1x4xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @kept_dimensions
// CHECK: tiny.load {{.*}} lanes [2, 4] strides [4, 1]

// -----

tiny.kernel @kept_numbers(%o: !tiny.buffer<8xi32, global>) {
  %c0 = tiny.const 0 : index
  %k = tiny.iota 0 : vector<2x4xindex>
  %w = tiny.cast %k to i32 : vector<2x4xindex>
  %t = tiny.store %w, %o[%c0] strides [4, 1]
    : vector<2x4xi32>, !tiny.buffer<8xi32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @kept_numbers
// CHECK: tiny.store {{.*}} strides [4, 1] : vector<2x4xi32>

// -----

// The lanes of vectors that depend on each other are their last dimension that
// occurs, so that tiles of a kernel may have dimensions of their own.

// CHECK-LABEL: @aligned
// CHECK: tiny.load %arg0[%{{.+}}] lanes [1, 1, 4] strides [0, 0, 1]
// CHECK: tiny.store %{{.+}}, %arg1[%{{.+}}] strides [0, 0, 1] : vector<1x1x4xf32>
// CHECK: tiny.load %arg0[%{{.+}}] lanes [1, 2, 4] strides [0, 8, 1]
tiny.kernel @aligned(%a: !tiny.buffer<64xf32, global>, %o: !tiny.buffer<64xf32, global>, %p: !tiny.buffer<64xf32, global>) {
  %c = tiny.const 0 : index
  %x = tiny.load %a[%c] lanes [4, 1, 1] strides [1, 0, 0] : !tiny.buffer<64xf32, global>, index
  %t = tiny.store %x, %o[%c] strides [1, 0, 0] : vector<4x1x1xf32>, !tiny.buffer<64xf32, global>, index
  %y = tiny.load %a[%c] lanes [1, 2, 4] strides [0, 8, 1] : !tiny.buffer<64xf32, global>, index
  %u = tiny.store %y, %p[%c] strides [0, 8, 1] : vector<1x2x4xf32>, !tiny.buffer<64xf32, global>, index
  tiny.sink %t, %u
}

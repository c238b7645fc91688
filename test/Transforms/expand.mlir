// RUN: tiny-opt %s -split-input-file -tiny-expand | FileCheck %s

// An upcast range becomes lanes; base and stride come from the index.
tiny.kernel @add16(%o: !tiny.buffer<16xf32, global>,
                   %a: !tiny.buffer<16xf32, global>,
                   %b: !tiny.buffer<16xf32, global>) {
  %c4 = tiny.const 4 : index
  %i = tiny.range 4 weak id 0
  %u = tiny.range 4 upcast id 1
  %m = tiny.mul %i, %c4 : index, index
  %x = tiny.add %m, %u : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<16xf32, global>, index
  %w = tiny.load %b[%x] : !tiny.buffer<16xf32, global>, index
  %s = tiny.add %v, %w : f32, f32
  %t = tiny.store %s, %o[%x] : f32, !tiny.buffer<16xf32, global>, index
  %e = tiny.end %t over %i, %u
  tiny.sink %e
}
// CHECK-LABEL: @add16
// CHECK-NEXT: %[[I:.*]] = tiny.range 4 weak id 0
// CHECK-NEXT: %[[C4:.*]] = tiny.const 4 : index
// CHECK-NEXT: %[[M:.*]] = tiny.mul %[[I]], %[[C4]]
// CHECK-NEXT: %[[V:.*]] = tiny.load %arg1[%[[M]]] lanes [4] strides [1]
// CHECK-NEXT: %[[W:.*]] = tiny.load %arg2[%[[M]]] lanes [4] strides [1]
// CHECK-NEXT: %[[S:.*]] = tiny.add %[[V]], %[[W]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: %[[T:.*]] = tiny.store %[[S]], %arg0[%[[M]]] strides [1]
// CHECK-NEXT: %[[E:.*]] = tiny.end %[[T]] over %[[I]]
// CHECK-NEXT: tiny.sink %[[E]]

// -----

// An unrolled part of a reduction becomes axes; with no dimension left the
// result is a scalar.
tiny.kernel @row_sum(%o: !tiny.buffer<4xf32, global>,
                     %a: !tiny.buffer<32xf32, global>) {
  %c4 = tiny.const 4 : index
  %c8 = tiny.const 8 : index
  %i = tiny.range 4 weak id 1
  %r = tiny.range 2 reduce id 0
  %u = tiny.range 4 unroll id 2
  %r4 = tiny.mul %r, %c4 : index, index
  %ru = tiny.add %r4, %u : index, index
  %i8 = tiny.mul %i, %c8 : index, index
  %x = tiny.add %ru, %i8 : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<32xf32, global>, index
  %s = tiny.reduce add %v over %r, %u : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
// CHECK-LABEL: @row_sum
// CHECK: %[[R:.*]] = tiny.range 2 reduce id 0
// CHECK: %[[V:.*]] = tiny.load {{.*}} lanes [4] strides [1]
// CHECK: %[[S:.*]] = tiny.reduce add %[[V]] over %[[R]] axes [0] : vector<4xf32>
// CHECK: %[[X:.*]] = tiny.reshape %[[S]] [] : vector<1xf32>
// CHECK: tiny.store %[[X]], %arg0[%{{.*}}] : f32

// -----

// A tile of a matmul: each operand has the dimensions that it depends on, in
// the order of the ids and not of the block.
tiny.kernel @matmul_tile(%o: !tiny.buffer<128xf32, global>,
                         %a: !tiny.buffer<32xf32, global>,
                         %b: !tiny.buffer<256xf32, global>) {
  %c8 = tiny.const 8 : index
  %c16 = tiny.const 16 : index
  %v = tiny.range 16 upcast id 5
  %u = tiny.range 4 upcast id 4
  %r = tiny.range 8 reduce id 0
  %u8 = tiny.mul %u, %c8 : index, index
  %xa = tiny.add %u8, %r : index, index
  %r16 = tiny.mul %r, %c16 : index, index
  %xb = tiny.add %r16, %v : index, index
  %va = tiny.load %a[%xa] : !tiny.buffer<32xf32, global>, index
  %vb = tiny.load %b[%xb] : !tiny.buffer<256xf32, global>, index
  %p = tiny.mul %va, %vb : f32, f32
  %s = tiny.reduce add %p over %r : f32
  %u16 = tiny.mul %u, %c16 : index, index
  %xo = tiny.add %u16, %v : index, index
  %t = tiny.store %s, %o[%xo] : f32, !tiny.buffer<128xf32, global>, index
  %e = tiny.end %t over %u, %v
  tiny.sink %e
}
// CHECK-LABEL: @matmul_tile
// CHECK: %[[R:.*]] = tiny.range 8 reduce id 0
// CHECK: %[[VA:.*]] = tiny.load %arg1[%[[R]]] lanes [4, 1] strides [8, 0]
// CHECK: %[[VB:.*]] = tiny.load %arg2[%{{.*}}] lanes [1, 16] strides [0, 1]
// CHECK: %[[P:.*]] = tiny.mul %[[VA]], %[[VB]] : vector<4x1xf32>, vector<1x16xf32>
// CHECK: %[[S:.*]] = tiny.reduce add %[[P]] over %[[R]] : vector<4x16xf32>
// CHECK: %[[T:.*]] = tiny.store %[[S]], %arg0[%{{.*}}] strides [16, 1] : vector<4x16xf32>
// CHECK: tiny.sink %[[T]]

// -----

// Three dimensions, of which the middle one is reduced.
tiny.kernel @three_dims(%o: !tiny.buffer<8xf32, global>,
                        %a: !tiny.buffer<24xf32, global>) {
  %c3 = tiny.const 3 : index
  %c4 = tiny.const 4 : index
  %c12 = tiny.const 12 : index
  %u = tiny.range 2 upcast id 0
  %q = tiny.range 3 unroll id 1
  %v = tiny.range 4 upcast id 2
  %u12 = tiny.mul %u, %c12 : index, index
  %q4 = tiny.mul %q, %c4 : index, index
  %uq = tiny.add %u12, %q4 : index, index
  %x = tiny.add %uq, %v : index, index
  %l = tiny.load %a[%x] : !tiny.buffer<24xf32, global>, index
  %s = tiny.reduce max %l over %q : f32
  %u4 = tiny.mul %u, %c4 : index, index
  %y = tiny.add %u4, %v : index, index
  %t = tiny.store %s, %o[%y] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %u, %v
  tiny.sink %e
}
// CHECK-LABEL: @three_dims
// CHECK: %[[L:.*]] = tiny.load {{.*}} lanes [2, 3, 4] strides [12, 4, 1]
// CHECK: %[[S:.*]] = tiny.reduce max %[[L]] axes [1] : vector<2x3x4xf32>
// CHECK: tiny.store %[[S]], {{.*}} strides [4, 0, 1] : vector<2x1x4xf32>

// -----

// A store widens a value that does not depend on its lanes.
tiny.kernel @fill(%o: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %u = tiny.range 8 upcast id 0
  %t = tiny.store %z, %o[%u] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %u
  tiny.sink %e
}
// CHECK-LABEL: @fill
// CHECK-DAG: %[[Z:.*]] = tiny.const 0.0 : f32
// CHECK-DAG: %[[C0:.*]] = tiny.const 0 : index
// CHECK-DAG: %[[ZV:.*]] = tiny.expand vector %[[Z]] [8] : f32
// CHECK: %[[T:.*]] = tiny.store %[[ZV]], %arg0[%[[C0]]] strides [1]
// CHECK: tiny.sink %[[T]]

// -----

// A range used as data is an iota.
tiny.kernel @arange(%o: !tiny.buffer<32xf32, global>) {
  %c8 = tiny.const 8 : index
  %i = tiny.range 4 weak id 0
  %u = tiny.range 8 upcast id 1
  %m = tiny.mul %i, %c8 : index, index
  %x = tiny.add %m, %u : index, index
  %f = tiny.cast %x to f32 : index
  %t = tiny.store %f, %o[%x] : f32, !tiny.buffer<32xf32, global>, index
  %e = tiny.end %t over %i, %u
  tiny.sink %e
}
// CHECK-LABEL: @arange
// CHECK: %[[L:.*]] = tiny.iota 0 : vector<8xindex>
// CHECK: %[[X:.*]] = tiny.add %{{.*}}, %[[L]] : index, vector<8xindex>
// CHECK: %[[F:.*]] = tiny.cast %[[X]] to f32 : vector<8xindex>
// CHECK: tiny.store %[[F]], %arg0[%{{.*}}] strides [1]

// -----

// A mask that depends on the lanes is a vector; one that does not is a scalar.
tiny.kernel @masked(%o: !tiny.buffer<30xf32, global>,
                    %a: !tiny.buffer<30xf32, global>) {
  %c4 = tiny.const 4 : index
  %c6 = tiny.const 6 : index
  %c30 = tiny.const 30 : index
  %i = tiny.range 8 weak id 0
  %u = tiny.range 4 upcast id 1
  %m = tiny.mul %i, %c4 : index, index
  %x = tiny.add %m, %u : index, index
  %k = tiny.cmplt %x, %c30 : index, index
  %n = tiny.cmplt %i, %c6 : index, index
  %v = tiny.load %a[%x] mask %n : !tiny.buffer<30xf32, global>, index mask i1
  %t = tiny.store %v, %o[%x] mask %k
    : f32, !tiny.buffer<30xf32, global>, index mask i1
  %e = tiny.end %t over %i, %u
  tiny.sink %e
}
// CHECK-LABEL: @masked
// CHECK: %[[K:.*]] = tiny.cmplt %{{.*}}, %{{.*}} : vector<4xindex>, index
// CHECK: %[[N:.*]] = tiny.cmplt %{{.*}}, %{{.*}} : index, index
// CHECK: tiny.load {{.*}} lanes [4] strides [1] mask %[[N]] : <30xf32, global>, index mask i1
// CHECK: tiny.store {{.*}} strides [1] mask %[[K]] : vector<4xf32>, <30xf32, global>, index mask vector<4xi1>

// -----

// Where only the mask depends on a range, all lanes lie in one place.
tiny.kernel @mask_only(%o: !tiny.buffer<4xf32, global>,
                       %a: !tiny.buffer<4xf32, global>) {
  %c2 = tiny.const 2 : index
  %i = tiny.range 4 weak id 0
  %u = tiny.range 4 upcast id 1
  %k = tiny.cmpeq %u, %c2 : index, index
  %v = tiny.load %a[%i] mask %k : !tiny.buffer<4xf32, global>, index mask i1
  %t = tiny.store %v, %o[%i] mask %k
    : f32, !tiny.buffer<4xf32, global>, index mask i1
  %e = tiny.end %t over %i, %u
  tiny.sink %e
}
// CHECK-LABEL: @mask_only
// CHECK: tiny.load %arg1[%{{.*}}] lanes [4] strides [0] mask
// CHECK: tiny.store {{.*}} strides [0] mask {{.*}} : vector<4xf32>

// -----

// An index that is not linear in the lanes is a vector of indices.
tiny.kernel @repeat(%o: !tiny.buffer<8xf32, global>,
                    %a: !tiny.buffer<3xf32, global>) {
  %c3 = tiny.const 3 : index
  %u = tiny.range 8 upcast id 0
  %x = tiny.floordiv %u, %c3 : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<3xf32, global>, index
  %t = tiny.store %v, %o[%u] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %u
  tiny.sink %e
}
// CHECK-LABEL: @repeat
// CHECK: %[[L:.*]] = tiny.iota 0 : vector<8xindex>
// CHECK: %[[X:.*]] = tiny.floordiv %[[L]], %{{.*}} : vector<8xindex>, index
// CHECK: tiny.load %arg1[%[[X]]] : <3xf32, global>, vector<8xindex>
// CHECK: tiny.store {{.*}} strides [1]

// -----

// A loaded index: a scalar one is part of the base, a vector of them is the
// index of a gather.
tiny.kernel @gather(%o: !tiny.buffer<32xf32, global>,
                    %n: !tiny.buffer<4xi32, global>,
                    %a: !tiny.buffer<80xf32, global>) {
  %c8 = tiny.const 8 : index
  %i = tiny.range 2 weak id 0
  %u = tiny.range 2 upcast id 1
  %w = tiny.range 8 upcast id 2
  %ni = tiny.load %n[%i] : !tiny.buffer<4xi32, global>, index
  %nu = tiny.load %n[%u] : !tiny.buffer<4xi32, global>, index
  %xi = tiny.cast %ni to index : i32
  %xu = tiny.cast %nu to index : i32
  %xi8 = tiny.mul %xi, %c8 : index, index
  %xu8 = tiny.mul %xu, %c8 : index, index
  %yi = tiny.add %xi8, %w : index, index
  %yu = tiny.add %xu8, %w : index, index
  %vi = tiny.load %a[%yi] : !tiny.buffer<80xf32, global>, index
  %vu = tiny.load %a[%yu] : !tiny.buffer<80xf32, global>, index
  %s = tiny.add %vi, %vu : f32, f32
  %u8 = tiny.mul %u, %c8 : index, index
  %z = tiny.add %u8, %w : index, index
  %t = tiny.store %s, %o[%z] : f32, !tiny.buffer<32xf32, global>, index
  %e = tiny.end %t over %i, %u, %w
  tiny.sink %e
}
// CHECK-LABEL: @gather
// CHECK: %[[XI:.*]] = tiny.cast %{{.*}} to index : i32
// CHECK: %[[XU:.*]] = tiny.cast %{{.*}} to index : vector<2x1xi32>
// CHECK: %[[YU:.*]] = tiny.add {{.*}} : vector<2x1xindex>, vector<1x8xindex>
// CHECK: tiny.load %arg2[%{{.*}}] lanes [1, 8] strides [0, 1]
// CHECK: tiny.load %arg2[%[[YU]]] : <80xf32, global>, vector<2x8xindex>
// CHECK: tiny.add %{{.*}}, %{{.*}} : vector<1x8xf32>, vector<2x8xf32>

// -----

// A vector index has as many lanes as value and mask need.
tiny.kernel @scatter(%o: !tiny.buffer<8xf32, global>) {
  %c1 = tiny.const 1 : index
  %c2 = tiny.const 2 : index
  %z = tiny.const 0.0 : f32
  %u = tiny.range 2 upcast id 0
  %w = tiny.range 4 upcast id 1
  %x = tiny.floordiv %w, %c2 : index, index
  %k = tiny.cmplt %u, %c1 : index, index
  %t = tiny.store %z, %o[%x] mask %k
    : f32, !tiny.buffer<8xf32, global>, index mask i1
  %e = tiny.end %t over %u, %w
  tiny.sink %e
}
// CHECK-LABEL: @scatter
// CHECK-DAG: %[[X:.*]] = tiny.expand vector %{{.*}} [2, 4] : vector<1x4xindex>
// CHECK-DAG: %[[Z:.*]] = tiny.expand vector %{{.*}} [2, 4] : f32
// CHECK: tiny.store %[[Z]], %arg0[%[[X]]] mask

// -----

// A source that does not depend on the unrolled range counts once for each of
// its values.
tiny.kernel @repeated_sum(%o: !tiny.buffer<4xf32, global>,
                          %a: !tiny.buffer<4xf32, global>) {
  %u = tiny.range 4 upcast id 0
  %q = tiny.range 3 unroll id 1
  %v = tiny.load %a[%u] : !tiny.buffer<4xf32, global>, index
  %s = tiny.reduce add %v over %q : f32
  %t = tiny.store %s, %o[%u] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %u
  tiny.sink %e
}
// CHECK-LABEL: @repeated_sum
// CHECK: %[[V:.*]] = tiny.load {{.*}} lanes [4, 1] strides [1, 0]
// CHECK: %[[W:.*]] = tiny.expand vector %[[V]] [4, 3] : vector<4x1xf32>
// CHECK: tiny.reduce add %[[W]] axes [1] : vector<4x3xf32>

// -----

// The same for a scalar source.
tiny.kernel @scalar_sum(%o: !tiny.buffer<1xf32, global>) {
  %c0 = tiny.const 0 : index
  %c = tiny.const 2.0 : f32
  %q = tiny.range 3 unroll id 0
  %s = tiny.reduce mul %c over %q : f32
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @scalar_sum
// CHECK: %[[W:.*]] = tiny.expand vector %{{.*}} [3] : f32
// CHECK: %[[S:.*]] = tiny.reduce mul %[[W]] axes [0] : vector<3xf32>
// CHECK: tiny.reshape %[[S]] []

// -----

// An expanded range of one value is the number zero.
tiny.kernel @extent_one(%o: !tiny.buffer<4xf32, global>,
                        %a: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %u = tiny.range 1 upcast id 1
  %q = tiny.range 1 unroll id 2
  %x = tiny.add %i, %u : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<4xf32, global>, index
  %f = tiny.cast %u to f32 : index
  %s = tiny.add %v, %f : f32, f32
  %r = tiny.reduce add %s over %q : f32
  %t = tiny.store %r, %o[%x] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i, %u
  tiny.sink %e
}
// CHECK-LABEL: @extent_one
// CHECK: %[[V:.*]] = tiny.load %arg1[%[[I:.*]]] : <4xf32, global>, index
// CHECK: %[[S:.*]] = tiny.add %[[V]], %{{.*}} : f32, f32
// CHECK: %[[T:.*]] = tiny.store %[[S]], %arg0[%[[I]]] : f32
// CHECK: tiny.end %[[T]] over %[[I]]{{$}}

// -----

// A state pinned to an expanded range is pinned to the others only.
tiny.kernel @pinned(%o: !tiny.buffer<16xf32, global>,
                    %a: !tiny.buffer<16xf32, global>) {
  %c4 = tiny.const 4 : index
  %i = tiny.range 4 weak id 0
  %u = tiny.range 4 upcast id 1
  %b = tiny.after %a, %i, %u : !tiny.buffer<16xf32, global>, index, index
  %d = tiny.after %a, %u : !tiny.buffer<16xf32, global>, index
  %m = tiny.mul %i, %c4 : index, index
  %x = tiny.add %m, %u : index, index
  %v = tiny.load %b[%x] : !tiny.buffer<16xf32, global>, index
  %w = tiny.load %d[%x] : !tiny.buffer<16xf32, global>, index
  %s = tiny.add %v, %w : f32, f32
  %t = tiny.store %s, %o[%x] : f32, !tiny.buffer<16xf32, global>, index
  %e = tiny.end %t over %i, %u
  tiny.sink %e
}
// CHECK-LABEL: @pinned
// CHECK: %[[I:.*]] = tiny.range 4 weak id 0
// CHECK: %[[B:.*]] = tiny.after %arg1, %[[I]] : <16xf32, global>, index
// CHECK: tiny.load %[[B]]
// CHECK: tiny.load %arg1

// -----

// A kernel without expanded ranges stays.
tiny.kernel @unchanged(%o: !tiny.buffer<4xf32, global>,
                       %a: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %v = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %v, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
// CHECK-LABEL: @unchanged
// CHECK-NEXT: tiny.range
// CHECK-NEXT: tiny.load %arg1[%{{.*}}] : <4xf32, global>, index
// CHECK-NEXT: tiny.store
// CHECK-NEXT: tiny.end
// CHECK-NEXT: tiny.sink

// -----

// The index may be what a reduction along lanes gives.
tiny.kernel @reduced_index(%o: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %q = tiny.range 8 unroll id 0
  %s = tiny.reduce max %q over %q : index
  %t = tiny.store %z, %o[%s] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @reduced_index
// CHECK: %[[S:.*]] = tiny.reduce max %{{.*}} axes [0] : vector<8xindex>
// CHECK: %[[X:.*]] = tiny.reshape %[[S]] [] : vector<1xindex>
// CHECK: tiny.store %{{.*}}, %arg0[%[[X]]] : f32

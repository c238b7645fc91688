// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-map-gpu-dims{target=sim}))' | FileCheck %s
// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-map-gpu-dims))' | FileCheck %s --check-prefix=CPU

// The last loop of the grid is x, and so is the first of a workgroup. Loops of
// an item stay. A target without a grid keeps all loops.

// CHECK-LABEL: @dims
// CHECK-SAME: tiny.block_size = array<i64: 2, 3, 1>
// CHECK-SAME: tiny.grid_size = array<i64: 5, 4, 1>
// CHECK-DAG: %[[I:.+]] = tiny.special global 1 of 4
// CHECK-DAG: %[[J:.+]] = tiny.special global 0 of 5
// CHECK-DAG: %[[L:.+]] = tiny.special local 0 of 2
// CHECK-DAG: %[[M:.+]] = tiny.special local 1 of 3
// CHECK: %[[K:.+]] = tiny.range 7 loop id 4
// CHECK: tiny.add %[[I]], %[[J]]
// CHECK: tiny.add %[[L]], %[[M]]
// CHECK: %[[E:.+]] = tiny.end %{{.+}} over %[[K]]
// CHECK: tiny.sink %[[E]]
// CPU-LABEL: @dims
// CPU-NOT: tiny.grid_size
// CPU: tiny.end %{{.+}} over %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}
tiny.kernel @dims(%o: !tiny.buffer<840xf32, global>) {
  %i = tiny.range 4 global id 0
  %j = tiny.range 5 global id 1
  %l = tiny.range 2 local id 2
  %m = tiny.range 3 local id 3
  %k = tiny.range 7 loop id 4
  %z = tiny.const 0.0 : f32
  %a = tiny.add %i, %j : index, index
  %b = tiny.add %l, %m : index, index
  %ab = tiny.add %a, %b : index, index
  %p = tiny.add %ab, %k : index, index
  %t = tiny.store %z, %o[%p] : f32, !tiny.buffer<840xf32, global>, index
  %e = tiny.end %t over %i, %j, %l, %m, %k
  tiny.sink %e
}

// -----

// What the items of a workgroup would all store, one of them does; what all
// workgroups would store, the first. Local memory is that of one workgroup.

// CHECK-LABEL: @masks
// CHECK-DAG: %[[G:.+]] = tiny.special global 0 of 4
// CHECK-DAG: %[[L:.+]] = tiny.special local 0 of 8
// CHECK: tiny.store %{{.+}}, %{{.+}}[%[[L]]] : f32, <8xf32, local>
// CHECK: %[[FL:.+]] = tiny.cmpeq %[[L]], %{{.+}} : index, index
// CHECK: tiny.store %{{.+}}, %arg0[%[[G]]] mask %[[FL]]
// CHECK: %[[FG:.+]] = tiny.cmpeq %[[G]], %{{.+}} : index, index
// CHECK: tiny.store %{{.+}}, %arg1[%[[L]]] mask %[[FG]]
tiny.kernel @masks(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<8xf32, global>) {
  %g = tiny.range 4 global id 0
  %l = tiny.range 8 local id 1
  %s = tiny.buffer 0 : !tiny.buffer<8xf32, local>
  %z = tiny.const 0.0 : f32
  %p = tiny.store %z, %s[%l] : f32, !tiny.buffer<8xf32, local>, index
  %t = tiny.store %z, %a[%g] : f32, !tiny.buffer<4xf32, global>, index
  %u = tiny.store %z, %b[%l] : f32, !tiny.buffer<8xf32, global>, index
  %q = tiny.group %p, %t, %u
  %e = tiny.end %q over %g, %l
  tiny.sink %e
}

// -----

// Loops that are too many share a dimension, the first as the lowest digit.

// CHECK-LABEL: @shared_dimension
// CHECK-SAME: tiny.block_size = array<i64: 6, 5, 7>
// CHECK: %[[X:.+]] = tiny.special local 0 of 6
// CHECK: %[[A:.+]] = tiny.floormod %[[X]], %[[C2:.+]] : index, index
// CHECK: %[[B:.+]] = tiny.floordiv %[[X]], %[[C2]] : index, index
// CHECK: tiny.add %[[A]], %[[B]]
tiny.kernel @shared_dimension(%o: !tiny.buffer<99xf32, global>) {
  %a = tiny.range 2 local id 0
  %b = tiny.range 3 warp id 1
  %c = tiny.range 5 local id 2
  %d = tiny.range 7 local id 3
  %z = tiny.const 0.0 : f32
  %ab = tiny.add %a, %b : index, index
  %cd = tiny.add %c, %d : index, index
  %i = tiny.add %ab, %cd : index, index
  %t = tiny.store %z, %o[%i] : f32, !tiny.buffer<99xf32, global>, index
  %e = tiny.end %t over %a, %b, %c, %d
  tiny.sink %e
}

// -----

// A kernel that names dimensions gets these, and loops of other ranges. States
// are not pinned to what is no loop.

// CHECK-LABEL: @named
// CHECK-SAME: tiny.block_size = array<i64: 1, 8, 1>
// CHECK-SAME: tiny.grid_size = array<i64: 1, 1, 1>
// CHECK: %[[Y:.+]] = tiny.special local 1 of 8
// CHECK: %[[I:.+]] = tiny.range 4 loop id 0
// CHECK: %[[S:.+]] = tiny.after %arg0, %[[I]] : <32xf32, global>, index
// CHECK: tiny.store %{{.+}}, %[[S]]
// CHECK: tiny.end %{{.+}} over %[[I]]
tiny.kernel @named(%o: !tiny.buffer<32xf32, global>) {
  %i = tiny.range 4 global id 0
  %y = tiny.range 8 local id 1099511627780
  %z = tiny.const 0.0 : f32
  %x = tiny.add %i, %y : index, index
  %s = tiny.after %o, %y, %i : !tiny.buffer<32xf32, global>, index, index
  %t = tiny.store %z, %s[%x] : f32, !tiny.buffer<32xf32, global>, index
  %e = tiny.end %t over %i, %y
  tiny.sink %e
}

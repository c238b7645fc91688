// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-multi))' | FileCheck %s

// A tile of a workgroup whose rows are in registers of its items: an index
// inside of the item's own block is one of its fragment.

// CHECK-LABEL: @blocks
// CHECK: %[[L:.+]] = tiny.range 8 local id 0
// CHECK: %[[J:.+]] = tiny.range 4 loop id 1
// CHECK: %[[F:.+]] = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
// CHECK: tiny.load %[[F]][%[[J]]]
tiny.kernel @blocks(%o: !tiny.buffer<32xf32, global>) {
  %l = tiny.range 8 local id 0
  %j = tiny.range 4 loop id 1
  %f = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
  %u = tiny.unshard %f over %l axes [0] counts [8] : !tiny.buffer<4xf32, reg>
  %c = tiny.const 4 : index
  %m = tiny.mul %l, %c : index, index
  %i = tiny.add %m, %j : index, index
  %x = tiny.load %u[%i] : !tiny.buffer<32xf32, reg>, index
  %t = tiny.store %x, %o[%i] : f32, !tiny.buffer<32xf32, global>, index
  %e = tiny.end %t over %l, %j
  tiny.sink %e
}

// -----

// So is every 32nd element, where a warp deals them out in turn; stores too.

// CHECK-LABEL: @strided
// CHECK: %[[J:.+]] = tiny.range 4 loop id 1
// CHECK: %[[F:.+]] = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
// CHECK: tiny.store %{{.+}}, %[[F]][%[[J]]]
tiny.kernel @strided(%a: !tiny.buffer<128xf32, global>) {
  %l = tiny.range 32 warp id 0
  %j = tiny.range 4 loop id 1
  %f = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
  %u = tiny.unshard %f over %l axes [0] counts [32] : !tiny.buffer<4xf32, reg>
  %c = tiny.const 32 : index
  %m = tiny.mul %j, %c : index, index
  %i = tiny.add %m, %l : index, index
  %x = tiny.load %a[%i] : !tiny.buffer<128xf32, global>, index
  %t = tiny.store %x, %u[%i] : f32, !tiny.buffer<128xf32, reg>, index
  %e = tiny.end %t over %l, %j
  tiny.sink %e
}

// -----

// With two sharded axes each part of the index is resolved.

// CHECK-LABEL: @two_axes
// CHECK: %[[I:.+]] = tiny.range 2 loop id 2
// CHECK: %[[J:.+]] = tiny.range 2 loop id 3
// CHECK: %[[M:.+]] = tiny.mul %[[I]], %{{.+}} : index, index
// CHECK: %[[N:.+]] = tiny.add %[[M]], %[[J]] : index, index
// CHECK: tiny.load %{{.+}}[%[[N]]]
tiny.kernel @two_axes(%o: !tiny.buffer<f32, global>) {
  %l = tiny.range 4 local id 0
  %k = tiny.range 8 local id 1
  %i = tiny.range 2 loop id 2
  %j = tiny.range 2 loop id 3
  %f = tiny.buffer 0 : !tiny.buffer<2x2xf32, reg>
  %u = tiny.unshard %f over %l, %k axes [0, 1] counts [4, 8] : !tiny.buffer<2x2xf32, reg>
  %c2 = tiny.const 2 : index
  %c16 = tiny.const 16 : index
  %c8 = tiny.const 8 : index
  %c0 = tiny.const 0 : index
  %0 = tiny.mul %l, %c2 : index, index
  %1 = tiny.add %0, %i : index, index
  %2 = tiny.mul %1, %c16 : index, index
  %3 = tiny.mul %j, %c8 : index, index
  %4 = tiny.add %2, %3 : index, index
  %5 = tiny.add %4, %k : index, index
  %x = tiny.load %u[%5] : !tiny.buffer<8x16xf32, reg>, index
  %t = tiny.store %x, %o[%c0] : f32, !tiny.buffer<f32, global>, index
  %e = tiny.end %t over %l, %k, %i, %j
  tiny.sink %e
}

// -----

// Places in views of a tile are places in the fragment, and a tile that is
// stored as a whole is stored in parts.

// CHECK-LABEL: @views
// CHECK: %[[L:.+]] = tiny.range 4 local id 0
// CHECK: %[[J:.+]] = tiny.range 2 loop id 1
// CHECK: %[[F:.+]] = tiny.buffer 0 : !tiny.buffer<2x1xf32, reg>
// CHECK: %[[P:.+]] = tiny.index %[[F]][%[[J]], %{{.+}}] : !tiny.buffer<2x1xf32, reg>
// CHECK: %[[S:.+]] = tiny.store %{{.+}}, %[[P]]
// CHECK: %[[E:.+]] = tiny.end %[[S]] over %[[J]]
// CHECK: %[[A:.+]] = tiny.after %[[F]], %[[E]]
// CHECK: %[[X:.+]] = tiny.load %[[A]] : <2x1xf32, reg>
// CHECK: %[[N:.+]] = tiny.neg %[[X]] : tensor<2x1xf32>
// CHECK: %[[O:.+]] = tiny.shrink %arg0 offsets [0, %[[L]]] sizes [2, 1]
// CHECK: tiny.store %[[N]], %[[O]] : tensor<2x1xf32>, <2x1xf32, global>
tiny.kernel @views(%o: !tiny.buffer<2x4xf32, global>) {
  %l = tiny.range 4 local id 0
  %j = tiny.range 2 loop id 1
  %f = tiny.buffer 0 : !tiny.buffer<2x1xf32, reg>
  %u = tiny.unshard %f over %l axes [1] counts [4] : !tiny.buffer<2x1xf32, reg>
  %z = tiny.const 1.0 : f32
  %p = tiny.index %u[%j, %l] : !tiny.buffer<2x4xf32, reg>
  %s = tiny.store %z, %p : f32, !tiny.buffer<f32, reg>
  %e = tiny.end %s over %j
  %v = tiny.after %u, %e : !tiny.buffer<2x4xf32, reg>, !tiny.token
  %x = tiny.load %v : !tiny.buffer<2x4xf32, reg>
  %n = tiny.neg %x : tensor<2x4xf32>
  %t = tiny.store %n, %o : tensor<2x4xf32>, !tiny.buffer<2x4xf32, global>
  %d = tiny.end %t over %l
  tiny.sink %d
}

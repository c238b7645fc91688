// RUN: tiny-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tiny.kernel(tiny-lower-barriers))' | FileCheck %s
// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-lower-barriers{target=sim}))' | FileCheck %s --check-prefix=GRID

// Without items a barrier waits for nobody, and memory of a workgroup is that of
// one item. A warp is a loop.

// CHECK-LABEL: @one
// CHECK: tiny.range 4 loop id 0
// CHECK-NOT: tiny.barrier
// CHECK: tiny.group
// GRID-LABEL: @one
// GRID: tiny.barrier
tiny.kernel @one() {
  %w = tiny.range 4 loop id 0
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, local>
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %b[%w] : f32, !tiny.buffer<4xf32, local>, index
  %r = tiny.barrier %t
  %e = tiny.end %r over %w
  tiny.sink %e
}

// -----

// Items that run one after another cannot wait for each other.

tiny.kernel @barrier(%a: !tiny.buffer<4xf32, global>) {
  // expected-note @below {{the items are those of range 0}}
  %w = tiny.range 4 local id 0
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %a[%w] : f32, !tiny.buffer<4xf32, global>, index
  // expected-error @below {{is a barrier of the 4 items of a workgroup, which 'cpu' runs one after another: that takes a target with workgroups}}
  %r = tiny.barrier %t
  %e = tiny.end %r over %w
  tiny.sink %e
}

// -----

tiny.kernel @memory() {
  // expected-note @below {{the items are those of range 0}}
  %w = tiny.range 4 warp id 0
  // expected-error @below {{is memory that the 4 items of a workgroup share, which 'cpu' runs one after another}}
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, local>
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %b[%w] : f32, !tiny.buffer<4xf32, local>, index
  %e = tiny.end %t over %w
  tiny.sink %e
}

// The ops of kernels that a program writes come back from text, from the generic
// form and from bytecode as they were.

// RUN: tiny-opt %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tiny-opt %t.mlir | diff %t.mlir -
// RUN: tiny-opt %s --mlir-print-op-generic | tiny-opt | diff %t.mlir -
// RUN: tiny-opt %s --emit-bytecode | tiny-opt | diff %t.mlir -

// CHECK-LABEL: tiny.kernel @views(
// CHECK: tiny.reshape %{{.+}} [32] : !tiny.buffer<4x8xf32, global>
// CHECK: tiny.permute %{{.+}} [1, 0] : !tiny.buffer<4x8xf32, global>
// CHECK: tiny.shrink %{{.+}} offsets [0, %{{.+}}] sizes [4, 2] : !tiny.buffer<4x8xf32, global>
// CHECK: tiny.index %{{.+}}[%{{.+}}, %{{.+}}] : !tiny.buffer<4x8xf32, global>
// CHECK: tiny.load %{{.+}} : <f32, global>
// CHECK: tiny.valid %{{.+}}, %{{.+}} : f32, i1
// CHECK: tiny.store %{{.+}}, %{{.+}} : f32, <f32, global>
// CHECK: tiny.barrier %{{.+}}
tiny.kernel @views(%a: !tiny.buffer<4x8xf32, global>) {
  %i = tiny.range 4 weak id 0
  %z = tiny.const 0 : index
  %c = tiny.cmplt %i, %z : index, index
  %r = tiny.reshape %a [32] : !tiny.buffer<4x8xf32, global>
  %p = tiny.permute %a [1, 0] : !tiny.buffer<4x8xf32, global>
  %s = tiny.shrink %a offsets [0, %i] sizes [4, 2] : !tiny.buffer<4x8xf32, global>
  %x = tiny.index %a[%i, %z] : !tiny.buffer<4x8xf32, global>
  %v = tiny.load %x : !tiny.buffer<f32, global>
  %w = tiny.valid %v, %c : f32, i1
  %t = tiny.store %w, %x : f32, !tiny.buffer<f32, global>
  %b = tiny.barrier %t
  %e = tiny.end %b over %i
  tiny.sink %e
}

// CHECK-LABEL: tiny.function @calls(
// CHECK: tiny.undefined : tensor<4x8xf32>
// CHECK: tiny.apply @views(%{{.+}}) : tensor<4x8xf32>
// CHECK: tiny.apply @views(%{{.+}}) with %{{.+}} : tensor<4x8xf32>
// CHECK: tiny.applied %{{.+}} by %{{.+}} : tensor<4x8xf32>
// CHECK: tiny.roots %{{.+}} name "k"
// CHECK: tiny.roots %{{.+}} name "k" opts "none"
tiny.function @calls(%a: !tiny.buffer<4x8xf32, global>) {
  %n = tiny.variable "n" [1, 8]
  %u = tiny.undefined : tensor<4x8xf32>
  %t = tiny.apply @views(%u) : tensor<4x8xf32>
  %s = tiny.apply @views(%u) with %n : tensor<4x8xf32>
  %x = tiny.applied %u by %t : tensor<4x8xf32>
  %g = tiny.group none
  %r = tiny.roots %g name "k"
  %q = tiny.roots %g name "k" opts "none"
  tiny.sink
}

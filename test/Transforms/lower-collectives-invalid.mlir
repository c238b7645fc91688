// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.function(tiny-lower-collectives))' --verify-diagnostics

// All devices combine, not some of a mesh.

tiny.function @mesh(%a: !tiny.buffer<4xf32, global>) {
  %r = tiny.variable "_device_num" [0, 3]
  %c = tiny.const 2 : index
  %h = tiny.floordiv %r, %c : index, index
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.allreduce' op is not one over all devices}}
  %s = tiny.allreduce add %x over %h : tensor<4xf32>
  tiny.sink
}

// -----

// Another variable is not the number of a device.

tiny.function @variable(%a: !tiny.buffer<4xf32, global>) {
  %n = tiny.variable "n" [0, 3]
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.allreduce' op is not one over all devices}}
  %s = tiny.allreduce add %x over %n : tensor<4xf32>
  tiny.sink
}

// RUN: tiny-opt %s --tiny-limit-buffers=max-buffers=4 | FileCheck %s

// What another instance holds is a buffer of its own: of four of them, three are
// added in a kernel of their own.

// CHECK-LABEL: @instances
// CHECK: tiny.mselect %{{.+}} at 3
// CHECK: %[[C:.+]] = tiny.contiguous
// CHECK: tiny.add %[[C]]
tiny.function @instances(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %c = tiny.contiguous %x : tensor<4xf32>
  %0 = tiny.mselect %c at 0 : tensor<4xf32>
  %1 = tiny.mselect %c at 1 : tensor<4xf32>
  %2 = tiny.mselect %c at 2 : tensor<4xf32>
  %3 = tiny.mselect %c at 3 : tensor<4xf32>
  %p = tiny.add %0, %1 : tensor<4xf32>, tensor<4xf32>
  %q = tiny.add %p, %2 : tensor<4xf32>, tensor<4xf32>
  %r = tiny.add %q, %3 : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %r, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

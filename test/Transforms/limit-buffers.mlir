// RUN: tiny-opt %s --split-input-file --tiny-limit-buffers=max-buffers=4 | FileCheck %s
// RUN: tiny-opt %s --split-input-file --tiny-limit-buffers | FileCheck %s --check-prefix=HOST

// HOST-NOT: tiny.contiguous

// Of five buffers three are added in a kernel of their own.

// CHECK-LABEL: @five
// CHECK: %[[P:.+]] = tiny.add
// CHECK: %[[Q:.+]] = tiny.add %[[P]]
// CHECK: %[[C:.+]] = tiny.contiguous %[[Q]]
// CHECK: %[[R:.+]] = tiny.add %[[C]]
// CHECK: tiny.add %[[R]]
// CHECK-NOT: tiny.contiguous
tiny.function @five(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>, %c: !tiny.buffer<4xf32, global>, %d: !tiny.buffer<4xf32, global>, %e: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %0 = tiny.load %a : !tiny.buffer<4xf32, global>
  %1 = tiny.load %b : !tiny.buffer<4xf32, global>
  %2 = tiny.load %c : !tiny.buffer<4xf32, global>
  %3 = tiny.load %d : !tiny.buffer<4xf32, global>
  %4 = tiny.load %e : !tiny.buffer<4xf32, global>
  %p = tiny.add %0, %1 : tensor<4xf32>, tensor<4xf32>
  %q = tiny.add %p, %2 : tensor<4xf32>, tensor<4xf32>
  %r = tiny.add %q, %3 : tensor<4xf32>, tensor<4xf32>
  %s = tiny.add %r, %4 : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// A buffer that is read twice counts once.

// CHECK-LABEL: @again
// CHECK-NOT: tiny.contiguous
tiny.function @again(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>, %c: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %0 = tiny.load %a : !tiny.buffer<4xf32, global>
  %1 = tiny.load %b : !tiny.buffer<4xf32, global>
  %2 = tiny.load %c : !tiny.buffer<4xf32, global>
  %p = tiny.add %0, %1 : tensor<4xf32>, tensor<4xf32>
  %q = tiny.mul %1, %2 : tensor<4xf32>, tensor<4xf32>
  %r = tiny.add %p, %q : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %r, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// A stack of five buffers is made of two stored stacks.

// CHECK-LABEL: @stack
// CHECK: %[[P:.+]] = tiny.stack %{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}} :
// CHECK: %[[C:.+]] = tiny.contiguous %[[P]] : tensor<3x4xf32>
// CHECK: tiny.shrink %[[C]] offsets [2, 0] sizes [1, 4]
// CHECK: %[[Q:.+]] = tiny.stack %{{[^,]+}}, %{{[^,]+}} :
// CHECK: %[[D:.+]] = tiny.contiguous %[[Q]] : tensor<2x4xf32>
// CHECK: tiny.stack
// CHECK-NOT: tiny.contiguous
tiny.function @stack(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>, %c: !tiny.buffer<4xf32, global>, %d: !tiny.buffer<4xf32, global>, %e: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<5x4xf32, global>) {
  %0 = tiny.load %a : !tiny.buffer<4xf32, global>
  %1 = tiny.load %b : !tiny.buffer<4xf32, global>
  %2 = tiny.load %c : !tiny.buffer<4xf32, global>
  %3 = tiny.load %d : !tiny.buffer<4xf32, global>
  %4 = tiny.load %e : !tiny.buffer<4xf32, global>
  %s = tiny.stack %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %s, %o : tensor<5x4xf32>, !tiny.buffer<5x4xf32, global>
  tiny.sink %t
}

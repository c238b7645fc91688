// RUN: tiny-opt %s --split-input-file --tiny-resolve-hazards | FileCheck %s

// An update that reads where it writes needs nothing.

// CHECK-LABEL: @in_place
// CHECK-NOT: tiny.contiguous
tiny.function @in_place(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.sqrt %x : tensor<4xf32>
  %t = tiny.store %y, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// An update that moves elements is computed before it is stored.

// CHECK-LABEL: @transpose
// CHECK: %[[P:.+]] = tiny.permute
// CHECK: %[[C:.+]] = tiny.contiguous %[[P]]
// CHECK: tiny.store %[[C]]
tiny.function @transpose(%a: !tiny.buffer<4x4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x4xf32, global>
  %p = tiny.permute %x [1, 0] : tensor<4x4xf32>
  %t = tiny.store %p, %a : tensor<4x4xf32>, !tiny.buffer<4x4xf32, global>
  tiny.sink %t
}

// -----

// A broadcast of the old state is read at other places too.

// CHECK-LABEL: @broadcast
// CHECK: tiny.contiguous
tiny.function @broadcast(%a: !tiny.buffer<4x4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x4xf32, global>
  %s = tiny.reduce add %x axes [0] : tensor<4x4xf32>
  %y = tiny.sub %x, %s : tensor<4x4xf32>, tensor<1x4xf32>
  %t = tiny.store %y, %a : tensor<4x4xf32>, !tiny.buffer<4x4xf32, global>
  tiny.sink %t
}

// -----

// Two buffers are swapped through copies.

// CHECK-LABEL: @swap
// CHECK: %[[X:.+]] = tiny.load %[[A:.+]] :
// CHECK: %[[CX:.+]] = tiny.contiguous %[[X]]
// CHECK: %[[Y:.+]] = tiny.load %[[B:.+]] :
// CHECK: %[[CY:.+]] = tiny.contiguous %[[Y]]
// CHECK: tiny.store %[[CY]], %[[A]]
// CHECK: tiny.store %[[CX]], %[[B]]
tiny.function @swap(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.load %b : !tiny.buffer<4xf32, global>
  %t = tiny.store %y, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  %u = tiny.store %x, %b : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t, %u
}

// -----

// A value that mixes the old and the new state reads the old one from a copy.

// CHECK-LABEL: @old_and_new
// CHECK: %[[X:.+]] = tiny.load
// CHECK: %[[C:.+]] = tiny.contiguous %[[X]]
// CHECK: %[[N:.+]] = tiny.load
// CHECK: tiny.add %[[C]], %[[N]]
tiny.function @old_and_new(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.sqrt %x : tensor<4xf32>
  %t = tiny.store %y, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  %a1 = tiny.after %a, %t : !tiny.buffer<4xf32, global>, !tiny.token
  %n = tiny.load %a1 : !tiny.buffer<4xf32, global>
  %s = tiny.add %x, %n : tensor<4xf32>, tensor<4xf32>
  %u = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t, %u
}

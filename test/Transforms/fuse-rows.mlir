// RUN: tiny-opt %s --split-input-file --tiny-fuse | FileCheck %s

// The maximum of each of many rows is computed in the loop over rows of the
// kernel that needs it: nothing is stored in between.

// CHECK-LABEL: @rows
// CHECK-NOT: tiny.contiguous
// CHECK: tiny.store
tiny.function @rows(%a: !tiny.buffer<64x8xf32, global>, %o: !tiny.buffer<64x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<64x8xf32, global>
  %m = tiny.reduce max %x axes [1] : tensor<64x8xf32>
  %d = tiny.sub %x, %m : tensor<64x8xf32>, tensor<64x1xf32>
  %e = tiny.exp2 %d : tensor<64x8xf32>
  %s = tiny.reduce add %e axes [1] : tensor<64x8xf32>
  %q = tiny.fdiv %e, %s : tensor<64x8xf32>, tensor<64x1xf32>
  %t = tiny.store %q, %o : tensor<64x8xf32>, !tiny.buffer<64x8xf32, global>
  tiny.sink %t
}

// -----

// A maximum per column would be computed again in each row.

// CHECK-LABEL: @columns
// CHECK: %[[M:.+]] = tiny.reduce max
// CHECK: tiny.contiguous %[[M]]
tiny.function @columns(%a: !tiny.buffer<8x64xf32, global>, %o: !tiny.buffer<8x64xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<8x64xf32, global>
  %m = tiny.reduce max %x axes [0] : tensor<8x64xf32>
  %d = tiny.sub %x, %m : tensor<8x64xf32>, tensor<1x64xf32>
  %t = tiny.store %d, %o : tensor<8x64xf32>, !tiny.buffer<8x64xf32, global>
  tiny.sink %t
}

// -----

// What two kernels read is stored.

// CHECK-LABEL: @two_results
// CHECK: %[[M:.+]] = tiny.reduce max
// CHECK: tiny.contiguous %[[M]]
tiny.function @two_results(%a: !tiny.buffer<64x8xf32, global>, %o: !tiny.buffer<64x8xf32, global>, %p: !tiny.buffer<64x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<64x8xf32, global>
  %m = tiny.reduce max %x axes [1] : tensor<64x8xf32>
  %d = tiny.sub %x, %m : tensor<64x8xf32>, tensor<64x1xf32>
  %e = tiny.mul %x, %m : tensor<64x8xf32>, tensor<64x1xf32>
  %t = tiny.store %d, %o : tensor<64x8xf32>, !tiny.buffer<64x8xf32, global>
  %u = tiny.store %e, %p : tensor<64x8xf32>, !tiny.buffer<64x8xf32, global>
  tiny.sink %t, %u
}

// -----

// A kernel with a reduction of another size, a product of matrices here, has
// loops of its own.

// CHECK-LABEL: @product
// CHECK: %[[M:.+]] = tiny.reduce max
// CHECK: tiny.contiguous %[[M]]
tiny.function @product(%a: !tiny.buffer<64x8x1xf32, global>, %b: !tiny.buffer<1x8x4xf32, global>, %o: !tiny.buffer<64x1x4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<64x8x1xf32, global>
  %w = tiny.load %b : !tiny.buffer<1x8x4xf32, global>
  %m = tiny.reduce max %x axes [1] : tensor<64x8x1xf32>
  %d = tiny.sub %x, %m : tensor<64x8x1xf32>, tensor<64x1x1xf32>
  %p = tiny.mul %d, %w : tensor<64x8x1xf32>, tensor<1x8x4xf32>
  %r = tiny.reduce add %p axes [1] : tensor<64x8x4xf32>
  %t = tiny.store %r, %o : tensor<64x1x4xf32>, !tiny.buffer<64x1x4xf32, global>
  tiny.sink %t
}

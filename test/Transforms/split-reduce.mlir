// RUN: tiny-opt %s --split-input-file --tiny-split-reduce | FileCheck %s
// RUN: tiny-opt %s --split-input-file --tiny-split-reduce='threshold=16777216' | FileCheck %s --check-prefix=WHOLE

// WHOLE-NOT: tiny.contiguous

// A sum of a million elements is one of 256 sums of consecutive elements.

// CHECK-LABEL: @large
// CHECK: %[[P:.+]] = tiny.reshape %{{.+}} [256, 4096]
// CHECK: %[[Q:.+]] = tiny.reduce add %[[P]] axes [1]
// CHECK: %[[C:.+]] = tiny.contiguous %[[Q]] : tensor<256x1xf32>
// CHECK: %[[W:.+]] = tiny.reduce add %[[C]] axes [0]
// CHECK: tiny.reshape %[[W]] [1]
tiny.function @large(%a: !tiny.buffer<1048576xf32, global>, %o: !tiny.buffer<1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<1048576xf32, global>
  %s = tiny.reduce add %x axes [0] : tensor<1048576xf32>
  %t = tiny.store %s, %o : tensor<1xf32>, !tiny.buffer<1xf32, global>
  tiny.sink %t
}

// -----

// A small sum stays whole.

// CHECK-LABEL: @small
// CHECK-NOT: tiny.contiguous
tiny.function @small(%a: !tiny.buffer<16384xf32, global>, %o: !tiny.buffer<1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<16384xf32, global>
  %s = tiny.reduce add %x axes [0] : tensor<16384xf32>
  %t = tiny.store %s, %o : tensor<1xf32>, !tiny.buffer<1xf32, global>
  tiny.sink %t
}

// -----

// Of several reduced axes the first that has enough divisors is cut.

// CHECK-LABEL: @axes
// CHECK: tiny.reshape %{{.+}} [4, 2, 256, 2, 4096]
// CHECK: tiny.reduce max %{{.+}} axes [0, 3, 4]
// CHECK: tiny.contiguous %{{.+}} : tensor<1x2x256x1x1xf32>
// CHECK: tiny.reduce max %{{.+}} axes [2]
// CHECK: tiny.reshape %{{.+}} [1, 2, 1, 1]
tiny.function @axes(%a: !tiny.buffer<4x2x512x4096xf32, global>, %o: !tiny.buffer<1x2x1x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x2x512x4096xf32, global>
  %s = tiny.reduce max %x axes [0, 2, 3] : tensor<4x2x512x4096xf32>
  %t = tiny.store %s, %o : tensor<1x2x1x1xf32>, !tiny.buffer<1x2x1x1xf32, global>
  tiny.sink %t
}

// -----

// Many results keep the threads busy without it.

// CHECK-LABEL: @many
// CHECK-NOT: tiny.contiguous
tiny.function @many(%a: !tiny.buffer<64x32768xf32, global>, %o: !tiny.buffer<64x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<64x32768xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<64x32768xf32>
  %t = tiny.store %s, %o : tensor<64x1xf32>, !tiny.buffer<64x1xf32, global>
  tiny.sink %t
}

// -----

// An axis along which elements repeat is no work for several threads.

// CHECK-LABEL: @expanded
// CHECK-NOT: tiny.contiguous
tiny.function @expanded(%a: !tiny.buffer<1xf32, global>, %o: !tiny.buffer<1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<1xf32, global>
  %e = tiny.expand %x [1048576] : tensor<1xf32>
  %s = tiny.reduce add %e axes [0] : tensor<1048576xf32>
  %t = tiny.store %s, %o : tensor<1xf32>, !tiny.buffer<1xf32, global>
  tiny.sink %t
}

// -----

// A choice by position becomes a load later, which is better.

// CHECK-LABEL: @choice
// CHECK-NOT: tiny.contiguous
tiny.function @choice(%a: !tiny.buffer<1048576xf32, global>, %i: !tiny.buffer<1xi32, global>, %o: !tiny.buffer<1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<1048576xf32, global>
  %n = tiny.load %i : !tiny.buffer<1xi32, global>
  %p = tiny.iota 0 : tensor<1048576xindex>
  %c = tiny.cast %p to i32 : tensor<1048576xindex>
  %e = tiny.cmpeq %c, %n : tensor<1048576xi32>, tensor<1xi32>
  %z = tiny.const 0.0 : f32
  %w = tiny.where %e, %x, %z : tensor<1048576xi1>, tensor<1048576xf32>, f32
  %s = tiny.reduce add %w axes [0] : tensor<1048576xf32>
  %t = tiny.store %s, %o : tensor<1xf32>, !tiny.buffer<1xf32, global>
  tiny.sink %t
}

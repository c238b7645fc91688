// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.function(tiny-multi))' | FileCheck %s
// RUN: tiny-opt %s --split-input-file --tiny-multi | FileCheck %s

// An elementwise op on operands of one sharding works on shards; the result is
// stored where it lies.

// CHECK-LABEL: @same
// CHECK-NOT: tiny.unshard
// CHECK: %[[S:.+]] = tiny.add %{{.+}}, %{{.+}} : tensor<2x3xf32>, tensor<2x3xf32>
// CHECK: tiny.store %[[S]], %arg2
tiny.function @same(%a: !tiny.buffer<2x3xf32, global>, %b: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %u = tiny.unshard %a over %r axes [0] counts [4] : !tiny.buffer<2x3xf32, global>
  %v = tiny.unshard %b over %r axes [0] counts [4] : !tiny.buffer<2x3xf32, global>
  %w = tiny.unshard %o over %r axes [0] counts [4] : !tiny.buffer<2x3xf32, global>
  %x = tiny.load %u : !tiny.buffer<8x3xf32, global>
  %y = tiny.load %v : !tiny.buffer<8x3xf32, global>
  %s = tiny.add %x, %y : tensor<8x3xf32>, tensor<8x3xf32>
  %t = tiny.store %s, %w : tensor<8x3xf32>, !tiny.buffer<8x3xf32, global>
  tiny.sink %t
}

// -----

// Of a whole operand each instance takes its block.

// CHECK-LABEL: @block
// CHECK: %[[R:.+]] = tiny.range 4 device id 0
// CHECK: %[[O:.+]] = tiny.mul %[[R]], %{{.+}} : index, index
// CHECK: %[[B:.+]] = tiny.shrink %{{.+}} offsets [%[[O]], 0] sizes [2, 3] : tensor<8x3xf32>
// CHECK: tiny.add %{{.+}}, %[[B]] : tensor<2x3xf32>, tensor<2x3xf32>
tiny.function @block(%a: !tiny.buffer<2x3xf32, global>, %b: !tiny.buffer<8x3xf32, global>, %o: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %y = tiny.load %b : !tiny.buffer<8x3xf32, global>
  %s = tiny.add %x, %y : tensor<8x3xf32>, tensor<8x3xf32>
  %w = tiny.unshard %o over %r axes [0] counts [4] : !tiny.buffer<2x3xf32, global>
  %t = tiny.store %s, %w : tensor<8x3xf32>, !tiny.buffer<8x3xf32, global>
  tiny.sink %t
}

// -----

// An operand that is broadcast along the sharded axis, a scalar, and a repeated
// scalar are the same for all.

// CHECK-LABEL: @broadcast
// CHECK-NOT: tiny.shrink
// CHECK: tiny.mul %{{.+}}, %{{.+}} : tensor<2x3xf32>, tensor<3xf32>
// CHECK: tiny.mul %{{.+}}, %{{.+}} : tensor<2x3xf32>, f32
// CHECK: %[[E:.+]] = tiny.expand %{{.+}} [2, 3] : f32
// CHECK: tiny.add %{{.+}}, %[[E]] : tensor<2x3xf32>, tensor<2x3xf32>
tiny.function @broadcast(%a: !tiny.buffer<2x3xf32, global>, %b: !tiny.buffer<3xf32, global>, %o: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %y = tiny.load %b : !tiny.buffer<3xf32, global>
  %c = tiny.const 2.0 : f32
  %e = tiny.expand %c [8, 3] : f32
  %p = tiny.mul %x, %y : tensor<8x3xf32>, tensor<3xf32>
  %q = tiny.mul %p, %c : tensor<8x3xf32>, f32
  %s = tiny.add %q, %e : tensor<8x3xf32>, tensor<8x3xf32>
  %w = tiny.unshard %o over %r axes [0] counts [4] : !tiny.buffer<2x3xf32, global>
  %t = tiny.store %s, %w : tensor<8x3xf32>, !tiny.buffer<8x3xf32, global>
  tiny.sink %t
}

// -----

// Operands of different shardings take that of the last one; the others are
// gathered by a sum of padded shards.

// CHECK-LABEL: @reshard
// CHECK: %[[P:.+]] = tiny.pad %{{.+}} low [%{{.+}}, 0] sizes [8, 4] : tensor<2x4xf32>
// CHECK: %[[G:.+]] = tiny.allreduce add %[[P]] over %{{.+}} : tensor<8x4xf32>
// CHECK: %[[B:.+]] = tiny.shrink %[[G]] offsets [0, %{{.+}}] sizes [8, 1] : tensor<8x4xf32>
// CHECK: tiny.add %[[B]], %{{.+}} : tensor<8x1xf32>, tensor<8x1xf32>
tiny.function @reshard(%a: !tiny.buffer<2x4xf32, global>, %b: !tiny.buffer<8x1xf32, global>, %o: !tiny.buffer<8x1xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x4xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x4xf32>
  %y0 = tiny.load %b : !tiny.buffer<8x1xf32, global>
  %y = tiny.unshard %y0 over %r axes [1] counts [4] : tensor<8x1xf32>
  %s = tiny.add %x, %y : tensor<8x4xf32>, tensor<8x4xf32>
  %w = tiny.unshard %o over %r axes [1] counts [4] : !tiny.buffer<8x1xf32, global>
  %t = tiny.store %s, %w : tensor<8x4xf32>, !tiny.buffer<8x4xf32, global>
  tiny.sink %t
}

// -----

// A sum over the sharded axis is a sum of each shard, and of these.

// CHECK-LABEL: @reduce_sharded
// CHECK: %[[L:.+]] = tiny.reduce add %{{.+}} axes [0] : tensor<2x3xf32>
// CHECK: %[[A:.+]] = tiny.allreduce add %[[L]] over %{{.+}} : tensor<1x3xf32>
// CHECK: tiny.store %[[A]]
tiny.function @reduce_sharded(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<1x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %s = tiny.reduce add %x axes [0] : tensor<8x3xf32>
  %t = tiny.store %s, %o : tensor<1x3xf32>, !tiny.buffer<1x3xf32, global>
  tiny.sink %t
}

// -----

// What was widened for the sum is sent in its narrow type.

// CHECK-LABEL: @narrow
// CHECK: %[[L:.+]] = tiny.reduce add %{{.+}} axes [0] : tensor<2x3xf32>
// CHECK: %[[N:.+]] = tiny.cast %[[L]] to bf16 : tensor<1x3xf32>
// CHECK: %[[A:.+]] = tiny.allreduce add %[[N]] over %{{.+}} : tensor<1x3xbf16>
// CHECK: tiny.cast %[[A]] to f32 : tensor<1x3xbf16>
tiny.function @narrow(%a: !tiny.buffer<2x3xbf16, global>, %o: !tiny.buffer<1x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xbf16, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xbf16>
  %c = tiny.cast %x to f32 : tensor<8x3xbf16>
  %s = tiny.reduce add %c axes [0] : tensor<8x3xf32>
  %t = tiny.store %s, %o : tensor<1x3xf32>, !tiny.buffer<1x3xf32, global>
  tiny.sink %t
}

// -----

// A sum over another axis stays on the shards.

// CHECK-LABEL: @reduce_other
// CHECK: tiny.reduce max %{{.+}} axes [1] : tensor<2x3xf32>
// CHECK-NOT: tiny.allreduce
tiny.function @reduce_other(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<2x1xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %s = tiny.reduce max %x axes [1] : tensor<8x3xf32>
  %w = tiny.unshard %o over %r axes [0] counts [4] : !tiny.buffer<2x1xf32, global>
  %t = tiny.store %s, %w : tensor<8x1xf32>, !tiny.buffer<8x1xf32, global>
  tiny.sink %t
}

// -----

// On a mesh of two by two devices a value is sharded over two axes; a sum over
// both of them is one over the mesh.

// CHECK-LABEL: @mesh
// CHECK: %[[Q:.+]] = tiny.floordiv
// CHECK: %[[M:.+]] = tiny.floormod
// CHECK: %[[L:.+]] = tiny.reduce add %{{.+}} axes [0, 1] : tensor<2x3xf32>
// CHECK: tiny.allreduce add %[[L]] over %[[Q]], %[[M]] : tensor<1x1xf32>
tiny.function @mesh(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<1x1xf32, global>) {
  %r = tiny.range 4 device id 0
  %c = tiny.const 2 : index
  %q = tiny.floordiv %r, %c : index, index
  %m = tiny.floormod %r, %c : index, index
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %q, %m axes [0, 1] counts [2, 2] : tensor<2x3xf32>
  %s = tiny.reduce add %x axes [0, 1] : tensor<4x6xf32>
  %t = tiny.store %s, %o : tensor<1x1xf32>, !tiny.buffer<1x1xf32, global>
  tiny.sink %t
}

// -----

// A reshape that keeps shards in one piece is a reshape of each.

// CHECK-LABEL: @reshape
// CHECK: tiny.reshape %{{.+}} [2, 1, 3] : tensor<2x3xf32>
tiny.function @reshape(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<2x1x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %c = tiny.const 2 : index
  %q = tiny.floordiv %r, %c : index, index
  %m = tiny.floormod %r, %c : index, index
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %q, %m axes [0, 1] counts [2, 2] : tensor<2x3xf32>
  %s = tiny.reshape %x [4, 2, 3] : tensor<4x6xf32>
  %w = tiny.unshard %o over %q, %m axes [0, 1] counts [2, 2] : !tiny.buffer<2x1x3xf32, global>
  %t = tiny.store %s, %w : tensor<4x2x3xf32>, !tiny.buffer<4x2x3xf32, global>
  tiny.sink %t
}

// -----

// Sharded axes follow an expand and a permute; other axes are padded, shrunk
// and flipped as usual.

// CHECK-LABEL: @movement
// CHECK: tiny.expand %{{.+}} [5, 2, 3] : tensor<2x3xf32>
// CHECK: tiny.permute %{{.+}} [1, 2, 0] : tensor<5x2x3xf32>
// CHECK: tiny.pad %{{.+}} low [0, 1, 0] sizes [2, 5, 5] : tensor<2x3x5xf32>
// CHECK: tiny.shrink %{{.+}} offsets [0, 1, 0] sizes [2, 4, 5] : tensor<2x5x5xf32>
// CHECK: tiny.flip %{{.+}} [1] : tensor<2x4x5xf32>
tiny.function @movement(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<2x4x5xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %e = tiny.expand %x [5, 8, 3] : tensor<8x3xf32>
  %p = tiny.permute %e [1, 2, 0] : tensor<5x8x3xf32>
  %d = tiny.pad %p low [0, 1, 0] sizes [8, 5, 5] : tensor<8x3x5xf32>
  %s = tiny.shrink %d offsets [0, 1, 0] sizes [8, 4, 5] : tensor<8x5x5xf32>
  %f = tiny.flip %s [1] : tensor<8x4x5xf32>
  %w = tiny.unshard %o over %r axes [0] counts [4] : !tiny.buffer<2x4x5xf32, global>
  %t = tiny.store %f, %w : tensor<8x4x5xf32>, !tiny.buffer<8x4x5xf32, global>
  tiny.sink %t
}

// -----

// The block at the instance's own offset is what it has.

// CHECK-LABEL: @own_block
// CHECK: %[[X:.+]] = tiny.load %arg0
// CHECK-NOT: tiny.allreduce
// CHECK: %[[S:.+]] = tiny.shrink %[[X]] offsets [0, 1] sizes [2, 2]
// CHECK: tiny.store %[[S]]
tiny.function @own_block(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<2x2xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %c = tiny.const 2 : index
  %m = tiny.mul %r, %c : index, index
  %s = tiny.shrink %x offsets [%m, 1] sizes [2, 2] : tensor<8x3xf32>
  %t = tiny.store %s, %o : tensor<2x2xf32>, !tiny.buffer<2x2xf32, global>
  tiny.sink %t
}

// -----

// One block by its number is sent to all.

// CHECK-LABEL: @one_block
// CHECK: %[[C:.+]] = tiny.const 3 : index
// CHECK: %[[E:.+]] = tiny.cmpeq %{{.+}}, %[[C]] : index, index
// CHECK: %[[W:.+]] = tiny.where %[[E]]
// CHECK: %[[A:.+]] = tiny.allreduce add %[[W]] over %{{.+}} : tensor<2x3xf32>
tiny.function @one_block(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %s = tiny.shrink %x offsets [6, 0] sizes [2, 3] : tensor<8x3xf32>
  %t = tiny.store %s, %o : tensor<2x3xf32>, !tiny.buffer<2x3xf32, global>
  tiny.sink %t
}

// -----

// A stack has one more axis in front; a whole operand gives its block.

// CHECK-LABEL: @stack
// CHECK: %[[B:.+]] = tiny.shrink %{{.+}} offsets [%{{.+}}, 0] sizes [2, 3] : tensor<8x3xf32>
// CHECK: tiny.stack %{{.+}}, %[[B]] : tensor<2x3xf32>, tensor<2x3xf32>
tiny.function @stack(%a: !tiny.buffer<2x3xf32, global>, %b: !tiny.buffer<8x3xf32, global>, %o: !tiny.buffer<2x2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %y = tiny.load %b : !tiny.buffer<8x3xf32, global>
  %s = tiny.stack %x, %y : tensor<8x3xf32>, tensor<8x3xf32>
  %w = tiny.unshard %o over %r axes [1] counts [4] : !tiny.buffer<2x2x3xf32, global>
  %t = tiny.store %s, %w : tensor<2x8x3xf32>, !tiny.buffer<2x8x3xf32, global>
  tiny.sink %t
}

// -----

// Casts and what only marks a value pass through, and so does an allreduce.

// CHECK-LABEL: @pass
// CHECK: tiny.cast %{{.+}} to f64 : tensor<2x3xf32>
// CHECK: tiny.contiguous %{{.+}} : tensor<2x3xf64>
// CHECK: tiny.detach %{{.+}} : tensor<2x3xf64>
// CHECK: tiny.allreduce max %{{.+}} over %{{.+}} : tensor<2x3xf64>
tiny.function @pass(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<2x3xf64, global>) {
  %r = tiny.range 4 device id 0
  %q = tiny.range 2 device id 1
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %c = tiny.cast %x to f64 : tensor<8x3xf32>
  %d = tiny.contiguous %c : tensor<8x3xf64>
  %e = tiny.detach %d : tensor<8x3xf64>
  %s = tiny.allreduce max %e over %q : tensor<8x3xf64>
  %w = tiny.unshard %o over %r axes [0] counts [4] : !tiny.buffer<2x3xf64, global>
  %t = tiny.store %s, %w : tensor<8x3xf64>, !tiny.buffer<8x3xf64, global>
  tiny.sink %t
}

// -----

// A store of shards to a whole buffer gathers them; a state of a buffer in
// shards is one of each.

// CHECK-LABEL: @stores
// CHECK: %[[T:.+]] = tiny.store %{{.+}}, %arg1 : tensor<2x3xf32>
// CHECK: %[[B:.+]] = tiny.after %arg1, %[[T]]
// CHECK: %[[Y:.+]] = tiny.load %[[B]]
// CHECK: %[[P:.+]] = tiny.pad %[[Y]]
// CHECK: %[[G:.+]] = tiny.allreduce add %[[P]]
// CHECK: tiny.store %[[G]], %arg2 : tensor<8x3xf32>
tiny.function @stores(%a: !tiny.buffer<2x3xf32, global>, %b: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<8x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %w = tiny.unshard %b over %r axes [0] counts [4] : !tiny.buffer<2x3xf32, global>
  %t = tiny.store %x, %w : tensor<8x3xf32>, !tiny.buffer<8x3xf32, global>
  %w1 = tiny.after %w, %t : !tiny.buffer<8x3xf32, global>, !tiny.token
  %y = tiny.load %w1 : !tiny.buffer<8x3xf32, global>
  %u = tiny.store %y, %o : tensor<8x3xf32>, !tiny.buffer<8x3xf32, global>
  tiny.sink %u
}

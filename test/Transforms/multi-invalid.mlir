// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(any(tiny-multi))' --verify-diagnostics

// Elements do not move between shards.

tiny.function @reshape(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [1] counts [4] : tensor<2x3xf32>
  // expected-error @below {{'tiny.reshape' op moves elements of the sharded axis 1 between shards}}
  %s = tiny.reshape %x [24] : tensor<2x12xf32>
  tiny.sink
}

// -----

// A new axis holds whole shards.

tiny.function @uneven(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  // expected-error @below {{'tiny.reshape' op moves elements of the sharded axis 0 between shards}}
  %s = tiny.reshape %x [2, 12] : tensor<8x3xf32>
  tiny.sink
}

// -----

// A reduction takes all sharded axes or none.

tiny.function @mixed(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 2 device id 0
  %q = tiny.range 2 device id 1
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r, %q axes [0, 1] counts [2, 2] : tensor<2x3xf32>
  // expected-error @below {{'tiny.reduce' op reduces the sharded axis 0 but not the sharded axis 1}}
  %s = tiny.reduce add %x axes [0] : tensor<4x6xf32>
  tiny.sink
}

// -----

// A sharded axis cannot be padded.

tiny.function @pad(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  // expected-error @below {{'tiny.pad' op pads the sharded axis 0}}
  %s = tiny.pad %x low [1, 0] sizes [9, 3] : tensor<8x3xf32>
  tiny.sink
}

// -----

// A sharded axis cannot be flipped.

tiny.function @flip(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  // expected-error @below {{'tiny.flip' op flips the sharded axis 0}}
  %s = tiny.flip %x [0] : tensor<8x3xf32>
  tiny.sink
}

// -----

// A part that is no shard is spread over several.

tiny.function @shrink(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  // expected-error @below {{'tiny.shrink' op takes of the sharded axis 0 neither all nor one shard}}
  %s = tiny.shrink %x offsets [1, 0] sizes [2, 3] : tensor<8x3xf32>
  tiny.sink
}

// -----

// Two shardings over several axes cannot be brought together.

tiny.function @differ(%a: !tiny.buffer<2x3xf32, global>, %b: !tiny.buffer<1x6xf32, global>) {
  %r = tiny.range 4 device id 0
  %c = tiny.const 2 : index
  %q = tiny.floordiv %r, %c : index, index
  %m = tiny.floormod %r, %c : index, index
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %q, %m axes [0, 1] counts [2, 2] : tensor<2x3xf32>
  %y0 = tiny.load %b : !tiny.buffer<1x6xf32, global>
  %y = tiny.unshard %y0 over %r axes [0] counts [4] : tensor<1x6xf32>
  // expected-error @below {{'tiny.add' op has operands that are sharded differently, one of them over several axes}}
  %s = tiny.add %x, %y : tensor<4x6xf32>, tensor<4x6xf32>
  tiny.sink
}

// -----

// All operands are on the same devices.

tiny.function @devices(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  %q = tiny.range 4 device id 1
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %y = tiny.unshard %x0 over %q axes [0] counts [4] : tensor<2x3xf32>
  // expected-error @below {{'tiny.add' op has operands that are sharded over different ranges}}
  %s = tiny.add %x, %y : tensor<8x3xf32>, tensor<8x3xf32>
  tiny.sink
}

// -----

// An axis is sharded once.

tiny.function @twice(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 2 device id 0
  %q = tiny.range 2 device id 1
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [2] : tensor<2x3xf32>
  // expected-error @below {{'tiny.unshard' op shards axis 0 a second time}}
  %y = tiny.unshard %x over %q axes [0] counts [2] : tensor<4x3xf32>
  tiny.sink
}

// -----

// Registers of other items cannot be gathered.

tiny.function @gather(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<8x3xf32, global>) {
  %r = tiny.range 4 local id 0
  %x0 = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %x = tiny.unshard %x0 over %r axes [0] counts [4] : tensor<2x3xf32>
  %q = tiny.range 4 local id 1
  %y = tiny.unshard %x0 over %q axes [0] counts [4] : tensor<2x3xf32>
  // expected-error @below {{'tiny.add' op has operands that are sharded over different ranges}}
  %z = tiny.add %x, %y : tensor<8x3xf32>, tensor<8x3xf32>
  %t = tiny.store %z, %o : tensor<8x3xf32>, !tiny.buffer<8x3xf32, global>
  tiny.sink %t
}

// -----

// A tile is stored as a whole in blocks.

tiny.kernel @dealt_out(%o: !tiny.buffer<8xf32, global>) {
  %l = tiny.range 4 local id 0
  %j = tiny.range 2 loop id 1
  %f = tiny.buffer 0 : !tiny.buffer<2xf32, reg>
  %u = tiny.unshard %f over %l axes [0] counts [4] : !tiny.buffer<2xf32, reg>
  %c = tiny.const 4 : index
  %m = tiny.mul %j, %c : index, index
  %i = tiny.add %m, %l : index, index
  %z = tiny.const 0.0 : f32
  %p = tiny.index %u[%i] : !tiny.buffer<8xf32, reg>
  %s = tiny.store %z, %p : f32, !tiny.buffer<f32, reg>
  %e = tiny.end %s over %j
  %v = tiny.after %u, %e : !tiny.buffer<8xf32, reg>, !tiny.token
  %x = tiny.load %v : !tiny.buffer<8xf32, reg>
  // expected-error @below {{'tiny.store' op stores a tile as a whole whose elements along axis 0 are dealt out in turn}}
  %t = tiny.store %x, %o : tensor<8xf32>, !tiny.buffer<8xf32, global>
  %d = tiny.end %t over %l
  tiny.sink %d
}

// -----

// An index may only name elements that the instance has.

tiny.kernel @index(%o: !tiny.buffer<32xf32, global>) {
  %l = tiny.range 8 local id 0
  %j = tiny.range 4 loop id 1
  %f = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
  %u = tiny.unshard %f over %l axes [0] counts [8] : !tiny.buffer<4xf32, reg>
  // expected-error @below {{'tiny.load' op cannot shard index %1 of axis 0: it may name an element of another instance}}
  %x = tiny.load %u[%j] : !tiny.buffer<32xf32, reg>, index
  %t = tiny.store %x, %o[%j] : f32, !tiny.buffer<32xf32, global>, index
  %e = tiny.end %t over %l, %j
  tiny.sink %e
}

// -----

// All accesses to one storage deal out the elements in one way.

tiny.kernel @patterns(%o: !tiny.buffer<128xf32, global>) {
  %l = tiny.range 32 warp id 0
  %j = tiny.range 4 loop id 1
  %f = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
  %u = tiny.unshard %f over %l axes [0] counts [32] : !tiny.buffer<4xf32, reg>
  %c4 = tiny.const 4 : index
  %c32 = tiny.const 32 : index
  %0 = tiny.mul %l, %c4 : index, index
  %1 = tiny.add %0, %j : index, index
  %2 = tiny.mul %j, %c32 : index, index
  %3 = tiny.add %2, %l : index, index
  %x = tiny.load %u[%1] : !tiny.buffer<128xf32, reg>, index
  // expected-error @below {{'tiny.load' op cannot shard index}}
  %y = tiny.load %u[%3] : !tiny.buffer<128xf32, reg>, index
  %s = tiny.add %x, %y : f32, f32
  %t = tiny.store %s, %o[%1] : f32, !tiny.buffer<128xf32, global>, index
  %e = tiny.end %t over %l, %j
  tiny.sink %e
}

// RUN: tiny-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tiny.kernel(tiny-map-gpu-dims{target=sim}))'

// expected-error @below {{has workgroups of 2048 items, but the target has at most 1024}}
tiny.kernel @items(%o: !tiny.buffer<2048xf32, global>) {
  %x = tiny.range 1024 local id 0
  %y = tiny.range 2 local id 1
  %z = tiny.const 0.0 : f32
  %i = tiny.add %x, %y : index, index
  %t = tiny.store %z, %o[%i] : f32, !tiny.buffer<2048xf32, global>, index
  %e = tiny.end %t over %x, %y
  tiny.sink %e
}

// -----

// expected-error @below {{has loops that do not fit into dimensions of at most 1024, 1024 and 64 steps}}
tiny.kernel @dimension(%o: !tiny.buffer<2048xf32, global>) {
  %x = tiny.range 2048 local id 0
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %o[%x] : f32, !tiny.buffer<2048xf32, global>, index
  %e = tiny.end %t over %x
  tiny.sink %e
}

// -----

// expected-error @below {{shares 65536 bytes in a workgroup, but the target has 49152}}
tiny.kernel @memory() {
  %l = tiny.range 4 local id 0
  %s = tiny.buffer 0 : !tiny.buffer<16384xf32, local>
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %s[%l] : f32, !tiny.buffer<16384xf32, local>, index
  %e = tiny.end %t over %l
  tiny.sink %e
}

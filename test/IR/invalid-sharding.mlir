// RUN: tiny-opt %s --split-input-file --verify-diagnostics

// One case for each constraint of sharding.

tiny.function @unshard_c1_count(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  // expected-error @below {{'tiny.unshard' op has 1 axes, 2 counts and 1 ranges}}
  %u = tiny.unshard %a over %r axes [0] counts [4, 2] : !tiny.buffer<2x3xf32, global>
  tiny.sink
}

// -----

tiny.function @unshard_c1_axes(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  // expected-error @below {{'tiny.unshard' op axes are not ascending axes of !tiny.buffer<2x3xf32, global>}}
  %u = tiny.unshard %a over %r axes [2] counts [4] : !tiny.buffer<2x3xf32, global>
  tiny.sink
}

// -----

tiny.function @unshard_c2(%a: !tiny.buffer<2x3xf32, global>) {
  %c = tiny.const 0 : index
  // expected-error @below {{'tiny.unshard' op has count 0, which is not positive}}
  %u = tiny.unshard %a over %c axes [0] counts [0] : !tiny.buffer<2x3xf32, global>
  tiny.sink
}

// -----

tiny.function @unshard_c3(%a: !tiny.buffer<2x3xf32, global>) {
  %r = tiny.range 4 device id 0
  // expected-error @below {{'tiny.unshard' op has 2 blocks for a range of 4 values}}
  %u = tiny.unshard %a over %r axes [0] counts [2] : !tiny.buffer<2x3xf32, global>
  tiny.sink
}

// -----

tiny.function @unshard_c4(%a: !tiny.buffer<2x3xf32, global>) {
  %c = tiny.const 0 : index
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  // expected-error @below {{'tiny.unshard' op cannot join the pieces of tensor<2x3xf32>}}
  %u = tiny.unshard %x over %c axes [0] counts [9223372036854775807] : tensor<2x3xf32>
  tiny.sink
}

// -----

tiny.function @allreduce_c1(%a: !tiny.buffer<2x3xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  // expected-error @below {{'tiny.allreduce' op has no range}}
  // expected-error @below {{'tiny.allreduce' op failed to infer returned types}}
  %s = "tiny.allreduce"(%x) <{kind = 0 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  tiny.sink
}

// -----

tiny.function @allreduce_c2() {
  %r = tiny.range 4 device id 0
  %c = tiny.const 1.0 : !tiny.weakfloat
  // expected-error @below {{'tiny.allreduce' op does not take weak floats}}
  %s = tiny.allreduce add %c over %r : !tiny.weakfloat
  tiny.sink
}

// -----

tiny.function @mselect_c1(%a: !tiny.buffer<2x3xf32, global>) {
  // expected-error @below {{'tiny.mselect' op selects the negative instance -1}}
  %s = tiny.mselect %a at -1 : !tiny.buffer<2x3xf32, global>
  tiny.sink
}

// -----

tiny.function @copy_c1(%a: !tiny.buffer<2x3xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  // expected-error @below {{'tiny.copy' op names no device}}
  %c = tiny.copy %x to "" : tensor<2x3xf32>
  tiny.sink
}

// -----

tiny.function @copy_c2_axis(%a: !tiny.buffer<2x3xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  // expected-error @below {{'tiny.copy' op has no axis 2 in its operand of type 'tensor<2x3xf32>'}}
  %c = tiny.copy %x to "CPU,CPU:1" axis 2 : tensor<2x3xf32>
  tiny.sink
}

// -----

tiny.function @copy_c2_uneven(%a: !tiny.buffer<2x3xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  // expected-error @below {{'tiny.copy' op multi axis uneven: axis 1 of 'tensor<2x3xf32>' cannot be cut into 2 blocks of one size}}
  %c = tiny.copy %x to "CPU,CPU:1" axis 1 : tensor<2x3xf32>
  tiny.sink
}

// RUN: tiny-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// One case for each constraint of memory and control ops.

tiny.function @load_c1_lanes() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.load' op needs an index for lanes or a mask}}
  %v = tiny.load %b lanes [4] strides [1] : !tiny.buffer<4xf32, global>
}

// -----

tiny.function @load_c1_mask() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %m = "m"() : () -> i1
  // expected-error @below {{'tiny.load' op needs an index for lanes or a mask}}
  %v = tiny.load %b mask %m : !tiny.buffer<4xf32, global> mask i1
}

// -----

tiny.kernel @load_c2_ranks() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> index
  // expected-error @below {{'tiny.load' op needs positive lanes and one stride for each}}
  %v = tiny.load %b[%i] lanes [4] strides [1, 1] : !tiny.buffer<4xf32, global>, index
}

// -----

tiny.kernel @load_c2_negative_lanes() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> index
  // expected-error @below {{'tiny.load' op needs positive lanes and one stride for each}}
  %v = tiny.load %b[%i] lanes [-4] strides [1] : !tiny.buffer<4xf32, global>, index
}

// -----

tiny.kernel @load_c3_lanes_of_vector() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> vector<4xindex>
  // expected-error @below {{'tiny.load' op has lanes and an index of type 'vector<4xindex>'}}
  %v = tiny.load %b[%i] lanes [4] strides [1] : !tiny.buffer<4xf32, global>, vector<4xindex>
}

// -----

tiny.kernel @load_c4_mask_type() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> index
  %m = "m"() : () -> i32
  // expected-error @below {{'tiny.load' op has a mask of type 'i32' for a 'f32'}}
  %v = tiny.load %b[%i] mask %m : !tiny.buffer<4xf32, global>, index mask i32
}

// -----

tiny.kernel @load_c4_mask_shape() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> index
  %m = "m"() : () -> vector<2xi1>
  // expected-error @below {{'tiny.load' op has a mask of type 'vector<2xi1>' for a 'f32'}}
  %v = tiny.load %b[%i] mask %m : !tiny.buffer<4xf32, global>, index mask vector<2xi1>
}

// -----

tiny.kernel @load_c5_index_type() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> f32
  // expected-error @below {{'tiny.load' op has an index of type 'f32'}}
  %v = tiny.load %b[%i] : !tiny.buffer<4xf32, global>, f32
}

// -----

tiny.function @store_c1_shape() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %x = "x"() : () -> tensor<2xf32>
  // expected-error @below {{'tiny.store' op without an index fills the whole '!tiny.buffer<4xf32, global>', not with a 'tensor<2xf32>'}}
  %t = tiny.store %x, %b : tensor<2xf32>, !tiny.buffer<4xf32, global>
}

// -----

tiny.function @store_c1_mask() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %x = "x"() : () -> tensor<4xf32>
  %m = "m"() : () -> i1
  // expected-error @below {{'tiny.store' op without an index fills the whole '!tiny.buffer<4xf32, global>', not with a 'tensor<4xf32>'}}
  %t = tiny.store %x, %b mask %m : tensor<4xf32>, !tiny.buffer<4xf32, global> mask i1
}

// -----

tiny.function @store_c2_element_type() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %x = "x"() : () -> tensor<4xi32>
  // expected-error @below {{'tiny.store' op stores 'tensor<4xi32>' to '!tiny.buffer<4xf32, global>'}}
  %t = tiny.store %x, %b : tensor<4xi32>, !tiny.buffer<4xf32, global>
}

// -----

tiny.kernel @store_c3_strides() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> index
  %x = "x"() : () -> vector<4xf32>
  // expected-error @below {{'tiny.store' op needs one stride for each dimension of 'vector<4xf32>'}}
  %t = tiny.store %x, %b[%i] : vector<4xf32>, !tiny.buffer<4xf32, global>, index
}

// -----

tiny.kernel @store_c3_strides_of_scalar() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> index
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.store' op needs one stride for each dimension of 'f32'}}
  %t = tiny.store %x, %b[%i] strides [1] : f32, !tiny.buffer<4xf32, global>, index
}

// -----

tiny.kernel @store_c3_vector_index() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> vector<2xindex>
  %x = "x"() : () -> vector<4xf32>
  // expected-error @below {{'tiny.store' op needs one stride for each dimension of 'vector<4xf32>'}}
  %t = tiny.store %x, %b[%i] : vector<4xf32>, !tiny.buffer<4xf32, global>, vector<2xindex>
}

// -----

tiny.kernel @store_c4_mask_type() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> index
  %x = "x"() : () -> f32
  %m = "m"() : () -> f32
  // expected-error @below {{'tiny.store' op has a mask of type 'f32' for a 'f32'}}
  %t = tiny.store %x, %b[%i] mask %m : f32, !tiny.buffer<4xf32, global>, index mask f32
}

// -----

tiny.kernel @store_c4_mask_shape() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> index
  %x = "x"() : () -> vector<4xf32>
  %m = "m"() : () -> vector<2xi1>
  // expected-error @below {{'tiny.store' op has a mask of type 'vector<2xi1>' for a 'vector<4xf32>'}}
  %t = tiny.store %x, %b[%i] strides [1] mask %m : vector<4xf32>, !tiny.buffer<4xf32, global>, index mask vector<2xi1>
}

// -----

tiny.kernel @store_c5_index_type() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> i1
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.store' op has an index of type 'i1'}}
  %t = tiny.store %x, %b[%i] : f32, !tiny.buffer<4xf32, global>, i1
}

// -----

tiny.kernel @range_c1_zero() {
  // expected-error @below {{'tiny.range' op has extent 0, which is not positive}}
  %i = tiny.range 0 weak id 0
}

// -----

tiny.kernel @range_c1_negative() {
  // expected-error @below {{'tiny.range' op has extent -4, which is not positive}}
  %i = tiny.range -4 weak id 0
}

// -----

tiny.kernel @end_c1_no_range_closed() {
  %c = tiny.const 0 : index
  %t = tiny.group none
  // expected-error @below {{'tiny.end' op closes what is not a range}}
  %e = tiny.end %t over %c
}

// -----

tiny.kernel @end_c1_twice() {
  %i = tiny.range 4 weak id 0
  %t = tiny.group none
  // expected-error @below {{'tiny.end' op closes a range twice}}
  %e = tiny.end %t over %i, %i
}

// -----

tiny.kernel @end_c1_none() {
  %t = tiny.group none
  // expected-error @below {{'tiny.end' op closes no range}}
  %e = "tiny.end"(%t) : (!tiny.token) -> !tiny.token
}

// -----

// expected-error @below {{'tiny.function' op has an argument of type 'f32', which is no global buffer}}
tiny.function @function_c1_scalar_argument(%x: f32) {
}

// -----

// expected-error @below {{'tiny.kernel' op has an argument of type '!tiny.buffer<4xf32, local>', which is no global buffer}}
tiny.kernel @kernel_c1_local_argument(%x: !tiny.buffer<4xf32, local>) {
}

// -----

// expected-error @below {{'tiny.function' op has results}}
"tiny.function"() <{function_type = () -> f32, sym_name = "function_c1_result"}> ({
  tiny.sink
}) : () -> ()

// -----

tiny.function @call_c1_no_kernel() {
  // expected-error @below {{'tiny.call' op calls @missing, which is no kernel}}
  %t = tiny.call @missing()
}

// -----

tiny.function @f() {
}
tiny.function @call_c1_function() {
  // expected-error @below {{'tiny.call' op calls @f, which is no kernel}}
  %t = tiny.call @f()
}

// -----

tiny.kernel @k(%a: !tiny.buffer<4xf32, global>) {
}
tiny.function @call_c2_operand_types() {
  %x = "x"() : () -> !tiny.buffer<4xi32, global>
  // expected-error @below {{'tiny.call' op has operands of other types than the arguments of @k}}
  %t = tiny.call @k(%x) : !tiny.buffer<4xi32, global>
}

// -----

tiny.kernel @k(%a: !tiny.buffer<4xf32, global>) {
}
tiny.function @call_c2_operand_count() {
  // expected-error @below {{'tiny.call' op has operands of other types than the arguments of @k}}
  %t = tiny.call @k()
}

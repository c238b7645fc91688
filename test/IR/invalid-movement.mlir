// RUN: tiny-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// One case for each constraint of movement ops and reductions.

tiny.function @reshape_c1_negative_size() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.reshape' op has a negative size in [-1, 6]}}
  %r = tiny.reshape %x [-1, 6] : tensor<2x3xf32>
}

// -----

tiny.function @reshape_c2_elements() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.reshape' op shape [7] does not hold the elements of tensor<2x3xf32>}}
  %r = tiny.reshape %x [7] : tensor<2x3xf32>
}

// -----

tiny.function @reshape_c2_overflow() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.reshape' op shape [4294967296, 4294967296] does not hold the elements of tensor<2x3xf32>}}
  %r = tiny.reshape %x [4294967296, 4294967296] : tensor<2x3xf32>
}

// -----

tiny.function @permute_c1_duplicate_axis() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.permute' op order [1, 1] is no permutation of the axes of tensor<2x3xf32>}}
  %r = tiny.permute %x [1, 1] : tensor<2x3xf32>
}

// -----

tiny.function @permute_c1_missing_axis() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.permute' op order [0] is no permutation of the axes of tensor<2x3xf32>}}
  %r = tiny.permute %x [0] : tensor<2x3xf32>
}

// -----

tiny.function @permute_c1_negative_axis() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.permute' op order [0, -1] is no permutation of the axes of tensor<2x3xf32>}}
  %r = tiny.permute %x [0, -1] : tensor<2x3xf32>
}

// -----

tiny.function @expand_c1_negative_size() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.expand' op has a negative size in [-2, 3]}}
  %r = tiny.expand %x [-2, 3] : tensor<2x3xf32>
}

// -----

tiny.function @expand_c1_too_many() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.expand' op has too many elements in [9223372036854775807, 2, 3]}}
  %r = tiny.expand %x [9223372036854775807, 2, 3] : tensor<2x3xf32>
}

// -----

tiny.function @expand_c2_rank() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.expand' op shape [3] has fewer axes than the source of tensor<2x3xf32>}}
  %r = tiny.expand %x [3] : tensor<2x3xf32>
}

// -----

tiny.function @expand_c3_no_broadcast() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.expand' op shape [4, 3] is no broadcast of tensor<2x3xf32>}}
  %r = tiny.expand %x [4, 3] : tensor<2x3xf32>
}

// -----

tiny.function @expand_c4_vector_of_tensor() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.expand' op makes no vector of tensor<2x3xf32>}}
  %r = tiny.expand vector %x [2, 3] : tensor<2x3xf32>
}

// -----

tiny.function @expand_c4_weak_vector() {
  %x = "x"() : () -> !tiny.weakfloat
  // expected-error @below {{'tiny.expand' op makes no vector of !tiny.weakfloat}}
  %r = tiny.expand vector %x [4] : !tiny.weakfloat
}

// -----

tiny.function @expand_c4_empty_vector() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.expand' op makes an empty vector of shape [0]}}
  %r = tiny.expand vector %x [0] : f32
}

// -----

tiny.function @pad_c1_rank() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.pad' op low [1] and sizes [4] do not match the axes of tensor<2x3xf32>}}
  %r = tiny.pad %x low [1] sizes [4] : tensor<2x3xf32>
}

// -----

tiny.function @pad_c2_negative() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.pad' op has a negative entry in low [0, -1] or sizes [2, 3]}}
  %r = tiny.pad %x low [0, -1] sizes [2, 3] : tensor<2x3xf32>
}

// -----

tiny.function @pad_c2_too_many() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.pad' op sizes [4611686018427387904, 3] make too many elements of tensor<2x3xf32>}}
  %r = tiny.pad %x low [0, 0] sizes [4611686018427387904, 3] : tensor<2x3xf32>
}

// -----

tiny.function @pad_c3_no_room() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.pad' op low [9223372036854775807, 0] and sizes [8, 3] have no room for the elements of tensor<2x3xf32>}}
  %r = tiny.pad %x low [9223372036854775807, 0] sizes [8, 3] : tensor<2x3xf32>
}

// -----

tiny.function @pad_c3_symbolic(%b: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %b : !tiny.buffer<4xf32, global>
  %n = tiny.variable "n" [0, 4]
  // expected-error @below {{'tiny.pad' op low [?] and sizes [3] have no room for the elements of tensor<4xf32>}}
  %r = tiny.pad %x low [%n] sizes [3] : tensor<4xf32>
}

// -----

tiny.function @shrink_c2_symbolic(%b: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %b : !tiny.buffer<4xf32, global>
  %n = tiny.variable "n" [0, 4]
  // expected-error @below {{'tiny.shrink' op offsets [?] and sizes [5] leave the bounds of tensor<4xf32>}}
  %r = tiny.shrink %x offsets [%n] sizes [5] : tensor<4xf32>
}

// -----

tiny.function @shrink_c2_vector() {
  %x = "x"() : () -> vector<4xf32>
  %n = tiny.variable "n" [1, 4]
  // expected-error @below {{'tiny.shrink' op has symbolic entries for the vector of vector<4xf32>}}
  %r = tiny.shrink %x offsets [0] sizes [%n] : vector<4xf32>
}

// -----

tiny.function @expand_c1_vector() {
  %x = tiny.const 1.0 : f32
  %n = tiny.variable "n" [1, 4]
  // expected-error @below {{'tiny.expand' op has symbolic entries for the vector of f32}}
  %r = tiny.expand vector %x [%n] : f32
}

// -----

tiny.function @reshape_operands() {
  %x = "x"() : () -> tensor<4xf32>
  %n = tiny.variable "n" [1, 4]
  // expected-error @below {{'tiny.reshape' op has 0 symbolic entries and 1 operands for them}}
  // expected-error @below {{'tiny.reshape' op failed to infer returned types}}
  %r = "tiny.reshape"(%x, %n) <{shape = array<i64: 4>}> : (tensor<4xf32>, index) -> tensor<4xf32>
}

// -----

tiny.function @shrink_c1_rank() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.shrink' op offsets [0] and sizes [1, 1] do not match the axes of tensor<2x3xf32>}}
  %r = tiny.shrink %x offsets [0] sizes [1, 1] : tensor<2x3xf32>
}

// -----

tiny.function @shrink_c2_outside() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.shrink' op offsets [0, 2] and sizes [2, 2] leave the bounds of tensor<2x3xf32>}}
  %r = tiny.shrink %x offsets [0, 2] sizes [2, 2] : tensor<2x3xf32>
}

// -----

tiny.function @shrink_c2_negative_offset() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.shrink' op offsets [-1, 0] and sizes [1, 1] leave the bounds of tensor<2x3xf32>}}
  %r = tiny.shrink %x offsets [-1, 0] sizes [1, 1] : tensor<2x3xf32>
}

// -----

tiny.function @shrink_c2_overflow() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.shrink' op offsets [1, 0] and sizes [9223372036854775807, 1] leave the bounds of tensor<2x3xf32>}}
  %r = tiny.shrink %x offsets [1, 0] sizes [9223372036854775807, 1] : tensor<2x3xf32>
}

// -----

tiny.function @shrink_c2_empty_vector() {
  %x = "x"() : () -> vector<4xf32>
  // expected-error @below {{'tiny.shrink' op sizes [0] take an empty part of vector<4xf32>}}
  %r = tiny.shrink %x offsets [0] sizes [0] : vector<4xf32>
}

// -----

tiny.function @flip_c1_axis() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.flip' op axes [2] are not different axes of tensor<2x3xf32>}}
  %r = tiny.flip %x [2] : tensor<2x3xf32>
}

// -----

tiny.function @flip_c1_twice() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.flip' op axes [0, 0] are not different axes of tensor<2x3xf32>}}
  %r = tiny.flip %x [0, 0] : tensor<2x3xf32>
}

// -----

tiny.function @stack_c2_types() {
  %x = "x"() : () -> f32
  %y = "y"() : () -> i32
  // expected-error @below {{'tiny.stack' op has operands of types 'f32' and 'i32'}}
  %r = tiny.stack %x, %y : f32, i32
}

// -----

tiny.function @stack_c3_vector_of_tensors() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.stack' op makes a vector of scalars with a width, not of 'tensor<2x3xf32>'}}
  %r = tiny.stack vector %x : tensor<2x3xf32>
}

// -----

tiny.function @stack_c3_weak_vector() {
  %x = "x"() : () -> !tiny.weakfloat
  // expected-error @below {{'tiny.stack' op makes a vector of scalars with a width, not of '!tiny.weakfloat'}}
  %r = tiny.stack vector %x : !tiny.weakfloat
}

// -----

tiny.function @stack_c4_too_many() {
  %x = "x"() : () -> tensor<9223372036854775807xf32>
  // expected-error @below {{'tiny.stack' op has too many elements of 'tensor<9223372036854775807xf32>'}}
  %r = tiny.stack %x, %x : tensor<9223372036854775807xf32>, tensor<9223372036854775807xf32>
}

// -----

tiny.function @stack_c1_no_operand() {
  // expected-error @below {{'tiny.stack' op needs an operand}}
  // expected-error @below {{'tiny.stack' op failed to infer returned types}}
  %r = "tiny.stack"() : () -> f32
}

// -----

tiny.function @reduce_c1_order() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.reduce' op axes [1, 0] are not ascending axes of 'tensor<2x3xf32>'}}
  %r = tiny.reduce add %x axes [1, 0] : tensor<2x3xf32>
}

// -----

tiny.function @reduce_c1_axis() {
  %x = "x"() : () -> tensor<2x3xf32>
  // expected-error @below {{'tiny.reduce' op axes [2] are not ascending axes of 'tensor<2x3xf32>'}}
  %r = tiny.reduce max %x axes [2] : tensor<2x3xf32>
}

// -----

tiny.function @reduce_c2_weak_float() {
  %x = "x"() : () -> !tiny.weakfloat
  // expected-error @below {{'tiny.reduce' op does not take weak floats}}
  %r = tiny.reduce add %x : !tiny.weakfloat
}

// -----

tiny.function @reduce_c3_no_range() {
  %x = "x"() : () -> f32
  %i = "i"() : () -> index
  // expected-error @below {{'tiny.reduce' op closes what is not a range}}
  %r = tiny.reduce add %x over %i : f32
}

// -----

tiny.kernel @reduce_c3_twice() {
  %x = "x"() : () -> f32
  %i = tiny.range 4 reduce id 0
  // expected-error @below {{'tiny.reduce' op closes a range twice}}
  %r = tiny.reduce add %x over %i, %i : f32
}

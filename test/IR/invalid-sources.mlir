// RUN: tiny-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// One case for each constraint of types, constants and storage.

tiny.function @buffer_type_c1_weak() {
  // expected-error @below {{a buffer holds numbers with a width, not 'index'}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<4xindex, global>
}

// -----

tiny.function @buffer_type_c1_width() {
  // expected-error @below {{a buffer holds numbers with a width, not 'i7'}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<4xi7, global>
}

// -----

tiny.function @buffer_type_c2_dynamic() {
  // expected-error @below {{expected static shape}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<?xf32, global>
}

// -----

tiny.function @buffer_type_c2_too_many() {
  // expected-error @below {{a buffer has at most 2^63-1 elements}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<4294967296x4294967296xf32, global>
}

// -----

tiny.function @buffer_type_space() {
  // expected-error @below {{unknown address space 'shared': use global, local or reg}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, shared>
}

// -----

tiny.function @value_rank_zero() {
  %x = "x"() : () -> tensor<f32>
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got 'tensor<f32>'}}
  %r = tiny.neg %x : tensor<f32>
}

// -----

tiny.function @value_element() {
  %x = "x"() : () -> i7
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got 'i7'}}
  %r = tiny.neg %x : i7
}

// -----

tiny.function @value_signed() {
  %x = "x"() : () -> si32
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got 'si32'}}
  %r = tiny.neg %x : si32
}

// -----

tiny.function @value_too_many() {
  %x = "x"() : () -> tensor<4294967296x4294967296xf32>
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got 'tensor<4294967296x4294967296xf32>'}}
  %r = tiny.neg %x : tensor<4294967296x4294967296xf32>
}

// -----

tiny.function @const_c1_not_an_element() {
  // expected-error @below {{'tiny.const' op result #0 must be an element type, but got 'tensor<4xi32>'}}
  %c = tiny.const 1 : tensor<4xi32>
}

// -----

tiny.function @const_c2_integer_for_float() {
  // expected-error @below {{'tiny.const' op of type 'f32' needs a float}}
  %c = tiny.const 1 : f32
}

// -----

tiny.function @const_c2_float_for_integer() {
  // expected-error @below {{'tiny.const' op of type 'i32' needs an integer}}
  %c = tiny.const 1.0 : i32
}

// -----

tiny.function @const_c2_float_for_bool() {
  // expected-error @below {{'tiny.const' op of type i1 needs an integer}}
  %c = tiny.const 1.0 : i1
}

// -----

tiny.function @const_c3_unsigned() {
  // expected-error @below {{'tiny.const' op value does not fit 'ui8'}}
  %c = tiny.const -1 : ui8
}

// -----

tiny.function @const_c3_signed() {
  // expected-error @below {{'tiny.const' op value does not fit 'i8'}}
  %c = tiny.const 128 : i8
}

// -----

tiny.function @const_c3_bool() {
  // expected-error @below {{'tiny.const' op value does not fit 'i1'}}
  %c = tiny.const 2 : i1
}

// -----

tiny.function @const_c3_weak() {
  // expected-error @below {{integer does not fit 128 bits}}
  // expected-error @below {{custom op 'tiny.const' invalid value for property value, expected number}}
  %c = tiny.const 170141183460469231731687303715884105728 : index
}

// -----

tiny.function @buffer_c1_no_buffer() {
  // expected-error @below {{'tiny.buffer' op result #0 must be a buffer, but got 'f32'}}
  %b = tiny.buffer 0 : f32
}

// -----

tiny.function @iota_c1_element() {
  // expected-error @below {{'tiny.iota' op makes a tensor or vector of index, not 'tensor<4xi32>'}}
  %i = tiny.iota 0 : tensor<4xi32>
}

// -----

tiny.function @iota_c1_scalar() {
  // expected-error @below {{'tiny.iota' op makes a tensor or vector of index, not 'index'}}
  %i = tiny.iota 0 : index
}

// -----

tiny.function @iota_c2_axis() {
  // expected-error @below {{'tiny.iota' op axis 1 is not an axis of 'tensor<4xindex>'}}
  %i = tiny.iota 1 : tensor<4xindex>
}

// -----

tiny.function @iota_c2_negative_axis() {
  // expected-error @below {{'tiny.iota' op axis -1 is not an axis of 'tensor<4xindex>'}}
  %i = tiny.iota -1 : tensor<4xindex>
}

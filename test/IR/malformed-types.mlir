// RUN: tiny-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics
// RUN: not tiny-opt %s --split-input-file --allow-unregistered-dialect

// Types that the dialect does not know are reported, never crashed on.

// A tensor without a rank.
tiny.function @malformed() {
  %x = "x"() : () -> tensor<*xf32>
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got 'tensor<*xf32>'}}
  %r = tiny.neg %x : tensor<*xf32>
}

// -----

// Reshaping a tensor without a rank.
tiny.function @malformed() {
  %x = "x"() : () -> tensor<*xf32>
  // expected-error @below {{'tiny.reshape' op shape [2] does not hold the elements of tensor<*xf32>}}
  %r = tiny.reshape %x [2] : tensor<*xf32>
}

// -----

// The number that stands for an unknown size.
tiny.function @malformed() {
  %x = "x"() : () -> tensor<1xf32>
  // expected-error @below {{'tiny.expand' op has 1 symbolic entries and 0 operands for them}}
  %r = tiny.expand %x [-9223372036854775808] : tensor<1xf32>
}

// -----

// A memref.
tiny.function @malformed() {
  %x = "x"() : () -> memref<4xf32>
  // expected-error @below {{'tiny.exp2' op takes a float type, not memref<4xf32>}}
  %r = tiny.exp2 %x : memref<4xf32>
}

// -----

// A complex number.
tiny.function @malformed() {
  %x = "x"() : () -> complex<f32>
  // expected-error @below {{'tiny.mul' op operand #0 must be a scalar, tensor or vector of elements, but got 'complex<f32>'}}
  %r = tiny.mul %x, %x : complex<f32>, complex<f32>
}

// -----

// A vector of unknown length.
tiny.function @malformed() {
  %x = "x"() : () -> vector<[4]xf32>
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got 'vector<[4]xf32>'}}
  %r = tiny.neg %x : vector<[4]xf32>
}

// -----

// A vector without axes.
tiny.function @malformed() {
  %x = "x"() : () -> vector<f32>
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got 'vector<f32>'}}
  %r = tiny.neg %x : vector<f32>
}

// -----

// A tensor with an encoding.
tiny.function @malformed() {
  %x = "x"() : () -> tensor<4xf32, 1 : i64>
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got 'tensor<4xf32, 1 : i64>'}}
  %r = tiny.neg %x : tensor<4xf32, 1 : i64>
}

// -----

// Elements of an odd width.
tiny.function @malformed() {
  %x = "x"() : () -> vector<4xi7>
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got 'vector<4xi7>'}}
  %r = tiny.neg %x : vector<4xi7>
}

// -----

// A token as a value.
tiny.function @malformed() {
  %x = "x"() : () -> !tiny.token
  // expected-error @below {{'tiny.neg' op operand #0 must be a scalar, tensor or vector of elements, but got '!tiny.token'}}
  %r = tiny.neg %x : !tiny.token
}

// -----

// A tuple as a value.
tiny.function @malformed() {
  %x = "x"() : () -> tuple<f32>
  // expected-error @below {{'tiny.cast' op operand #0 must be a scalar, tensor or vector of elements, but got 'tuple<f32>'}}
  %r = tiny.cast %x to f32 : tuple<f32>
}

// -----

// Stacking what is no value.
tiny.function @malformed() {
  %x = "x"() : () -> none
  // expected-error @below {{'tiny.stack' op operand #0 must be variadic of a scalar, tensor or vector of elements, but got 'none'}}
  %r = tiny.stack %x : none
}

// -----

// Expanding what is no value.
tiny.function @malformed() {
  %x = "x"() : () -> none
  // expected-error @below {{'tiny.expand' op operand #0 must be a scalar, tensor or vector of elements, but got 'none'}}
  %r = tiny.expand vector %x [4] : none
}

// -----

// Choosing by what is no value.
tiny.function @malformed() {
  %x = "x"() : () -> none
  // expected-error @below {{'tiny.where' op condition is not a bool: none, none, none}}
  %r = tiny.where %x, %x, %x : none, none, none
}

// -----

// A value and what is none.
tiny.function @malformed() {
  %x = "x"() : () -> tensor<4xf32>
  %y = "y"() : () -> none
  // expected-error @below {{'tiny.cmplt' op operands have different element types: tensor<4xf32>, none}}
  %r = tiny.cmplt %x, %y : tensor<4xf32>, none
}

// -----

// Storing what is no value.
tiny.function @malformed() {
  %x = "x"() : () -> none
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.store' op operand #0 must be a scalar, tensor or vector of elements, but got 'none'}}
  %t = tiny.store %x, %b : none, !tiny.buffer<4xf32, global>
}

// -----

// Lanes beyond all memory.
tiny.function @malformed() {
  %b = "b"() : () -> !tiny.buffer<4xf32, global>
  %i = "i"() : () -> index
  // expected-error @below {{'tiny.load' op result #0 must be a scalar, tensor or vector of elements, but got 'vector<9223372036854775807x4xf32>'}}
  %v = tiny.load %b[%i] lanes [9223372036854775807, 4] strides [1, 1] : !tiny.buffer<4xf32, global>, index
}

// -----

// A negative size.
tiny.function @malformed() {
  // expected-error @below {{expected non-function type}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<-4xf32, global>
}

// -----

// A size of more than 64 bits.
tiny.function @malformed() {
  // expected-error @below {{invalid dimension}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<99999999999999999999xf32, global>
}

// -----

// No address space.
tiny.function @malformed() {
  // expected-error @below {{expected ','}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<4xf32>
}

// -----

// No element type.
tiny.function @malformed() {
  // expected-error @below {{expected non-function type}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<, global>
}

// -----

// A shape without an element type.
tiny.function @malformed() {
  // expected-error @below {{expected non-function type}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<4x, global>
}

// -----

// A nested shape.
tiny.function @malformed() {
  // expected-error @below {{a buffer holds numbers with a width, not 'tensor<4xf32>'}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.buffer<4xtensor<4xf32>, global>
}

// -----

// An unknown type of the dialect.
tiny.function @malformed() {
  // expected-error @below {{unknown  type `frob` in dialect `tiny`}}
  // expected-error @below {{custom op 'tiny.buffer' invalid value for property stored_type, expected type}}
  %b = tiny.buffer 0 : !tiny.frob
}

// -----

// An iota without a rank.
tiny.function @malformed() {
  // expected-error @below {{'tiny.iota' op result #0 must be a scalar, tensor or vector of elements, but got 'tensor<*xindex>'}}
  %i = tiny.iota 0 : tensor<*xindex>
}

// RUN: tiny-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics
// RUN: not tiny-opt %s --split-input-file --allow-unregistered-dialect

// Text that is no program is reported where it goes wrong.

// A function without a name.
// expected-error @below {{custom op 'tiny.function' expected valid '@'-identifier for symbol name}}
tiny.function () {
}

// -----

// A function without arguments.
// expected-error @below {{expected '(' in argument list}}
tiny.function @malformed {
}

// -----

// An argument without a type.
// expected-error @below {{expected ':'}}
tiny.function @malformed(%a) {
}

// -----

// An argument without a name.
// expected-error @below {{expected SSA operand}}
tiny.function @malformed(f32) {
}

// -----

// A function with a result.
// expected-error @below {{expected '{' to begin a region}}
tiny.function @malformed() -> f32 {
}

// -----

// Two blocks.
// expected-error @below {{'tiny.function' op expects region #0 to have 0 or 1 blocks}}
tiny.function @malformed() {
  tiny.sink
^next:
  tiny.sink
}

// -----

// A block with arguments of its own.
// expected-error @below {{'tiny.function' op entry block must have 0 arguments to match function signature}}
tiny.function @malformed() {
^entry(%x: f32):
  tiny.sink
}

// -----

// A sink outside of a function.
// expected-error @below {{'tiny.sink' op expects parent op to be one of 'tiny.function, tiny.kernel'}}
tiny.sink

// -----

// Two functions of one name.
// expected-note @below {{see existing symbol definition here}}
tiny.function @f() {
}
// expected-error @below {{redefinition of symbol named 'f'}}
tiny.function @f() {
}

// -----

// A function in a function.
tiny.function @malformed() {
  // expected-error @below {{'tiny.function' op symbol's parent must have the SymbolTable trait}}
  tiny.function @inner() {
  }
}

// -----

// An op that does not exist.
tiny.function @malformed() {
  // expected-error @below {{custom op 'tiny.frobnicate' is unknown}}
  %r = tiny.frobnicate
}

// -----

// A value that does not exist.
tiny.function @malformed() {
  // expected-error @below {{use of undeclared SSA value name}}
  %r = tiny.neg %x : f32
}

// -----

// A value before its definition.
tiny.function @malformed() {
  // expected-error @below {{operand #0 does not dominate this use}}
  %r = tiny.neg %x : f32
  // expected-note @below {{operand defined here}}
  %x = "x"() : () -> f32
}

// -----

// A value of another type.
tiny.function @malformed() {
  // expected-note @below {{prior use here}}
  %x = "x"() : () -> f32
  // expected-error @below {{use of value '%x' expects different type than prior uses: 'f16' vs 'f32'}}
  %r = tiny.neg %x : f16
}

// -----

// No operand.
tiny.function @malformed() {
  // expected-error @below {{expected SSA operand}}
  %r = tiny.neg : f32
}

// -----

// Too many names for results.
tiny.function @malformed() {
  // expected-error @below {{operation defines 1 results but was provided 2 to bind}}
  %c:2 = tiny.const 1 : i32
}

// -----

// An unknown kind of reduction.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{custom op 'tiny.reduce' expected one of [add, mul, max] for how a reduction combines, got: min}}
  // expected-error @below {{custom op 'tiny.reduce' invalid value for property kind, expected how a reduction combines}}
  %r = tiny.reduce min %x : f32
}

// -----

// An unknown axis type.
tiny.function @malformed() {
  // expected-error @below {{custom op 'tiny.range' expected one of [device, weak, loop, thread, global, warp, local, group_reduce, reduce, upcast, unroll] for what a range stands for, got: sideways}}
  // expected-error @below {{custom op 'tiny.range' invalid value for property axis, expected what a range stands for}}
  %i = tiny.range 4 sideways id 0
}

// -----

// An extent of more than 64 bits.
tiny.function @malformed() {
  // expected-error @below {{custom op 'tiny.range' integer value too large}}
  // expected-error @below {{custom op 'tiny.range' invalid value for property extent, expected int64_t}}
  %i = tiny.range 99999999999999999999 loop id 0
}

// -----

// A list that does not end.
tiny.function @malformed() {
  %x = "x"() : () -> tensor<4xf32>
  // expected-error @below {{custom op 'tiny.reshape' expected integer value}}
  %r = tiny.reshape %x [4, : tensor<4xf32>
}

// -----

// A size of more than 64 bits.
tiny.function @malformed() {
  %x = "x"() : () -> tensor<4xf32>
  // expected-error @below {{custom op 'tiny.reshape' integer value too large}}
  %r = tiny.reshape %x [99999999999999999999] : tensor<4xf32>
}

// -----

// A constant without a number.
tiny.function @malformed() {
  // expected-error @below {{expected floating point literal}}
  // expected-error @below {{custom op 'tiny.const' invalid value for property value, expected number}}
  %c = tiny.const : f32
}

// -----

// A number with two signs.
tiny.function @malformed() {
  // expected-error @below {{custom op 'tiny.const' second minus sign}}
  // expected-error @below {{custom op 'tiny.const' invalid value for property value, expected number}}
  %c = tiny.const --5 : i32
}

// -----

// A number of more than 128 bits.
tiny.function @malformed() {
  // expected-error @below {{custom op 'tiny.const' integer does not fit 128 bits}}
  // expected-error @below {{custom op 'tiny.const' invalid value for property value, expected number}}
  %c = tiny.const 999999999999999999999999999999999999999999999999 : index
}

// -----

// A word that is no number.
tiny.function @malformed() {
  // expected-error @below {{expected floating point literal}}
  // expected-error @below {{custom op 'tiny.const' invalid value for property value, expected number}}
  %c = tiny.const infinity : f32
}

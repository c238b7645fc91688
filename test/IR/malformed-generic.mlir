// RUN: tiny-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics
// RUN: not tiny-opt %s --split-input-file --allow-unregistered-dialect

// The generic form can say what the custom form cannot: all of it is verified.

// No properties.
tiny.function @malformed() {
  // expected-error @below {{'tiny.const' op has result type 'f32' but holds a '<<NULL TYPE>>'}}
  %c = "tiny.const"() : () -> f32
}

// -----

// No type to cast to.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.cast' op has no type to cast to}}
  // expected-error @below {{'tiny.cast' op failed to infer returned types}}
  %r = "tiny.cast"(%x) : (f32) -> f32
}

// -----

// A property that is no type.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{expected a type, got 3 : i32}}
  %r = "tiny.cast"(%x) <{to = 3 : i32}> : (f32) -> f32
}

// -----

// A property that is no list.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{expected array<i64: ...>, got [1]}}
  %r = "tiny.reshape"(%x) <{shape = [1]}> : (f32) -> f32
}

// -----

// A property that is no number.
tiny.function @malformed() {
  // expected-error @below {{expected a number of up to 128 bits, got "x"}}
  %c = "tiny.const"() <{stored_type = i32, value = "x"}> : () -> i32
}

// -----

// A number of more than 128 bits.
tiny.function @malformed() {
  // expected-error @below {{expected a number of up to 128 bits, got 680564733841876926926749214863536422912 : i200}}
  %c = "tiny.const"() <{stored_type = i32, value = 680564733841876926926749214863536422912 : i200}> : () -> i32
}

// -----

// Another result type.
tiny.function @malformed() {
  // expected-error @below {{'tiny.const' op has result type 'i64' but holds a 'i32'}}
  %c = "tiny.const"() <{stored_type = i32, value = 1 : i128}> : () -> i64
}

// -----

// A kind out of range.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.reduce' op property 'kind' failed to satisfy constraint: how a reduction combines}}
  %r = "tiny.reduce"(%x) <{kind = 7 : i32}> : (f32) -> f32
}

// -----

// An axis type out of range.
tiny.function @malformed() {
  // expected-error @below {{'tiny.range' op property 'axis' failed to satisfy constraint: what a range stands for}}
  %i = "tiny.range"() <{axis = 99 : i32, extent = 4 : i64, id = 0 : i64}> : () -> index
}

// -----

// Segments that do not add up.
tiny.function @malformed() {
  %b = "b"() : () -> !tiny.buffer<f32, global>
  // expected-error @below {{'tiny.load' op operand count (1) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  %v = "tiny.load"(%b) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!tiny.buffer<f32, global>) -> f32
}

// -----

// Negative segments.
tiny.function @malformed() {
  %b = "b"() : () -> !tiny.buffer<f32, global>
  // expected-error @below {{'tiny.load' op 'operandSegmentSizes' attribute cannot have negative elements}}
  %v = "tiny.load"(%b) <{operandSegmentSizes = array<i32: 1, -1, 1>}> : (!tiny.buffer<f32, global>) -> f32
}

// -----

// No segments.
tiny.function @malformed() {
  %b = "b"() : () -> !tiny.buffer<f32, global>
  // expected-error @below {{'tiny.load' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %v = "tiny.load"(%b) : (!tiny.buffer<f32, global>) -> f32
}

// -----

// Too few segments.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{invalid properties {operandSegmentSizes = array<i32: 1, 0, 0>} for op tiny.store: size mismatch in attribute conversion: 3 vs 4}}
  %t = "tiny.store"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> !tiny.token
}

// -----

// A load of a value.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.load' op operand #0 must be a buffer, but got 'f32'}}
  %v = "tiny.load"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> f32
}

// -----

// Too few operands.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.add' op expected 2 operands, but found 1}}
  %r = "tiny.add"(%x) : (f32) -> f32
}

// -----

// No operands.
tiny.function @malformed() {
  // expected-error @below {{'tiny.after' op expected 1 or more operands, but found 0}}
  %r = "tiny.after"() : () -> !tiny.buffer<f32, global>
}

// -----

// No result.
tiny.function @malformed() {
  // expected-error @below {{'tiny.end' op requires one result}}
  "tiny.end"() : () -> ()
}

// -----

// A region.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.neg' op requires zero regions}}
  %r = "tiny.neg"(%x) ({}) : (f32) -> f32
}

// -----

// A nested symbol.
tiny.function @malformed() {
  // expected-error @below {{invalid properties {callee = @a::@b} for op tiny.call: Invalid attribute `callee` in property conversion: @a::@b}}
  %t = "tiny.call"() <{callee = @a::@b}> : () -> !tiny.token
}

// -----

// A flag that changes the type.
tiny.function @malformed() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.expand' op inferred type(s) 'vector<1xf32>' are incompatible with return type(s) of operation 'f32'}}
  // expected-error @below {{'tiny.expand' op failed to infer returned types}}
  %r = "tiny.expand"(%x) <{shape = array<i64: 1>, vector}> : (f32) -> f32
}

// -----

// A function without properties.
// expected-error @below {{'tiny.function' op requires attribute 'function_type'}}
"tiny.function"() ({}) : () -> ()

// -----

// A function without a block.
// expected-error @below {{'tiny.function' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
"tiny.function"() <{function_type = () -> (), sym_name = "f"}> ({}) : () -> ()

// -----

// A function without a region.
// expected-error @below {{'tiny.function' op requires one region}}
"tiny.function"() <{function_type = () -> (), sym_name = "f"}> : () -> ()

// -----

// A function of another type.
// expected-error @below {{'tiny.function' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"tiny.function"() <{function_type = i32, sym_name = "f"}> ({ tiny.sink }) : () -> ()

// -----

// Arguments that the block lacks.
// expected-error @below {{'tiny.function' op entry block must have 1 arguments to match function signature}}
"tiny.function"() <{function_type = (i32) -> (), sym_name = "f"}> ({ tiny.sink }) : () -> ()

// -----

// Attributes of arguments that do not exist.
// expected-error @below {{'tiny.function' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 0}}
"tiny.function"() <{arg_attrs = [{}, {}], function_type = () -> (), sym_name = "f"}> ({ tiny.sink }) : () -> ()

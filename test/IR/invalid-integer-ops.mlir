// RUN: tiny-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// One case for each constraint of each op on integers.
// E1: shapes, E2: element types, E3: domain.

tiny.function @cdiv_e1_shapes() {
  %x = "x"() : () -> tensor<2xi32>
  %y = "y"() : () -> tensor<3xi32>
  // expected-error @below {{'tiny.cdiv' op operands do not broadcast: tensor<2xi32>, tensor<3xi32>}}
  %r = tiny.cdiv %x, %y : tensor<2xi32>, tensor<3xi32>
}

// -----

tiny.function @cdiv_e2_types() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> i64
  // expected-error @below {{'tiny.cdiv' op operands have different element types: i32, i64}}
  %r = tiny.cdiv %x, %y : i32, i64
}

// -----

tiny.function @cdiv_e3_float() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.cdiv' op takes an integer type, not f32, f32}}
  %r = tiny.cdiv %x, %x : f32, f32
}

// -----

tiny.function @cmod_e1_shapes() {
  %x = "x"() : () -> tensor<2xi32>
  %y = "y"() : () -> tensor<3xi32>
  // expected-error @below {{'tiny.cmod' op operands do not broadcast: tensor<2xi32>, tensor<3xi32>}}
  %r = tiny.cmod %x, %y : tensor<2xi32>, tensor<3xi32>
}

// -----

tiny.function @cmod_e2_types() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> i64
  // expected-error @below {{'tiny.cmod' op operands have different element types: i32, i64}}
  %r = tiny.cmod %x, %y : i32, i64
}

// -----

tiny.function @cmod_e3_float() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.cmod' op takes an integer type, not f32, f32}}
  %r = tiny.cmod %x, %x : f32, f32
}

// -----

tiny.function @floordiv_e1_shapes() {
  %x = "x"() : () -> tensor<2xi32>
  %y = "y"() : () -> tensor<3xi32>
  // expected-error @below {{'tiny.floordiv' op operands do not broadcast: tensor<2xi32>, tensor<3xi32>}}
  %r = tiny.floordiv %x, %y : tensor<2xi32>, tensor<3xi32>
}

// -----

tiny.function @floordiv_e2_types() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> i64
  // expected-error @below {{'tiny.floordiv' op operands have different element types: i32, i64}}
  %r = tiny.floordiv %x, %y : i32, i64
}

// -----

tiny.function @floordiv_e3_float() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.floordiv' op takes an integer type, not f32, f32}}
  %r = tiny.floordiv %x, %x : f32, f32
}

// -----

tiny.function @floormod_e1_shapes() {
  %x = "x"() : () -> tensor<2xi32>
  %y = "y"() : () -> tensor<3xi32>
  // expected-error @below {{'tiny.floormod' op operands do not broadcast: tensor<2xi32>, tensor<3xi32>}}
  %r = tiny.floormod %x, %y : tensor<2xi32>, tensor<3xi32>
}

// -----

tiny.function @floormod_e2_types() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> i64
  // expected-error @below {{'tiny.floormod' op operands have different element types: i32, i64}}
  %r = tiny.floormod %x, %y : i32, i64
}

// -----

tiny.function @floormod_e3_float() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.floormod' op takes an integer type, not f32, f32}}
  %r = tiny.floormod %x, %x : f32, f32
}

// -----

tiny.function @shl_e1_shapes() {
  %x = "x"() : () -> tensor<2xi32>
  %y = "y"() : () -> tensor<3xi32>
  // expected-error @below {{'tiny.shl' op operands do not broadcast: tensor<2xi32>, tensor<3xi32>}}
  %r = tiny.shl %x, %y : tensor<2xi32>, tensor<3xi32>
}

// -----

tiny.function @shl_e2_types() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> i64
  // expected-error @below {{'tiny.shl' op operands have different element types: i32, i64}}
  %r = tiny.shl %x, %y : i32, i64
}

// -----

tiny.function @shl_e3_float() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.shl' op takes an integer type, not f32, f32}}
  %r = tiny.shl %x, %x : f32, f32
}

// -----

tiny.function @shr_e1_shapes() {
  %x = "x"() : () -> tensor<2xi32>
  %y = "y"() : () -> tensor<3xi32>
  // expected-error @below {{'tiny.shr' op operands do not broadcast: tensor<2xi32>, tensor<3xi32>}}
  %r = tiny.shr %x, %y : tensor<2xi32>, tensor<3xi32>
}

// -----

tiny.function @shr_e2_types() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> i64
  // expected-error @below {{'tiny.shr' op operands have different element types: i32, i64}}
  %r = tiny.shr %x, %y : i32, i64
}

// -----

tiny.function @shr_e3_float() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.shr' op takes an integer type, not f32, f32}}
  %r = tiny.shr %x, %x : f32, f32
}

// -----

tiny.function @and_e1_shapes() {
  %x = "x"() : () -> tensor<2xi32>
  %y = "y"() : () -> tensor<3xi32>
  // expected-error @below {{'tiny.and' op operands do not broadcast: tensor<2xi32>, tensor<3xi32>}}
  %r = tiny.and %x, %y : tensor<2xi32>, tensor<3xi32>
}

// -----

tiny.function @and_e2_types() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> i64
  // expected-error @below {{'tiny.and' op operands have different element types: i32, i64}}
  %r = tiny.and %x, %y : i32, i64
}

// -----

tiny.function @and_e3_float() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.and' op takes an integer type or i1, not f32, f32}}
  %r = tiny.and %x, %x : f32, f32
}

// -----

tiny.function @or_e1_shapes() {
  %x = "x"() : () -> tensor<2xi32>
  %y = "y"() : () -> tensor<3xi32>
  // expected-error @below {{'tiny.or' op operands do not broadcast: tensor<2xi32>, tensor<3xi32>}}
  %r = tiny.or %x, %y : tensor<2xi32>, tensor<3xi32>
}

// -----

tiny.function @or_e2_types() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> i64
  // expected-error @below {{'tiny.or' op operands have different element types: i32, i64}}
  %r = tiny.or %x, %y : i32, i64
}

// -----

tiny.function @or_e3_float() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.or' op takes an integer type or i1, not f32, f32}}
  %r = tiny.or %x, %x : f32, f32
}

// -----

tiny.function @xor_e1_shapes() {
  %x = "x"() : () -> tensor<2xi32>
  %y = "y"() : () -> tensor<3xi32>
  // expected-error @below {{'tiny.xor' op operands do not broadcast: tensor<2xi32>, tensor<3xi32>}}
  %r = tiny.xor %x, %y : tensor<2xi32>, tensor<3xi32>
}

// -----

tiny.function @xor_e2_types() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> i64
  // expected-error @below {{'tiny.xor' op operands have different element types: i32, i64}}
  %r = tiny.xor %x, %y : i32, i64
}

// -----

tiny.function @xor_e3_float() {
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.xor' op takes an integer type or i1, not f32, f32}}
  %r = tiny.xor %x, %x : f32, f32
}

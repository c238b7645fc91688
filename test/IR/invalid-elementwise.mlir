// RUN: tiny-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// One case for each constraint of each other elementwise op.
// E1: shapes, E2: element types, E3: domain.

tiny.function @exp2_e3_integer() {
  %x = "x"() : () -> i32
  // expected-error @below {{'tiny.exp2' op takes a float type, not i32}}
  %r = tiny.exp2 %x : i32
}

// -----

tiny.function @log2_e3_integer() {
  %x = "x"() : () -> i32
  // expected-error @below {{'tiny.log2' op takes a float type, not i32}}
  %r = tiny.log2 %x : i32
}

// -----

tiny.function @sin_e3_integer() {
  %x = "x"() : () -> i32
  // expected-error @below {{'tiny.sin' op takes a float type, not i32}}
  %r = tiny.sin %x : i32
}

// -----

tiny.function @sqrt_e3_integer() {
  %x = "x"() : () -> i32
  // expected-error @below {{'tiny.sqrt' op takes a float type, not i32}}
  %r = tiny.sqrt %x : i32
}

// -----

tiny.function @reciprocal_e3_integer() {
  %x = "x"() : () -> i32
  // expected-error @below {{'tiny.reciprocal' op takes a float type, not i32}}
  %r = tiny.reciprocal %x : i32
}

// -----

tiny.function @neg_e3_bool() {
  %x = "x"() : () -> i1
  // expected-error @below {{'tiny.neg' op takes an integer or float type, not i1}}
  %r = tiny.neg %x : i1
}

// -----

tiny.function @trunc_e3_bool() {
  %x = "x"() : () -> i1
  // expected-error @below {{'tiny.trunc' op takes an integer or float type, not i1}}
  %r = tiny.trunc %x : i1
}

// -----

tiny.function @add_e1_shapes() {
  %x = "x"() : () -> tensor<2xf32>
  %y = "y"() : () -> tensor<3xf32>
  // expected-error @below {{'tiny.add' op operands do not broadcast: tensor<2xf32>, tensor<3xf32>}}
  %r = tiny.add %x, %y : tensor<2xf32>, tensor<3xf32>
}

// -----

tiny.function @add_e2_types() {
  %x = "x"() : () -> f32
  %y = "y"() : () -> f16
  // expected-error @below {{'tiny.add' op operands have different element types: f32, f16}}
  %r = tiny.add %x, %y : f32, f16
}

// -----

tiny.function @mul_e1_shapes() {
  %x = "x"() : () -> tensor<2xf32>
  %y = "y"() : () -> tensor<3xf32>
  // expected-error @below {{'tiny.mul' op operands do not broadcast: tensor<2xf32>, tensor<3xf32>}}
  %r = tiny.mul %x, %y : tensor<2xf32>, tensor<3xf32>
}

// -----

tiny.function @mul_e2_types() {
  %x = "x"() : () -> f32
  %y = "y"() : () -> f16
  // expected-error @below {{'tiny.mul' op operands have different element types: f32, f16}}
  %r = tiny.mul %x, %y : f32, f16
}

// -----

tiny.function @max_e1_shapes() {
  %x = "x"() : () -> tensor<2xf32>
  %y = "y"() : () -> tensor<3xf32>
  // expected-error @below {{'tiny.max' op operands do not broadcast: tensor<2xf32>, tensor<3xf32>}}
  %r = tiny.max %x, %y : tensor<2xf32>, tensor<3xf32>
}

// -----

tiny.function @max_e2_types() {
  %x = "x"() : () -> f32
  %y = "y"() : () -> f16
  // expected-error @below {{'tiny.max' op operands have different element types: f32, f16}}
  %r = tiny.max %x, %y : f32, f16
}

// -----

tiny.function @cmplt_e1_shapes() {
  %x = "x"() : () -> tensor<2xf32>
  %y = "y"() : () -> tensor<3xf32>
  // expected-error @below {{'tiny.cmplt' op operands do not broadcast: tensor<2xf32>, tensor<3xf32>}}
  %r = tiny.cmplt %x, %y : tensor<2xf32>, tensor<3xf32>
}

// -----

tiny.function @cmplt_e2_types() {
  %x = "x"() : () -> f32
  %y = "y"() : () -> f16
  // expected-error @below {{'tiny.cmplt' op operands have different element types: f32, f16}}
  %r = tiny.cmplt %x, %y : f32, f16
}

// -----

tiny.function @cmpne_e1_shapes() {
  %x = "x"() : () -> tensor<2xf32>
  %y = "y"() : () -> tensor<3xf32>
  // expected-error @below {{'tiny.cmpne' op operands do not broadcast: tensor<2xf32>, tensor<3xf32>}}
  %r = tiny.cmpne %x, %y : tensor<2xf32>, tensor<3xf32>
}

// -----

tiny.function @cmpne_e2_types() {
  %x = "x"() : () -> f32
  %y = "y"() : () -> f16
  // expected-error @below {{'tiny.cmpne' op operands have different element types: f32, f16}}
  %r = tiny.cmpne %x, %y : f32, f16
}

// -----

tiny.function @cmpeq_e1_shapes() {
  %x = "x"() : () -> tensor<2xf32>
  %y = "y"() : () -> tensor<3xf32>
  // expected-error @below {{'tiny.cmpeq' op operands do not broadcast: tensor<2xf32>, tensor<3xf32>}}
  %r = tiny.cmpeq %x, %y : tensor<2xf32>, tensor<3xf32>
}

// -----

tiny.function @cmpeq_e2_types() {
  %x = "x"() : () -> f32
  %y = "y"() : () -> f16
  // expected-error @below {{'tiny.cmpeq' op operands have different element types: f32, f16}}
  %r = tiny.cmpeq %x, %y : f32, f16
}

// -----

tiny.function @sub_e1_shapes() {
  %x = "x"() : () -> tensor<2xf32>
  %y = "y"() : () -> tensor<3xf32>
  // expected-error @below {{'tiny.sub' op operands do not broadcast: tensor<2xf32>, tensor<3xf32>}}
  %r = tiny.sub %x, %y : tensor<2xf32>, tensor<3xf32>
}

// -----

tiny.function @sub_e2_types() {
  %x = "x"() : () -> f32
  %y = "y"() : () -> f16
  // expected-error @below {{'tiny.sub' op operands have different element types: f32, f16}}
  %r = tiny.sub %x, %y : f32, f16
}

// -----

tiny.function @sub_e3_bool() {
  %x = "x"() : () -> i1
  // expected-error @below {{'tiny.sub' op takes an integer or float type, not i1, i1}}
  %r = tiny.sub %x, %x : i1, i1
}

// -----

tiny.function @fdiv_e1_shapes() {
  %x = "x"() : () -> tensor<2xf32>
  %y = "y"() : () -> tensor<3xf32>
  // expected-error @below {{'tiny.fdiv' op operands do not broadcast: tensor<2xf32>, tensor<3xf32>}}
  %r = tiny.fdiv %x, %y : tensor<2xf32>, tensor<3xf32>
}

// -----

tiny.function @fdiv_e2_types() {
  %x = "x"() : () -> f32
  %y = "y"() : () -> f16
  // expected-error @below {{'tiny.fdiv' op operands have different element types: f32, f16}}
  %r = tiny.fdiv %x, %y : f32, f16
}

// -----

tiny.function @fdiv_e3_integer() {
  %x = "x"() : () -> i32
  // expected-error @below {{'tiny.fdiv' op takes a float type, not i32, i32}}
  %r = tiny.fdiv %x, %x : i32, i32
}

// -----

tiny.function @add_e1_too_many() {
  %x = "x"() : () -> tensor<4294967296x1xf32>
  %y = "y"() : () -> tensor<4294967296xf32>
  // expected-error @below {{'tiny.add' op has too many elements: tensor<4294967296x1xf32>, tensor<4294967296xf32>}}
  %r = tiny.add %x, %y : tensor<4294967296x1xf32>, tensor<4294967296xf32>
}

// -----

tiny.function @add_e1_tensor_and_vector() {
  %x = "x"() : () -> tensor<4xf32>
  %y = "y"() : () -> vector<4xf32>
  // expected-error @below {{'tiny.add' op mixes tensors and vectors: tensor<4xf32>, vector<4xf32>}}
  %r = tiny.add %x, %y : tensor<4xf32>, vector<4xf32>
}

// -----

tiny.function @add_e2_weak_float_and_integer() {
  %x = "x"() : () -> i32
  %y = "y"() : () -> !tiny.weakfloat
  // expected-error @below {{'tiny.add' op operands have different element types: i32, !tiny.weakfloat}}
  %r = tiny.add %x, %y : i32, !tiny.weakfloat
}

// -----

tiny.function @cast_c1_not_an_element() {
  %x = "x"() : () -> i32
  // expected-error @below {{'tiny.cast' op casts to element types only, not 'tensor<4xf32>'}}
  %r = tiny.cast %x to tensor<4xf32> : i32
}

// -----

tiny.function @cast_c2_weak_vector() {
  %x = "x"() : () -> vector<4xf32>
  // expected-error @below {{'tiny.cast' op makes a vector of weak floats}}
  %r = tiny.cast %x to !tiny.weakfloat : vector<4xf32>
}

// -----

tiny.function @where_c1_condition() {
  %c = "c"() : () -> i32
  %x = "x"() : () -> f32
  // expected-error @below {{'tiny.where' op condition is not a bool: i32, f32, f32}}
  %r = tiny.where %c, %x, %x : i32, f32, f32
}

// -----

tiny.function @where_e1_shapes() {
  %c = "c"() : () -> tensor<2xi1>
  %x = "x"() : () -> tensor<3xf32>
  %y = "y"() : () -> f32
  // expected-error @below {{'tiny.where' op operands do not broadcast: tensor<2xi1>, tensor<3xf32>, f32}}
  %r = tiny.where %c, %x, %y : tensor<2xi1>, tensor<3xf32>, f32
}

// -----

tiny.function @where_e2_types() {
  %c = "c"() : () -> i1
  %x = "x"() : () -> f32
  %y = "y"() : () -> i32
  // expected-error @below {{'tiny.where' op branches have different element types: i1, f32, i32}}
  %r = tiny.where %c, %x, %y : i1, f32, i32
}

// -----

tiny.function @bitcast_c1_not_an_element() {
  %x = "x"() : () -> i32
  // expected-error @below {{'tiny.bitcast' op casts to element types only, not 'tensor<4xf32>'}}
  %r = tiny.bitcast %x to tensor<4xf32> : i32
}

// -----

tiny.function @bitcast_c2_widths() {
  %x = "x"() : () -> tensor<4xf32>
  // expected-error @below {{'tiny.bitcast' op takes types of one width that are not bool or weak, not f32 and ui16}}
  %r = tiny.bitcast %x to ui16 : tensor<4xf32>
}

// -----

tiny.function @bitcast_c2_bool() {
  %x = "x"() : () -> i1
  // expected-error @below {{'tiny.bitcast' op takes types of one width that are not bool or weak, not i1 and i8}}
  %r = tiny.bitcast %x to i8 : i1
}

// -----

tiny.function @bitcast_c2_weak() {
  %x = "x"() : () -> index
  // expected-error @below {{'tiny.bitcast' op takes types of one width that are not bool or weak, not index and f64}}
  %r = tiny.bitcast %x to f64 : index
}

// -----

tiny.function @threefry_e3_type() {
  %x = "x"() : () -> ui32
  // expected-error @below {{'tiny.threefry' op takes ui64, not ui32, ui32}}
  %r = tiny.threefry %x, %x : ui32, ui32
}

// -----

tiny.function @pow_e3_bool() {
  %x = "x"() : () -> i1
  // expected-error @below {{'tiny.pow' op takes an integer or float type, not i1, i1}}
  %r = tiny.pow %x, %x : i1, i1
}

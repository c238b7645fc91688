// RUN: tiny-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// A float op folds only where the result has the same bits for every operand.

// x * 1.0 is x.

// CHECK-LABEL: @mul_one_float
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @mul_one_float() {
  %x = "x"() : () -> tensor<4xf32>
  %c = tiny.const 1.0 : f32
  %r = tiny.mul %x, %c : tensor<4xf32>, f32
  "use"(%r) : (tensor<4xf32>) -> ()
}

// x / 1.0 is x; a weak one becomes a float.

// CHECK-LABEL: @fdiv_one
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @fdiv_one() {
  %x = "x"() : () -> tensor<4xf32>
  %c = tiny.const 1.0 : !tiny.weakfloat
  %r = tiny.fdiv %x, %c : tensor<4xf32>, !tiny.weakfloat
  "use"(%r) : (tensor<4xf32>) -> ()
}

// x - 0.0 is x.

// CHECK-LABEL: @sub_zero_float
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @sub_zero_float() {
  %x = "x"() : () -> tensor<4xf32>
  %c = tiny.const 0.0 : f32
  %r = tiny.sub %x, %c : tensor<4xf32>, f32
  "use"(%r) : (tensor<4xf32>) -> ()
}

// x + -0.0 is x.

// CHECK-LABEL: @add_minus_zero
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @add_minus_zero() {
  %x = "x"() : () -> tensor<4xf32>
  %c = tiny.const -0.0 : f32
  %r = tiny.add %x, %c : tensor<4xf32>, f32
  "use"(%r) : (tensor<4xf32>) -> ()
}

// x + 0.0 stays: it makes 0.0 of -0.0.

// CHECK-LABEL: @add_zero_float
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.add %[[X]]
//       CHECK:   "use"(%[[R]])
tiny.function @add_zero_float() {
  %x = "x"() : () -> tensor<4xf32>
  %c = tiny.const 0.0 : f32
  %r = tiny.add %x, %c : tensor<4xf32>, f32
  "use"(%r) : (tensor<4xf32>) -> ()
}

// x - -0.0 stays for the same reason.

// CHECK-LABEL: @sub_minus_zero
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.sub %[[X]]
//       CHECK:   "use"(%[[R]])
tiny.function @sub_minus_zero() {
  %x = "x"() : () -> tensor<4xf32>
  %c = tiny.const -0.0 : f32
  %r = tiny.sub %x, %c : tensor<4xf32>, f32
  "use"(%r) : (tensor<4xf32>) -> ()
}

// x * 0.0 stays: it may be NaN.

// CHECK-LABEL: @mul_zero_float
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.mul %[[X]]
//       CHECK:   "use"(%[[R]])
tiny.function @mul_zero_float() {
  %x = "x"() : () -> f32
  %c = tiny.const 0.0 : f32
  %r = tiny.mul %x, %c : f32, f32
  "use"(%r) : (f32) -> ()
}

// x - x stays for the same reason.

// CHECK-LABEL: @sub_self_float
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.sub %[[X]], %[[X]]
//       CHECK:   "use"(%[[R]])
tiny.function @sub_self_float() {
  %x = "x"() : () -> f32
  %r = tiny.sub %x, %x : f32, f32
  "use"(%r) : (f32) -> ()
}

// The first power is the base.

// CHECK-LABEL: @pow_one
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @pow_one() {
  %x = "x"() : () -> tensor<4xf32>
  %c = tiny.const 1.0 : f32
  %r = tiny.pow %x, %c : tensor<4xf32>, f32
  "use"(%r) : (tensor<4xf32>) -> ()
}

// The zeroth is 1, and so is every power of 1.

// CHECK-LABEL: @pow_is_one
//       CHECK:   %[[C:.+]] = tiny.const 1.0 : f32
//       CHECK:   "use"(%[[C]], %[[C]])
tiny.function @pow_is_one() {
  %x = "x"() : () -> f32
  %zero = tiny.const -0.0 : f32
  %one = tiny.const 1.0 : f32
  %r = tiny.pow %x, %zero : f32, f32
  %s = tiny.pow %one, %x : f32, f32
  "use"(%r, %s) : (f32, f32) -> ()
}

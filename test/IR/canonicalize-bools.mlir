// RUN: tiny-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Bools, comparisons and choices.

// On bools `add` is `or`: false is neutral.

// CHECK-LABEL: @bool_add_false
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @bool_add_false() {
  %x = "x"() : () -> tensor<4xi1>
  %c = tiny.const 0 : i1
  %r = tiny.add %x, %c : tensor<4xi1>, i1
  "use"(%r) : (tensor<4xi1>) -> ()
}

// True absorbs it.

// CHECK-LABEL: @bool_add_true
//       CHECK:   %[[C:.+]] = tiny.const 1 : i1
//       CHECK:   "use"(%[[C]])
tiny.function @bool_add_true() {
  %x = "x"() : () -> i1
  %c = tiny.const 1 : i1
  %r = tiny.add %x, %c : i1, i1
  "use"(%r) : (i1) -> ()
}

// x + x is x for a bool.

// CHECK-LABEL: @bool_add_self
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @bool_add_self() {
  %x = "x"() : () -> tensor<4xi1>
  %r = tiny.add %x, %x : tensor<4xi1>, tensor<4xi1>
  "use"(%r) : (tensor<4xi1>) -> ()
}

// On bools `mul` is `and`.

// CHECK-LABEL: @bool_mul_self
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @bool_mul_self() {
  %x = "x"() : () -> tensor<4xi1>
  %r = tiny.mul %x, %x : tensor<4xi1>, tensor<4xi1>
  "use"(%r) : (tensor<4xi1>) -> ()
}

// x & true is x.

// CHECK-LABEL: @bool_and_true
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @bool_and_true() {
  %x = "x"() : () -> tensor<4xi1>
  %c = tiny.const 1 : i1
  %r = tiny.and %x, %c : tensor<4xi1>, i1
  "use"(%r) : (tensor<4xi1>) -> ()
}

// x != false is x.

// CHECK-LABEL: @bool_ne_false
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @bool_ne_false() {
  %x = "x"() : () -> tensor<4xi1>
  %c = tiny.const 0 : i1
  %r = tiny.cmpne %x, %c : tensor<4xi1>, i1
  "use"(%r) : (tensor<4xi1>) -> ()
}

// x == true is x.

// CHECK-LABEL: @bool_eq_true
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @bool_eq_true() {
  %x = "x"() : () -> tensor<4xi1>
  %c = tiny.const 1 : i1
  %r = tiny.cmpeq %x, %c : tensor<4xi1>, i1
  "use"(%r) : (tensor<4xi1>) -> ()
}

// (x != true) != true is x.

// CHECK-LABEL: @bool_not_not
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @bool_not_not() {
  %x = "x"() : () -> tensor<4xi1>
  %c = tiny.const 1 : i1
  %n = tiny.cmpne %x, %c : tensor<4xi1>, i1
  %r = tiny.cmpne %n, %c : tensor<4xi1>, i1
  "use"(%r) : (tensor<4xi1>) -> ()
}

// x < x is false, for NaN as well.

// CHECK-LABEL: @less_than_self
//       CHECK:   %[[C:.+]] = tiny.const 0 : i1
//       CHECK:   "use"(%[[C]])
tiny.function @less_than_self() {
  %x = "x"() : () -> f32
  %r = tiny.cmplt %x, %x : f32, f32
  "use"(%r) : (i1) -> ()
}

// x == x is true for an integer.

// CHECK-LABEL: @equal_to_self
//       CHECK:   %[[C:.+]] = tiny.const 1 : i1
//       CHECK:   "use"(%[[C]])
tiny.function @equal_to_self() {
  %x = "x"() : () -> i32
  %r = tiny.cmpeq %x, %x : i32, i32
  "use"(%r) : (i1) -> ()
}

// x != x is false for an integer.

// CHECK-LABEL: @unequal_to_self
//       CHECK:   %[[C:.+]] = tiny.const 0 : i1
//       CHECK:   "use"(%[[C]])
tiny.function @unequal_to_self() {
  %x = "x"() : () -> i32
  %r = tiny.cmpne %x, %x : i32, i32
  "use"(%r) : (i1) -> ()
}

// x != x stays for a float: it tells NaN.

// CHECK-LABEL: @nan_test
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.cmpne %[[X]], %[[X]]
//       CHECK:   "use"(%[[R]])
tiny.function @nan_test() {
  %x = "x"() : () -> f32
  %r = tiny.cmpne %x, %x : f32, f32
  "use"(%r) : (i1) -> ()
}

// Equal branches need no condition.

// CHECK-LABEL: @where_equal_branches
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @where_equal_branches() {
  %x = "x"() : () -> tensor<4xf32>
  %c = "c"() : () -> tensor<4xi1>
  %r = tiny.where %c, %x, %x : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  "use"(%r) : (tensor<4xf32>) -> ()
}

// A constant condition chooses.

// CHECK-LABEL: @where_true
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @where_true() {
  %x = "x"() : () -> tensor<4xf32>
  %c = tiny.const 1 : i1
  %y = "y"() : () -> tensor<4xf32>
  %r = tiny.where %c, %x, %y : i1, tensor<4xf32>, tensor<4xf32>
  "use"(%r) : (tensor<4xf32>) -> ()
}

// A weak branch that is chosen takes the type of the result.

// CHECK-LABEL: @where_weak_branch
//       CHECK:   %[[C:.+]] = tiny.const 2.0 : f32
//       CHECK:   "use"(%[[C]])
tiny.function @where_weak_branch() {
  %x = "x"() : () -> f32
  %c = tiny.const 0 : i1
  %two = tiny.const 2 : index
  %r = tiny.where %c, %x, %two : i1, f32, index
  "use"(%r) : (f32) -> ()
}

// where(c, true, false) is c.

// CHECK-LABEL: @where_bool
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @where_bool() {
  %x = "x"() : () -> tensor<4xi1>
  %t = tiny.const 1 : i1
  %f = tiny.const 0 : i1
  %r = tiny.where %x, %t, %f : tensor<4xi1>, i1, i1
  "use"(%r) : (tensor<4xi1>) -> ()
}

// A branch that the condition stretches stays.

// CHECK-LABEL: @where_broadcast
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.where %{{.+}}, %[[X]], %[[X]]
//       CHECK:   "use"(%[[R]])
tiny.function @where_broadcast() {
  %x = "x"() : () -> f32
  %c = "c"() : () -> tensor<4xi1>
  %r = tiny.where %c, %x, %x : tensor<4xi1>, f32, f32
  "use"(%r) : (tensor<4xf32>) -> ()
}

// A bool that was cast to compare it is the bool.

// CHECK-LABEL: @compare_cast_bool
//       CHECK:   %[[T:.+]] = tiny.const 1 : i1
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]], %[[X]], %[[T]])
tiny.function @compare_cast_bool() {
  %x = "x"() : () -> i1
  %i = tiny.cast %x to i32 : i1
  %f = tiny.cast %x to f32 : i1
  %zero = tiny.const 0.0 : f32
  %one = tiny.const 1 : i32
  %two = tiny.const 2 : i32
  %0 = tiny.cmpne %f, %zero : f32, f32
  %1 = tiny.cmpeq %i, %one : i32, i32
  %2 = tiny.cmpne %i, %two : i32, i32
  "use"(%0, %1, %2) : (i1, i1, i1) -> ()
}

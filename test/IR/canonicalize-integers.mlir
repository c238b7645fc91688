// RUN: tiny-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Identities of ops on integers hold for all widths.

// x + 0 is x; the zero may be weak.

// CHECK-LABEL: @add_zero
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @add_zero() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 0 : index
  %r = tiny.add %x, %c : tensor<4xi32>, index
  "use"(%r) : (tensor<4xi32>) -> ()
}

// 0 + x is x.

// CHECK-LABEL: @zero_add
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @zero_add() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 0 : i32
  %r = tiny.add %c, %x : i32, tensor<4xi32>
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x - 0 is x.

// CHECK-LABEL: @sub_zero
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @sub_zero() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 0 : i32
  %r = tiny.sub %x, %c : tensor<4xi32>, i32
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x * 1 is x.

// CHECK-LABEL: @mul_one
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @mul_one() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 1 : index
  %r = tiny.mul %x, %c : tensor<4xi32>, index
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x * 0 is 0 for an integer scalar.

// CHECK-LABEL: @mul_zero
//       CHECK:   %[[C:.+]] = tiny.const 0 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @mul_zero() {
  %x = "x"() : () -> i32
  %c = tiny.const 0 : i32
  %r = tiny.mul %x, %c : i32, i32
  "use"(%r) : (i32) -> ()
}

// A tensor has no constant: x * 0 stays.

// CHECK-LABEL: @mul_zero_tensor
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.mul %[[X]], %{{.+}}
//       CHECK:   "use"(%[[R]])
tiny.function @mul_zero_tensor() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 0 : i32
  %r = tiny.mul %x, %c : tensor<4xi32>, i32
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x - x is 0 for an integer scalar.

// CHECK-LABEL: @sub_self
//       CHECK:   %[[C:.+]] = tiny.const 0 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @sub_self() {
  %x = "x"() : () -> i32
  %r = tiny.sub %x, %x : i32, i32
  "use"(%r) : (i32) -> ()
}

// A zero that stretches the shape is not neutral.

// CHECK-LABEL: @broadcast_add_zero
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.add %[[X]], %{{.+}}
//       CHECK:   "use"(%[[R]])
tiny.function @broadcast_add_zero() {
  %x = "x"() : () -> i32
  %c = tiny.const 0 : i32
  %t = tiny.expand %c [4] : i32
  %r = tiny.add %x, %t : i32, tensor<4xi32>
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x // 1 is x.

// CHECK-LABEL: @floordiv_one
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @floordiv_one() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 1 : index
  %r = tiny.floordiv %x, %c : tensor<4xi32>, index
  "use"(%r) : (tensor<4xi32>) -> ()
}

// The same holds for the quotient of C.

// CHECK-LABEL: @cdiv_one
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @cdiv_one() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 1 : index
  %r = tiny.cdiv %x, %c : tensor<4xi32>, index
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x // x is 1.

// CHECK-LABEL: @floordiv_self
//       CHECK:   %[[C:.+]] = tiny.const 1 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @floordiv_self() {
  %x = "x"() : () -> i32
  %r = tiny.floordiv %x, %x : i32, i32
  "use"(%r) : (i32) -> ()
}

// 0 // x is 0.

// CHECK-LABEL: @zero_floordiv
//       CHECK:   %[[C:.+]] = tiny.const 0 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @zero_floordiv() {
  %x = "x"() : () -> i32
  %c = tiny.const 0 : i32
  %r = tiny.floordiv %c, %x : i32, i32
  "use"(%r) : (i32) -> ()
}

// x % 1 is 0.

// CHECK-LABEL: @floormod_one
//       CHECK:   %[[C:.+]] = tiny.const 0 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @floormod_one() {
  %x = "x"() : () -> i32
  %c = tiny.const 1 : i32
  %r = tiny.floormod %x, %c : i32, i32
  "use"(%r) : (i32) -> ()
}

// The remainder by -1 is 0.

// CHECK-LABEL: @cmod_minus_one
//       CHECK:   %[[C:.+]] = tiny.const 0 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @cmod_minus_one() {
  %x = "x"() : () -> i32
  %c = tiny.const -1 : i32
  %r = tiny.cmod %x, %c : i32, i32
  "use"(%r) : (i32) -> ()
}

// x % x is 0.

// CHECK-LABEL: @floormod_self
//       CHECK:   %[[C:.+]] = tiny.const 0 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @floormod_self() {
  %x = "x"() : () -> i32
  %r = tiny.floormod %x, %x : i32, i32
  "use"(%r) : (i32) -> ()
}

// (x % y) % y is x % y.

// CHECK-LABEL: @floormod_twice
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.floormod %[[X]], %{{.+}}
//       CHECK:   "use"(%[[R]])
tiny.function @floormod_twice() {
  %x = "x"() : () -> tensor<4xi32>
  %y = "y"() : () -> tensor<4xi32>
  %m = tiny.floormod %x, %y : tensor<4xi32>, tensor<4xi32>
  %r = tiny.floormod %m, %y : tensor<4xi32>, tensor<4xi32>
  "use"(%r) : (tensor<4xi32>) -> ()
}

// Division by zero stays.

// CHECK-LABEL: @division_by_zero
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.floordiv %[[X]], %{{.+}}
//       CHECK:   "use"(%[[R]])
tiny.function @division_by_zero() {
  %x = "x"() : () -> i32
  %c = tiny.const 0 : i32
  %r = tiny.floordiv %x, %c : i32, i32
  "use"(%r) : (i32) -> ()
}

// max(x, x) is x, for NaN as well.

// CHECK-LABEL: @max_self
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @max_self() {
  %x = "x"() : () -> tensor<4xf32>
  %r = tiny.max %x, %x : tensor<4xf32>, tensor<4xf32>
  "use"(%r) : (tensor<4xf32>) -> ()
}

// The least number of a type is neutral for `max`.

// CHECK-LABEL: @max_least
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @max_least() {
  %x = "x"() : () -> tensor<4xui8>
  %c = tiny.const 0 : ui8
  %r = tiny.max %x, %c : tensor<4xui8>, ui8
  "use"(%r) : (tensor<4xui8>) -> ()
}

// The greatest number of a type absorbs `max`.

// CHECK-LABEL: @max_greatest
//       CHECK:   %[[C:.+]] = tiny.const 127 : i8
//       CHECK:   "use"(%[[C]])
tiny.function @max_greatest() {
  %x = "x"() : () -> i8
  %c = tiny.const 127 : i8
  %r = tiny.max %x, %c : i8, i8
  "use"(%r) : (i8) -> ()
}

// -(-x) is x.

// CHECK-LABEL: @neg_neg
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @neg_neg() {
  %x = "x"() : () -> tensor<4xf32>
  %n = tiny.neg %x : tensor<4xf32>
  %r = tiny.neg %n : tensor<4xf32>
  "use"(%r) : (tensor<4xf32>) -> ()
}

// An integer is integral already.

// CHECK-LABEL: @trunc_int
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @trunc_int() {
  %x = "x"() : () -> tensor<4xi32>
  %r = tiny.trunc %x : tensor<4xi32>
  "use"(%r) : (tensor<4xi32>) -> ()
}

// So is what `trunc` gives.

// CHECK-LABEL: @trunc_trunc
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.trunc %[[X]]
//       CHECK:   "use"(%[[R]])
tiny.function @trunc_trunc() {
  %x = "x"() : () -> tensor<4xf32>
  %n = tiny.trunc %x : tensor<4xf32>
  %r = tiny.trunc %n : tensor<4xf32>
  "use"(%r) : (tensor<4xf32>) -> ()
}

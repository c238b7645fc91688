// RUN: tiny-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Identities of shifts and bitwise ops.

// x << 0 is x.

// CHECK-LABEL: @shl_zero
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @shl_zero() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 0 : index
  %r = tiny.shl %x, %c : tensor<4xi32>, index
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x >> 0 is x.

// CHECK-LABEL: @shr_zero
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @shr_zero() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 0 : index
  %r = tiny.shr %x, %c : tensor<4xi32>, index
  "use"(%r) : (tensor<4xi32>) -> ()
}

// 0 << x is 0.

// CHECK-LABEL: @zero_shl
//       CHECK:   %[[C:.+]] = tiny.const 0 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @zero_shl() {
  %x = "x"() : () -> i32
  %c = tiny.const 0 : i32
  %r = tiny.shl %c, %x : i32, i32
  "use"(%r) : (i32) -> ()
}

// x & x is x.

// CHECK-LABEL: @and_self
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @and_self() {
  %x = "x"() : () -> tensor<4xi32>
  %r = tiny.and %x, %x : tensor<4xi32>, tensor<4xi32>
  "use"(%r) : (tensor<4xi32>) -> ()
}

// All bits set are neutral for `and`; a weak -1 has them.

// CHECK-LABEL: @and_ones
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @and_ones() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const -1 : index
  %r = tiny.and %x, %c : tensor<4xi32>, index
  "use"(%r) : (tensor<4xi32>) -> ()
}

// All bits of an unsigned integer are its greatest number.

// CHECK-LABEL: @and_ones_unsigned
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @and_ones_unsigned() {
  %x = "x"() : () -> tensor<4xui8>
  %c = tiny.const 255 : ui8
  %r = tiny.and %x, %c : tensor<4xui8>, ui8
  "use"(%r) : (tensor<4xui8>) -> ()
}

// x & 0 is 0.

// CHECK-LABEL: @and_zero
//       CHECK:   %[[C:.+]] = tiny.const 0 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @and_zero() {
  %x = "x"() : () -> i32
  %c = tiny.const 0 : i32
  %r = tiny.and %x, %c : i32, i32
  "use"(%r) : (i32) -> ()
}

// x | x is x.

// CHECK-LABEL: @or_self
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @or_self() {
  %x = "x"() : () -> tensor<4xi32>
  %r = tiny.or %x, %x : tensor<4xi32>, tensor<4xi32>
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x | 0 is x.

// CHECK-LABEL: @or_zero
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @or_zero() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 0 : i32
  %r = tiny.or %x, %c : tensor<4xi32>, i32
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x | -1 is -1.

// CHECK-LABEL: @or_ones
//       CHECK:   %[[C:.+]] = tiny.const -1 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @or_ones() {
  %x = "x"() : () -> i32
  %c = tiny.const -1 : i32
  %r = tiny.or %x, %c : i32, i32
  "use"(%r) : (i32) -> ()
}

// x ^ 0 is x.

// CHECK-LABEL: @xor_zero
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @xor_zero() {
  %x = "x"() : () -> tensor<4xi32>
  %c = tiny.const 0 : i32
  %r = tiny.xor %x, %c : tensor<4xi32>, i32
  "use"(%r) : (tensor<4xi32>) -> ()
}

// x ^ x is 0.

// CHECK-LABEL: @xor_self
//       CHECK:   %[[C:.+]] = tiny.const 0 : i32
//       CHECK:   "use"(%[[C]])
tiny.function @xor_self() {
  %x = "x"() : () -> i32
  %r = tiny.xor %x, %x : i32, i32
  "use"(%r) : (i32) -> ()
}

// (x ^ y) ^ y is x.

// CHECK-LABEL: @xor_twice
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @xor_twice() {
  %x = "x"() : () -> tensor<4xi32>
  %y = "y"() : () -> tensor<4xi32>
  %m = tiny.xor %x, %y : tensor<4xi32>, tensor<4xi32>
  %r = tiny.xor %m, %y : tensor<4xi32>, tensor<4xi32>
  "use"(%r) : (tensor<4xi32>) -> ()
}

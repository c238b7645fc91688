// RUN: tiny-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Casts that change nothing.

// A cast to the type it has is nothing.

// CHECK-LABEL: @cast_same
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @cast_same() {
  %x = "x"() : () -> tensor<4xf32>
  %r = tiny.cast %x to f32 : tensor<4xf32>
  "use"(%r) : (tensor<4xf32>) -> ()
}

// A detour over a wider type is nothing.

// CHECK-LABEL: @cast_back
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @cast_back() {
  %x = "x"() : () -> tensor<4xf16>
  %n = tiny.cast %x to f32 : tensor<4xf16>
  %r = tiny.cast %n to f16 : tensor<4xf32>
  "use"(%r) : (tensor<4xf16>) -> ()
}

// It is left out on the way to a third type.

// CHECK-LABEL: @cast_over
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.cast %[[X]] to i64 : tensor<4xui8>
//       CHECK:   "use"(%[[R]])
tiny.function @cast_over() {
  %x = "x"() : () -> tensor<4xui8>
  %n = tiny.cast %x to i16 : tensor<4xui8>
  %r = tiny.cast %n to i64 : tensor<4xi16>
  "use"(%r) : (tensor<4xi64>) -> ()
}

// A float holds the integers up to its precision.

// CHECK-LABEL: @cast_int_over_float
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.cast %[[X]] to i32 : tensor<4xi16>
//       CHECK:   "use"(%[[R]])
tiny.function @cast_int_over_float() {
  %x = "x"() : () -> tensor<4xi16>
  %n = tiny.cast %x to f32 : tensor<4xi16>
  %r = tiny.cast %n to i32 : tensor<4xf32>
  "use"(%r) : (tensor<4xi32>) -> ()
}

// A detour that loses digits stays.

// CHECK-LABEL: @cast_lossy
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.cast %{{.+}} to f32 : tensor<4xf16>
//       CHECK:   "use"(%[[R]])
tiny.function @cast_lossy() {
  %x = "x"() : () -> tensor<4xf32>
  %n = tiny.cast %x to f16 : tensor<4xf32>
  %r = tiny.cast %n to f32 : tensor<4xf16>
  "use"(%r) : (tensor<4xf32>) -> ()
}

// So does one that loses the sign.

// CHECK-LABEL: @cast_lossy_sign
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.cast %{{.+}} to i32 : tensor<4xui16>
//       CHECK:   "use"(%[[R]])
tiny.function @cast_lossy_sign() {
  %x = "x"() : () -> tensor<4xi8>
  %n = tiny.cast %x to ui16 : tensor<4xi8>
  %r = tiny.cast %n to i32 : tensor<4xui16>
  "use"(%r) : (tensor<4xi32>) -> ()
}

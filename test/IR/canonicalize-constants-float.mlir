// RUN: tiny-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Floats round once to their type, as IEEE 754 says.

// Weak floats have the precision of a double.

// CHECK-LABEL: @weak_floats
//   CHECK-DAG:   %[[A:.+]] = tiny.const 0.30000000000000004 : !tiny.weakfloat
//       CHECK:   "use"(%[[A]])
tiny.function @weak_floats() {
  %a0 = tiny.const 0.1 : !tiny.weakfloat
  %b0 = tiny.const 0.2 : !tiny.weakfloat
  %r0 = tiny.add %a0, %b0 : !tiny.weakfloat, !tiny.weakfloat
  "use"(%r0) : (!tiny.weakfloat) -> ()
}

// A float result has the precision of its type.

// CHECK-LABEL: @rounding
//   CHECK-DAG:   %[[A:.+]] = tiny.const 0.3333333432674408 : f32
//   CHECK-DAG:   %[[B:.+]] = tiny.const 0.333251953125 : f16
//   CHECK-DAG:   %[[C:.+]] = tiny.const 0.333984375 : bf16
//   CHECK-DAG:   %[[D:.+]] = tiny.const 0.3333333333333333 : f64
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
//       CHECK:   "use"(%[[D]])
tiny.function @rounding() {
  %a0 = tiny.const 1.0 : f32
  %b0 = tiny.const 3.0 : f32
  %r0 = tiny.fdiv %a0, %b0 : f32, f32
  "use"(%r0) : (f32) -> ()
  %a1 = tiny.const 1.0 : f16
  %b1 = tiny.const 3.0 : f16
  %r1 = tiny.fdiv %a1, %b1 : f16, f16
  "use"(%r1) : (f16) -> ()
  %a2 = tiny.const 1.0 : bf16
  %b2 = tiny.const 3.0 : bf16
  %r2 = tiny.fdiv %a2, %b2 : bf16, bf16
  "use"(%r2) : (bf16) -> ()
  %a3 = tiny.const 1.0 : f64
  %b3 = tiny.const 3.0 : f64
  %r3 = tiny.fdiv %a3, %b3 : f64, f64
  "use"(%r3) : (f64) -> ()
}

// What exceeds the type is infinite.

// CHECK-LABEL: @overflow
//   CHECK-DAG:   %[[A:.+]] = tiny.const inf : f32
//   CHECK-DAG:   %[[B:.+]] = tiny.const -inf : f16
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
tiny.function @overflow() {
  %a0 = tiny.const 3.0e38 : f32
  %b0 = tiny.const 10.0 : f32
  %r0 = tiny.mul %a0, %b0 : f32, f32
  "use"(%r0) : (f32) -> ()
  %a1 = tiny.const -60000.0 : f16
  %b1 = tiny.const 60000.0 : f16
  %r1 = tiny.sub %a1, %b1 : f16, f16
  "use"(%r1) : (f16) -> ()
}

// Division by zero and NaN follow IEEE 754.

// CHECK-LABEL: @special_values
//   CHECK-DAG:   %[[A:.+]] = tiny.const inf : f32
//   CHECK-DAG:   %[[B:.+]] = tiny.const -inf : f32
//   CHECK-DAG:   %[[C:.+]] = tiny.const nan : f32
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
tiny.function @special_values() {
  %a0 = tiny.const 0.0 : f32
  %r0 = tiny.reciprocal %a0 : f32
  "use"(%r0) : (f32) -> ()
  %a1 = tiny.const -0.0 : f32
  %r1 = tiny.reciprocal %a1 : f32
  "use"(%r1) : (f32) -> ()
  %a2 = tiny.const -1.0 : f32
  %r2 = tiny.sqrt %a2 : f32
  "use"(%r2) : (f32) -> ()
}

// `max` is NaN if either side is.

// CHECK-LABEL: @max_nan
//       CHECK:   %[[A:.+]] = tiny.const nan : f32
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[A]])
tiny.function @max_nan() {
  %a0 = tiny.const nan : f32
  %b0 = tiny.const 1.0 : f32
  %r0 = tiny.max %a0, %b0 : f32, f32
  "use"(%r0) : (f32) -> ()
  %a1 = tiny.const 2.0 : f32
  %b1 = tiny.const nan : f32
  %r1 = tiny.max %a1, %b1 : f32, f32
  "use"(%r1) : (f32) -> ()
}

// Functions of constants are computed.

// CHECK-LABEL: @functions
//   CHECK-DAG:   %[[A:.+]] = tiny.const 8.0 : f32
//   CHECK-DAG:   %[[B:.+]] = tiny.const 3.0 : f32
//   CHECK-DAG:   %[[C:.+]] = tiny.const 1.4142135381698608 : f32
//   CHECK-DAG:   %[[D:.+]] = tiny.const 0.8414709568023682 : f32
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
//       CHECK:   "use"(%[[D]])
tiny.function @functions() {
  %a0 = tiny.const 3.0 : f32
  %r0 = tiny.exp2 %a0 : f32
  "use"(%r0) : (f32) -> ()
  %a1 = tiny.const 8.0 : f32
  %r1 = tiny.log2 %a1 : f32
  "use"(%r1) : (f32) -> ()
  %a2 = tiny.const 2.0 : f32
  %r2 = tiny.sqrt %a2 : f32
  "use"(%r2) : (f32) -> ()
  %a3 = tiny.const 1.0 : f32
  %r3 = tiny.sin %a3 : f32
  "use"(%r3) : (f32) -> ()
}

// `trunc` rounds toward zero and keeps the sign of zero.

// CHECK-LABEL: @trunc
//   CHECK-DAG:   %[[A:.+]] = tiny.const -1.0 : f32
//   CHECK-DAG:   %[[B:.+]] = tiny.const -0.0 : f32
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
tiny.function @trunc() {
  %a0 = tiny.const -1.75 : f32
  %r0 = tiny.trunc %a0 : f32
  "use"(%r0) : (f32) -> ()
  %a1 = tiny.const -0.5 : f32
  %r1 = tiny.trunc %a1 : f32
  "use"(%r1) : (f32) -> ()
}

// Comparisons of constants are bools; NaN is unequal to all.

// CHECK-LABEL: @comparisons
//   CHECK-DAG:   %[[A:.+]] = tiny.const 1 : i1
//       CHECK:   "use"(%[[A]])
tiny.function @comparisons() {
  %a0 = tiny.const -1 : i32
  %b0 = tiny.const 1 : i32
  %r0 = tiny.cmplt %a0, %b0 : i32, i32
  "use"(%r0) : (i1) -> ()
}

// NaN is not equal to itself.

// CHECK-LABEL: @compare_nan
//   CHECK-DAG:   %[[A:.+]] = tiny.const 0 : i1
//       CHECK:   "use"(%[[A]])
tiny.function @compare_nan() {
  %a0 = tiny.const nan : f32
  %b0 = tiny.const nan : f32
  %r0 = tiny.cmpeq %a0, %b0 : f32, f32
  "use"(%r0) : (i1) -> ()
}

// Unsigned integers compare as what they are.

// CHECK-LABEL: @compare_unsigned
//   CHECK-DAG:   %[[A:.+]] = tiny.const 0 : i1
//       CHECK:   "use"(%[[A]])
tiny.function @compare_unsigned() {
  %a0 = tiny.const 255 : ui8
  %b0 = tiny.const 1 : ui8
  %r0 = tiny.cmplt %a0, %b0 : ui8, ui8
  "use"(%r0) : (i1) -> ()
}

// A weak constant is compared in the type that it meets.

// CHECK-LABEL: @compare_weak
//   CHECK-DAG:   %[[A:.+]] = tiny.const 1 : i1
//       CHECK:   "use"(%[[A]])
tiny.function @compare_weak() {
  %a0 = tiny.const -1 : i8
  %b0 = tiny.const 255 : index
  %r0 = tiny.cmpeq %a0, %b0 : i8, index
  "use"(%r0) : (i1) -> ()
}

// Casts of constants truncate, wrap and round.

// CHECK-LABEL: @casts
//   CHECK-DAG:   %[[A:.+]] = tiny.const -3 : i32
//   CHECK-DAG:   %[[B:.+]] = tiny.const 44 : i8
//   CHECK-DAG:   %[[C:.+]] = tiny.const 2048.0 : f16
//   CHECK-DAG:   %[[D:.+]] = tiny.const -1.0 : f32
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
//       CHECK:   "use"(%[[D]])
tiny.function @casts() {
  %a0 = tiny.const -3.75 : f32
  %r0 = tiny.cast %a0 to i32 : f32
  "use"(%r0) : (i32) -> ()
  %a1 = tiny.const 300 : i32
  %r1 = tiny.cast %a1 to i8 : i32
  "use"(%r1) : (i8) -> ()
  %a2 = tiny.const 2049 : i32
  %r2 = tiny.cast %a2 to f16 : i32
  "use"(%r2) : (f16) -> ()
  %a3 = tiny.const -1 : i8
  %r3 = tiny.cast %a3 to f32 : i8
  "use"(%r3) : (f32) -> ()
}

// A cast to bool is `!= 0`, for NaN as well.

// CHECK-LABEL: @cast_to_bool
//   CHECK-DAG:   %[[A:.+]] = tiny.const 1 : i1
//       CHECK:   "use"(%[[A]])
tiny.function @cast_to_bool() {
  %a0 = tiny.const nan : f32
  %r0 = tiny.cast %a0 to i1 : f32
  "use"(%r0) : (i1) -> ()
}

// A float that does not fit the integer type stays.

// CHECK-LABEL: @cast_out_of_range
//       CHECK:   %[[R:.+]] = tiny.cast
//       CHECK:   "use"(%[[R]])
tiny.function @cast_out_of_range() {
  %a = tiny.const 300.0 : f32
  %r = tiny.cast %a to i8 : f32
  "use"(%r) : (i8) -> ()
}

// So does NaN.

// CHECK-LABEL: @cast_nan
//       CHECK:   %[[R:.+]] = tiny.cast
//       CHECK:   "use"(%[[R]])
tiny.function @cast_nan() {
  %a = tiny.const nan : f32
  %r = tiny.cast %a to i32 : f32
  "use"(%r) : (i32) -> ()
}

// 2^63 as a float is just out of range.

// CHECK-LABEL: @cast_limit
//       CHECK:   %[[R:.+]] = tiny.cast
//       CHECK:   "use"(%[[R]])
tiny.function @cast_limit() {
  %a = tiny.const 9223372036854775808.0 : f32
  %r = tiny.cast %a to i64 : f32
  "use"(%r) : (i64) -> ()
}

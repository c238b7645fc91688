// RUN: tiny-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Ops on scalar constants are computed: integers wrap, bools are logical.

// Sums wrap in the width of their type; a weak sum does not.

// CHECK-LABEL: @add_wraps
//   CHECK-DAG:   %[[A:.+]] = tiny.const -56 : i8
//   CHECK-DAG:   %[[B:.+]] = tiny.const 144 : ui8
//   CHECK-DAG:   %[[C:.+]] = tiny.const 200 : index
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
tiny.function @add_wraps() {
  %a0 = tiny.const 100 : i8
  %b0 = tiny.const 100 : i8
  %r0 = tiny.add %a0, %b0 : i8, i8
  "use"(%r0) : (i8) -> ()
  %a1 = tiny.const 200 : ui8
  %b1 = tiny.const 200 : ui8
  %r1 = tiny.add %a1, %b1 : ui8, ui8
  "use"(%r1) : (ui8) -> ()
  %a2 = tiny.const 100 : index
  %b2 = tiny.const 100 : index
  %r2 = tiny.add %a2, %b2 : index, index
  "use"(%r2) : (index) -> ()
}

// So do products, up to the greatest ones.

// CHECK-LABEL: @mul_wraps
//   CHECK-DAG:   %[[A:.+]] = tiny.const 1 : ui64
//   CHECK-DAG:   %[[B:.+]] = tiny.const 0 : i64
//   CHECK-DAG:   %[[C:.+]] = tiny.const 85070591730234615847396907784232501249 : index
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
tiny.function @mul_wraps() {
  %a0 = tiny.const 18446744073709551615 : ui64
  %b0 = tiny.const 18446744073709551615 : ui64
  %r0 = tiny.mul %a0, %b0 : ui64, ui64
  "use"(%r0) : (ui64) -> ()
  %a1 = tiny.const -9223372036854775808 : i64
  %b1 = tiny.const 2 : i64
  %r1 = tiny.mul %a1, %b1 : i64, i64
  "use"(%r1) : (i64) -> ()
  %a2 = tiny.const 9223372036854775807 : index
  %b2 = tiny.const 9223372036854775807 : index
  %r2 = tiny.mul %a2, %b2 : index, index
  "use"(%r2) : (index) -> ()
}

// A weak product that leaves 128 bits stays.

// CHECK-LABEL: @weak_overflow
//       CHECK:   %[[R:.+]] = tiny.mul
//       CHECK:   "use"(%[[R]])
tiny.function @weak_overflow() {
  %a = tiny.const 100000000000000000000 : index
  %r = tiny.mul %a, %a : index, index
  "use"(%r) : (index) -> ()
}

// Differences and negatives wrap as well.

// CHECK-LABEL: @sub_neg
//   CHECK-DAG:   %[[A:.+]] = tiny.const 255 : ui8
//   CHECK-DAG:   %[[B:.+]] = tiny.const -128 : i8
//   CHECK-DAG:   %[[C:.+]] = tiny.const 4294967295 : ui32
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
tiny.function @sub_neg() {
  %a0 = tiny.const 0 : ui8
  %b0 = tiny.const 1 : ui8
  %r0 = tiny.sub %a0, %b0 : ui8, ui8
  "use"(%r0) : (ui8) -> ()
  %a1 = tiny.const -128 : i8
  %r1 = tiny.neg %a1 : i8
  "use"(%r1) : (i8) -> ()
  %a2 = tiny.const 1 : ui32
  %r2 = tiny.neg %a2 : ui32
  "use"(%r2) : (ui32) -> ()
}

// `cdiv` rounds toward zero, `floordiv` down.

// CHECK-LABEL: @divisions
//   CHECK-DAG:   %[[A:.+]] = tiny.const -3 : i32
//   CHECK-DAG:   %[[B:.+]] = tiny.const -4 : i32
//   CHECK-DAG:   %[[C:.+]] = tiny.const -1 : i32
//   CHECK-DAG:   %[[D:.+]] = tiny.const 1 : i32
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
//       CHECK:   "use"(%[[D]])
tiny.function @divisions() {
  %a0 = tiny.const -7 : i32
  %b0 = tiny.const 2 : i32
  %r0 = tiny.cdiv %a0, %b0 : i32, i32
  "use"(%r0) : (i32) -> ()
  %a1 = tiny.const -7 : i32
  %b1 = tiny.const 2 : i32
  %r1 = tiny.floordiv %a1, %b1 : i32, i32
  "use"(%r1) : (i32) -> ()
  %a2 = tiny.const -7 : i32
  %b2 = tiny.const 2 : i32
  %r2 = tiny.cmod %a2, %b2 : i32, i32
  "use"(%r2) : (i32) -> ()
  %a3 = tiny.const -7 : i32
  %b3 = tiny.const 2 : i32
  %r3 = tiny.floormod %a3, %b3 : i32, i32
  "use"(%r3) : (i32) -> ()
}

// The sign of a remainder follows the dividend for `cmod`, the divisor for `floormod`.

// CHECK-LABEL: @divisions_by_negative
//   CHECK-DAG:   %[[A:.+]] = tiny.const -4 : i32
//   CHECK-DAG:   %[[B:.+]] = tiny.const 1 : i32
//   CHECK-DAG:   %[[C:.+]] = tiny.const -1 : i32
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
tiny.function @divisions_by_negative() {
  %a0 = tiny.const 7 : i32
  %b0 = tiny.const -2 : i32
  %r0 = tiny.floordiv %a0, %b0 : i32, i32
  "use"(%r0) : (i32) -> ()
  %a1 = tiny.const 7 : i32
  %b1 = tiny.const -2 : i32
  %r1 = tiny.cmod %a1, %b1 : i32, i32
  "use"(%r1) : (i32) -> ()
  %a2 = tiny.const 7 : i32
  %b2 = tiny.const -2 : i32
  %r2 = tiny.floormod %a2, %b2 : i32, i32
  "use"(%r2) : (i32) -> ()
}

// The least integer divided by -1 wraps.

// CHECK-LABEL: @least_by_minus_one
//   CHECK-DAG:   %[[A:.+]] = tiny.const -2147483648 : i32
//   CHECK-DAG:   %[[B:.+]] = tiny.const -9223372036854775808 : i64
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
tiny.function @least_by_minus_one() {
  %a0 = tiny.const -2147483648 : i32
  %b0 = tiny.const -1 : i32
  %r0 = tiny.cdiv %a0, %b0 : i32, i32
  "use"(%r0) : (i32) -> ()
  %a1 = tiny.const -9223372036854775808 : i64
  %b1 = tiny.const -1 : i64
  %r1 = tiny.floordiv %a1, %b1 : i64, i64
  "use"(%r1) : (i64) -> ()
}

// A constant divided by zero stays.

// CHECK-LABEL: @divided_by_zero
//       CHECK:   %[[R:.+]] = tiny.cdiv
//       CHECK:   "use"(%[[R]])
tiny.function @divided_by_zero() {
  %a = tiny.const 1 : i32
  %z = tiny.const 0 : i32
  %r = tiny.cdiv %a, %z : i32, i32
  "use"(%r) : (i32) -> ()
}

// `shl` wraps; `shr` keeps the sign of a signed integer.

// CHECK-LABEL: @shifts
//   CHECK-DAG:   %[[A:.+]] = tiny.const -128 : i8
//   CHECK-DAG:   %[[B:.+]] = tiny.const -2 : i8
//   CHECK-DAG:   %[[C:.+]] = tiny.const 62 : ui8
//   CHECK-DAG:   %[[D:.+]] = tiny.const 9223372036854775808 : ui64
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
//       CHECK:   "use"(%[[D]])
tiny.function @shifts() {
  %a0 = tiny.const 1 : i8
  %b0 = tiny.const 7 : i8
  %r0 = tiny.shl %a0, %b0 : i8, i8
  "use"(%r0) : (i8) -> ()
  %a1 = tiny.const -7 : i8
  %b1 = tiny.const 2 : i8
  %r1 = tiny.shr %a1, %b1 : i8, i8
  "use"(%r1) : (i8) -> ()
  %a2 = tiny.const 249 : ui8
  %b2 = tiny.const 2 : ui8
  %r2 = tiny.shr %a2, %b2 : ui8, ui8
  "use"(%r2) : (ui8) -> ()
  %a3 = tiny.const 3 : ui64
  %b3 = tiny.const 63 : ui64
  %r3 = tiny.shl %a3, %b3 : ui64, ui64
  "use"(%r3) : (ui64) -> ()
}

// A shift by the width or more has no defined value and stays.

// CHECK-LABEL: @shift_too_far
//       CHECK:   %[[R:.+]] = tiny.shl
//       CHECK:   "use"(%[[R]])
tiny.function @shift_too_far() {
  %a = tiny.const 1 : i32
  %n = tiny.const 32 : i32
  %r = tiny.shl %a, %n : i32, i32
  "use"(%r) : (i32) -> ()
}

// Bits of negative numbers are those of two's complement.

// CHECK-LABEL: @bits
//   CHECK-DAG:   %[[A:.+]] = tiny.const 4 : i8
//   CHECK-DAG:   %[[B:.+]] = tiny.const -2 : i8
//   CHECK-DAG:   %[[C:.+]] = tiny.const -6 : i8
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
//       CHECK:   "use"(%[[C]])
tiny.function @bits() {
  %a0 = tiny.const -4 : i8
  %b0 = tiny.const 6 : i8
  %r0 = tiny.and %a0, %b0 : i8, i8
  "use"(%r0) : (i8) -> ()
  %a1 = tiny.const -4 : i8
  %b1 = tiny.const 6 : i8
  %r1 = tiny.or %a1, %b1 : i8, i8
  "use"(%r1) : (i8) -> ()
  %a2 = tiny.const -4 : i8
  %b2 = tiny.const 6 : i8
  %r2 = tiny.xor %a2, %b2 : i8, i8
  "use"(%r2) : (i8) -> ()
}

// On bools `add` is `or`, `mul` is `and`.

// CHECK-LABEL: @bools
//   CHECK-DAG:   %[[A:.+]] = tiny.const 1 : i1
//   CHECK-DAG:   %[[B:.+]] = tiny.const 0 : i1
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
tiny.function @bools() {
  %a0 = tiny.const 1 : i1
  %b0 = tiny.const 1 : i1
  %r0 = tiny.add %a0, %b0 : i1, i1
  "use"(%r0) : (i1) -> ()
  %a1 = tiny.const 1 : i1
  %b1 = tiny.const 0 : i1
  %r1 = tiny.mul %a1, %b1 : i1, i1
  "use"(%r1) : (i1) -> ()
}

// A weak constant is converted to the type that it meets.

// CHECK-LABEL: @weak_meets_typed
//   CHECK-DAG:   %[[A:.+]] = tiny.const 54 : ui8
//   CHECK-DAG:   %[[B:.+]] = tiny.const 2.5 : f32
//       CHECK:   "use"(%[[A]])
//       CHECK:   "use"(%[[B]])
tiny.function @weak_meets_typed() {
  %a0 = tiny.const 10 : ui8
  %b0 = tiny.const 300 : index
  %r0 = tiny.add %a0, %b0 : ui8, index
  "use"(%r0) : (ui8) -> ()
  %a1 = tiny.const 0.5 : f32
  %b1 = tiny.const 2 : index
  %r1 = tiny.add %a1, %b1 : f32, index
  "use"(%r1) : (f32) -> ()
}

// Powers of integers wrap; a reciprocal is rounded toward zero.

// CHECK-LABEL: @powers
//   CHECK-DAG:   %[[A:.+]] = tiny.const -87 : i8
//   CHECK-DAG:   %[[B:.+]] = tiny.const 1024.0 : f16
//   CHECK-DAG:   %[[C:.+]] = tiny.const 0 : i8
//   CHECK-DAG:   %[[D:.+]] = tiny.const -1 : i8
//       CHECK:   "use"(%[[A]], %[[B]], %[[C]], %[[D]])
tiny.function @powers() {
  %three = tiny.const 3 : i8
  %five = tiny.const 10 : i8
  %minus = tiny.const -2 : i8
  %two = tiny.const 2.0 : f16
  %ten = tiny.const 10.0 : f16
  %a = tiny.pow %three, %five : i8, i8
  %b = tiny.pow %two, %ten : f16, f16
  %c = tiny.pow %three, %minus : i8, i8
  %unit = tiny.const -1 : i8
  %odd = tiny.const -3 : i8
  %d = tiny.pow %unit, %odd : i8, i8
  "use"(%a, %b, %c, %d) : (i8, f16, i8, i8) -> ()
}

// Random123's known answers: all bits clear, and all bits set.

// CHECK-LABEL: @random_bits
//   CHECK-DAG:   %[[A:.+]] = tiny.const 11077253088097075545 : ui64
//   CHECK-DAG:   %[[B:.+]] = tiny.const 13474818356711888636 : ui64
//       CHECK:   "use"(%[[A]], %[[B]])
tiny.function @random_bits() {
  %zero = tiny.const 0 : ui64
  %ones = tiny.const 18446744073709551615 : ui64
  %a = tiny.threefry %zero, %zero : ui64, ui64
  %b = tiny.threefry %ones, %ones : ui64, ui64
  "use"(%a, %b) : (ui64, ui64) -> ()
}

// RUN: tiny-opt %s --convert-tiny-to-structured --tiny-verify-structured | FileCheck %s

// Integers wrap: no flag says otherwise. The sign decides the comparison.

// CHECK-LABEL: func.func @wrap(
//       CHECK:   arith.addi %{{.+}}, %{{.+}} : i32
//       CHECK:   arith.maxui %{{.+}}, %{{.+}} : i32
//       CHECK:   arith.cmpi ult, %{{.+}}, %{{.+}} : i32
tiny.kernel @wrap(%a: !tiny.buffer<4xui32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xui32, global>, index
  %0 = tiny.add %x, %x : ui32, ui32
  %1 = tiny.max %0, %x : ui32, ui32
  %2 = tiny.cmplt %0, %1 : ui32, ui32
  %3 = tiny.where %2, %0, %1 : i1, ui32, ui32
  %t = tiny.store %3, %a[%c0] : ui32, !tiny.buffer<4xui32, global>, index
  tiny.sink %t
}

// On bools a sum is `or`, a product `and`, the larger `or`.

// CHECK-LABEL: func.func @bools(
//       CHECK:   arith.ori %{{.+}}, %{{.+}} : i1
//       CHECK:   arith.andi %{{.+}}, %{{.+}} : i1
//       CHECK:   arith.ori %{{.+}}, %{{.+}} : i1
tiny.kernel @bools(%a: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xi32, global>, index
  %y = tiny.load %a[%c1] : !tiny.buffer<4xi32, global>, index
  %p = tiny.cmplt %x, %y : i32, i32
  %q = tiny.cmpeq %x, %y : i32, i32
  %0 = tiny.add %p, %q : i1, i1
  %1 = tiny.mul %0, %q : i1, i1
  %2 = tiny.max %1, %p : i1, i1
  %3 = tiny.where %2, %x, %y : i1, i32, i32
  %t = tiny.store %3, %a[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t
}

// Index arithmetic on what is not negative divides as unsigned.

// CHECK-LABEL: func.func @index_division(
//       CHECK:   scf.for %[[I:.+]] =
//  CHECK-NEXT:     %[[ROW:.+]] = arith.divui %[[I]], %c3 : index
//  CHECK-NEXT:     %[[COLUMN:.+]] = arith.remui %[[I]], %c3 : index
//  CHECK-NEXT:     arith.addi %[[ROW]], %[[COLUMN]]
tiny.kernel @index_division(%a: !tiny.buffer<16xf32, global>) {
  %z = tiny.const 0.0 : f32
  %c3 = tiny.const 3 : index
  %i = tiny.range 12 weak id 0
  %q = tiny.floordiv %i, %c3 : index, index
  %r = tiny.floormod %i, %c3 : index, index
  %x = tiny.add %q, %r : index, index
  %t = tiny.store %z, %a[%x] : f32, !tiny.buffer<16xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// Rounding down by a power of two is a shift and a mask, whatever the sign.

// CHECK-LABEL: func.func @power_of_two(
//       CHECK:   arith.shrsi %{{.+}}, %c2_i32 : i32
//       CHECK:   arith.andi %{{.+}}, %c3_i32 : i32
tiny.kernel @power_of_two(%a: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %four = tiny.const 4 : i32
  %x = tiny.load %a[%c0] : !tiny.buffer<4xi32, global>, index
  %q = tiny.floordiv %x, %four : i32, i32
  %r = tiny.floormod %x, %four : i32, i32
  %s = tiny.add %q, %r : i32, i32
  %t = tiny.store %s, %a[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t
}

// Rounding down by a positive number turns a negative one to its complement and
// the quotient back.

// CHECK-LABEL: func.func @complement(
//       CHECK:   %[[SIGN:.+]] = arith.shrsi %[[X:.+]], %c31_i32 : i32
//       CHECK:   %[[SIZE:.+]] = arith.xori %[[X]], %[[SIGN]]
//       CHECK:   %[[DOWN:.+]] = arith.divui %[[SIZE]], %c3_i32
//       CHECK:   %[[QUOTIENT:.+]] = arith.xori %[[DOWN]], %[[SIGN]]
tiny.kernel @complement(%a: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %three = tiny.const 3 : i32
  %x = tiny.load %a[%c0] : !tiny.buffer<4xi32, global>, index
  %q = tiny.floordiv %x, %three : i32, i32
  %t = tiny.store %q, %a[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t
}

// By a negative one it corrects a quotient that was rounded up.

// CHECK-LABEL: func.func @rounded_down(
//       CHECK:   %[[REST:.+]] = arith.remsi %[[X:.+]], %[[THREE:.+]] : i32
//       CHECK:   %[[QUOTIENT:.+]] = arith.divsi %[[X]], %[[THREE]] : i32
//       CHECK:   %[[SIGNS:.+]] = arith.xori %[[REST]], %[[THREE]]
//       CHECK:   %[[DIFFER:.+]] = arith.cmpi slt, %[[SIGNS]], %c0_i32
//       CHECK:   %[[INEXACT:.+]] = arith.cmpi ne, %[[REST]], %c0_i32
//       CHECK:   %[[FIX:.+]] = arith.andi %[[DIFFER]], %[[INEXACT]]
//       CHECK:   %[[LESS:.+]] = arith.subi %[[QUOTIENT]], %c1_i32
//       CHECK:   arith.select %[[FIX]], %[[LESS]], %[[QUOTIENT]]
tiny.kernel @rounded_down(%a: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %three = tiny.const -3 : i32
  %x = tiny.load %a[%c0] : !tiny.buffer<4xi32, global>, index
  %q = tiny.floordiv %x, %three : i32, i32
  %t = tiny.store %q, %a[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t
}

// A divisor in data may be zero, or -1 for the least number: neither may trap.

// CHECK-LABEL: func.func @guarded_division(
//       CHECK:   %[[ZERO:.+]] = arith.cmpi eq, %[[Y:.+]], %c0_i32
//       CHECK:   %[[MINUS_ONE:.+]] = arith.cmpi eq, %[[Y]], %c-1_i32
//       CHECK:   %[[LEAST:.+]] = arith.cmpi eq, %[[X:.+]], %c-2147483648_i32
//       CHECK:   %[[OVERFLOW:.+]] = arith.andi %[[MINUS_ONE]], %[[LEAST]]
//       CHECK:   %[[BAD:.+]] = arith.ori %[[ZERO]], %[[OVERFLOW]]
//       CHECK:   %[[SAFE:.+]] = arith.select %[[BAD]], %c1_i32, %[[Y]]
//       CHECK:   arith.divsi %[[X]], %[[SAFE]]
tiny.kernel @guarded_division(%a: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xi32, global>, index
  %y = tiny.load %a[%c1] : !tiny.buffer<4xi32, global>, index
  %q = tiny.cdiv %x, %y : i32, i32
  %t = tiny.store %q, %a[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t
}

// A count in data is reduced to the width; a constant one is taken as it is.

// CHECK-LABEL: func.func @shifts(
//       CHECK:   %[[COUNT:.+]] = arith.andi %{{.+}}, %c31_i32
//       CHECK:   arith.shli %{{.+}}, %[[COUNT]]
//       CHECK:   arith.shrui %{{.+}}, %c7_i32
//       CHECK:   arith.shrsi %{{.+}}, %c7_i32
tiny.kernel @shifts(%a: !tiny.buffer<4xui32, global>, %b: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %seven_u = tiny.const 7 : ui32
  %seven = tiny.const 7 : i32
  %x = tiny.load %a[%c0] : !tiny.buffer<4xui32, global>, index
  %y = tiny.load %b[%c0] : !tiny.buffer<4xi32, global>, index
  %0 = tiny.shl %x, %x : ui32, ui32
  %1 = tiny.shr %0, %seven_u : ui32, ui32
  %2 = tiny.shr %y, %seven : i32, i32
  %t = tiny.store %1, %a[%c0] : ui32, !tiny.buffer<4xui32, global>, index
  %u = tiny.store %2, %b[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t, %u
}

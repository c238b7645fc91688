// A function also stores the gradients of what it stores, one for each load.

// RUN: tiny-opt %s --test-tiny-gradients --cse | FileCheck %s

// Both factors get a gradient.

// CHECK-LABEL: @product(
tiny.function @product(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>,
                       %o: !tiny.buffer<4xf32, global>) {
  // CHECK: %[[X:.+]] = tiny.load
  // CHECK: %[[Y:.+]] = tiny.load
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.load %b : !tiny.buffer<4xf32, global>
  %r = tiny.mul %x, %y : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %r, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  // CHECK: tiny.store
  // CHECK: %[[DX:.+]] = tiny.mul %[[G:.+]], %[[Y]]
  // CHECK: %[[DY:.+]] = tiny.mul %[[G]], %[[X]]
  // CHECK: tiny.store %[[DX]]
  // CHECK: tiny.store %[[DY]]
  tiny.sink %t
}

// A literal gets none, and an operand that was stretched gets a sum.

// CHECK-LABEL: @broadcast(
tiny.function @broadcast(%a: !tiny.buffer<4x1xf32, global>, %b: !tiny.buffer<3xf32, global>,
                         %o: !tiny.buffer<4x3xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x1xf32, global>
  %y = tiny.load %b : !tiny.buffer<3xf32, global>
  %c = tiny.const 2.0 : !tiny.weakfloat
  %s = tiny.sub %x, %y : tensor<4x1xf32>, tensor<3xf32>
  %r = tiny.mul %s, %c : tensor<4x3xf32>, !tiny.weakfloat
  %t = tiny.store %r, %o : tensor<4x3xf32>, !tiny.buffer<4x3xf32, global>
  // CHECK: tiny.store
  // CHECK: %[[G:.+]] = tiny.mul %{{.+}}, %{{.+}} : tensor<4x3xf32>, !tiny.weakfloat
  // CHECK: %[[N:.+]] = tiny.neg %[[G]]
  // CHECK: tiny.reduce add %[[G]] axes [1]
  // CHECK: %[[S:.+]] = tiny.reduce add %[[N]] axes [0]
  // CHECK: tiny.reshape %[[S]] [3]
  tiny.sink %t
}

// Casts between floats cast back; no gradient passes through an integer.

// CHECK-LABEL: @casts(
tiny.function @casts(%a: !tiny.buffer<4xf16, global>, %b: !tiny.buffer<4xf32, global>,
                     %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf16, global>
  %y = tiny.load %b : !tiny.buffer<4xf32, global>
  %w = tiny.cast %x to f32 : tensor<4xf16>
  %i = tiny.cast %y to i32 : tensor<4xf32>
  %f = tiny.cast %i to f32 : tensor<4xi32>
  %r = tiny.add %w, %f : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %r, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  // CHECK: tiny.store
  // CHECK: %[[DX:.+]] = tiny.cast %{{.+}} to f16
  // CHECK: tiny.store %[[DX]]
  // CHECK-NOT: tiny.store
  // CHECK: tiny.sink
  tiny.sink %t
}

// Movements go back by their inverse.

// CHECK-LABEL: @movements(
tiny.function @movements(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<4x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %p = tiny.permute %x [1, 0] : tensor<2x3xf32>
  %f = tiny.flip %p [1] : tensor<3x2xf32>
  %s = tiny.shrink %f offsets [0, 1] sizes [2, 1] : tensor<3x2xf32>
  %d = tiny.pad %s low [1, 0] sizes [4, 1] : tensor<2x1xf32>
  %t = tiny.store %d, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  // CHECK: tiny.store
  // CHECK: %[[S:.+]] = tiny.shrink %{{.+}} offsets [1, 0] sizes [2, 1] : tensor<4x1xf32>
  // CHECK: %[[D:.+]] = tiny.pad %[[S]] low [0, 1] sizes [3, 2] : tensor<2x1xf32>
  // CHECK: %[[F:.+]] = tiny.flip %[[D]] [1] : tensor<3x2xf32>
  // CHECK: %[[P:.+]] = tiny.permute %[[F]] [1, 0] : tensor<3x2xf32>
  // CHECK: tiny.store %[[P]]
  tiny.sink %t
}

// A stack gives each operand its part.

// CHECK-LABEL: @parts(
tiny.function @parts(%a: !tiny.buffer<3xf32, global>, %b: !tiny.buffer<3xf32, global>,
                     %o: !tiny.buffer<2x3xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<3xf32, global>
  %y = tiny.load %b : !tiny.buffer<3xf32, global>
  %s = tiny.stack %x, %y : tensor<3xf32>, tensor<3xf32>
  %t = tiny.store %s, %o : tensor<2x3xf32>, !tiny.buffer<2x3xf32, global>
  // CHECK: tiny.store
  // CHECK: tiny.shrink %[[G:.+]] offsets [0, 0] sizes [1, 3]
  // CHECK: tiny.reshape %{{.+}} [3] : tensor<1x3xf32>
  // CHECK: tiny.shrink %[[G]] offsets [1, 0] sizes [1, 3]
  // CHECK: tiny.reshape %{{.+}} [3] : tensor<1x3xf32>
  tiny.sink %t
}

// The sum of a half float counts in 32 bits.

// CHECK-LABEL: @expanded_half(
tiny.function @expanded_half(%a: !tiny.buffer<1xf16, global>, %o: !tiny.buffer<4xf16, global>) {
  %x = tiny.load %a : !tiny.buffer<1xf16, global>
  %e = tiny.expand %x [4] : tensor<1xf16>
  %t = tiny.store %e, %o : tensor<4xf16>, !tiny.buffer<4xf16, global>
  // CHECK: tiny.store
  // CHECK: %[[W:.+]] = tiny.cast %{{.+}} to f32 : tensor<4xf16>
  // CHECK: %[[S:.+]] = tiny.reduce add %[[W]] axes [0] : tensor<4xf32>
  // CHECK: tiny.cast %[[S]] to f16 : tensor<1xf32>
  tiny.sink %t
}

// Ties of a maximum share the gradient.

// CHECK-LABEL: @row_max(
tiny.function @row_max(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<2x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  // CHECK: %[[X:.+]] = tiny.load
  // CHECK: %[[M:.+]] = tiny.reduce max %[[X]]
  %m = tiny.reduce max %x axes [1] : tensor<2x3xf32>
  %t = tiny.store %m, %o : tensor<2x1xf32>, !tiny.buffer<2x1xf32, global>
  // CHECK: tiny.store
  // CHECK: %[[E:.+]] = tiny.cmpeq %[[X]], %[[M]]
  // CHECK: %[[C:.+]] = tiny.cast %[[E]] to f32
  // CHECK: %[[N:.+]] = tiny.reduce add %[[C]] axes [1]
  // CHECK: %[[S:.+]] = tiny.fdiv %{{.+}}, %[[N]]
  // CHECK: %[[D:.+]] = tiny.where %[[E]], %[[S]], %{{.+}} : tensor<2x3xi1>, tensor<2x1xf32>, f32
  // CHECK: tiny.store %[[D]]
  tiny.sink %t
}

// Neither a comparison nor `trunc` nor `detach` has a gradient.

// CHECK-LABEL: @none(
tiny.function @none(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %c = tiny.cmplt %x, %x : tensor<4xf32>, tensor<4xf32>
  %u = tiny.trunc %x : tensor<4xf32>
  %d = tiny.detach %x : tensor<4xf32>
  %r = tiny.where %c, %u, %d : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %r, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  // CHECK: tiny.store
  // CHECK-NOT: tiny.store
  // CHECK: tiny.sink
  tiny.sink %t
}

// A power: the exponent 0 and the base 0 have rules of their own.

// CHECK-LABEL: @power(
tiny.function @power(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>,
                     %o: !tiny.buffer<4xf32, global>) {
  // CHECK: %[[X:.+]] = tiny.load
  // CHECK: %[[Y:.+]] = tiny.load
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.load %b : !tiny.buffer<4xf32, global>
  // CHECK: %[[R:.+]] = tiny.pow %[[X]], %[[Y]]
  %r = tiny.pow %x, %y : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %r, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  // CHECK: %[[LESS:.+]] = tiny.sub %[[Y]]
  // CHECK: %[[P:.+]] = tiny.pow %[[X]], %[[LESS]]
  // CHECK: %[[SLOPE:.+]] = tiny.mul %[[Y]], %[[P]]
  // CHECK: %[[FLAT:.+]] = tiny.cmpeq %[[Y]]
  // CHECK: tiny.where %[[FLAT]], %{{.+}}, %[[SLOPE]]
  // CHECK: %[[LOG:.+]] = tiny.log2 %[[X]]
  // CHECK: %[[ZERO:.+]] = tiny.cmpeq %[[X]]
  // CHECK: tiny.where %[[ZERO]]
  tiny.sink %t
}

// Bits have no gradient.

// CHECK-LABEL: @bits(
//       CHECK:   tiny.store
//   CHECK-NOT:   tiny.store
//       CHECK:   tiny.sink
tiny.function @bits(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %n = tiny.bitcast %x to i32 : tensor<4xf32>
  %c = tiny.const 1 : index
  %m = tiny.add %n, %c : tensor<4xi32>, index
  %r = tiny.bitcast %m to f32 : tensor<4xi32>
  %t = tiny.store %r, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

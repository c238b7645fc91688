// RUN: tiny-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// A movement that changes nothing goes away, and two of one kind become one.

// A reshape to the shape it has is nothing.

// CHECK-LABEL: @reshape_identity
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @reshape_identity() {
  %x = "x"() : () -> tensor<2x3xf32>
  %r = tiny.reshape %x [2, 3] : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// Two reshapes are one.

// CHECK-LABEL: @reshape_reshape
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.reshape %[[X]] [3, 2] : tensor<2x3xf32>
//       CHECK:   "use"(%[[R]])
tiny.function @reshape_reshape() {
  %x = "x"() : () -> tensor<2x3xf32>
  %n = tiny.reshape %x [6] : tensor<2x3xf32>
  %r = tiny.reshape %n [3, 2] : tensor<6xf32>
  "use"(%r) : (tensor<3x2xf32>) -> ()
}

// There and back again is nothing.

// CHECK-LABEL: @reshape_back
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @reshape_back() {
  %x = "x"() : () -> tensor<2x3xf32>
  %n = tiny.reshape %x [6] : tensor<2x3xf32>
  %r = tiny.reshape %n [2, 3] : tensor<6xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// A scalar between a vector and a tensor stays.

// CHECK-LABEL: @reshape_vector_scalar
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.reshape %{{.+}} [1] : f32
//       CHECK:   "use"(%[[R]])
tiny.function @reshape_vector_scalar() {
  %x = "x"() : () -> vector<1xf32>
  %n = tiny.reshape %x [] : vector<1xf32>
  %r = tiny.reshape %n [1] : f32
  "use"(%r) : (tensor<1xf32>) -> ()
}

// A permutation that moves no axis is nothing.

// CHECK-LABEL: @permute_identity
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @permute_identity() {
  %x = "x"() : () -> tensor<2x3xf32>
  %r = tiny.permute %x [0, 1] : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// Permutations compose.

// CHECK-LABEL: @permute_permute
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.permute %[[X]] [2, 0, 1] : tensor<2x3x4xf32>
//       CHECK:   "use"(%[[R]])
tiny.function @permute_permute() {
  %x = "x"() : () -> tensor<2x3x4xf32>
  %n = tiny.permute %x [1, 2, 0] : tensor<2x3x4xf32>
  %r = tiny.permute %n [1, 2, 0] : tensor<3x4x2xf32>
  "use"(%r) : (tensor<4x2x3xf32>) -> ()
}

// A permutation and its inverse are nothing.

// CHECK-LABEL: @permute_back
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @permute_back() {
  %x = "x"() : () -> tensor<2x3xf32>
  %n = tiny.permute %x [1, 0] : tensor<2x3xf32>
  %r = tiny.permute %n [1, 0] : tensor<3x2xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// An expand to the shape it has is nothing.

// CHECK-LABEL: @expand_identity
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @expand_identity() {
  %x = "x"() : () -> tensor<2x3xf32>
  %r = tiny.expand %x [2, 3] : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// Two expands are one.

// CHECK-LABEL: @expand_expand
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.expand %[[X]] [2, 3] : f32
//       CHECK:   "use"(%[[R]])
tiny.function @expand_expand() {
  %x = "x"() : () -> f32
  %n = tiny.expand %x [3] : f32
  %r = tiny.expand %n [2, 3] : tensor<3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// Two expands of a vector are one, which makes a vector.

// CHECK-LABEL: @expand_expand_vector
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.expand vector %[[X]] [2, 3] : f32
//       CHECK:   "use"(%[[R]])
tiny.function @expand_expand_vector() {
  %x = "x"() : () -> f32
  %n = tiny.expand vector %x [3] : f32
  %r = tiny.expand %n [2, 3] : vector<3xf32>
  "use"(%r) : (vector<2x3xf32>) -> ()
}

// A pad by nothing is nothing.

// CHECK-LABEL: @pad_nothing
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @pad_nothing() {
  %x = "x"() : () -> tensor<2x3xf32>
  %r = tiny.pad %x low [0, 0] sizes [2, 3] : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// Two pads add up.

// CHECK-LABEL: @pad_pad
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.pad %[[X]] low [4] sizes [14] : tensor<4xf32>
//       CHECK:   "use"(%[[R]])
tiny.function @pad_pad() {
  %x = "x"() : () -> tensor<4xf32>
  %n = tiny.pad %x low [1] sizes [7] : tensor<4xf32>
  %r = tiny.pad %n low [3] sizes [14] : tensor<7xf32>
  "use"(%r) : (tensor<14xf32>) -> ()
}

// A shrink to the whole is nothing.

// CHECK-LABEL: @shrink_nothing
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @shrink_nothing() {
  %x = "x"() : () -> tensor<2x3xf32>
  %r = tiny.shrink %x offsets [0, 0] sizes [2, 3] : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// Offsets of two shrinks add up.

// CHECK-LABEL: @shrink_shrink
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.shrink %[[X]] offsets [3] sizes [2] : tensor<9xf32>
//       CHECK:   "use"(%[[R]])
tiny.function @shrink_shrink() {
  %x = "x"() : () -> tensor<9xf32>
  %n = tiny.shrink %x offsets [2] sizes [5] : tensor<9xf32>
  %r = tiny.shrink %n offsets [1] sizes [2] : tensor<5xf32>
  "use"(%r) : (tensor<2xf32>) -> ()
}

// A flip of no axis is nothing.

// CHECK-LABEL: @flip_nothing
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @flip_nothing() {
  %x = "x"() : () -> tensor<2x3xf32>
  %r = tiny.flip %x [] : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// So is one of an axis with one element.

// CHECK-LABEL: @flip_size_one
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @flip_size_one() {
  %x = "x"() : () -> tensor<1x3xf32>
  %r = tiny.flip %x [0] : tensor<1x3xf32>
  "use"(%r) : (tensor<1x3xf32>) -> ()
}

// So is flipping twice.

// CHECK-LABEL: @flip_back
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @flip_back() {
  %x = "x"() : () -> tensor<2x3xf32>
  %n = tiny.flip %x [0, 1] : tensor<2x3xf32>
  %r = tiny.flip %n [1, 0] : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// Of two flips those axes remain that only one has.

// CHECK-LABEL: @flip_flip
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.flip %[[X]] [1] : tensor<2x3xf32>
//       CHECK:   "use"(%[[R]])
tiny.function @flip_flip() {
  %x = "x"() : () -> tensor<2x3xf32>
  %n = tiny.flip %x [0] : tensor<2x3xf32>
  %r = tiny.flip %n [1, 0] : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// The axes of a flip are sorted.

// CHECK-LABEL: @flip_order
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.flip %[[X]] [0, 1] : tensor<2x3xf32>
//       CHECK:   "use"(%[[R]])
tiny.function @flip_order() {
  %x = "x"() : () -> tensor<2x3xf32>
  %r = tiny.flip %x [1, 0] : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

//===----------------------------------------------------------------------===//
// Other ops
//===----------------------------------------------------------------------===//

// A reduction along no axis is its source.

// CHECK-LABEL: @reduce_no_axis
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @reduce_no_axis() {
  %x = "x"() : () -> tensor<2x3xf32>
  %r = tiny.reduce add %x : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// So is one along axes of size one.

// CHECK-LABEL: @reduce_size_one
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @reduce_size_one() {
  %x = "x"() : () -> tensor<1x3xf32>
  %r = tiny.reduce max %x axes [0] : tensor<1x3xf32>
  "use"(%r) : (tensor<1x3xf32>) -> ()
}

// A reduction along other axes stays.

// CHECK-LABEL: @reduce_axis
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.reduce add %[[X]] axes [0, 1]
//       CHECK:   "use"(%[[R]])
tiny.function @reduce_axis() {
  %x = "x"() : () -> tensor<1x3xf32>
  %r = tiny.reduce add %x axes [0, 1] : tensor<1x3xf32>
  "use"(%r) : (tensor<1x1xf32>) -> ()
}

// So does one over a range.

// CHECK-LABEL: @reduce_range
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.reduce add %[[X]] over %{{.+}} : f32
//       CHECK:   "use"(%[[R]])
tiny.function @reduce_range() {
  %x = "x"() : () -> f32
  %i = tiny.range 4 reduce id 0
  %r = tiny.reduce add %x over %i : f32
  "use"(%r) : (f32) -> ()
}

// Detaching once is enough.

// CHECK-LABEL: @detach_detach
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.detach %[[X]] : tensor<2x3xf32>
//       CHECK:   "use"(%[[R]])
tiny.function @detach_detach() {
  %x = "x"() : () -> tensor<2x3xf32>
  %n = tiny.detach %x : tensor<2x3xf32>
  %r = tiny.detach %n : tensor<2x3xf32>
  "use"(%r) : (tensor<2x3xf32>) -> ()
}

// A group of one token is that token.

// CHECK-LABEL: @group_of_one
//       CHECK:   %[[T:.+]] = "x"
//  CHECK-NEXT:   tiny.sink %[[T]]
tiny.function @group_of_one() {
  %x = "x"() : () -> !tiny.token
  %g = tiny.group %x
  tiny.sink %g
}

// What the sink does not depend on is dead.

// CHECK-LABEL: @dead_ops
//  CHECK-NEXT:   tiny.sink
tiny.function @dead_ops() {
  %c = tiny.const 1.0 : f32
  %e = tiny.expand %c [4] : f32
  tiny.sink
}

// Equal constants are one; -0.0 and 0.0 are not equal.

// CHECK-LABEL: @equal_constants
//   CHECK-DAG:   %[[P:.+]] = tiny.const 0.0 : f32
//   CHECK-DAG:   %[[N:.+]] = tiny.const -0.0 : f32
//       CHECK:   "use"(%[[P]], %[[P]], %[[N]])
tiny.function @equal_constants() {
  %a = tiny.const 0.0 : f32
  %b = tiny.const 0.0 : f32
  %d = tiny.const -0.0 : f32
  "use"(%a, %b, %d) : (f32, f32, f32) -> ()
}

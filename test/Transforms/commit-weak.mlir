// RUN: tiny-opt %s --split-input-file --tiny-commit-weak | FileCheck %s

// A weak constant takes the type of what it meets.

// CHECK-LABEL: @literal
// CHECK: %[[ONE:.+]] = tiny.const 1.0 : f32
// CHECK: tiny.add %{{.+}}, %[[ONE]] : tensor<4xf32>, f32
tiny.function @literal(%b: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %b : !tiny.buffer<4xf32, global>
  %c = tiny.const 1 : index
  %y = tiny.add %x, %c : tensor<4xf32>, index
  %t = tiny.store %y, %b : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// A weak integer that meets nothing with a width becomes i32.

// CHECK-LABEL: @small_integers
// CHECK: %[[I:.+]] = tiny.iota 0 : tensor<4xindex>
// CHECK: %[[W:.+]] = tiny.cast %[[I]] to i32 : tensor<4xindex>
// CHECK: %[[C:.+]] = tiny.const 3 : i32
// CHECK: tiny.mul %[[W]], %[[C]] : tensor<4xi32>, i32
tiny.function @small_integers(%b: !tiny.buffer<4xi64, global>) {
  %i = tiny.iota 0 : tensor<4xindex>
  %c = tiny.const 3 : index
  %m = tiny.mul %i, %c : tensor<4xindex>, index
  %y = tiny.cast %m to i64 : tensor<4xindex>
  %t = tiny.store %y, %b : tensor<4xi64>, !tiny.buffer<4xi64, global>
  tiny.sink %t
}

// -----

// Bounds that leave 32 bits make it i64.

// CHECK-LABEL: @large_integers
// CHECK: %[[C:.+]] = tiny.const 3000000000 : i64
// CHECK: tiny.mul %{{.+}}, %[[C]] : tensor<4xi64>, i64
tiny.function @large_integers(%b: !tiny.buffer<4xi64, global>) {
  %i = tiny.iota 0 : tensor<4xindex>
  %c = tiny.const 3000000000 : index
  %m = tiny.mul %i, %c : tensor<4xindex>, index
  %y = tiny.cast %m to i64 : tensor<4xindex>
  %t = tiny.store %y, %b : tensor<4xi64>, !tiny.buffer<4xi64, global>
  tiny.sink %t
}

// -----

// A weak float on its own is computed in f32.

// CHECK-LABEL: @weak_floats
// CHECK: %[[A:.+]] = tiny.const 0.5 : f32
// CHECK: tiny.sqrt %[[A]] : f32
tiny.function @weak_floats(%b: !tiny.buffer<f16, global>) {
  %a = tiny.const 0.5 : !tiny.weakfloat
  %s = tiny.sqrt %a : !tiny.weakfloat
  %y = tiny.cast %s to f16 : !tiny.weakfloat
  %t = tiny.store %y, %b : f16, !tiny.buffer<f16, global>
  tiny.sink %t
}

// -----

// The cast of a literal is exact: it does not pass through f32.

// CHECK-LABEL: @cast_literal
// CHECK: tiny.const 0.1 : f64
// CHECK-NOT: tiny.cast
tiny.function @cast_literal(%b: !tiny.buffer<f64, global>) {
  %a = tiny.const 0.1 : !tiny.weakfloat
  %y = tiny.cast %a to f64 : !tiny.weakfloat
  %t = tiny.store %y, %b : f64, !tiny.buffer<f64, global>
  tiny.sink %t
}

// -----

// The branches of a where commit to each other, not to its condition.

// CHECK-LABEL: @where_branches
// CHECK: %[[Z:.+]] = tiny.const 0.0 : f32
// CHECK: tiny.where %{{.+}}, %{{.+}}, %[[Z]] : tensor<4xi1>, tensor<4xf32>, f32
tiny.function @where_branches(%b: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %b : !tiny.buffer<4xf32, global>
  %z = tiny.const 0.0 : !tiny.weakfloat
  %c = tiny.cmplt %x, %z : tensor<4xf32>, !tiny.weakfloat
  %y = tiny.where %c, %x, %z : tensor<4xi1>, tensor<4xf32>, !tiny.weakfloat
  %t = tiny.store %y, %b : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// Movements follow the type of their source.

// CHECK-LABEL: @movement
// CHECK: %[[W:.+]] = tiny.cast %{{.+}} to i32 : tensor<6xindex>
// CHECK: tiny.reshape %[[W]] [2, 3] : tensor<6xi32>
tiny.function @movement(%b: !tiny.buffer<2x3xi32, global>) {
  %i = tiny.iota 0 : tensor<6xindex>
  %r = tiny.reshape %i [2, 3] : tensor<6xindex>
  %y = tiny.cast %r to i32 : tensor<2x3xindex>
  %t = tiny.store %y, %b : tensor<2x3xi32>, !tiny.buffer<2x3xi32, global>
  tiny.sink %t
}

// -----

// A cast to a weak type has the default width, whatever it casts.

// CHECK-LABEL: @cast_to_weak
// CHECK: %[[F:.+]] = tiny.cast %{{.+}} to f32 : tensor<4xi32>
// CHECK: %[[C:.+]] = tiny.const 1.5 : f32
// CHECK: tiny.mul %[[F]], %[[C]] : tensor<4xf32>, f32
tiny.function @cast_to_weak(%a: !tiny.buffer<4xi32, global>, %b: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xi32, global>
  %f = tiny.cast %x to !tiny.weakfloat : tensor<4xi32>
  %c = tiny.const 1.5 : !tiny.weakfloat
  %m = tiny.mul %f, %c : tensor<4x!tiny.weakfloat>, !tiny.weakfloat
  %y = tiny.cast %m to f32 : tensor<4x!tiny.weakfloat>
  %t = tiny.store %y, %b : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// What is cast to f64 is computed in f64; integers need no more than their bounds.

// CHECK-LABEL: @cast_to_wide(
// CHECK: %[[I:.+]] = tiny.cast %{{.+}} to f64 : tensor<4xi32>
// CHECK: %[[B:.+]] = tiny.const 0.1 : f64
// CHECK: tiny.mul %[[I]], %[[B]] : tensor<4xf64>, f64
tiny.function @cast_to_wide(%o: !tiny.buffer<4xf64, global>) {
  %i = tiny.iota 0 : tensor<4xindex>
  %j = tiny.add %i, %i : tensor<4xindex>, tensor<4xindex>
  %f = tiny.cast %j to !tiny.weakfloat : tensor<4xindex>
  %b = tiny.const 0.1 : !tiny.weakfloat
  %s = tiny.mul %f, %b : tensor<4x!tiny.weakfloat>, !tiny.weakfloat
  %d = tiny.cast %s to f64 : tensor<4x!tiny.weakfloat>
  %t = tiny.store %d, %o : tensor<4xf64>, !tiny.buffer<4xf64, global>
  tiny.sink %t
}

// -----

// Two weak values get one width, whatever each of them needs.

// CHECK-LABEL: @one_width(
// CHECK: %[[SMALL:.+]] = tiny.add %{{.+}}, %{{.+}} : tensor<4xi32>, tensor<4xi32>
// CHECK: %[[CAST:.+]] = tiny.cast %[[SMALL]] to i64 : tensor<4xi32>
// CHECK: %[[LARGE:.+]] = tiny.mul %{{.+}}, %{{.+}} : tensor<4xi64>, i64
// CHECK: tiny.cmplt %[[CAST]], %[[LARGE]] : tensor<4xi64>, tensor<4xi64>
tiny.function @one_width(%o: !tiny.buffer<4xi1, global>) {
  %i = tiny.iota 0 : tensor<4xindex>
  %b = tiny.const 3000000000 : index
  %small = tiny.add %i, %i : tensor<4xindex>, tensor<4xindex>
  %large = tiny.mul %i, %b : tensor<4xindex>, index
  %r = tiny.cmplt %small, %large : tensor<4xindex>, tensor<4xindex>
  %t = tiny.store %r, %o : tensor<4xi1>, !tiny.buffer<4xi1, global>
  tiny.sink %t
}

// -----

// The ranges of a collective are no data: they do not take the type of the source.

// CHECK-LABEL: @allreduce_ranges
// CHECK: %[[R:.+]] = tiny.variable "_device_num" [0, 1]
// CHECK: tiny.allreduce add %{{.+}} over %[[R]] : tensor<4xf32>
tiny.function @allreduce_ranges(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %r = tiny.variable "_device_num" [0, 1]
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %s = tiny.allreduce add %x over %r : tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

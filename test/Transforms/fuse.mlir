// RUN: tiny-opt %s --split-input-file --tiny-fuse | FileCheck %s

// A sum that is broadcast back is stored, the exponential before it is not.

// CHECK-LABEL: @normalize
// CHECK: %[[E:.+]] = tiny.exp2
// CHECK-NOT: tiny.contiguous
// CHECK: %[[S:.+]] = tiny.reduce add %[[E]]
// CHECK: %[[C:.+]] = tiny.contiguous %[[S]]
// CHECK: tiny.fdiv %[[E]], %[[C]]
tiny.function @normalize(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %e = tiny.exp2 %x : tensor<4x8xf32>
  %s = tiny.reduce add %e axes [1] : tensor<4x8xf32>
  %d = tiny.fdiv %e, %s : tensor<4x8xf32>, tensor<4x1xf32>
  %t = tiny.store %d, %o : tensor<4x8xf32>, !tiny.buffer<4x8xf32, global>
  tiny.sink %t
}

// -----

// What follows a reduction in its shape is part of its kernel.

// CHECK-LABEL: @activation
// CHECK-NOT: tiny.contiguous
tiny.function @activation(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
  %z = tiny.const 0.0 : f32
  %m = tiny.max %s, %z : tensor<4x1xf32>, f32
  %t = tiny.store %m, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  tiny.sink %t
}

// -----

// The value that goes into the next matmul is stored behind its activation.

// CHECK-LABEL: @two_layers
// CHECK: %[[S:.+]] = tiny.reduce add
// CHECK-NEXT: %[[M:.+]] = tiny.max %[[S]]
// CHECK-NEXT: %[[P:.+]] = tiny.reshape %[[M]]
// CHECK-NEXT: %[[C:.+]] = tiny.contiguous %[[P]]
// CHECK: tiny.reduce add
// CHECK-NOT: tiny.contiguous
tiny.function @two_layers(%a: !tiny.buffer<4x8xf32, global>, %w: !tiny.buffer<6x4xf32, global>, %o: !tiny.buffer<6x1xf32, global>) {
  %z = tiny.const 0.0 : f32
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
  %m = tiny.max %s, %z : tensor<4x1xf32>, f32
  %p = tiny.reshape %m [1, 4] : tensor<4x1xf32>
  %v = tiny.load %w : !tiny.buffer<6x4xf32, global>
  %y = tiny.mul %v, %p : tensor<6x4xf32>, tensor<1x4xf32>
  %r = tiny.reduce add %y axes [1] : tensor<6x4xf32>
  %t = tiny.store %r, %o : tensor<6x1xf32>, !tiny.buffer<6x1xf32, global>
  tiny.sink %t
}

// -----

// A cheap value that two kernels read is computed twice.

// CHECK-LABEL: @cheap
// CHECK-NOT: tiny.contiguous
tiny.function @cheap(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<8x4xf32, global>, %q: !tiny.buffer<4x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %e = tiny.sqrt %x : tensor<4x8xf32>
  %p = tiny.permute %e [1, 0] : tensor<4x8xf32>
  %t = tiny.store %p, %o : tensor<8x4xf32>, !tiny.buffer<8x4xf32, global>
  %u = tiny.store %e, %q : tensor<4x8xf32>, !tiny.buffer<4x8xf32, global>
  tiny.sink %t, %u
}

// -----

// A stored value that others read as well is read from where it is stored.

// CHECK-LABEL: @reuse_output
// CHECK: %[[T:.+]] = tiny.store %{{.+}}, %[[O:.+]] :
// CHECK: %[[A:.+]] = tiny.after %[[O]], %[[T]]
// CHECK: %[[L:.+]] = tiny.load %[[A]]
// CHECK: tiny.sub %{{.+}}, %[[L]]
// CHECK-NOT: tiny.contiguous
tiny.function @reuse_output(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4x1xf32, global>, %q: !tiny.buffer<4x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce max %x axes [1] : tensor<4x8xf32>
  %d = tiny.sub %x, %s : tensor<4x8xf32>, tensor<4x1xf32>
  %t = tiny.store %d, %q : tensor<4x8xf32>, !tiny.buffer<4x8xf32, global>
  %u = tiny.store %s, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  tiny.sink %t, %u
}

// -----

// A reduction of a reduction is one kernel when nothing is repeated.

// CHECK-LABEL: @nested
// CHECK-NOT: tiny.contiguous
tiny.function @nested(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<1x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce max %x axes [1] : tensor<4x8xf32>
  %r = tiny.reduce add %s axes [0] : tensor<4x1xf32>
  %t = tiny.store %r, %o : tensor<1x1xf32>, !tiny.buffer<1x1xf32, global>
  tiny.sink %t
}

// -----

// Readers that agree on the index share the value without storage.

// CHECK-LABEL: @agree
// CHECK-NOT: tiny.contiguous
tiny.function @agree(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
  %q = tiny.sqrt %s : tensor<4x1xf32>
  %m = tiny.mul %s, %q : tensor<4x1xf32>, tensor<4x1xf32>
  %t = tiny.store %m, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  tiny.sink %t
}

// -----

// A sum that two kernels read through a reshape is stored, in the shape that
// they want: computed twice, it might not equal its own maximum.

// CHECK-LABEL: @reshaped
// CHECK: %[[S:.+]] = tiny.reduce add
// CHECK-NEXT: %[[R:.+]] = tiny.reshape %[[S]]
// CHECK-NEXT: %[[C:.+]] = tiny.contiguous %[[R]]
// CHECK-NEXT: tiny.reduce max %[[C]]
tiny.function @reshaped(%a: !tiny.buffer<4x8x2xf32, global>, %o: !tiny.buffer<4x8xi1, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8x2xf32, global>
  %s = tiny.reduce add %x axes [2] : tensor<4x8x2xf32>
  %r = tiny.reshape %s [4, 8] : tensor<4x8x1xf32>
  %m = tiny.reduce max %r axes [1] : tensor<4x8xf32>
  %e = tiny.cmpeq %r, %m : tensor<4x8xf32>, tensor<4x1xf32>
  %t = tiny.store %e, %o : tensor<4x8xi1>, !tiny.buffer<4x8xi1, global>
  tiny.sink %t
}

// -----

// A contiguous that is stored anyway is read from where it is stored; its opts
// are those of the store.

// CHECK-LABEL: @stored_contiguous
// CHECK: %[[E:.+]] = tiny.sqrt
// CHECK: %[[T:.+]] = tiny.store %[[E]], %[[O:.+]] {tiny.opts = "upcast:0:4"}
// CHECK: %[[A:.+]] = tiny.after %[[O]], %[[T]]
// CHECK: %[[L:.+]] = tiny.load %[[A]]
// CHECK: tiny.neg %[[L]]
// CHECK-NOT: tiny.contiguous
tiny.function @stored_contiguous(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<8xf32, global>, %q: !tiny.buffer<8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<8xf32, global>
  %e = tiny.sqrt %x : tensor<8xf32>
  %c = tiny.contiguous %e opts "upcast:0:4" : tensor<8xf32>
  %n = tiny.neg %c : tensor<8xf32>
  %u = tiny.store %n, %q : tensor<8xf32>, !tiny.buffer<8xf32, global>
  %t = tiny.store %c, %o : tensor<8xf32>, !tiny.buffer<8xf32, global>
  tiny.sink %t, %u
}

// -----

// It stays where the argument is loaded as well.

// CHECK-LABEL: @updated
// CHECK: %[[C:.+]] = tiny.contiguous
// CHECK: tiny.store %[[C]]
tiny.function @updated(%a: !tiny.buffer<4x4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x4xf32, global>
  %p = tiny.permute %x [1, 0] : tensor<4x4xf32>
  %c = tiny.contiguous %p : tensor<4x4xf32>
  %t = tiny.store %c, %a : tensor<4x4xf32>, !tiny.buffer<4x4xf32, global>
  tiny.sink %t
}

// -----

// A pick of one element is as cheap as a load, however often it is read.

// CHECK-LABEL: @gather
// CHECK-NOT: tiny.contiguous
tiny.function @gather(%a: !tiny.buffer<10x4xf32, global>, %b: !tiny.buffer<3xi32, global>, %o: !tiny.buffer<3x3x4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<10x4xf32, global>
  %l = tiny.load %b : !tiny.buffer<3xi32, global>
  %i = tiny.reshape %l [3, 1, 1] : tensor<3xi32>
  %n = tiny.iota 0 : tensor<10xindex>
  %c = tiny.cast %n to i32 : tensor<10xindex>
  %p = tiny.cmpeq %i, %c : tensor<3x1x1xi32>, tensor<10xi32>
  %t = tiny.permute %x [1, 0] : tensor<10x4xf32>
  %z = tiny.const 0.0 : f32
  %w = tiny.where %p, %t, %z : tensor<3x1x10xi1>, tensor<4x10xf32>, f32
  %s = tiny.reduce add %w axes [2] : tensor<3x4x10xf32>
  %g = tiny.reshape %s [3, 4] : tensor<3x4x1xf32>
  %h = tiny.reshape %g [3, 1, 4] : tensor<3x4xf32>
  %y = tiny.mul %g, %h : tensor<3x4xf32>, tensor<3x1x4xf32>
  %u = tiny.store %y, %o : tensor<3x3x4xf32>, !tiny.buffer<3x3x4xf32, global>
  tiny.sink %u
}

// -----

// What is stored over its own source is read from there: the source is gone.

// CHECK-LABEL: @update
// CHECK: %[[M:.+]] = tiny.mul
// CHECK: %[[T:.+]] = tiny.store %[[M]], %arg0
// CHECK: %[[S:.+]] = tiny.after %arg0, %[[T]]
// CHECK: %[[L:.+]] = tiny.load %[[S]]
// CHECK: tiny.sub %{{.+}}, %[[L]]
tiny.function @update(%m: !tiny.buffer<4xf32, global>, %p: !tiny.buffer<4xf32, global>) {
  %c = tiny.const 0.5 : f32
  %x = tiny.load %m : !tiny.buffer<4xf32, global>
  %y = tiny.mul %x, %c : tensor<4xf32>, f32
  %t = tiny.store %y, %m : tensor<4xf32>, !tiny.buffer<4xf32, global>
  %w = tiny.load %p : !tiny.buffer<4xf32, global>
  %v = tiny.sub %w, %y : tensor<4xf32>, tensor<4xf32>
  %u = tiny.store %v, %p : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t, %u
}

// -----

// The buffer of a symbolic value is longer than the value: readers of a
// contiguous that is stored anyway see the front of it.

// CHECK-LABEL: @symbolic_contiguous
// CHECK: %[[N:.+]] = tiny.variable "n"
// CHECK: %[[A:.+]] = tiny.shrink
// CHECK: %[[S:.+]] = tiny.store %[[A]], %arg1
// CHECK: %[[L:.+]] = tiny.load
// CHECK: %[[B:.+]] = tiny.shrink %[[L]] offsets [0] sizes [%[[N]]]
// CHECK: tiny.cmplt %[[A]], %[[B]] : tensor<?xi32>, tensor<?xi32>

tiny.function @symbolic_contiguous(%arg0: !tiny.buffer<5xi32, global>, %arg1: !tiny.buffer<5xi32, global>, %arg2: !tiny.buffer<5xi1, global>) {
  %0 = tiny.load %arg0 : <5xi32, global>
  %n = tiny.variable "n" [1, 5]
  %1 = tiny.shrink %0 offsets [0] sizes [%n] : tensor<5xi32>
  %2 = tiny.contiguous %1 : tensor<?xi32>
  %3 = tiny.cmplt %1, %2 : tensor<?xi32>, tensor<?xi32>
  %4 = tiny.store %2, %arg1 : tensor<?xi32>, <5xi32, global>
  %5 = tiny.store %3, %arg2 : tensor<?xi1>, <5xi1, global>
  tiny.sink %4, %5
}

// -----

// What a matmul would compute again for each column is stored where that takes
// longer than to read it. A sum is computed again.

// CHECK-LABEL: @hot
// CHECK: %[[E:.+]] = tiny.exp2
// CHECK: %[[R:.+]] = tiny.reshape %[[E]]
// CHECK: tiny.contiguous %[[R]] {tiny.kept}
// CHECK-LABEL: @cheap
// CHECK-NOT: tiny.contiguous

tiny.function @hot(%arg0: !tiny.buffer<64x64xf32, global>, %arg1: !tiny.buffer<64x32xf32, global>, %arg2: !tiny.buffer<64x1x32xf32, global>) {
  %0 = tiny.load %arg0 : <64x64xf32, global>
  %1 = tiny.exp2 %0 : tensor<64x64xf32>
  %2 = tiny.reshape %1 [64, 64, 1] : tensor<64x64xf32>
  %3 = tiny.load %arg1 : <64x32xf32, global>
  %4 = tiny.mul %2, %3 : tensor<64x64x1xf32>, tensor<64x32xf32>
  %5 = tiny.reduce add %4 axes [1] : tensor<64x64x32xf32>
  %6 = tiny.store %5, %arg2 : tensor<64x1x32xf32>, <64x1x32xf32, global>
  tiny.sink %6
}

tiny.function @cheap(%arg0: !tiny.buffer<64x64xf32, global>, %arg1: !tiny.buffer<64x32xf32, global>, %arg2: !tiny.buffer<64x1x32xf32, global>) {
  %0 = tiny.load %arg0 : <64x64xf32, global>
  %1 = tiny.add %0, %0 : tensor<64x64xf32>, tensor<64x64xf32>
  %2 = tiny.reshape %1 [64, 64, 1] : tensor<64x64xf32>
  %3 = tiny.load %arg1 : <64x32xf32, global>
  %4 = tiny.mul %2, %3 : tensor<64x64x1xf32>, tensor<64x32xf32>
  %5 = tiny.reduce add %4 axes [1] : tensor<64x64x32xf32>
  %6 = tiny.store %5, %arg2 : tensor<64x1x32xf32>, <64x1x32xf32, global>
  tiny.sink %6
}

// -----

// As above where two products with different shapes read it: what moves it to
// them is no place to keep it.

// CHECK-LABEL: @hot_twice
// CHECK: %[[E:.+]] = tiny.exp2
// CHECK: %[[R:.+]] = tiny.reshape %[[E]]
// CHECK: %[[K:.+]] = tiny.contiguous %[[R]] {tiny.kept}
// CHECK: tiny.expand %[[K]] [64, 64, 32]
// CHECK-NOT: tiny.contiguous

tiny.function @hot_twice(%arg0: !tiny.buffer<64x64xf32, global>, %arg1: !tiny.buffer<64x32xf32, global>, %arg2: !tiny.buffer<64x1x32xf32, global>, %arg3: !tiny.buffer<1x64x32xf32, global>) {
  %0 = tiny.load %arg0 : <64x64xf32, global>
  %1 = tiny.exp2 %0 : tensor<64x64xf32>
  %2 = tiny.reshape %1 [64, 64, 1] : tensor<64x64xf32>
  %3 = tiny.expand %2 [64, 64, 32] : tensor<64x64x1xf32>
  %4 = tiny.load %arg1 : <64x32xf32, global>
  %5 = tiny.mul %3, %4 : tensor<64x64x32xf32>, tensor<64x32xf32>
  %6 = tiny.reduce add %5 axes [1] : tensor<64x64x32xf32>
  %difference = tiny.sub %3, %4 : tensor<64x64x32xf32>, tensor<64x32xf32>
  %7 = tiny.reduce add %difference axes [0] : tensor<64x64x32xf32>
  %8 = tiny.store %6, %arg2 : tensor<64x1x32xf32>, <64x1x32xf32, global>
  %9 = tiny.store %7, %arg3 : tensor<1x64x32xf32>, <1x64x32xf32, global>
  tiny.sink %8, %9
}

// -----

// What other instances select keeps a temporary, though it is stored to an
// argument as well.

// CHECK-LABEL: @selected
// CHECK: %[[C:.+]] = tiny.contiguous
// CHECK: tiny.mselect %[[C]] at 1
tiny.function @selected(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>, %p: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %n = tiny.neg %x : tensor<4xf32>
  %c = tiny.contiguous %n : tensor<4xf32>
  %s = tiny.mselect %c at 1 : tensor<4xf32>
  %t = tiny.store %c, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  %u = tiny.store %s, %p : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t, %u
}

// -----

// What a kernel of the program overwrites is no place to read a value from.

// CHECK-LABEL: tiny.function @for_a_call(
// CHECK: %[[E:.+]] = tiny.exp2
// CHECK: %[[S:.+]] = tiny.reduce
// CHECK: %[[K:.+]] = tiny.contiguous %[[S]]
// CHECK: tiny.store %[[K]], %{{.+}}
tiny.kernel @inc(%a: !tiny.buffer<4x1xf32, global>) {
  tiny.sink
}
tiny.function @for_a_call(%a: !tiny.buffer<4x64xf32, global>, %o: !tiny.buffer<4x1xf32, global>, %p: !tiny.buffer<4x64xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x64xf32, global>
  %e = tiny.exp2 %x : tensor<4x64xf32>
  %s = tiny.reduce add %e axes [1] : tensor<4x64xf32>
  %t = tiny.store %s, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  %o1 = tiny.after %o, %t : !tiny.buffer<4x1xf32, global>, !tiny.token
  %c = tiny.call @inc(%o1) : !tiny.buffer<4x1xf32, global>
  %y = tiny.add %x, %s : tensor<4x64xf32>, tensor<4x1xf32>
  %u = tiny.store %y, %p : tensor<4x64xf32>, !tiny.buffer<4x64xf32, global>
  tiny.sink %c, %u
}

// RUN: tiny-opt %s --split-input-file --tiny-rangeify | FileCheck %s

// A symbolic axis is a range with a limit; storage keeps the greatest size.

// CHECK-LABEL: @rows
// CHECK: %[[N:.+]] = tiny.variable "n" [1, 4]
// CHECK: %[[I:.+]] = tiny.range 4 limit %[[N]] weak id 0
// CHECK: %[[J:.+]] = tiny.range 8 weak id 1
// CHECK: %[[C:.+]] = tiny.const 8 : index
// CHECK: %[[M:.+]] = tiny.mul %[[I]], %[[C]]
// CHECK: %[[A:.+]] = tiny.add %[[M]], %[[J]]
// CHECK: tiny.load %{{.+}}[%[[A]]] :
// CHECK: tiny.store %{{.+}}, %{{.+}}[%[[A]]]
tiny.function @rows(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4x8xf32, global>) {
  %n = tiny.variable "n" [1, 4]
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.shrink %x offsets [0, 0] sizes [%n, 8] : tensor<4x8xf32>
  %t = tiny.store %s, %o : tensor<?x8xf32>, !tiny.buffer<4x8xf32, global>
  tiny.sink %t
}

// -----

// An offset is added to the index.

// CHECK-LABEL: @offset
// CHECK: %[[N:.+]] = tiny.variable "n" [0, 7]
// CHECK: tiny.load %{{.+}}[%[[N]]] :
tiny.function @offset(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<1xf32, global>) {
  %n = tiny.variable "n" [0, 7]
  %x = tiny.load %a : !tiny.buffer<8xf32, global>
  %s = tiny.shrink %x offsets [%n] sizes [1] : tensor<8xf32>
  %t = tiny.store %s, %o : tensor<1xf32>, !tiny.buffer<1xf32, global>
  tiny.sink %t
}

// -----

// A reduction over a symbolic axis.

// CHECK-LABEL: @reduce
// CHECK: %[[N:.+]] = tiny.variable "n" [0, 4]
// CHECK: %[[R:.+]] = tiny.range 4 limit %[[N]] reduce id
// CHECK: tiny.reduce add %{{.+}} over %[[R]] : f32
tiny.function @reduce(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<1x8xf32, global>) {
  %n = tiny.variable "n" [0, 4]
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.shrink %x offsets [0, 0] sizes [%n, 8] : tensor<4x8xf32>
  %r = tiny.reduce add %s axes [0] : tensor<?x8xf32>
  %t = tiny.store %r, %o : tensor<1x8xf32>, !tiny.buffer<1x8xf32, global>
  tiny.sink %t
}

// -----

// Splitting a symbolic axis off and merging it again costs no division.

// CHECK-LABEL: @reshape
// CHECK-NOT: tiny.floordiv
// CHECK-NOT: tiny.floormod
// CHECK: tiny.sink
tiny.function @reshape(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4x8xf32, global>) {
  %n = tiny.variable "n" [1, 8]
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.shrink %x offsets [0, 0] sizes [4, %n] : tensor<4x8xf32>
  %c = tiny.const 4 : index
  %m = tiny.mul %n, %c : index, index
  %f = tiny.reshape %s [%m] : tensor<4x?xf32>
  %r = tiny.reshape %f [4, %n] : tensor<?xf32>
  %t = tiny.store %r, %o : tensor<4x?xf32>, !tiny.buffer<4x8xf32, global>
  tiny.sink %t
}

// -----

// A pad up to a number masks with the size.

// CHECK-LABEL: @pad
// CHECK: %[[N:.+]] = tiny.variable "n" [1, 8]
// CHECK: %[[I:.+]] = tiny.range 8 weak id 0
// CHECK: %[[M:.+]] = tiny.cmplt %[[I]], %[[N]]
// CHECK: tiny.load %{{.+}}[%[[I]]] mask %[[M]]
tiny.function @pad(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<8xf32, global>) {
  %n = tiny.variable "n" [1, 8]
  %x = tiny.load %a : !tiny.buffer<8xf32, global>
  %s = tiny.shrink %x offsets [0] sizes [%n] : tensor<8xf32>
  %p = tiny.pad %s low [0] sizes [8] : tensor<?xf32>
  %t = tiny.store %p, %o : tensor<8xf32>, !tiny.buffer<8xf32, global>
  tiny.sink %t
}

// -----

// A contiguous has storage of the greatest size.

// CHECK-LABEL: @contiguous
// CHECK: tiny.buffer 0 : !tiny.buffer<8x4xf32, global>
tiny.function @contiguous(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<8x4xf32, global>) {
  %n = tiny.variable "n" [1, 8]
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.shrink %x offsets [0, 0] sizes [4, %n] : tensor<4x8xf32>
  %p = tiny.permute %s [1, 0] : tensor<4x?xf32>
  %c = tiny.contiguous %p : tensor<?x4xf32>
  %t = tiny.store %c, %o : tensor<?x4xf32>, !tiny.buffer<8x4xf32, global>
  tiny.sink %t
}

// -----

// A flip counts from the last of the elements that are there.

// CHECK-LABEL: @flip
// CHECK: %[[N:.+]] = tiny.variable "n" [1, 8]
// CHECK: %[[I:.+]] = tiny.range 8 limit %[[N]] weak id 0
// CHECK: tiny.load
tiny.function @flip(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<8xf32, global>) {
  %n = tiny.variable "n" [1, 8]
  %x = tiny.load %a : !tiny.buffer<8xf32, global>
  %s = tiny.shrink %x offsets [0] sizes [%n] : tensor<8xf32>
  %f = tiny.flip %s [0] : tensor<?xf32>
  %t = tiny.store %f, %o : tensor<?xf32>, !tiny.buffer<8xf32, global>
  tiny.sink %t
}

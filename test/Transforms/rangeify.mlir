// RUN: tiny-opt %s --split-input-file --tiny-rangeify | FileCheck %s

// An elementwise op becomes a loop over its elements.

// CHECK-LABEL: @elementwise
// CHECK-SAME: %[[A:.+]]: !tiny.buffer<16xf32, global>, %[[O:.+]]: !tiny.buffer<16xf32, global>
// CHECK: %[[I:.+]] = tiny.range 16 weak id 0
// CHECK: %[[X:.+]] = tiny.load %[[A]][%[[I]]]
// CHECK: %[[Y:.+]] = tiny.sqrt %[[X]] : f32
// CHECK: %[[T:.+]] = tiny.store %[[Y]], %[[O]][%[[I]]]
// CHECK: %[[E:.+]] = tiny.end %[[T]] over %[[I]]
// CHECK: tiny.sink %[[E]]
tiny.function @elementwise(%a: !tiny.buffer<16xf32, global>, %o: !tiny.buffer<16xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<16xf32, global>
  %y = tiny.sqrt %x : tensor<16xf32>
  %t = tiny.store %y, %o : tensor<16xf32>, !tiny.buffer<16xf32, global>
  tiny.sink %t
}

// -----

// A reduction runs over ranges of its own.

// CHECK-LABEL: @row_sum
// CHECK: %[[I:.+]] = tiny.range 4 weak id 0
// CHECK: %[[R:.+]] = tiny.range 8 reduce id 1
// CHECK: %[[M:.+]] = tiny.mul %[[I]], %{{.+}} : index, index
// CHECK: %[[N:.+]] = tiny.add %[[M]], %[[R]] : index, index
// CHECK: %[[X:.+]] = tiny.load %{{.+}}[%[[N]]]
// CHECK: %[[S:.+]] = tiny.reduce add %[[X]] over %[[R]] : f32
// CHECK: tiny.store %[[S]], %{{.+}}[%[[I]]]
tiny.function @row_sum(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
  %t = tiny.store %s, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  tiny.sink %t
}

// -----

// A reshape that only splits an axis leaves no division.

// CHECK-LABEL: @reshape
// CHECK-NOT: tiny.floordiv
// CHECK-NOT: tiny.floormod
tiny.function @reshape(%a: !tiny.buffer<32xf32, global>, %o: !tiny.buffer<4x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<32xf32, global>
  %y = tiny.reshape %x [4, 8] : tensor<32xf32>
  %z = tiny.sqrt %y : tensor<4x8xf32>
  %t = tiny.store %z, %o : tensor<4x8xf32>, !tiny.buffer<4x8xf32, global>
  tiny.sink %t
}

// -----

// A pad masks the load.

// CHECK-LABEL: @pad
// CHECK: %[[I:.+]] = tiny.range 7 weak id 0
// CHECK: tiny.load %{{.+}}[%{{.+}}] mask %{{.+}} : <4xf32, global>, index mask i1
// CHECK-NOT: tiny.where
tiny.function @pad(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<7xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.pad %x low [1] sizes [7] : tensor<4xf32>
  %t = tiny.store %y, %o : tensor<7xf32>, !tiny.buffer<7xf32, global>
  tiny.sink %t
}

// -----

// What was computed before a pad is zero outside.

// CHECK-LABEL: @pad_computed
// CHECK: %[[X:.+]] = tiny.load %{{.+}} mask
// CHECK: %[[E:.+]] = tiny.exp2 %[[X]]
// CHECK: tiny.where %{{.+}}, %[[E]], %{{.+}} : i1, f32, f32
tiny.function @pad_computed(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<6xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %e = tiny.exp2 %x : tensor<4xf32>
  %y = tiny.pad %e low [0] sizes [6] : tensor<4xf32>
  %t = tiny.store %y, %o : tensor<6xf32>, !tiny.buffer<6xf32, global>
  tiny.sink %t
}

// -----

// A contiguous is stored to a temporary that its reader loads.

// CHECK-LABEL: @contiguous
// CHECK: %[[B:.+]] = tiny.buffer 0 : !tiny.buffer<4x1xf32, global>
// CHECK: %[[T:.+]] = tiny.store %{{.+}}, %[[B]]
// CHECK: %[[E:.+]] = tiny.end %[[T]]
// CHECK: %[[B1:.+]] = tiny.after %[[B]], %[[E]]
// CHECK: tiny.load %[[B1]]
tiny.function @contiguous(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
  %c = tiny.contiguous %s : tensor<4x1xf32>
  %y = tiny.sub %x, %c : tensor<4x8xf32>, tensor<4x1xf32>
  %t = tiny.store %y, %o : tensor<4x8xf32>, !tiny.buffer<4x8xf32, global>
  tiny.sink %t
}

// -----

// Two readers at two places materialize the op twice, each place once.

// CHECK-LABEL: @two_places
// CHECK-COUNT-2: tiny.sqrt
// CHECK-NOT: tiny.sqrt
// CHECK: tiny.sink
tiny.function @two_places(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<8xf32, global>
  %y = tiny.sqrt %x : tensor<8xf32>
  %f = tiny.flip %y [0] : tensor<8xf32>
  %m = tiny.mul %y, %f : tensor<8xf32>, tensor<8xf32>
  %n = tiny.add %m, %y : tensor<8xf32>, tensor<8xf32>
  %t = tiny.store %n, %o : tensor<8xf32>, !tiny.buffer<8xf32, global>
  tiny.sink %t
}

// -----

// A stack chooses by the leading index.

// CHECK-LABEL: @stack
// CHECK: tiny.where %{{.+}}, %{{.+}}, %{{.+}} : i1, f32, f32
tiny.function @stack(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<2x4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.load %b : !tiny.buffer<4xf32, global>
  %s = tiny.stack %x, %y : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %s, %o : tensor<2x4xf32>, !tiny.buffer<2x4xf32, global>
  tiny.sink %t
}

// -----

// An iota is its index.

// CHECK-LABEL: @iota
// CHECK: %[[I:.+]] = tiny.range 8 weak id 0
// CHECK: %[[C:.+]] = tiny.cast %[[I]] to i32 : index
// CHECK: tiny.store %[[C]]
tiny.function @iota(%o: !tiny.buffer<8xi32, global>) {
  %i = tiny.iota 0 : tensor<8xindex>
  %c = tiny.cast %i to i32 : tensor<8xindex>
  %t = tiny.store %c, %o : tensor<8xi32>, !tiny.buffer<8xi32, global>
  tiny.sink %t
}

// -----

// Bools are stored as bytes.

// CHECK-LABEL: @bools
// CHECK-SAME: !tiny.buffer<4xi8, global>
// CHECK: %[[X:.+]] = tiny.load %{{.+}} : <4xi8, global>, index
// CHECK: %[[B:.+]] = tiny.cast %[[X]] to i1 : i8
// CHECK: %[[N:.+]] = tiny.xor %[[B]]
// CHECK: %[[Y:.+]] = tiny.cast %[[N]] to i8 : i1
// CHECK: tiny.store %[[Y]]
tiny.function @bools(%a: !tiny.buffer<4xi1, global>, %o: !tiny.buffer<4xi1, global>) {
  %x = tiny.load %a : !tiny.buffer<4xi1, global>
  %c = tiny.const 1 : i1
  %y = tiny.xor %x, %c : tensor<4xi1>, i1
  %t = tiny.store %y, %o : tensor<4xi1>, !tiny.buffer<4xi1, global>
  tiny.sink %t
}

// -----

// Nothing is stored to a buffer without elements.

// CHECK-LABEL: @empty
// CHECK-NOT: tiny.store
// CHECK: %[[T:.+]] = tiny.group
// CHECK: tiny.sink %[[T]]
tiny.function @empty(%a: !tiny.buffer<0x4xf32, global>, %o: !tiny.buffer<0x4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<0x4xf32, global>
  %y = tiny.sqrt %x : tensor<0x4xf32>
  %t = tiny.store %y, %o : tensor<0x4xf32>, !tiny.buffer<0x4xf32, global>
  tiny.sink %t
}

// -----

// A reduction over nothing is its identity.

// CHECK-LABEL: @empty_reduction
// CHECK: %[[C:.+]] = tiny.const -inf : f32
// CHECK: tiny.store %[[C]]
tiny.function @empty_reduction(%a: !tiny.buffer<0x4xf32, global>, %o: !tiny.buffer<1x4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<0x4xf32, global>
  %y = tiny.reduce max %x axes [0] : tensor<0x4xf32>
  %t = tiny.store %y, %o : tensor<1x4xf32>, !tiny.buffer<1x4xf32, global>
  tiny.sink %t
}

// -----

// The opts of a value go to what stores it.

// CHECK-LABEL: @opts
// CHECK: tiny.end %{{.+}} over %{{.+}} {tiny.opts = "upcast:0:4"}
// CHECK: tiny.end %{{.+}} over %{{.+}}{{$}}
tiny.function @opts(%a: !tiny.buffer<16xf32, global>, %o: !tiny.buffer<16xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<16xf32, global>
  %y = tiny.sqrt %x : tensor<16xf32>
  %c = tiny.contiguous %y opts "upcast:0:4" : tensor<16xf32>
  %t = tiny.store %c, %o : tensor<16xf32>, !tiny.buffer<16xf32, global>
  tiny.sink %t
}

// -----

// What is selected of an instance is read from a state of its storage.

// CHECK-LABEL: @selected
// CHECK: %[[B:.+]] = tiny.buffer 0
// CHECK: %[[A:.+]] = tiny.after %[[B]], %{{.+}}
// CHECK: %[[S:.+]] = tiny.mselect %[[A]] at 1 : !tiny.buffer<4xf32, global>
// CHECK: tiny.load %[[S]][%{{.+}}]
tiny.function @selected(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %c = tiny.contiguous %x : tensor<4xf32>
  %s = tiny.mselect %c at 1 : tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

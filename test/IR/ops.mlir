// Every op and every form of it comes back from text, from the generic form and
// from bytecode as it was.

// RUN: tiny-opt %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tiny-opt %t.mlir | diff %t.mlir -
// RUN: tiny-opt %s --mlir-print-op-generic | tiny-opt | diff %t.mlir -
// RUN: tiny-opt %s --emit-bytecode | tiny-opt | diff %t.mlir -

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @constants()
// CHECK-NEXT: tiny.const 0 : index
// CHECK-NEXT: tiny.const -1 : i8
// CHECK-NEXT: tiny.const 18446744073709551615 : ui64
// CHECK-NEXT: tiny.const -170141183460469231731687303715884105728 : index
// CHECK-NEXT: tiny.const 170141183460469231731687303715884105727 : index
// CHECK-NEXT: tiny.const 1 : i1
// CHECK-NEXT: tiny.const 2.5 : !tiny.weakfloat
// CHECK-NEXT: tiny.const 1.0 : f32
tiny.function @constants() {
  %0 = tiny.const 0 : index
  %1 = tiny.const -1 : i8
  %2 = tiny.const 18446744073709551615 : ui64
  %3 = tiny.const -170141183460469231731687303715884105728 : index
  %4 = tiny.const 170141183460469231731687303715884105727 : index
  %5 = tiny.const 1 : i1
  %6 = tiny.const 2.5 : !tiny.weakfloat
  %7 = tiny.const 1.0 : f32
  tiny.sink
}

// CHECK-LABEL: @special_floats()
// CHECK-NEXT: tiny.const nan : f32
// CHECK-NEXT: tiny.const inf : f16
// CHECK-NEXT: tiny.const -inf : bf16
// CHECK-NEXT: tiny.const -0.0 : f64
// CHECK-NEXT: tiny.const 1.0e+100 : f64
// CHECK-NEXT: tiny.const 5.0e-324 : f64
// CHECK-NEXT: tiny.const 0.1 : f64
// CHECK-NEXT: tiny.const 16777216.0 : f32
tiny.function @special_floats() {
  %0 = tiny.const nan : f32
  %1 = tiny.const inf : f16
  %2 = tiny.const -inf : bf16
  %3 = tiny.const -0.0 : f64
  %4 = tiny.const 1.0e100 : f64
  %5 = tiny.const 4.9406564584124654e-324 : f64
  %6 = tiny.const 0.1 : f64
  %7 = tiny.const 16777216.0 : f32
  tiny.sink
}

// CHECK-LABEL: @buffers()
// CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4x8xf32, global>
// CHECK-NEXT: tiny.buffer 9223372036854775807 : !tiny.buffer<16xi8, local>
// CHECK-NEXT: tiny.buffer -1 : !tiny.buffer<f32, reg>
tiny.function @buffers() {
  %0 = tiny.buffer 0 : !tiny.buffer<4x8xf32, global>
  %1 = tiny.buffer 9223372036854775807 : !tiny.buffer<16xi8, local>
  %2 = tiny.buffer -1 : !tiny.buffer<f32, reg>
  tiny.sink
}

// CHECK-LABEL: @iotas()
// CHECK-NEXT: tiny.iota 1 : tensor<2x3xindex>
// CHECK-NEXT: tiny.iota 0 : vector<8xindex>
tiny.function @iotas() {
  %0 = tiny.iota 1 : tensor<2x3xindex>
  %1 = tiny.iota 0 : vector<8xindex>
  tiny.sink
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @unary(
tiny.function @unary(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  // CHECK: tiny.exp2 %[[X:.+]] : tensor<4xf32>
  %0 = tiny.exp2 %x : tensor<4xf32>
  // CHECK-NEXT: tiny.log2 %[[X]] : tensor<4xf32>
  %1 = tiny.log2 %x : tensor<4xf32>
  // CHECK-NEXT: tiny.sin %[[X]] : tensor<4xf32>
  %2 = tiny.sin %x : tensor<4xf32>
  // CHECK-NEXT: tiny.sqrt %[[X]] : tensor<4xf32>
  %3 = tiny.sqrt %x : tensor<4xf32>
  // CHECK-NEXT: tiny.reciprocal %[[X]] : tensor<4xf32>
  %4 = tiny.reciprocal %x : tensor<4xf32>
  // CHECK-NEXT: tiny.neg %[[X]] : tensor<4xf32>
  %5 = tiny.neg %x : tensor<4xf32>
  // CHECK-NEXT: tiny.trunc %[[X]] : tensor<4xf32>
  %6 = tiny.trunc %x : tensor<4xf32>
  // CHECK-NEXT: tiny.cast %[[X]] to i32 : tensor<4xf32>
  %7 = tiny.cast %x to i32 : tensor<4xf32>
  // CHECK-NEXT: tiny.bitcast %[[X]] to ui32 : tensor<4xf32>
  %10 = tiny.bitcast %x to ui32 : tensor<4xf32>
  // CHECK-NEXT: tiny.contiguous %[[X]] : tensor<4xf32>
  %8 = tiny.contiguous %x : tensor<4xf32>
  // CHECK-NEXT: tiny.detach %[[X]] : tensor<4xf32>
  %9 = tiny.detach %x : tensor<4xf32>
  tiny.sink
}

// CHECK-LABEL: @binary_float(
tiny.function @binary_float(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %c = tiny.const 2.0 : f32
  // CHECK: tiny.add %[[X:.+]], %[[C:.+]] : tensor<4xf32>, f32
  %0 = tiny.add %x, %c : tensor<4xf32>, f32
  // CHECK-NEXT: tiny.sub %[[C]], %[[X]] : f32, tensor<4xf32>
  %1 = tiny.sub %c, %x : f32, tensor<4xf32>
  // CHECK-NEXT: tiny.mul %[[X]], %[[X]] : tensor<4xf32>, tensor<4xf32>
  %2 = tiny.mul %x, %x : tensor<4xf32>, tensor<4xf32>
  // CHECK-NEXT: tiny.fdiv %[[X]], %[[C]] : tensor<4xf32>, f32
  %3 = tiny.fdiv %x, %c : tensor<4xf32>, f32
  // CHECK-NEXT: tiny.pow %[[X]], %[[C]] : tensor<4xf32>, f32
  %9 = tiny.pow %x, %c : tensor<4xf32>, f32
  // CHECK-NEXT: tiny.max %[[X]], %[[C]] : tensor<4xf32>, f32
  %4 = tiny.max %x, %c : tensor<4xf32>, f32
  // CHECK-NEXT: tiny.cmplt %[[X]], %[[C]] : tensor<4xf32>, f32
  %5 = tiny.cmplt %x, %c : tensor<4xf32>, f32
  // CHECK-NEXT: tiny.cmpne %[[X]], %[[C]] : tensor<4xf32>, f32
  %6 = tiny.cmpne %x, %c : tensor<4xf32>, f32
  // CHECK-NEXT: tiny.cmpeq %[[X]], %[[C]] : tensor<4xf32>, f32
  %7 = tiny.cmpeq %x, %c : tensor<4xf32>, f32
  // CHECK-NEXT: tiny.where %{{.+}}, %[[X]], %[[C]] : tensor<4xi1>, tensor<4xf32>, f32
  %8 = tiny.where %5, %x, %c : tensor<4xi1>, tensor<4xf32>, f32
  tiny.sink
}

// CHECK-LABEL: @binary_int(
tiny.function @binary_int(%a: !tiny.buffer<2x4xi32, global>) {
  %x = tiny.load %a : !tiny.buffer<2x4xi32, global>
  %c = tiny.const 3 : index
  // CHECK: tiny.cdiv %[[X:.+]], %[[C:.+]] : tensor<2x4xi32>, index
  %0 = tiny.cdiv %x, %c : tensor<2x4xi32>, index
  // CHECK-NEXT: tiny.cmod %[[X]], %[[C]]
  %1 = tiny.cmod %x, %c : tensor<2x4xi32>, index
  // CHECK-NEXT: tiny.floordiv %[[X]], %[[C]]
  %2 = tiny.floordiv %x, %c : tensor<2x4xi32>, index
  // CHECK-NEXT: tiny.floormod %[[X]], %[[C]]
  %3 = tiny.floormod %x, %c : tensor<2x4xi32>, index
  // CHECK-NEXT: tiny.shl %[[X]], %[[C]]
  %4 = tiny.shl %x, %c : tensor<2x4xi32>, index
  // CHECK-NEXT: tiny.shr %[[X]], %[[C]]
  %5 = tiny.shr %x, %c : tensor<2x4xi32>, index
  // CHECK-NEXT: tiny.and %[[X]], %[[C]]
  %6 = tiny.and %x, %c : tensor<2x4xi32>, index
  // CHECK-NEXT: tiny.or %[[X]], %[[C]]
  %7 = tiny.or %x, %c : tensor<2x4xi32>, index
  // CHECK-NEXT: tiny.xor %[[X]], %[[C]]
  %8 = tiny.xor %x, %c : tensor<2x4xi32>, index
  tiny.sink
}

// Random bits, and bits of every type read as another.

// CHECK-LABEL: @bits(
tiny.function @bits(%a: !tiny.buffer<4xui64, global>) {
  %x = tiny.load %a : !tiny.buffer<4xui64, global>
  %c = tiny.const 3 : index
  // CHECK: tiny.threefry %[[X:.+]], %{{.+}} : tensor<4xui64>, index
  %0 = tiny.threefry %x, %c : tensor<4xui64>, index
  // CHECK-NEXT: tiny.bitcast %{{.+}} to f64 : tensor<4xui64>
  %1 = tiny.bitcast %0 to f64 : tensor<4xui64>
  %h = tiny.cast %x to bf16 : tensor<4xui64>
  // CHECK: tiny.bitcast %{{.+}} to i16 : tensor<4xbf16>
  %2 = tiny.bitcast %h to i16 : tensor<4xbf16>
  %v = tiny.expand vector %c [8] : index
  %q = tiny.cast %v to f8E4M3FN : vector<8xindex>
  // CHECK: tiny.bitcast %{{.+}} to f8E5M2FNUZ : vector<8xf8E4M3FN>
  %3 = tiny.bitcast %q to f8E5M2FNUZ : vector<8xf8E4M3FN>
  // CHECK-NEXT: tiny.bitcast %{{.+}} to ui8 : vector<8xf8E5M2FNUZ>
  %4 = tiny.bitcast %3 to ui8 : vector<8xf8E5M2FNUZ>
  tiny.sink
}

// Operands broadcast from the right, and vectors take scalars.

// CHECK-LABEL: @broadcasts(
tiny.function @broadcasts(%a: !tiny.buffer<2x1xf32, global>,
                          %b: !tiny.buffer<3xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<2x1xf32, global>
  %y = tiny.load %b : !tiny.buffer<3xf32, global>
  %0 = tiny.add %x, %y : tensor<2x1xf32>, tensor<3xf32>
  // CHECK: tiny.neg %{{.+}} : tensor<2x3xf32>
  %1 = tiny.neg %0 : tensor<2x3xf32>
  %c = tiny.const 1.0 : f32
  %v = tiny.expand vector %c [8] : f32
  %2 = tiny.mul %c, %v : f32, vector<8xf32>
  // CHECK: tiny.neg %{{.+}} : vector<8xf32>
  %3 = tiny.neg %2 : vector<8xf32>
  tiny.sink
}

//===----------------------------------------------------------------------===//
// Movement and reductions
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @movement(
tiny.function @movement(%a: !tiny.buffer<4x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  // CHECK: tiny.reshape %[[X:.+]] [2, 16] : tensor<4x8xf32>
  %0 = tiny.reshape %x [2, 16] : tensor<4x8xf32>
  // CHECK-NEXT: tiny.permute %[[X]] [1, 0] : tensor<4x8xf32>
  %1 = tiny.permute %x [1, 0] : tensor<4x8xf32>
  // CHECK-NEXT: tiny.expand %[[X]] [3, 4, 8] : tensor<4x8xf32>
  %2 = tiny.expand %x [3, 4, 8] : tensor<4x8xf32>
  // CHECK-NEXT: tiny.pad %[[X]] low [0, 1] sizes [6, 9] : tensor<4x8xf32>
  %3 = tiny.pad %x low [0, 1] sizes [6, 9] : tensor<4x8xf32>
  // CHECK-NEXT: tiny.shrink %[[X]] offsets [1, 0] sizes [2, 8] : tensor<4x8xf32>
  %4 = tiny.shrink %x offsets [1, 0] sizes [2, 8] : tensor<4x8xf32>
  // CHECK-NEXT: tiny.flip %[[X]] [0, 1] : tensor<4x8xf32>
  %5 = tiny.flip %x [0, 1] : tensor<4x8xf32>
  // CHECK-NEXT: tiny.stack %[[X]], %[[X]] : tensor<4x8xf32>, tensor<4x8xf32>
  %6 = tiny.stack %x, %x : tensor<4x8xf32>, tensor<4x8xf32>
  // CHECK-NEXT: tiny.shrink %[[X]] offsets [4, 0] sizes [0, 8] : tensor<4x8xf32>
  %7 = tiny.shrink %x offsets [4, 0] sizes [0, 8] : tensor<4x8xf32>
  // CHECK-NEXT: tiny.reshape %{{.+}} [0, 3] : tensor<0x8xf32>
  %8 = tiny.reshape %7 [0, 3] : tensor<0x8xf32>
  tiny.sink
}

// Scalars have the empty shape.

// CHECK-LABEL: @scalar_movement()
tiny.function @scalar_movement() {
  %c = tiny.const 1.0 : f32
  // CHECK: %[[E:.+]] = tiny.expand %[[C:.+]] [1, 1] : f32
  %0 = tiny.expand %c [1, 1] : f32
  // CHECK-NEXT: tiny.reshape %[[E]] [] : tensor<1x1xf32>
  %1 = tiny.reshape %0 [] : tensor<1x1xf32>
  // CHECK-NEXT: tiny.permute %[[C]] [] : f32
  %2 = tiny.permute %c [] : f32
  // CHECK-NEXT: tiny.pad %[[C]] low [] sizes [] : f32
  %3 = tiny.pad %c low [] sizes [] : f32
  // CHECK-NEXT: tiny.stack %[[C]] : f32
  %4 = tiny.stack %c : f32
  // CHECK-NEXT: tiny.stack vector %[[C]], %[[C]] : f32, f32
  %5 = tiny.stack vector %c, %c : f32, f32
  // CHECK-NEXT: %[[V:.+]] = tiny.expand vector %[[C]] [4] : f32
  %6 = tiny.expand vector %c [4] : f32
  // CHECK-NEXT: tiny.reshape %[[V]] [2, 2] : vector<4xf32>
  %7 = tiny.reshape %6 [2, 2] : vector<4xf32>
  tiny.sink
}

// CHECK-LABEL: @reductions(
tiny.function @reductions(%a: !tiny.buffer<4x8xi32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xi32, global>
  // CHECK: tiny.reduce add %[[X:.+]] axes [1] : tensor<4x8xi32>
  %0 = tiny.reduce add %x axes [1] : tensor<4x8xi32>
  // CHECK-NEXT: tiny.reduce mul %[[X]] axes [0, 1] : tensor<4x8xi32>
  %1 = tiny.reduce mul %x axes [0, 1] : tensor<4x8xi32>
  // CHECK-NEXT: tiny.reduce max %[[X]] : tensor<4x8xi32>
  %2 = tiny.reduce max %x : tensor<4x8xi32>
  tiny.sink
}

// CHECK-LABEL: @shards(
tiny.function @shards(%a: !tiny.buffer<2x3xf32, global>) {
  // CHECK-NEXT: %[[R:.+]] = tiny.range 4 device id 0
  %r = tiny.range 4 device id 0
  // CHECK-NEXT: tiny.unshard %{{.+}} over %[[R]] axes [0] counts [4] : !tiny.buffer<2x3xf32, global>
  %u = tiny.unshard %a over %r axes [0] counts [4] : !tiny.buffer<2x3xf32, global>
  // CHECK-NEXT: %[[X:.+]] = tiny.load %{{.+}} : <8x3xf32, global>
  %x = tiny.load %u : !tiny.buffer<8x3xf32, global>
  // CHECK-NEXT: tiny.allreduce add %[[X]] over %[[R]] : tensor<8x3xf32>
  %s = tiny.allreduce add %x over %r : tensor<8x3xf32>
  tiny.sink
}

//===----------------------------------------------------------------------===//
// Memory and order
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @whole_buffers(
tiny.function @whole_buffers(%a: !tiny.buffer<4xf32, global>,
                             %b: !tiny.buffer<f32, global>) {
  // CHECK-NEXT: %[[X:.+]] = tiny.load %{{.+}} : <4xf32, global>
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  // CHECK-NEXT: %[[Y:.+]] = tiny.load %{{.+}} : <f32, global>
  %y = tiny.load %b : !tiny.buffer<f32, global>
  // CHECK-NEXT: %[[T:.+]] = tiny.store %[[X]], %[[A:.+]] : tensor<4xf32>, <4xf32, global>
  %t = tiny.store %x, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  // CHECK-NEXT: tiny.store %[[Y]], %{{.+}} : f32, <f32, global>
  %u = tiny.store %y, %b : f32, !tiny.buffer<f32, global>
  // CHECK-NEXT: tiny.after %[[A]], %[[T]] : <4xf32, global>, !tiny.token
  %a1 = tiny.after %a, %t : !tiny.buffer<4xf32, global>, !tiny.token
  // CHECK-NEXT: tiny.group %[[T]], %{{.+}}
  %g = tiny.group %t, %u
  // CHECK-NEXT: tiny.group none
  %e = tiny.group none
  // CHECK-NEXT: tiny.sink %{{.+}}, %{{.+}}
  tiny.sink %g, %e
}

// CHECK-LABEL: @indexed_access(
tiny.kernel @indexed_access(%a: !tiny.buffer<64xf32, global>) {
  %i = tiny.range 8 weak id 0
  %m = tiny.const 1 : i1
  // CHECK: %[[X:.+]] = tiny.load %[[A:.+]][%[[I:.+]]] : <64xf32, global>, index
  %x = tiny.load %a[%i] : !tiny.buffer<64xf32, global>, index
  // CHECK-NEXT: tiny.load %[[A]][%[[I]]] mask %[[M:.+]] : <64xf32, global>, index mask i1
  %0 = tiny.load %a[%i] mask %m : !tiny.buffer<64xf32, global>, index mask i1
  // CHECK-NEXT: %[[V:.+]] = tiny.load %[[A]][%[[I]]] lanes [2, 4] strides [8, 0] : <64xf32, global>, index
  %v = tiny.load %a[%i] lanes [2, 4] strides [8, 0] : !tiny.buffer<64xf32, global>, index
  // CHECK-NEXT: tiny.load %[[A]][%[[I]]] lanes [4] strides [-1] mask %[[M]] : <64xf32, global>, index mask i1
  %1 = tiny.load %a[%i] lanes [4] strides [-1] mask %m : !tiny.buffer<64xf32, global>, index mask i1
  %l = tiny.iota 0 : vector<4xindex>
  // CHECK: %[[W:.+]] = tiny.load %[[A]][%[[L:.+]]] : <64xf32, global>, vector<4xindex>
  %w = tiny.load %a[%l] : !tiny.buffer<64xf32, global>, vector<4xindex>
  // CHECK-NEXT: tiny.store %[[X]], %[[A]][%[[I]]] : f32, <64xf32, global>, index
  %t0 = tiny.store %x, %a[%i] : f32, !tiny.buffer<64xf32, global>, index
  // CHECK-NEXT: tiny.store %[[X]], %[[A]][%[[I]]] mask %[[M]] : f32, <64xf32, global>, index mask i1
  %t1 = tiny.store %x, %a[%i] mask %m : f32, !tiny.buffer<64xf32, global>, index mask i1
  // CHECK-NEXT: tiny.store %[[V]], %[[A]][%[[I]]] strides [8, 1] : vector<2x4xf32>, <64xf32, global>, index
  %t2 = tiny.store %v, %a[%i] strides [8, 1] : vector<2x4xf32>, !tiny.buffer<64xf32, global>, index
  // CHECK-NEXT: tiny.store %[[W]], %[[A]][%[[L]]] : vector<4xf32>, <64xf32, global>, vector<4xindex>
  %t3 = tiny.store %w, %a[%l] : vector<4xf32>, !tiny.buffer<64xf32, global>, vector<4xindex>
  %g = tiny.group %t0, %t1, %t2, %t3
  %e = tiny.end %g over %i
  tiny.sink %e
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

// CHECK-LABEL: tiny.kernel @ranges(
tiny.kernel @ranges(%a: !tiny.buffer<4xf32, global>) {
  // CHECK: tiny.range 4 device id 0
  %0 = tiny.range 4 device id 0
  // CHECK-NEXT: tiny.range 4 weak id 1
  %1 = tiny.range 4 weak id 1
  // CHECK-NEXT: tiny.range 4 loop id 2
  %2 = tiny.range 4 loop id 2
  // CHECK-NEXT: tiny.range 4 thread id 3
  %3 = tiny.range 4 thread id 3
  // CHECK-NEXT: tiny.range 4 global id 4
  %4 = tiny.range 4 global id 4
  // CHECK-NEXT: tiny.range 4 warp id 5
  %5 = tiny.range 4 warp id 5
  // CHECK-NEXT: tiny.range 4 local id 6
  %6 = tiny.range 4 local id 6
  // CHECK-NEXT: tiny.range 4 group_reduce id 7
  %7 = tiny.range 4 group_reduce id 7
  // CHECK-NEXT: %[[R:.+]] = tiny.range 4 reduce id 8
  %8 = tiny.range 4 reduce id 8
  // CHECK-NEXT: tiny.range 4 upcast id 9
  %9 = tiny.range 4 upcast id 9
  // CHECK-NEXT: tiny.range 4 unroll id 10
  %10 = tiny.range 4 unroll id 10
  %t = tiny.group none
  // CHECK: %[[E:.+]] = tiny.end %{{.+}} over %{{.+}}, %{{.+}}
  %e = tiny.end %t over %0, %1
  // CHECK-NEXT: tiny.range 1 loop id -1 after %[[E]], %[[R]] : !tiny.token, index
  %11 = tiny.range 1 loop id -1 after %e, %8 : !tiny.token, index
  // CHECK-NEXT: tiny.after %{{.+}}, %[[E]], %[[R]] : <4xf32, global>, !tiny.token, index
  %a1 = tiny.after %a, %e, %8 : !tiny.buffer<4xf32, global>, !tiny.token, index
  %x = tiny.load %a[%8] : !tiny.buffer<4xf32, global>, index
  // CHECK: tiny.reduce add %{{.+}} over %[[R]] : f32
  %12 = tiny.reduce add %x over %8 : f32
  %v = tiny.load %a[%8] lanes [2, 4] strides [0, 1] : !tiny.buffer<4xf32, global>, index
  // CHECK: tiny.reduce max %{{.+}} over %[[R]], %{{.+}} axes [1] : vector<2x4xf32>
  %13 = tiny.reduce max %v over %8, %10 axes [1] : vector<2x4xf32>
  tiny.sink
}

// A missing terminator is an empty sink; arguments and functions have
// attributes.

// CHECK-LABEL: tiny.kernel @no_terminator()
// CHECK-NEXT:    tiny.sink
tiny.kernel @no_terminator() {
}

// CHECK-LABEL: tiny.function @attributes(%{{.+}}: !tiny.buffer<4xf32, global> {tiny.name = "a"}) attributes {note = 1 : i64}
tiny.function @attributes(%a: !tiny.buffer<4xf32, global> {tiny.name = "a"}) attributes {note = 1 : i64} {
  tiny.sink
}

tiny.kernel @copy(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}

// CHECK-LABEL: tiny.function @schedule(
tiny.function @schedule(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  // CHECK: tiny.call @copy(%{{.+}}, %{{.+}}) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  %t = tiny.call @copy(%o, %a) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  // CHECK: tiny.call @no_terminator()
  %u = tiny.call @no_terminator()
  tiny.sink %t, %u
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @devices(
// CHECK: tiny.mselect %{{.+}} at 1 : tensor<4x3xf32>
// CHECK: tiny.mselect %arg0 at 2 : !tiny.buffer<4x3xf32, global>
// CHECK: tiny.copy %{{.+}} to "CPU:1" : tensor<4x3xf32>
// CHECK: tiny.copy %{{.+}} to "CPU:1,CPU:2" axis 0 : tensor<4x3xf32>
// CHECK: tiny.copy %{{.+}} to "CPU,CPU:1" : f32
tiny.function @devices(%a: !tiny.buffer<4x3xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x3xf32, global>
  %c = tiny.contiguous %x : tensor<4x3xf32>
  %s = tiny.mselect %c at 1 : tensor<4x3xf32>
  %b = tiny.mselect %a at 2 : !tiny.buffer<4x3xf32, global>
  %d = tiny.copy %x to "CPU:1" : tensor<4x3xf32>
  %e = tiny.copy %x to "CPU:1,CPU:2" axis 0 : tensor<4x3xf32>
  %f = tiny.const 1.0 : f32
  %g = tiny.copy %f to "CPU,CPU:1" : f32
  tiny.sink
}

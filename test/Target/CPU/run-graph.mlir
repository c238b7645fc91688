// RUN: split-file %s %t
// RUN: tiny-run %t/elementwise.mlir | FileCheck %t/elementwise.mlir
// RUN: tiny-run %t/reduce.mlir | FileCheck %t/reduce.mlir
// RUN: tiny-run %t/reduce.mlir --no-opt | FileCheck %t/reduce.mlir
// RUN: tiny-run %t/matmul.mlir | FileCheck %t/matmul.mlir
// RUN: tiny-run %t/matmul.mlir --no-opt | FileCheck %t/matmul.mlir
// RUN: tiny-run %t/temporaries.mlir | FileCheck %t/temporaries.mlir
// RUN: tiny-run %t/assign.mlir | FileCheck %t/assign.mlir
// RUN: tiny-run %t/bool.mlir | FileCheck %t/bool.mlir
// RUN: tiny-run %t/stages.mlir --show=tensor,schedule,kernel,optimized,structured,llvm,asm | FileCheck %t/stages.mlir
// REQUIRES: cpu-exec

//--- elementwise.mlir
// A graph of one kernel.

// CHECK: buffer 2: -5 -3 -1 1
tiny.function @main(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>,
                    %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.load %b : !tiny.buffer<4xf32, global>
  %s = tiny.add %x, %y : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

//--- reduce.mlir
// Sums of rows.

// CHECK: buffer 1: -3 -2 -1 0
tiny.function @main(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
  %t = tiny.store %s, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  tiny.sink %t
}

//--- matmul.mlir
// A row times a matrix.

// CHECK: buffer 2: 7 -7 -14 -14 -7 7 28 7
tiny.function @main(%a: !tiny.buffer<1x7xf32, global>, %b: !tiny.buffer<7x8xf32, global>,
                    %o: !tiny.buffer<1x8x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<1x7xf32, global>
  %y = tiny.load %b : !tiny.buffer<7x8xf32, global>
  %x3 = tiny.reshape %x [1, 1, 7] : tensor<1x7xf32>
  %yt = tiny.permute %y [1, 0] : tensor<7x8xf32>
  %y3 = tiny.reshape %yt [1, 8, 7] : tensor<8x7xf32>
  %m = tiny.mul %x3, %y3 : tensor<1x1x7xf32>, tensor<1x8x7xf32>
  %s = tiny.reduce add %m axes [2] : tensor<1x8x7xf32>
  %t = tiny.store %s, %o : tensor<1x8x1xf32>, !tiny.buffer<1x8x1xf32, global>
  tiny.sink %t
}

//--- temporaries.mlir
// Values between kernels live in memory of the run: twice the row sums of twice
// the row sums, over one temporary.

// CHECK: buffer 1: -24
tiny.function @main(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<1x1xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
  %d = tiny.add %s, %s : tensor<4x1xf32>, tensor<4x1xf32>
  %c = tiny.contiguous %d : tensor<4x1xf32>
  %r = tiny.reduce add %c axes [0] : tensor<4x1xf32>
  %e = tiny.add %r, %r : tensor<1x1xf32>, tensor<1x1xf32>
  %t = tiny.store %e, %o : tensor<1x1xf32>, !tiny.buffer<1x1xf32, global>
  tiny.sink %t
}

//--- assign.mlir
// A buffer that is read, written, and read again.

// CHECK: buffer 0: 9 4 1 0
// CHECK: buffer 1: 10 5 2 1
tiny.function @main(%a: !tiny.buffer<4xi32, global>, %o: !tiny.buffer<4xi32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xi32, global>
  %m = tiny.mul %x, %x : tensor<4xi32>, tensor<4xi32>
  %t = tiny.store %m, %a : tensor<4xi32>, !tiny.buffer<4xi32, global>
  %a1 = tiny.after %a, %t : !tiny.buffer<4xi32, global>, !tiny.token
  %y = tiny.load %a1 : !tiny.buffer<4xi32, global>
  %one = tiny.const 1 : i32
  %z = tiny.add %y, %one : tensor<4xi32>, i32
  %u = tiny.store %z, %o : tensor<4xi32>, !tiny.buffer<4xi32, global>
  tiny.sink %t, %u
}

//--- bool.mlir
// A bool is a byte in memory.

// CHECK: buffer 1: 1 1 1 0 0 0 0 1
tiny.function @main(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<8xi1, global>) {
  %x = tiny.load %a : !tiny.buffer<8xf32, global>
  %zero = tiny.const 0.0 : f32
  %c = tiny.cmplt %x, %zero : tensor<8xf32>, f32
  %t = tiny.store %c, %o : tensor<8xi1>, !tiny.buffer<8xi1, global>
  tiny.sink %t
}

//--- stages.mlir
// Every stage of a compilation can be looked at.

// CHECK-LABEL: // tensor
//       CHECK: tiny.load
// CHECK-LABEL: // schedule
//       CHECK: tiny.call @[[KERNEL:[A-Za-z0-9_]+]](
// CHECK-LABEL: // kernel
//  CHECK-SAME: {{[A-Za-z0-9_]+}}
//       CHECK: tiny.kernel
// CHECK-LABEL: // optimized
//       CHECK: tiny.kernel
// CHECK-LABEL: // structured
//       CHECK: func.func
// CHECK-LABEL: // llvm
//       CHECK: define void
// CHECK-LABEL: // asm
//       CHECK: __packed:
//       CHECK: ret
// CHECK-LABEL: buffer 1: 6 5 4 3
tiny.function @main(%a: !tiny.buffer<4xi32, global>, %o: !tiny.buffer<4xi32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xi32, global>
  %three = tiny.const 3 : i32
  %z = tiny.sub %three, %x : i32, tensor<4xi32>
  %t = tiny.store %z, %o : tensor<4xi32>, !tiny.buffer<4xi32, global>
  tiny.sink %t
}

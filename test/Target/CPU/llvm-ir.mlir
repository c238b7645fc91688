// RUN: tiny-run %s --show=llvm | FileCheck %s

// A kernel takes its buffers out of an array, and nothing else is visible.

// CHECK-LABEL: // llvm copy
//       CHECK: define void @copy__packed(ptr %[[ARGS:.+]], i64 %[[BEGIN:.+]], i64 %[[END:.+]]) #0
//       CHECK:   %[[FIRST:.+]] = getelementptr inbounds ptr, ptr %[[ARGS]], i64 0
//       CHECK:   load ptr, ptr %[[FIRST]]
//       CHECK:   %[[SECOND:.+]] = getelementptr inbounds ptr, ptr %[[ARGS]], i64 1
//       CHECK:   load ptr, ptr %[[SECOND]]
//   CHECK-NOT: define
//       CHECK: attributes #0 = { nounwind "no-trapping-math"="true" }
func.func @copy(%o: memref<8xf32>, %a: memref<8xf32>, %begin: index, %end: index) {
  %c0 = arith.constant 0 : index
  %v = vector.load %a[%c0] : memref<8xf32>, vector<8xf32>
  vector.store %v, %o[%c0] : memref<8xf32>, vector<8xf32>
  return
}

// Scratch in a loop is allocated once, at the entry.

// CHECK-LABEL: // llvm scratch
//       CHECK: define void @scratch__packed
//       CHECK:   alloca float, i64 4
//       CHECK:   br label
//   CHECK-NOT:   alloca
//       CHECK: attributes
func.func @scratch(%o: memref<8xf32>, %a: memref<8xf32>, %begin: index, %end: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %s = memref.alloca() : memref<4xf32>
    %v = memref.load %a[%i] : memref<8xf32>
    %at = arith.andi %i, %c3 : index
    memref.store %v, %s[%at] : memref<4xf32>
    %w = memref.load %s[%at] : memref<4xf32>
    memref.store %w, %o[%i] : memref<8xf32>
  }
  return
}

// The code generator must not look into a division of vectors whose divisor may
// have zeros.

// CHECK-LABEL: // llvm division
//       CHECK:   call <4 x float> @llvm.experimental.constrained.fdiv.v4f32({{.+}}, metadata !"round.tonearest", metadata !"fpexcept.ignore")
//       CHECK:   fdiv <4 x float> %{{.+}}, splat (float 3.000000e+00)
func.func @division(%o: memref<4xf32>, %a: memref<4xf32>, %begin: index, %end: index) {
  %c0 = arith.constant 0 : index
  %three = arith.constant dense<3.0> : vector<4xf32>
  %v = vector.load %a[%c0] : memref<4xf32>, vector<4xf32>
  %x = arith.divf %v, %v : vector<4xf32>
  %y = arith.divf %x, %three : vector<4xf32>
  vector.store %y, %o[%c0] : memref<4xf32>, vector<4xf32>
  return
}

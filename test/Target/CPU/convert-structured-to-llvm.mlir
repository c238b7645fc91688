// RUN: tiny-opt %s --tiny-cpu-pipeline | FileCheck %s

// A buffer is a bare pointer; an element access is one address and one load.

// CHECK-LABEL: llvm.func @element(
//  CHECK-SAME:   %[[A:[a-z0-9]+]]: !llvm.ptr, %[[BEGIN:[a-z0-9]+]]: i64, %{{.*}}: i64)
//       CHECK:   %[[AT:.+]] = llvm.getelementptr inbounds|nuw %{{.*}}[%[[BEGIN]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
//       CHECK:   llvm.load %[[AT]] : !llvm.ptr -> f32
func.func @element(%a: memref<8xf32>, %begin: index, %end: index) {
  %v = memref.load %a[%begin] : memref<8xf32>
  memref.store %v, %a[%end] : memref<8xf32>
  return
}

// A vector access promises the alignment of an element only.

// CHECK-LABEL: llvm.func @vector_access(
//       CHECK:   llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
//       CHECK:   llvm.store %{{.*}} {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
func.func @vector_access(%a: memref<16xf32>, %begin: index, %end: index) {
  %v = vector.load %a[%begin] : memref<16xf32>, vector<8xf32>
  vector.store %v, %a[%end] : memref<16xf32>, vector<8xf32>
  return
}

// A loop becomes branches; what it carries becomes block arguments.

// CHECK-LABEL: llvm.func @loop(
//       CHECK:   llvm.br ^[[HEAD:.+]](%{{.*}}, %{{.*}} : i64, vector<8xf32>)
//       CHECK: ^[[HEAD]](%[[I:.+]]: i64, %[[SUM:.+]]: vector<8xf32>):
//       CHECK:   llvm.cond_br
//       CHECK:   llvm.fadd %[[SUM]], %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : vector<8xf32>
func.func @loop(%a: memref<64xf32>, %o: memref<8xf32>, %begin: index, %end: index) {
  %c8 = arith.constant 8 : index
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %sum = scf.for %i = %begin to %end step %c8 iter_args(%s = %zero) -> vector<8xf32> {
    %v = vector.load %a[%i] : memref<64xf32>, vector<8xf32>
    %n = arith.addf %s, %v fastmath<contract> : vector<8xf32>
    scf.yield %n : vector<8xf32>
  }
  vector.store %sum, %o[%begin] : memref<8xf32>, vector<8xf32>
  return
}

// Math becomes intrinsics, which the code generator turns into libm calls
// lane by lane where the processor has no instruction.

// CHECK-LABEL: llvm.func @math(
//       CHECK:   llvm.intr.exp2(%{{.*}}) : (vector<8xf32>) -> vector<8xf32>
//       CHECK:   llvm.intr.log2(%{{.*}}) : (vector<8xf32>) -> vector<8xf32>
//       CHECK:   llvm.intr.sin(%{{.*}}) : (vector<8xf32>) -> vector<8xf32>
//       CHECK:   llvm.intr.sqrt(%{{.*}}) : (vector<8xf32>) -> vector<8xf32>
func.func @math(%a: memref<8xf32>, %begin: index, %end: index) {
  %v = vector.load %a[%begin] : memref<8xf32>, vector<8xf32>
  %e = math.exp2 %v : vector<8xf32>
  %l = math.log2 %e : vector<8xf32>
  %s = math.sin %l : vector<8xf32>
  %q = math.sqrt %s : vector<8xf32>
  vector.store %q, %a[%begin] : memref<8xf32>, vector<8xf32>
  return
}

// A sum over lanes may be a tree.

// CHECK-LABEL: llvm.func @lanes(
//       CHECK:   "llvm.intr.vector.reduce.fadd"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<reassoc>}>
func.func @lanes(%a: memref<8xf32>, %begin: index, %end: index) {
  %v = vector.load %a[%begin] : memref<8xf32>, vector<8xf32>
  %s = vector.reduction <add>, %v : vector<8xf32> into f32
  memref.store %s, %a[%end] : memref<8xf32>
  return
}

// Masked accesses are masked intrinsics.

// CHECK-LABEL: llvm.func @masked(
//       CHECK:   llvm.intr.masked.load %{{.*}}, %{{.*}}, %{{.*}} {alignment = 4 : i32}
//       CHECK:   llvm.intr.masked.store %{{.*}}, %{{.*}}, %{{.*}} {alignment = 4 : i32}
func.func @masked(%a: memref<8xf32>, %m: memref<8xi8>, %begin: index, %end: index) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %none = arith.constant dense<0> : vector<8xi8>
  %b = vector.load %m[%begin] : memref<8xi8>, vector<8xi8>
  %c = arith.cmpi ne, %b, %none : vector<8xi8>
  %v = vector.maskedload %a[%begin], %c, %zero : memref<8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %a[%end], %c, %v : memref<8xf32>, vector<8xi1>, vector<8xf32>
  return
}

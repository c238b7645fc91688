// RUN: split-file %s %t
// RUN: not tiny-run %t/select.mlir 2>&1 | FileCheck %t/select.mlir
// RUN: not tiny-run %t/assembler.mlir 2>&1 | FileCheck %t/assembler.mlir
// RUN: not tiny-run %t/symbol.mlir 2>&1 | FileCheck %t/symbol.mlir
// RUN: not tiny-run %t/bounds.mlir 2>&1 | FileCheck %t/bounds.mlir
// UNSUPPORTED: sanitizer
// (What an abandoned code generator held is lost.)

//--- select.mlir
// What would end the process in LLVM is an error like any other.

// CHECK: tiny-run: Cannot select: intrinsic %llvm.nvvm.read.ptx.sreg.tid.x
func.func @select(%o: memref<8xi32>, %begin: index, %end: index) {
  %v = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  memref.store %v, %o[%begin] : memref<8xi32>
  return
}

//--- assembler.mlir
// The assembler reports through the context.

// CHECK: tiny-run: {{.*}}invalid instruction mnemonic 'nonsense'
func.func @assembler(%o: memref<8xi32>, %begin: index, %end: index) {
  llvm.inline_asm has_side_effects "nonsense", "" : () -> ()
  return
}

//--- symbol.mlir
// A function that nobody defines is found when the kernel is linked.

// CHECK: tiny-run: Symbols not found: [ nobody ]
func.func @symbol(%o: memref<8xi32>, %begin: index, %end: index) {
  llvm.inline_asm has_side_effects "call nobody", "" : () -> ()
  return
}

//--- bounds.mlir
// Buffers come before the bounds.

// CHECK: tiny-run: argument 2 of the kernel is no buffer, bound or variable
func.func @bounds(%begin: index, %end: index, %o: memref<8xi32>) {
  return
}

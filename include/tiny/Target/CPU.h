//===- CPU.h - Machine code for the processor at hand -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// From structured IR (stage S) to a function in this process:
//
//   tiny-cpu-pipeline   stage S -> LLVM dialect           Pipeline.cpp
//   translation         LLVM dialect -> LLVM IR           Translate.cpp
//   code generation     LLVM IR -> object code            Codegen.cpp
//   linking             object code -> address            Jit.cpp
//
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_CPU_H
#define TINY_TARGET_CPU_H

#include "tiny/Target/Emission.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace mlir::tiny {

/// Registers the dialects of stage S and below, and their translations to
/// LLVM IR.
void registerCPUTarget(DialectRegistry &registry);

/// Stage S to the LLVM dialect, for a module.
void buildCPUPipeline(OpPassManager &manager);

/// Registers `tiny-cpu-pipeline`.
void registerCPUPipelines();

namespace cpu {

/// A kernel in memory. `arguments` holds the address of each buffer, then, in
/// entries of the same size, the number of each variable; the bounds are those
/// of the kernel's parallel loop.
using KernelEntry = void (*)(void **arguments, int64_t begin, int64_t end);

/// Makes machine code out of a module in the LLVM dialect that defines the
/// function `name`, whose arguments are pointers, two bounds and the numbers
/// of variables. The code lives as long as the process. Thread safe: calls may
/// run concurrently on different modules of one context.
llvm::Expected<KernelEntry> loadKernel(ModuleOp module, StringRef name,
                                       DumpText dump = nullptr);

} // namespace cpu
} // namespace mlir::tiny

#endif // TINY_TARGET_CPU_H

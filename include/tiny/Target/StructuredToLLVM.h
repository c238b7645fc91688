//===- StructuredToLLVM.h - What all targets lower alike --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_STRUCTUREDTOLLVM_H
#define TINY_TARGET_STRUCTUREDTOLLVM_H

namespace mlir {
class DialectRegistry;
class LLVMTypeConverter;
class RewritePatternSet;

namespace tiny {

/// Registers the dialects of stage S that no target has for itself, the LLVM
/// dialect, and its translation to LLVM IR.
void registerStructuredDialects(DialectRegistry &registry);

/// Patterns from the ops of stage S that know of no target, whose loops are
/// branches, to the LLVM dialect. They hold on to the converter.
void populateStructuredToLLVMPatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns);

} // namespace tiny
} // namespace mlir

#endif // TINY_TARGET_STRUCTUREDTOLLVM_H

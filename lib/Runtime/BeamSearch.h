//===- BeamSearch.h - Which opts make a kernel fast -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_RUNTIME_BEAMSEARCH_H
#define TINY_LIB_RUNTIME_BEAMSEARCH_H

#include "KernelCompiler.h"
#include "tiny/Runtime/Compiler.h"

namespace mlir::tiny {

/// The opts with which a kernel runs fastest, of those that a beam search of
/// the width `codegen.beam` tries; empty for what the heuristics choose. It is
/// looked up on disk first. Uses all threads, to compile and to run kernels.
std::string searchOpts(KernelCompiler &compiler, KernelOp kernel,
                       const CodegenOptions &codegen,
                       const SearchOptions &options);

} // namespace mlir::tiny

#endif // TINY_LIB_RUNTIME_BEAMSEARCH_H

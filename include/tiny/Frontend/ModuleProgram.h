//===- ModuleProgram.h - A module that somebody wrote -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What `realize` compiles comes out of the graph and is known to be sound. A
// module that was written by hand, or came out of passes that somebody chose,
// is checked here before anything relies on it.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_MODULEPROGRAM_H
#define TINY_FRONTEND_MODULEPROGRAM_H

#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Compiler.h"

namespace mlir::tiny {

struct ModuleProgram {
  struct Argument {
    BufferType type;
    bool isWritten = false;
  };

  std::shared_ptr<Executable> executable;
  /// What it runs on, in order.
  std::vector<Argument> arguments;
};

/// Compiles the text of a module that has a tensor graph (stage T, one
/// `tiny.function`), a schedule (stage K, one `tiny.function` and the kernels
/// that it calls) or one `tiny.kernel` (stage P), which is launched once. The
/// error's text has the places in `text`.
llvm::Expected<ModuleProgram> compileModule(Compiler &compiler,
                                            MLIRContext *context,
                                            StringRef text,
                                            const CompileOptions &options);

} // namespace mlir::tiny

#endif // TINY_FRONTEND_MODULEPROGRAM_H

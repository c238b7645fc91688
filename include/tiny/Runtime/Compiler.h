//===- Compiler.h - Tensor graph to executable ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_COMPILER_H
#define TINY_RUNTIME_COMPILER_H

#include "tiny/Runtime/Executable.h"
#include "tiny/Runtime/ScheduleOptions.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>
#include <memory>

namespace mlir::tiny {

/// How far a search for opts has come, or what went wrong besides.
struct SearchProgress {
  StringRef kernel;
  /// The length of the lists that are tried, how many were, and of how many.
  unsigned step = 0, done = 0, total = 0;
  /// The shortest run so far.
  double bestSeconds = 0;
  StringRef warning;
};

struct SearchOptions {
  /// Keep what is found on disk, and look there first.
  bool useDisk = true;
  bool ignoreDisk = false;
  std::function<void(const SearchProgress &)> report;
};

class PassProfile;

/// Who looks at what the passes do. With one, kernels in the cache are compiled
/// as well.
struct CompileObservers {
  /// Gets the text of each stage: of the module, "tensor" and "schedule"; of
  /// each kernel, "kernel" (before the passes), "optimized" (before it leaves
  /// the tiny dialect), "structured", "llvm" and "asm". With it kernels are
  /// compiled one after another.
  std::function<void(StringRef stage, StringRef name, StringRef text)> dump;
  /// Gets what each pass costs.
  PassProfile *profile = nullptr;

  bool isObserved() const { return dump || profile; }
};

struct CompileOptions : ScheduleOptions, CompileObservers {
  /// Compile kernels on all threads.
  bool parallel = true;
  SearchOptions search;
};

struct CompileStats {
  /// Summed over threads.
  double passSeconds = 0;
  double llvmSeconds = 0;
  /// Launches, and the kernels that were not in the cache.
  unsigned numKernels = 0;
  unsigned numCompiled = 0;
};

/// An opt that was asked for is illegal for its kernel.
class KernelOptError : public llvm::ErrorInfo<KernelOptError> {
public:
  static char ID;

  explicit KernelOptError(std::string text) : text(std::move(text)) {}
  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return std::make_error_code(std::errc::invalid_argument);
  }

private:
  std::string text;
};

/// Compiles tensor graphs, and keeps every kernel for the next graph that has
/// an equal one. Thread safe. It must die before its context.
class Compiler {
public:
  /// Loads what the passes need into the context, and makes the context run
  /// its own parallel work on the thread that asks: kernels are what is
  /// compiled in parallel. Nobody else may be using the context.
  explicit Compiler(MLIRContext *context);
  ~Compiler();

  /// The module holds one `tiny.function`; its arguments are the buffers of
  /// the executable, in order. If there are kernels in it as well, the function
  /// is their schedule already. The error's text is what the passes said.
  llvm::Expected<std::shared_ptr<Executable>>
  compile(OwningOpRef<ModuleOp> tensorModule,
          const CompileOptions &options = {}, CompileStats *stats = nullptr);

  /// The text of the kernels and calls that a tensor graph becomes.
  llvm::Expected<std::string> printSchedule(OwningOpRef<ModuleOp> tensorModule,
                                            const ScheduleOptions &options);

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::tiny

#endif // TINY_RUNTIME_COMPILER_H

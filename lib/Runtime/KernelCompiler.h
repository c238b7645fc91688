//===- KernelCompiler.h - One kernel to machine code ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A pass manager serves one thread at a time, and building one costs more than
// a small kernel: they are kept and lent out.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_RUNTIME_KERNELCOMPILER_H
#define TINY_LIB_RUNTIME_KERNELCOMPILER_H

#include "Stopwatch.h"
#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Compiler.h"
#include "tiny/Runtime/DiagnosticCollector.h"

#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/StringMap.h"

#include <mutex>

namespace mlir::tiny {

/// The text of an op with a line break at its end.
std::string printToString(Operation *op);

/// Compiles kernels. Thread safe.
class KernelCompiler {
public:
  using Dump = decltype(CompileObservers::dump);

  KernelCompiler(MLIRContext *context, bool verify);
  ~KernelCompiler();

  /// The dialects that the passes need.
  void getDependentDialects(DialectRegistry &registry);

  /// A kernel in structured IR, alone in a module.
  struct Structured {
    OwningOpRef<ModuleOp> module;
    std::string name;
    int64_t numThreads = 1;
    /// In the order in which it takes them.
    std::vector<Variable> variables;
    /// What the kernel accesses, if it is to be checked.
    std::shared_ptr<const sim::AccessTable> accesses;
  };

  /// Runs the passes on the module of a kernel that come before its opts. Fails
  /// after a diagnostic.
  LogicalResult prepare(ModuleOp module);
  /// Runs the passes. `opts` are applied to the kernel as `prepare` leaves it,
  /// if there are any. The error's text is what the passes said.
  llvm::Expected<Structured> toStructured(KernelOp kernel,
                                          CodegenOptions options,
                                          StringRef opts,
                                          const CompileObservers &observers);
  /// The module is in the LLVM dialect afterwards.
  llvm::Expected<Launch::Entry>
  toMachineCode(Structured &kernel, const CompileObservers &observers);

private:
  using PassList = std::vector<std::unique_ptr<PassManager>>;

  std::unique_ptr<PassManager> makeToStructured(const CodegenOptions &options);
  std::unique_ptr<PassManager> makeToLLVM();
  std::unique_ptr<PassManager> makePreparation();
  /// The passes for these options that are not in use.
  PassList &getIdle(const CodegenOptions &options);
  /// Lends passes that `release` takes back; null if there are none.
  std::unique_ptr<PassManager> acquire(PassList &idle);
  void release(PassList &idle, std::unique_ptr<PassManager> passes);

  MLIRContext *context;
  /// Check the IR after each pass, and the contract of each stage.
  bool verify;
  std::mutex mutex;
  /// By the options that make a difference.
  llvm::StringMap<PassList> idleToStructured;
  PassList idleToLLVM, idlePreparation;
};

} // namespace mlir::tiny

#endif // TINY_LIB_RUNTIME_KERNELCOMPILER_H

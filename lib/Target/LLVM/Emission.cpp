//===- Emission.cpp - LLVM IR to machine code -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// While this file is in LLVM's passes, a report that must not return becomes an
// exception, and that becomes an llvm::Error.
//
//===----------------------------------------------------------------------===//

#include "tiny/Target/Emission.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <mutex>

namespace mlir::tiny {
namespace {

/// What a report of LLVM that must not return is turned into.
struct FatalError {
  std::string text;
};

thread_local bool insideLLVM = false;

/// LLVM's errors that have a way to be reported.
struct Diagnostics {
  std::string text;

  static void handle(const llvm::DiagnosticInfo *info, void *self) {
    if (info->getSeverity() != llvm::DS_Error)
      return;
    std::string &text = static_cast<Diagnostics *>(self)->text;
    llvm::raw_string_ostream stream(text);
    if (!text.empty())
      stream << '\n';
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info->print(printer);
  }
};

} // namespace

static void throwFatalError(void *, const char *reason, bool) {
  // Elsewhere it ends the process, as ever.
  if (insideLLVM)
    throw FatalError{reason};
}

/// Runs `code`, and `abandon` when it was left by a fatal error.
static llvm::Error runReporting(llvm::LLVMContext &context,
                                llvm::function_ref<void()> code,
                                llvm::function_ref<void()> abandon) {
  static std::once_flag once;
  std::call_once(once,
                 [] { llvm::install_fatal_error_handler(throwFatalError); });
  Diagnostics diagnostics;
  context.setDiagnosticHandlerCallBack(&Diagnostics::handle, &diagnostics);
  llvm::scope_exit restore(
      [&] { context.setDiagnosticHandlerCallBack(nullptr); });
  try {
    insideLLVM = true;
    code();
    insideLLVM = false;
  } catch (const FatalError &error) {
    insideLLVM = false;
    abandon();
    // Said before, it is what the fatal error is about.
    return llvm::createStringError(diagnostics.text.empty()
                                       ? error.text
                                       : diagnostics.text + '\n' + error.text);
  }
  if (!diagnostics.text.empty())
    return llvm::createStringError(diagnostics.text);
  return llvm::Error::success();
}

namespace {

/// The analyses that the passes of one module share.
struct Analyses {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;

  explicit Analyses(llvm::PassBuilder &builder) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
};

} // namespace

static void setTarget(llvm::Module &module, llvm::TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
}

void hoistAllocas(llvm::Function &kernel) {
  llvm::BasicBlock &entry = kernel.getEntryBlock();
  for (llvm::BasicBlock &block : llvm::drop_begin(kernel))
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(block))
      if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (llvm::isa<llvm::ConstantInt>(alloca->getArraySize()))
          alloca->moveBefore(entry, entry.getFirstInsertionPt());
}

llvm::Error optimizeModule(llvm::Module &module,
                           std::unique_ptr<llvm::TargetMachine> &machine) {
  setTarget(module, *machine);
  auto builder = std::make_unique<llvm::PassBuilder>(machine.get());
  auto analyses = std::make_unique<Analyses>(*builder);
  auto passes = std::make_unique<llvm::ModulePassManager>(
      builder->buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
  return runReporting(
      module.getContext(), [&] { passes->run(module, analyses->modules); },
      [&] {
        (void)passes.release();
        (void)analyses.release();
        (void)builder.release();
        (void)machine.release();
      });
}

llvm::Error emitModule(llvm::Module &module,
                       std::unique_ptr<llvm::TargetMachine> &machine,
                       llvm::CodeGenFileType kind,
                       llvm::SmallVectorImpl<char> &output,
                       AddPasses addPasses) {
  setTarget(module, *machine);
  auto stream = std::make_unique<llvm::raw_svector_ostream>(output);
  auto passes = std::make_unique<llvm::legacy::PassManager>();
  if (addPasses)
    addPasses(*passes);
  if (machine->addPassesToEmitFile(*passes, *stream, /*DwoOut=*/nullptr, kind,
                                   /*DisableVerify=*/true))
    return llvm::createStringError("LLVM cannot emit code for " +
                                   machine->getTargetTriple().str());
  return runReporting(
      module.getContext(), [&] { passes->run(module); },
      [&] {
        (void)passes.release();
        (void)stream.release();
        (void)machine.release();
      });
}

llvm::Expected<std::string>
emitAssembly(const llvm::Module &module,
             std::unique_ptr<llvm::TargetMachine> &machine,
             AddPasses addPasses) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  llvm::SmallVector<char, 0> text;
  if (llvm::Error error =
          emitModule(*copy, machine, llvm::CodeGenFileType::AssemblyFile, text,
                     addPasses)) {
    (void)copy.release();
    return error;
  }
  return std::string(text.begin(), text.end());
}

} // namespace mlir::tiny

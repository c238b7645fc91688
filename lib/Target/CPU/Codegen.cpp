//===- Codegen.cpp - LLVM IR to object code -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Kernels arrive as vector code in good order, so the usual optimizer would
// only cost time. The code generator itself must optimize: without it a matrix
// multiplication is three times slower.
//
// LLVM reports some errors by ending the process. While this file is in the
// code generator such a report becomes an exception, and that becomes an
// llvm::Error; what the exception passed through is left behind as it is.
//
//===----------------------------------------------------------------------===//

#include "Codegen.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/Transforms/Scalar.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <mutex>

namespace mlir::tiny::cpu {
namespace {

/// What a report of LLVM that must not return is turned into.
struct FatalError {
  std::string text;
};

thread_local bool insideCodegen = false;

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
  if (insideCodegen)
    throw FatalError{reason};
}

static void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser(); // For inline assembly.
    llvm::install_fatal_error_handler(throwFatalError);
  });
}

static std::unique_ptr<llvm::TargetMachine> createTargetMachine() {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  static const std::string features = [] {
    llvm::SubtargetFeatures list;
    for (auto &feature : llvm::sys::getHostCPUFeatures())
      list.AddFeature(feature.first(), feature.second);
    return list.getString();
  }();
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, llvm::sys::getHostCPUName(), features, options, llvm::Reloc::PIC_,
      llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

/// The thread's target machine, or null. It is not safe to share one.
static std::unique_ptr<llvm::TargetMachine> &getTargetMachine() {
  initializeTarget();
  thread_local std::unique_ptr<llvm::TargetMachine> machine;
  if (!machine)
    machine = createTargetMachine();
  return machine;
}

/// Writes assembly or object code of the module.
static llvm::Error emit(llvm::Module &module, llvm::CodeGenFileType kind,
                        llvm::SmallVectorImpl<char> &output) {
  std::unique_ptr<llvm::TargetMachine> &machine = getTargetMachine();
  if (!machine)
    return llvm::createStringError("LLVM has no target for this machine");
  module.setTargetTriple(machine->getTargetTriple());
  module.setDataLayout(machine->createDataLayout());

  Diagnostics diagnostics;
  llvm::LLVMContext &context = module.getContext();
  context.setDiagnosticHandlerCallBack(&Diagnostics::handle, &diagnostics);
  llvm::scope_exit restore(
      [&] { context.setDiagnosticHandlerCallBack(nullptr); });

  auto stream = std::make_unique<llvm::raw_svector_ostream>(output);
  auto passes = std::make_unique<llvm::legacy::PassManager>();
  // Addresses and the structs that stand for memrefs fold here.
  passes->add(llvm::createEarlyCSEPass());
  if (machine->addPassesToEmitFile(*passes, *stream, /*DwoOut=*/nullptr, kind,
                                   /*DisableVerify=*/true))
    return llvm::createStringError("LLVM cannot emit code for this machine");

  try {
    insideCodegen = true;
    passes->run(module);
    insideCodegen = false;
  } catch (const FatalError &error) {
    insideCodegen = false;
    // Their state is anybody's guess: no destructor may look at it.
    (void)passes.release();
    (void)stream.release();
    (void)machine.release();
    return llvm::createStringError(error.text);
  }
  if (!diagnostics.text.empty())
    return llvm::createStringError(diagnostics.text);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
generateObject(llvm::Module &module) {
  llvm::SmallVector<char, 0> object;
  if (llvm::Error error =
          emit(module, llvm::CodeGenFileType::ObjectFile, object))
    return error;
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(object), module.getModuleIdentifier(),
      /*RequiresNullTerminator=*/false);
}

llvm::Expected<std::string> generateAssembly(const llvm::Module &module) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  llvm::SmallVector<char, 0> text;
  if (llvm::Error error =
          emit(*copy, llvm::CodeGenFileType::AssemblyFile, text)) {
    (void)copy.release();
    return error;
  }
  return std::string(text.begin(), text.end());
}

llvm::Expected<KernelEntry> loadKernel(ModuleOp module, StringRef name,
                                       DumpText dump) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto translated = translateKernel(module, name, *context);
  if (!translated)
    return translated.takeError();

  // After a fatal error nothing of LLVM's is in a state to be destroyed.
  auto abandon = [&](llvm::Error error) {
    (void)translated->release();
    (void)context.release();
    return error;
  };
  if (dump) {
    std::string text;
    llvm::raw_string_ostream(text) << **translated;
    dump("llvm", text);
    auto assembly = generateAssembly(**translated);
    if (!assembly)
      return abandon(assembly.takeError());
    dump("asm", *assembly);
  }
  auto object = generateObject(**translated);
  if (!object)
    return abandon(object.takeError());
  return linkObject(std::move(*object), getPackedName(name));
}

} // namespace mlir::tiny::cpu

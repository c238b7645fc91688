//===- Codegen.cpp - LLVM IR to object code -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Kernels arrive as vector code in good order, so the usual optimizer would
// only cost time. The code generator itself must optimize: without it a matrix
// multiplication is three times slower.
//
//===----------------------------------------------------------------------===//

#include "Codegen.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Pass.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/Transforms/Scalar.h"

#include <mutex>

namespace mlir::tiny::cpu {

static void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser(); // For inline assembly.
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

/// The thread's target machine. It is not safe to share one.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine> &>
getTargetMachine() {
  initializeTarget();
  thread_local std::unique_ptr<llvm::TargetMachine> machine;
  if (!machine)
    machine = createTargetMachine();
  if (!machine)
    return llvm::createStringError("LLVM has no target for this machine");
  return machine;
}

/// Addresses and the structs that stand for memrefs fold here.
static void addPasses(llvm::legacy::PassManagerBase &passes) {
  passes.add(llvm::createEarlyCSEPass());
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
generateObject(llvm::Module &module) {
  auto machine = getTargetMachine();
  if (!machine)
    return machine.takeError();
  llvm::SmallVector<char, 0> object;
  if (llvm::Error error =
          emitModule(module, *machine, llvm::CodeGenFileType::ObjectFile,
                     object, addPasses))
    return error;
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(object), module.getModuleIdentifier(),
      /*RequiresNullTerminator=*/false);
}

llvm::Expected<std::string> generateAssembly(const llvm::Module &module) {
  auto machine = getTargetMachine();
  if (!machine)
    return machine.takeError();
  return emitAssembly(module, *machine, addPasses);
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

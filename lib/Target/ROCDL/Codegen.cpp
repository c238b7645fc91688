//===- Codegen.cpp - LLVM dialect to an hsaco -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Target/DeviceCode.h"
#include "tiny/Target/ROCDL.h"

#include <mutex>

// "llvm/Support/TargetSelect.h" names every backend there is.
extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTarget();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmParser();
void LLVMInitializeAMDGPUAsmPrinter();
}

namespace mlir::tiny::rocdl {

static void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser(); // For inline assembly.
    LLVMInitializeAMDGPUAsmPrinter();
  });
}

/// The layout of arguments and notes: the one that ROCm 5.5 and later load.
static void setCodeObjectVersion(llvm::Module &module) {
  module.addModuleFlag(llvm::Module::Error, "amdhsa_code_object_version", 500);
}

llvm::Expected<std::string> generateHsaco(gpu::GPUModuleOp kernels,
                                          StringRef chip, DumpText dump) {
  initializeTarget();
  auto code =
      DeviceCode::create(kernels, {"amdgcn-amd-amdhsa", chip, /*features=*/""},
                         setCodeObjectVersion);
  if (!code)
    return code.takeError();
  if (dump) {
    std::string text;
    llvm::raw_string_ostream(text) << code->getModule();
    dump("llvm", text);
    auto assembly = code->emitAssembly();
    if (!assembly)
      return assembly.takeError();
    dump("asm", *assembly);
  }
  auto object = std::move(*code).emitObject();
  if (!object)
    return object.takeError();
  return linkObject(StringRef(object->data(), object->size()));
}

} // namespace mlir::tiny::rocdl

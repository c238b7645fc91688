//===- Codegen.cpp - LLVM dialect to PTX ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Target/DeviceCode.h"
#include "tiny/Target/NVVM.h"

#include <mutex>

// "llvm/Support/TargetSelect.h" names every backend there is.
extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace mlir::tiny::nvvm {

static void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

/// The version of PTX: that of CUDA 12.0 for the chips that it knows. LLVM
/// itself takes the first version that knows the chip, which lacks instructions
/// of older chips' later versions.
static StringRef getFeatures(StringRef chip) {
  unsigned number = 0;
  chip.consume_front("sm_");
  chip.consumeInteger(10, number);
  return number <= 90 ? "+ptx80" : "";
}

llvm::Expected<std::string> generatePTX(gpu::GPUModuleOp kernels,
                                        StringRef chip, DumpText dump) {
  initializeTarget();
  auto code = DeviceCode::create(
      kernels, {"nvptx64-nvidia-cuda", chip, getFeatures(chip)});
  if (!code)
    return code.takeError();
  if (dump) {
    std::string text;
    llvm::raw_string_ostream(text) << code->getModule();
    dump("llvm", text);
  }
  auto ptx = code->emitAssembly();
  if (ptx && dump)
    dump("asm", *ptx);
  return ptx;
}

} // namespace mlir::tiny::nvvm

//===- DeviceCode.cpp - A module of kernels in LLVM -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Unlike those for the CPU, kernels for GPUs go through all of LLVM's passes:
// these find out how addresses are aligned, move what does not change out of
// loops, and prove that a kernel takes no hidden arguments.
//
//===----------------------------------------------------------------------===//

#include "tiny/Target/DeviceCode.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

namespace mlir::tiny {

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(DeviceChip chip) {
  llvm::Triple triple(chip.triple);
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError(error);
  // The backend would take an unknown chip for some other one.
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!info->isCPUStringValid(chip.name))
    return llvm::createStringError("there is no chip '" + chip.name + "' for " +
                                   chip.triple);
  llvm::TargetOptions options;
  // A product and a sum are one operation where the kernel allows it.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, chip.name, chip.features, options, llvm::Reloc::PIC_,
      /*CM=*/std::nullopt, llvm::CodeGenOptLevel::Default));
}

llvm::Error DeviceCode::abandonOn(llvm::Error error) {
  if (error) {
    (void)module.release();
    (void)machine.release();
    (void)context.release();
  }
  return error;
}

llvm::Expected<DeviceCode>
DeviceCode::create(gpu::GPUModuleOp kernels, DeviceChip chip,
                   function_ref<void(llvm::Module &)> prepare) {
  DeviceCode code;
  auto machine = createTargetMachine(chip);
  if (!machine)
    return machine.takeError();
  code.machine = std::move(*machine);
  code.context = std::make_unique<llvm::LLVMContext>();
  code.module =
      translateModuleToLLVMIR(kernels, *code.context, kernels.getName());
  if (!code.module)
    return llvm::createStringError("translation to LLVM IR failed");
  for (llvm::Function &function : *code.module)
    if (!function.isDeclaration())
      hoistAllocas(function);
  if (prepare)
    prepare(*code.module);
  if (llvm::Error error =
          code.abandonOn(optimizeModule(*code.module, code.machine)))
    return error;
  return code;
}

llvm::Expected<std::string> DeviceCode::emitAssembly() {
  auto text = tiny::emitAssembly(*module, machine);
  if (!text)
    return abandonOn(text.takeError());
  return text;
}

llvm::Expected<llvm::SmallVector<char, 0>> DeviceCode::emitObject() && {
  llvm::SmallVector<char, 0> object;
  if (llvm::Error error = abandonOn(emitModule(
          *module, machine, llvm::CodeGenFileType::ObjectFile, object)))
    return error;
  return object;
}

} // namespace mlir::tiny

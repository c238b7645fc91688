//===- Device.cpp - Compiles kernels that cannot run here -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "tiny/Target/NVVM.h"
#include "tiny/Target/ROCDL.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::tiny {

void registerDevices(MLIRContext &context) {
  DialectRegistry registry;
  registerNVVMTarget(registry);
  registerROCDLTarget(registry);
  context.appendDialectRegistry(registry);
}

static std::string describe(const nvvm::KernelResources &kernel) {
  return llvm::formatv("{0}: {1} registers, {2} bytes stack, {3} bytes spill "
                       "stores, {4} bytes spill loads, {5} bytes shared\n",
                       kernel.name, kernel.registers, kernel.stackBytes,
                       kernel.spillStores, kernel.spillLoads,
                       kernel.sharedBytes);
}

/// A cubin that nobody writes to a file is for its resources.
static llvm::Expected<std::string> compileNVVM(gpu::GPUModuleOp kernels,
                                               StringRef chip, bool wantsCubin,
                                               DumpText dump) {
  auto ptx = nvvm::generatePTX(kernels, chip, dump);
  if (!ptx || !wantsCubin)
    return ptx;
  auto cubin = nvvm::assemblePTX(*ptx, chip);
  if (!cubin)
    return cubin.takeError();
  for (const nvvm::KernelResources &kernel : cubin->kernels)
    dump("resources", describe(kernel));
  return std::move(cubin->image);
}

static llvm::Error writeFile(StringRef path, StringRef content) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code);
  if (code)
    return llvm::createStringError(code, "cannot write " + path);
  stream << content;
  return llvm::Error::success();
}

/// The passes of a target for a chip.
static llvm::Error lower(ModuleOp module, StringRef target, StringRef chip) {
  PassManager passes(module->getContext());
  if (target == "nvvm") {
    buildNVVMPipeline(passes, NVVMPipelineOptions());
  } else if (target == "rocdl") {
    ROCDLPipelineOptions options;
    options.chip = chip.str();
    buildROCDLPipeline(passes, options);
  } else {
    return llvm::createStringError("there is no target '" + target + "'");
  }
  if (failed(passes.run(module)))
    return llvm::createStringError("the kernels cannot be lowered");
  return llvm::Error::success();
}

llvm::Error compileForDevice(ModuleOp module, const DeviceOptions &options,
                             ShowText show) {
  const auto &[target, chip, output] = options;
  if (llvm::Error error = lower(module, target, chip))
    return error;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>()) {
    auto dump = [&](StringRef stage, StringRef text) {
      show(stage, kernels.getName(), text);
    };
    bool wantsCubin = StringRef(output).ends_with(".cubin");
    auto code = target == "nvvm" ? compileNVVM(kernels, chip, wantsCubin, dump)
                                 : rocdl::generateHsaco(kernels, chip, dump);
    if (!code)
      return code.takeError();
    if (!output.empty())
      if (llvm::Error error = writeFile(output, *code))
        return error;
  }
  return llvm::Error::success();
}

} // namespace mlir::tiny

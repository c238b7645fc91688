//===- Device.h - Compiles kernels that cannot run here ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TOOLS_TINYRUN_DEVICE_H
#define TINY_TOOLS_TINYRUN_DEVICE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::tiny {

/// Takes a text: "llvm", "asm" or "resources", of the kernels of that name.
using ShowText =
    llvm::function_ref<void(StringRef stage, StringRef name, StringRef text)>;

/// Makes the dialects of the GPU targets known.
void registerDevices(MLIRContext &context);

struct DeviceOptions {
  std::string target;
  std::string chip;
  /// The file that the code of the last gpu.module is written to, if any.
  std::string output;
};

/// Compiles the gpu.modules of the module.
llvm::Error compileForDevice(ModuleOp module, const DeviceOptions &options,
                             ShowText show);

} // namespace mlir::tiny

#endif // TINY_TOOLS_TINYRUN_DEVICE_H

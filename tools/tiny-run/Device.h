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

/// Compiles the gpu.modules of the module, and writes the code of the last one
/// to the file, if one is named.
llvm::Error compileForDevice(ModuleOp module, StringRef target, StringRef chip,
                             StringRef output, ShowText show);

} // namespace mlir::tiny

#endif // TINY_TOOLS_TINYRUN_DEVICE_H

//===- DeviceCode.h - A module of kernels in LLVM ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_DEVICECODE_H
#define TINY_TARGET_DEVICECODE_H

#include "tiny/Target/Emission.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::tiny {

/// What a target machine is made for.
struct DeviceChip {
  StringRef triple;
  StringRef name;
  StringRef features;
};

/// Kernels as LLVM IR, with the machine that they are for.
class DeviceCode {
public:
  /// Translates kernels in the LLVM dialect, and optimizes them. The backend
  /// of the chip must be initialized. `prepare` is called in between.
  static llvm::Expected<DeviceCode>
  create(gpu::GPUModuleOp kernels, DeviceChip chip,
         function_ref<void(llvm::Module &)> prepare = nullptr);

  DeviceCode(DeviceCode &&) = default;

  const llvm::Module &getModule() const { return *module; }

  /// The code as text. It can be asked for again.
  llvm::Expected<std::string> emitAssembly();

  /// The code as an object file, and the end of the module.
  llvm::Expected<llvm::SmallVector<char, 0>> emitObject() &&;

private:
  DeviceCode() = default;

  /// After an error nothing of LLVM's is in a state to be destroyed.
  llvm::Error abandonOn(llvm::Error error);

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
};

} // namespace mlir::tiny

#endif // TINY_TARGET_DEVICECODE_H

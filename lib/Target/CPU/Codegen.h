//===- Codegen.h - The steps of loadKernel ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TARGET_CPU_CODEGEN_H
#define TINY_LIB_TARGET_CPU_CODEGEN_H

#include "tiny/Target/CPU.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::tiny::cpu {

/// The function that the runtime calls instead of kernel `name`.
std::string getPackedName(StringRef name);

/// LLVM IR of the module, with the packed function of `name` as the only
/// visible one.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateKernel(ModuleOp module, StringRef name, llvm::LLVMContext &context);

/// Runs the few cheap passes that pay, and the code generator. Changes the
/// module.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
generateObject(llvm::Module &module);

/// The assembly that `generateObject` makes machine code of.
llvm::Expected<std::string> generateAssembly(const llvm::Module &module);

/// Links the object into the process and returns the address of `symbol`.
llvm::Expected<KernelEntry>
linkObject(std::unique_ptr<llvm::MemoryBuffer> object, StringRef symbol);

} // namespace mlir::tiny::cpu

#endif // TINY_LIB_TARGET_CPU_CODEGEN_H

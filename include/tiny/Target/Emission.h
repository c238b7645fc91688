//===- Emission.h - LLVM IR to machine code ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// LLVM reports some errors by ending the process. In the functions below such a
// report becomes an llvm::Error. Afterwards nothing that the code worked on may
// be destroyed: its state is anybody's guess. They give up the machine
// themselves; the module and its context are for the caller to release.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_EMISSION_H
#define TINY_TARGET_EMISSION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::tiny {

/// Takes the text of a stage: "llvm" or "asm".
using DumpText =
    llvm::function_ref<void(llvm::StringRef stage, llvm::StringRef text)>;

/// Runs LLVM's passes of level O2, for the machine.
llvm::Error optimizeModule(llvm::Module &module,
                           std::unique_ptr<llvm::TargetMachine> &machine);

/// Writes assembly or object code of the module, which this changes. Its triple
/// and data layout become those of the machine.
llvm::Error emitModule(llvm::Module &module,
                       std::unique_ptr<llvm::TargetMachine> &machine,
                       llvm::CodeGenFileType kind,
                       llvm::SmallVectorImpl<char> &output);

/// The assembly of the module, which stays as it is.
llvm::Expected<std::string>
emitAssembly(const llvm::Module &module,
             std::unique_ptr<llvm::TargetMachine> &machine);

} // namespace mlir::tiny

#endif // TINY_TARGET_EMISSION_H

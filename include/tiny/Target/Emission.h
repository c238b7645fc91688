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
class Function;
class Module;
class TargetMachine;
namespace legacy {
class PassManagerBase;
} // namespace legacy
} // namespace llvm

namespace mlir::tiny {

/// Takes the text of a stage: "llvm" or "asm".
using DumpText =
    llvm::function_ref<void(llvm::StringRef stage, llvm::StringRef text)>;

/// A kernel's scratch memory belongs to the frame, wherever it is written: in a
/// loop it would take fresh memory in each iteration.
void hoistAllocas(llvm::Function &kernel);

/// Runs LLVM's passes of level O2, for the machine.
llvm::Error optimizeModule(llvm::Module &module,
                           std::unique_ptr<llvm::TargetMachine> &machine);

/// Adds passes in front of those of the code generator. One that asks what ops
/// cost decides for all later ones that they cost what they do on no target,
/// where no value differs between the lanes of a GPU either.
using AddPasses = llvm::function_ref<void(llvm::legacy::PassManagerBase &)>;

/// Writes assembly or object code of the module, which this changes. Its triple
/// and data layout become those of the machine.
llvm::Error emitModule(llvm::Module &module,
                       std::unique_ptr<llvm::TargetMachine> &machine,
                       llvm::CodeGenFileType kind,
                       llvm::SmallVectorImpl<char> &output,
                       AddPasses addPasses = nullptr);

/// The assembly of the module, which stays as it is.
llvm::Expected<std::string>
emitAssembly(const llvm::Module &module,
             std::unique_ptr<llvm::TargetMachine> &machine,
             AddPasses addPasses = nullptr);

} // namespace mlir::tiny

#endif // TINY_TARGET_EMISSION_H

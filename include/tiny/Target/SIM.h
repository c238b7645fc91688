//===- SIM.h - Workgroups on the CPU ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The execution model of a GPU without one, to know what its kernels should
// compute. `tiny-serialize-workgroup` makes functions for the CPU of them:
//
//   tiny-serialize-workgroup   gpu.func -> func.func    SerializeWorkgroup.cpp
//   tiny-cpu-pipeline and the rest                      tiny/Target/CPU.h
//
// A function that the pass made with `check` calls back into the process while
// it runs (CheckRuntime.cpp). What it does wrong is collected, not executed.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_SIM_H
#define TINY_TARGET_SIM_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::tiny::sim {

/// What a kernel says of one of its accesses to memory that items share.
struct Access {
  enum Kind {
    Load,
    Store,
    /// An atomic update, which reads too.
    Update,
    /// An atomic store.
    Exchange
  };
  Kind kind = Load;
  /// Whether it is to memory of the workgroup, else of the grid.
  bool isShared = false;
  /// The number of the memory among all of its sort, and its elements.
  uint32_t buffer = 0;
  uint64_t size = 0;
  /// How many neighbours are accessed at once.
  uint32_t lanes = 1;
  /// `file:line`
  std::string place;
};

/// The accesses of a function by their numbers.
using AccessTable = std::vector<Access>;

/// The table of a function that was made with `check`; none if it was not.
std::optional<AccessTable> getAccessTable(Operation *function);

/// Runs a kernel that was made with `check`: `run` calls its entry once, on the
/// thread that it is called on. Fails with a line for each thing that the
/// kernel did wrong, of which the first few are told apart:
/// * an access outside of the memory, which did not happen (a load yielded 0);
/// * a load of memory of the workgroup that nobody had stored to;
/// * a race: two accesses to one element, not both loads nor both atomic, that
///   are of different items with no barrier between them, or of different
///   workgroups.
llvm::Error runChecked(const AccessTable &accesses,
                       llvm::function_ref<void()> run);

/// A function that kernels with checks call.
struct RuntimeFunction {
  llvm::StringRef name;
  void *address;
};
llvm::ArrayRef<RuntimeFunction> getRuntimeFunctions();

} // namespace mlir::tiny::sim

#endif // TINY_TARGET_SIM_H

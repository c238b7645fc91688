//===- CodegenOptions.h - How kernels are optimized -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_CODEGENOPTIONS_H
#define TINY_RUNTIME_CODEGENOPTIONS_H

#include "llvm/ADT/Hashing.h"
#include <string>
#include <vector>

namespace mlir::tiny {

/// What becomes of a kernel besides what its IR says: kernels are compiled
/// anew for other options.
struct CodegenOptions {
  /// Leave every loop as it is, but for opts that a kernel has.
  bool noopt = false;
  /// The target by name (see `tiny-optimize`).
  std::string target = "cpu";
  /// Look for races and accesses outside of memory in simulated workgroups.
  bool simCheck = false;
  /// Which rule of `tiny-insert-barriers` to leave out, if any.
  std::string disabledBarriers;
  /// Keep searches from making workgroups.
  bool noLocals = false;
  /// How many lists of opts a search extends in each step; 0 for no search.
  unsigned beam = 0;
  /// The types to do without, as `tiny-decompose-dtypes` names them.
  std::vector<std::string> emulate;

  bool operator==(const CodegenOptions &other) const {
    return noopt == other.noopt && target == other.target &&
           simCheck == other.simCheck &&
           disabledBarriers == other.disabledBarriers &&
           noLocals == other.noLocals && beam == other.beam &&
           emulate == other.emulate;
  }
  bool operator!=(const CodegenOptions &other) const {
    return !(*this == other);
  }
};

inline llvm::hash_code hash_value(const CodegenOptions &options) {
  return llvm::hash_combine(
      options.noopt, options.target, options.simCheck, options.disabledBarriers,
      options.noLocals, options.beam,
      llvm::hash_combine_range(options.emulate.begin(), options.emulate.end()));
}

} // namespace mlir::tiny

#endif // TINY_RUNTIME_CODEGENOPTIONS_H

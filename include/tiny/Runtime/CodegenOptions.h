//===- CodegenOptions.h - How kernels are optimized -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_CODEGENOPTIONS_H
#define TINY_RUNTIME_CODEGENOPTIONS_H

#include "llvm/ADT/Hashing.h"

namespace mlir::tiny {

/// What becomes of a kernel besides what its IR says: kernels are compiled
/// anew for other options.
struct CodegenOptions {
  /// Leave every loop as it is, but for opts that a kernel has.
  bool noopt = false;
  /// Let opts make workgroups, whose items run one after another.
  bool workgroups = false;

  bool operator==(const CodegenOptions &other) const {
    return noopt == other.noopt && workgroups == other.workgroups;
  }
  bool operator!=(const CodegenOptions &other) const {
    return !(*this == other);
  }
};

inline llvm::hash_code hash_value(const CodegenOptions &options) {
  return llvm::hash_combine(options.noopt, options.workgroups);
}

} // namespace mlir::tiny

#endif // TINY_RUNTIME_CODEGENOPTIONS_H

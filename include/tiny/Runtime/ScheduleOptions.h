//===- ScheduleOptions.h - How graphs are scheduled -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_SCHEDULEOPTIONS_H
#define TINY_RUNTIME_SCHEDULEOPTIONS_H

#include "tiny/Runtime/CodegenOptions.h"

namespace mlir::tiny {

/// What becomes of a graph besides what its IR says: graphs are compiled anew
/// for other options.
struct ScheduleOptions : CodegenOptions {
  /// Do large reductions in two kernels.
  bool splitReduce = true;
  /// Let temporaries share memory over time.
  bool planMemory = true;

  bool operator==(const ScheduleOptions &other) const {
    return CodegenOptions::operator==(other) &&
           splitReduce == other.splitReduce && planMemory == other.planMemory;
  }
  bool operator!=(const ScheduleOptions &other) const {
    return !(*this == other);
  }
};

inline llvm::hash_code hash_value(const ScheduleOptions &options) {
  return llvm::hash_combine(
      hash_value(static_cast<const CodegenOptions &>(options)),
      options.splitReduce, options.planMemory);
}

} // namespace mlir::tiny

#endif // TINY_RUNTIME_SCHEDULEOPTIONS_H

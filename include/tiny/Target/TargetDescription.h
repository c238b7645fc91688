//===- TargetDescription.h - What passes know of a target -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_TARGETDESCRIPTION_H
#define TINY_TARGET_TARGETDESCRIPTION_H

#include <algorithm>
#include <cstdint>
#include <thread>

namespace mlir::tiny {

/// The facts about a target that shape its kernels. No pass asks which target
/// it compiles for; it asks this description.
struct TargetDescription {
  /// The width of a vector register.
  int64_t vectorBits = 256;
  /// How many vector registers there are.
  int64_t numVectorRegisters = 16;
  /// How many threads may run one kernel.
  int64_t numThreads = 1;
  /// The least number of innermost iterations that is worth several threads.
  int64_t minThreadWork = 32768;

  /// The CPU that this process runs on.
  static TargetDescription getHost() {
    TargetDescription target;
    target.numThreads =
        std::max<int64_t>(1, std::thread::hardware_concurrency());
    return target;
  }

  /// How many elements of that size a vector register holds.
  int64_t getLanes(int64_t elementBits) const {
    return std::max<int64_t>(1, vectorBits / elementBits);
  }
};

} // namespace mlir::tiny

#endif // TINY_TARGET_TARGETDESCRIPTION_H

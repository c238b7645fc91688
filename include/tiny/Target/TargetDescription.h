//===- TargetDescription.h - What passes know of a target -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_TARGETDESCRIPTION_H
#define TINY_TARGET_TARGETDESCRIPTION_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
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
  /// Whether a range may be split among threads, and into how many parts.
  bool hasThreads = true;
  int64_t maxThreads = 65536;
  /// Whether output loops are a grid of workgroups.
  bool hasGrid = false;
  /// Whether there are workgroups, and the memory that the items of one share.
  bool hasLocal = false;
  int64_t sharedBytes = 0;
  /// How many workgroups and items there may be in each dimension, and how many
  /// items in one workgroup.
  std::array<int64_t, 3> maxGroups = {2147483647, 65535, 65535};
  std::array<int64_t, 3> maxItems = {1024, 1024, 64};
  int64_t maxGroupItems = 1024;
  /// Whether an instruction can take the number of a register from a register.
  bool hasDynamicRegisterIndex = true;
  /// How many buffers a kernel may be given.
  int64_t maxBuffers = 31;
  /// Whether these are instructions; else they are made of arithmetic.
  bool hasExp2 = false;
  bool hasLog2 = false;
  bool hasSin = false;
  bool hasSqrt = true;
  /// Whether there are integers of 64 bits.
  bool hasInt64 = true;
  /// Whether there are casts between f16 and f32.
  bool castsF16 = true;

  /// The CPU that this process runs on. Asked for once: several passes want to
  /// know it of each kernel, and the operating system takes its time.
  static const TargetDescription &getHost() {
    static const TargetDescription host = [] {
      TargetDescription target;
      target.numThreads =
          std::max<int64_t>(1, std::thread::hardware_concurrency());
#ifdef __x86_64__
      target.castsF16 = __builtin_cpu_supports("f16c");
#endif
      return target;
    }();
    return host;
  }

  /// A target by name:
  /// * `cpu`: the CPU that this process runs on;
  /// * `cpu-local`: the same, with workgroups whose items run one after
  ///   another, so that kernels for other targets can be tried;
  /// * `sim`: a GPU that the CPU simulates.
  static std::optional<TargetDescription> find(std::string_view name) {
    TargetDescription target = getHost();
    if (name == "cpu")
      return target;
    target.hasLocal = true;
    target.sharedBytes = 32768;
    if (name == "cpu-local")
      return target;
    if (name != "sim")
      return std::nullopt;
    target.vectorBits = 128;
    target.sharedBytes = 49152;
    target.hasThreads = false;
    target.hasGrid = true;
    target.hasDynamicRegisterIndex = false;
    return target;
  }

  /// How many elements of that size a vector register holds.
  int64_t getLanes(int64_t elementBits) const {
    return std::max<int64_t>(1, vectorBits / elementBits);
  }
};

} // namespace mlir::tiny

#endif // TINY_TARGET_TARGETDESCRIPTION_H

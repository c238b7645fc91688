//===- Stopwatch.h - Processor time of a thread -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_RUNTIME_STOPWATCH_H
#define TINY_LIB_RUNTIME_STOPWATCH_H

#include <ctime>

namespace mlir::tiny {

/// The seconds since it was made, until it is read.
template <clockid_t clock>
class BasicStopwatch {
public:
  double read() const { return now() - start; }

private:
  static double now() {
    timespec time;
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_nsec) * 1e-9;
  }
  double start = now();
};

/// Processor time of this thread: other threads and programs do not count.
using Stopwatch = BasicStopwatch<CLOCK_THREAD_CPUTIME_ID>;
using WallStopwatch = BasicStopwatch<CLOCK_MONOTONIC>;

} // namespace mlir::tiny

#endif // TINY_LIB_RUNTIME_STOPWATCH_H

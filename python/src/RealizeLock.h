//===- RealizeLock.h - The right to realize ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_PYTHON_REALIZELOCK_H
#define TINY_PYTHON_REALIZELOCK_H

#include "Bindings.h"

#include <atomic>

namespace mlir::tiny::python {

/// Holds the right to realize. Waits without Python's lock, so that the holder
/// can finish.
class RealizeLock {
public:
  RealizeLock() : lock(Session::get().getRealizeMutex(), std::defer_lock) {
    if (isHeldHere())
      raise(PyExc_RuntimeError, "realize is called from within realize");
    if (!lock.try_lock()) {
      nb::gil_scoped_release release;
      lock.lock();
    }
    owner = std::this_thread::get_id();
  }
  ~RealizeLock() { owner = std::thread::id(); }

  static bool isHeldHere() {
    return owner.load() == std::this_thread::get_id();
  }

private:
  static std::atomic<std::thread::id> owner;
  std::unique_lock<std::mutex> lock;
};

} // namespace mlir::tiny::python

#endif // TINY_PYTHON_REALIZELOCK_H

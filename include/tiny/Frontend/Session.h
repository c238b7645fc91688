//===- Session.h - The state of a running program ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_SESSION_H
#define TINY_FRONTEND_SESSION_H

#include "mlir/IR/MLIRContext.h"
#include "tiny/Frontend/Arena.h"
#include "tiny/Frontend/Realize.h"
#include <mutex>

namespace mlir::tiny {

/// The context, the graph and what was compiled from it. There is one in a
/// process, and it is never destroyed: threads may outlive `main`.
class Session {
public:
  static Session &get();

  MLIRContext &getContext() { return context; }
  Arena &getArena() { return arena; }
  ScheduleCache &getSchedules() { return schedules; }
  /// Held by whoever realizes.
  std::mutex &getRealizeMutex() { return realizeMutex; }

  /// The graph below `value` as the text of a module. A weak value appears with
  /// the width that it gets by default.
  std::string print(Value value);

private:
  Session();

  MLIRContext context;
  Arena arena;
  ScheduleCache schedules;
  std::mutex realizeMutex;
};

} // namespace mlir::tiny

#endif // TINY_FRONTEND_SESSION_H

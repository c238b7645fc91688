//===- Executable.h - A compiled schedule -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_EXECUTABLE_H
#define TINY_RUNTIME_EXECUTABLE_H

#include "tiny/Runtime/Buffer.h"
#include "tiny/Target/SIM.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::tiny {

/// What a run did, one per kernel launch.
struct LaunchRecord {
  std::string name;
  /// The number of the device.
  unsigned device = 0;
  double seconds = 0;
  /// The sizes of the buffers that the kernel was given.
  uint64_t bytes = 0;
  /// An estimate: arithmetic operations on data.
  uint64_t flops = 0;
  unsigned numArguments = 0;
};

/// One kernel launch of an executable.
struct Launch {
  using Entry = void (*)(void **arguments, int64_t begin, int64_t end);

  std::string name;
  Entry entry = nullptr;
  /// The extent of the kernel's parallel loop, 1 if it has none.
  int64_t numThreads = 1;
  /// Where its buffers, and behind them its variables, are in
  /// `Program::slots`.
  uint32_t firstSlot = 0;
  uint32_t numSlots = 0;
  uint64_t bytes = 0;
  uint64_t flops = 0;
  /// What the kernel accesses, if it is to be checked.
  std::shared_ptr<const sim::AccessTable> accesses;
};

/// Runs a kernel on the caller and, if it is parallel, the thread pool.
void runKernel(Launch::Entry entry, int64_t numThreads, void **arguments);

/// A number that is given at launch, and its bounds, both included.
struct Variable {
  std::string label;
  int64_t min = 0;
  int64_t max = 0;
};

/// A flat list of launches. A slot below the number of arguments is one of
/// them; temporaries follow, and then variables. All temporaries of a run are
/// pieces of one block of memory.
///
/// A program of several devices makes each launch on all of them before the
/// next one, with the blocks of the arguments and the temporaries of the
/// device.
struct Program {
  /// A slot with this device is one of the device that the launch is on.
  static constexpr uint32_t ownDevice = ~0u;

  std::vector<Launch> launches;
  std::vector<uint32_t> slots;
  /// The device of each slot.
  std::vector<uint32_t> slotDevices;
  uint32_t numDevices = 1;
  /// The variable that is the number of the device, or none.
  std::optional<uint32_t> deviceVariable;
  /// The least size of each argument.
  std::vector<uint64_t> argumentBytes;
  std::vector<uint64_t> temporaryOffsets;
  uint64_t temporaryBytes = 0;
  std::vector<Variable> variables;
};

/// Runs a program. It does not change, so threads may share it.
class Executable {
public:
  explicit Executable(Program program) : program(std::move(program)) {}

  /// Runs all launches in order on the caller and the thread pool. The caller
  /// keeps the arguments alive. `variables` has a number for each
  /// variable of the program; that of the device does not matter. Fails, having
  /// run nothing, if there are too few or many of either, a size is wrong, a
  /// variable leaves its bounds, or there is no memory for the temporaries. A
  /// trace gets one record per launch.
  llvm::Error run(llvm::ArrayRef<Buffer *> arguments,
                  std::vector<LaunchRecord> *trace = nullptr,
                  llvm::ArrayRef<int64_t> variables = {}) const;

  const Program &getProgram() const { return program; }
  /// How many launches a run makes, on all devices.
  size_t getNumLaunches() const {
    return program.launches.size() * program.numDevices;
  }
  /// The kernels in the order in which they run.
  std::vector<std::string> getKernelNames() const;

private:
  Program program;
};

} // namespace mlir::tiny

#endif // TINY_RUNTIME_EXECUTABLE_H

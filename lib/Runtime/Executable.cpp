//===- Executable.cpp - A compiled schedule -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/Executable.h"

#include "tiny/Runtime/ThreadPool.h"

#include "llvm/ADT/SmallVector.h"

#include <chrono>

namespace mlir::tiny {

std::vector<std::string> Executable::getKernelNames() const {
  std::vector<std::string> names;
  for (const Launch &launch : program.launches)
    names.push_back(launch.name);
  return names;
}

static llvm::Error checkArguments(const Program &program,
                                  llvm::ArrayRef<Buffer *> arguments,
                                  llvm::ArrayRef<int64_t> variables) {
  if (arguments.size() != program.argumentBytes.size())
    return llvm::createStringError("expected %zu buffers, got %zu",
                                   program.argumentBytes.size(),
                                   arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i])
      return llvm::createStringError("buffer %zu is missing", i);
    if (arguments[i]->getSize() < program.argumentBytes[i])
      return llvm::createStringError(
          "buffer %zu has %zu bytes, the program needs %zu", i,
          arguments[i]->getSize(), size_t(program.argumentBytes[i]));
  }
  if (variables.size() != program.variables.size())
    return llvm::createStringError("expected %zu variables, got %zu",
                                   program.variables.size(), variables.size());
  for (auto [number, variable] : llvm::zip(variables, program.variables))
    if (number < variable.min || number > variable.max)
      return llvm::createStringError(
          "variable '" + variable.label + "' = " + llvm::Twine(number) +
          " is not in range [" + llvm::Twine(variable.min) + ", " +
          llvm::Twine(variable.max) + "]");
  return llvm::Error::success();
}

void runKernel(Launch::Entry entry, int64_t numThreads, void **arguments) {
  if (numThreads <= 1)
    return entry(arguments, 0, 1);
  parallelFor(numThreads, [&](int64_t begin, int64_t end) {
    entry(arguments, begin, end);
  });
}

static void runLaunch(const Launch &launch, void **arguments) {
  runKernel(launch.entry, launch.numThreads, arguments);
}

llvm::Error Executable::run(llvm::ArrayRef<Buffer *> arguments,
                            std::vector<LaunchRecord> *trace,
                            llvm::ArrayRef<int64_t> variables) const {
  if (llvm::Error error = checkArguments(program, arguments, variables))
    return error;
  std::shared_ptr<Buffer> temporaries;
  if (program.temporaryBytes) {
    auto allocated = Buffer::allocate(program.temporaryBytes);
    if (!allocated)
      return allocated.takeError();
    temporaries = std::move(*allocated);
  }

  llvm::SmallVector<void *, 64> addresses;
  addresses.reserve(arguments.size() + program.temporaryOffsets.size());
  for (Buffer *argument : arguments)
    addresses.push_back(argument->getData());
  for (uint64_t offset : program.temporaryOffsets)
    addresses.push_back(static_cast<char *>(temporaries->getData()) + offset);
  for (int64_t number : variables)
    addresses.push_back(reinterpret_cast<void *>(number));
  llvm::SmallVector<void *, 256> values(program.slots.size());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = addresses[program.slots[i]];

  if (!trace) {
    for (const Launch &launch : program.launches)
      runLaunch(launch, values.data() + launch.firstSlot);
    return llvm::Error::success();
  }
  trace->reserve(trace->size() + program.launches.size());
  for (const Launch &launch : program.launches) {
    auto start = std::chrono::steady_clock::now();
    runLaunch(launch, values.data() + launch.firstSlot);
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    trace->push_back({launch.name, time.count(), launch.bytes, launch.flops,
                      launch.numSlots});
  }
  return llvm::Error::success();
}

} // namespace mlir::tiny

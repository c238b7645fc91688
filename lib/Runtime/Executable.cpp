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
    if (arguments[i]->getNumBlocks() != program.numDevices)
      return llvm::createStringError(
          "buffer %zu lies on %zu devices, the program runs on %zu", i,
          arguments[i]->getNumBlocks(), size_t(program.numDevices));
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

/// Runs a kernel that says what it accesses, and reports what it does wrong.
static llvm::Error runChecked(const Launch &launch, void **arguments) {
  llvm::Error error =
      sim::runChecked(*launch.accesses, [&] { launch.entry(arguments, 0, 1); });
  if (!error)
    return error;
  return llvm::createStringError("kernel " + launch.name + ":\n" +
                                 llvm::toString(std::move(error)));
}

static llvm::Error runLaunch(const Launch &launch, void **arguments,
                             unsigned device,
                             std::vector<LaunchRecord> *trace) {
  auto run = [&]() -> llvm::Error {
    if (launch.accesses)
      return runChecked(launch, arguments);
    runKernel(launch.entry, launch.numThreads, arguments);
    return llvm::Error::success();
  };
  if (!trace)
    return run();
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = run())
    return error;
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  trace->push_back({launch.name, device, time.count(), launch.bytes,
                    launch.flops, launch.numSlots});
  return llvm::Error::success();
}

llvm::Error Executable::run(llvm::ArrayRef<Buffer *> arguments,
                            std::vector<LaunchRecord> *trace,
                            llvm::ArrayRef<int64_t> variables) const {
  if (llvm::Error error = checkArguments(program, arguments, variables))
    return error;
  std::shared_ptr<Buffer> temporaries;
  if (program.temporaryBytes) {
    auto allocated =
        Buffer::allocate(program.temporaryBytes * program.numDevices);
    if (!allocated)
      return allocated.takeError();
    temporaries = std::move(*allocated);
  }

  // Those of one device stand behind those of another.
  char *memory =
      temporaries ? static_cast<char *>(temporaries->getData()) : nullptr;
  size_t numArguments = arguments.size();
  size_t numMemory = numArguments + program.temporaryOffsets.size();
  auto getAddress = [&](size_t slot, size_t device) -> void * {
    if (slot < numArguments)
      return arguments[slot]->getBlock(device);
    if (slot < numMemory)
      return memory + device * program.temporaryBytes +
             program.temporaryOffsets[slot - numArguments];
    slot -= numMemory;
    int64_t number = slot == program.deviceVariable ? device : variables[slot];
    return reinterpret_cast<void *>(number);
  };
  llvm::SmallVector<void *, 256> values;
  values.reserve(program.slots.size() * program.numDevices);
  for (uint32_t device = 0; device < program.numDevices; ++device)
    for (auto [slot, other] :
         llvm::zip_equal(program.slots, program.slotDevices))
      values.push_back(
          getAddress(slot, other == Program::ownDevice ? device : other));

  if (trace)
    trace->reserve(trace->size() + getNumLaunches());
  for (const Launch &launch : program.launches)
    for (uint32_t device = 0; device < program.numDevices; ++device)
      if (llvm::Error error = runLaunch(
              launch,
              values.data() + device * program.slots.size() + launch.firstSlot,
              device, trace))
        return error;
  return llvm::Error::success();
}

} // namespace mlir::tiny

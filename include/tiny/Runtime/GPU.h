//===- GPU.h - GPUs through their drivers -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A GPU has memory, streams that copy and launch in order, and events that one
// stream records and another one waits for. Drivers are libraries that are
// looked for when the first device is opened; errors carry the driver's text.
//
// All of it is thread safe, except that a stream belongs to one thread at a
// time. Streams and events keep their device open.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_GPU_H
#define TINY_RUNTIME_GPU_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace mlir::tiny {

class GPUContext;

/// The address of memory of a device.
using DeviceAddress = uint64_t;

/// What a device is.
struct GPUDescription {
  std::string name;
  /// What to compile for, such as "sm_80".
  std::string chip;
  size_t memoryBytes = 0;
  int warpSize = 0;
  int numProcessors = 0;
  int maxThreads = 0;
  int sharedBytes = 0;
};

/// A kernel in the memory of a device, which keeps it.
struct GPUKernel {
  void *handle = nullptr;
};

/// How many workgroups there are, and how many threads each has.
struct GPUGrid {
  std::array<unsigned, 3> workgroups = {1, 1, 1};
  std::array<unsigned, 3> threads = {1, 1, 1};
};

/// A point in the order of a stream.
class GPUEvent {
public:
  ~GPUEvent();

  /// Waits until the stream has got there.
  llvm::Error synchronize() const;

  /// The time from an earlier event to this one, which both have happened.
  llvm::Expected<double> getSecondsSince(const GPUEvent &start) const;

private:
  friend class GPUStream;
  GPUEvent(std::shared_ptr<GPUContext> context, void *handle);
  std::shared_ptr<GPUContext> context;
  void *handle;
};

/// Does one thing after another, while the caller goes on. What is copied from
/// or to must live until then.
class GPUStream {
public:
  ~GPUStream();

  llvm::Error copyToDevice(DeviceAddress target, const void *source,
                           size_t bytes);
  llvm::Error copyToHost(void *target, DeviceAddress source, size_t bytes);
  llvm::Error copyOnDevice(DeviceAddress target, DeviceAddress source,
                           size_t bytes);

  /// Launches a kernel that takes buffers, and then variables of 64 bits.
  llvm::Error launch(GPUKernel kernel, const GPUGrid &grid,
                     llvm::ArrayRef<DeviceAddress> buffers,
                     llvm::ArrayRef<int64_t> variables = {});

  /// An event at the end of what the stream has been given so far.
  llvm::Expected<std::unique_ptr<GPUEvent>> record();

  /// Goes on after an event, of any stream of the device.
  llvm::Error waitFor(const GPUEvent &event);

  /// Waits until the stream has done everything.
  llvm::Error synchronize();

private:
  friend class GPUDevice;
  GPUStream(std::shared_ptr<GPUContext> context, void *handle);
  std::shared_ptr<GPUContext> context;
  void *handle;
};

/// An opened device.
class GPUDevice {
public:
  explicit GPUDevice(std::shared_ptr<GPUContext> context);

  const GPUDescription &getDescription() const;

  llvm::Expected<DeviceAddress> allocate(size_t bytes);
  llvm::Error free(DeviceAddress address);

  llvm::Expected<std::unique_ptr<GPUStream>> createStream();

  /// A kernel of machine code, or of what the driver makes it of. The same code
  /// is loaded once, and stays until the device is closed.
  llvm::Expected<GPUKernel> loadKernel(llvm::StringRef code,
                                       llvm::StringRef name);

private:
  std::shared_ptr<GPUContext> context;
};

/// Opens a GPU of NVIDIA. The driver is the library that TINY_CUDA_DRIVER
/// names, or libcuda.so.1. The error says whether it is missing, or the device.
llvm::Expected<GPUDevice> openCUDADevice(unsigned index);

} // namespace mlir::tiny

#endif // TINY_RUNTIME_GPU_H

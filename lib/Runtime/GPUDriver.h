//===- GPUDriver.h - The functions of a GPU driver --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What GPU.cpp needs of a driver, as that of CUDA has it. HIP has the same
// functions under other names: handles and addresses are 64 bits, results are
// numbers, and 0 is success.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_RUNTIME_GPUDRIVER_H
#define TINY_LIB_RUNTIME_GPUDRIVER_H

#include "tiny/Runtime/GPU.h"

namespace mlir::tiny {

struct GPUDriver {
  int (*getErrorString)(int result, const char **text);
  int (*getDeviceCount)(int *count);
  int (*getDevice)(int *device, int index);
  int (*getDeviceName)(char *name, int size, int device);
  int (*getDeviceMemory)(size_t *bytes, int device);
  int (*getDeviceAttribute)(int *value, int attribute, int device);
  int (*retainContext)(void **context, int device);
  int (*releaseContext)(int device);
  int (*setContext)(void *context);
  int (*allocate)(uint64_t *address, size_t bytes);
  int (*free)(uint64_t address);
  int (*copyToDevice)(uint64_t target, const void *source, size_t bytes,
                      void *stream);
  int (*copyToHost)(void *target, uint64_t source, size_t bytes, void *stream);
  int (*copyOnDevice)(uint64_t target, uint64_t source, size_t bytes,
                      void *stream);
  int (*createStream)(void **stream, unsigned flags);
  int (*destroyStream)(void *stream);
  int (*synchronizeStream)(void *stream);
  int (*waitForEvent)(void *stream, void *event, unsigned flags);
  int (*createEvent)(void **event, unsigned flags);
  int (*destroyEvent)(void *event);
  int (*recordEvent)(void *event, void *stream);
  int (*synchronizeEvent)(void *event);
  int (*getElapsedTime)(float *milliseconds, void *start, void *end);
  int (*loadModule)(void **module, const void *image, unsigned numOptions,
                    int *options, void **values);
  int (*unloadModule)(void *module);
  int (*getFunction)(void **function, void *module, const char *name);
  int (*launchKernel)(void *function, unsigned gridX, unsigned gridY,
                      unsigned gridZ, unsigned blockX, unsigned blockY,
                      unsigned blockZ, unsigned sharedBytes, void *stream,
                      void **parameters, void **extra);

  /// The error of a function that was to do something, with the driver's text.
  llvm::Error check(int result, const llvm::Twine &action) const;
};

/// Opens a device of a driver that is loaded. `device` is the driver's number.
llvm::Expected<GPUDevice> openDevice(const GPUDriver &driver, int device,
                                     GPUDescription description);

} // namespace mlir::tiny

#endif // TINY_LIB_RUNTIME_GPUDRIVER_H

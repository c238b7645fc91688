//===- CUDA.cpp - The driver of NVIDIA's GPUs -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The driver's interface is a library of C functions with numbers, handles and
// strings, so no header of NVIDIA's is needed. Numbers of attributes are those
// of CUdevice_attribute.
//
//===----------------------------------------------------------------------===//

#include "GPUDriver.h"

#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Process.h"

#include <mutex>
#include <optional>

namespace mlir::tiny {
namespace {

enum Attribute {
  maxThreadsPerBlock = 1,
  maxSharedMemoryPerBlock = 8,
  warpSize = 10,
  multiprocessorCount = 16,
  computeCapabilityMajor = 75,
  computeCapabilityMinor = 76,
};

/// Finds functions, and keeps the first one in mind that is missing.
class Library {
public:
  explicit Library(llvm::sys::DynamicLibrary library) : library(library) {}

  template <typename Function>
  void find(Function &function, const char *name) {
    void *address = library.getAddressOfSymbol(name);
    if (!address && missing.empty())
      missing = name;
    function = reinterpret_cast<Function>(address);
  }

  std::string missing;

private:
  llvm::sys::DynamicLibrary library;
};

} // namespace

static void findFunctions(Library &library, GPUDriver &driver) {
  library.find(driver.getErrorString, "cuGetErrorString");
  library.find(driver.getDeviceCount, "cuDeviceGetCount");
  library.find(driver.getDevice, "cuDeviceGet");
  library.find(driver.getDeviceName, "cuDeviceGetName");
  library.find(driver.getDeviceMemory, "cuDeviceTotalMem_v2");
  library.find(driver.getDeviceAttribute, "cuDeviceGetAttribute");
  library.find(driver.retainContext, "cuDevicePrimaryCtxRetain");
  library.find(driver.releaseContext, "cuDevicePrimaryCtxRelease_v2");
  library.find(driver.setContext, "cuCtxSetCurrent");
  library.find(driver.allocate, "cuMemAlloc_v2");
  library.find(driver.free, "cuMemFree_v2");
  library.find(driver.copyToDevice, "cuMemcpyHtoDAsync_v2");
  library.find(driver.copyToHost, "cuMemcpyDtoHAsync_v2");
  library.find(driver.copyOnDevice, "cuMemcpyDtoDAsync_v2");
  library.find(driver.createStream, "cuStreamCreate");
  library.find(driver.destroyStream, "cuStreamDestroy_v2");
  library.find(driver.synchronizeStream, "cuStreamSynchronize");
  library.find(driver.waitForEvent, "cuStreamWaitEvent");
  library.find(driver.createEvent, "cuEventCreate");
  library.find(driver.destroyEvent, "cuEventDestroy_v2");
  library.find(driver.recordEvent, "cuEventRecord");
  library.find(driver.synchronizeEvent, "cuEventSynchronize");
  library.find(driver.getElapsedTime, "cuEventElapsedTime");
  library.find(driver.loadModule, "cuModuleLoadDataEx");
  library.find(driver.unloadModule, "cuModuleUnload");
  library.find(driver.getFunction, "cuModuleGetFunction");
  library.find(driver.launchKernel, "cuLaunchKernel");
}

/// Loads and initializes the driver.
static llvm::Expected<GPUDriver> loadDriver() {
  std::string path =
      llvm::sys::Process::GetEnv("TINY_CUDA_DRIVER").value_or("libcuda.so.1");
  std::string reason;
  auto dynamic =
      llvm::sys::DynamicLibrary::getPermanentLibrary(path.c_str(), &reason);
  if (!dynamic.isValid())
    return llvm::createStringError("there is no CUDA driver here: " + reason);
  Library library(dynamic);
  GPUDriver driver;
  int (*initialize)(unsigned flags);
  library.find(initialize, "cuInit");
  findFunctions(library, driver);
  if (!library.missing.empty())
    return llvm::createStringError("the CUDA driver " + path + " has no " +
                                   library.missing);
  if (llvm::Error error =
          driver.check(initialize(0), "cannot start the CUDA driver"))
    return error;
  return driver;
}

/// The driver of the process. After a failure the next call tries again.
static llvm::Expected<const GPUDriver &> getDriver() {
  static std::mutex mutex;
  static std::optional<GPUDriver> driver;
  std::lock_guard<std::mutex> lock(mutex);
  if (!driver) {
    llvm::Expected<GPUDriver> loaded = loadDriver();
    if (!loaded)
      return loaded.takeError();
    driver = *loaded;
  }
  return *driver;
}

static llvm::Expected<GPUDescription> describe(const GPUDriver &driver,
                                               int device) {
  GPUDescription description;
  char name[256] = {};
  int major = 0, minor = 0;
  const std::pair<int, int *> attributes[] = {
      {maxThreadsPerBlock, &description.maxThreads},
      {maxSharedMemoryPerBlock, &description.sharedBytes},
      {warpSize, &description.warpSize},
      {multiprocessorCount, &description.numProcessors},
      {computeCapabilityMajor, &major},
      {computeCapabilityMinor, &minor},
  };
  int result = driver.getDeviceName(name, sizeof(name), device);
  if (!result)
    result = driver.getDeviceMemory(&description.memoryBytes, device);
  for (auto [attribute, value] : attributes)
    if (!result)
      result = driver.getDeviceAttribute(value, attribute, device);
  if (llvm::Error error = driver.check(result, "cannot describe the device"))
    return error;
  description.name = name;
  description.chip = "sm_" + std::to_string(major) + std::to_string(minor);
  return description;
}

llvm::Expected<GPUDevice> openCUDADevice(unsigned index) {
  auto driver = getDriver();
  if (!driver)
    return driver.takeError();
  int count = 0, device = 0;
  if (llvm::Error error =
          driver->check(driver->getDeviceCount(&count), "cannot count devices"))
    return error;
  if (index >= unsigned(count))
    return llvm::createStringError("there is no device CUDA:%u: the driver "
                                   "has %d",
                                   index, count);
  if (llvm::Error error = driver->check(driver->getDevice(&device, index),
                                        "cannot open the device"))
    return error;
  auto description = describe(*driver, device);
  if (!description)
    return description.takeError();
  return openDevice(*driver, device, *description);
}

} // namespace mlir::tiny

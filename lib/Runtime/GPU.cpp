//===- GPU.cpp - GPUs through their drivers -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A thread has one current context, and other libraries change it: each entry
// makes it that of the device, which costs a few nanoseconds.
//
//===----------------------------------------------------------------------===//

#include "GPUDriver.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"

#include <map>
#include <mutex>

namespace mlir::tiny {

llvm::Error GPUDriver::check(int result, const llvm::Twine &action) const {
  if (result == 0)
    return llvm::Error::success();
  const char *text = nullptr;
  if (getErrorString(result, &text) != 0 || !text)
    text = "an error that the driver does not know";
  return llvm::createStringError(action + ": " + text);
}

/// An opened device, with the code that is loaded.
class GPUContext {
public:
  GPUContext(const GPUDriver &driver, int device, void *handle,
             GPUDescription description)
      : driver(driver), description(std::move(description)), device(device),
        handle(handle) {}

  ~GPUContext() {
    enter();
    for (auto &[hash, module] : modules)
      driver.unloadModule(module.handle);
    driver.releaseContext(device);
  }

  /// Makes this the current context of the thread. If it cannot be, what comes
  /// next says so.
  const GPUDriver &enter() const {
    driver.setContext(handle);
    return driver;
  }

  llvm::Expected<GPUKernel> loadKernel(llvm::StringRef code,
                                       llvm::StringRef name);

  const GPUDriver driver;
  const GPUDescription description;

private:
  struct Module {
    void *handle;
    llvm::StringMap<void *> kernels;
  };

  llvm::Expected<Module &> getModule(llvm::StringRef code);

  int device;
  void *handle;
  std::mutex mutex;
  /// By the hash of their code.
  std::map<std::pair<uint64_t, uint64_t>, Module> modules;
};

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Numbers of CUjit_option, which HIP shares.
enum JitOption { errorLogBuffer = 5, errorLogBufferSize = 6 };

llvm::Expected<GPUContext::Module &>
GPUContext::getModule(llvm::StringRef code) {
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(
      {reinterpret_cast<const uint8_t *>(code.data()), code.size()});
  auto found = modules.find({hash.high64, hash.low64});
  if (found != modules.end())
    return found->second;

  // What the driver says of code that it has to assemble.
  char log[4096] = {};
  int options[] = {errorLogBuffer, errorLogBufferSize};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log) - 1)};
  std::string terminated = code.str(); // PTX ends where a string does.
  void *module = nullptr;
  int result =
      driver.loadModule(&module, terminated.c_str(), 2, options, values);
  std::string action = "cannot load code on " + description.name;
  if (llvm::StringRef text = llvm::StringRef(log).trim(); !text.empty())
    action += " (" + text.str() + ")";
  if (llvm::Error error = driver.check(result, action))
    return error;
  Module &entry = modules[{hash.high64, hash.low64}];
  entry.handle = module;
  return entry;
}

llvm::Expected<GPUKernel> GPUContext::loadKernel(llvm::StringRef code,
                                                 llvm::StringRef name) {
  enter();
  std::lock_guard<std::mutex> lock(mutex);
  llvm::Expected<Module &> module = getModule(code);
  if (!module)
    return module.takeError();
  auto found = module->kernels.find(name);
  if (found != module->kernels.end())
    return GPUKernel{found->second};
  void *function = nullptr;
  if (llvm::Error error = driver.check(
          driver.getFunction(&function, module->handle, name.str().c_str()),
          "cannot find kernel " + name))
    return error;
  module->kernels[name] = function;
  return GPUKernel{function};
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

llvm::Expected<GPUDevice> openDevice(const GPUDriver &driver, int device,
                                     GPUDescription description) {
  void *handle = nullptr;
  if (llvm::Error error = driver.check(driver.retainContext(&handle, device),
                                       "cannot open " + description.name))
    return error;
  return GPUDevice(std::make_shared<GPUContext>(driver, device, handle,
                                                std::move(description)));
}

GPUDevice::GPUDevice(std::shared_ptr<GPUContext> context)
    : context(std::move(context)) {}

const GPUDescription &GPUDevice::getDescription() const {
  return context->description;
}

llvm::Expected<DeviceAddress> GPUDevice::allocate(size_t bytes) {
  DeviceAddress address = 0;
  // No driver has blocks of no bytes.
  if (bytes == 0)
    return address;
  if (llvm::Error error =
          context->driver.check(context->enter().allocate(&address, bytes),
                                "cannot allocate " + llvm::Twine(bytes) +
                                    " bytes on " + context->description.name))
    return error;
  return address;
}

llvm::Error GPUDevice::free(DeviceAddress address) {
  if (!address)
    return llvm::Error::success();
  return context->driver.check(context->enter().free(address),
                               "cannot free memory");
}

llvm::Expected<std::unique_ptr<GPUStream>> GPUDevice::createStream() {
  // Not ordered with what others do on the default stream.
  constexpr unsigned nonBlocking = 1;
  void *handle = nullptr;
  if (llvm::Error error = context->driver.check(
          context->enter().createStream(&handle, nonBlocking),
          "cannot make a stream"))
    return error;
  return std::unique_ptr<GPUStream>(new GPUStream(context, handle));
}

llvm::Expected<GPUKernel> GPUDevice::loadKernel(llvm::StringRef code,
                                                llvm::StringRef name) {
  return context->loadKernel(code, name);
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

GPUStream::GPUStream(std::shared_ptr<GPUContext> context, void *handle)
    : context(std::move(context)), handle(handle) {}

GPUStream::~GPUStream() { context->enter().destroyStream(handle); }

/// What went wrong with a copy.
static std::string describeCopy(size_t bytes, const char *where) {
  return "cannot copy " + std::to_string(bytes) + " bytes " + where;
}

llvm::Error GPUStream::copyToDevice(DeviceAddress target, const void *source,
                                    size_t bytes) {
  if (bytes == 0)
    return llvm::Error::success();
  return context->driver.check(
      context->enter().copyToDevice(target, source, bytes, handle),
      describeCopy(bytes, "to the device"));
}

llvm::Error GPUStream::copyToHost(void *target, DeviceAddress source,
                                  size_t bytes) {
  if (bytes == 0)
    return llvm::Error::success();
  return context->driver.check(
      context->enter().copyToHost(target, source, bytes, handle),
      describeCopy(bytes, "from the device"));
}

llvm::Error GPUStream::copyOnDevice(DeviceAddress target, DeviceAddress source,
                                    size_t bytes) {
  if (bytes == 0)
    return llvm::Error::success();
  return context->driver.check(
      context->enter().copyOnDevice(target, source, bytes, handle),
      describeCopy(bytes, "on the device"));
}

llvm::Error GPUStream::launch(GPUKernel kernel, const GPUGrid &grid,
                              llvm::ArrayRef<DeviceAddress> buffers,
                              llvm::ArrayRef<int64_t> variables) {
  // The driver is given the addresses of the arguments, and reads them now.
  llvm::SmallVector<void *> parameters;
  for (const DeviceAddress &buffer : buffers)
    parameters.push_back(const_cast<DeviceAddress *>(&buffer));
  for (const int64_t &variable : variables)
    parameters.push_back(const_cast<int64_t *>(&variable));
  auto [gridX, gridY, gridZ] = grid.workgroups;
  auto [blockX, blockY, blockZ] = grid.threads;
  return context->driver.check(
      context->enter().launchKernel(kernel.handle, gridX, gridY, gridZ, blockX,
                                    blockY, blockZ, /*sharedBytes=*/0, handle,
                                    parameters.data(), /*extra=*/nullptr),
      "cannot launch a kernel");
}

llvm::Expected<std::unique_ptr<GPUEvent>> GPUStream::record() {
  void *event = nullptr;
  if (llvm::Error error = context->driver.check(
          context->enter().createEvent(&event, /*flags=*/0),
          "cannot make an event"))
    return error;
  std::unique_ptr<GPUEvent> result(new GPUEvent(context, event));
  if (llvm::Error error = context->driver.check(
          context->driver.recordEvent(event, handle), "cannot record an event"))
    return error;
  return result;
}

llvm::Error GPUStream::waitFor(const GPUEvent &event) {
  return context->driver.check(
      context->enter().waitForEvent(handle, event.handle, /*flags=*/0),
      "cannot wait for an event");
}

llvm::Error GPUStream::synchronize() {
  return context->driver.check(context->enter().synchronizeStream(handle),
                               "a stream failed");
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

GPUEvent::GPUEvent(std::shared_ptr<GPUContext> context, void *handle)
    : context(std::move(context)), handle(handle) {}

GPUEvent::~GPUEvent() { context->enter().destroyEvent(handle); }

llvm::Error GPUEvent::synchronize() const {
  return context->driver.check(context->enter().synchronizeEvent(handle),
                               "a stream failed");
}

llvm::Expected<double> GPUEvent::getSecondsSince(const GPUEvent &start) const {
  float milliseconds = 0;
  if (llvm::Error error = context->driver.check(
          context->enter().getElapsedTime(&milliseconds, start.handle, handle),
          "cannot tell the time between events"))
    return error;
  return milliseconds / 1000.0;
}

} // namespace mlir::tiny

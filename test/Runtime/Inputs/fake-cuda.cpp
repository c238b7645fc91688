//===- fake-cuda.cpp - A CUDA driver without a GPU ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Prints what it is asked for. Memory of the device is memory of the host, so
// copies are real; kernels are not. The function that FAKE_CUDA_FAILS names is
// out of memory.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

int note(const char *function, const char *format = "", long long a = 0,
         long long b = 0) {
  std::printf("%s", function);
  std::printf(format, a, b);
  std::printf("\n");
  std::fflush(stdout);
  const char *failing = std::getenv("FAKE_CUDA_FAILS");
  return failing && !std::strcmp(failing, function) ? 2 : 0;
}

/// Handles count up, so that calls can be told apart.
void *makeHandle() {
  static intptr_t count = 0;
  return reinterpret_cast<void *>(++count);
}

long long number(void *handle) { return reinterpret_cast<intptr_t>(handle); }

} // namespace

extern "C" {

int cuInit(unsigned) { return note("cuInit"); }

int cuGetErrorString(int result, const char **text) {
  *text = result == 2 ? "out of memory" : nullptr;
  return *text ? 0 : 1;
}

int cuDeviceGetCount(int *count) {
  *count = 2;
  return 0;
}

int cuDeviceGet(int *device, int index) {
  *device = index;
  return 0;
}

int cuDeviceGetName(char *name, int size, int device) {
  std::snprintf(name, size, "Fake %d", device);
  return 0;
}

int cuDeviceTotalMem_v2(size_t *bytes, int) {
  *bytes = size_t(1) << 34;
  return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int) {
  switch (attribute) {
  case 1:
    *value = 1024;
    return 0;
  case 8:
    *value = 49152;
    return 0;
  case 10:
    *value = 32;
    return 0;
  case 16:
    *value = 108;
    return 0;
  case 75:
    *value = 8;
    return 0;
  case 76:
    *value = 6;
    return 0;
  }
  return 1;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = makeHandle();
  return note("cuDevicePrimaryCtxRetain", " %lld", device);
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  return note("cuDevicePrimaryCtxRelease", " %lld", device);
}

int cuCtxSetCurrent(void *) { return 0; }

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  *address = reinterpret_cast<uint64_t>(std::calloc(bytes, 1));
  return note("cuMemAlloc", " %lld", bytes);
}

int cuMemFree_v2(uint64_t address) {
  std::free(reinterpret_cast<void *>(address));
  return note("cuMemFree");
}

int cuMemcpyHtoDAsync_v2(uint64_t target, const void *source, size_t bytes,
                         void *stream) {
  std::memcpy(reinterpret_cast<void *>(target), source, bytes);
  return note("cuMemcpyHtoDAsync", " %lld on %lld", bytes, number(stream));
}

int cuMemcpyDtoHAsync_v2(void *target, uint64_t source, size_t bytes,
                         void *stream) {
  std::memcpy(target, reinterpret_cast<void *>(source), bytes);
  return note("cuMemcpyDtoHAsync", " %lld on %lld", bytes, number(stream));
}

int cuMemcpyDtoDAsync_v2(uint64_t target, uint64_t source, size_t bytes,
                         void *stream) {
  std::memcpy(reinterpret_cast<void *>(target),
              reinterpret_cast<void *>(source), bytes);
  return note("cuMemcpyDtoDAsync", " %lld on %lld", bytes, number(stream));
}

int cuStreamCreate(void **stream, unsigned flags) {
  *stream = makeHandle();
  return note("cuStreamCreate", " %lld flags %lld", number(*stream), flags);
}

int cuStreamDestroy_v2(void *stream) {
  return note("cuStreamDestroy", " %lld", number(stream));
}

int cuStreamSynchronize(void *stream) {
  return note("cuStreamSynchronize", " %lld", number(stream));
}

int cuStreamWaitEvent(void *stream, void *event, unsigned) {
  return note("cuStreamWaitEvent", " %lld on %lld", number(event),
              number(stream));
}

int cuEventCreate(void **event, unsigned) {
  *event = makeHandle();
  return note("cuEventCreate", " %lld", number(*event));
}

int cuEventDestroy_v2(void *event) {
  return note("cuEventDestroy", " %lld", number(event));
}

int cuEventRecord(void *event, void *stream) {
  return note("cuEventRecord", " %lld on %lld", number(event), number(stream));
}

int cuEventSynchronize(void *event) {
  return note("cuEventSynchronize", " %lld", number(event));
}

int cuEventElapsedTime(float *milliseconds, void *, void *) {
  *milliseconds = 250;
  return 0;
}

int cuModuleLoadDataEx(void **module, const void *image, unsigned numOptions,
                       int *options, void **values) {
  *module = makeHandle();
  bool isWrong = std::strstr(static_cast<const char *>(image), "wrong");
  if (isWrong && numOptions == 2 && options[0] == 5)
    std::strcpy(static_cast<char *>(values[0]), "line 1: syntax error\n");
  note("cuModuleLoadDataEx", " %lld", number(*module));
  return isWrong ? 218 : 0;
}

int cuModuleUnload(void *module) {
  return note("cuModuleUnload", " %lld", number(module));
}

int cuModuleGetFunction(void **function, void *module, const char *name) {
  *function = makeHandle();
  note("cuModuleGetFunction", " %lld of %lld", number(*function),
       number(module));
  return std::strcmp(name, "absent") ? 0 : 2;
}

int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned sharedBytes, void *stream,
                   void **parameters, void **) {
  std::printf("(%u, %u, %u) of (%u, %u, %u), %u shared, ", gridX, gridY, gridZ,
              blockX, blockY, blockZ, sharedBytes);
  std::printf("first of the first buffer %d, variable %lld\n",
              **static_cast<int **>(parameters[0]),
              *static_cast<long long *>(parameters[2]));
  return note("cuLaunchKernel", " %lld on %lld", number(function),
              number(stream));
}
}

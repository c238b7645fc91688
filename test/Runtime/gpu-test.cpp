//===- gpu-test.cpp - The runtime of GPUs, with a fake driver -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The driver prints what it is asked for; lit compares.
//
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/GPU.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace mlir::tiny;

static llvm::ExitOnError check("tiny-gpu-test: ");

/// Printed in order with what the driver prints.
template <typename... Values>
static void say(const char *format, Values... values) {
  std::printf(format, values...);
  std::printf("\n");
  std::fflush(stdout);
}

static void describe(const GPUDescription &device) {
  say("%s, %s: %zu bytes, %d processors of %d lanes, %d threads with %d bytes",
      device.name.c_str(), device.chip.c_str(), device.memoryBytes,
      device.numProcessors, device.warpSize, device.maxThreads,
      device.sharedBytes);
}

static void testKernels(GPUDevice &device) {
  GPUKernel first = check(device.loadKernel("code", "k"));
  GPUKernel second = check(device.loadKernel("code", "k"));
  GPUKernel third = check(device.loadKernel("code", "l"));
  say("the same kernel: %d, another one: %d", first.handle == second.handle,
      first.handle == third.handle);
  check(device.loadKernel("other code", "k"));
  for (auto [code, name] : {std::pair("wrong", "k"), {"code", "absent"}}) {
    auto kernel = device.loadKernel(code, name);
    say("%s", llvm::toString(kernel.takeError()).c_str());
  }
}

static void testStreams(GPUDevice &device) {
  int source[4] = {5, 6, 7, 8}, target[4] = {};
  DeviceAddress a = check(device.allocate(sizeof(source)));
  DeviceAddress b = check(device.allocate(sizeof(source)));
  {
    auto first = check(device.createStream());
    auto second = check(device.createStream());
    check(first->copyToDevice(a, source, sizeof(source)));
    GPUKernel kernel = check(device.loadKernel("code", "k"));
    check(first->launch(kernel, {{8, 4, 2}, {128, 1, 1}}, {a, b}, {1000}));
    auto start = check(first->record());
    check(second->waitFor(*start));
    check(second->copyOnDevice(b, a, sizeof(source)));
    check(second->copyToHost(target, b, sizeof(source)));
    check(second->copyToHost(target, b, 0));
    auto end = check(second->record());
    check(end->synchronize());
    say("%g seconds", check(end->getSecondsSince(*start)));
    check(first->synchronize());
  }
  say("copied: %d", target[3]);
  check(device.free(a));
  check(device.free(b));
  say("nothing: %d", check(device.allocate(0)) == 0);
  check(device.free(0));
}

int main() {
  {
    GPUDevice device = check(openCUDADevice(1));
    describe(device.getDescription());
    testKernels(device);
    testStreams(device);
  }
  check(openCUDADevice(2));
}

//===- runtime-test.cpp - The parts of the runtime, one by one ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What a compiled program cannot show: the free list, transfers, the limits of
// memory, the thread pool under load and after a fork. Prints one line per
// group; lit compares them.
//
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/Buffer.h"
#include "tiny/Runtime/ThreadPool.h"
#include "tiny/Runtime/Transfer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <atomic>
#include <random>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::tiny;

static bool require(bool condition, const char *what) {
  if (!condition)
    llvm::outs() << "WRONG: " << what << '\n';
  return condition;
}

/// The sum of 1 .. count, by as many threads as there are.
static int64_t sumInParallel(int64_t count) {
  std::atomic<int64_t> sum = 0;
  parallelFor(count, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      sum += i + 1;
  });
  return sum;
}

static bool sumsAreRight(int numRounds) {
  for (int64_t count = 1; count <= numRounds; ++count)
    if (sumInParallel(count % 97) != (count % 97) * (count % 97 + 1) / 2)
      return false;
  return true;
}

static void testThreadPool() {
  require(sumsAreRight(5000), "one job after another");

  std::vector<std::thread> threads;
  std::atomic<bool> allRight = true;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      if (!sumsAreRight(1000))
        allRight = false;
    });
  for (std::thread &thread : threads)
    thread.join();
  require(allRight, "jobs of several threads");

  std::atomic<int64_t> total = 0;
  parallelFor(8, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      total += sumInParallel(10);
  });
  require(total == 8 * 55, "a job inside a job");
  llvm::outs() << "thread pool done\n";
}

/// Runs the function in a child process; it returns whether all is well.
template <typename Function>
static bool inChild(Function function) {
  llvm::outs().flush();
  pid_t child = fork();
  if (child == 0)
    std::exit(function() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void testFork() {
  require(inChild([] {
            return sumsAreRight(100) && bool(Buffer::allocate(100)) &&
                   inChild([] { return sumsAreRight(100); });
          }),
          "a child and its child use the pool");
  llvm::outs() << "fork done\n";
}

static void testBuffers() {
  auto isAligned = [](const Buffer &buffer, size_t alignment) {
    return reinterpret_cast<uintptr_t>(buffer.getData()) % alignment == 0;
  };
  for (size_t bytes = 0; bytes < (size_t(16) << 20); bytes += bytes / 4 + 1) {
    auto buffer = llvm::cantFail(Buffer::allocate(bytes));
    require(buffer->getSize() == bytes && isAligned(*buffer, 64), "alignment");
    memset(buffer->getData(), 1, bytes);
  }
  size_t huge = size_t(2) << 20;
  require(isAligned(*llvm::cantFail(Buffer::allocate(huge + 1)), huge),
          "alignment of large blocks");

  auto first = llvm::cantFail(Buffer::allocate(1000));
  void *data = first->getData();
  first.reset();
  require(llvm::cantFail(Buffer::allocate(1001))->getData() == data,
          "a freed block is used again");

  bool released = false;
  Buffer::wrap(data, 8, [&] { released = true; }).reset();
  require(released, "wrapped memory is released");
  trimMemory();
  require(getMemoryStats().inUse == 0 && getMemoryStats().cached == 0,
          "nothing is left");
  llvm::outs() << "buffers done\n";
}

/// A value of two rows of six bytes on two and on three devices.
static void testTransfer() {
  BlockLayout whole, columns{true, 2}, rows{true, 1};
  auto makeBuffer = [](size_t bytes, size_t count) {
    return llvm::cantFail(Buffer::allocate(bytes, count));
  };
  auto source = makeBuffer(12, 1), back = makeBuffer(12, 1);
  memcpy(source->getData(), "abcdefghijkl", 12);
  auto hasBlocks = [](const Buffer &buffer,
                      llvm::ArrayRef<llvm::StringRef> blocks) {
    if (buffer.getNumBlocks() != blocks.size())
      return false;
    for (auto [device, block] : llvm::enumerate(blocks))
      if (llvm::StringRef(static_cast<char *>(buffer.getBlock(device)),
                          buffer.getSize()) != block)
        return false;
    return true;
  };
  auto move = [](const Buffer &from, BlockLayout fromLayout, Buffer &to,
                 BlockLayout toLayout) {
    llvm::cantFail(transfer(from, fromLayout, to, toLayout));
  };

  auto three = makeBuffer(4, 3), two = makeBuffer(6, 2);
  move(*source, whole, *three, columns);
  require(hasBlocks(*three, {"abgh", "cdij", "efkl"}), "columns are cut");
  move(*three, columns, *two, rows);
  require(hasBlocks(*two, {"abcdef", "ghijkl"}), "columns become rows");
  move(*two, rows, *back, whole);
  require(hasBlocks(*back, {"abcdefghijkl"}), "rows are joined");
  require(hasBlocks(*llvm::cantFail(three->clone()), {"abgh", "cdij", "efkl"}),
          "each block is cloned");

  auto everywhere = makeBuffer(12, 2);
  move(*three, columns, *everywhere, whole);
  require(hasBlocks(*everywhere, {"abcdefghijkl", "abcdefghijkl"}),
          "each device has all");
  auto empty = makeBuffer(0, 3);
  move(*makeBuffer(0, 1), whole, *empty, {true, 0});
  llvm::outs() << "transfer done\n";
}

/// Under a limit of 6 GiB: what is cached makes room, and then it is enough.
static void testLimit() {
  bool isRight = inChild([] {
    rlimit limit = {size_t(6) << 30, size_t(6) << 30};
    setrlimit(RLIMIT_AS, &limit);
    llvm::cantFail(Buffer::allocate(size_t(3) << 30)).reset();
    auto kept = llvm::cantFail(Buffer::allocate(size_t(4) << 30));
    for (size_t bytes : {size_t(8) << 30, ~size_t(0)})
      llvm::outs() << llvm::toString(Buffer::allocate(bytes).takeError())
                   << '\n';
    llvm::outs().flush();
    return true;
  });
  require(isRight, "an allocation that fails is an error");
  llvm::outs() << "limit done\n";
}

int main() {
  testThreadPool();
  testFork();
  testBuffers();
  testTransfer();
  testLimit();
  return 0;
}

//===- Buffer.cpp - Host memory -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A block belongs to a size class: 64, 128, 192, 256 bytes and then four
// classes per power of two, from 2 MiB on multiples of 2 MiB. The free list
// holds blocks by class and hands out the one freed last, whose lines are the
// most likely to be in the cache.
//
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/Buffer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace mlir::tiny {
namespace {

constexpr size_t smallAlignment = 64;
constexpr size_t hugePage = size_t(2) << 20;

/// The capacity of the class of `bytes`, or nothing when it overflows.
std::optional<size_t> getSizeClass(size_t bytes) {
  if (bytes > std::numeric_limits<size_t>::max() / 2)
    return std::nullopt;
  if (bytes >= hugePage)
    return llvm::alignTo(bytes, hugePage);
  if (bytes <= 4 * smallAlignment)
    return std::max(smallAlignment, llvm::alignTo(bytes, smallAlignment));
  return llvm::alignTo(bytes, llvm::PowerOf2Ceil(bytes) / 8);
}

/// Fresh memory of a size class, or null.
void *allocateBlock(size_t capacity) {
  if (capacity < hugePage)
    return std::aligned_alloc(smallAlignment, capacity);
  // The system aligns to small pages only: ask for more, return the margins.
  size_t mapped = capacity + hugePage;
  void *map = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED)
    return nullptr;
  auto start = reinterpret_cast<uintptr_t>(map);
  uintptr_t block = llvm::alignTo(start, hugePage);
  if (block != start)
    munmap(map, block - start);
  if (size_t tail = start + mapped - (block + capacity))
    munmap(reinterpret_cast<void *>(block + capacity), tail);
  void *data = reinterpret_cast<void *>(block);
  // Only a wish: without huge pages the memory is as good, but slower.
  (void)madvise(data, capacity, MADV_HUGEPAGE);
  return data;
}

void freeBlock(void *data, size_t capacity) {
  if (capacity < hugePage)
    std::free(data);
  else
    munmap(data, capacity);
}

/// The free list, one per process.
class Allocator {
public:
  static Allocator &get() {
    // Never destroyed: buffers may outlive every static object.
    static Allocator *instance = new Allocator();
    return *instance;
  }

  void *allocate(size_t capacity) {
    {
      std::lock_guard lock(mutex);
      auto found = blocks.find(capacity);
      if (found != blocks.end() && !found->second.empty()) {
        stats.cached -= capacity;
        stats.inUse += capacity;
        return found->second.pop_back_val();
      }
    }
    void *data = allocateBlock(capacity);
    if (!data) {
      trim();
      data = allocateBlock(capacity);
    }
    if (data) {
      std::lock_guard lock(mutex);
      stats.inUse += capacity;
    }
    return data;
  }

  void release(void *data, size_t capacity) {
    {
      std::lock_guard lock(mutex);
      stats.inUse -= capacity;
      if (capacity <= limit && stats.cached <= limit - capacity) {
        stats.cached += capacity;
        blocks[capacity].push_back(data);
        return;
      }
    }
    freeBlock(data, capacity);
  }

  void trim() {
    llvm::DenseMap<size_t, llvm::SmallVector<void *, 4>> released;
    {
      std::lock_guard lock(mutex);
      released.swap(blocks);
      stats.cached = 0;
    }
    for (auto &[capacity, list] : released)
      for (void *data : list)
        freeBlock(data, capacity);
  }

  MemoryStats getStats() {
    std::lock_guard lock(mutex);
    return stats;
  }

private:
  Allocator() {
    long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGESIZE);
    limit = pages > 0 && pageSize > 0 ? size_t(pages) * size_t(pageSize) / 4
                                      : size_t(1) << 30;
    // A child must not inherit a lock that a thread it lacks is holding.
    pthread_atfork([] { get().mutex.lock(); }, [] { get().mutex.unlock(); },
                   [] { get().mutex.unlock(); });
  }

  std::mutex mutex;
  llvm::DenseMap<size_t, llvm::SmallVector<void *, 4>> blocks;
  MemoryStats stats = {0, 0};
  /// The most that the free list holds: a quarter of the machine's memory.
  size_t limit;
};

} // namespace

static llvm::Error makeMemoryError(size_t bytes) {
  MemoryStats stats = Allocator::get().getStats();
  return llvm::createStringError(
      std::make_error_code(std::errc::not_enough_memory),
      "cannot allocate %zu bytes on CPU: %zu bytes are in use", bytes,
      stats.inUse);
}

llvm::Expected<std::shared_ptr<Buffer>> Buffer::allocate(size_t bytes) {
  std::optional<size_t> capacity = getSizeClass(bytes);
  if (!capacity)
    return makeMemoryError(bytes);
  void *data = Allocator::get().allocate(*capacity);
  if (!data)
    return makeMemoryError(bytes);
  return std::shared_ptr<Buffer>(new Buffer(data, bytes, *capacity, nullptr));
}

llvm::Expected<std::shared_ptr<Buffer>> Buffer::allocate(size_t bytes,
                                                         size_t count) {
  llvm::Expected<std::shared_ptr<Buffer>> result = allocate(bytes);
  for (size_t device = 1; result && device < count; ++device) {
    llvm::Expected<std::shared_ptr<Buffer>> other = allocate(bytes);
    if (!other)
      return other.takeError();
    (*result)->others.push_back(std::move(*other));
  }
  return result;
}

llvm::Expected<std::shared_ptr<Buffer>> Buffer::clone() const {
  llvm::Expected<std::shared_ptr<Buffer>> copy = allocate(size, getNumBlocks());
  for (size_t device = 0; copy && device < getNumBlocks(); ++device)
    std::memcpy((*copy)->getBlock(device), getBlock(device), size);
  return copy;
}

std::shared_ptr<Buffer> Buffer::wrap(void *data, size_t bytes,
                                     std::function<void()> release) {
  return std::shared_ptr<Buffer>(
      new Buffer(data, bytes, /*capacity=*/0, std::move(release)));
}

Buffer::~Buffer() {
  if (capacity)
    Allocator::get().release(data, capacity);
  else if (release)
    release();
}

MemoryStats getMemoryStats() { return Allocator::get().getStats(); }
void trimMemory() { Allocator::get().trim(); }

} // namespace mlir::tiny

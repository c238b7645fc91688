//===- Buffer.h - Host memory -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Storage of tensors on the CPU. Freed blocks wait in a free list, because
// fresh memory costs more than most kernels: the system has to clear each page
// at the first touch. Large blocks ask for huge pages for the same reason.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_BUFFER_H
#define TINY_RUNTIME_BUFFER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

namespace mlir::tiny {

/// A block of memory, or one of the same size on each of several devices. Its
/// content is undefined until somebody writes it.
class Buffer {
public:
  /// Memory of at least `bytes` bytes, aligned to 64 bytes (2 MiB from 2 MiB
  /// on). The error names the size and the memory in use.
  static llvm::Expected<std::shared_ptr<Buffer>> allocate(size_t bytes);

  /// Memory of somebody else; `release` is called when the last user is gone.
  static std::shared_ptr<Buffer> wrap(void *data, size_t bytes,
                                      std::function<void()> release);

  /// Memory on `count` devices, a block of `bytes` bytes on each.
  static llvm::Expected<std::shared_ptr<Buffer>> allocate(size_t bytes,
                                                          size_t count);

  /// Memory of the same size and number of blocks with the same content.
  llvm::Expected<std::shared_ptr<Buffer>> clone() const;

  ~Buffer();
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  /// The block on the only device, or the first one.
  void *getData() const { return data; }
  /// The bytes of a block.
  size_t getSize() const { return size; }
  size_t getNumBlocks() const { return others.size() + 1; }
  void *getBlock(size_t device) const {
    return device == 0 ? data : others[device - 1]->data;
  }

  /// Whether nobody has written to it for certain.
  bool isUndefined() const { return undefined; }
  void setUndefined(bool value) { undefined = value; }

  /// Schedules that write the buffer have numbers, from 1. It is pending until
  /// all that were made have run.
  unsigned addSchedule() { return ++scheduled; }
  unsigned getScheduled() const { return scheduled; }
  unsigned getWritten() const { return written; }
  void setWritten(unsigned number) {
    written = std::max<unsigned>(written, number);
  }
  bool isPending() const { return written < scheduled; }

private:
  Buffer(void *data, size_t size, size_t capacity,
         std::function<void()> release)
      : data(data), size(size), capacity(capacity),
        release(std::move(release)) {}

  void *data;
  size_t size;
  std::atomic<bool> undefined = false;
  std::atomic<unsigned> scheduled = 0, written = 0;
  /// The size of the block in the free list, 0 for wrapped memory.
  size_t capacity;
  std::function<void()> release;
  /// The blocks on further devices.
  llvm::SmallVector<std::shared_ptr<Buffer>, 0> others;
};

/// Bytes of all live buffers (wrapped memory left out), and of the blocks that
/// wait for reuse.
struct MemoryStats {
  size_t inUse;
  size_t cached;
};
MemoryStats getMemoryStats();

/// Gives the blocks that wait for reuse back to the system.
void trimMemory();

} // namespace mlir::tiny

#endif // TINY_RUNTIME_BUFFER_H

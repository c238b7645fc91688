//===- ShadowMemory.h - Who accessed an element last ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A time is the number of a stretch between two barriers. It grows over all
// workgroups, which run one after another. Two accesses to an element may
// happen in either order if they are of two workgroups, or of two items at one
// time.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TARGET_SIM_SHADOWMEMORY_H
#define TINY_LIB_TARGET_SIM_SHADOWMEMORY_H

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace mlir::tiny::sim {

/// An access that has happened; at time 0, none.
struct Event {
  uint32_t time = 0;
  uint32_t item = 0;
  /// Its number in the table.
  uint32_t access = 0;
};

/// Accesses of one kind to one element: as many as it takes for one of them to
/// be unordered with a later access if any that were added is.
class History {
public:
  /// `begin` is the time at which the workgroup of the event began.
  void add(const Event &event, uint32_t begin);
  /// One that is unordered with `event`, or null.
  const Event *findUnordered(const Event &event, uint32_t begin) const;
  /// Whether there is one since `begin`.
  bool happenedSince(uint32_t begin) const { return latest.time >= begin; }

private:
  /// Of the same time, if there is another one: another item.
  Event latest, other;
  /// The latest one of another workgroup.
  Event foreign;
};

/// What is known of one element.
struct Element {
  History loads, stores, updates;
};

/// The elements of one memory. A page comes to be when it is touched.
class ShadowMemory {
public:
  Element &operator[](uint64_t place) {
    std::unique_ptr<Page> &page = pages[place / pageSize];
    if (!page)
      page = std::make_unique<Page>();
    return (*page)[place % pageSize];
  }

private:
  static constexpr uint64_t pageSize = 256;
  using Page = std::array<Element, pageSize>;
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages;
};

} // namespace mlir::tiny::sim

#endif // TINY_LIB_TARGET_SIM_SHADOWMEMORY_H

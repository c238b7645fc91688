//===- MemoryPlan.cpp - Where the temporaries lie -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Places come and go in the order of launches. A temporary takes the smallest
// free place that holds it, or else makes the largest free one larger; only if
// none is free a new place is made. Places are laid out one after another when
// their sizes are known.
//
//===----------------------------------------------------------------------===//

#include "ScheduleReader.h"

#include "llvm/Support/MathExtras.h"

#include <map>
#include <queue>

namespace mlir::tiny {

uint64_t planMemory(ArrayRef<Lifetime> lifetimes,
                    std::vector<uint64_t> &offsets) {
  constexpr uint64_t alignment = 64;
  std::vector<uint64_t> sizes;
  std::multimap<uint64_t, size_t> freePlaces;
  // The places in use, the first to be free on top.
  using Use = std::pair<size_t, size_t>;
  std::priority_queue<Use, std::vector<Use>, std::greater<Use>> uses;
  std::vector<size_t> placeOf;

  for (const Lifetime &lifetime : lifetimes) {
    while (!uses.empty() && uses.top().first < lifetime.first) {
      size_t place = uses.top().second;
      freePlaces.emplace(sizes[place], place);
      uses.pop();
    }
    uint64_t bytes =
        llvm::alignTo(std::max<uint64_t>(lifetime.bytes, 1), alignment);
    size_t place = sizes.size();
    if (freePlaces.empty()) {
      sizes.push_back(bytes);
    } else {
      auto found = freePlaces.lower_bound(bytes);
      if (found == freePlaces.end())
        --found;
      place = found->second;
      freePlaces.erase(found);
      sizes[place] = std::max(sizes[place], bytes);
    }
    uses.push({lifetime.last, place});
    placeOf.push_back(place);
  }

  uint64_t total = 0;
  std::vector<uint64_t> starts;
  for (uint64_t size : sizes) {
    starts.push_back(total);
    total += size;
  }
  for (size_t place : placeOf)
    offsets.push_back(starts[place]);
  return total;
}

} // namespace mlir::tiny

//===- NumberSets.cpp - Sets of small numbers -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "NumberSets.h"

#include <algorithm>

namespace mlir::tiny {

unsigned NumberSets::intern(ArrayRef<unsigned> members) {
  auto [it, isNew] = ids.try_emplace(members, sets.size());
  if (isNew) {
    // The same key, where it stays.
    it->first = members.copy(allocator);
    sets.push_back(it->first);
  }
  return it->second;
}

unsigned NumberSets::computeUnion(unsigned lhs, unsigned rhs) {
  auto [it, isNew] = unions.try_emplace(std::minmax(lhs, rhs), empty);
  if (isNew) {
    SmallVector<unsigned, 16> members;
    std::set_union(get(lhs).begin(), get(lhs).end(), get(rhs).begin(),
                   get(rhs).end(), std::back_inserter(members));
    it->second = intern(members);
  }
  return it->second;
}

unsigned NumberSets::computeDifference(unsigned lhs, unsigned rhs) {
  auto [it, isNew] = differences.try_emplace({lhs, rhs}, empty);
  if (isNew) {
    SmallVector<unsigned, 16> members;
    std::set_difference(get(lhs).begin(), get(lhs).end(), get(rhs).begin(),
                        get(rhs).end(), std::back_inserter(members));
    it->second = intern(members);
  }
  return it->second;
}

} // namespace mlir::tiny

//===- NumberSets.h - Sets of small numbers ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_NUMBERSETS_H
#define TINY_LIB_TRANSFORMS_NUMBERSETS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

namespace mlir::tiny {

/// Sets of small numbers, each stored once and known by an id, so that sets
/// compare as numbers, and an operation on two sets that has been asked for
/// before costs a lookup.
class NumberSets {
public:
  static constexpr unsigned empty = 0;

  NumberSets() { intern({}); }

  /// The members in ascending order.
  ArrayRef<unsigned> get(unsigned set) const { return sets[set]; }
  unsigned size() const { return sets.size(); }
  /// The set of one number.
  unsigned makeSingle(unsigned number) { return intern(number); }
  unsigned unite(unsigned lhs, unsigned rhs) {
    if (lhs == rhs || rhs == empty)
      return lhs;
    return lhs == empty ? rhs : computeUnion(lhs, rhs);
  }
  unsigned subtract(unsigned lhs, unsigned rhs) {
    if (lhs == empty || rhs == empty)
      return lhs;
    return lhs == rhs ? empty : computeDifference(lhs, rhs);
  }

private:
  unsigned intern(ArrayRef<unsigned> members);
  unsigned computeUnion(unsigned lhs, unsigned rhs);
  unsigned computeDifference(unsigned lhs, unsigned rhs);

  llvm::BumpPtrAllocator allocator;
  SmallVector<ArrayRef<unsigned>> sets;
  // Most kernels have few sets: no memory is asked for.
  llvm::SmallDenseMap<ArrayRef<unsigned>, unsigned, 16> ids;
  llvm::SmallDenseMap<std::pair<unsigned, unsigned>, unsigned, 16> unions;
  llvm::SmallDenseMap<std::pair<unsigned, unsigned>, unsigned, 8> differences;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_NUMBERSETS_H

//===- IndexContextImpl.h - Inside of the symbolic engine -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Canonical forms, which every builder keeps:
//
// * A sum is one `Add`: terms in order of creation of their cores, then a
//   constant that is not zero. A term is a core, or `Mul(core, coefficient)`;
//   no core is a sum, a constant or such a `Mul`. A coefficient distributes.
// * A product of several cores is one `Mul` without a constant, in order of
//   creation.
// * `FloorDiv` and `Mod` by a constant have a positive divisor `c`; their
//   dividend has coefficients of magnitude less than `c` and a constant in
//   [0, c).
// * `Lt(x, y)`: positive terms on the left; negative terms, negated, and the
//   constant on the right. If all terms are on one side, it is the left one.
// * `And`, `Or`: operands without nesting, in order of creation.
//
// Where a coefficient or constant would leave 64 bits the node is *raw*: built
// from its operands as they are and a core to everything else.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_ANALYSIS_INDEXCONTEXTIMPL_H
#define TINY_LIB_ANALYSIS_INDEXCONTEXTIMPL_H

#include "tiny/Analysis/IndexExpr.h"
#include "llvm/Support/Allocator.h"
#include <array>

namespace mlir::tiny {

/// A summand: `coefficient * core`.
struct IndexTerm {
  IndexExpr core;
  int64_t coefficient;

  bool operator==(const IndexTerm &other) const {
    return core == other.core && coefficient == other.coefficient;
  }
};

namespace detail {

struct IndexNode {
  using Kind = IndexExpr::Kind;

  /// Known from the start for a leaf; of other nodes few are ever asked.
  mutable std::optional<Interval> interval;
  mutable std::optional<int64_t> factor;
  /// The value of a constant, the number of a symbol.
  int64_t value = 0;
  /// The IR value of a leaf.
  const void *leaf = nullptr;
  /// What a leaf is less than, or null.
  const IndexNode *limit = nullptr;
  ArrayRef<IndexExpr> operands;
  /// The node as a sum: of itself, if it is no sum, product or constant.
  ArrayRef<IndexTerm> terms;
  int64_t constant = 0;
  /// Where the only term is.
  IndexTerm term;
  /// All leaves in order of creation.
  ArrayRef<const IndexNode *> leaves;
  uint32_t id = 0;
  uint32_t size = 1;
  Kind kind = Kind::Constant;
  bool isBoolean = false;
  bool isRaw = false;
  /// Whether a leaf has a limit.
  bool isLimited = false;
  /// Whether it is made of leaves, constants, sums and products only, in which
  /// bounds of a leaf change nothing.
  bool isPolynomial = false;
};

/// All nodes by the hash of what they are. Nothing is ever removed, and a node
/// is looked up far more often than it is made: slots are probed in line, and
/// only one with the same hash is looked at.
class NodeTable {
public:
  NodeTable() : slots(64) {}

  /// The node with that hash for which `isEqual` holds, or null.
  template <typename IsEqual>
  const IndexNode *find(uint32_t hash, IsEqual isEqual) const {
    size_t mask = slots.size() - 1;
    for (size_t i = hash & mask; slots[i].node; i = (i + 1) & mask)
      if (slots[i].hash == hash && isEqual(*slots[i].node))
        return slots[i].node;
    return nullptr;
  }
  void insert(uint32_t hash, const IndexNode *node) {
    if (++numNodes * 2 > slots.size())
      grow();
    place({node, hash});
  }

private:
  struct Slot {
    const IndexNode *node = nullptr;
    uint32_t hash = 0;
  };

  void place(Slot slot) {
    size_t mask = slots.size() - 1, i = slot.hash & mask;
    while (slots[i].node)
      i = (i + 1) & mask;
    slots[i] = slot;
  }
  void grow() {
    SmallVector<Slot, 64> old = std::move(slots);
    slots.assign(old.size() * 2, Slot());
    for (Slot slot : old)
      if (slot.node)
        place(slot);
  }

  SmallVector<Slot, 64> slots;
  size_t numNodes = 0;
};

} // namespace detail

struct IndexSum;

/// A sum taken apart, in the memory of a node or of an `IndexSum`; its terms
/// are in order of creation.
struct SumRef {
  ArrayRef<IndexTerm> terms;
  int64_t constant = 0;

  SumRef() = default;
  SumRef(ArrayRef<IndexTerm> terms, int64_t constant)
      : terms(terms), constant(constant) {}
  SumRef(const IndexSum &sum);
};

/// A sum that is being made.
struct IndexSum {
  SmallVector<IndexTerm, 6> terms;
  int64_t constant = 0;

  IndexSum() = default;
  explicit IndexSum(SumRef sum)
      : terms(sum.terms.begin(), sum.terms.end()), constant(sum.constant) {}
};

inline SumRef::SumRef(const IndexSum &sum)
    : terms(sum.terms), constant(sum.constant) {}

struct IndexContext::Impl {
  using Node = detail::IndexNode;
  using Kind = IndexExpr::Kind;
  using Map = llvm::DenseMap<IndexExpr, IndexExpr>;
  using Pair = std::pair<IndexExpr, IndexExpr>;

  //===--------------------------------------------------------------------===//
  // Nodes
  //===--------------------------------------------------------------------===//

  const Node *node(IndexExpr expr) { return expr.node; }
  uint32_t id(IndexExpr expr) { return expr.node->id; }
  /// The node of that kind and operands; its bounds are computed if it is new.
  IndexExpr get(Kind kind, ArrayRef<IndexExpr> operands, bool isBoolean = false,
                bool isRaw = false);
  IndexExpr raw(Kind kind, IndexExpr lhs, IndexExpr rhs) {
    return get(kind, {lhs, rhs}, /*isBoolean=*/false, /*isRaw=*/true);
  }
  IndexExpr constant(int64_t value, bool isBoolean = false);
  /// `core * coefficient`, which has no shorter form, and a sum of two or more.
  IndexExpr product(IndexExpr core, int64_t coefficient);
  IndexExpr sum(SumRef sum);
  /// A new node with all that follows from its kind and operands.
  Node *create(uint32_t hash, Kind kind, ArrayRef<IndexExpr> operands,
               bool isBoolean, bool isRaw);
  /// A new node without operands; one that is not in the table if `hash` is
  /// empty.
  Node *createLeaf(std::optional<uint32_t> hash, Kind kind, int64_t value);
  IndexExpr boolean(bool value) { return constant(value, true); }
  IndexExpr leaf(const void *value, int64_t number, Interval bounds,
                 int64_t factor, bool isBoolean, IndexExpr limit);
  void forget(const void *value, bool isBoolean);
  /// The limit of a leaf, or null.
  IndexExpr limitOf(IndexExpr expr) { return IndexExpr(expr.node->limit); }
  /// Whether a leaf occurs in both.
  bool shareLeaves(IndexExpr lhs, IndexExpr rhs);
  /// Whether all leaves of `inner` occur in `outer`.
  bool coversLeaves(IndexExpr outer, IndexExpr inner);

  //===--------------------------------------------------------------------===//
  // Sums and products
  //===--------------------------------------------------------------------===//

  SumRef split(IndexExpr expr) {
    return {expr.node->terms, expr.node->constant};
  }
  /// The canonical expression of a sum as it is.
  IndexExpr join(SumRef sum);
  /// The same after the rules for sums.
  IndexExpr finish(SumRef sum);
  /// Bounds of a sum. Where a leaf has a limit, that may cancel out.
  Interval boundsOf(SumRef sum);
  Interval plainBoundsOf(SumRef sum);
  /// The sum with the greatest value of the leaves that have a limit and a
  /// coefficient of that sign, or nothing.
  std::optional<IndexSum> atLimits(SumRef sum, bool isPositive);
  /// `lhs + rhs * scale`, or nothing if a number leaves 64 bits.
  std::optional<IndexSum> combine(SumRef lhs, SumRef rhs, int64_t scale);
  /// (x // c) * c + x % c -> x in a sum, or null.
  IndexExpr recombine(SumRef sum);
  IndexExpr recombineMod(SumRef sum, size_t position);
  IndexExpr recombineDiv(SumRef sum, size_t position);
  /// (x // d) * d + x % d -> x for a divisor that is no constant, or null.
  IndexExpr recombineSymbolic(SumRef sum, size_t position);
  /// where(p, a, 0) + where(p, 0, b) in a sum, or null.
  IndexExpr mergeSelects(SumRef sum);
  /// The factors of a core.
  SmallVector<IndexExpr, 4> splitProduct(IndexExpr core);
  IndexExpr scale(IndexExpr core, int64_t coefficient);
  IndexExpr add(IndexExpr lhs, IndexExpr rhs);
  IndexExpr add(IndexExpr lhs, int64_t rhs) { return add(lhs, constant(rhs)); }
  IndexExpr sub(IndexExpr lhs, IndexExpr rhs) { return add(lhs, mul(rhs, -1)); }
  IndexExpr mul(IndexExpr lhs, IndexExpr rhs);
  IndexExpr mul(IndexExpr lhs, int64_t rhs) { return mul(lhs, constant(rhs)); }

  //===--------------------------------------------------------------------===//
  // Division
  //===--------------------------------------------------------------------===//

  IndexExpr divide(IndexExpr lhs, IndexExpr rhs, bool isMod);
  IndexExpr simplifyDivide(IndexExpr lhs, IndexExpr rhs, bool isMod);
  /// Division by a constant greater than one.
  IndexExpr divideByConstant(IndexExpr lhs, int64_t divisor, bool isMod);
  /// The same in steps; each returns null where it does not apply.
  IndexExpr divideNested(SumRef sum, int64_t divisor, bool isMod);
  IndexExpr divideWhole(SumRef sum, int64_t divisor, bool isMod);
  IndexExpr dropInnerMods(SumRef sum, int64_t divisor);
  IndexExpr divideCommon(SumRef sum, int64_t divisor, bool isMod);
  IndexExpr divideByFactor(SumRef sum, int64_t divisor, bool isMod);
  IndexExpr divideBySymbol(IndexExpr lhs, IndexExpr rhs, bool isMod);
  /// A sum as `divisor * quotient + remainder` with `0 <= remainder <
  /// divisor`, if both are sums again.
  struct Period {
    IndexExpr quotient;
    IndexExpr remainder;
  };
  std::optional<Period> splitPeriod(SumRef sum, int64_t divisor);
  IndexExpr floorDiv(IndexExpr lhs, IndexExpr rhs) {
    return divide(lhs, rhs, /*isMod=*/false);
  }
  IndexExpr floorDiv(IndexExpr lhs, int64_t rhs) {
    return floorDiv(lhs, constant(rhs));
  }
  IndexExpr mod(IndexExpr lhs, IndexExpr rhs) {
    return divide(lhs, rhs, /*isMod=*/true);
  }
  IndexExpr mod(IndexExpr lhs, int64_t rhs) { return mod(lhs, constant(rhs)); }

  //===--------------------------------------------------------------------===//
  // Comparison and choice
  //===--------------------------------------------------------------------===//

  IndexExpr lt(IndexExpr lhs, IndexExpr rhs);
  IndexExpr lt(IndexExpr lhs, int64_t rhs) { return lt(lhs, constant(rhs)); }
  IndexExpr eq(IndexExpr lhs, IndexExpr rhs);
  /// `sum < 0` and `sum == 0`.
  IndexExpr belowZero(SumRef sum);
  IndexExpr equalsZero(SumRef sum);
  /// `core < limit` where the core is a division, choice or extremum that
  /// gives way to its operands, or null.
  IndexExpr belowLimit(IndexExpr core, int64_t limit);
  /// The sum as a period of one of its coefficients.
  std::optional<Period> splitAnyPeriod(SumRef sum);
  /// A node with the positive terms left and the others right.
  IndexExpr balance(Kind kind, SumRef sum);
  IndexExpr extremum(Kind kind, IndexExpr lhs, IndexExpr rhs);
  IndexExpr select(IndexExpr condition, IndexExpr onTrue, IndexExpr onFalse);
  IndexExpr selectBoolean(IndexExpr condition, IndexExpr onTrue,
                          IndexExpr onFalse);
  /// `expr` where the condition is known.
  IndexExpr assume(IndexExpr expr, IndexExpr condition, bool value);
  IndexExpr selectExtremum(IndexExpr condition, IndexExpr onTrue,
                           IndexExpr onFalse);

  //===--------------------------------------------------------------------===//
  // Booleans
  //===--------------------------------------------------------------------===//

  IndexExpr logicalNot(IndexExpr operand);
  IndexExpr logicalAnd(IndexExpr lhs, IndexExpr rhs) {
    return junction(Kind::And, lhs, rhs);
  }
  IndexExpr logicalOr(IndexExpr lhs, IndexExpr rhs) {
    return junction(Kind::Or, lhs, rhs);
  }
  IndexExpr junction(Kind kind, IndexExpr lhs, IndexExpr rhs);
  ArrayRef<IndexExpr> clauses(const IndexExpr &condition);
  /// Joins bounds of one expression among the operands of a junction.
  IndexExpr mergeBounds(Kind kind, SmallVectorImpl<IndexExpr> &operands);

  //===--------------------------------------------------------------------===//
  // Substitution and conditions
  //===--------------------------------------------------------------------===//

  IndexExpr substitute(IndexExpr expr, const Map &map);
  /// What `expr` becomes with other operands.
  IndexExpr rebuild(IndexExpr expr, ArrayRef<IndexExpr> operands);
  /// What a clause says: the bounds of an expression.
  struct Bound {
    IndexExpr expr;
    Interval range;
  };
  std::optional<Bound> parseBound(IndexExpr clause);
  /// Replaces sums and cores, sums also inside of longer ones.
  IndexExpr replace(IndexExpr expr, ArrayRef<Pair> pairs);
  IndexExpr replaceSums(IndexExpr expr, ArrayRef<Pair> pairs);
  /// The conjunction of clauses that are some of one, in their order.
  IndexExpr conjoin(ArrayRef<IndexExpr> sorted);
  IndexExpr simplifyWithin(IndexExpr expr, ArrayRef<Bound> bounds);
  IndexExpr simplifyGiven(IndexExpr expr, IndexExpr condition);
  IndexExpr simplifyCondition(IndexExpr condition);

  //===--------------------------------------------------------------------===//
  // State
  //===--------------------------------------------------------------------===//

  llvm::BumpPtrAllocator allocator;
  detail::NodeTable nodes;
  /// Small numbers are asked for all the time.
  std::array<const Node *, 64> smallConstants = {};
  llvm::DenseMap<Pair, IndexExpr> quotients;
  llvm::DenseMap<Pair, IndexExpr> remainders;
  llvm::DenseMap<Pair, IndexExpr> givens;
  uint32_t nextId = 0;
  int64_t nextSymbol = 0;
  int64_t lastForgotten = 0;
};

//===----------------------------------------------------------------------===//
// 64-bit arithmetic that says when it overflows
//===----------------------------------------------------------------------===//

inline bool fits(Int128 value) {
  return value >= std::numeric_limits<int64_t>::min() &&
         value <= std::numeric_limits<int64_t>::max();
}

inline std::optional<int64_t> checked(Int128 value) {
  if (!fits(value))
    return std::nullopt;
  return static_cast<int64_t>(value);
}

/// Rounds down; `rhs` is positive.
inline int64_t floorDivide(int64_t lhs, int64_t rhs) {
  return lhs / rhs - (lhs % rhs < 0);
}

inline int64_t floorModulo(int64_t lhs, int64_t rhs) {
  int64_t result = lhs % rhs;
  return result < 0 ? result + rhs : result;
}

/// The greatest common divisor of magnitudes; 0 is neutral. It saturates to 1
/// where a magnitude has no 64-bit representation.
inline int64_t gcd(int64_t lhs, int64_t rhs) {
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  if (lhs == least || rhs == least)
    return 1;
  lhs = lhs < 0 ? -lhs : lhs;
  rhs = rhs < 0 ? -rhs : rhs;
  while (rhs != 0) {
    int64_t rest = lhs % rhs;
    lhs = rhs;
    rhs = rest;
  }
  return lhs;
}

} // namespace mlir::tiny

#endif // TINY_LIB_ANALYSIS_INDEXCONTEXTIMPL_H

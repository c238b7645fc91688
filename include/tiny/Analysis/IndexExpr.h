//===- IndexExpr.h - Index expressions --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The symbolic engine: integer and boolean expressions over leaves, uniqued in
// a context that one thread owns, simplified when they are built. Equal
// expressions are one object, so equality is a pointer comparison.
//
// It knows leaves only as values with bounds and depends on no op.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_ANALYSIS_INDEXEXPR_H
#define TINY_ANALYSIS_INDEXEXPR_H

#include "mlir/IR/Value.h"
#include "tiny/IR/Interval.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseMapInfo.h"
#include <memory>
#include <optional>

namespace mlir::tiny {

class IndexContext;
namespace detail {
struct IndexNode;
}

/// A handle on an expression. A null handle is "no expression".
class IndexExpr {
public:
  enum class Kind : uint8_t {
    /// An integer or, as 0 and 1, a boolean.
    Constant,
    /// A value of the IR or a numbered symbol.
    Leaf,
    /// A sum of operands, at most one of them a constant (the last).
    Add,
    /// A product; a constant factor is the last operand.
    Mul,
    FloorDiv,
    Mod,
    Max,
    Min,
    /// condition, on true, on false.
    Select,
    /// Booleans.
    Lt,
    Eq,
    And,
    Or,
    Not,
  };

  IndexExpr() = default;
  explicit operator bool() const { return node; }
  bool operator==(IndexExpr other) const { return node == other.node; }
  bool operator!=(IndexExpr other) const { return node != other.node; }

  Kind getKind() const;
  bool isBoolean() const;
  ArrayRef<IndexExpr> getOperands() const;
  /// Bounds; a boolean lies in [0, 1].
  Interval getInterval() const;
  /// The value of a constant.
  std::optional<int64_t> getConstant() const;
  bool isConstant(int64_t value) const { return getConstant() == value; }
  bool isTrue() const { return isBoolean() && isConstant(1); }
  bool isFalse() const { return isBoolean() && isConstant(0); }
  /// A number that divides every value of the expression; 0 for the constant 0.
  int64_t getFactor() const;
  /// The IR value of a leaf, null for a symbol.
  Value getValue() const;
  /// The number of nodes if nothing were shared, up to a limit: a measure of
  /// how simple an expression is.
  uint32_t getSize() const;
  /// The number of a symbol, or nothing.
  std::optional<int64_t> getSymbol() const;
  /// Whether `leaf` occurs. Cheap: leaves are kept as sets.
  bool dependsOn(IndexExpr leaf) const;
  /// The leaves that occur, in order of creation.
  SmallVector<IndexExpr, 4> getLeaves() const;

  /// For messages and tests: `(r0 * 4 + r1) // 8 < 3`.
  void print(raw_ostream &os) const;

  const void *getOpaque() const { return node; }

private:
  friend class IndexContext;
  friend struct detail::IndexNode;
  friend struct llvm::DenseMapInfo<IndexExpr>;
  explicit IndexExpr(const detail::IndexNode *node) : node(node) {}
  const detail::IndexNode *node = nullptr;
};

llvm::hash_code hash_value(IndexExpr expr);

/// Owns expressions and builds them in simplified form.
class IndexContext {
public:
  IndexContext();
  ~IndexContext();
  IndexContext(const IndexContext &) = delete;

  IndexExpr constant(int64_t value);
  IndexExpr boolean(bool value);
  /// The leaf of an IR value (`index` or, with `isBoolean`, `i1`). Asking again
  /// for one value gives the same leaf; bounds and factor are those of the
  /// first time. With a `limit` the leaf is less than that expression.
  IndexExpr leaf(Value value, Interval bounds, int64_t factor = 1,
                 bool isBoolean = false, IndexExpr limit = {});
  /// Lets another value be at the address of this one. Expressions of its leaf
  /// are of no use from then on.
  void forget(Value value);
  /// A leaf without an IR value, known by its number.
  IndexExpr symbol(int64_t number, Interval bounds, IndexExpr limit = {});

  IndexExpr add(IndexExpr lhs, IndexExpr rhs);
  IndexExpr add(IndexExpr lhs, int64_t rhs) { return add(lhs, constant(rhs)); }
  IndexExpr sub(IndexExpr lhs, IndexExpr rhs);
  IndexExpr mul(IndexExpr lhs, IndexExpr rhs);
  IndexExpr mul(IndexExpr lhs, int64_t rhs) { return mul(lhs, constant(rhs)); }
  /// Rounds down. The divisor is not the constant zero.
  IndexExpr floorDiv(IndexExpr lhs, IndexExpr rhs);
  IndexExpr floorDiv(IndexExpr lhs, int64_t rhs) {
    return floorDiv(lhs, constant(rhs));
  }
  /// Has the sign of the divisor, which is not the constant zero.
  IndexExpr mod(IndexExpr lhs, IndexExpr rhs);
  IndexExpr mod(IndexExpr lhs, int64_t rhs) { return mod(lhs, constant(rhs)); }
  IndexExpr max(IndexExpr lhs, IndexExpr rhs);
  IndexExpr min(IndexExpr lhs, IndexExpr rhs);
  IndexExpr select(IndexExpr condition, IndexExpr onTrue, IndexExpr onFalse);

  IndexExpr lt(IndexExpr lhs, IndexExpr rhs);
  IndexExpr lt(IndexExpr lhs, int64_t rhs) { return lt(lhs, constant(rhs)); }
  /// `lhs >= rhs`.
  IndexExpr ge(IndexExpr lhs, IndexExpr rhs) {
    return logicalNot(lt(lhs, rhs));
  }
  IndexExpr ge(IndexExpr lhs, int64_t rhs) { return ge(lhs, constant(rhs)); }
  IndexExpr eq(IndexExpr lhs, IndexExpr rhs);
  IndexExpr logicalAnd(IndexExpr lhs, IndexExpr rhs);
  IndexExpr logicalOr(IndexExpr lhs, IndexExpr rhs);
  IndexExpr logicalNot(IndexExpr operand);

  /// Replaces leaves and simplifies again.
  IndexExpr substitute(IndexExpr expr,
                       const llvm::DenseMap<IndexExpr, IndexExpr> &map);
  /// `expr` simplified where the boolean `condition` holds.
  IndexExpr simplifyGiven(IndexExpr expr, IndexExpr condition);

  /// A condition in which no clause follows from the others.
  IndexExpr simplifyCondition(IndexExpr condition);

  /// The clauses of a conjunction; none for `true`.
  SmallVector<IndexExpr> getClauses(IndexExpr condition);

  /// `expr == base + stride * leaf` with a base that is free of the leaf.
  struct Linear {
    IndexExpr base;
    int64_t stride;
  };
  std::optional<Linear> splitLinear(IndexExpr expr, IndexExpr leaf);

  /// Row-major offset of `index` in `shape`.
  IndexExpr linearize(ArrayRef<IndexExpr> index, ArrayRef<int64_t> shape);
  IndexExpr linearize(ArrayRef<IndexExpr> index, ArrayRef<IndexExpr> shape);
  /// The index in `shape` of a row-major offset.
  SmallVector<IndexExpr> delinearize(IndexExpr offset, ArrayRef<int64_t> shape);
  SmallVector<IndexExpr> delinearize(IndexExpr offset,
                                     ArrayRef<IndexExpr> shape);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::tiny

template <>
struct llvm::DenseMapInfo<mlir::tiny::IndexExpr> {
  using Expr = mlir::tiny::IndexExpr;
  using Node = const mlir::tiny::detail::IndexNode *;
  static Expr getEmptyKey() {
    return Expr(static_cast<Node>(DenseMapInfo<const void *>::getEmptyKey()));
  }
  static Expr getTombstoneKey() {
    return Expr(
        static_cast<Node>(DenseMapInfo<const void *>::getTombstoneKey()));
  }
  static unsigned getHashValue(Expr expr) {
    return DenseMapInfo<const void *>::getHashValue(expr.getOpaque());
  }
  static bool isEqual(Expr lhs, Expr rhs) { return lhs == rhs; }
};

#endif // TINY_ANALYSIS_INDEXEXPR_H

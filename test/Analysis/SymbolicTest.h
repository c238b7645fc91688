//===- SymbolicTest.h - Expressions as written ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TEST_ANALYSIS_SYMBOLICTEST_H
#define TINY_TEST_ANALYSIS_SYMBOLICTEST_H

#include "tiny/Analysis/IndexExpr.h"

#include <map>
#include <string>
#include <vector>

namespace mlir::tiny::symbolic {

/// An expression as it was written: nothing is simplified.
struct Tree {
  /// A constant "#", a variable "$", or an operator: one of
  /// + - * // % max min where < <= > >= == != & | ! given clauses.
  std::string op;
  Int128 value = 0;
  std::string name;
  std::vector<Tree> operands;
  /// Of a constant or variable.
  bool isBoolean = false;

  std::string toString() const;
};

struct Variable {
  Int128 min = 0, max = 0;
  bool isBoolean = false;
};
using Variables = std::map<std::string, Variable>;
using Values = std::map<std::string, Int128>;

/// The value of a tree, or nothing where it divides by zero or is very large.
std::optional<Int128> evaluate(const Tree &tree, const Values &values);

/// Makes expressions of trees, and evaluates and prints expressions.
class Builder {
public:
  Builder(IndexContext &context, const Variables &variables);

  IndexExpr build(const Tree &tree);
  std::optional<Int128> evaluate(IndexExpr expr, const Values &values);
  /// The expression as a tree of the same operators.
  Tree toTree(IndexExpr expr);

private:
  IndexContext &context;
  std::map<std::string, IndexExpr> leaves;
  llvm::DenseMap<IndexExpr, std::string> names;
  /// What the addresses of boolean leaves are those of.
  std::vector<std::unique_ptr<int64_t>> storage;
};

/// Reads a tree; an error is a message.
Tree parse(llvm::StringRef text, const Variables &variables,
           std::string &error);

/// Each of these says what is wrong and returns how much is.
unsigned checkTable(const std::string &file);
unsigned checkRandom(unsigned seed, unsigned count);
unsigned checkSize();

} // namespace mlir::tiny::symbolic

#endif // TINY_TEST_ANALYSIS_SYMBOLICTEST_H

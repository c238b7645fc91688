//===- SymbolicRandom.cpp - Random expressions, and long ones -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A random tree is built as an expression; for all values of its variables (or
// some of them, if there are many) both must have the same value, in exact
// arithmetic, within the bounds and a multiple of the factor that the
// expression says it has.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Analysis/IndexContextImpl.h"
#include "SymbolicTest.h"

#include "llvm/Support/raw_ostream.h"

#include <random>

namespace mlir::tiny::symbolic {

namespace {

class RandomTrees {
public:
  RandomTrees(std::mt19937_64 &random, const Variables &variables)
      : random(random), variables(variables) {}

  Tree number(unsigned depth);
  Tree boolean(unsigned depth);
  unsigned upTo(unsigned limit) { return random() % limit; }

private:
  Tree node(const char *op, std::vector<Tree> operands) {
    Tree tree;
    tree.op = op;
    tree.operands = std::move(operands);
    return tree;
  }
  Tree constant(bool isDivisor);
  Tree variable(bool isBoolean);

  std::mt19937_64 &random;
  const Variables &variables;
};

} // namespace

/// Mostly small numbers that share factors; now and then the ends of 32 and 64
/// bits.
Tree RandomTrees::constant(bool isDivisor) {
  static constexpr int64_t least = std::numeric_limits<int64_t>::min();
  static const int64_t edges[] = {(int64_t(1) << 31) - 1,
                                  int64_t(1) << 31,
                                  -(int64_t(1) << 31),
                                  int64_t(1) << 32,
                                  least,
                                  least + 1,
                                  -(least + 1),
                                  int64_t(1) << 62,
                                  -(int64_t(1) << 62),
                                  (int64_t(1) << 53) + 1,
                                  1000000007,
                                  -(int64_t(1) << 32) - 1};
  static const int64_t common[] = {0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 7};
  Tree tree;
  tree.op = "#";
  if (upTo(24) == 0)
    tree.value = edges[upTo(std::size(edges))];
  else
    tree.value = common[upTo(std::size(common))] * (upTo(4) == 0 ? -1 : 1);
  if (isDivisor && tree.value == 0)
    tree.value = 4;
  return tree;
}

Tree RandomTrees::variable(bool isBoolean) {
  std::vector<std::string> names;
  for (auto &[name, variable] : variables)
    if (variable.isBoolean == isBoolean)
      names.push_back(name);
  Tree tree;
  tree.op = "$";
  tree.name = names[upTo(names.size())];
  tree.isBoolean = isBoolean;
  return tree;
}

Tree RandomTrees::number(unsigned depth) {
  if (depth == 0 || upTo(8) == 0)
    return upTo(4) == 0 ? constant(false) : variable(false);
  unsigned next = depth - 1;
  switch (upTo(14)) {
  case 0:
  case 1:
  case 2:
    return node("+", {number(next), number(next)});
  case 3:
    return node("-", {number(next), number(next)});
  case 4:
  case 5:
    return node("*", {number(next), constant(false)});
  case 6:
    return node("*", {number(next), number(next)});
  case 7:
  case 8:
    return node("//", {number(next), constant(true)});
  case 9:
  case 10:
    return node("%", {number(next), constant(true)});
  case 11:
    return node(upTo(2) ? "//" : "%", {number(next), number(next)});
  case 12:
    return node(upTo(2) ? "max" : "min", {number(next), number(next)});
  default:
    return node("where", {boolean(next), number(next), number(next)});
  }
}

Tree RandomTrees::boolean(unsigned depth) {
  if (depth == 0 || upTo(12) == 0)
    return upTo(2) ? variable(true)
                   : node("<", {variable(false), constant(false)});
  unsigned next = depth - 1;
  static const char *const compare[] = {"<", "<", "<=", ">", ">=", "==", "!="};
  switch (upTo(7)) {
  case 0:
    return node("&", {boolean(next), boolean(next)});
  case 1:
    return node("|", {boolean(next), boolean(next)});
  case 2:
    return node("!", {boolean(next)});
  case 3:
    return node("where", {boolean(next), boolean(next), boolean(next)});
  case 4:
    return node(compare[upTo(7)], {number(next), constant(false)});
  default:
    return node(compare[upTo(7)], {number(next), number(next)});
  }
}

/// Calls `fn` for all values of the variables, or for a random choice of them,
/// until it says that there is something wrong.
template <typename Fn>
static bool forAllValues(const Variables &variables, std::mt19937_64 &random,
                         Fn fn) {
  constexpr unsigned maxTries = 96;
  Int128 all = 1;
  for (auto &[name, variable] : variables)
    all *= variable.max - variable.min + 1;
  for (unsigned i = 0; i < std::min<Int128>(all, maxTries); ++i) {
    Values values;
    Int128 rest = i;
    for (auto &[name, variable] : variables) {
      uint64_t size = static_cast<uint64_t>(variable.max - variable.min + 1);
      Int128 digit = all <= maxTries ? rest % size : random() % size;
      // The ends show most.
      if (all > maxTries && random() % 4 == 0)
        digit = random() % 2 ? size - 1 : 0;
      values[name] = variable.min + digit;
      rest /= size;
    }
    if (!fn(values))
      return false;
  }
  return true;
}

static Variables randomVariables(std::mt19937_64 &random) {
  Variables variables;
  static const Int128 sizes[] = {1, 2, 3, 4, 5, 8, 12, 16, 100};
  for (const char *name : {"a", "b", "c"}) {
    Int128 min = random() % 3 == 0 ? -Int128(random() % 9) : 0;
    variables[name] = {min, min + sizes[random() % std::size(sizes)] - 1};
  }
  variables["p"] = {0, 1, true};
  return variables;
}

unsigned checkRandom(unsigned seed, unsigned count) {
  unsigned numBad = 0, numChecked = 0;
  for (unsigned i = 0; i < count; ++i) {
    // Each one can be run again on its own: its seed is printed.
    std::mt19937_64 random(seed + i);
    Variables variables = randomVariables(random);
    RandomTrees trees(random, variables);
    IndexContext context;
    Builder builder(context, variables);
    unsigned depth = 2 + trees.upTo(4);
    Tree tree = i % 3 == 0 ? trees.boolean(depth) : trees.number(depth);
    Tree condition = trees.boolean(2);
    IndexExpr expr = builder.build(tree);
    IndexExpr known = builder.build(condition);
    IndexExpr given = context.simplifyGiven(expr, known);
    IndexExpr clauses = context.simplifyCondition(
        context.logicalAnd(known, expr.isBoolean() ? expr : known));
    auto complain = [&](const char *what, IndexExpr result,
                        const Values &values) {
      llvm::errs() << "seed " << seed + i << ", " << what << ": "
                   << tree.toString() << " given " << condition.toString()
                   << " is " << builder.toTree(result).toString() << " at";
      for (auto &[name, value] : values)
        llvm::errs() << ' ' << name << '=' << static_cast<int64_t>(value);
      llvm::errs() << '\n';
      ++numBad;
      return false;
    };
    forAllValues(variables, random, [&](const Values &values) {
      std::optional<Int128> want = evaluate(tree, values);
      if (!want)
        return true;
      ++numChecked;
      std::optional<Int128> is = builder.evaluate(expr, values);
      if (!is || *is != *want)
        return complain("built", expr, values);
      if (!expr.getInterval().contains(*want))
        return complain("bounds", expr, values);
      if (!expr.isBoolean() && expr.getFactor() != 0 &&
          *want % expr.getFactor() != 0)
        return complain("factor", expr, values);
      std::optional<Int128> holds = evaluate(condition, values);
      if (!holds)
        return true;
      Int128 both = *holds && (!expr.isBoolean() || *want);
      std::optional<Int128> joined = builder.evaluate(clauses, values);
      if (!joined || *joined != both)
        return complain("clauses", clauses, values);
      if (!*holds)
        return true;
      std::optional<Int128> there = builder.evaluate(given, values);
      if (!there || *there != *want)
        return complain("given", given, values);
      return true;
    });
    if (numBad > 20)
      break;
  }
  llvm::outs() << numChecked << " values of " << count << " expressions, "
               << numBad << " bad\n";
  return numBad;
}

//===----------------------------------------------------------------------===//
// Size
//===----------------------------------------------------------------------===//

/// How many expressions a context has made so far.
static uint32_t countExprs(IndexContext &context, int64_t fresh) {
  IndexExpr last = context.symbol(fresh, {0, 1});
  return static_cast<const detail::IndexNode *>(last.getOpaque())->id;
}

namespace {
using Make = llvm::function_ref<void(IndexContext &, unsigned)>;
struct Case {
  const char *name;
  /// The length of the shortest one.
  unsigned length;
  Make make;
};
} // namespace

/// What is ten times as long must not take many more than ten times as many
/// expressions.
unsigned checkSize() {
  auto nest = [](IndexContext &context, unsigned size) {
    // A chain: each step divides, shifts and bounds the one before.
    IndexExpr expr = context.symbol(0, {0, 1 << 20});
    for (unsigned i = 0; i < size; ++i) {
      IndexExpr leaf = context.symbol(1 + i, {0, 15});
      IndexExpr next = context.add(context.mul(expr, 16), leaf);
      expr = context.mod(context.floorDiv(next, 8), 1 << 20);
    }
  };
  auto reshape = [](IndexContext &context, unsigned size) {
    // The index of one element, through reshapes there and back.
    SmallVector<IndexExpr> index = {context.symbol(0, {0, 11}),
                                    context.symbol(1, {0, 34})};
    for (unsigned i = 0; i < size; ++i) {
      SmallVector<int64_t> from = {12, 35}, to = {20, 21};
      if (i % 2 == 1)
        std::swap(from, to);
      index = context.delinearize(context.linearize(index, from), to);
    }
  };
  auto mask = [](IndexContext &context, unsigned size) {
    // What many pads leave behind.
    IndexExpr condition = context.boolean(true);
    for (unsigned i = 0; i < size; ++i) {
      IndexExpr leaf = context.symbol(i, {0, 63});
      condition = context.logicalAnd(
          condition,
          context.logicalAnd(context.ge(leaf, 2), context.lt(leaf, 60)));
      context.simplifyGiven(context.mod(leaf, 60), condition);
    }
  };
  auto select = [](IndexContext &context, unsigned size) {
    IndexExpr leaf = context.symbol(0, {0, 1 << 20});
    IndexExpr expr = context.constant(0);
    for (unsigned i = 0; i < size; ++i)
      expr = context.select(context.lt(leaf, int64_t(i) * 3),
                            context.add(leaf, i), expr);
  };
  const Case cases[] = {{"nest", 10, nest},
                        {"reshape", 10, reshape},
                        {"mask", 5, mask},
                        {"select", 5, select}};
  unsigned numBad = 0;
  for (const Case &test : cases) {
    double counts[3];
    for (unsigned i = 0, size = test.length; i < 3; ++i, size *= 10) {
      IndexContext context;
      test.make(context, size);
      counts[i] = countExprs(context, size + 1000000);
    }
    constexpr double bound = 14;
    bool isBad = counts[1] > bound * counts[0] || counts[2] > bound * counts[1];
    numBad += isBad;
    llvm::outs() << test.name << ": " << counts[0] << ", " << counts[1] << ", "
                 << counts[2] << " expressions"
                 << (isBad ? ", which is not linear\n" : "\n");
  }
  return numBad;
}

} // namespace mlir::tiny::symbolic

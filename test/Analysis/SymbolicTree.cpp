//===- SymbolicTree.cpp - Expressions as written --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "SymbolicTest.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::tiny::symbolic {

using Kind = IndexExpr::Kind;

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

std::string Tree::toString() const {
  if (op == "#")
    return std::to_string(static_cast<int64_t>(value));
  if (op == "$")
    return name;
  std::string text = op == "where" || op == "max" || op == "min" ||
                             op == "given" || op == "clauses" || op == "!"
                         ? op
                         : "";
  text += "(";
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i != 0)
      text += text.front() == '(' ? " " + op + " " : ", ";
    text += operands[i].toString();
  }
  return text + ")";
}

static constexpr Int128 limit = Int128(1) << 120;

static Int128 floorDiv(Int128 x, Int128 y) {
  return x / y - ((x % y != 0) && ((x < 0) != (y < 0)));
}

/// Applies an operator to numbers.
static std::optional<Int128> applyOp(const std::string &op,
                                     llvm::ArrayRef<Int128> x) {
  if (op == "+" || op == "-" || op == "*") {
    Int128 result = 0;
    bool bad = op == "+"   ? __builtin_add_overflow(x[0], x[1], &result)
               : op == "-" ? __builtin_sub_overflow(x[0], x[1], &result)
                           : __builtin_mul_overflow(x[0], x[1], &result);
    if (bad || result > limit || result < -limit)
      return std::nullopt;
    return result;
  }
  if (op == "//" || op == "%") {
    if (x[1] == 0)
      return std::nullopt;
    Int128 quotient = floorDiv(x[0], x[1]);
    return op == "//" ? quotient : x[0] - quotient * x[1];
  }
  if (op == "max")
    return std::max(x[0], x[1]);
  if (op == "min")
    return std::min(x[0], x[1]);
  if (op == "where")
    return x[0] ? x[1] : x[2];
  if (op == "<")
    return x[0] < x[1];
  if (op == "<=")
    return x[0] <= x[1];
  if (op == ">")
    return x[0] > x[1];
  if (op == ">=")
    return x[0] >= x[1];
  if (op == "==")
    return x[0] == x[1];
  if (op == "!=")
    return x[0] != x[1];
  if (op == "&")
    return x[0] & x[1];
  if (op == "|")
    return x[0] | x[1];
  if (op == "!")
    return !x[0];
  return std::nullopt;
}

std::optional<Int128> evaluate(const Tree &tree, const Values &values) {
  if (tree.op == "#")
    return tree.value;
  if (tree.op == "$")
    return values.at(tree.name);
  llvm::SmallVector<Int128, 3> operands;
  for (const Tree &operand : tree.operands) {
    std::optional<Int128> value = evaluate(operand, values);
    if (!value)
      return std::nullopt;
    operands.push_back(*value);
  }
  return applyOp(tree.op, operands);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Builder::Builder(IndexContext &context, const Variables &variables)
    : context(context) {
  int64_t number = 0;
  for (auto &[name, variable] : variables) {
    IndexExpr leaf;
    if (variable.isBoolean) {
      storage.push_back(std::make_unique<int64_t>());
      leaf = context.leaf(Value::getFromOpaquePointer(storage.back().get()),
                          Interval::boolean(), 1, /*isBoolean=*/true);
    } else {
      leaf = context.symbol(number++, {variable.min, variable.max});
    }
    leaves[name] = leaf;
    names[leaf] = name;
  }
}

IndexExpr Builder::build(const Tree &tree) {
  if (tree.op == "#")
    return tree.isBoolean ? context.boolean(tree.value != 0)
                          : context.constant(static_cast<int64_t>(tree.value));
  if (tree.op == "$")
    return leaves.at(tree.name);
  llvm::SmallVector<IndexExpr, 3> x;
  for (const Tree &operand : tree.operands)
    x.push_back(build(operand));
  const std::string &op = tree.op;
  if (op == "+")
    return context.add(x[0], x[1]);
  if (op == "-")
    return context.sub(x[0], x[1]);
  if (op == "*")
    return context.mul(x[0], x[1]);
  if (op == "//")
    return context.floorDiv(x[0], x[1]);
  if (op == "%")
    return context.mod(x[0], x[1]);
  if (op == "max")
    return context.max(x[0], x[1]);
  if (op == "min")
    return context.min(x[0], x[1]);
  if (op == "where")
    return context.select(x[0], x[1], x[2]);
  if (op == "<")
    return context.lt(x[0], x[1]);
  if (op == "<=")
    return context.ge(x[1], x[0]);
  if (op == ">")
    return context.lt(x[1], x[0]);
  if (op == ">=")
    return context.ge(x[0], x[1]);
  if (op == "==")
    return context.eq(x[0], x[1]);
  if (op == "!=")
    return context.logicalNot(context.eq(x[0], x[1]));
  if (op == "&")
    return context.logicalAnd(x[0], x[1]);
  if (op == "|")
    return context.logicalOr(x[0], x[1]);
  if (op == "!")
    return context.logicalNot(x[0]);
  if (op == "given")
    return context.simplifyGiven(x[1], x[0]);
  return context.simplifyCondition(x[0]);
}

static const char *operatorOf(Kind kind) {
  switch (kind) {
  case Kind::Add:
    return "+";
  case Kind::Mul:
    return "*";
  case Kind::FloorDiv:
    return "//";
  case Kind::Mod:
    return "%";
  case Kind::Max:
    return "max";
  case Kind::Min:
    return "min";
  case Kind::Select:
    return "where";
  case Kind::Lt:
    return "<";
  case Kind::Eq:
    return "==";
  case Kind::And:
    return "&";
  case Kind::Or:
    return "|";
  case Kind::Not:
    return "!";
  default:
    return "";
  }
}

std::optional<Int128> Builder::evaluate(IndexExpr expr, const Values &values) {
  if (std::optional<int64_t> constant = expr.getConstant())
    return *constant;
  if (expr.getKind() == Kind::Leaf)
    return values.at(names.lookup(expr));
  // A division by zero gives some value, which may not matter.
  Kind kind = expr.getKind();
  if (kind == Kind::Select) {
    std::optional<Int128> first = evaluate(expr.getOperands()[0], values);
    return first ? evaluate(expr.getOperands()[*first ? 1 : 2], values) : first;
  }
  bool isJunction = kind == Kind::And || kind == Kind::Or;
  bool isUnknown = false;
  llvm::SmallVector<Int128, 4> operands;
  for (IndexExpr operand : expr.getOperands()) {
    std::optional<Int128> value = evaluate(operand, values);
    if (value && isJunction && *value == (kind == Kind::Or))
      return value;
    isUnknown |= !value;
    operands.push_back(value.value_or(0));
  }
  if (isUnknown)
    return std::nullopt;
  std::string op = operatorOf(expr.getKind());
  if (op != "+" && op != "*" && op != "&" && op != "|")
    return applyOp(op, operands);
  std::optional<Int128> result = operands.front();
  for (Int128 operand : llvm::ArrayRef(operands).drop_front())
    if (result)
      result = applyOp(op, {*result, operand});
  return result;
}

Tree Builder::toTree(IndexExpr expr) {
  Tree tree;
  if (std::optional<int64_t> constant = expr.getConstant()) {
    tree.op = "#";
    tree.value = *constant;
    return tree;
  }
  if (expr.getKind() == Kind::Leaf) {
    tree.op = "$";
    tree.name = names.lookup(expr);
    return tree;
  }
  tree.op = operatorOf(expr.getKind());
  for (IndexExpr operand : expr.getOperands())
    tree.operands.push_back(toTree(operand));
  return tree;
}

} // namespace mlir::tiny::symbolic

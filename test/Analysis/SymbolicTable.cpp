//===- SymbolicTable.cpp - Inputs and the results they must have ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "SymbolicTest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <functional>

namespace mlir::tiny::symbolic {

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

/// The tree times minus one.
static Tree negate(Tree tree) {
  if (tree.op == "#") {
    tree.value = -tree.value;
    return tree;
  }
  Tree minusOne, product;
  minusOne.op = "#";
  minusOne.value = -1;
  product.op = "*";
  product.operands = {std::move(tree), std::move(minusOne)};
  return product;
}

namespace {
class Parser {
public:
  Parser(llvm::StringRef text, const Variables &variables)
      : rest(text), variables(variables) {}

  Tree parseAll() {
    Tree tree = parseLevel(0);
    if (!rest.ltrim().empty())
      fail("unexpected '" + rest.str() + "'");
    return tree;
  }
  std::string error;

private:
  Tree parseLevel(unsigned level);
  Tree parseAtom();
  bool take(llvm::StringRef token);
  void fail(const std::string &message) {
    if (error.empty())
      error = message;
    rest = "";
  }

  llvm::StringRef rest;
  const Variables &variables;
};
} // namespace

bool Parser::take(llvm::StringRef token) {
  rest = rest.ltrim();
  return rest.consume_front(token);
}

/// Binary operators from the loosest level to the tightest.
Tree Parser::parseLevel(unsigned level) {
  static const std::vector<std::vector<std::string>> levels = {
      {"|"},
      {"&"},
      {"<=", ">=", "==", "!=", "<", ">"},
      {"+", "-"},
      {"//", "*", "%"}};
  if (level == levels.size())
    return parseAtom();
  Tree left = parseLevel(level + 1);
  while (true) {
    std::string found;
    for (const std::string &op : levels[level])
      if (found.empty() && take(op))
        found = op;
    if (found.empty())
      return left;
    Tree tree;
    tree.op = found;
    tree.operands = {left, parseLevel(level + 1)};
    left = std::move(tree);
  }
}

Tree Parser::parseAtom() {
  Tree tree;
  if (take("(")) {
    tree = parseLevel(0);
    if (!take(")"))
      fail("expected ')'");
    return tree;
  }
  if (take("!")) {
    tree.op = "!";
    tree.operands = {parseAtom()};
    return tree;
  }
  bool isNegative = take("-");
  rest = rest.ltrim();
  llvm::StringRef word = rest.take_while(llvm::isAlnum);
  rest = rest.drop_front(word.size());
  if (word.empty()) {
    if (isNegative)
      return negate(parseAtom());
    fail("expected an operand at '" + rest.str() + "'");
    return tree;
  }
  int64_t number = 0;
  std::string digits = (isNegative ? "-" : "") + word.str();
  if (!llvm::StringRef(digits).getAsInteger(10, number)) {
    tree.op = "#";
    tree.value = number;
    return tree;
  }
  if (word == "true" || word == "false") {
    tree.op = "#";
    tree.value = word == "true";
    tree.isBoolean = true;
    return tree;
  }
  auto it = variables.find(word.str());
  if (it != variables.end()) {
    tree.op = "$";
    tree.name = word.str();
    tree.isBoolean = it->second.isBoolean;
  } else if (take("(")) {
    tree.op = word.str();
    do
      tree.operands.push_back(parseLevel(0));
    while (take(","));
    if (!take(")"))
      fail("expected ')'");
  } else {
    fail("there is no variable '" + word.str() + "'");
  }
  return isNegative ? negate(tree) : tree;
}

Tree parse(llvm::StringRef text, const Variables &variables,
           std::string &error) {
  Parser parser(text, variables);
  Tree tree = parser.parseAll();
  error = parser.error;
  return tree;
}

//===----------------------------------------------------------------------===//
// Comparison up to the order of operands
//===----------------------------------------------------------------------===//

/// A text that is the same for trees that only differ in the order of
/// commutative operands, in nesting, and in how a negation is written.
static std::string normalForm(const Tree &tree) {
  const std::string &op = tree.op;
  auto operand = [&](size_t i) { return normalForm(tree.operands[i]); };
  if (op == "#" || op == "$")
    return tree.toString();
  if (op == "-" || op == "+" || op == "*" || op == "&" || op == "|") {
    std::vector<std::string> parts;
    std::function<void(const Tree &, bool)> flatten = [&](const Tree &part,
                                                          bool isNegative) {
      if (part.op == op || (op == "+" && part.op == "-") ||
          (op == "-" && part.op == "+")) {
        for (size_t i = 0; i < part.operands.size(); ++i)
          flatten(part.operands[i], isNegative != (part.op == "-" && i != 0));
        return;
      }
      if (!isNegative) {
        parts.push_back(normalForm(part));
        return;
      }
      parts.push_back(normalForm(negate(part)));
    };
    flatten(tree, false);
    std::sort(parts.begin(), parts.end());
    return (op == "-" ? "+" : op) + "[" + llvm::join(parts, ", ") + "]";
  }
  // x >= y is !(x < y), and x > c is !(x < c + 1).
  if (op == ">=")
    return "![<[" + operand(0) + ", " + operand(1) + "]]";
  if (op == ">" && tree.operands[1].op == "#") {
    Tree next = tree.operands[1];
    ++next.value;
    return "![<[" + operand(0) + ", " + normalForm(next) + "]]";
  }
  if (op == "<" && tree.operands[0].op == "#") {
    Tree next = tree.operands[0];
    ++next.value;
    return "![<[" + operand(1) + ", " + normalForm(next) + "]]";
  }
  if (op == ">")
    return "<[" + operand(1) + ", " + operand(0) + "]";
  if (op == "<=")
    return "![<[" + operand(1) + ", " + operand(0) + "]]";
  if (op == "!=")
    return "![==[" + operand(0) + ", " + operand(1) + "]]";
  std::vector<std::string> parts;
  for (const Tree &part : tree.operands)
    parts.push_back(normalForm(part));
  if (op == "max" || op == "min" || op == "==")
    std::sort(parts.begin(), parts.end());
  return op + "[" + llvm::join(parts, ", ") + "]";
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static std::string declare(llvm::StringRef line, Variables &variables) {
  llvm::SmallVector<llvm::StringRef, 4> words;
  llvm::SplitString(line, words);
  if (words[0] == "bool" && words.size() == 2) {
    variables[words[1].str()] = {0, 1, true};
    return "";
  }
  int64_t min = 0, max = 0;
  if (words.size() != 4 || words[2].getAsInteger(10, min) ||
      words[3].getAsInteger(10, max))
    return "expected 'var NAME MIN MAX' or 'bool NAME'";
  variables[words[1].str()] = {min, max, false};
  return "";
}

unsigned checkTable(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer) {
    llvm::errs() << file << ": " << buffer.getError().message() << '\n';
    return 1;
  }
  Variables variables;
  unsigned numBad = 0, numLines = 0, number = 0;
  llvm::SmallVector<llvm::StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  for (llvm::StringRef line : lines) {
    ++number;
    auto complain = [&](const std::string &message) {
      llvm::errs() << file << ':' << number << ": " << message << '\n';
      ++numBad;
    };
    line = line.split("##").first.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    std::string error;
    if (line.starts_with("var ") || line.starts_with("bool ")) {
      error = declare(line, variables);
      if (!error.empty())
        complain(error);
      continue;
    }
    auto [left, right] = line.split("=>");
    Tree input = parse(left, variables, error);
    std::string other;
    Tree expected = parse(right, variables, other);
    if (!error.empty() || !other.empty()) {
      complain(error + other);
      continue;
    }
    IndexContext context;
    Builder builder(context, variables);
    Tree result = builder.toTree(builder.build(input));
    ++numLines;
    if (normalForm(result) != normalForm(expected))
      complain(line.str() + ", but is " + result.toString());
  }
  llvm::outs() << numLines << " lines, " << numBad << " bad\n";
  return numBad;
}

} // namespace mlir::tiny::symbolic

//===- IndexExprPrint.cpp - Index expressions as text ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "IndexContextImpl.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tiny {

using Kind = IndexExpr::Kind;

/// How tightly an expression binds; operands of the same level on the right of
/// an operator need parentheses.
enum Level {
  LooseLevel,
  OrLevel,
  AndLevel,
  CompareLevel,
  AddLevel,
  MulLevel,
  AtomLevel
};

static Level levelOf(IndexExpr expr) {
  switch (expr.getKind()) {
  case Kind::Select:
    return LooseLevel;
  case Kind::Or:
    return OrLevel;
  case Kind::And:
    return AndLevel;
  case Kind::Lt:
  case Kind::Eq:
    return CompareLevel;
  case Kind::Add:
    return AddLevel;
  case Kind::Mul:
  case Kind::FloorDiv:
  case Kind::Mod:
    return MulLevel;
  default:
    return AtomLevel;
  }
}

static StringRef symbolOf(Kind kind) {
  switch (kind) {
  case Kind::Add:
    return " + ";
  case Kind::Mul:
    return " * ";
  case Kind::FloorDiv:
    return " // ";
  case Kind::Mod:
    return " % ";
  case Kind::Lt:
    return " < ";
  case Kind::Eq:
    return " == ";
  case Kind::And:
    return " & ";
  case Kind::Or:
    return " | ";
  default:
    return ", ";
  }
}

static void print(IndexExpr expr, int context, raw_ostream &os) {
  Level level = levelOf(expr);
  bool parens = level < context;
  if (parens)
    os << '(';
  switch (expr.getKind()) {
  case Kind::Constant:
    if (expr.isBoolean())
      os << (expr.isTrue() ? "true" : "false");
    else
      os << *expr.getConstant();
    break;
  case Kind::Leaf:
    if (std::optional<int64_t> number = expr.getSymbol())
      os << 'r' << *number;
    else
      expr.getValue().printAsOperand(os, OpPrintingFlags());
    break;
  case Kind::Not:
    os << '!';
    print(expr.getOperands()[0], AtomLevel, os);
    break;
  case Kind::Max:
  case Kind::Min:
    os << (expr.getKind() == Kind::Max ? "max(" : "min(");
    print(expr.getOperands()[0], LooseLevel, os);
    os << ", ";
    print(expr.getOperands()[1], LooseLevel, os);
    os << ')';
    break;
  case Kind::Select:
    print(expr.getOperands()[0], OrLevel, os);
    os << " ? ";
    print(expr.getOperands()[1], OrLevel, os);
    os << " : ";
    print(expr.getOperands()[2], LooseLevel, os);
    break;
  default:
    for (auto [i, operand] : llvm::enumerate(expr.getOperands())) {
      if (i != 0)
        os << symbolOf(expr.getKind());
      print(operand, i == 0 ? level : level + 1, os);
    }
    break;
  }
  if (parens)
    os << ')';
}

void IndexExpr::print(raw_ostream &os) const {
  if (!node)
    os << "<none>";
  else
    tiny::print(*this, LooseLevel, os);
}

} // namespace mlir::tiny

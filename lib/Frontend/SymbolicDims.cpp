//===- SymbolicDims.cpp - Arithmetic of symbolic sizes --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/SymbolicShapes.h"

#include "GraphWalk.h"
#include "tiny/Analysis/IndexImport.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

using Kind = IndexExpr::Kind;

DimVariables::DimVariables(Value value) {
  GraphWalk walk;
  walk.add(value.getDefiningOp());
  for (Operation *op : walk.getOps()) {
    if (isa<VariableOp>(op))
      variables.push_back(op->getResult(0));
    else if (isa<BindOp>(op))
      bindings.push_back(op->getResult(0));
  }
  llvm::stable_sort(variables, [](Value lhs, Value rhs) {
    auto key = [](VariableOp op) {
      return std::tuple(op.getLabel(), op.getMin(), op.getMax());
    };
    return key(lhs.getDefiningOp<VariableOp>()) <
           key(rhs.getDefiningOp<VariableOp>());
  });
}

LogicalResult noteBinding(Value bound, llvm::StringMap<int64_t> &numbers) {
  auto bind = bound.getDefiningOp<BindOp>();
  StringRef label = bind.getVariable().getDefiningOp<VariableOp>().getLabel();
  auto [it, isNew] = numbers.try_emplace(label, bind.getValue());
  if (it->second == bind.getValue())
    return success();
  return emitError(bind.getLoc())
         << "bind mismatch: two numbers for Variable '" << label << "', "
         << it->second << " and " << bind.getValue();
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

namespace {
/// Builds index expressions as nodes of a graph.
class DimBuilder {
public:
  DimBuilder(GraphBuilder &builder,
             const llvm::DenseMap<IndexExpr, Value> &leaves)
      : builder(builder), leaves(leaves) {}

  /// Null if the expression depends on another leaf.
  Value build(IndexExpr expr);

private:
  template <typename OpTy>
  Value chain(IndexExpr expr);

  GraphBuilder &builder;
  const llvm::DenseMap<IndexExpr, Value> &leaves;
};
} // namespace

template <typename OpTy>
Value DimBuilder::chain(IndexExpr expr) {
  Value result;
  for (IndexExpr operand : expr.getOperands()) {
    Value value = build(operand);
    if (!value)
      return {};
    result = result ? builder.elementwise<OpTy>({result, value}) : value;
  }
  return result;
}

Value DimBuilder::build(IndexExpr expr) {
  auto operand = [&](size_t i) { return build(expr.getOperands()[i]); };
  switch (expr.getKind()) {
  case Kind::Constant:
    if (expr.isBoolean())
      return builder.constant(Number::integer(*expr.getConstant()),
                              IntegerType::get(builder.getContext(), 1));
    return builder.weakInt(*expr.getConstant());
  case Kind::Leaf:
    return leaves.lookup(expr);
  case Kind::Add:
    return chain<AddOp>(expr);
  case Kind::Mul:
    return chain<MulOp>(expr);
  case Kind::FloorDiv:
    return chain<FloorDivOp>(expr);
  case Kind::Mod:
    return chain<FloorModOp>(expr);
  case Kind::Max:
    return chain<MaxOp>(expr);
  case Kind::Lt:
    return chain<CmpLtOp>(expr);
  case Kind::Eq:
    return chain<CmpEqOp>(expr);
  case Kind::And:
    return chain<AndOp>(expr);
  case Kind::Or:
    return chain<OrOp>(expr);
  case Kind::Not: {
    Value value = operand(0);
    Type type = IntegerType::get(builder.getContext(), 1);
    Value truth = builder.constant(Number::integer(1), type);
    return value ? builder.elementwise<XorOp>({value, truth}) : value;
  }
  case Kind::Min: {
    Value lhs = operand(0), rhs = operand(1);
    if (!lhs || !rhs)
      return {};
    return builder.where(builder.elementwise<CmpLtOp>({lhs, rhs}), lhs, rhs);
  }
  case Kind::Select: {
    Value condition = operand(0), onTrue = operand(1), onFalse = operand(2);
    if (!condition || !onTrue || !onFalse)
      return {};
    return builder.where(condition, onTrue, onFalse);
  }
  }
  return {};
}

std::optional<Dim> simplifyDim(GraphBuilder &builder, Value value) {
  Location loc = value.getLoc();
  if (!value.getType().isIndex()) {
    emitError(loc) << "a size is an integer or made of variables, not a "
                   << value.getType();
    return std::nullopt;
  }
  IndexContext context;
  IndexImporter importer(context);
  // Leaves are made in the order of labels: the form of a sum depends on it.
  DimVariables used(value);
  llvm::DenseMap<IndexExpr, Value> leaves;
  for (Value variable : used.variables)
    leaves[importer.import(variable)] = variable;
  llvm::StringMap<int64_t> numbers;
  for (Value bound : used.bindings) {
    if (failed(noteBinding(bound, numbers)))
      return std::nullopt;
    leaves[importer.import(bound)] = bound;
  }
  IndexExpr expr = importer.import(value);
  if (std::optional<int64_t> number = expr.getConstant())
    return Dim(*number);
  Value simple = DimBuilder(builder, leaves).build(expr);
  if (simple)
    return Dim(simple);
  emitError(loc) << "a size is made of numbers and variables only";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Values and text
//===----------------------------------------------------------------------===//

std::optional<int64_t> evaluateDim(const Dim &dim) {
  if (!dim.isSymbolic())
    return dim.getNumber();
  Value value = dim.getValue();
  IndexContext context;
  IndexImporter importer(context);
  DimVariables used(value);
  llvm::StringMap<int64_t> numbers;
  for (Value bound : used.bindings)
    if (failed(noteBinding(bound, numbers)))
      return std::nullopt;
  for (Value variable : used.variables) {
    StringRef label = variable.getDefiningOp<VariableOp>().getLabel();
    auto it = numbers.find(label);
    if (it == numbers.end()) {
      emitError(value.getLoc()) << "unbound Variable '" << label << "'";
      return std::nullopt;
    }
    importer.define(variable, context.constant(it->second));
  }
  std::optional<int64_t> number = importer.import(value).getConstant();
  if (!number)
    emitError(value.getLoc()) << "'" << renderDim(dim)
                              << "' is not made of numbers and variables only";
  return number;
}

/// The operator of an op, or nothing.
static StringRef getSign(Operation *op) {
  if (isa<AddOp>(op))
    return " + ";
  if (isa<SubOp>(op))
    return " - ";
  if (isa<MulOp>(op))
    return " * ";
  if (isa<FloorDivOp, CDivOp>(op))
    return " // ";
  if (isa<FloorModOp, CModOp>(op))
    return " % ";
  if (isa<CmpLtOp>(op))
    return " < ";
  if (isa<CmpEqOp>(op))
    return " == ";
  if (isa<CmpNeOp>(op))
    return " != ";
  if (isa<AndOp>(op))
    return " & ";
  if (isa<OrOp>(op))
    return " | ";
  return {};
}

static void render(Value value, raw_ostream &os, bool isInner) {
  Operation *op = value.getDefiningOp();
  if (auto variable = dyn_cast<VariableOp>(op)) {
    os << variable.getLabel();
  } else if (auto bind = dyn_cast<BindOp>(op)) {
    render(bind.getVariable(), os, isInner);
  } else if (auto constant = dyn_cast<ConstOp>(op)) {
    constant.getValue().print(os);
  } else if (StringRef sign = getSign(op); !sign.empty()) {
    os << (isInner ? "(" : "");
    render(op->getOperand(0), os, /*isInner=*/true);
    os << sign;
    render(op->getOperand(1), os, /*isInner=*/true);
    os << (isInner ? ")" : "");
  } else {
    os << op->getName().stripDialect() << '(';
    llvm::interleaveComma(op->getOperands(), os, [&](Value operand) {
      render(operand, os, /*isInner=*/false);
    });
    os << ')';
  }
}

std::string renderDim(const Dim &dim) {
  if (!dim.isSymbolic())
    return std::to_string(dim.getNumber());
  std::string text;
  llvm::raw_string_ostream os(text);
  render(dim.getValue(), os, /*isInner=*/false);
  return text;
}

} // namespace mlir::tiny

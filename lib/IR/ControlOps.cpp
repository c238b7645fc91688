//===- ControlOps.cpp - Ranges, functions, kernels ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

LogicalResult RangeOp::verify() {
  if (getExtent() < 1)
    return emitOpError("has extent ")
           << getExtent() << ", which is not positive"; // C1
  if (isSymbolic() && !llvm::is_contained({AxisType::Weak, AxisType::Loop,
                                           AxisType::Global, AxisType::Reduce},
                                          getAxis()))
    return emitOpError("has a limit, but is of type ")
           << stringifyAxisType(getAxis()); // C2
  return success();
}

LogicalResult SpecialOp::verify() {
  if (getAxis() != AxisType::Global && getAxis() != AxisType::Local)
    return emitOpError("is of type ")
           << stringifyAxisType(getAxis())
           << ", which is neither global nor local"; // C1
  if (getDimension() < 0 || getDimension() > 2)
    return emitOpError("has dimension ")
           << getDimension() << ", which is not 0, 1 or 2"; // C2
  if (getExtent() < 1)
    return emitOpError("has extent ")
           << getExtent() << ", which is not positive"; // C3
  return success();
}

/// Whether `ranges` are results of different `range`s.
static LogicalResult verifyRanges(Operation *closing, ValueRange ranges) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  for (Value range : ranges) {
    Operation *op = range.getDefiningOp();
    if (!isa_and_nonnull<RangeOp>(op))
      return closing->emitOpError("closes what is not a range");
    if (!seen.insert(op).second)
      return closing->emitOpError("closes a range twice");
  }
  return success();
}

LogicalResult EndOp::verify() {
  if (getRanges().empty())
    return emitOpError("closes no range"); // C1
  return verifyRanges(*this, getRanges()); // C1
}

LogicalResult ReduceOp::verify() {
  return verifyRanges(*this, getRanges()); // C3
}

OperandRange EndOp::getEndedRanges() { return getRanges(); }

OperandRange EndOp::getBodyOperands() {
  return getOperation()->getOperands().take_front(1);
}

//===----------------------------------------------------------------------===//
// Functions and kernels
//===----------------------------------------------------------------------===//

/// `@name(%arg: type, ...) attributes {...} { ... }`.
static ParseResult parseFunctionLike(OpAsmParser &parser,
                                     OperationState &result) {
  StringAttr name;
  Builder &builder = parser.getBuilder();
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             result.attributes) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true, /*allowAttrs=*/true) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  SmallVector<Type> types;
  SmallVector<Attribute> attrs;
  for (OpAsmParser::Argument &argument : arguments) {
    types.push_back(argument.type);
    attrs.push_back(argument.attrs ? argument.attrs
                                   : builder.getDictionaryAttr({}));
  }
  result.addAttribute("function_type",
                      TypeAttr::get(builder.getFunctionType(types, {})));
  if (llvm::any_of(attrs, [](Attribute attr) {
        return !cast<DictionaryAttr>(attr).empty();
      }))
    result.addAttribute("arg_attrs", builder.getArrayAttr(attrs));
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  FunctionOp::ensureTerminator(*body, builder, result.location);
  return success();
}

template <typename OpTy>
static void printFunctionLike(OpTy op, OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(op.getSymName());
  printer << '(';
  Region &body = op.getBody();
  llvm::interleaveComma(body.getArguments(), printer, [&](BlockArgument arg) {
    ArrayRef<NamedAttribute> attrs;
    if (auto all = op.getArgAttrsAttr())
      attrs = cast<DictionaryAttr>(all[arg.getArgNumber()]).getValue();
    printer.printRegionArgument(arg, attrs);
  });
  printer << ')';
  printer.printOptionalAttrDictWithKeyword(
      op->getAttrs(), {"sym_name", "function_type", "arg_attrs"});
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/true);
}

template <typename OpTy>
static LogicalResult verifyFunctionLike(OpTy op) {
  if (op.getFunctionType().getNumResults() != 0)
    return op.emitOpError("has results"); // C1
  for (Type type : op.getFunctionType().getInputs()) {
    auto buffer = dyn_cast<BufferType>(type);
    if (!buffer || buffer.getAddressSpace() != AddressSpace::Global)
      return op.emitOpError("has an argument of type ")
             << type << ", which is no global buffer"; // C1
  }
  return success();
}

template <typename OpTy>
static void buildFunctionLike(OpBuilder &builder, OperationState &state,
                              StringRef name, ArrayRef<Type> inputs) {
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr(name));
  state.addAttribute("function_type",
                     TypeAttr::get(builder.getFunctionType(inputs, {})));
  Block &body = state.addRegion()->emplaceBlock();
  for (Type type : inputs)
    body.addArgument(type, state.location);
}

void FunctionOp::build(OpBuilder &builder, OperationState &state,
                       StringRef name, ArrayRef<Type> inputs) {
  buildFunctionLike<FunctionOp>(builder, state, name, inputs);
}
ParseResult FunctionOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFunctionLike(parser, result);
}
void FunctionOp::print(OpAsmPrinter &printer) {
  printFunctionLike(*this, printer);
}
LogicalResult FunctionOp::verify() { return verifyFunctionLike(*this); }

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                     ArrayRef<Type> inputs) {
  buildFunctionLike<KernelOp>(builder, state, name, inputs);
}
ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFunctionLike(parser, result);
}
void KernelOp::print(OpAsmPrinter &printer) {
  printFunctionLike(*this, printer);
}
LogicalResult KernelOp::verify() { return verifyFunctionLike(*this); }

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *callee = symbols.lookupNearestSymbolFrom(*this, getCalleeAttr());
  auto kernel = dyn_cast_or_null<KernelOp>(callee);
  // What runs on a grid is in a module of its own.
  if (callee && !isa<FunctionOpInterface>(callee) &&
      callee->hasTrait<OpTrait::SymbolTable>())
    callee = SymbolTable::lookupSymbolIn(callee, getCalleeAttr().getAttr());
  if (!kernel && (!isa_and_nonnull<FunctionOpInterface>(callee) ||
                  isa<FunctionOp>(callee)))
    return emitOpError("calls ")
           << getCalleeAttr() << ", which is no kernel"; // C1
  auto isSame = [](Type operand, Type argument) {
    auto lhs = dyn_cast<BufferType>(operand), rhs = cast<BufferType>(argument);
    if (operand == argument || !isBoolType(rhs.getElementType()))
      return operand == argument;
    return lhs.getShape() == rhs.getShape() &&
           lhs.getElementType().isSignlessInteger(8);
  };
  if (kernel && !llvm::equal(getBuffers().getTypes(),
                             kernel.getFunctionType().getInputs(), isSame))
    return emitOpError("has operands of other types than the arguments of ")
           << getCalleeAttr(); // C2
  return success();
}

} // namespace mlir::tiny

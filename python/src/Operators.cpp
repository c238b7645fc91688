//===- Operators.cpp - Arithmetic on nodes --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "llvm/ADT/StringMap.h"

namespace mlir::tiny::python {

namespace {
/// An elementwise op by its short name.
struct Elementwise {
  OperationName name;
  unsigned arity;
};
} // namespace

template <typename OpTy>
static OperationName getName() {
  static OperationName name(OpTy::getOperationName(), getArena().getContext());
  return name;
}

template <typename... OpTys>
static void addOps(llvm::StringMap<Elementwise> &map, unsigned arity) {
  (map.try_emplace(getName<OpTys>().stripDialect(),
                   Elementwise{getName<OpTys>(), arity}),
   ...);
}

static const Elementwise *lookup(StringRef name) {
  static auto *map = [] {
    auto *result = new llvm::StringMap<Elementwise>();
    addOps<Exp2Op, Log2Op, SinOp, SqrtOp, ReciprocalOp, NegOp, TruncOp>(*result,
                                                                        1);
    addOps<AddOp, SubOp, MulOp, FDivOp, PowOp, MaxOp, CDivOp, CModOp,
           FloorDivOp, FloorModOp, ShlOp, ShrOp, AndOp, OrOp, XorOp, ThreefryOp,
           CmpLtOp, CmpNeOp, CmpEqOp>(*result, 2);
    addOps<WhereOp>(*result, 3);
    return result;
  }();
  auto it = map->find(name);
  return it == map->end() ? nullptr : &it->second;
}

/// Shapes that do not broadcast are a ValueError, element types that do not fit
/// a RuntimeError.
static nb::object build(OperationName name, ArrayRef<Value> operands) {
  Value node = getArena().createElementwise(name, operands);
  if (LLVM_LIKELY(node))
    return toPython(node, nullptr);
  SmallVector<ArrayRef<int64_t>, 3> shapes;
  bool isSymbolicShape = false;
  for (Value operand : operands) {
    shapes.push_back(getShape(operand));
    isSymbolicShape |= isSymbolic(operand.getType());
  }
  raiseDiagnostic(broadcastShapes(shapes) && !isSymbolicShape
                      ? PyExc_RuntimeError
                      : PyExc_ValueError);
}

static nb::object notImplemented() { return nb::borrow(Py_NotImplemented); }

template <typename OpTy, bool reflected>
static nb::object binary(NodeRef &self, nb::handle object) {
  Arena::Scope scope(getArena());
  Value lhs = getValue(self), rhs = toOperand(object, getElementType(lhs));
  if (!rhs)
    return notImplemented();
  if (reflected)
    std::swap(lhs, rhs);
  return build(getName<OpTy>(), {lhs, rhs});
}

/// `!(lhs < rhs)`.
template <bool reflected>
static nb::object notLess(NodeRef &self, nb::handle object) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value lhs = getValue(self), rhs = toOperand(object, getElementType(lhs));
  if (!rhs)
    return notImplemented();
  if (reflected)
    std::swap(lhs, rhs);
  nb::object less = build(getName<CmpLtOp>(), {lhs, rhs});
  Value truth = arena.constant(Number::integer(1),
                               IntegerType::get(arena.getContext(), 1));
  return build(getName<CmpNeOp>(),
               {nb::inst_ptr<NodeRef>(less)->getValue(), truth});
}

static nb::object alu(NodeRef &self, const std::string &name, nb::args others) {
  Arena::Scope scope(getArena());
  const Elementwise *op = lookup(name);
  if (!op)
    raise(PyExc_ValueError, "there is no elementwise op '" + name + "'");
  if (others.size() + 1 != op->arity)
    raise(PyExc_TypeError, "'" + name + "' takes " + std::to_string(op->arity) +
                               " operands, not " +
                               std::to_string(others.size() + 1));
  SmallVector<Value, 3> operands = {getValue(self)};
  Type like = getElementType(operands.front());
  for (nb::handle other : others) {
    Value operand = toOperand(other, op->arity == 2 ? like : Type());
    if (!operand)
      raise(PyExc_TypeError, "'" + name +
                                 "' takes a UOp, bool, int or float, not " +
                                 nb::type_name(other.type()).c_str());
    operands.push_back(operand);
  }
  return build(op->name, operands);
}

/// Defines `__NAME__`, and `__rNAME__` for an operator that has it.
template <typename OpTy>
static void defOperator(nb::class_<NodeRef> &cls, const char *name,
                        bool hasReflected = true) {
  static constexpr const char *operand =
      "(self, other: UOp | bool | int | float, /) -> UOp";
  // The strings are used by `def` only.
  std::string plain = std::string("__") + name + "__";
  std::string sig = "def " + plain + operand;
  cls.def(plain.c_str(), &binary<OpTy, false>, nb::is_operator(),
          nb::sig(sig.c_str()));
  if (!hasReflected)
    return;
  std::string reflected = std::string("__r") + name + "__";
  sig = "def " + reflected + operand;
  cls.def(reflected.c_str(), &binary<OpTy, true>, nb::is_operator(),
          nb::sig(sig.c_str()));
}

void bindOperators(nb::class_<NodeRef> &cls) {
  defOperator<AddOp>(cls, "add");
  defOperator<SubOp>(cls, "sub");
  defOperator<MulOp>(cls, "mul");
  defOperator<FDivOp>(cls, "truediv");
  defOperator<FloorDivOp>(cls, "floordiv");
  defOperator<FloorModOp>(cls, "mod");
  defOperator<AndOp>(cls, "and");
  defOperator<OrOp>(cls, "or");
  defOperator<XorOp>(cls, "xor");
  defOperator<ShlOp>(cls, "lshift");
  defOperator<ShrOp>(cls, "rshift");
  defOperator<CmpLtOp>(cls, "lt", /*hasReflected=*/false);
  cls.def("__gt__", &binary<CmpLtOp, true>, nb::is_operator(),
          nb::sig("def __gt__(self, other: UOp | bool | int | float, /) -> "
                  "UOp"))
      .def("__ge__", &notLess<false>, nb::is_operator(),
           nb::sig("def __ge__(self, other: UOp | bool | int | float, /) -> "
                   "UOp"))
      .def("__le__", &notLess<true>, nb::is_operator(),
           nb::sig("def __le__(self, other: UOp | bool | int | float, /) -> "
                   "UOp"))
      .def(
          "__neg__",
          [](NodeRef &self) {
            Arena::Scope scope(getArena());
            return build(getName<NegOp>(), getValue(self));
          },
          nb::sig("def __neg__(self) -> UOp"))
      .def("alu", &alu, nb::arg("name"), nb::arg("others"),
           nb::sig("def alu(self, name: str, *others: UOp | bool | int | "
                   "float) -> UOp"),
           "The elementwise op `name` of this value and others. Operands are "
           "promoted and broadcast.");
}

} // namespace mlir::tiny::python

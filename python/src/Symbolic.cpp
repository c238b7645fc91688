//===- Symbolic.cpp - Variables in Python ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "tiny/Analysis/Intervals.h"
#include "tiny/Frontend/SymbolicShapes.h"

namespace mlir::tiny::python {

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

static nb::object variable(const std::string &name, int64_t min, int64_t max,
                           nb::handle dtype, int64_t multiple) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  if (!dtype.is_none()) {
    DType *type;
    if (!nb::try_cast(dtype, type) || !type || !type->type ||
        !isIntType(type->type))
      raise(PyExc_ValueError, "a Variable is an integer");
  }
  VariableOp::Properties properties;
  properties.label = name;
  properties.min = min;
  properties.max = max;
  properties.multiple = multiple;
  return toPython(arena.create<VariableOp>({}, properties), PyExc_ValueError);
}

/// The variable that a node is or binds; null for another node.
static VariableOp getVariable(Value value) {
  if (auto bind = value.getDefiningOp<BindOp>())
    value = bind.getVariable();
  return value.getDefiningOp<VariableOp>();
}

static VariableOp expectVariable(NodeRef &self, const char *what) {
  if (VariableOp variable = getVariable(getValue(self)))
    return variable;
  raise(PyExc_ValueError,
        std::string(what) + ": '" +
            self.getOperation()->getName().stripDialect().str() +
            "' is no Variable");
}

/// Raises ValueError for a number that is none of the variable.
static Value bindTo(VariableOp variable, int64_t value) {
  std::string text = "bind " + std::to_string(value);
  if (value < variable.getMin() || value > variable.getMax())
    raise(PyExc_ValueError, text + " not in range [" +
                                std::to_string(variable.getMin()) + ", " +
                                std::to_string(variable.getMax()) + "]");
  if (value % variable.getMultiple() != 0)
    raise(PyExc_ValueError, text + " is no multiple of " +
                                std::to_string(variable.getMultiple()));
  return getArena().create<BindOp>(variable.getResult(), {value});
}

static nb::object bind(NodeRef &self, int64_t value) {
  Arena::Scope scope(getArena());
  VariableOp variable = expectVariable(self, "bind");
  if (isa<BindOp>(self.getOperation()))
    raise(PyExc_ValueError,
          "bind " + std::to_string(value) + ": the Variable is bound already");
  return toPython(bindTo(variable, value), PyExc_ValueError);
}

static nb::tuple unbind(NodeRef &self) {
  Arena::Scope scope(getArena());
  auto bind = dyn_cast<BindOp>(self.getOperation());
  if (!bind)
    raise(PyExc_ValueError, "unbind: the value is no bound Variable");
  return nb::make_tuple(toPython(bind.getVariable(), nullptr),
                        nb::int_(bind.getValue()));
}

/// Rebuilds a scalar with `replace(bind)` in the place of each binding.
static Value replaceBindings(Value value,
                             llvm::function_ref<Value(BindOp)> replace,
                             DenseMap<Value, Value> &copies) {
  if (Value copy = copies.lookup(value))
    return copy;
  Operation *op = value.getDefiningOp();
  Value copy = value;
  if (auto bind = dyn_cast<BindOp>(op)) {
    copy = replace(bind);
  } else {
    SmallVector<Value, 3> operands;
    for (Value operand : op->getOperands())
      operands.push_back(replaceBindings(operand, replace, copies));
    if (!llvm::equal(operands, op->getOperands()))
      copy = getArena().createOp(op->getName(), operands,
                                 op->getPropertiesStorage());
  }
  copies[value] = copy;
  return copy;
}

static nb::tuple unbindAll(NodeRef &self) {
  Arena::Scope scope(getArena());
  Value value = getValue(self);
  nb::dict numbers;
  for (Value bound : DimVariables(value).bindings) {
    auto bind = bound.getDefiningOp<BindOp>();
    numbers[toPython(bind.getVariable(), nullptr)] = bind.getValue();
  }
  DenseMap<Value, Value> copies;
  Value free = replaceBindings(
      value, [](BindOp bind) { return Value(bind.getVariable()); }, copies);
  return nb::make_tuple(toPython(free, PyExc_RuntimeError), numbers);
}

static nb::object rebind(NodeRef &self, nb::dict numbers) {
  Arena::Scope scope(getArena());
  llvm::StringMap<int64_t> others;
  for (auto [name, number] : numbers)
    others[nb::cast<std::string>(name)] = nb::cast<int64_t>(number);
  DenseMap<Value, Value> copies;
  auto replace = [&](BindOp bind) {
    auto variable = bind.getVariable().getDefiningOp<VariableOp>();
    auto it = others.find(variable.getLabel());
    return it == others.end() ? Value(bind) : bindTo(variable, it->second);
  };
  return toPython(replaceBindings(getValue(self), replace, copies),
                  PyExc_RuntimeError);
}

static nb::list variables(NodeRef &self) {
  Arena::Scope scope(getArena());
  nb::list result;
  for (Value variable : DimVariables(getValue(self)).variables)
    result.append(toPython(variable, nullptr));
  return result;
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

static bool isIndexScalar(Value value) {
  return value.getType().isIndex() || value.getType().isInteger(1);
}

static Interval boundsOf(Value value) {
  if (isIndexScalar(value))
    return getInterval(Dim(value));
  return IntervalAnalysis().getInterval(value);
}

static nb::object toPython(Int128 value) {
  return toPython(Number::integer(value),
                  IndexType::get(getArena().getContext()));
}

template <bool isMax>
static nb::object getBound(NodeRef &self) {
  Arena::Scope scope(getArena());
  Value value = getValue(self);
  if (isFloatType(getElementType(value)))
    raise(PyExc_TypeError, "only integers have bounds");
  Interval bounds = boundsOf(value);
  return toPython(isMax ? bounds.max : bounds.min);
}

static nb::object simplify(NodeRef &self) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  std::optional<Dim> dim = simplifyDim(arena, getValue(self));
  if (!dim)
    raiseDiagnostic(PyExc_RuntimeError);
  return toPython(*dim);
}

static nb::object evaluate(NodeRef &self) {
  Arena::Scope scope(getArena());
  std::optional<int64_t> number = evaluateDim(Dim(getValue(self)));
  if (!number)
    raiseDiagnostic(PyExc_RuntimeError);
  return nb::int_(*number);
}

static std::string renderNode(NodeRef &self) {
  Arena::Scope scope(getArena());
  return renderDim(Dim(getValue(self)));
}

/// The truth of a number or condition that holds for all values of the
/// variables.
static bool isTrue(NodeRef &self) {
  Arena::Scope scope(getArena());
  Value value = getValue(self);
  if (!isIndexScalar(value))
    return true; // a node is an object
  Interval bounds = boundsOf(value);
  if (!bounds.contains(0))
    return true;
  if (bounds.isPoint())
    return false;
  raise(PyExc_ValueError, "whether " + renderDim(Dim(value)) +
                              " depends on the values of its variables");
}

static nb::object substitute(NodeRef &self, nb::dict dvars) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  llvm::DenseMap<Value, Value> replacements;
  for (auto [from, to] : dvars) {
    NodeRef *node = nullptr;
    if (!nb::try_cast(from, node) || !node)
      raise(PyExc_TypeError, "substitute: what is replaced is a UOp");
    Value value = node->getValue(), other = toOperand(to);
    if (!other)
      raise(PyExc_TypeError, "substitute: a UOp or number takes its place");
    if (isIntType(value.getType()) && isIntType(other.getType()))
      other = arena.cast(other, value.getType());
    if (value.getType() != other.getType())
      raise(PyExc_TypeError,
            "substitute: a node is replaced by one of its shape and dtype");
    replacements[value] = other;
  }
  SmallVector<Value, 1> result;
  if (failed(arena.substitute(self.getValue(), replacements, result)))
    raiseDiagnostic(PyExc_RuntimeError);
  return toPython(result.front(), nullptr);
}

void bindSymbolic(nb::class_<NodeRef> &cls) {
  cls.def_static("variable", &variable, nb::arg("name"), nb::arg("min_val"),
                 nb::arg("max_val"), nb::arg("dtype") = nb::none(),
                 nb::arg("multiple_of") = 1,
                 nb::sig("def variable(name: str, min_val: int, max_val: int, "
                         "dtype: DType | None = None, multiple_of: int = 1) -> "
                         "UOp"),
                 "An integer within bounds that is known at launch only.")
      .def("bind", &bind, nb::arg("val"),
           nb::sig("def bind(self, val: int) -> UOp"),
           "The variable with the number to launch with.")
      .def("unbind", &unbind, nb::sig("def unbind(self) -> tuple[UOp, int]"),
           "The variable, and the number that it is bound to.")
      .def("unbind_all", &unbindAll,
           nb::sig("def unbind_all(self) -> tuple[UOp, dict[UOp, int]]"),
           "The expression of variables that are not bound, and their numbers.")
      .def("rebind", &rebind, nb::arg("numbers"),
           nb::sig("def rebind(self, numbers: dict[str, int]) -> UOp"),
           "The expression with its variables bound to other numbers, by name.")
      .def("variables", &variables, nb::sig("def variables(self) -> list[UOp]"),
           "The variables below, by name.")
      .def("substitute", &substitute, nb::arg("dvars"),
           nb::sig("def substitute(self, dvars: collections.abc.Mapping[UOp, "
                   "UOp | bool | int | float]) -> UOp"),
           "The graph with other nodes in the place of some, made anew above "
           "them.")
      .def("simplify", &simplify, nb::sig("def simplify(self) -> int | UOp"),
           "The simplest form of a size.")
      .def("evaluate", &evaluate, nb::sig("def evaluate(self) -> int"),
           "The number that a size is with the numbers of its variables.")
      .def("render", &renderNode, "The expression as text.")
      .def("__bool__", &isTrue)
      .def_prop_ro(
          "is_variable",
          [](NodeRef &self) { return isa<VariableOp>(self.getOperation()); })
      .def_prop_ro(
          "is_bound_var",
          [](NodeRef &self) { return isa<BindOp>(self.getOperation()); })
      .def_prop_ro(
          "expr",
          [](NodeRef &self) {
            return expectVariable(self, "expr").getLabel().str();
          },
          "The name of a variable.")
      .def_prop_ro("vmin", &getBound<false>, nb::sig("def vmin(self) -> int"),
                   "The least value, as far as it is known.")
      .def_prop_ro("vmax", &getBound<true>, nb::sig("def vmax(self) -> int"),
                   "The greatest value, as far as it is known.");
}

} // namespace mlir::tiny::python

//===- Functions.cpp - Params, calls and gradient rules -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

namespace mlir::tiny::python {

SmallVector<Value, 8> toValues(nb::handle list, const char *what) {
  SmallVector<Value, 8> values;
  for (nb::handle item : list) {
    NodeRef *node;
    if (!nb::try_cast(item, node) || !node)
      raise(PyExc_TypeError, std::string(what) + ": expected UOps, not " +
                                 nb::type_name(item.type()).c_str());
    values.push_back(getValue(*node));
  }
  return values;
}

static nb::list toList(ArrayRef<Value> values) {
  nb::list result;
  for (Value value : values)
    result.append(value ? toPython(value, nullptr) : nb::none());
  return result;
}

//===----------------------------------------------------------------------===//
// Gradient rules
//===----------------------------------------------------------------------===//

/// What a rule raised. The engine between it and `gradient` knows no
/// exceptions.
static thread_local std::optional<nb::python_error> ruleError;

void rethrowRuleError() {
  if (!ruleError)
    return;
  nb::python_error error = std::move(*ruleError);
  ruleError.reset();
  throw error;
}

static LogicalResult callRule(const nb::callable &rule, size_t count,
                              Operation *op, ArrayRef<Value> upstream,
                              SmallVectorImpl<Value> &result) {
  SmallVector<Value, 2> gradients(upstream), values(count);
  gradients.resize(count);
  for (Operation *user : op->getUsers())
    if (auto custom = dyn_cast<CustomGradientOp>(user))
      values[custom.getIndex()] = custom.getOperand();
  SmallVector<Value, 8> inputs(op->getOperands());
  try {
    nb::object parts = rule(toList(gradients), toList(values), toList(inputs));
    for (nb::handle part : parts) {
      NodeRef *node = nullptr;
      if (!part.is_none() && !nb::try_cast(part, node))
        raise(PyExc_TypeError, "a gradient rule returns UOps and None");
      result.push_back(node ? getValue(*node) : Value());
    }
  } catch (nb::python_error &error) {
    ruleError.emplace(std::move(error));
    return failure();
  }
  return success();
}

static nb::list customGradient(nb::handle values, nb::handle inputs,
                               nb::callable rule) {
  Arena::Scope scope(getArena());
  SmallVector<Value, 8> list = toValues(values, "custom_gradient");
  SmallVector<Value, 8> result;
  auto call = [rule = std::move(rule),
               count = list.size()](Operation *op, ArrayRef<Value> upstream,
                                    SmallVectorImpl<Value> &parts) {
    return callRule(rule, count, op, upstream, parts);
  };
  getArena().setGradientRule(std::move(call), list,
                             toValues(inputs, "custom_gradient"), result);
  if (result.size() != list.size())
    raiseDiagnostic(PyExc_RuntimeError);
  return toList(result);
}

//===----------------------------------------------------------------------===//
// Params and calls
//===----------------------------------------------------------------------===//

static nb::object param(int64_t slot, nb::handle shape, const DType &dtype) {
  Arena::Scope scope(getArena());
  if (slot < 0)
    raise(PyExc_ValueError,
          "param: the slot " + std::to_string(slot) + " is negative");
  return toPython(getArena().param(slot, toInts(shape, "shape"), toType(dtype)),
                  PyExc_ValueError);
}

static nb::object getSlot(NodeRef &self) {
  std::optional<int64_t> slot = getParamSlot(self.getValue());
  return slot ? nb::object(nb::int_(*slot)) : nb::none();
}

static nb::list substitute(nb::handle roots, nb::handle from, nb::handle to) {
  Arena::Scope scope(getArena());
  DenseMap<Value, Value> replacements;
  for (auto [old, value] : llvm::zip_equal(toValues(from, "substitute"),
                                           toValues(to, "substitute"))) {
    if (old.getType() != value.getType())
      raise(PyExc_TypeError, "substitute: a value has another shape or dtype "
                             "than what it replaces");
    replacements[old] = value;
  }
  SmallVector<Value, 8> result;
  if (failed(getArena().substitute(toValues(roots, "substitute"), replacements,
                                   result)))
    raiseDiagnostic(PyExc_RuntimeError);
  return toList(result);
}

static nb::list getSources(nb::handle roots, nb::handle inputs) {
  Arena::Scope scope(getArena());
  SmallVector<Value, 8> result;
  findSources(toValues(roots, "sources"), toValues(inputs, "sources"), result);
  return toList(result);
}

void bindFunctions(nb::module_ &m, nb::class_<NodeRef> &cls) {
  cls.def_static("param", &param, nb::arg("slot"), nb::arg("shape"),
                 nb::arg("dtype"),
                 nb::sig("def param(slot: int, shape: "
                         "collections.abc.Sequence[int], dtype: DType) -> UOp"),
                 "What stands for an argument of a call, by its number.")
      .def_prop_ro("param_slot", &getSlot,
                   nb::sig("def param_slot(self) -> int | None"),
                   "The number of the argument that a param stands for.");
  m.def("custom_gradient", &customGradient, nb::arg("values"),
        nb::arg("inputs"), nb::arg("rule"),
        nb::sig("def custom_gradient(values: list[UOp], inputs: list[UOp], "
                "rule: collections.abc.Callable[[list[UOp | None], list[UOp | "
                "None], list[UOp]], list[UOp | None]]) -> list[UOp]"),
        "The values, with gradients that go to the inputs: `rule(gradients, "
        "values, inputs)` makes those of the inputs; None is no gradient.");
  m.def("substitute", &substitute, nb::arg("roots"), nb::arg("old"),
        nb::arg("new"),
        nb::sig("def substitute(roots: list[UOp], old: list[UOp], new: "
                "list[UOp]) -> list[UOp]"),
        "The roots, computed from `new` where they were from `old`.");
  m.def("sources", &getSources, nb::arg("roots"), nb::arg("inputs"),
        nb::sig("def sources(roots: list[UOp], inputs: list[UOp]) -> "
                "list[UOp]"),
        "The stored values and params that the roots read besides the inputs.");
}

} // namespace mlir::tiny::python

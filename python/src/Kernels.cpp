//===- Kernels.cpp - Writing kernels in Python ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What is storage (a placeholder, a view or a state of one) and what is order
// are nodes like values. Where a value is wanted storage is loaded.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "tiny/Frontend/SymbolicShapes.h"

namespace mlir::tiny::python {

bool isStorage(Value value) { return isa<BufferType>(value.getType()); }

Value expectStorage(NodeRef &self, const char *call) {
  Value value = self.getValue();
  if (!isStorage(value))
    raise(PyExc_TypeError, std::string(call) +
                               " takes a placeholder or a view of one, not " +
                               describeNode(value));
  return value;
}

Location getCallerLoc() {
  MLIRContext *context = getArena().getContext();
  PyFrameObject *frame = PyEval_GetFrame();
  if (!frame)
    return UnknownLoc::get(context);
  auto code = nb::steal<nb::object>(
      reinterpret_cast<PyObject *>(PyFrame_GetCode(frame)));
  auto file = nb::cast<std::string>(code.attr("co_filename"));
  return FileLineColLoc::get(context, file, PyFrame_GetLineNumber(frame), 0);
}

std::string describeNode(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'" << value.getDefiningOp()->getName().stripDialect() << "'";
  if (isa<TokenType>(value.getType()))
    return text;
  os << " of shape [";
  llvm::interleaveComma(getShape(value), os);
  os << "] and dtype ";
  nb::object dtype = getDType(getElementType(value));
  os << nb::cast<std::string>(dtype.attr("name"));
  return text;
}

NodeRef *toNode(nb::handle object) {
  NodeRef *node = nullptr;
  return nb::try_cast(object, node) ? node : nullptr;
}

void addRanges(nb::handle object, const char *call,
               SmallVectorImpl<Value> &ranges) {
  if (nb::isinstance<nb::tuple>(object) || nb::isinstance<nb::list>(object)) {
    for (nb::handle item : object)
      addRanges(item, call, ranges);
    return;
  }
  NodeRef *node = toNode(object);
  if (!node)
    raise(PyExc_TypeError, std::string(call) + ": expected ranges, not " +
                               nb::type_name(object.type()).c_str());
  llvm::SetVector<Operation *> work;
  work.insert(node->getOperation());
  size_t before = ranges.size();
  for (size_t i = 0; i != work.size(); ++i) {
    Operation *op = work[i];
    if (isa<RangeOp>(op)) {
      if (!llvm::is_contained(ranges, op->getResult(0)))
        ranges.push_back(op->getResult(0));
    } else if (op->getResult(0).getType().isIndex()) {
      for (Value operand : op->getOperands())
        work.insert(operand.getDefiningOp());
    }
  }
  if (ranges.size() == before && !isa<ConstOp>(node->getOperation()))
    raise(PyExc_TypeError, std::string(call) + ": expected ranges, not " +
                               describeNode(node->getValue()));
}

void addTokens(Value value, const char *call, SmallVectorImpl<Value> &tokens) {
  if (isa<TokenType>(value.getType())) {
    tokens.push_back(value);
    return;
  }
  size_t before = tokens.size();
  Value state = value;
  while (isStorage(state)) {
    Operation *op = state.getDefiningOp();
    if (auto after = dyn_cast<AfterOp>(op))
      for (Value dependency : after.getDependencies())
        if (isa<TokenType>(dependency.getType()) &&
            !llvm::is_contained(tokens, dependency))
          tokens.push_back(dependency);
    if (!isa<AfterOp, MovementOpInterface>(op))
      break;
    state = op->getOperand(0);
  }
  if (tokens.size() == before)
    raise(PyExc_TypeError, std::string(call) + ": nothing happens in " +
                               describeNode(value) +
                               "; expected a store, or storage after one");
}

static SmallVector<Value> toTokens(NodeRef &self, nb::args others,
                                   const char *call) {
  SmallVector<Value> tokens;
  addTokens(self.getValue(), call, tokens);
  for (nb::handle other : others) {
    if (other.is_none())
      continue;
    NodeRef *node = toNode(other);
    if (!node)
      raise(PyExc_TypeError, std::string(call) + ": expected stores, not " +
                                 nb::type_name(other.type()).c_str());
    addTokens(node->getValue(), call, tokens);
  }
  return tokens;
}

static Value group(ArrayRef<Value> tokens) {
  return tokens.size() == 1 ? tokens.front()
                            : getArena().create<GroupOp>(tokens);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static nb::object load(NodeRef &self) {
  Arena::Scope scope(getArena());
  expectStorage(self, "load");
  return toPython(getValue(self), PyExc_RuntimeError);
}

/// The value as it is stored to `target`: of its element type and shape.
static Value toStored(Value target, nb::handle object, const char *call) {
  Arena &arena = getArena();
  Type element = getElementType(target);
  auto nameOf = [](Type type) {
    return nb::cast<std::string>(getDType(type).attr("name"));
  };
  Value value;
  Number number;
  Type type;
  if (toNumber(object, number, type)) {
    if (number.isReal() && !isFloatType(element))
      raise(PyExc_TypeError, std::string(call) + ": a float does not go into " +
                                 nameOf(element) + " storage; cast it");
    value = arena.constant(number, element);
  } else {
    value = toOperand(object);
    if (!value)
      raise(PyExc_TypeError, std::string(call) +
                                 ": expected a UOp, bool, int "
                                 "or float, not " +
                                 nb::type_name(object.type()).c_str());
    type = getElementType(value);
    bool isInvalid = isa<ValidOp>(value.getDefiningOp()) && isBoolType(type);
    bool fits = isWeakType(type) && (isFloatType(element) ||
                                     (isIntType(type) && isIntType(element)));
    if (type != element && !fits && !isInvalid)
      raise(PyExc_TypeError, std::string(call) + ": a value of dtype " +
                                 nameOf(type) +
                                 " does not go into storage of " +
                                 nameOf(element) + "; cast it");
    value = arena.cast(value, element);
  }
  if (getShape(value) != getShape(target)) {
    Value expanded = arena.expand(value, getShape(target));
    if (!expanded) {
      std::string reason = arena.takeError();
      raise(PyExc_ValueError, std::string(call) + ": " + describeNode(value) +
                                  " does not broadcast to " +
                                  describeNode(target) + ": " + reason);
    }
    value = expanded;
  }
  return value;
}

static Value makeStore(Value target, nb::handle object, nb::handle gate,
                       const char *call) {
  Arena &arena = getArena();
  Value value = toStored(target, object, call);
  if (!gate.is_none()) {
    Value condition = toOperand(gate);
    if (!condition)
      raise(PyExc_TypeError, std::string(call) + ": the gate is a condition");
    value = arena.create<ValidOp>({value, condition});
    if (!value)
      raiseDiagnostic(PyExc_TypeError);
  }
  StoreOp::Properties properties;
  properties.operandSegmentSizes = {1, 1, 0, 0};
  return located(arena.create<StoreOp>({value, target}, properties));
}

static nb::object store(NodeRef &self, nb::handle value, nb::handle gate) {
  Arena::Scope scope(getArena());
  return toPython(makeStore(expectStorage(self, "store"), value, gate, "store"),
                  PyExc_ValueError);
}

/// Closes ranges; loops nest as their ids ascend.
static Value makeEnd(Value token, ArrayRef<Value> ranges) {
  if (ranges.empty() || !token)
    return token;
  SmallVector<Value> operands = {token};
  llvm::append_range(operands, ranges);
  llvm::sort(operands.begin() + 1, operands.end(), [](Value lhs, Value rhs) {
    return lhs.getDefiningOp<RangeOp>().getId() <
           rhs.getDefiningOp<RangeOp>().getId();
  });
  return getArena().create<EndOp>(operands);
}

static nb::object set(NodeRef &self, nb::handle value, nb::handle end) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value view = expectStorage(self, "set");
  SmallVector<Value> ranges;
  addRanges(end, "set", ranges);
  Value token = makeEnd(makeStore(view, value, nb::none(), "set"), ranges);
  Operation *op = view.getDefiningOp();
  Value whole = isa<MovementOpInterface>(op) ? op->getOperand(0) : view;
  return toPython(token ? arena.create<AfterOp>({whole, token}) : Value(),
                  PyExc_ValueError);
}

static nb::object after(NodeRef &self, nb::args dependencies) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value value = self.getValue();
  auto loaded = value.getDefiningOp<LoadOp>();
  Value state = isStorage(value) ? value : loaded ? loaded.getBuffer() : value;
  if (!isStorage(state))
    raise(PyExc_TypeError, "after takes storage, not " + describeNode(value));
  SmallVector<Value> operands = {state};
  for (nb::handle item : dependencies) {
    NodeRef *node = toNode(item);
    if (!node)
      raise(PyExc_TypeError,
            std::string("after: expected stores and ranges, not ") +
                nb::type_name(item.type()).c_str());
    if (node->getValue().getType().isIndex())
      addRanges(item, "after", operands);
    else
      addTokens(node->getValue(), "after", operands);
  }
  if (operands.size() == 1)
    return toPython(value, nullptr);
  Value result = arena.create<AfterOp>(operands);
  if (result && loaded && !isStorage(value))
    result = loadView(result);
  return toPython(result, PyExc_ValueError);
}

static nb::object end(NodeRef &self, nb::args closed) {
  Arena::Scope scope(getArena());
  SmallVector<Value> ranges, tokens;
  addRanges(nb::tuple(closed), "end", ranges);
  if (ranges.empty())
    return toPython(self.getValue(), nullptr);
  addTokens(self.getValue(), "end", tokens);
  return toPython(makeEnd(group(tokens), ranges), PyExc_ValueError);
}

static nb::object groupOf(NodeRef &self, nb::args others) {
  Arena::Scope scope(getArena());
  return toPython(group(toTokens(self, others, "group")), PyExc_ValueError);
}

static nb::object barrier(NodeRef &self, nb::args others) {
  Arena::Scope scope(getArena());
  return toPython(
      getArena().create<BarrierOp>(toTokens(self, others, "barrier")),
      PyExc_ValueError);
}

static nb::object sink(NodeRef &self, nb::args others, nb::handle arg) {
  Arena::Scope scope(getArena());
  RootsOp::Properties properties;
  properties.label = "kernel";
  if (!arg.is_none()) {
    if (!nb::hasattr(arg, "name") || !nb::hasattr(arg, "opts_to_apply"))
      raise(PyExc_TypeError, std::string("sink: arg is a KernelInfo, not ") +
                                 nb::type_name(arg.type()).c_str());
    properties.label = nb::cast<std::string>(arg.attr("name"));
    nb::object opts = arg.attr("opts_to_apply");
    if (!opts.is_none())
      properties.opts =
          nb::cast<std::string>(nb::module_::import_("tinymlir.codegen.opt")
                                    .attr("format_opts")(opts));
  }
  return toPython(
      getArena().create<RootsOp>(toTokens(self, others, "sink"), properties),
      PyExc_ValueError);
}

void bindKernels(nb::module_ &m, nb::class_<NodeRef> &cls) {
#define TINY_UOP "UOp | bool | int | float"
  cls.def("load", &load, nb::sig("def load(self) -> UOp"),
          "The content of storage. Elsewhere storage is loaded by itself.")
      .def("store", &store, nb::arg("value"), nb::arg("gate") = nb::none(),
           nb::sig("def store(self, value: " TINY_UOP
                   ", gate: UOp | None = None) -> UOp"),
           "Writes a value, which broadcasts, where the gate is true.")
      .def("set", &set, nb::arg("val"), nb::arg("end") = nb::tuple(),
           nb::sig("def set(self, val: " TINY_UOP
                   ", end: UOp | collections.abc.Sequence[UOp] = ()) -> UOp"),
           "The storage that this is a view of, once `val` is stored and the "
           "ranges have ended.")
      .def("after", &after, nb::arg("src"),
           nb::sig("def after(self, *src: UOp) -> UOp"),
           "The storage once the stores have happened, inside of the ranges.")
      .def("end", &end, nb::arg("src"),
           nb::sig("def end(self, *src: UOp) -> UOp"),
           "Closes ranges, the outermost first.")
      .def("group", &groupOf, nb::arg("src"),
           nb::sig("def group(self, *src: UOp) -> UOp"), "Several stores.")
      .def("barrier", &barrier, nb::arg("src"),
           nb::sig("def barrier(self, *src: UOp) -> UOp"),
           "Waits for the stores of all items of the workgroup.")
      .def("sink", &sink, nb::arg("src"), nb::arg("arg") = nb::none(),
           nb::sig("def sink(self, *src: UOp, arg: object | None = None) -> "
                   "UOp"),
           "The kernel that does this; `arg` is a `KernelInfo`.");
#undef TINY_UOP
  bindKernelSources(m, cls);
  bindViews(m, cls);
}

} // namespace mlir::tiny::python

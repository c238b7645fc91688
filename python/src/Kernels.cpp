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

static NodeRef *toNode(nb::handle object) {
  NodeRef *node = nullptr;
  return nb::try_cast(object, node) ? node : nullptr;
}

/// The ranges that an expression depends on, or that a sequence lists.
static void addRanges(nb::handle object, const char *call,
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

/// The tokens that a state waits for, or the token itself.
static void addTokens(Value value, const char *call,
                      SmallVectorImpl<Value> &tokens) {
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
    raise(PyExc_TypeError, std::string(call) +
                               ": nothing happens in " + describeNode(value) +
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
// Sources
//===----------------------------------------------------------------------===//

static nb::object makePlaceholder(ArrayRef<int64_t> shape, Type type,
                                  int64_t slot, AddressSpace space) {
  if (slot < 0)
    raise(PyExc_ValueError,
          "placeholder: the slot " + std::to_string(slot) + " is negative");
  MLIRContext *context = getArena().getContext();
  if (isWeakType(type))
    type = isFloatType(type) ? Type(Float32Type::get(context))
                             : Type(IntegerType::get(context, 32));
  Type buffer = BufferType::getChecked(
      [&] { return emitError(UnknownLoc::get(context)); }, context, shape, type,
      space);
  return toPython(buffer ? getArena().create<BufferOp>({}, {-1 - slot, buffer})
                         : Value(),
                  PyExc_ValueError);
}

static nb::object placeholder(nb::handle shape, const DType &dtype,
                              int64_t slot, AddressSpace space) {
  Arena::Scope scope(getArena());
  return makePlaceholder(toInts(shape, "placeholder"), toType(dtype), slot,
                         space);
}

static nb::object placeholderLike(NodeRef &self, int64_t slot,
                                  AddressSpace space) {
  Arena::Scope scope(getArena());
  Value value = self.getValue();
  return makePlaceholder(getMaxShape(value), getElementType(value), slot,
                         space);
}

static nb::object makeRange(nb::handle end, int64_t id, AxisType axis,
                            nb::handle src) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Dims dims = toExtent(end);
  RangeOp::Properties properties;
  properties.axis = axis;
  properties.id = id;
  SmallVector<Value> operands;
  if (dims.front().isSymbolic()) {
    Interval bounds = getInterval(dims.front());
    if (bounds.max > (int64_t(1) << 56))
      raise(PyExc_ValueError, "range: the extent has no upper bound");
    properties.extent = std::max<Int128>(bounds.max, 1);
    operands.push_back(dims.front().getValue());
  } else {
    properties.extent = dims.front().getNumber();
  }
  size_t numLimits = operands.size();
  for (nb::handle item : src)
    if (NodeRef *node = toNode(item)) {
      if (node->getValue().getType().isIndex())
        operands.push_back(node->getValue());
      else
        addTokens(node->getValue(), "range", operands);
    }
  properties.operandSegmentSizes = {
      static_cast<int>(numLimits), static_cast<int>(operands.size() - numLimits)};
  return toPython(arena.create<RangeOp>(operands, properties),
                  PyExc_ValueError);
}

static nb::object special(int64_t end, const std::string &name) {
  Arena::Scope scope(getArena());
  StringRef text = name;
  AxisType axis = AxisType::Global;
  int64_t id = firstSpecialId;
  if (text.consume_front("lidx")) {
    axis = AxisType::Local;
    id += 3;
  } else if (text.consume_front("idx")) {
    id += 6;
  } else if (!text.consume_front("gidx")) {
    text = "";
  }
  int64_t number;
  if (text.getAsInteger(10, number) || number < 0 || number > 2)
    raise(PyExc_ValueError, "special: the name is gidx0 to gidx2, lidx0 to "
                            "lidx2 or idx0 to idx2, not '" +
                                name + "'");
  RangeOp::Properties properties;
  properties.axis = axis;
  properties.id = id + number;
  properties.extent = end;
  properties.operandSegmentSizes = {0, 0};
  return toPython(getArena().create<RangeOp>({}, properties),
                  PyExc_ValueError);
}

static nb::object invalid() {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value no = arena.constant(Number::integer(0),
                            IntegerType::get(arena.getContext(), 1));
  return toPython(arena.create<ValidOp>({no, no}), PyExc_RuntimeError);
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
      raise(PyExc_TypeError, std::string(call) + ": expected a UOp, bool, int "
                                                 "or float, not " +
                                 nb::type_name(object.type()).c_str());
    type = getElementType(value);
    bool isInvalid = isa<ValidOp>(value.getDefiningOp()) && isBoolType(type);
    bool fits = isWeakType(type) && (isFloatType(element) ||
                                     (isIntType(type) && isIntType(element)));
    if (type != element && !fits && !isInvalid)
      raise(PyExc_TypeError, std::string(call) + ": a value of dtype " +
                                 nameOf(type) + " does not go into storage of " +
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
  return arena.create<StoreOp>({value, target}, properties);
}

static nb::object store(NodeRef &self, nb::handle value, nb::handle gate) {
  Arena::Scope scope(getArena());
  return toPython(
      makeStore(expectStorage(self, "store"), value, gate, "store"),
      PyExc_ValueError);
}

static Value makeEnd(Value token, ArrayRef<Value> ranges) {
  if (ranges.empty() || !token)
    return token;
  SmallVector<Value> operands = {token};
  llvm::append_range(operands, ranges);
  return getArena().create<EndOp>(operands);
}

static nb::object set(NodeRef &self, nb::handle value, nb::handle end) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value view = expectStorage(self, "set");
  SmallVector<Value> ranges;
  addRanges(end, "set", ranges);
  Value token =
      makeEnd(makeStore(view, value, nb::none(), "set"), ranges);
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
      properties.opts = nb::cast<std::string>(
          nb::module_::import_("tinymlir.codegen.opt").attr("format_opts")(
              opts));
  }
  return toPython(
      getArena().create<RootsOp>(toTokens(self, others, "sink"), properties),
      PyExc_ValueError);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static nb::object valid(NodeRef &self, nb::handle condition) {
  Arena::Scope scope(getArena());
  Value mask = toOperand(condition);
  if (!mask)
    raise(PyExc_TypeError, "valid: expected a condition");
  return toPython(getArena().create<ValidOp>({getValue(self), mask}),
                  PyExc_TypeError);
}

static nb::object reduceOver(NodeRef &self, nb::args over, nb::handle arg) {
  Arena::Scope scope(getArena());
  SmallVector<Value> operands = {getValue(self)}, ranges;
  addRanges(nb::tuple(over), "reduce", ranges);
  std::string name = "add";
  if (!arg.is_none() && !nb::try_cast(arg, name))
    raise(PyExc_TypeError, "reduce: arg is Ops.ADD, Ops.MUL or Ops.MAX");
  std::optional<ReduceKind> kind = symbolizeReduceKind(name);
  if (!kind)
    raise(PyExc_ValueError,
          "reduce: arg is Ops.ADD, Ops.MUL or Ops.MAX, not '" + name + "'");
  if (ranges.empty())
    return toPython(operands.front(), nullptr);
  if (isa<WeakFloatType>(getElementType(operands.front())))
    operands.front() = getArena().cast(
        operands.front(), Float32Type::get(getArena().getContext()));
  llvm::append_range(operands, ranges);
  ReduceOp::Properties properties;
  properties.kind = *kind;
  return toPython(getArena().create<ReduceOp>(operands, properties),
                  PyExc_ValueError);
}

/// The values for all values of ranges, the last one fastest.
static nb::object contract(NodeRef &self, nb::args unrolled) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  SmallVector<Value> ranges, values = {getValue(self)};
  addRanges(nb::tuple(unrolled), "contract", ranges);
  for (Value range : ranges) {
    auto op = range.getDefiningOp<RangeOp>();
    if (op.getAxis() != AxisType::Upcast)
      raise(PyExc_ValueError, "contract takes ranges of the type UPCAST");
    SmallVector<Value> next;
    for (Value value : values)
      for (int64_t i = 0; i < op.getExtent(); ++i) {
        DenseMap<Value, Value> replacement = {{range, arena.weakInt(i)}};
        SmallVector<Value, 1> copy;
        if (failed(arena.substitute(value, replacement, copy)))
          raiseDiagnostic(PyExc_RuntimeError);
        next.push_back(copy.front());
      }
    values = std::move(next);
  }
  return toPython(arena.create<StackOp>(values), PyExc_ValueError);
}

void bindKernels(nb::module_ &m, nb::class_<NodeRef> &cls) {
  nb::enum_<AddressSpace>(m, "AddrSpace", "Where memory of a kernel is.")
      .value("GLOBAL", AddressSpace::Global)
      .value("LOCAL", AddressSpace::Local)
      .value("REG", AddressSpace::Reg);
  nb::enum_<AxisType>(m, "AxisType", "What a range stands for.")
      .value("WEAK", AxisType::Weak)
      .value("LOOP", AxisType::Loop)
      .value("THREAD", AxisType::Thread)
      .value("GLOBAL", AxisType::Global)
      .value("WARP", AxisType::Warp)
      .value("LOCAL", AxisType::Local)
      .value("GROUP_REDUCE", AxisType::GroupReduce)
      .value("REDUCE", AxisType::Reduce)
      .value("UPCAST", AxisType::Upcast)
      .value("UNROLL", AxisType::Unroll);
#define TINY_UOP "UOp | bool | int | float"
  cls.def_static("placeholder", &placeholder, nb::arg("shape"),
                 nb::arg("dtype"), nb::arg("slot"),
                 nb::arg("addrspace") = AddressSpace::Global,
                 nb::sig("def placeholder(shape: collections.abc.Sequence[int],"
                         " dtype: DType, slot: int, addrspace: AddrSpace = "
                         "AddrSpace.GLOBAL) -> UOp"),
                 "Memory of a kernel: argument `slot`, or scratch of that "
                 "number.")
      .def("placeholder_like", &placeholderLike, nb::arg("slot"),
           nb::arg("addrspace") = AddressSpace::Global,
           nb::sig("def placeholder_like(self, slot: int, addrspace: AddrSpace "
                   "= AddrSpace.GLOBAL) -> UOp"),
           "Memory of this shape and dtype.")
      .def_static("range", &makeRange, nb::arg("end"), nb::arg("axis_id"),
                  nb::arg("axis_type") = AxisType::Weak,
                  nb::arg("src") = nb::tuple(),
                  nb::sig("def range(end: int | UOp, axis_id: int, axis_type: "
                          "AxisType = AxisType.WEAK, src: "
                          "collections.abc.Sequence[UOp] = ()) -> UOp"),
                  "A loop variable from 0 up to `end`; ids are unique in a "
                  "kernel.")
      .def_static("special", &special, nb::arg("end"), nb::arg("name"),
                  nb::sig("def special(end: int, name: str) -> UOp"),
                  "The index of a workgroup (gidx0) or of an item (lidx0).")
      .def_static("invalid", &invalid, nb::sig("def invalid() -> UOp"),
                  "What is not stored.")
      .def("load", &load, nb::sig("def load(self) -> UOp"),
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
           "The kernel that does this; `arg` is a `KernelInfo`.")
      .def("valid", &valid, nb::arg("cond"),
           nb::sig("def valid(self, cond: UOp | bool) -> UOp"),
           "The value or place, invalid where the condition is false.")
      .def("reduce", &reduceOver, nb::arg("src"), nb::arg("arg") = nb::none(),
           nb::sig("def reduce(self, *src: UOp, arg: str | None = None) -> "
                   "UOp"),
           "Combines the values for all values of ranges.")
      .def("contract", &contract, nb::arg("rngs"),
           nb::sig("def contract(self, *rngs: UOp) -> UOp"),
           "The values for all values of UPCAST ranges, the last one fastest.");
#undef TINY_UOP
  bindViews(m, cls);
}

} // namespace mlir::tiny::python

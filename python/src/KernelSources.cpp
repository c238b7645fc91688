//===- KernelSources.cpp - Placeholders, ranges and values of kernels -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "tiny/Frontend/SymbolicShapes.h"

namespace mlir::tiny::python {

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
      static_cast<int>(numLimits),
      static_cast<int>(operands.size() - numLimits)};
  return toPython(arena.create<RangeOp>(operands, properties),
                  PyExc_ValueError);
}

static nb::object special(int64_t end, const std::string &name) {
  Arena::Scope scope(getArena());
  StringRef text = name;
  AxisType axis = AxisType::Global;
  int64_t id = RangeOp::firstSpecialId;
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
  return toPython(getArena().create<RangeOp>({}, properties), PyExc_ValueError);
}

static nb::object invalid() {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value no = arena.constant(Number::integer(0),
                            IntegerType::get(arena.getContext(), 1));
  return toPython(arena.create<ValidOp>({no, no}), PyExc_RuntimeError);
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

void bindKernelSources(nb::module_ &m, nb::class_<NodeRef> &cls) {
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
  cls.def_static("placeholder", &placeholder, nb::arg("shape"),
                 nb::arg("dtype"), nb::arg("slot"),
                 nb::arg("addrspace") = AddressSpace::Global,
                 nb::sig("def placeholder(shape: collections.abc.Sequence[int],"
                         " dtype: DType, slot: int, addrspace: AddrSpace = "
                         "...) -> UOp"),
                 "Memory of a kernel: argument `slot`, or scratch of that "
                 "number.")
      .def_static(
          "stack",
          [](nb::args sources) {
            return nb::object(
                nb::type<NodeRef>().attr("stack")(nb::tuple(sources)));
          },
          nb::arg("sources"),
          nb::sig("def stack(*sources: UOp | bool | int | float) -> UOp"),
          "The values along a new leading axis.")
      .def("placeholder_like", &placeholderLike, nb::arg("slot"),
           nb::arg("addrspace") = AddressSpace::Global,
           nb::sig("def placeholder_like(self, slot: int, addrspace: AddrSpace "
                   "= ...) -> UOp"),
           "Memory of this shape and dtype.")
      .def_static("range", &makeRange, nb::arg("end"), nb::arg("axis_id"),
                  nb::arg("axis_type") = AxisType::Weak,
                  nb::arg("src") = nb::tuple(),
                  nb::sig("def range(end: int | UOp, axis_id: int, axis_type: "
                          "AxisType = ..., src: "
                          "collections.abc.Sequence[UOp] = ()) -> UOp"),
                  "A loop variable from 0 up to `end`; ids are unique in a "
                  "kernel.")
      .def_static("special", &special, nb::arg("end"), nb::arg("name"),
                  nb::sig("def special(end: int, name: str) -> UOp"),
                  "The index of a workgroup (gidx0) or of an item (lidx0).")
      .def_static("invalid", &invalid, nb::sig("def invalid() -> UOp"),
                  "What is not stored.")
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
}

} // namespace mlir::tiny::python

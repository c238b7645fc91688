//===- UOp.cpp - Nodes of the graph in Python -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny::python {

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static Type toType(const DType &dtype) {
  if (!dtype.type)
    raise(PyExc_TypeError, "void has no values");
  return dtype.type;
}

static nb::object constant(nb::handle value, const DType *dtype) {
  Arena::Scope scope(getArena());
  Number number;
  Type type;
  if (!toNumber(value, number, type))
    raise(PyExc_TypeError, std::string("a constant is a bool, int or float, "
                                       "not ") +
                               nb::type_name(value.type()).c_str());
  return toPython(getArena().constant(number, dtype ? toType(*dtype) : type),
                  PyExc_ValueError);
}

static nb::object fromBuffer(const PyBuffer &buffer, nb::handle shape,
                             const DType &dtype) {
  Arena::Scope scope(getArena());
  SmallVector<int64_t, 4> sizes = toInts(shape, "shape");
  Type type = toType(dtype);
  if (isWeakType(type))
    raise(PyExc_RuntimeError,
          std::string("storage has no weak type ") + dtype.name);
  std::optional<int64_t> count = getNumElements(sizes);
  if (llvm::any_of(sizes, [](int64_t size) { return size < 0; }) || !count ||
      *count > static_cast<int64_t>(buffer.storage.buffer->getSize()) /
                   dtype.getBytes())
    raise(PyExc_ValueError,
          "a buffer of " + std::to_string(buffer.storage.buffer->getSize()) +
              " bytes does not hold the shape " +
              nb::repr(toPython(sizes)).c_str() + " of " + dtype.name);
  return toPython(getArena().load(buffer.storage, sizes, type),
                  PyExc_ValueError);
}

static nb::object iota(nb::handle shape, int64_t axis) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  SmallVector<int64_t, 4> sizes = toInts(shape, "shape");
  if (llvm::any_of(sizes, [](int64_t size) { return size < 0; }))
    raise(PyExc_ValueError, "iota: a size is negative");
  Type type = getTensorType(sizes, IndexType::get(arena.getContext()));
  return toPython(arena.create<IotaOp>({}, {axis, type}), PyExc_ValueError);
}

static nb::object stack(nb::handle sources) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  nb::object list = nb::steal(PySequence_Fast(sources.ptr(), ""));
  if (!list.is_valid()) {
    PyErr_Clear();
    raise(PyExc_TypeError, "stack: expected a list of values");
  }
  SmallVector<Value, 8> operands;
  SmallVector<Type, 8> types;
  for (nb::handle source : list) {
    Value operand = toOperand(source);
    if (!operand)
      raise(PyExc_TypeError, std::string("stack: expected a UOp, bool, int or "
                                         "float, not ") +
                                 nb::type_name(source.type()).c_str());
    operands.push_back(operand);
    types.push_back(getElementType(operand));
  }
  if (!operands.empty()) {
    Type type = promoteTypes(types);
    for (Value &operand : operands)
      operand = arena.cast(operand, type);
  }
  return toPython(arena.create<StackOp>(operands), PyExc_ValueError);
}

//===----------------------------------------------------------------------===//
// Movement and reductions
//===----------------------------------------------------------------------===//

static nb::object cast(NodeRef &self, const DType &dtype) {
  Arena::Scope scope(getArena());
  return toPython(getArena().cast(getValue(self), toType(dtype)),
                  PyExc_RuntimeError);
}

static nb::object bitcast(NodeRef &self, const DType &dtype) {
  Arena::Scope scope(getArena());
  return toPython(getArena().bitcast(getValue(self), toType(dtype)),
                  PyExc_RuntimeError);
}

static nb::object reshape(NodeRef &self, nb::handle shape) {
  Arena::Scope scope(getArena());
  return toPython(getArena().reshape(getValue(self), toInts(shape, "reshape")),
                  PyExc_ValueError);
}

static nb::object expand(NodeRef &self, nb::handle shape) {
  Arena::Scope scope(getArena());
  return toPython(getArena().expand(getValue(self), toInts(shape, "expand")),
                  PyExc_ValueError);
}

static nb::object permute(NodeRef &self, nb::handle order) {
  Arena::Scope scope(getArena());
  Value source = getValue(self);
  SmallVector<int64_t, 4> axes = toInts(order, "permute");
  bool changes = axes.size() != getShape(source).size();
  for (auto [i, axis] : llvm::enumerate(axes))
    changes |= axis != static_cast<int64_t>(i);
  return toPython(changes ? getArena().permute(source, axes) : source,
                  PyExc_ValueError);
}

/// A constant of a shape, for what has no elements to compute from.
static Value fill(Number number, Type type) {
  Arena &arena = getArena();
  return arena.expand(arena.constant(number, getElementType(type)),
                      getShape(type));
}

static nb::object pad(NodeRef &self, nb::handle low, nb::handle high) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value source = getValue(self);
  SmallVector<int64_t, 4> lows = toInts(low, "pad"),
                          highs = toInts(high, "pad");
  size_t rank = getShape(source).size();
  auto isZero = [](int64_t value) { return value == 0; };
  if (lows.size() == rank && highs.size() == rank &&
      llvm::all_of(lows, isZero) && llvm::all_of(highs, isZero))
    return toPython(source, nullptr);
  Value result = arena.create<PadOp>(source, {lows, highs});
  if (result && llvm::is_contained(getShape(source), 0))
    result = fill(Number(), result.getType());
  return toPython(result, PyExc_ValueError);
}

static nb::object shrink(NodeRef &self, nb::handle offsets, nb::handle sizes) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value source = getValue(self);
  SmallVector<int64_t, 4> starts = toInts(offsets, "shrink");
  SmallVector<int64_t, 4> counts = toInts(sizes, "shrink");
  Value result = arena.create<ShrinkOp>(source, {starts, counts});
  // A part of the full size starts at zero.
  if (result && result.getType() == source.getType())
    result = source;
  return toPython(result, PyExc_ValueError);
}

static nb::object flip(NodeRef &self, nb::handle axes) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  SmallVector<int64_t, 4> list = toInts(axes, "flip");
  llvm::sort(list);
  Value source = getValue(self);
  return toPython(list.empty() ? source : arena.create<FlipOp>(source, {list}),
                  PyExc_ValueError);
}

/// What an empty reduction gives.
static Number getIdentity(ReduceKind kind, Type type) {
  if (kind != ReduceKind::Max)
    return Number::integer(kind == ReduceKind::Mul);
  if (isFloatType(type))
    return Number::real(-std::numeric_limits<double>::infinity());
  return Number::integer(Interval::ofType(type).min);
}

static nb::object reduce(NodeRef &self, const std::string &name,
                         nb::handle axes) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  std::optional<ReduceKind> kind = symbolizeReduceKind(name);
  if (!kind)
    raise(PyExc_ValueError,
          "reduce: the kind is 'add', 'mul' or 'max', not '" + name + "'");
  Value source = getValue(self);
  SmallVector<int64_t, 4> list = toInts(axes, "reduce");
  llvm::sort(list);
  Value result = arena.reduce(*kind, source, list);
  Type type = getElementType(source);
  if (result && !isWeakType(type) && result != source &&
      llvm::is_contained(getShape(source), 0))
    result = fill(getIdentity(*kind, type), result.getType());
  return toPython(result,
                  isWeakType(type) ? PyExc_RuntimeError : PyExc_ValueError);
}

template <typename OpTy>
static nb::object wrapIn(NodeRef &self) {
  Arena::Scope scope(getArena());
  return toPython(getArena().create<OpTy>(getValue(self)), PyExc_RuntimeError);
}

static nb::object contiguous(NodeRef &self, const std::string &opts) {
  Arena::Scope scope(getArena());
  ContiguousOp::Properties properties;
  properties.opts = opts;
  return toPython(
      getArena().create<ContiguousOp>(getValue(self), std::move(properties)),
      PyExc_RuntimeError);
}

static nb::object assign(NodeRef &self, nb::handle object) {
  Arena::Scope scope(getArena());
  Value target = getValue(self);
  Value value = toOperand(object, getElementType(target));
  if (!value)
    raise(PyExc_TypeError, std::string("assign: expected a UOp, bool, int or "
                                       "float, not ") +
                               nb::type_name(object.type()).c_str());
  bool isTarget = isStorageLoad(target);
  return toPython(getArena().assign(target, value),
                  isTarget ? PyExc_ValueError : PyExc_RuntimeError);
}

//===----------------------------------------------------------------------===//
// Looking at nodes
//===----------------------------------------------------------------------===//

static nb::tuple getSources(NodeRef &self) {
  Arena::Scope scope(getArena());
  nb::list result;
  for (Value operand : self.getOperation()->getOperands())
    result.append(toPython(operand, nullptr));
  return nb::tuple(result);
}

static nb::dict getArguments(NodeRef &self) {
  nb::dict result;
  llvm::TypeSwitch<Operation *>(self.getOperation())
      .Case([&](ConstOp op) {
        result["value"] = toPython(op.getValue(), op.getStoredType());
      })
      .Case([&](BufferOp op) { result["slot"] = op.getSlot(); })
      .Case([&](IotaOp op) { result["axis"] = op.getAxis(); })
      .Case([&](CastOp op) { result["dtype"] = getDType(op.getTo()); })
      .Case([&](BitcastOp op) { result["dtype"] = getDType(op.getTo()); })
      .Case([&](ReshapeOp op) { result["shape"] = toPython(op.getShape()); })
      .Case([&](ExpandOp op) { result["shape"] = toPython(op.getShape()); })
      .Case([&](PermuteOp op) { result["order"] = toPython(op.getOrder()); })
      .Case([&](PadOp op) {
        result["low"] = toPython(op.getLow());
        result["high"] = toPython(op.getHigh());
      })
      .Case([&](ShrinkOp op) {
        result["offsets"] = toPython(op.getOffsets());
        result["sizes"] = toPython(op.getSizes());
      })
      .Case([&](FlipOp op) { result["axes"] = toPython(op.getAxes()); })
      .Case([&](ReduceOp op) {
        result["kind"] = stringifyReduceKind(op.getKind()).str();
        result["axes"] = toPython(op.getAxes());
      });
  return result;
}

static std::string getOpName(NodeRef &self) {
  return self.getOperation()->getName().stripDialect().str();
}

static nb::object getDTypeOf(NodeRef &self) {
  return getDType(getElementType(self.getValue()));
}

static nb::tuple getShapeOf(NodeRef &self) {
  return toPython(getShape(self.getValue()));
}

static nb::object getBase(NodeRef &self) {
  Operation *op = self.getOperation();
  while (isa<ReshapeOp, PermuteOp, ExpandOp, PadOp, ShrinkOp, FlipOp, DetachOp>(
      op))
    op = op->getOperand(0).getDefiningOp();
  Arena::Scope scope(getArena());
  return toPython(op->getResult(0), nullptr);
}

static nb::object getBufferOf(NodeRef &self) {
  if (!isRealized(self.getValue()))
    return nb::none();
  return nb::cast(PyBuffer{getArena().getStorage(
      self.getOperation()->getOperand(0).getDefiningOp())});
}

static std::string print(NodeRef &self) {
  Arena::Scope scope(getArena());
  return Session::get().print(getValue(self));
}

static std::string describe(NodeRef &self) {
  std::string type;
  llvm::raw_string_ostream(type) << self.getValue().getType();
  return "<UOp " + getOpName(self) + " " + type + ">";
}

void bindNodes(nb::module_ &m) {
  nb::class_<NodeRef> cls(m, "UOp",
                          "A node of the expression graph. Equal expressions "
                          "are the same object.");
  cls.def_prop_ro("op", &getOpName, "The name of the op, such as 'add'.")
      .def_prop_ro("dtype", &getDTypeOf, nb::sig("def dtype(self) -> DType"))
      .def_prop_ro("shape", &getShapeOf,
                   nb::sig("def shape(self) -> tuple[int, ...]"))
      .def_prop_ro("src", &getSources,
                   nb::sig("def src(self) -> tuple[UOp, ...]"), "The operands.")
      .def_prop_ro("arg", &getArguments,
                   nb::sig("def arg(self) -> dict[str, object]"),
                   "The properties of the op, by name.")
      .def_prop_ro(
          "is_realized",
          [](NodeRef &self) { return isRealized(self.getValue()); },
          "Whether this is the content of storage.")
      .def_prop_ro("buffer", &getBufferOf,
                   nb::sig("def buffer(self) -> Buffer | None"),
                   "The storage of a realized node.")
      .def_prop_ro("base", &getBase, nb::sig("def base(self) -> UOp"),
                   "The node below movement ops and `detach`.")
      .def("mlir", &print, "The tensor graph below as the text of a module.")
      .def("__repr__", &describe);

  cls.def_static("const", &constant, nb::arg("value"),
                 nb::arg("dtype") = nb::none(),
                 nb::sig("def const(value: bool | int | float, dtype: DType | "
                         "None = None) -> UOp"),
                 "A constant; without a dtype it is a bool or weak.")
      .def_static("from_buffer", &fromBuffer, nb::arg("buf"), nb::arg("shape"),
                  nb::arg("dtype"),
                  nb::sig("def from_buffer(buf: Buffer, shape: "
                          "collections.abc.Sequence[int], "
                          "dtype: DType) -> UOp"),
                  "The content of a buffer. Each call is a new node.")
      .def_static("iota", &iota, nb::arg("shape"), nb::arg("axis"),
                  nb::sig("def iota(shape: collections.abc.Sequence[int], "
                          "axis: int) -> UOp"),
                  "Each element is its coordinate on an axis, a weak integer.")
      .def_static(
          "stack", &stack, nb::arg("sources"),
          nb::sig(
              "def stack(sources: collections.abc.Sequence[UOp | bool | int | "
              "float]) -> UOp"),
          "The values along a new leading axis.");

  cls.def("cast", &cast, nb::arg("dtype"),
          nb::sig("def cast(self, dtype: DType) -> UOp"))
      .def("bitcast", &bitcast, nb::arg("dtype"),
           nb::sig("def bitcast(self, dtype: DType) -> UOp"),
           "The bits as a dtype of the same width.")
      .def(
          "reshape", &reshape, nb::arg("shape"),
          nb::sig(
              "def reshape(self, shape: collections.abc.Sequence[int]) -> UOp"))
      .def(
          "permute", &permute, nb::arg("order"),
          nb::sig(
              "def permute(self, order: collections.abc.Sequence[int]) -> UOp"))
      .def("expand", &expand, nb::arg("shape"),
           nb::sig(
               "def expand(self, shape: collections.abc.Sequence[int]) -> UOp"))
      .def("pad", &pad, nb::arg("low"), nb::arg("high"),
           nb::sig("def pad(self, low: collections.abc.Sequence[int], high: "
                   "collections.abc.Sequence[int]) -> "
                   "UOp"))
      .def(
          "shrink", &shrink, nb::arg("offsets"), nb::arg("sizes"),
          nb::sig(
              "def shrink(self, offsets: collections.abc.Sequence[int], sizes: "
              "collections.abc.Sequence[int]) -> UOp"))
      .def(
          "flip", &flip, nb::arg("axes"),
          nb::sig("def flip(self, axes: collections.abc.Sequence[int]) -> UOp"))
      .def("reduce", &reduce, nb::arg("kind"), nb::arg("axes"),
           nb::sig("def reduce(self, kind: str, axes: "
                   "collections.abc.Sequence[int]) -> UOp"),
           "Combines along axes ('add', 'mul', 'max'), which keep size one.")
      .def("contiguous", &contiguous, nb::arg("opts") = "",
           nb::sig("def contiguous(self, opts: str = \"\") -> UOp"),
           "The value in storage of its own; `opts` optimize its kernel.")
      .def("detach", &wrapIn<DetachOp>, nb::sig("def detach(self) -> UOp"),
           "The value without its gradient.")
      .def("assign", &assign, nb::arg("value"),
           nb::sig("def assign(self, value: UOp | bool | int | float) -> UOp"),
           "The content of this storage once the value is stored to it.");
  bindOperators(cls);
}

} // namespace mlir::tiny::python

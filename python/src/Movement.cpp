//===- Movement.cpp - Movements, reductions and storage in Python ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "tiny/Frontend/SymbolicShapes.h"

namespace mlir::tiny::python {

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

/// Storage of a kernel, of which a movement makes a view, or a value.
static Value getMovable(NodeRef &self) {
  return isStorage(self.getValue()) ? self.getValue() : getValue(self);
}

static nb::object reshape(NodeRef &self, nb::handle shape) {
  if (PyLong_Check(shape.ptr())) // sizes may come one by one
    throw nb::next_overload();
  Arena::Scope scope(getArena());
  return toPython(
      getArena().reshape(getMovable(self), toDims(shape, "reshape")),
      PyExc_ValueError);
}

static nb::object expand(NodeRef &self, nb::handle shape) {
  Arena::Scope scope(getArena());
  return toPython(getArena().expand(getValue(self), toDims(shape, "expand")),
                  PyExc_ValueError);
}

static nb::object permute(NodeRef &self, nb::handle order) {
  if (PyLong_Check(order.ptr()))
    throw nb::next_overload();
  Arena::Scope scope(getArena());
  return toPython(
      getArena().permute(getMovable(self), toInts(order, "permute")),
      PyExc_ValueError);
}

/// A constant of a shape, for what has no elements to compute from.
static Value fill(Number number, Type type, ArrayRef<Dim> shape) {
  Arena &arena = getArena();
  return arena.expand(arena.constant(number, getElementType(type)), shape);
}

/// The sum of sizes in its simplest form.
static Dim sum(ArrayRef<Dim> dims) {
  Arena &arena = getArena();
  int64_t number = 0;
  Value total;
  for (const Dim &dim : dims) {
    if (!dim.isSymbolic())
      number += dim.getNumber();
    else
      total = total ? arena.add(total, dim.getValue()) : dim.getValue();
  }
  if (!total)
    return number;
  std::optional<Dim> result =
      simplifyDim(arena, arena.add(total, arena.weakInt(number)));
  if (!result)
    raiseDiagnostic(PyExc_RuntimeError);
  return *result;
}

static nb::object pad(NodeRef &self, nb::handle low, nb::handle high) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value source = getValue(self);
  Dims lows = toDims(low, "pad"), highs = toDims(high, "pad");
  Dims shape = getDims(source);
  auto isZero = [](const Dim &dim) { return dim.is(0); };
  bool fits = lows.size() == shape.size() && highs.size() == shape.size();
  if (fits && llvm::all_of(lows, isZero) && llvm::all_of(highs, isZero))
    return toPython(source, nullptr);
  if (!fits)
    raise(PyExc_ValueError, "pad: " + std::to_string(lows.size()) + " and " +
                                std::to_string(highs.size()) + " numbers for " +
                                std::to_string(shape.size()) + " axes");
  auto isNegative = [](const Dim &dim) { return getInterval(dim).min < 0; };
  if (llvm::any_of(lows, isNegative) || llvm::any_of(highs, isNegative))
    raise(PyExc_ValueError, "pad: a number of zeros may be negative");
  Dims sizes;
  for (auto [before, size, after] : llvm::zip(lows, shape, highs))
    sizes.push_back(sum({before, size, after}));
  Value result = arena.pad(source, lows, sizes);
  if (result && llvm::is_contained(getShape(source), 0))
    result = fill(Number(), result.getType(), sizes);
  return toPython(result, PyExc_ValueError);
}

static nb::object shrink(NodeRef &self, nb::handle offsets, nb::handle sizes) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Dims starts = toDims(offsets, "shrink"), counts = toDims(sizes, "shrink");
  return toPython(arena.shrink(getMovable(self), starts, counts),
                  PyExc_ValueError);
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
    result = fill(getIdentity(*kind, type), result.getType(), getDims(result));
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

template <Value (Arena::*method)(Value, Value)>
static nb::object store(NodeRef &self, nb::handle object) {
  Arena::Scope scope(getArena());
  Value target = getValue(self);
  Value value = toOperand(object, getElementType(target));
  if (!value)
    raise(PyExc_TypeError, std::string("assign: expected a UOp, bool, int or "
                                       "float, not ") +
                               nb::type_name(object.type()).c_str());
  bool isStored = isStorageLoad(target);
  return toPython((getArena().*method)(target, value),
                  isStored ? PyExc_ValueError : PyExc_RuntimeError);
}

void bindMovements(nb::class_<NodeRef> &cls) {
  cls.def("cast", &cast, nb::arg("dtype"),
          nb::sig("def cast(self, dtype: DType) -> UOp"))
      .def("bitcast", &bitcast, nb::arg("dtype"),
           nb::sig("def bitcast(self, dtype: DType) -> UOp"),
           "The bits as a dtype of the same width.")
      .def("reshape", &reshape, nb::arg("shape"),
           nb::sig("def reshape(self, shape: collections.abc.Sequence[int | "
                   "UOp]) -> UOp"))
      .def(
          "permute", &permute, nb::arg("order"),
          nb::sig(
              "def permute(self, order: collections.abc.Sequence[int]) -> UOp"))
      .def("expand", &expand, nb::arg("shape"),
           nb::sig("def expand(self, shape: collections.abc.Sequence[int | "
                   "UOp]) -> UOp"))
      .def("pad", &pad, nb::arg("low"), nb::arg("high"),
           nb::sig("def pad(self, low: collections.abc.Sequence[int | UOp], "
                   "high: collections.abc.Sequence[int | UOp]) -> UOp"))
      .def("shrink", &shrink, nb::arg("offsets"), nb::arg("sizes"),
           nb::sig(
               "def shrink(self, offsets: collections.abc.Sequence[int | UOp], "
               "sizes: collections.abc.Sequence[int | UOp]) -> UOp"))
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
      .def("contiguous_backward", &wrapIn<ContiguousBackwardOp>,
           nb::sig("def contiguous_backward(self) -> UOp"),
           "The value; its gradient gets storage of its own.")
      .def("assign", &store<&Arena::assign>, nb::arg("value"),
           nb::sig("def assign(self, value: UOp | bool | int | float) -> UOp"),
           "The content of this storage once the value is stored to it.")
      .def("write", &store<&Arena::write>, nb::arg("value"),
           nb::sig("def write(self, value: UOp | bool | int | float) -> UOp"),
           "Stores to what this is a view of. This and all other UOps that are "
           "its content, or views of it, mean the new content from then on; "
           "what was computed from them keeps its value.");
}

} // namespace mlir::tiny::python

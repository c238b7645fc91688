//===- Views.cpp - Views of the storage of kernels ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "tiny/Analysis/Intervals.h"
#include "tiny/Frontend/SymbolicShapes.h"

namespace mlir::tiny::python {

Value located(Value value) {
  if (Operation *op = value ? value.getDefiningOp() : nullptr;
      op && isa<UnknownLoc>(op->getLoc()))
    op->setLoc(getCallerLoc());
  return value;
}

Value loadView(Value storage) {
  LoadOp::Properties properties;
  properties.operandSegmentSizes = {1, 0, 0};
  return located(getArena().create<LoadOp>(storage, properties));
}

Dims toExtent(nb::handle object) {
  NodeRef *node = nullptr;
  if (!nb::try_cast(object, node) || !node)
    return toDims(nb::make_tuple(object), "range");
  Value value = getValue(*node);
  if (!isIntType(getElementType(value)) || !getShape(value).empty())
    raise(PyExc_TypeError,
          "range: the extent is an integer, not " + describeNode(value));
  Arena &arena = getArena();
  value = arena.cast(value, IndexType::get(arena.getContext()));
  if (std::optional<Dim> dim = simplifyDim(arena, value))
    return {*dim};
  arena.takeError(); // it depends on more than variables
  return {Dim(value)};
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

/// A coordinate: an integer, or an expression of ranges.
static Value toCoordinate(nb::handle object, int64_t size, size_t axis) {
  Arena &arena = getArena();
  Number number;
  Type type;
  if (toNumber(object, number, type) && !number.isReal()) {
    int64_t place = static_cast<int64_t>(number.getInteger());
    if (place < -size || place >= size)
      raise(PyExc_IndexError,
            "index " + std::to_string(place) + " is outside of axis " +
                std::to_string(axis) + " of size " + std::to_string(size));
    return arena.weakInt(place < 0 ? place + size : place);
  }
  Value value = toOperand(object);
  if (!value)
    raise(PyExc_TypeError, std::string("an index is an integer, a range or a "
                                       "slice, not ") +
                               nb::type_name(object.type()).c_str());
  if (!isIntType(getElementType(value)) || !getShape(value).empty())
    raise(PyExc_TypeError,
          "an index is an integer, not " + describeNode(value));
  return arena.cast(value, IndexType::get(arena.getContext()));
}

namespace {
/// What stands in brackets: slices and coordinates by axis.
struct Subscript {
  SmallVector<int64_t, 4> order;
  SmallVector<Value, 4> coordinates;
  Dims offsets, sizes;
};
} // namespace

static void addSlice(Subscript &subscript, nb::handle item, int64_t size,
                     size_t axis) {
  nb::object start = item.attr("start"), stop = item.attr("stop");
  nb::object step = item.attr("step");
  if (!step.is_none() && !step.equal(nb::int_(1)))
    raise(PyExc_ValueError, "a slice of storage has step 1");
  NodeRef *node = nullptr;
  if (!start.is_none() && nb::try_cast(start, node)) {
    // A length that does not depend on where it starts.
    NodeRef *last = nullptr;
    if (!nb::try_cast(stop, last))
      raise(PyExc_ValueError,
            "a slice that starts at an expression ends at one");
    std::optional<Dim> length = simplifyDim(
        getArena(), getArena().sub(getValue(*last), getValue(*node)));
    if (!length || length->isSymbolic()) {
      getArena().takeError();
      raise(PyExc_ValueError, "the length of a slice of storage is known");
    }
    subscript.offsets.push_back(Dim(getValue(*node)));
    subscript.sizes.push_back(*length);
    return;
  }
  Py_ssize_t from, to, by;
  if (PySlice_Unpack(item.ptr(), &from, &to, &by) < 0)
    throw nb::python_error();
  PySlice_AdjustIndices(size, &from, &to, by);
  if (to <= from)
    raise(PyExc_IndexError, "the slice of axis " + std::to_string(axis) +
                                " of size " + std::to_string(size) +
                                " is empty");
  subscript.offsets.push_back(Dim(int64_t(from)));
  subscript.sizes.push_back(Dim(int64_t(to - from)));
}

/// Shrinks by the slices, moves the sliced axes last, and takes the place.
static nb::object subscript(NodeRef &self, nb::handle key) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value storage = self.getValue();
  if (!isStorage(storage) && !isa<RankedTensorType>(storage.getType()))
    raise(PyExc_TypeError, describeNode(storage) + " has no axes to index");
  nb::tuple items = nb::isinstance<nb::tuple>(key) ? nb::borrow<nb::tuple>(key)
                                                   : nb::make_tuple(key);
  ArrayRef<int64_t> shape = getShape(storage);
  if (items.size() > shape.size())
    raise(PyExc_IndexError, std::to_string(items.size()) + " indices for the " +
                                std::to_string(shape.size()) + " axes of " +
                                describeNode(storage));
  Subscript parts;
  SmallVector<int64_t, 4> sliced;
  for (auto [axis, size] : llvm::enumerate(shape)) {
    bool isSlice =
        axis >= items.size() || nb::isinstance<nb::slice>(items[axis]);
    if (axis < items.size() && isSlice) {
      addSlice(parts, items[axis], size, axis);
    } else {
      parts.offsets.push_back(Dim(int64_t(0)));
      parts.sizes.push_back(Dim(size));
    }
    if (isSlice) {
      sliced.push_back(axis);
      continue;
    }
    parts.order.push_back(axis);
    parts.coordinates.push_back(toCoordinate(items[axis], size, axis));
  }
  Value view = arena.shrink(storage, parts.offsets, parts.sizes);
  llvm::append_range(parts.order, sliced);
  if (view)
    view = arena.permute(view, parts.order);
  if (view && !parts.coordinates.empty()) {
    SmallVector<Value, 4> operands = {view};
    llvm::append_range(operands, parts.coordinates);
    view = arena.create<IndexOp>(operands);
  }
  return toPython(view, PyExc_ValueError);
}

//===----------------------------------------------------------------------===//
// Movements
//===----------------------------------------------------------------------===//

/// The numbers of `f(2, 3)` and of `f((2, 3))` alike.
static SmallVector<int64_t, 4> toList(nb::args items, const char *call) {
  bool isList = items.size() == 1 && (nb::isinstance<nb::tuple>(items[0]) ||
                                      nb::isinstance<nb::list>(items[0]));
  return toInts(isList ? nb::object(items[0]) : nb::object(items), call);
}

static nb::object reshape(NodeRef &self, nb::args shape) {
  Arena::Scope scope(getArena());
  SmallVector<int64_t, 4> sizes = toList(shape, "reshape");
  int64_t known = 1, *open = nullptr;
  for (int64_t &size : sizes)
    size == -1 ? void(open = &size) : void(known *= size);
  Value source = self.getValue();
  if (open && known > 0)
    *open = *getNumElements(getShape(source)) / known;
  return toPython(getArena().reshape(source, ArrayRef<int64_t>(sizes)),
                  PyExc_ValueError);
}

static nb::object permute(NodeRef &self, nb::args order) {
  Arena::Scope scope(getArena());
  return toPython(getArena().permute(self.getValue(), toList(order, "permute")),
                  PyExc_ValueError);
}

static nb::object flatten(NodeRef &self) {
  Arena::Scope scope(getArena());
  Value source = self.getValue();
  int64_t count = *getNumElements(getShape(source));
  return toPython(getArena().reshape(source, ArrayRef<int64_t>(count)),
                  PyExc_ValueError);
}

static nb::object shrinkTo(NodeRef &self, nb::args shape) {
  Arena::Scope scope(getArena());
  SmallVector<int64_t, 4> sizes = toList(shape, "shrink_to");
  Dims offsets(sizes.size(), Dim(int64_t(0))),
      parts(sizes.begin(), sizes.end());
  return toPython(getArena().shrink(self.getValue(), offsets, parts),
                  PyExc_ValueError);
}

/// How many values an axis needs blocks for.
static int64_t countValues(Value range) {
  if (auto op = range.getDefiningOp<RangeOp>())
    return op.getExtent();
  Interval bounds = IntervalAnalysis().getInterval(range);
  if (bounds.min != 0 || bounds.max >= (int64_t(1) << 32))
    raise(PyExc_ValueError, "unshard: the expression of a range lies between "
                            "zero and a known bound");
  return static_cast<int64_t>(bounds.max) + 1;
}

static nb::object unshard(NodeRef &self, nb::handle axis, nb::handle ranges) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  bool isOne = nb::isinstance<nb::int_>(axis);
  SmallVector<int64_t, 4> axes =
      toInts(isOne ? nb::make_tuple(axis) : nb::tuple(axis), "unshard");
  nb::tuple over = isOne ? nb::make_tuple(ranges) : nb::tuple(ranges);
  if (axes.size() != over.size())
    raise(PyExc_ValueError, "unshard: " + std::to_string(axes.size()) +
                                " axes and " + std::to_string(over.size()) +
                                " ranges");
  int64_t rank = getShape(self.getValue()).size();
  SmallVector<std::tuple<int64_t, Value, int64_t>, 4> entries;
  for (auto [place, number] : llvm::enumerate(axes)) {
    Value range = toOperand(over[place]);
    if (!range || !range.getType().isIndex())
      raise(PyExc_TypeError, "unshard: a range is a LOCAL or WARP range or an "
                             "expression of one");
    if (number < -rank || number >= rank)
      raise(PyExc_IndexError, "unshard: axis " + std::to_string(number) +
                                  " is outside of " +
                                  describeNode(self.getValue()));
    entries.push_back(
        {number < 0 ? number + rank : number, range, countValues(range)});
  }
  llvm::sort(entries, [](auto &lhs, auto &rhs) {
    return std::get<0>(lhs) < std::get<0>(rhs);
  });
  SmallVector<Value> operands = {self.getValue()};
  UnshardOp::Properties properties;
  for (auto [number, range, count] : entries) {
    operands.push_back(range);
    properties.axes.push_back(number);
    properties.counts.push_back(count);
  }
  return toPython(arena.create<UnshardOp>(operands, properties),
                  PyExc_ValueError);
}

static nb::object rearrange(NodeRef &self, nb::handle formula,
                            nb::kwargs sizes) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value view = self.getValue();
  nb::tuple plan = nb::tuple(
      nb::module_::import_("tinymlir.ops.formula")
          .attr("plan")(toPython(getShape(view)), formula, nb::dict(sizes)));
  SmallVector<int64_t, 4> split = toInts(plan[0], "rearrange"),
                          order = toInts(plan[1], "rearrange"),
                          merged = toInts(plan[2], "rearrange");
  view = arena.reshape(view, ArrayRef<int64_t>(split));
  if (view)
    view = arena.permute(view, order);
  return toPython(view ? arena.reshape(view, ArrayRef<int64_t>(merged)) : view,
                  PyExc_ValueError);
}

//===----------------------------------------------------------------------===//
// Applied to tensors
//===----------------------------------------------------------------------===//

/// What a kernel sees of the storage of each value.
static nb::list placeholders(nb::handle values) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  nb::list result;
  SmallVector<Value> bases;
  for (Value value : toValues(values, "custom_kernel")) {
    StoredView stored = findStored(value);
    bases.push_back(stored.base);
    // Storage that is passed twice is one argument of the kernel.
    int64_t slot = llvm::find(bases, stored.base) - bases.begin();
    SmallVector<int64_t, 4> whole = getMaxShape(stored.base);
    SmallVector<int64_t, 4> shape = getMaxShape(value);
    auto type = BufferType::getChecked(
        [&] { return emitError(UnknownLoc::get(arena.getContext())); },
        arena.getContext(), ArrayRef<int64_t>(whole), getElementType(value),
        AddressSpace::Global);
    Value view =
        type ? arena.create<BufferOp>({}, {-1 - slot, Type(type)}) : Value();
    if (view && shape != whole) {
      int64_t all = *getNumElements(whole), count = *getNumElements(shape);
      if (all != count) {
        view = arena.reshape(view, ArrayRef<int64_t>(all));
        view = arena.shrink(view, Dims{Dim(int64_t(0))}, Dims{Dim(count)});
      }
      view = arena.reshape(view, ArrayRef<int64_t>(shape));
    }
    result.append(toPython(view, PyExc_ValueError));
  }
  return result;
}

static bool isStored(NodeRef &self) {
  Arena::Scope scope(getArena());
  return static_cast<bool>(findStored(getValue(self)).base);
}

static nb::list apply(NodeRef &roots, nb::handle values) {
  Arena::Scope scope(getArena());
  SmallVector<Value, 8> result;
  if (failed(getArena().apply(roots.getValue(),
                              toValues(values, "custom_kernel"), result)))
    raiseDiagnostic(PyExc_RuntimeError);
  nb::list list;
  for (Value value : result)
    list.append(value ? toPython(value, nullptr) : nb::none());
  return list;
}

void bindViews(nb::module_ &m, nb::class_<NodeRef> &cls) {
  cls.def("__getitem__", &subscript, nb::arg("key"),
          nb::sig("def __getitem__(self, key: object) -> UOp"),
          "The place or part of storage.")
      .def("reshape", &reshape, nb::arg("shape"),
           nb::sig("def reshape(self, *shape: int | "
                   "collections.abc.Sequence[int]) -> UOp"))
      .def("permute", &permute, nb::arg("order"),
           nb::sig("def permute(self, *order: int | "
                   "collections.abc.Sequence[int]) -> UOp"))
      .def("flatten", &flatten, nb::sig("def flatten(self) -> UOp"),
           "All elements along one axis.")
      .def("shrink_to", &shrinkTo, nb::arg("shape"),
           nb::sig("def shrink_to(self, *shape: int | "
                   "collections.abc.Sequence[int]) -> UOp"),
           "The first elements of each axis.")
      .def("unshard", &unshard, nb::arg("axis"), nb::arg("ranges"),
           nb::sig("def unshard(self, axis: int | "
                   "collections.abc.Sequence[int], ranges: UOp | "
                   "collections.abc.Sequence[UOp]) -> UOp"),
           "The tile of which each item holds a part: block number `ranges[i]` "
           "along axis `axis[i]`.")
      .def("rearrange", &rearrange, nb::arg("formula"), nb::arg("sizes"),
           nb::sig("def rearrange(self, formula: str, **sizes: int) -> UOp"),
           "The axes split, reordered and merged by name.");
  m.def("placeholders", &placeholders, nb::arg("values"),
        nb::sig("def placeholders(values: list[UOp]) -> list[UOp]"),
        "What a kernel sees of the storage of values.");
  m.def(
      "is_storage", [](NodeRef &node) { return isStorage(node.getValue()); },
      nb::arg("node"), "Whether a node is a placeholder, or a view of one.");
  m.def("is_stored", &isStored, nb::arg("value"),
        "Whether the value is the first part of some storage.");
  m.def("apply", &apply, nb::arg("roots"), nb::arg("values"),
        nb::sig("def apply(roots: UOp, values: list[UOp]) -> list[UOp | None]"),
        "What a kernel leaves in the storage of values; None for one that it "
        "does not write.");
}

} // namespace mlir::tiny::python

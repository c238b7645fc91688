//===- UOp.cpp - Nodes of the graph in Python -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "tiny/Frontend/SymbolicShapes.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny::python {

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

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
  std::optional<int64_t> count =
      getNumElements(getArena().getPlacements().getLocalShape(
          sizes, buffer.storage.placement));
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
  DimList sizes(toDims(shape, "shape"));
  if (llvm::any_of(sizes.numbers, [](int64_t size) {
        return size < 0 && !ShapedType::isDynamic(size);
      }))
    raise(PyExc_ValueError, "iota: a size is negative");
  Type type = getTensorType(sizes.numbers, IndexType::get(arena.getContext()));
  return toPython(arena.create<IotaOp>(sizes.values, {axis, type}),
                  PyExc_ValueError);
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
  Arena::Scope scope(getArena());
  nb::dict result;
  llvm::TypeSwitch<Operation *>(self.getOperation())
      .Case([&](ConstOp op) {
        result["value"] = toPython(op.getValue(), op.getStoredType());
      })
      .Case([&](BufferOp op) { result["slot"] = op.getSlot(); })
      .Case([&](IotaOp op) { result["axis"] = op.getAxis(); })
      .Case([&](CastOp op) { result["dtype"] = getDType(op.getTo()); })
      .Case([&](BitcastOp op) { result["dtype"] = getDType(op.getTo()); })
      .Case<ReshapeOp, ExpandOp>(
          [&](auto op) { result["shape"] = toPython(getDims(op)); })
      .Case([&](VariableOp op) {
        result["name"] = op.getLabel().str();
        result["min"] = op.getMin();
        result["max"] = op.getMax();
        result["multiple_of"] = op.getMultiple();
      })
      .Case([&](BindOp op) { result["value"] = op.getValue(); })
      .Case([&](PermuteOp op) { result["order"] = toPython(op.getOrder()); })
      .Case([&](PadOp op) {
        ValueRange dynamic = op.getDynamic();
        result["low"] = toPython(takeDims(op.getLow(), dynamic));
        result["sizes"] = toPython(takeDims(op.getSizes(), dynamic));
      })
      .Case([&](ShrinkOp op) {
        ValueRange dynamic = op.getDynamic();
        result["offsets"] = toPython(takeDims(op.getOffsets(), dynamic));
        result["sizes"] = toPython(takeDims(op.getSizes(), dynamic));
      })
      .Case([&](CopyOp op) {
        result["devices"] = op.getDevices().str();
        result["axis"] = op.getAxis();
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
  Value value = self.getValue();
  if (LLVM_LIKELY(!isSymbolic(value.getType())))
    return toPython(getShape(value));
  Arena::Scope scope(getArena());
  return toPython(getDims(value));
}

static nb::object getBase(NodeRef &self) {
  Arena::Scope scope(getArena());
  return toPython(getViewBase(self.getValue()), nullptr);
}

static nb::object getBufferOf(NodeRef &self) {
  Operation *op = self.getOperation();
  if (!isRealized(self.getValue()))
    return nb::none();
  if (isa<ShrinkOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return nb::cast(
      PyBuffer{getArena().getStorage(op->getOperand(0).getDefiningOp())});
}

static std::string print(NodeRef &self) {
  Arena::Scope scope(getArena());
  return Session::get().print(getValue(self));
}

static std::string describe(NodeRef &self) {
  std::string type;
  Value value = self.getValue();
  llvm::raw_string_ostream(type) << value.getType();
  std::string text = "<UOp " + getOpName(self) + " " + type;
  if (value.getType().isIndex() && !isa<ConstOp>(self.getOperation()))
    text += " " + renderDim(Dim(value));
  return text + ">";
}

void bindNodes(nb::module_ &m) {
  nb::class_<NodeRef> cls(m, "UOp",
                          "A node of the expression graph. Equal expressions "
                          "are the same object.");
  cls.def_prop_ro("op", &getOpName, "The name of the op, such as 'add'.")
      .def_prop_ro("dtype", &getDTypeOf, nb::sig("def dtype(self) -> DType"))
      .def_prop_ro("shape", &getShapeOf,
                   nb::sig("def shape(self) -> tuple[int, ...]"),
                   "The sizes; one that depends on variables is a UOp.")
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
                   "The node below movement ops, `detach` and "
                   "`contiguous_backward`.")
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
      .def_static(
          "iota", &iota, nb::arg("shape"), nb::arg("axis"),
          nb::sig("def iota(shape: collections.abc.Sequence[int | UOp], "
                  "axis: int) -> UOp"),
          "Each element is its coordinate on an axis, a weak integer.")
      .def_static(
          "stack", &stack, nb::arg("sources"),
          nb::sig(
              "def stack(sources: collections.abc.Sequence[UOp | bool | int | "
              "float]) -> UOp"),
          "The values along a new leading axis.");

  bindMovements(cls);
  bindOperators(cls);
  bindSymbolic(cls);
  bindDevices(cls);
  bindFunctions(m, cls);
  bindKernels(m, cls);
}

} // namespace mlir::tiny::python

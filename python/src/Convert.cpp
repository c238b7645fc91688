//===- Convert.cpp - Between Python's objects and the graph's
//--------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "tiny/Frontend/SymbolicShapes.h"

namespace mlir::tiny::python {

PyObject *compileError = nullptr;
PyObject *kernelOptError = nullptr;

void raise(PyObject *type, const std::string &message) {
  PyErr_SetString(type, message.c_str());
  throw nb::python_error();
}

void raiseDiagnostic(PyObject *type) {
  bool isPlacement;
  std::string message = getArena().takeError(&isPlacement);
  raise(isPlacement ? PyExc_RuntimeError : type,
        message.empty() ? "the graph could not be built" : message);
}

void raise(PyObject *type, llvm::Error error) {
  bool noMemory = false;
  std::string message;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    noMemory |= info.convertToErrorCode() == std::errc::not_enough_memory;
    if (!message.empty())
      message += '\n';
    message += info.message();
  });
  raise(noMemory ? PyExc_MemoryError : type, message);
}

Type toType(const DType &dtype) {
  if (!dtype.type)
    raise(PyExc_TypeError, "void has no values");
  return dtype.type;
}

nb::object toPython(Value node, PyObject *error) {
  if (!node)
    raiseDiagnostic(error);
  Arena &arena = getArena();
  if (NodeRef *ref = arena.getRef(node.getDefiningOp()))
    return nb::borrow(static_cast<PyObject *>(ref->getObject()));
  static nb::handle type = nb::type<NodeRef>();
  nb::object object = nb::inst_alloc(type);
  new (nb::inst_ptr<NodeRef>(object)) NodeRef(arena, node, object.ptr());
  nb::inst_mark_ready(object);
  return object;
}

Value getValue(NodeRef &node) {
  Value value = node.getValue();
  if (LLVM_UNLIKELY(isa<BufferType>(value.getType()))) {
    auto buffer = getStorageOf(value).getDefiningOp<BufferOp>();
    if (buffer && buffer.getSlot() < 0)
      return loadView(value);
  }
  if (isa<BufferType, TokenType>(value.getType()))
    raise(PyExc_TypeError,
          ("'" + node.getOperation()->getName().getStringRef() +
           "' is storage or a token, not a value")
              .str());
  return value;
}

/// An integer that needs more than 64 bits.
static Int128 toWideInteger(nb::handle object) {
  nb::object high =
      nb::steal(PyNumber_Rshift(object.ptr(), nb::int_(64).ptr()));
  if (!high.is_valid())
    throw nb::python_error();
  int overflow;
  int64_t top = PyLong_AsLongLongAndOverflow(high.ptr(), &overflow);
  if (overflow)
    raise(PyExc_OverflowError, "an integer has at most 128 bits");
  uint64_t bottom = PyLong_AsUnsignedLongLongMask(object.ptr());
  return static_cast<Int128>(
      static_cast<unsigned __int128>(static_cast<Int128>(top)) << 64 | bottom);
}

bool toNumber(nb::handle object, Number &number, Type &type) {
  MLIRContext *context = getArena().getContext();
  PyObject *o = object.ptr();
  if (PyFloat_Check(o)) {
    number = Number::real(PyFloat_AS_DOUBLE(o));
    type = WeakFloatType::get(context);
    return true;
  }
  if (PyBool_Check(o)) {
    number = Number::integer(o == Py_True);
    type = IntegerType::get(context, 1);
    return true;
  }
  if (!PyLong_Check(o))
    return false;
  int overflow;
  Int128 value = PyLong_AsLongLongAndOverflow(o, &overflow);
  number = Number::integer(overflow ? toWideInteger(object) : value);
  type = IndexType::get(context);
  return true;
}

nb::object toPython(const Number &number, Type type) {
  if (number.isReal())
    return nb::float_(number.getReal());
  Int128 value = number.getInteger();
  if (isBoolType(type))
    return nb::bool_(value != 0);
  if (value == static_cast<int64_t>(value))
    return nb::int_(static_cast<int64_t>(value));
  nb::object high = nb::int_(static_cast<int64_t>(value >> 64));
  return (high << nb::int_(64)) | nb::int_(static_cast<uint64_t>(value));
}

static bool isNode(PyObject *object) {
  static PyTypeObject *nodeType =
      reinterpret_cast<PyTypeObject *>(nb::type<NodeRef>().ptr());
  return PyObject_TypeCheck(object, nodeType);
}

Value toOperand(nb::handle object, Type like) {
  if (isNode(object.ptr()))
    return getValue(*nb::inst_ptr<NodeRef>(object));
  Number number;
  Type type;
  if (!toNumber(object, number, type))
    return {};
  // A float takes a literal as a float: no need for an integer on the way.
  if (like && isFloatType(like) && !isFloatType(type))
    type = WeakFloatType::get(type.getContext());
  return getArena().constant(number, type);
}

/// Sizes and offsets beyond this are certainly wrong; sums of some stay far
/// from the end of 64 bits.
static constexpr int64_t maxInt = int64_t(1) << 56;

static int64_t toInt(PyObject *object, const char *what) {
  nb::object item = nb::steal(PyNumber_Index(object));
  if (!item.is_valid()) {
    PyErr_Clear();
    raise(PyExc_TypeError, std::string(what) + ": expected integers");
  }
  int overflow;
  int64_t value = PyLong_AsLongLongAndOverflow(item.ptr(), &overflow);
  if (overflow || value > maxInt || value < -maxInt)
    raise(PyExc_OverflowError, std::string(what) + ": a number is too large");
  return value;
}

static nb::object toFastSequence(nb::handle object, const char *what) {
  nb::object list = nb::steal(PySequence_Fast(object.ptr(), ""));
  if (list.is_valid())
    return list;
  PyErr_Clear();
  raise(PyExc_TypeError, std::string(what) + ": expected integers");
}

SmallVector<int64_t, 4> toInts(nb::handle object, const char *what) {
  SmallVector<int64_t, 4> result;
  nb::object list = toFastSequence(object, what);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list.ptr()); ++i)
    result.push_back(toInt(PySequence_Fast_GET_ITEM(list.ptr(), i), what));
  return result;
}

Dims toDims(nb::handle object, const char *what) {
  Dims result;
  nb::object list = toFastSequence(object, what);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list.ptr()); ++i) {
    PyObject *item = PySequence_Fast_GET_ITEM(list.ptr(), i);
    if (!isNode(item)) {
      result.push_back(toInt(item, what));
      continue;
    }
    Value value = getValue(*nb::inst_ptr<NodeRef>(nb::handle(item)));
    std::optional<Dim> dim = simplifyDim(getArena(), value);
    if (!dim)
      raise(PyExc_RuntimeError,
            std::string(what) + ": " + getArena().takeError());
    result.push_back(*dim);
  }
  return result;
}

nb::object toPython(const Dim &dim) {
  return dim.isSymbolic() ? toPython(dim.getValue(), nullptr)
                          : nb::int_(dim.getNumber());
}

nb::tuple toPython(ArrayRef<Dim> dims) {
  nb::list result;
  for (const Dim &dim : dims)
    result.append(toPython(dim));
  return nb::tuple(result);
}

nb::tuple toPython(ArrayRef<int64_t> values) {
  nb::object result = nb::steal(PyTuple_New(values.size()));
  for (auto [i, value] : llvm::enumerate(values))
    PyTuple_SET_ITEM(result.ptr(), i, PyLong_FromLongLong(value));
  return nb::tuple(std::move(result));
}

} // namespace mlir::tiny::python

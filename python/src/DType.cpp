//===- DType.cpp - Element types in Python --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

namespace mlir::tiny::python {

/// All types, in ascending order. Leaked, since Python's objects point to them.
static std::vector<DType> &getTable() {
  static auto *table = [] {
    MLIRContext *context = &Session::get().getContext();
    auto integer = [&](unsigned bits, bool isUnsigned) -> Type {
      return IntegerType::get(context, bits,
                              isUnsigned ? IntegerType::Unsigned
                                         : IntegerType::Signless);
    };
    return new std::vector<DType>{
        {"void", -1, 0, nullptr, {}},
        {"weakint", 0, 800, nullptr, IndexType::get(context)},
        {"bool", 0, 1, "?", integer(1, false)},
        {"int8", 1, 8, "b", integer(8, false)},
        {"uint8", 2, 8, "B", integer(8, true)},
        {"int16", 3, 16, "h", integer(16, false)},
        {"uint16", 4, 16, "H", integer(16, true)},
        {"int32", 5, 32, "i", integer(32, false)},
        {"uint32", 6, 32, "I", integer(32, true)},
        {"int64", 7, 64, "q", integer(64, false)},
        {"uint64", 8, 64, "Q", integer(64, true)},
        {"weakfloat", 9, 800, nullptr, WeakFloatType::get(context)},
        {"float8_e4m3", 10, 8, "B", Float8E4M3FNType::get(context)},
        {"float8_e4m3fnuz", 10, 8, "B", Float8E4M3FNUZType::get(context)},
        {"float8_e5m2", 11, 8, "B", Float8E5M2Type::get(context)},
        {"float8_e5m2fnuz", 11, 8, "B", Float8E5M2FNUZType::get(context)},
        {"float16", 12, 16, "e", Float16Type::get(context)},
        {"bfloat16", 13, 16, "H", BFloat16Type::get(context)},
        {"float32", 14, 32, "f", Float32Type::get(context)},
        {"float64", 15, 64, "d", Float64Type::get(context)},
    };
  }();
  return *table;
}

nb::object getDType(Type elementType) {
  static auto *byType = [] {
    auto *map = new DenseMap<Type, PyObject *>();
    for (DType &dtype : getTable())
      if (dtype.type)
        (*map)[dtype.type] = dtype.object;
    return map;
  }();
  auto it = byType->find(elementType);
  return nb::borrow(it != byType->end() ? it->second
                                        : getTable().front().object);
}

/// The element types of dtypes that are passed as arguments.
static SmallVector<Type, 4> getTypes(nb::args dtypes) {
  SmallVector<Type, 4> types;
  for (nb::handle dtype : dtypes) {
    DType *value;
    if (!nb::try_cast(dtype, value) || !value || !value->type)
      raise(PyExc_TypeError, "expected a DType with values");
    types.push_back(value->type);
  }
  if (types.empty())
    raise(PyExc_TypeError, "expected at least one DType");
  return types;
}

/// Raises TypeError for `void`.
static Type getType(const DType &dtype) {
  if (!dtype.type)
    raise(PyExc_TypeError, "void has no values");
  return dtype.type;
}

static std::tuple<int, int, std::string> getRank(const DType &dtype) {
  return {dtype.priority, dtype.bits, dtype.name};
}

template <typename Comparison>
static bool compare(const DType &lhs, const DType &rhs) {
  return Comparison()(getRank(lhs), getRank(rhs));
}

/// The one object of that name.
static nb::object find(const std::string &name) {
  for (DType &dtype : getTable())
    if (name == dtype.name)
      return nb::borrow(dtype.object);
  raise(PyExc_ValueError, "there is no dtype '" + name + "'");
}

void bindDTypes(nb::module_ &m) {
  nb::class_<DType> cls(m, "DType", "An element type.");
  cls.def(nb::new_(&find), nb::arg("name"));
  cls.def_prop_ro("name", [](const DType &d) { return d.name; })
      .def_prop_ro("itemsize", &DType::getBytes, "Bytes of an element.")
      .def_prop_ro("bitsize", [](const DType &d) { return d.bits; })
      .def_prop_ro(
          "fmt", [](const DType &d) { return d.format; },
          nb::sig("def fmt(self) -> str | None"),
          "The format character with which the bytes are stored.")
      .def_prop_ro("priority", [](const DType &d) { return d.priority; })
      .def("__lt__", &compare<std::less<>>, nb::is_operator())
      .def("__le__", &compare<std::less_equal<>>, nb::is_operator())
      .def("__gt__", &compare<std::greater<>>, nb::is_operator())
      .def("__ge__", &compare<std::greater_equal<>>, nb::is_operator())
      .def(
          "__reduce__",
          [](const DType &d) {
            return nb::make_tuple(nb::type<DType>(), nb::make_tuple(d.name));
          },
          nb::sig("def __reduce__(self) -> tuple[type[DType], tuple[str]]"))
      .def("__repr__",
           [](const DType &d) { return std::string("dtypes.") + d.name; });

  nb::dict byName;
  for (DType &dtype : getTable()) {
    nb::object object = nb::cast(&dtype, nb::rv_policy::reference);
    byName[dtype.name] = object;
    dtype.object = object.release().ptr();
  }
  m.attr("dtype_by_name") = byName;
  m.def(
      "promote",
      [](nb::args dtypes) { return getDType(promoteTypes(getTypes(dtypes))); },
      nb::sig("def promote(*dtypes: DType) -> DType"),
      "The least type that all the given ones promote to.");
  m.def(
      "sum_dtype",
      [](const DType &dtype) { return getDType(getSumType(getType(dtype))); },
      nb::sig("def sum_dtype(dtype: DType) -> DType"),
      "The type in which a sum accumulates.");
  m.def(
      "least_upper_float",
      [](const DType &dtype, const DType &fallback) {
        return getDType(leastUpperFloat(getType(dtype), getType(fallback)));
      },
      nb::arg("dtype"), nb::arg("default"),
      nb::sig("def least_upper_float(dtype: DType, default: DType) -> DType"),
      "The float type that a float function of `dtype` computes in.");
}

} // namespace mlir::tiny::python

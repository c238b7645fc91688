//===- Tiny.cpp - The tiny dialect in MLIR's Python API -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the generated classes of the ops lack: types, and properties that are
// not attributes. dialects/tiny.py makes a whole of the two.
//
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"
#include "tiny/Pipelines/RegisterAll.h"

#include "mlir/Bindings/Python/IRCore.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"

namespace nb = nanobind;
using namespace mlir::python::MLIR_BINDINGS_PYTHON_DOMAIN;

namespace mlir::tiny::python {
namespace {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

template <typename T>
bool isType(MlirType type) {
  return llvm::isa<T>(unwrap(type));
}

template <typename T>
MlirTypeID getID() {
  return wrap(T::getTypeID());
}

struct PyBufferType : PyConcreteType<PyBufferType> {
  static constexpr IsAFunctionTy isaFunction = isType<BufferType>;
  static constexpr GetTypeIDFunctionTy getTypeIdFunction = getID<BufferType>;
  static constexpr const char *pyClassName = "BufferType";
  using Base::Base;

  BufferType get() const { return llvm::cast<BufferType>(unwrap(*this)); }

  static PyBufferType make(std::vector<int64_t> shape, PyType &elementType,
                           unsigned addressSpace,
                           DefaultingPyLocation location) {
    PyMlirContext::ErrorCapture errors(location->getContext());
    std::optional<AddressSpace> space = symbolizeAddressSpace(addressSpace);
    if (!space)
      throw nb::value_error("there is no address space of that number");
    Location place = unwrap(location->get());
    BufferType type = BufferType::getChecked(
        [&] { return emitError(place); }, place->getContext(), ArrayRef(shape),
        unwrap(elementType.get()), *space);
    if (!type)
      throw MLIRError("no such type", errors.take());
    return PyBufferType(elementType.getContext(), wrap(type));
  }

  static void bindDerived(ClassTy &c) {
    c.def_static("get", &make, nb::arg("shape"), nb::arg("element_type"),
                 nb::arg("address_space") = 0, nb::arg("loc") = nb::none(),
                 "The type of a state of some storage; `global` by default.");
    c.def_prop_ro("shape", [](PyBufferType &self) {
      nb::list shape;
      for (int64_t size : self.get().getShape())
        shape.append(size);
      return shape;
    });
    c.def_prop_ro("element_type", [](PyBufferType &self) {
      return PyType(self.getContext(), wrap(self.get().getElementType()))
          .maybeDownCast();
    });
    c.def_prop_ro("address_space", [](PyBufferType &self) {
      return nb::module_::import_(
                 MAKE_MLIR_PYTHON_QUALNAME("dialects._tiny_enum_gen"))
          .attr("AddressSpace")(uint32_t(self.get().getAddressSpace()));
    });
  }
};

/// A type without parameters.
template <typename Derived, typename T>
struct PySingletonType : PyConcreteType<Derived> {
  static constexpr auto isaFunction = isType<T>;
  static constexpr MlirTypeID (*getTypeIdFunction)() = getID<T>;
  using PyConcreteType<Derived>::PyConcreteType;

  static void bindDerived(typename PyConcreteType<Derived>::ClassTy &c) {
    c.def_static(
        "get",
        [](DefaultingPyMlirContext context) {
          return Derived(context->getRef(),
                         wrap(T::get(unwrap(context->get()))));
        },
        nb::arg("context") = nb::none());
  }
};

struct PyTokenType : PySingletonType<PyTokenType, TokenType> {
  static constexpr const char *pyClassName = "TokenType";
  using PySingletonType::PySingletonType;
};

struct PyWeakFloatType : PySingletonType<PyWeakFloatType, WeakFloatType> {
  static constexpr const char *pyClassName = "WeakFloatType";
  using PySingletonType::PySingletonType;
};

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

/// The storage of the properties of an op that is yet to be made.
class Properties {
public:
  explicit Properties(RegisteredOperationName name)
      : name(name),
        // Uninitialized memory, aligned for every type.
        memory(new std::max_align_t[name.getOpPropertyByteSize() /
                                        sizeof(std::max_align_t) +
                                    1]) {
    name.initOpProperties(get(), nullptr);
  }
  ~Properties() { name.destroyOpProperties(get()); }
  Properties(const Properties &) = delete;

  OpaqueProperties get() { return memory.get(); }

private:
  RegisteredOperationName name;
  std::unique_ptr<std::max_align_t[]> memory;
};

/// What the results of an op will be. Upstream's own inference does not know
/// of properties that are not attributes.
std::vector<PyType> inferTypes(const std::string &name, nb::list operands,
                               PyAttribute &properties,
                               DefaultingPyLocation location) {
  PyMlirContext::ErrorCapture errors(location->getContext());
  Location place = unwrap(location->get());
  auto info = RegisteredOperationName::lookup(name, place->getContext());
  if (!info)
    throw nb::value_error(
        ("the context has not loaded the dialect of " + name).c_str());
  SmallVector<Value> values;
  for (nb::handle operand : operands)
    values.push_back(unwrap(nb::cast<PyValue &>(operand).get()));

  Properties storage(*info);
  auto fail = [&] { return emitError(place) << "'" << name << "' op "; };
  auto *interface = info->getInterface<InferTypeOpInterface>();
  SmallVector<Type> types;
  if (failed(info->setOpPropertiesFromAttribute(
          *info, storage.get(), unwrap(properties.get()), fail)) ||
      !interface ||
      failed(interface->inferReturnTypes(
          place->getContext(), place, values,
          DictionaryAttr::get(place->getContext()), storage.get(), {}, types)))
    throw MLIRError("cannot make " + name, errors.take());
  std::vector<PyType> result;
  for (Type type : types)
    result.push_back(PyType(location->getContext(), wrap(type)));
  return result;
}

/// Sets some properties and leaves the others as they are.
void setProperties(PyOperation &operation, PyAttribute &properties) {
  PyMlirContext::ErrorCapture errors(operation.getContext());
  Operation *op = unwrap(operation.get());
  NamedAttrList all;
  if (auto old = llvm::dyn_cast_or_null<DictionaryAttr>(
          op->getPropertiesAsAttribute()))
    all.append(old.getValue());
  if (auto added = llvm::dyn_cast<DictionaryAttr>(unwrap(properties.get())))
    for (NamedAttribute attribute : added)
      all.set(attribute.getName(), attribute.getValue());
  if (failed(op->setPropertiesFromAttribute(all.getDictionary(op->getContext()),
                                            [&] { return op->emitOpError(); })))
    throw MLIRError("no such property", errors.take());
}

nb::object getProperty(PyOperation &operation, const std::string &name) {
  Operation *op = unwrap(operation.get());
  auto all =
      llvm::dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  Attribute attribute = all ? all.get(name) : Attribute();
  if (!attribute)
    return nb::none();
  return PyAttribute(operation.getContext(), wrap(attribute)).maybeDownCast();
}

/// What the package uses; other dialects are loaded when a text names them.
void loadDialects(MlirContext context) {
  for (const char *name :
       {"arith", "cf", "func", "gpu", "index", "llvm", "math", "memref", "nvvm",
        "rocdl", "scf", "tiny", "ub", "vector"})
    unwrap(context)->getOrLoadDialect(name);
}

} // namespace
} // namespace mlir::tiny::python

NB_MODULE(_tinyMLIR, m) {
  using namespace mlir::tiny::python;
  m.doc() = "The tiny dialect in MLIR's Python API.";
  mlir::tiny::registerEveryPass();
  m.def("register_dialects", [](MlirDialectRegistry registry) {
    mlir::tiny::registerEveryDialect(*unwrap(registry));
  });
  m.def("load_dialects", &loadDialects);
  m.def("infer_types", &inferTypes, nb::arg("name"), nb::arg("operands"),
        nb::arg("properties"), nb::arg("loc") = nb::none());
  m.def("set_properties", &setProperties);
  m.def("get_property", &getProperty);
  PyBufferType::bind(m);
  PyTokenType::bind(m);
  PyWeakFloatType::bind(m);
}

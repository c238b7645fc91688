//===- Bindings.h - What the files of the Python module share ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_PYTHON_BINDINGS_H
#define TINY_PYTHON_BINDINGS_H

#include "tiny/Frontend/Session.h"
#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Buffer.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace mlir::tiny::python {

/// An element type as Python sees it. There is one object for each.
struct DType {
  const char *name;
  int priority;
  int bits;
  /// The format character of the struct module, or null.
  const char *format;
  Type type;
  /// The Python object, which the module keeps.
  PyObject *object = nullptr;

  int getBytes() const { return (bits + 7) / 8; }
};

/// The object of an element type; that of `void` for what has none.
nb::object getDType(Type elementType);
/// The element type; raises TypeError for `void`.
Type toType(const DType &dtype);

/// Memory as Python sees it.
struct PyBuffer {
  Storage storage;
};

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

[[noreturn]] void raise(PyObject *type, const std::string &message);
/// Raises what the arena reported; RuntimeError where it is about devices.
[[noreturn]] void raiseDiagnostic(PyObject *type);
/// Raises MemoryError for a failed allocation, else `type`.
[[noreturn]] void raise(PyObject *type, llvm::Error error);

/// What a failed compilation raises, and an opt that is illegal.
extern PyObject *compileError;
extern PyObject *kernelOptError;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

inline Arena &getArena() { return Session::get().getArena(); }

/// The Python object of a node; raises `error` with the diagnostic for null.
nb::object toPython(Value node, PyObject *error);

/// Raises TypeError for a token and for storage of tensors. Storage of a kernel
/// is loaded.
Value getValue(NodeRef &node);

/// A UOp, or a weak constant for a Python number; null for anything else. An
/// integer becomes a float where `like` is one.
Value toOperand(nb::handle object, Type like = {});

/// The values of a sequence of UOps; raises TypeError.
SmallVector<Value, 8> toValues(nb::handle list, const char *what);

/// Raises what a gradient rule raised, if one did.
void rethrowRuleError();

/// A Python bool, int or float as a number and its weak type. False for
/// anything else; raises OverflowError for an integer over 128 bits.
bool toNumber(nb::handle object, Number &number, Type &type);
nb::object toPython(const Number &number, Type type);

/// A sequence of integers; raises TypeError or OverflowError.
SmallVector<int64_t, 4> toInts(nb::handle object, const char *what);
nb::tuple toPython(ArrayRef<int64_t> values);

/// A sequence of integers and UOps that are scalars of weak integers, in their
/// simplest form; raises TypeError, OverflowError or RuntimeError.
Dims toDims(nb::handle object, const char *what);
nb::object toPython(const Dim &dim);
nb::tuple toPython(ArrayRef<Dim> dims);

/// The canonical name of one device, or a tuple of those of a list.
nb::object toPython(const Placements &placements, uint32_t devices);

//===----------------------------------------------------------------------===//
// Parts of the module
//===----------------------------------------------------------------------===//

void bindDTypes(nb::module_ &m);
void bindBuffers(nb::module_ &m);
void bindNodes(nb::module_ &m);
void bindMovements(nb::class_<NodeRef> &cls);
void bindOperators(nb::class_<NodeRef> &cls);
void bindSymbolic(nb::class_<NodeRef> &cls);
void bindDevices(nb::class_<NodeRef> &cls);
void bindKernels(nb::module_ &m, nb::class_<NodeRef> &cls);
void bindFunctions(nb::module_ &m, nb::class_<NodeRef> &cls);
void bindRealize(nb::module_ &m);
void bindRecording(nb::module_ &m);
void bindModulePrograms(nb::module_ &m);

} // namespace mlir::tiny::python

#endif // TINY_PYTHON_BINDINGS_H

//===- Kernels.h - What the files about kernels share -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_PYTHON_KERNELS_H
#define TINY_PYTHON_KERNELS_H

#include "Bindings.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::tiny::python {

/// Whether a node is a placeholder, or a view or state of one.
bool isStorage(Value value);
/// Raises TypeError for anything else.
Value expectStorage(NodeRef &self, const char *call);
/// `'add' of shape [4] and dtype float`.
std::string describeNode(Value value);
/// The content of storage as a value; null after a diagnostic.
Value loadView(Value storage);
/// The extent of a range in its simplest form, as a list of one.
Dims toExtent(nb::handle object);

/// The line of the program that is being run; unknown outside of any.
Location getCallerLoc();
/// A new node with that line: an equal one keeps the line where it came to be.
Value located(Value value);

/// Null if it is no node.
NodeRef *toNode(nb::handle object);
/// The ranges that an expression depends on, or that a sequence lists.
void addRanges(nb::handle object, const char *call,
               SmallVectorImpl<Value> &ranges);
/// The tokens that a state waits for, or the token itself.
void addTokens(Value value, const char *call, SmallVectorImpl<Value> &tokens);

/// Placeholders, ranges and values.
void bindKernelSources(nb::module_ &m, nb::class_<NodeRef> &cls);
/// Subscripts and views of storage, and what is applied to tensors.
void bindViews(nb::module_ &m, nb::class_<NodeRef> &cls);

} // namespace mlir::tiny::python

#endif // TINY_PYTHON_KERNELS_H

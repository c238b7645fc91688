//===- RegisterAll.h - All dialects and passes by name ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_PIPELINES_REGISTERALL_H
#define TINY_PIPELINES_REGISTERALL_H

namespace mlir {
class DialectRegistry;

namespace tiny {

/// Registers the tiny dialect and all upstream ones, with their extensions.
void registerEveryDialect(DialectRegistry &registry);

/// Registers our passes and pipelines, and all passes of upstream. Once is
/// enough for a process, and more is no error.
void registerEveryPass();

} // namespace tiny
} // namespace mlir

#endif // TINY_PIPELINES_REGISTERALL_H

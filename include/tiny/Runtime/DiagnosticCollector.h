//===- DiagnosticCollector.h - Diagnostics as text --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_DIAGNOSTICCOLLECTOR_H
#define TINY_RUNTIME_DIAGNOSTICCOLLECTOR_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tiny {

/// Collects the errors that this thread reports.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(MLIRContext *context);

  /// What was reported, or else another text.
  std::string takeText(StringRef otherwise);
  llvm::Error takeError(StringRef otherwise) {
    return llvm::createStringError(takeText(otherwise));
  }

private:
  void add(Diagnostic &diagnostic);

  std::string text;
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::tiny

#endif // TINY_RUNTIME_DIAGNOSTICCOLLECTOR_H

//===- DiagnosticCollector.cpp - Diagnostics as text ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/DiagnosticCollector.h"

#include "llvm/Support/Threading.h"

namespace mlir::tiny {

DiagnosticCollector::DiagnosticCollector(MLIRContext *context)
    : handler(context, [this, thread = llvm::get_threadid()](Diagnostic &d) {
        if (llvm::get_threadid() != thread ||
            d.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        add(d);
        for (Diagnostic &note : d.getNotes())
          add(note);
        return success();
      }) {}

std::string DiagnosticCollector::takeText(StringRef otherwise) {
  return text.empty() ? otherwise.str() : std::move(text);
}

void DiagnosticCollector::add(Diagnostic &diagnostic) {
  llvm::raw_string_ostream stream(text);
  if (!text.empty())
    stream << '\n';
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    stream << place.getFilename().getValue() << ':' << place.getLine() << ':'
           << place.getColumn() << ": ";
  stream << diagnostic;
}

} // namespace mlir::tiny

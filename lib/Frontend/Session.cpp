//===- Session.cpp - The state of a running program -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/Session.h"

#include "Slice.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Loads the dialect before anything asks for its types.
static MLIRContext *prepare(MLIRContext &context) {
  context.loadDialect<TinyDialect>();
  context.printOpOnDiagnostic(false);
  return &context;
}

Session::Session() : arena(prepare(context)), schedules(arena) {}

Session &Session::get() {
  static Session *session = new Session();
  return *session;
}

std::string Session::print(Value value) {
  Type element = getElementType(value);
  if (isa<IndexType>(element))
    value = arena.cast(value, IntegerType::get(&context, 32));
  else if (isWeakType(element))
    value = arena.cast(value, Float32Type::get(&context));
  std::string text;
  llvm::raw_string_ostream os(text);
  Slice(arena, value).exportModule()->print(os);
  return text;
}

} // namespace mlir::tiny

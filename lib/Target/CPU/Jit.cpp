//===- Jit.cpp - Object code to an address --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// ORC with nothing but a linking layer. Each kernel has a library of its own,
// so equal names do not meet; all of them see one library that offers libm,
// libc and what the code generator calls for half precision.
//
//===----------------------------------------------------------------------===//

#include "Codegen.h"

#include "tiny/Target/SIM.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"

#include <atomic>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace mlir::tiny::cpu {

using namespace llvm::orc;

//===----------------------------------------------------------------------===//
// bfloat16
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
// GCC 13's runtime library has these, Debian 12's does not. A half is returned
// in the low bits of a vector register.

static __m128i getHalfResult(uint32_t bits) {
  return _mm_cvtsi32_si128(int(bits));
}

/// Rounds to the nearest bfloat16, to even at a tie.
static __m128i truncateFloat(float value) {
  auto bits = llvm::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000) // NaN stays one.
    return getHalfResult((bits >> 16) | 0x40);
  return getHalfResult((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

/// Rounds once: the step over float rounds to odd, which keeps what the second
/// step needs to know.
static __m128i truncateDouble(double value) {
  float rounded = float(value);
  auto bits = llvm::bit_cast<uint32_t>(rounded);
  if (double(rounded) != value && rounded == rounded && !(bits & 1)) {
    bool isLarger = std::abs(double(rounded)) > std::abs(value);
    bits += isLarger ? -1 : 1;
  }
  return truncateFloat(llvm::bit_cast<float>(bits));
}
#endif

//===----------------------------------------------------------------------===//
// The session
//===----------------------------------------------------------------------===//

namespace {

class Jit {
public:
  /// The one of the process, or why there is none.
  static llvm::Expected<Jit &> get() {
    // Never destroyed: kernels may run until the very end of the process.
    static llvm::Expected<Jit *> *instance =
        new llvm::Expected<Jit *>(create());
    if (*instance)
      return ***instance;
    return llvm::createStringError("cannot start the linker");
  }

  llvm::Expected<KernelEntry> link(std::unique_ptr<llvm::MemoryBuffer> object,
                                   StringRef symbol) {
    failure.clear();
    JITDylib &library = session.createBareJITDylib(
        "kernel" + std::to_string(numLibraries.fetch_add(1)));
    library.addToLinkOrder(support);
    if (llvm::Error error = layer.add(library, std::move(object)))
      return error;
    auto address = session.lookup({&library}, session.intern(symbol));
    if (!address) {
      // The lookup says only that it failed; the session said why.
      std::string text = llvm::toString(address.takeError());
      return llvm::createStringError(failure.empty() ? text : failure);
    }
    return address->getAddress().toPtr<KernelEntry>();
  }

private:
  explicit Jit(std::unique_ptr<SelfExecutorProcessControl> control)
      : session(std::move(control)), layer(session),
        support(session.createBareJITDylib("support")) {
    session.setErrorReporter(
        [](llvm::Error error) { failure += llvm::toString(std::move(error)); });
  }

  static llvm::Expected<Jit *> create() {
    // Everything happens on the thread that asks.
    auto control = SelfExecutorProcessControl::Create(
        nullptr, std::make_unique<InPlaceTaskDispatcher>());
    if (!control)
      return control.takeError();
    auto *jit = new Jit(std::move(*control));
    // By name: the process need not show its own libm to everybody.
    auto libm = DynamicLibrarySearchGenerator::Load("libm.so.6", '\0');
    if (!libm)
      return libm.takeError();
    jit->support.addGenerator(std::move(*libm));
    auto define = [&](StringRef name, auto *function) {
      return jit->support.define(
          absoluteSymbols({{jit->session.intern(name),
                            {ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported |
                                 llvm::JITSymbolFlags::Callable}}}));
    };
    for (const sim::RuntimeFunction &function : sim::getRuntimeFunctions())
      if (llvm::Error error = define(function.name, function.address))
        return error;
#if defined(__x86_64__)
    if (llvm::Error error = define("__truncsfbf2", &truncateFloat))
      return error;
    if (llvm::Error error = define("__truncdfbf2", &truncateDouble))
      return error;
#endif
    return jit;
  }

  ExecutionSession session;
  ObjectLinkingLayer layer;
  JITDylib &support;
  std::atomic<uint64_t> numLibraries = 0;
  /// What the session reports while this thread links.
  static thread_local std::string failure;
};

thread_local std::string Jit::failure;

} // namespace

llvm::Expected<KernelEntry>
linkObject(std::unique_ptr<llvm::MemoryBuffer> object, StringRef symbol) {
  llvm::Expected<Jit &> jit = Jit::get();
  if (!jit)
    return jit.takeError();
  return jit->link(std::move(object), symbol);
}

} // namespace mlir::tiny::cpu

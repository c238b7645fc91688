//===- Link.cpp - Object code to an hsaco ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// lld runs inside of the process, where it takes a millisecond; as a program it
// takes forty. It has global state, so one thread at a time may use it.
//
//===----------------------------------------------------------------------===//

#include "tiny/Target/ROCDL.h"
#include "tiny/Target/TemporaryFile.h"

#include "lld/Common/Driver.h"

#include <mutex>

LLD_HAS_DRIVER(elf)

namespace mlir::tiny::rocdl {
llvm::Expected<std::string> linkObject(StringRef object) {
  static std::mutex mutex;
  static bool canRunAgain = true;
  std::lock_guard<std::mutex> lock(mutex);
  if (!canRunAgain)
    return llvm::createStringError("the linker has crashed before");
  auto input = TemporaryFile::create("o", object);
  if (!input)
    return input.takeError();
  auto output = TemporaryFile::create("hsaco");
  if (!output)
    return output.takeError();

  std::string text;
  llvm::raw_string_ostream errors(text);
  lld::Result result =
      lld::lldMain({"ld.lld", "-shared", "--no-undefined", "--threads=1",
                    input->getPath().c_str(), "-o", output->getPath().c_str()},
                   llvm::nulls(), errors, {{lld::Gnu, &lld::elf::link}});
  canRunAgain = result.canRunAgain;
  if (result.retCode != 0)
    return llvm::createStringError(StringRef(text).rtrim());
  return output->read();
}

} // namespace mlir::tiny::rocdl

//===- TemporaryFile.cpp - A file for another program ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Target/TemporaryFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tiny {

llvm::Expected<TemporaryFile> TemporaryFile::create(StringRef suffix,
                                                    StringRef content) {
  int descriptor;
  SmallString<128> path;
  if (std::error_code code = llvm::sys::fs::createTemporaryFile(
          "tinymlir", suffix, descriptor, path))
    return llvm::createStringError(code, "cannot make a temporary file: " +
                                             code.message());
  TemporaryFile file(path);
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << content;
  stream.close();
  if (std::error_code code = stream.error()) {
    stream.clear_error();
    return llvm::createStringError(code, "cannot write " + file.getPath() +
                                             ": " + code.message());
  }
  return file;
}

std::string TemporaryFile::read() const {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

} // namespace mlir::tiny

//===- TemporaryFile.h - A file for another program -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_TEMPORARYFILE_H
#define TINY_TARGET_TEMPORARYFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileUtilities.h"

#include <memory>
#include <string>

namespace mlir::tiny {

/// A file that is gone with this object.
class TemporaryFile {
public:
  /// Makes a file with that content, in the system's folder for such files.
  static llvm::Expected<TemporaryFile> create(StringRef suffix,
                                              StringRef content = "");

  const std::string &getPath() const { return path; }

  /// What is in it now.
  std::string read() const;

private:
  explicit TemporaryFile(StringRef path)
      : path(path), remover(std::make_unique<llvm::FileRemover>(path)) {}

  std::string path;
  std::unique_ptr<llvm::FileRemover> remover;
};

} // namespace mlir::tiny

#endif // TINY_TARGET_TEMPORARYFILE_H

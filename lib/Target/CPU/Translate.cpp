//===- Translate.cpp - LLVM dialect to LLVM IR ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The translation proper is upstream's. Then the kernel gets the signature that
// all kernels share, and takes its buffers out of an array:
//
//   void k(ptr a, ptr b, i64 begin, i64 end, i64 n) { ... }
//   void k__packed(ptr arguments, i64 begin, i64 end) {
//     a = arguments[0]; b = arguments[1]; n = arguments[2]; ...
//   }
//
// The numbers of variables follow the addresses of the buffers.
//
// The body moves over: a function that calls the kernel would cost the code
// generator about as much as a small kernel does.
//
//===----------------------------------------------------------------------===//

#include "Codegen.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/IRBuilder.h"

namespace mlir::tiny::cpu {

std::string getPackedName(StringRef name) { return (name + "__packed").str(); }

/// Whether a divisor has no zero in any lane.
static bool isNeverZero(const llvm::Value *divisor) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(divisor);
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(divisor->getType());
  if (!constant || !type)
    return false;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    auto *lane = llvm::dyn_cast_or_null<llvm::ConstantFP>(
        constant->getAggregateElement(i));
    if (!lane || lane->isZero())
      return false;
  }
  return true;
}

/// The code generator takes 0 / 0 for 0 in lanes that it knows to be zero in
/// both operands, and then drops the mask of a select that replaces the lane.
/// It does not look into a division of the constrained kind.
static void protectDivisions(llvm::Function &kernel) {
  llvm::IRBuilder<> builder(kernel.getContext());
  for (llvm::BasicBlock &block : kernel)
    for (llvm::Instruction &division : llvm::make_early_inc_range(block)) {
      if (division.getOpcode() != llvm::Instruction::FDiv ||
          !division.getType()->isVectorTy() ||
          isNeverZero(division.getOperand(1)))
        continue;
      builder.SetInsertPoint(&division);
      division.replaceAllUsesWith(builder.CreateConstrainedFPBinOp(
          llvm::Intrinsic::experimental_constrained_fdiv,
          division.getOperand(0), division.getOperand(1), /*FMFSource=*/{}, "",
          /*FPMathTag=*/nullptr, llvm::RoundingMode::NearestTiesToEven,
          llvm::fp::ebIgnore));
      division.eraseFromParent();
    }
}

static llvm::Error packArguments(llvm::Module &module, StringRef name) {
  llvm::Function *kernel = module.getFunction(name);
  if (!kernel || kernel->isDeclaration())
    return llvm::createStringError("no function @" + name);
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  llvm::Type *i64 = llvm::Type::getInt64Ty(context);
  size_t numBuffers = 0;
  while (numBuffers < kernel->arg_size() &&
         kernel->getArg(numBuffers)->getType() == pointer)
    ++numBuffers;
  if (kernel->arg_size() < numBuffers + 2)
    return llvm::createStringError("@" + name +
                                   " has no two bounds behind its buffers");
  for (llvm::Argument &argument : kernel->args())
    if (argument.getType() !=
        (argument.getArgNo() < numBuffers ? pointer : i64))
      return llvm::createStringError(
          "argument %u of the kernel is no buffer, bound or variable",
          argument.getArgNo());
  if (!kernel->use_empty() || !kernel->getReturnType()->isVoidTy())
    return llvm::createStringError("a kernel is not called by itself and has "
                                   "no results");

  auto *packed = llvm::Function::Create(
      llvm::FunctionType::get(kernel->getReturnType(), {pointer, i64, i64},
                              /*isVarArg=*/false),
      llvm::GlobalValue::ExternalLinkage, getPackedName(name), module);
  packed->addFnAttr(llvm::Attribute::NoUnwind);
  packed->addFnAttr("no-trapping-math", "true");
  packed->splice(packed->begin(), kernel);

  llvm::BasicBlock &entry = packed->getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  for (size_t i = 0; i < numBuffers; ++i) {
    llvm::Value *slot =
        builder.CreateConstInBoundsGEP1_64(pointer, packed->getArg(0), i);
    kernel->getArg(i)->replaceAllUsesWith(builder.CreateLoad(pointer, slot));
  }
  for (size_t i : {1, 2})
    kernel->getArg(numBuffers + i - 1)->replaceAllUsesWith(packed->getArg(i));
  for (size_t i = numBuffers + 2; i < kernel->arg_size(); ++i) {
    llvm::Value *slot =
        builder.CreateConstInBoundsGEP1_64(i64, packed->getArg(0), i - 2);
    kernel->getArg(i)->replaceAllUsesWith(builder.CreateLoad(i64, slot));
  }
  kernel->eraseFromParent();
  hoistAllocas(*packed);
  protectDivisions(*packed);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::Module>>
translateKernel(ModuleOp module, StringRef name, llvm::LLVMContext &context) {
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context, name);
  if (!translated)
    return llvm::createStringError("translation to LLVM IR failed");
  if (llvm::Error error = packArguments(*translated, name))
    return error;
  return translated;
}

} // namespace mlir::tiny::cpu

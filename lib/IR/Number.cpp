//===- Number.cpp - A number without a width ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Number.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "tiny/IR/TypeUtils.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/bit.h"
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace mlir::tiny {

Number Number::integer(Int128 value) {
  Number number;
  number.integerValue = value;
  return number;
}

Number Number::real(double value) {
  Number number;
  number.isRealValue = true;
  number.realValue =
      std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
  return number;
}

double Number::getReal() const {
  return isRealValue ? realValue : static_cast<double>(integerValue);
}

bool Number::is(int64_t value) const {
  return isRealValue ? realValue == static_cast<double>(value)
                     : integerValue == value;
}

static APInt toAPInt(Int128 value) {
  uint64_t words[2] = {static_cast<uint64_t>(value),
                       static_cast<uint64_t>(value >> 64)};
  return APInt(128, words);
}

static Int128 fromAPInt(const APInt &value, bool isSigned) {
  APInt wide = isSigned ? value.sextOrTrunc(128) : value.zextOrTrunc(128);
  return static_cast<Int128>(
      (static_cast<unsigned __int128>(wide.getRawData()[1]) << 64) |
      wide.getRawData()[0]);
}

/// Truncates toward zero; out of the 128-bit range it saturates, NaN gives 0.
static Int128 truncateToInteger(double value) {
  if (std::isnan(value))
    return 0;
  APInt max = APInt::getSignedMaxValue(128);
  double limit = 1.7014118346046923e38; // 2^127
  if (value >= limit)
    return fromAPInt(max, true);
  if (value < -limit)
    return fromAPInt(~max, true);
  return static_cast<Int128>(value);
}

/// What `value` is as an f32, where the processor is certain to round as
/// `APFloat` does: it may take subnormal numbers for zero.
static std::optional<double> roundToSingle(double value) {
  auto single = static_cast<float>(value);
  bool isZero = llvm::bit_cast<uint64_t>(value) << 1 == 0;
  if (!isZero && !std::isnormal(single))
    return std::nullopt;
  return single;
}

Number Number::convertedTo(Type type) const {
  // The usual types first: `FloatType` is an interface.
  if (isa<IndexType>(type))
    return isRealValue ? integer(truncateToInteger(realValue)) : *this;
  if (auto intType = dyn_cast<IntegerType>(type)) {
    if (isBoolType(type))
      return integer(isRealValue ? realValue != 0.0 : integerValue != 0);
    Int128 value = isRealValue ? truncateToInteger(realValue) : integerValue;
    // No integer type has more than 64 bits.
    unsigned unused = 64 - intType.getWidth();
    uint64_t bits = static_cast<uint64_t>(value) << unused;
    return integer(intType.isUnsigned()
                       ? Int128(bits >> unused)
                       : Int128(static_cast<int64_t>(bits) >> unused));
  }
  // Larger integers would be rounded twice.
  constexpr Int128 exact = Int128(1) << 53;
  if (isa<Float32Type>(type) &&
      (isRealValue || (integerValue <= exact && integerValue >= -exact)))
    if (std::optional<double> single = roundToSingle(getReal()))
      return real(*single);
  if (auto floatType = dyn_cast<FloatType>(type)) {
    if (floatType.isF64())
      return real(getReal());
    APFloat value =
        isRealValue ? APFloat(realValue) : APFloat(APFloat::IEEEdouble());
    if (!isRealValue)
      value.convertFromAPInt(toAPInt(integerValue), /*IsSigned=*/true,
                             APFloat::rmNearestTiesToEven);
    bool losesInfo, isFinite = value.isFinite(), negative = value.isNegative();
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    if (floatType.getWidth() == 8 && isFinite && !value.isFinite())
      value = APFloat::getLargest(semantics, negative);
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return real(value.convertToDouble());
  }
  if (isFloatType(type)) // weak
    return real(getReal());
  return isRealValue ? integer(truncateToInteger(realValue)) : *this;
}

uint64_t Number::getBits(Type type) const {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return toAPInt(integerValue)
        .trunc(type.getIntOrFloatBitWidth())
        .getZExtValue();
  APFloat value(getReal());
  bool losesInfo;
  value.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.bitcastToAPInt().getZExtValue();
}

Number Number::fromBits(uint64_t bits, Type type) {
  APInt value(type.getIntOrFloatBitWidth(), bits, /*isSigned=*/false,
              /*implicitTrunc=*/true);
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return integer(fromAPInt(value, !type.isUnsignedInteger()));
  APFloat number(floatType.getFloatSemantics(), value);
  bool losesInfo;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return real(number.convertToDouble());
}

bool Number::operator==(const Number &other) const {
  if (isRealValue != other.isRealValue)
    return false;
  return isRealValue ? llvm::bit_cast<uint64_t>(realValue) ==
                           llvm::bit_cast<uint64_t>(other.realValue)
                     : integerValue == other.integerValue;
}

llvm::hash_code Number::hash() const {
  if (isRealValue)
    return llvm::hash_combine(true, llvm::bit_cast<uint64_t>(realValue));
  return llvm::hash_combine(false, static_cast<uint64_t>(integerValue),
                            static_cast<uint64_t>(integerValue >> 64));
}

//===----------------------------------------------------------------------===//
// Text: an integer, a decimal float, `inf`, `-inf` or `nan`
//===----------------------------------------------------------------------===//

void Number::print(raw_ostream &os) const {
  if (!isRealValue) {
    toAPInt(integerValue).print(os, /*isSigned=*/true);
    return;
  }
  if (std::isnan(realValue)) {
    os << "nan";
    return;
  }
  if (std::isinf(realValue)) {
    os << (realValue < 0 ? "-inf" : "inf");
    return;
  }
  // The shortest text that reads back as the same double, whatever the locale;
  // MLIR wants a point in it.
  char buffer[32];
  char *end = std::to_chars(buffer, std::end(buffer), realValue).ptr;
  auto [mantissa, exponent] = StringRef(buffer, end - buffer).split('e');
  os << mantissa;
  if (!mantissa.contains('.'))
    os << ".0";
  if (!exponent.empty())
    os << 'e' << exponent;
}

ParseResult Number::parse(AsmParser &parser, Number &result) {
  bool negative = succeeded(parser.parseOptionalMinus());
  if (negative && succeeded(parser.parseOptionalMinus()))
    return parser.emitError(parser.getCurrentLocation(), "second minus sign");
  StringRef keyword;
  double value;
  if (succeeded(parser.parseOptionalKeyword(&keyword, {"nan", "inf"}))) {
    value = keyword == "nan" ? std::numeric_limits<double>::quiet_NaN()
                             : std::numeric_limits<double>::infinity();
    result = real(negative ? -value : value);
    return success();
  }
  APInt integerResult;
  OptionalParseResult parsed = parser.parseOptionalInteger(integerResult);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    integerResult = integerResult.sext(integerResult.getBitWidth() + 1);
    if (negative)
      integerResult.negate();
    if (integerResult.getSignificantBits() > 128)
      return parser.emitError(parser.getCurrentLocation(),
                              "integer does not fit 128 bits");
    result = integer(fromAPInt(integerResult, /*isSigned=*/true));
    return success();
  }
  if (failed(parser.parseFloat(value)))
    return failure();
  result = real(negative ? -value : value);
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes and bytecode
//===----------------------------------------------------------------------===//

Attribute Number::toAttribute(MLIRContext *context) const {
  if (isRealValue)
    return FloatAttr::get(Float64Type::get(context), realValue);
  return IntegerAttr::get(IntegerType::get(context, 128),
                          toAPInt(integerValue));
}

LogicalResult Number::fromAttribute(Attribute attr, Number &result) {
  if (auto floatAttr = dyn_cast_or_null<FloatAttr>(attr)) {
    result = real(floatAttr.getValueAsDouble());
    return success();
  }
  auto intAttr = dyn_cast_or_null<IntegerAttr>(attr);
  if (!intAttr || intAttr.getValue().getSignificantBits() > 128)
    return failure();
  // The `true` of a bool is one.
  bool isSigned = !intAttr.getType().isInteger(1);
  result = integer(fromAPInt(intAttr.getValue(), isSigned));
  return success();
}

void Number::write(DialectBytecodeWriter &writer) const {
  writer.writeVarInt(isRealValue);
  if (isRealValue) {
    writer.writeVarInt(llvm::bit_cast<uint64_t>(realValue));
    return;
  }
  writer.writeVarInt(static_cast<uint64_t>(integerValue));
  writer.writeVarInt(static_cast<uint64_t>(integerValue >> 64));
}

LogicalResult Number::read(DialectBytecodeReader &reader) {
  uint64_t kind, low, high = 0;
  if (failed(reader.readVarInt(kind)) || failed(reader.readVarInt(low)))
    return failure();
  if (kind == 1) {
    *this = real(llvm::bit_cast<double>(low));
    return success();
  }
  if (kind != 0)
    return reader.emitError("unknown kind of number");
  if (failed(reader.readVarInt(high)))
    return failure();
  *this = integer(
      static_cast<Int128>((static_cast<unsigned __int128>(high) << 64) | low));
  return success();
}

} // namespace mlir::tiny

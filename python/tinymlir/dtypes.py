"""The data types, under the names that users write.

The types themselves, their promotion and their order come from the compiler;
this module gives them names, groups and NumPy counterparts.
"""

from __future__ import annotations

import builtins

import ml_dtypes
import numpy as np

from tinymlir import _core
from tinymlir._core import DType, dtype_by_name, promote, sum_dtype
from tinymlir.config import DEFAULT_FLOAT, DEFAULT_INT

__all__ = [
    "DType",
    "DTypeLike",
    "can_lossless_cast",
    "dtypes",
    "from_numpy_dtype",
    "least_upper_dtype",
    "least_upper_float",
    "strong_dtype",
    "sum_acc_dtype",
    "to_dtype",
    "to_numpy_dtype",
    "weak_dtype",
]

DTypeLike = DType | str

_NAMES = {
    "weakint": "weakint", "bool": "bool",
    "int8": "int8", "uint8": "uint8", "int16": "int16", "uint16": "uint16",
    "int32": "int32", "uint32": "uint32", "int64": "int64", "uint64": "uint64",
    "weakfloat": "weakfloat",
    "fp8e4m3": "float8_e4m3", "fp8e4m3fnuz": "float8_e4m3fnuz",
    "fp8e5m2": "float8_e5m2", "fp8e5m2fnuz": "float8_e5m2fnuz",
    "float16": "float16", "bfloat16": "bfloat16",
    "float32": "float32", "float64": "float64",
}  # fmt: skip
_ALIASES = {
    "half": "float16", "float": "float32", "double": "float64", "char": "int8",
    "uchar": "uint8", "short": "int16", "ushort": "uint16", "int": "int32",
    "uint": "uint32", "long": "int64", "ulong": "uint64",
}  # fmt: skip
_FLOAT_BITS = {
    "fp8e4m3": (4, 3), "fp8e5m2": (5, 2), "fp8e4m3fnuz": (4, 3), "fp8e5m2fnuz": (5, 2),
    "float16": (5, 10), "bfloat16": (8, 7), "float32": (8, 23), "float64": (11, 52),
}  # fmt: skip


class _DTypes:
    """The namespace `tinymlir.dtypes`.

    Example:
        >>> dtypes.float is dtypes.float32
        True
        >>> dtypes.is_unsigned(dtypes.uint8), dtypes.default_float.name
        (True, 'float32')
    """

    weakint = dtype_by_name["weakint"]
    weakfloat = dtype_by_name["weakfloat"]
    bool = dtype_by_name["bool"]
    int8 = char = dtype_by_name["int8"]
    uint8 = uchar = dtype_by_name["uint8"]
    int16 = short = dtype_by_name["int16"]
    uint16 = ushort = dtype_by_name["uint16"]
    int32 = int = dtype_by_name["int32"]
    uint32 = uint = dtype_by_name["uint32"]
    int64 = long = dtype_by_name["int64"]
    uint64 = ulong = dtype_by_name["uint64"]
    fp8e4m3 = dtype_by_name["float8_e4m3"]
    fp8e5m2 = dtype_by_name["float8_e5m2"]
    fp8e4m3fnuz = dtype_by_name["float8_e4m3fnuz"]
    fp8e5m2fnuz = dtype_by_name["float8_e5m2fnuz"]
    float16 = half = dtype_by_name["float16"]
    bfloat16 = dtype_by_name["bfloat16"]
    float32 = float = dtype_by_name["float32"]
    float64 = double = dtype_by_name["float64"]

    fp8_ocp = (fp8e4m3, fp8e5m2)
    fp8_fnuz = (fp8e4m3fnuz, fp8e5m2fnuz)
    fp8s = fp8_ocp + fp8_fnuz
    floats = (*fp8s, float16, bfloat16, float32, float64)
    int8s = (uint8, int8)
    int16s = (uint16, int16)
    int32s = (uint32, int32)
    int64s = (uint64, int64)
    uints = (uint8, uint16, uint32, uint64)
    sints = (int8, int16, int32, int64)
    ints = uints + sints
    weaks = (weakint, weakfloat)
    all = (bool, *ints, *floats)

    _floats = frozenset((*floats, weakfloat))
    _ints = frozenset((*ints, weakint))
    _uints = frozenset(uints)

    @property
    def default_float(self) -> DType:
        """What a Python float becomes in storage: the switch DEFAULT_FLOAT."""
        return to_dtype(DEFAULT_FLOAT.value)

    @property
    def default_int(self) -> DType:
        """What a Python int becomes in storage: the switch DEFAULT_INT."""
        return to_dtype(DEFAULT_INT.value)

    def is_float(self, x: DType) -> builtins.bool:
        """Return whether `x` is a float type, weak ones included."""
        return x in self._floats

    def is_int(self, x: DType) -> builtins.bool:
        """Return whether `x` is an integer type, weak ones included."""
        return x in self._ints

    def is_unsigned(self, x: DType) -> builtins.bool:
        """Return whether `x` is an unsigned integer type."""
        return x in self._uints

    def is_bool(self, x: DType) -> builtins.bool:
        """Return whether `x` is bool."""
        return x is self.bool

    def is_weak(self, dtype: DType) -> builtins.bool:
        """Return whether `dtype` is a number whose width is not chosen yet."""
        return dtype is self.weakint or dtype is self.weakfloat

    def strong(self, dtype: DType) -> DType:
        """Return what `dtype` is in storage: a weak one takes its default."""
        if dtype is self.weakfloat:
            return self.default_float
        return self.default_int if dtype is self.weakint else dtype

    def from_py(self, x: object) -> DType:
        """Return the dtype of a Python number, or of the numbers of a list.

        Example:
            >>> dtypes.from_py(1).name, dtypes.from_py([1, 2.5]).name
            ('weakint', 'float32')

        Raises:
            TypeError: `x` is neither a number nor a list of numbers.
        """
        if x is True or x is False:
            return self.bool
        if isinstance(x, (list, tuple)):
            inner = {self.from_py(item) for item in x}
            return self.strong(max(inner)) if inner else self.default_float
        if isinstance(x, (np.bool_,)):
            return self.bool
        if isinstance(x, (np.integer, builtins.int)):
            return self.weakint
        if isinstance(x, (np.floating, builtins.float)):
            return self.weakfloat
        raise TypeError(f"cannot make a number of {type(x).__name__} {x!r}")

    def min(self, dtype: DType) -> builtins.int | builtins.float:
        """Return the least value of `dtype`; -inf for floats that have infinities."""
        if dtype in self._floats:
            return -self._greatest(dtype)
        if dtype is self.bool:
            return False
        return 0 if dtype in self._uints else -(1 << (dtype.bitsize - 1))

    def max(self, dtype: DType) -> builtins.int | builtins.float:
        """Return the greatest value of `dtype`; inf for floats that have infinities."""
        if dtype in self._floats:
            return self._greatest(dtype)
        if dtype is self.bool:
            return True
        return (1 << (dtype.bitsize - (dtype not in self._uints))) - 1

    def _greatest(self, dtype: DType) -> builtins.float:
        if dtype not in self.fp8s or dtype is self.fp8e5m2:
            return builtins.float("inf")
        return builtins.float(ml_dtypes.finfo(to_numpy_dtype(dtype)).max)

    def finfo(self, dtype: DType) -> tuple[builtins.int, builtins.int]:
        """Return the bits of exponent and mantissa of a float type.

        Raises:
            ValueError: `dtype` is not a float type with a width.
        """
        for name, bits in _FLOAT_BITS.items():
            if getattr(self, name) is dtype:
                return bits
        raise ValueError(f"dtypes.finfo: {dtype.name} is not a float type")


dtypes = _DTypes()


def least_upper_dtype(*ds: DType) -> DType:
    """Return the least dtype that all the given ones promote to.

    Example:
        >>> least_upper_dtype(dtypes.int8, dtypes.uint8).name
        'int16'
    """
    return promote(*ds)


def least_upper_float(dt: DType) -> DType:
    """Return the float dtype in which a function of `dt` is computed.

    Example:
        >>> least_upper_float(dtypes.half).name, least_upper_float(dtypes.int8).name
        ('float16', 'float32')
    """
    return _core.least_upper_float(dt, dtypes.default_float)


def strong_dtype(dtype: DType) -> DType:
    """Return what `dtype` is in storage: a weak one takes its default.

    Example:
        >>> strong_dtype(dtypes.weakfloat).name
        'float32'
    """
    return dtypes.strong(dtype)


def weak_dtype(dtype: DType) -> DType:
    """Return the dtype of a Python number of that kind.

    Example:
        >>> weak_dtype(dtypes.half).name, weak_dtype(dtypes.int8).name
        ('weakfloat', 'weakint')
    """
    if dtype is dtypes.bool:
        return dtype
    return dtypes.weakfloat if dtypes.is_float(dtype) else dtypes.weakint


def sum_acc_dtype(dt: DType) -> DType:
    """Return the dtype in which a sum of `dt` accumulates.

    Example:
        >>> sum_acc_dtype(dtypes.half).name, sum_acc_dtype(dtypes.uint8).name
        ('float32', 'uint32')
    """
    return sum_dtype(dtypes.strong(dt))


def can_lossless_cast(dt0: DType, dt1: DType) -> bool:
    """Return whether each value of `dt0` is one of `dt1`.

    Example:
        >>> can_lossless_cast(dtypes.int16, dtypes.float)
        True
        >>> can_lossless_cast(dtypes.int32, dtypes.float)
        False
    """
    if dt0 is dt1 or dt0 is dtypes.bool:
        return True
    if dt1 is dtypes.weakint:
        return dtypes.is_int(dt0)
    if dtypes.is_weak(dt0) or dtypes.is_weak(dt1) or dt1 is dtypes.bool:
        return False
    if dtypes.is_float(dt0):
        if not dtypes.is_float(dt1):
            return False
        return dt0.itemsize < dt1.itemsize
    least, greatest = dtypes.min(dt0), dtypes.max(dt0)
    if dtypes.is_int(dt1):
        return dtypes.min(dt1) <= least and greatest <= dtypes.max(dt1)
    # Every whole number of at most this size is a value.
    return max(-least, greatest) <= 1 << (dtypes.finfo(dt1)[1] + 1)


def to_dtype(dtype: DTypeLike) -> DType:
    """Return the dtype of a name such as "int8", "half" or "float8_e4m3".

    Raises:
        ValueError: there is no dtype of that name.
        TypeError: `dtype` is neither a dtype nor a name.

    Example:
        >>> to_dtype("half").name
        'float16'
    """
    if isinstance(dtype, DType):
        return dtype
    if not isinstance(dtype, str):
        raise TypeError(f"a dtype or its name is needed, not {dtype!r}")
    name = dtype.lower()
    found = dtype_by_name.get(_NAMES.get(_ALIASES.get(name, name), name))
    if found is None:
        known = ", ".join([*_NAMES, *_ALIASES])
        raise ValueError(f"no dtype is named {dtype!r}; there are {known}")
    return found


_FROM_NUMPY: dict[np.dtype, DType] = {
    np.dtype(np.bool_): dtypes.bool,
    **{np.dtype(t.name): t for t in dtypes.ints},
    **{np.dtype(f"float{bits}"): dtype_by_name[f"float{bits}"] for bits in (16, 32, 64)},
    np.dtype(ml_dtypes.bfloat16): dtypes.bfloat16,
    np.dtype(ml_dtypes.float8_e4m3fn): dtypes.fp8e4m3,
    np.dtype(ml_dtypes.float8_e5m2): dtypes.fp8e5m2,
    np.dtype(ml_dtypes.float8_e4m3fnuz): dtypes.fp8e4m3fnuz,
    np.dtype(ml_dtypes.float8_e5m2fnuz): dtypes.fp8e5m2fnuz,
}
_TO_NUMPY = {dtype: np_dtype for np_dtype, dtype in _FROM_NUMPY.items()}


def from_numpy_dtype(dtype: np.dtype) -> DType:
    """Return the dtype of a NumPy dtype, in whatever byte order.

    Raises:
        TypeError: the NumPy dtype has no counterpart.

    Example:
        >>> import numpy as np
        >>> from_numpy_dtype(np.dtype(">f4")).name
        'float32'
    """
    found = _FROM_NUMPY.get(dtype.newbyteorder("=") if dtype.kind in "iuf" else dtype)
    if found is None:
        known = ", ".join(t.name for t in dtypes.all)
        raise TypeError(
            f"NumPy dtype {dtype} has no counterpart; convert with ndarray.astype to one of {known}"
        )
    return found


def to_numpy_dtype(dtype: DType) -> np.dtype:
    """Return the NumPy dtype that has the storage of `dtype`.

    Types that NumPy lacks come from `ml_dtypes`.

    Raises:
        TypeError: `dtype` is weak and has no storage.
    """
    found = _TO_NUMPY.get(dtype)
    if found is None:
        raise TypeError(f"{dtype.name} has no storage")
    return found

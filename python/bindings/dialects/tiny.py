"""The tiny dialect: its ops, types and enums.

The classes of the ops are generated from TableGen. Shapes, constants, slots and
the like are native properties of ops, not attributes, and of those the generator
knows only that they are parameters: it lets their values fall. What is here
takes them up, so that

    tiny.reshape(source, [], [2, 3]).owner.shape

makes an op with a shape, and reads it. Properties are Python numbers, strings,
tuples, enums and types.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import IntEnum
from operator import index as _index
from typing import Any

from .. import ir
from .._mlir_libs import _tinyMLIR as _native
from .._mlir_libs._tinyMLIR import BufferType, TokenType, WeakFloatType
from . import _tiny_ops_gen as _generated
from ._ods_common import get_op_result_or_value as _value
from ._tiny_enum_gen import AddressSpace, AxisType, ReduceKind
from ._tiny_ops_gen import *  # noqa: F403

__all__ = ["AddressSpace", "AxisType", "BufferType", "ReduceKind", "TokenType", "WeakFloatType"]

_ENUMS = {"axis": AxisType, "kind": ReduceKind}

# The properties with a default.
_OPTIONAL = {
    "AppliedOp": {"index"},
    "ContiguousOp": {"opts"},
    "CopyOp": {"axis"},
    "ExpandOp": {"vector"},
    "LoadOp": {"lanes", "strides"},
    "ReduceOp": {"axes"},
    "RootsOp": {"opts"},
    "StackOp": {"vector"},
    "StoreOp": {"strides"},
    "VariableOp": {"multiple"},
}

# ----- Properties


def _to_attribute(value: Any) -> ir.Attribute:
    if isinstance(value, ir.Attribute):
        return value
    if isinstance(value, ir.Type):
        return ir.TypeAttr.get(value)
    if isinstance(value, str):
        return ir.StringAttr.get(value)
    if isinstance(value, float):
        return ir.FloatAttr.get(ir.F64Type.get(), value)
    if isinstance(value, bool):
        return ir.BoolAttr.get(value)
    if isinstance(value, IntEnum):
        return ir.IntegerAttr.get(ir.IntegerType.get_signless(32), value)
    if isinstance(value, (list, tuple)):
        return ir.DenseI64ArrayAttr.get([_index(item) for item in value])
    number = _index(value)
    if -(2**63) <= number < 2**63:
        return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)
    return ir.Attribute.parse(f"{number} : i128")


def _from_attribute(name: str, attribute: ir.Attribute) -> Any:
    if isinstance(attribute, ir.UnitAttr):
        return True
    if isinstance(attribute, ir.DenseI64ArrayAttr):
        return tuple(attribute)
    if not isinstance(attribute, ir.IntegerAttr):
        return attribute.value
    width = attribute.type.width
    if width > 64:
        return int(str(attribute).split(" ")[0])
    return _ENUMS[name](attribute.value) if width == 32 else attribute.value


def _property(name: str) -> property:
    def read(self: ir.OpView) -> Any:
        return _from_attribute(name, _native.get_property(self.operation, name))

    def write(self: ir.OpView, value: Any) -> None:
        with self.context:
            given = ir.DictAttr.get({name: _to_attribute(value)})
        _native.set_properties(self.operation, given)

    return property(read, write, doc=f"The property `{name}`.")


# ----- Ops


def _values(group: Any) -> list[ir.Value]:
    """The values of an operand that there is once, not at all, or many times."""
    if group is None:
        return []
    if isinstance(group, (ir.Value, ir.OpView, ir.Operation)):
        group = [group]
    return [_value(item) for item in group]


def _complete(cls: type[ir.OpView]) -> bool:
    """Give an op what the generator left out; return whether that was anything."""
    generated = cls.__init__
    signature = inspect.signature(generated)
    # Operands and attributes have an accessor.
    missing = [
        name
        for name, parameter in signature.parameters.items()
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        and name != "self"
        and not isinstance(vars(cls).get(name), property)
    ]
    if not missing:
        return False
    # The order of the accessors is that of the operands.
    operands = [name for name in vars(cls) if name in signature.parameters]
    optional = _OPTIONAL.get(cls.__name__, ())
    signature = signature.replace(
        parameters=[
            parameter.replace(default=None) if name in optional else parameter
            for name, parameter in signature.parameters.items()
        ]
    )

    def make(*args: Any, **kwargs: Any) -> None:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        arguments = bound.arguments
        loc = arguments["loc"] or ir.Location.current
        groups = [_values(arguments[name]) for name in operands]
        with loc.context:
            given = {
                name: _to_attribute(arguments[name])
                for name in missing
                if arguments[name] is not None
            }
            if cls._ODS_OPERAND_SEGMENTS is not None:
                sizes = [len(group) for group in groups]
                given["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get(sizes)
            properties = ir.DictAttr.get(given)
        values = [value for group in groups for value in group]
        types = _native.infer_types(cls.OPERATION_NAME, values, properties, loc)
        if arguments["results"] is None:
            arguments["results"] = types
        generated(**arguments)
        _native.set_properties(arguments["self"].operation, properties)

    make.__signature__ = signature  # type: ignore[attr-defined]
    cls.__init__ = make  # type: ignore[method-assign]
    for name in missing:
        setattr(cls, name, _property(name))
    return True


def _function_of(cls: type[ir.OpView], name: str) -> Callable[..., ir.Value]:
    def build(*args: Any, **kwargs: Any) -> ir.Value:
        return cls(*args, **kwargs).operation.result

    build.__name__ = build.__qualname__ = name
    build.__signature__ = inspect.signature(cls)  # type: ignore[attr-defined]
    return build


def _add_entry_block(self: ir.OpView) -> ir.Block:
    """Add the block of the body, with an argument for each input."""
    inputs = self.function_type.value.inputs
    locations = [self.location] * len(inputs)
    return self.body.blocks.append(*inputs, arg_locs=locations)


def _arguments(self: ir.OpView) -> ir.BlockArgumentList:
    return self.body.blocks[0].arguments


def _complete_all() -> None:
    # An op is made by a function of its name, which may have got an underscore.
    functions = {
        name.rstrip("_"): name
        for name, value in vars(_generated).items()
        if inspect.isfunction(value)
    }
    for name, cls in vars(_generated).items():
        mnemonic = getattr(cls, "OPERATION_NAME", "").removeprefix("tiny.")
        if mnemonic not in functions:
            continue
        function = functions[mnemonic]
        __all__.extend([name, function])
        if _complete(cls):
            globals()[function] = _function_of(cls, function)
        globals()[function].__doc__ = cls.__doc__
    for cls in (_generated.FunctionOp, _generated.KernelOp):
        cls.add_entry_block = _add_entry_block
        cls.arguments = property(_arguments)


_complete_all()

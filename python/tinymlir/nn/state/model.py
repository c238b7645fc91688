"""The tensors of a model, by name."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from tinymlir.tensor import Tensor

__all__ = ["get_parameters", "get_state_dict", "load_state_dict"]


def get_state_dict(
    obj: Any, prefix: str = "", tensor_type: type[Tensor] = Tensor
) -> dict[str, Tensor]:
    """Return the tensors in an object, named by the way to them.

    Looks into lists, tuples (named ones too), dicts and the attributes of objects.

    Args:
        obj: the object.
        prefix: what the names begin with.
        tensor_type: the class that is looked for.

    Example:
        >>> from tinymlir import nn
        >>> sorted(nn.state.get_state_dict([nn.Linear(1, 1)]))
        ['0.bias', '0.weight']
    """
    if isinstance(obj, tensor_type):
        return {prefix.strip("."): obj}
    if hasattr(obj, "_asdict"):
        return get_state_dict(obj._asdict(), prefix, tensor_type)
    if isinstance(obj, OrderedDict):
        return get_state_dict(dict(obj), prefix, tensor_type)
    if isinstance(obj, (list, tuple)):
        items: Any = enumerate(obj)
    elif isinstance(obj, dict):
        items = obj.items()
    elif hasattr(obj, "__dict__"):
        items = obj.__dict__.items()
    else:
        return {}
    found: dict[str, Tensor] = {}
    for key, value in items:
        found.update(get_state_dict(value, f"{prefix}{key}.", tensor_type))
    return found


def get_parameters(obj: Any) -> list[Tensor]:
    """Return the tensors in an object.

    Example:
        >>> from tinymlir import nn
        >>> [p.shape for p in nn.state.get_parameters(nn.Linear(2, 3))]
        [(3, 2), (3,)]
    """
    return list(get_state_dict(obj).values())


def load_state_dict(
    model: Any,
    state_dict: dict[str, Tensor],
    strict: bool = True,
    verbose: bool = True,
    consume: bool = False,
    realize: bool = True,
) -> list[Tensor]:
    """Give the tensors of a model the values of others of their names.

    A value goes where the tensor is: to its device, or cut as it is cut. One that is
    on several devices already stays as it is where the tensor is on several too.

    Args:
        model: the object.
        state_dict: the values by name.
        strict: let every tensor of the model have a value.
        verbose: print what has none, where that is allowed.
        consume: take each value out of `state_dict`.
        realize: compute the values now.

    Raises:
        KeyError: a value is missing.
        ValueError: a shape differs.

    Returns:
        the tensors that have a new value.

    Example:
        >>> from tinymlir import nn
        >>> a, b = nn.Linear(1, 1), nn.Linear(1, 1)
        >>> _ = nn.state.load_state_dict(a, nn.state.get_state_dict(b))
        >>> a.weight.item() == b.weight.item()
        True
    """
    changed = []
    for name, tensor in get_state_dict(model).items():
        if name not in state_dict:
            if strict:
                raise KeyError(f"load_state_dict: no value for {name!r}")
            if verbose:
                print(f"load_state_dict: {name!r} keeps its value")
            continue
        value = state_dict.pop(name) if consume else state_dict[name]
        if {tensor.shape, value.shape} == {(), (1,)}:
            value = value.reshape(tensor.shape)
        if tensor.shape != value.shape:
            raise ValueError(
                f"load_state_dict: {name!r} has shape {list(tensor.shape)}, its value "
                f"{list(value.shape)}"
            )
        if not (isinstance(value.device, tuple) and isinstance(tensor.device, tuple)):
            value = value.cast(tensor.dtype).shard_like(tensor)
        # The model gets storage of its own: training it leaves the values alone.
        tensor.replace(value.cast(tensor.dtype).clone())
        changed.append(tensor)
    if realize and changed:
        changed[0].realize(*changed[1:])
    return changed

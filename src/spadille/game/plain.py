"""Actions as the engine keeps them: with plain values, whatever programs put into them."""

from types import GenericAlias
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import structs

from .actions import Action
from .errors import whole
from .seats import Seat

_KINDS: dict[type, tuple[Any, ...]] = {
    action: tuple(get_type_hints(action)[name] for name in action.__struct_fields__)
    for action in get_args(Action)
}
"""The fields of each action."""

_TYPES = {
    action: tuple(str if get_origin(kind) is Literal else kind for kind in kinds)
    for action, kinds in _KINDS.items()
}
"""The types of the fields of a plain action, except for lists of cards."""


def plain_action(action: object) -> Action | None:
    """Return the action with plain numbers, seats and cards, or None if it is not an action.

    Whole numbers of other types, such as those of numpy, are converted. Values that are merely
    equal to one, such as 2.0 and True, are refused.
    """
    found: Any = action
    kind = type(found)
    if kind not in _KINDS:
        return None
    values = structs.astuple(found)
    if tuple(map(type, values)) == _TYPES[kind]:  # usually, and several times as fast
        return found  # type: ignore[no-any-return]
    try:
        return kind(*map(_plain, _KINDS[kind], values))  # type: ignore[no-any-return]
    except (TypeError, ValueError):
        return None


def _plain(kind: Any, value: Any) -> Any:
    """Return `value` as a plain value of its kind.

    Raises:
        TypeError, ValueError: if the value cannot be converted.
    """
    if type(value) is kind:
        return value
    if kind is int or kind is Seat:
        number = whole(value)
        if type(number) is int:
            return kind(number)
    if isinstance(kind, GenericAlias):
        one, values = kind.__args__[0], tuple(value)
        if set(map(type, values)) == {one}:
            return values
        return tuple(_plain(one, item) for item in values)
    if kind is bool or get_origin(kind) is Literal:
        choices = get_args(kind) or (False, True)
        return choices[choices.index(value)]
    raise TypeError(kind)

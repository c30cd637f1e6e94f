"""Whether a value suits an option, and what would."""

from typing import Any

from msgspec import ValidationError, convert, inspect

from .errors import RulesError
from .text import Message, T


def unknown_option(key: str, known: list[str]) -> RulesError:
    return RulesError(
        "rules/unknown-option",
        Message(
            T("there is no option {key}; known here: {known}"), key=key, known=", ".join(known)
        ),
    )


def check_value(path: str, type_: Any, value: Any) -> Any:

    try:
        return convert(value, type_)
    except ValidationError as error:
        raise RulesError(
            "rules/bad-value",
            Message(
                T("{key} cannot be {value}; it takes {expected}"),
                key=path,
                value=repr(value),
                expected=expected_values(type_),
            ),
        ) from error


def expected_values(type_: Any) -> Message | str:
    """What an option accepts, such as `'broken' | 'any'` or `a whole number from 0 to 4`."""
    return _describe(inspect.type_info(type_))


def _describe(info: Any) -> Message | str:

    match info:
        case inspect.Metadata(type=inner):
            return _describe(inner)
        case inspect.BoolType():
            return "true | false"
        case inspect.IntType(ge=low, le=high):
            return Message(T("a whole number from {low} to {high}"), low=low, high=high)
        case inspect.LiteralType(values=values):
            return " | ".join(
                repr(value) if isinstance(value, str) else str(value) for value in values
            )
        case inspect.UnionType(types=types):
            return Message(
                T("{one} or {other}"),
                one=_describe(types[0]),
                other=_describe(types[1]),
            )
        case inspect.VarTupleType(item_type=inspect.IntType() as number):
            return Message(T("a list, each of it {value}"), value=_describe(number))
        case _:
            return Message(T("a list of texts"))

"""How a group of options is defined, each with its texts and limits, and the values it accepts."""

from collections.abc import Iterable
from reprlib import Repr
from typing import Any, ClassVar, Literal, NamedTuple, get_args, get_origin

from msgspec import Meta, Struct, ValidationError, convert, inspect

from ..errors import Problem
from ..text import Message, is_text

Conflict = tuple[str, Message]
"""The code of a problem, and its sentence, which names the options by their paths."""


def conflict(code: str, sentence: str, **params: Any) -> Conflict:
    """Return a conflict; `params` fill the placeholders of its sentence."""
    return code, Message(sentence, **params)


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Options that govern a part of the game."""

    title: ClassVar[str]


def option(  # noqa: PLR0913 - everything said about an option
    title: str,
    help: str,
    *,
    names: tuple[str, ...] = (),
    also: str = "",
    examples: tuple[str, ...] = (),
    between: tuple[int, int] | None = None,
    most: int | None = None,
) -> Meta:
    """Return an option's title, its help and its limits; the texts enter the catalog.

    `names` name its values, in their order. `also` holds search words in every language, because
    people often search in the language in which they learned Spades. `examples` are texts that it
    accepts. A number lies `between` two others; `most` limits the characters of a text or the items
    of a list.
    """
    least, highest = between or (None, None)
    limits: dict[str, Any] = {"ge": least, "le": highest, "max_length": most}
    extra = {"names": names, "also": also, "examples": examples}
    return Meta(title=title, description=help, extra=extra, **limits)


_LONGEST = 60
"""The most characters of a value that a sentence repeats, as people may send values of any length.
"""

_repr = Repr()
_repr.maxstring = _repr.maxother = _repr.maxlong = _LONGEST
_repr.maxlevel = 2


def unknown_option(key: object, known: Iterable[str]) -> Problem:
    """Return the problem of an unknown key, which is shortened if long or unprintable."""
    key = str(key)
    return Problem(
        "rules/unknown-option",
        Message(
            "unknown option {key}; choose from {known}",
            key=key if len(key) <= _LONGEST and key.isprintable() else _repr.repr(key),
            known=", ".join(known),
        ),
    )


def bad_value(path: str, type_: Any, value: Any) -> Problem | None:
    """Return why an option cannot have a value, or None."""
    if _suits(value, type_):
        return None
    found = range_of(type_)
    expected = _expected(found)
    looked_at = value[: found.most] if found.most and isinstance(value, list | tuple) else ()
    wrong = [item for item in looked_at if not _suits([item], type_)]
    if wrong:
        message = Message(
            "{key} cannot contain {value}; expected {expected}",
            key=path,
            value=_repr.repr(wrong[0]),
            expected=expected,
        )
    else:
        if found.most is not None:
            expected = Message(
                "a list of at most {most} items, each {value}", most=found.most, value=expected
            )
        message = Message(
            "{key} cannot be {value}; expected {expected}",
            key=path,
            value=_repr.repr(value),
            expected=expected,
        )
    return Problem("rules/bad-value", message, (path,))


def _suits(value: Any, type_: Any) -> bool:
    try:
        convert(value, type_)
    except (ValidationError, UnicodeEncodeError):  # the latter for a text that cannot be encoded
        return False
    items = value if isinstance(value, list | tuple) else (value,)
    return all(is_text(item) for item in items if isinstance(item, str))


def literal_values(type_: Any) -> tuple[Any, ...]:
    """Return the values that a type lists, in source order, which the help follows."""
    if get_origin(type_) is Literal:
        return get_args(type_)
    return tuple(value for part in get_args(type_) for value in literal_values(part))


class OptionTexts(NamedTuple):
    """The texts of an option; `names` name its `literal_values`, in their order.

    `also` holds other words that people use for its subject, `examples` texts that it may have.
    """

    title: str
    help: str
    names: tuple[str, ...]
    also: str
    examples: tuple[str, ...]


def texts_of(type_: Any) -> OptionTexts:
    """Return the texts in the annotated type of an option."""
    (meta,) = type_.__metadata__
    return OptionTexts(meta.title, meta.description, **meta.extra)


def is_plain(type_: Any) -> bool:
    """Return True if an option is a truth value, a whole number or a choice."""
    inner = get_args(type_)[0]
    return inner in {bool, int} or get_origin(inner) is Literal


OptionKind = Literal[
    "yes_no", "number", "choice", "choice_or_number", "text", "cards", "numbers", "texts", "choices"
]
"""Kinds ending in s hold lists."""


class OptionRange(NamedTuple):
    """What an option accepts: lists of up to `most` items, texts of up to `longest` characters."""

    kind: OptionKind
    values: tuple[int | str, ...] = ()
    low: int | None = None
    high: int | None = None
    longest: int | None = None
    most: int | None = None


def range_of(type_: Any) -> OptionRange:
    """Return the values that the type of an option accepts, with listed values in source order."""
    found = _range(inspect.type_info(type_))
    return found._replace(values=literal_values(type_) or found.values)


def _range(info: inspect.Type) -> OptionRange:
    match info:
        case inspect.Metadata(type=inner):
            return _range(inner)
        case inspect.BoolType():
            return OptionRange("yes_no")
        case inspect.IntType(ge=low, le=high):
            return OptionRange("number", low=low, high=high)
        case inspect.LiteralType():
            return OptionRange("choice")
        case inspect.StrType(max_length=longest):
            return OptionRange("text", longest=longest)
        case inspect.UnionType(types=types):
            number = next(part for part in map(_range, types) if part.kind == "number")
            return number._replace(kind="choice_or_number")
        case inspect.VarTupleType(item_type=inspect.EnumType(cls=cls), max_length=most):
            return OptionRange("cards", tuple(str(card) for card in cls), most=most)
        case inspect.VarTupleType(item_type=item, max_length=most):
            one = _range(item)
            return one._replace(kind=_LISTS[one.kind], most=most)
        case _:
            raise TypeError(f"no option holds {info}")


_LISTS: dict[OptionKind, OptionKind] = {"number": "numbers", "text": "texts", "choice": "choices"}


def _expected(found: OptionRange) -> Message | str:
    """Return what an option accepts, or each item of a list, such as `'broken' | 'any'`."""
    choice = " | ".join(map(repr, sorted(found.values)))
    # As text, because someone will type it: a number in a sentence has the minus sign of scores.
    limits = {"low": str(found.low), "high": str(found.high)}
    number = Message("a whole number from {low} to {high}", **limits)
    match found.kind:
        case "yes_no":
            return "true | false"
        case "number" | "numbers":
            return number
        case "choice" | "choices":
            return choice
        case "choice_or_number":
            return Message("{one} or {other}", one=choice, other=number)
        case "text" | "texts":
            return Message("a text of at most {longest} characters", longest=found.longest)
        case "cards":
            return Message("a card such as 'SA'")

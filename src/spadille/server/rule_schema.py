"""The options of the rules in words, for an editor."""

from itertools import groupby
from typing import Any, Literal, NamedTuple

from msgspec import inspect

from ..game import Card, Message, Rules, group_titles, literal_values, option_types, texts_of
from ..locale import translate
from .http_messages import OptionGroup, OptionInfo
from .protocol import Lang

_Kind = Literal[
    "yes_no", "number", "choice", "choice_or_number", "text", "cards", "numbers", "texts", "choices"
]


class _Range(NamedTuple):
    """What an option takes."""

    kind: _Kind
    values: tuple[int | str, ...] = ()
    low: int | None = None
    high: int | None = None
    longest: int | None = None
    most: int | None = None


def rule_schema(lang: Lang) -> tuple[OptionGroup, ...]:
    """All options in their groups, in the order of the schema."""
    defaults = Rules().options()
    by_group = groupby(option_types().items(), key=lambda item: item[0].partition(".")[0])
    return tuple(
        OptionGroup(
            group,
            translate(Message(group_titles()[group]), lang),
            tuple(_option(path, type_, defaults[path], lang) for path, type_ in options),
        )
        for group, options in by_group
    )


def _option(path: str, type_: Any, default: Any, lang: Lang) -> OptionInfo:
    texts, order = texts_of(type_), literal_values(type_)
    takes = _range(inspect.type_info(type_))
    return OptionInfo(
        path=path,
        title=translate(Message(texts.title), lang),
        help=translate(Message(texts.help), lang),
        words=texts.also,
        kind=takes.kind,
        values=tuple(sorted(takes.values, key=order.index)) if order else takes.values,
        names=tuple(translate(Message(name), lang) for name in texts.names),
        low=takes.low,
        high=takes.high,
        longest=takes.longest,
        most=takes.most,
        default=tuple(default) if isinstance(default, list) else default,
    )


def _range(info: inspect.Type) -> _Range:
    match info:
        case inspect.Metadata(type=inner):
            return _range(inner)
        case inspect.BoolType():
            return _Range("yes_no")
        case inspect.IntType(ge=low, le=high):
            return _Range("number", low=low, high=high)
        case inspect.LiteralType(values=values):
            return _Range(
                "choice", tuple(value for value in values if isinstance(value, int | str))
            )
        case inspect.StrType(max_length=longest):
            return _Range("text", longest=longest)
        case inspect.UnionType(types=types):
            parts = [_range(part) for part in types]
            number = next(part for part in parts if part.kind == "number")
            words = next(part for part in parts if part.kind == "choice")
            return _Range("choice_or_number", words.values, number.low, number.high)
        case inspect.VarTupleType(item_type=item, max_length=most):
            return _list(item)._replace(most=most)
        case _:
            raise TypeError(f"no editor for {info}")


def _list(item: inspect.Type) -> _Range:
    if isinstance(item, inspect.EnumType) and item.cls is Card:
        return _Range("cards", tuple(str(card) for card in Card))
    inner = _range(item)
    match inner.kind:
        case "number":
            return inner._replace(kind="numbers")
        case "choice":
            return inner._replace(kind="choices")
        case _:
            return inner._replace(kind="texts")

"""The options of the rules in words, for an editor."""

from itertools import groupby
from typing import Any

from ...game import Message, Rules, group_titles, option_types, range_of, texts_of
from ..messages.http_messages import OptionGroup, OptionInfo


def rule_schema() -> tuple[OptionGroup, ...]:
    """All options in their groups, in the order of the schema."""
    defaults = Rules().options()
    by_group = groupby(option_types().items(), key=lambda item: item[0].partition(".")[0])
    return tuple(
        OptionGroup(
            group,
            Message(group_titles()[group]),
            tuple(_option(path, type_, defaults[path]) for path, type_ in options),
        )
        for group, options in by_group
    )


def _option(path: str, type_: Any, default: Any) -> OptionInfo:
    texts, takes = texts_of(type_), range_of(type_)
    return OptionInfo(
        path=path,
        title=Message(texts.title),
        help=Message(texts.help),
        words=texts.also,
        kind=takes.kind,
        values=takes.values,
        names=tuple(map(Message, texts.names)),
        examples=texts.examples,
        low=takes.low,
        high=takes.high,
        longest=takes.longest,
        most=takes.most,
        default=default,
    )

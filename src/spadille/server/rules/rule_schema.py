"""The options of the rules in words, for an editor."""

from itertools import groupby
from typing import Any

from ...game import Message, Rules, group_titles, option_types, range_of, texts_of
from ...locale import translate
from ..messages.http_messages import OptionGroup, OptionInfo
from ..messages.protocol import Lang


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
    texts, takes = texts_of(type_), range_of(type_)
    return OptionInfo(
        path=path,
        title=translate(Message(texts.title), lang),
        help=translate(Message(texts.help), lang),
        words=texts.also,
        kind=takes.kind,
        values=takes.values,
        names=tuple(translate(Message(name), lang) for name in texts.names),
        low=takes.low,
        high=takes.high,
        longest=takes.longest,
        most=takes.most,
        default=default,
    )

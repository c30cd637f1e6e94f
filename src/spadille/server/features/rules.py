"""The options of the rules in words, for the editor and the search."""

from itertools import groupby
from typing import Any

from ...game import (
    USUAL_DECKS,
    Message,
    Preset,
    Rules,
    group_titles,
    option_types,
    presets,
    range_of,
    texts_of,
)
from ..wire.http import OptionGroup, OptionInfo, UsualDeckInfo

_EVERY_GAME = (
    "bid wager bet contract trump follow suit revoke renege "
    "Ansage Einsatz Wette Kontrakt Trumpf bedienen Farbzwang "
    "apuesta puja contrato triunfo asistir renuncio"
)
"""Words for things that are part of every game of Spades."""


def rule_schema() -> tuple[OptionGroup, ...]:
    """Return all options in their groups, in the order of the schema."""
    defaults = Rules().options()
    by_group = groupby(option_types().items(), key=lambda item: item[0].partition(".")[0])
    return tuple(
        OptionGroup(
            group,
            Message(group_titles()[group]),
            tuple(_option(path, type_, defaults[path]) for path, type_ in options),
            _usual_decks() if group == "deck" else (),
        )
        for group, options in by_group
    )


def _usual_decks() -> tuple[UsualDeckInfo, ...]:
    return tuple(
        UsualDeckInfo(
            name,
            Message(deck.title),
            deck.packs,
            deck.jokers,
            deck.removed,
            tuple(sorted(set(deck.cards))),
        )
        for name, deck in USUAL_DECKS.items()
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


def search_words(preset: Preset) -> str:
    """Return the words, in all languages, that people use to search for a preset's options.

    These are the words for each option that is on or unusual. The names of other presets are left
    out, because they are used to search for those presets.
    """
    usual = Rules().options()
    found = [
        texts_of(option_types()[path]).also
        for path, value in preset.rules.options().items()
        if value is True or (value != usual[path] and value and value not in ("none", "off"))
    ]
    words = dict.fromkeys(" ".join([_EVERY_GAME, preset.also, *found]).split())
    others = presets().keys() - {preset.name}
    return " ".join(word for word in words if word not in others)

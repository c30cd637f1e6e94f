"""The options of the rules in words, for the editor and the search."""

from itertools import groupby
from typing import Annotated, Any

from msgspec import Meta, Struct

from ...game import (
    USUAL_DECKS,
    Card,
    Message,
    OptionKind,
    Preset,
    Rules,
    Side,
    group_titles,
    option_types,
    presets,
    range_of,
    texts_of,
)
from ..table.rule_choice import OptionValue, RuleChoice, RuleSection
from ..wire.protocol import Lang

LONGEST_FILE = 10_000
"""The most characters in a file with rules."""


class PresetInfo(Struct, frozen=True):
    """An available rule set, in the requested language.

    `words` are additional search words for it, in all languages. `sides`, `hand_size` and `tricks`
    follow from the rules, so that a score sheet can begin while the server is out of reach.
    `leaves_open` names the points that the source does not settle.
    """

    name: str
    title: str
    about: str
    words: str
    sides: tuple[Side, ...]
    hand_size: int
    tricks: int
    source: str
    players: int
    turn_seconds: int
    rules: Rules
    sheet: tuple[RuleSection, ...]
    leaves_open: str = ""


class CheckRules(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a check of rules; nothing is stored.

    `file` is the text of a file with a rule set or a link to one, and defines all the rules.
    """

    lang: Lang = "en"
    file: Annotated[str, Meta(max_length=LONGEST_FILE)] = ""


class OptionInfo(Struct, frozen=True):
    """A rule option, for an editor.

    `values` are the values to choose from, and `names` are the labels of values that are words.
    `low` and `high` are the limits of a number or a choice. Kinds ending in s are lists: of cards,
    numbers, texts, or some of the `values`. A list has at most `most` items. Texts, including those
    in lists, have at most `longest` characters; `examples` are valid texts. `words` are additional
    search words for the option, in all languages.
    """

    path: str
    title: Message
    help: Message
    words: str
    kind: OptionKind
    values: tuple[int | str, ...]
    names: tuple[Message, ...]
    examples: tuple[str, ...]
    low: int | None
    high: int | None
    longest: int | None
    most: int | None
    default: OptionValue


class UsualDeckInfo(Struct, frozen=True):
    """A deck by its usual name, with the deck options that produce it and its distinct cards."""

    name: str
    title: Message
    packs: int
    jokers: int
    removed: tuple[Card, ...]
    cards: tuple[Card, ...]


class OptionGroup(Struct, frozen=True):
    """Options that belong together; the deck options come with the usual decks."""

    name: str
    title: Message
    options: tuple[OptionInfo, ...]
    decks: tuple[UsualDeckInfo, ...]


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

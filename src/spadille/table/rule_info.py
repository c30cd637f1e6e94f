"""Rule sets and options in words, for the menus, the rule editor and the search."""

from itertools import groupby
from typing import Annotated, Any

from msgspec import Meta, Struct

from .. import game
from ..locale import Lang
from .rule_choice import (
    OptionValue,
    RuleChoice,
    RuleSection,
    RulesInfo,
    choice_in,
    info_of,
    sheet_of,
)

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
    sides: tuple[game.Side, ...]
    hand_size: int
    tricks: int
    source: str
    players: int
    turn_seconds: int
    rules: game.Rules
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
    title: game.Message
    help: game.Message
    words: str
    kind: game.OptionKind
    values: tuple[int | str, ...]
    names: tuple[game.Message, ...]
    examples: tuple[str, ...]
    low: int | None
    high: int | None
    longest: int | None
    most: int | None
    default: OptionValue


class UsualDeckInfo(Struct, frozen=True):
    """A deck by its usual name, with the deck options that produce it and its distinct cards."""

    name: str
    title: game.Message
    packs: int
    jokers: int
    removed: tuple[game.Card, ...]
    cards: tuple[game.Card, ...]


class OptionGroup(Struct, frozen=True):
    """Options that belong together; the deck options come with the usual decks."""

    name: str
    title: game.Message
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
    defaults = game.Rules().options()
    by_group = groupby(game.option_types().items(), key=lambda item: item[0].partition(".")[0])
    return tuple(
        OptionGroup(
            group,
            game.Message(game.group_titles()[group]),
            tuple(_option(path, type_, defaults[path]) for path, type_ in options),
            _usual_decks() if group == "deck" else (),
        )
        for group, options in by_group
    )


def _usual_decks() -> tuple[UsualDeckInfo, ...]:
    return tuple(
        UsualDeckInfo(
            name,
            game.Message(deck.title),
            deck.packs,
            deck.jokers,
            deck.removed,
            tuple(sorted(set(deck.cards))),
        )
        for name, deck in game.USUAL_DECKS.items()
    )


def _option(path: str, type_: Any, default: Any) -> OptionInfo:
    texts, takes = game.texts_of(type_), game.range_of(type_)
    return OptionInfo(
        path=path,
        title=game.Message(texts.title),
        help=game.Message(texts.help),
        words=texts.also,
        kind=takes.kind,
        values=takes.values,
        names=tuple(map(game.Message, texts.names)),
        examples=texts.examples,
        low=takes.low,
        high=takes.high,
        longest=takes.longest,
        most=takes.most,
        default=default,
    )


def search_words(preset: game.Preset) -> str:
    """Return the words, in all languages, that people use to search for a preset's options.

    These are the words for each option that is on or unusual. The names of other presets are left
    out, because they are used to search for those presets.
    """
    usual = game.Rules().options()
    found = [
        game.texts_of(game.option_types()[path]).also
        for path, value in preset.rules.options().items()
        if value is True or (value != usual[path] and value and value not in ("none", "off"))
    ]
    words = dict.fromkeys(" ".join([_EVERY_GAME, preset.also, *found]).split())
    others = game.presets().keys() - {preset.name}
    return " ".join(word for word in words if word not in others)


def preset_infos(lang: Lang) -> tuple[PresetInfo, ...]:
    """Return the available rule sets."""
    return tuple(_preset_info(preset, lang) for preset in game.presets().values())


def library_infos(lang: Lang) -> tuple[PresetInfo, ...]:
    """Return the published rules of clubs and tournaments."""
    return tuple(_preset_info(preset, lang) for preset in game.library().values())


def checked_rules(asked: CheckRules) -> RulesInfo:
    """Return the rules in words, or what is wrong with them; raise SpadesError without any rules.

    A few thousand characters of TOML can take a long time.
    """
    choice = choice_in(asked.file, asked.lang) if asked.file else asked
    return info_of(choice, asked.lang)


def _preset_info(preset: game.Preset, lang: Lang) -> PresetInfo:
    return PresetInfo(
        name=preset.name,
        title=preset.title_in(lang),
        about=preset.about_in(lang),
        words=search_words(preset),
        sides=preset.rules.sides,
        hand_size=preset.rules.hand_size,
        tricks=preset.rules.tricks,
        source=preset.source,
        players=preset.rules.players,
        turn_seconds=preset.rules.clock.turn_seconds,
        rules=preset.rules,
        sheet=sheet_of(preset.rules),
        leaves_open=preset.leaves_open_in(lang),
    )

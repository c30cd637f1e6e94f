"""A choice of rules: a preset or a share code, with some options changed."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, Protocol

from msgspec import Meta, Struct

from .. import game, notation
from ..game import Message, Preset, Rules, RulesError
from ..locale import Lang, translate
from .errors import RefusedError
from .seats import plain_name

MOST_AT_A_TABLE = 6
FEWEST_AT_A_TABLE = 3
"""The fewest people at a table; dividing the players never produces a smaller game."""

MOST_PEOPLE = 100
"""The most people that can be divided into tables."""

USUAL = 4

USUAL_PRESETS = {3: "three-player", 4: "standard", 5: "five-player", 6: "six-player"}
"""The rules for a table of each size, unless others are requested."""

LONGEST_TITLE = 60
"""The most characters in the title of a rule set."""

LONGEST_CODE = 2000
"""The most characters in a share code."""

MOST_DIFFERENCES = 8
"""The most differences shown in a single line."""

LONGEST_DIFFERENCE = 60

_MINOR = {
    "clock.turn_seconds", "clock.bank_seconds", "clock.increment_seconds", "clock.on_timeout",
}  # fmt: skip
"""Options that can change without making a preset into different rules."""

_Changes = Mapping[str, tuple[Any, Any]]
"""Changed options by path, each with the new value and the preset's value."""

_changes = lru_cache(maxsize=1000)(notation.changes_of)
_code_of = lru_cache(maxsize=1000)(notation.code_of)

OptionValue = bool | int | str | list[int | str]
"""The possible values of a rule option in JSON."""


class RuleSection(Struct, frozen=True):
    """A heading of the rules summary and its sentences."""

    heading: Message
    sentences: tuple[Message, ...]


class RuleChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice of rules: a preset or the rules of a share code, with some options changed.

    `options` maps options, given by dotted path or in groups, to their new values.
    """

    preset: Annotated[str, Meta(max_length=64)] = "standard"
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    code: Annotated[str, Meta(max_length=LONGEST_CODE)] = ""


class RuleProblem(Struct, frozen=True):
    """The reason that rules cannot be played; `options` are the paths of the options involved."""

    code: str
    text: Message
    options: tuple[str, ...]


class RuleChange(Struct, frozen=True):
    """An option that differs from the preset."""

    path: str
    title: Message
    value: OptionValue
    preset_value: OptionValue


class RulesInfo(Struct, frozen=True):
    """Rules as data and in words. If there are `problems`, both are missing.

    If each option is possible but their combination is not, the code and the changes describe the
    intended rules. If an option is impossible, the code and the changes are empty.
    """

    preset: str
    title: str
    players: int
    rules: Rules | None
    code: str
    sheet: tuple[RuleSection, ...]
    changes: tuple[RuleChange, ...]
    problems: tuple[RuleProblem, ...]


def splits(people: int) -> tuple[tuple[int, ...], ...]:
    """Return the even ways to divide `people` into tables of three to six, best first.

    Tables differ by one seat at most. The best way puts the most people at tables of four. More
    people than `MOST_PEOPLE` cannot be divided.

    >>> splits(7), splits(8), splits(9)
    (((4, 3),), ((4, 4),), ((5, 4), (3, 3, 3)))
    """
    most = people // FEWEST_AT_A_TABLE if people <= MOST_PEOPLE else 0
    ways = []
    for tables in range(1, most + 1):
        size, larger = divmod(people, tables)
        if size + (larger > 0) <= MOST_AT_A_TABLE:
            ways.append((size + 1,) * larger + (size,) * (tables - larger))
    return tuple(sorted(ways, key=lambda sizes: (-sizes.count(USUAL), len(sizes))))


class HasRules(Protocol):
    """Rules with the preset that they come from; `title` is empty unless someone set one."""

    @property
    def preset(self) -> str:
        """Return the name of the preset that the rules come from."""

    @property
    def rules(self) -> Rules:
        """Return the rules with all changes."""

    @property
    def title(self) -> str:
        """Return the title that a person set, or an empty string."""


class Chosen(NamedTuple):
    """Rules that have not been used for anything yet."""

    preset: str
    rules: Rules
    title: str


def chosen_rules(choice: RuleChoice) -> Chosen:
    """Return the chosen rules; raise SpadesError if the rules do not exist, with the reason."""
    name, options, title = _parts(choice)
    return Chosen(name, game.preset(name).rules.with_options(options), title)


def has_own_words(choice: RuleChoice) -> bool:
    """Return True if a person wrote a title or names of sides; see `chosen_rules` for errors."""
    chosen = chosen_rules(choice)
    return bool(chosen.title) or own_side_names(chosen)


def own_side_names(chosen: HasRules) -> bool:
    """Return True if sides have names that the preset does not give them."""
    base = game.presets().get(chosen.preset)
    usual = () if base is None else base.rules.table.side_names
    return chosen.rules.table.side_names not in {(), usual}


def without_own_words(chosen: HasRules) -> Chosen:
    """Return the same rules without any title or names of sides that a person wrote."""
    rules = chosen.rules
    if own_side_names(chosen):
        rules = rules.with_options({"table.side_names": ()})
    return Chosen(chosen.preset, rules, "")


def choice_in(text: str, lang: Lang) -> RuleChoice:
    """Return the rules in a file: a rule set in TOML, or a link to one; else raise ParseError."""
    code = notation.code_in(text)
    if code is not None:
        return RuleChoice(code=code)
    heading, options = game.parse_rule_set(text, "")
    return RuleChoice(options=options, title=game.in_lang(heading.title, lang))


def info_of(choice: RuleChoice, lang: Lang) -> RulesInfo:
    """Return the resulting rules in words, or everything that is wrong with them.

    Raise SpadesError if the preset does not exist, or the code cannot be read.
    """
    name, options, title = _parts(choice)
    base = game.preset(name)
    try:
        rules = base.rules.with_options(options)
    except RulesError as error:
        changed = _each_possible(options, base.rules)
        return RulesInfo(
            preset=name,
            title=title or _changed(base, lang),
            players=base.rules.players,
            rules=None,
            code="" if changed is None else _code_with(name, changed, title),
            sheet=(),
            changes=_listed(changed or {}),
            problems=tuple(
                RuleProblem(problem.code, problem.message, problem.options)
                for problem in error.problems
            ),
        )
    return rules_info(Chosen(name, rules, title), lang)


def rules_info(chosen: HasRules, lang: Lang) -> RulesInfo:
    """Return playable rules, both as data and in words."""
    return RulesInfo(
        preset=chosen.preset,
        title=title_of(chosen, lang),
        players=chosen.rules.players,
        rules=chosen.rules,
        code=code_of(chosen),
        sheet=sheet_of(chosen.rules),
        changes=_listed(_changes(chosen.rules, chosen.preset)),
        problems=(),
    )


def _each_possible(options: Mapping[str, Any], base: Rules) -> _Changes | None:
    """Return the changes that options make to rules, or None if any one is impossible.

    Each change is possible alone, but perhaps not in combination.
    """
    types, before = game.option_types(), base.options()
    if any(
        path not in types or game.bad_value(path, types[path], options[path]) for path in options
    ):
        return None
    return {path: (value, before[path]) for path, value in options.items() if value != before[path]}


def _code_with(preset: str, changed: _Changes, title: str) -> str:
    return notation.write_code(preset, {path: value for path, (value, _) in changed.items()}, title)


def _listed(changed: _Changes) -> tuple[RuleChange, ...]:
    return tuple(
        RuleChange(path, _title_of_option(path), value, was)
        for path, (value, was) in changed.items()
    )


def code_of(chosen: HasRules) -> str:
    """Return the share code for rules."""
    return _code_of(chosen.rules, chosen.preset, chosen.title)


def title_of(chosen: HasRules, lang: Lang) -> str:
    """Return the title of rules; a preset that is no longer offered goes by its name."""
    if chosen.title:
        return chosen.title
    base = game.find_preset(chosen.preset)
    if base is None:
        return chosen.preset
    same = _changes(chosen.rules, chosen.preset).keys() <= _MINOR
    return base.title_in(lang) if same else _changed(base, lang)


def as_preset(rules: Rules) -> Chosen:
    """Return rules as the preset that matches them, or else as the usual preset with changes."""
    for name in game.presets():
        if _changes(rules, name).keys() <= _MINOR:
            return Chosen(name, rules, "")
    return Chosen("standard", rules, "")


def sheet_of(rules: Rules) -> tuple[RuleSection, ...]:
    """Return the rules in words."""
    return tuple(RuleSection(part.heading, part.sentences) for part in game.rule_sheet(rules))


def differences(chosen: HasRules, lang: Lang) -> tuple[str, ...]:
    """Return the differences between rules and their preset, each in a few words."""
    told = [
        f"{translate(_title_of_option(path), lang)}: {_in_words(path, value, lang)}"
        for path, (value, _) in _changes(chosen.rules, chosen.preset).items()
        if path not in _MINOR
    ]
    short = [one[:LONGEST_DIFFERENCE] for one in told[:MOST_DIFFERENCES]]
    return (*short, *(["…"] if len(told) > MOST_DIFFERENCES else []))


def _title_of_option(path: str) -> Message:
    return Message(game.texts_of(game.option_types()[path]).title)


def _in_words(path: str, value: Any, lang: Lang) -> str:
    """Return the value of an option in words."""
    type_ = game.option_types()[path]
    takes, names = game.range_of(type_), game.texts_of(type_).names
    if isinstance(value, bool):
        return translate(Message("yes") if value else Message("no"), lang)
    words = dict(zip((one for one in takes.values if isinstance(one, str)), names, strict=False))
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join(
        translate(Message(words[one]), lang) if one in words else str(one) for one in values
    )


def _parts(choice: RuleChoice) -> tuple[str, dict[str, Any], str]:
    """Return the preset, the changed options by path, and the title."""
    options: dict[str, Any] = {}
    name, title = choice.preset, ""
    if choice.code:
        name, options, title = notation.read_code(choice.code)
    options |= game.by_path(choice.options)
    if len(options) > len(game.option_types()):
        raise RefusedError(
            "rules/too-many-options",
            "{count} options were given, but only {known} exist",
            count=len(options),
            known=len(game.option_types()),
        )
    players = options.get("table.players")
    if isinstance(players, int) and players > MOST_AT_A_TABLE and (ways := splits(players)):
        raise RefusedError(
            "table/too-many-players",
            "a table has at most {most} players; {players} players need tables of {sizes}",
            most=MOST_AT_A_TABLE,
            players=players,
            sizes=" + ".join(map(str, ways[0])),
        )
    title = choice.title or title
    if len(title) > LONGEST_TITLE:
        raise RefusedError(
            "rules/long-title", "the title may have at most {limit} characters", limit=LONGEST_TITLE
        )
    return name, options, plain_name(title) if title else ""


def _changed(base: Preset, lang: Lang) -> str:
    return translate(Message("{title}, modified", title=base.title_in(lang)), lang)

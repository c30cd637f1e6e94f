"""The rules of a game as one frozen value.

An option is named by its dotted path, such as `end.target`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from msgspec import Struct, ValidationError, convert, structs, to_builtins

from ..cards import Hand
from ..coverage import CLAIMS
from ..errors import Problem, RulesError, whole
from ..preset_files import HEADINGS, preset_file
from ..seats import SEATS, Seat, Side, clockwise
from ..text import Message, T, in_short
from . import (
    bidding,
    blind,
    clock,
    deal,
    deck,
    end,
    enforcement,
    exchange,
    nil,
    play,
    scoring,
    table,
)
from .bidding import BiddingRules
from .blind import BlindRules
from .clock import ClockRules
from .deal import DealRules, deal_sizes
from .deck import USUAL, DeckRules, UsualDeckName, deck_of, from_usual
from .end import EndRules
from .enforcement import EnforcementRules
from .exchange import ExchangeRules
from .nil import NilRules
from .option import Conflict, Group, bad_value, literal_values, unknown_option
from .play import PlayRules
from .scoring import ScoringRules, most_points
from .table import Layout, TableRules, partners_of, sides_of

_OPTION = re.compile(r"[a-z]+\.[a-z_]+")


class Rules(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, dict=True):
    """All options of a game; the defaults are those of the preset `standard`.

    Building one raises `RulesError` when a value is outside its limits or two options exclude each
    other.

    >>> Rules().with_options({"end.target": 250}).end.target
    250
    """

    table: TableRules = TableRules()
    deck: DeckRules = DeckRules()
    deal: DealRules = DealRules()
    bidding: BiddingRules = BiddingRules()
    nil: NilRules = NilRules()
    blind: BlindRules = BlindRules()
    exchange: ExchangeRules = ExchangeRules()
    play: PlayRules = PlayRules()
    scoring: ScoringRules = ScoringRules()
    end: EndRules = EndRules()
    enforcement: EnforcementRules = EnforcementRules()
    clock: ClockRules = ClockRules()

    def __post_init__(self) -> None:
        found = [*_bad_values(self)] or [_problem(self, *one) for one in _conflicts(self)]
        if found:
            raise RulesError(*found)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], base: "Rules | None" = None) -> "Rules":
        """Return rules from nested mappings, as TOML and JSON give them, on top of `base`.

        Keys of a file that are not options, such as its title, are ignored.

        >>> Rules.from_data({"title": {"en": "Friday"}, "end": {"target": 300}}).end.target
        300

        Raises:
            RulesError: for unknown groups or options, bad values, and conflicts; lists them all.
        """
        options = {key: value for key, value in _named(data).items() if key not in HEADINGS}
        return _merge(base or cls(), options)

    @classmethod
    def preset(cls, name: str) -> "Rules":
        """Return the rules of the preset with that name; see `spadille.game.presets`.

        >>> Rules.preset("puzzle-pirates").exchange.blind_nil_cards
        2
        """
        return _preset(name)

    @classmethod
    def of(cls, rules: "Rules | str") -> "Rules":
        """Return the rules themselves, or those of the preset with that name.

        Raises:
            RulesError: for a preset that does not exist, and for anything that is neither.
        """
        given: object = cls.preset(rules) if isinstance(rules, str) else rules
        if isinstance(given, Rules):
            return given
        message = Message(
            "rules must be a rule set or the name of one, not {value}", value=in_short(rules)
        )
        raise RulesError(Problem("rules/no-rules", message))

    def with_options(self, options: Mapping[str, Any]) -> "Rules":
        """Return these rules with some options set to other values.

        Options are named by their dotted paths or nested in their groups.

        >>> Rules().with_options({"end.target": 250, "end.floor": "none"}).end.floor
        'none'
        >>> Rules().with_options({"end": {"target": 250}}).end.target
        250
        """
        data: dict[str, dict[str, Any]] = {}
        problems: list[Problem] = []
        for path, value in by_path(options).items():
            group, dot, name = path.partition(".")
            if dot:
                data.setdefault(group, {})[name] = whole(value)
            elif path in _groups():
                problems.append(_no_group(path))
            else:
                problems.append(unknown_option(path, option_types()))
        return _merge(self, data, problems)

    def options(self) -> dict[str, Any]:
        """Return every option by its dotted path, in the order of the schema, as plain values."""
        return {
            f"{group}.{name}": value
            for group, values in to_builtins(self).items()
            for name, value in values.items()
        }

    @cached_property
    def layout(self) -> Layout:
        """What follows from the table, the deck and the deal."""
        cards = deck_of(self.deck)
        size, rest = deal_sizes(self.deal, self.table.players, len(cards))
        sides = sides_of(self.table)
        seats = SEATS[: self.table.players]
        return Layout(
            seats=seats,
            sides=sides,
            side_of=tuple(
                next(index for index, side in enumerate(sides) if seat in side) for seat in seats
            ),
            partners=partners_of(sides, len(seats)),
            deck=cards,
            hand_size=size,
            rest_size=rest,
            tricks=size + (self.deal.leftover == "kitty_and_round"),
            drafted=self.deal.drafted,
        )

    @cached_property
    def players(self) -> int:
        """Return the number of players, from 2 to 6."""
        return self.table.players

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats of all players, clockwise from North."""
        return self.layout.seats

    @cached_property
    def deck_cards(self) -> Hand:
        """All cards that the game is played with (K1, K4 to K6)."""
        return self.layout.deck

    @cached_property
    def hand_size(self) -> int:
        """The number of cards each player has at the first trick."""
        return self.layout.hand_size

    @cached_property
    def rest_size(self) -> int:
        """The number of cards left over by the deal: put aside, or in the kitty."""
        return self.layout.rest_size

    @cached_property
    def has_kitty(self) -> bool:
        """Return True if a player picks up the cards left over (D12)."""
        return self.deal.has_kitty

    @cached_property
    def tricks(self) -> int:
        """Tricks in a round; a kitty with a card for each player is a trick for its taker (D12)."""
        return self.layout.tricks

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The seats of each side, sides in order of their first seat."""
        return self.layout.sides

    def side_of(self, seat: int) -> int:
        """Return the index into `sides` of the side that `seat` belongs to."""
        return self.layout.side_of[seat]

    def partners(self, seat: int) -> tuple[Seat, ...]:
        """Return the other seats of the side, clockwise from `seat`."""
        return self.layout.partners[seat]

    def partner(self, seat: int) -> Seat | None:
        """Return the next seat of the side clockwise, if it has another."""
        return next(iter(self.partners(seat)), None)

    def bidders(self, dealer: int) -> tuple[Seat, ...]:
        """Return the seats in the order of their bids (B1, V36)."""
        order = clockwise(dealer + 1, self.players)
        if self.bidding.order != "by_side":
            return order
        sides = dict.fromkeys(map(self.side_of, order))
        return tuple(seat for side in sides for seat in order if self.side_of(seat) == side)

    @property
    def most_points(self) -> int:
        """The most points that a side can win or lose in a round."""
        return most_points(
            self.scoring,
            self.blind,
            self.layout,
            nils=self.nil.allowed,
            blind_nils=self.nil.blind,
            team_nils=self.nil.team,
            openings=self.bidding.opening_tricks,
            double=self.table.teams == "spoiler",
        )

    @property
    def drafted(self) -> bool:
        """True if the players draw their hands instead of being dealt them."""
        return self.deal.drafted

    @property
    def free_bids(self) -> bool:
        """Return True if bids are free: the rules prescribe no number and no nil."""
        return self.bidding.free

    @cached_property
    def dealing_phase(self) -> str:
        """The phase of a round in which the cards reach the players."""
        if self.drafted:
            return "draft"
        return "deal" if self.deal.cut == "none" else "cut"

    @property
    def without_cut(self) -> "Rules":
        """These rules without a cut, which changes nothing if cards are shuffled fairly."""
        return self if self.deal.cut == "none" else self.with_options({"deal.cut": "none"})

    @cached_property
    def claimable(self) -> bool:
        """True if the remaining tricks may be claimed at all (P17)."""
        return self.play.claims and CLAIMS.covers(self)

    @cached_property
    def target(self) -> int | None:
        """The score at which a side ends the game, or None."""
        return self.end.target_score

    @cached_property
    def floor(self) -> int | None:
        """The score at or below which a side loses, or None."""
        return self.end.floor_score


def by_path(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options, named by their paths or nested in their groups, by their paths.

    >>> by_path({"end.target": 250, "nil": {"blind": False}})
    {'end.target': 250, 'nil.blind': False}

    Raises:
        RulesError: when the options have no names.
    """
    flat: dict[str, Any] = {}
    for name, value in _named(options).items():
        if isinstance(value, Mapping):
            flat |= {f"{name}.{option}": inner for option, inner in value.items()}
        else:
            flat[str(name)] = value
    return flat


def _named(options: Mapping[str, Any]) -> Mapping[str, Any]:
    given: object = options
    if isinstance(given, Mapping):
        return options
    message = Message(
        "options must be values by name, as in {example}, not {value}",
        example='{"end.target": 250}',
        value=in_short(given),
    )
    raise RulesError(Problem("rules/no-options", message))


def _no_group(name: str) -> Problem:
    message = Message("{key} is a group of options, not a value", key=name)
    return Problem("rules/not-a-group", message)


@cache
def _preset(name: str) -> Rules:
    return Rules.from_data(preset_file(name)[1])


def _bad_values(rules: Rules) -> Iterator[Problem]:
    """Yield the values that options cannot have, checking each alone only in groups that fail."""
    values = to_builtins(rules)
    try:
        for group, type_ in _groups().items():
            convert(values[group], type_)
    except ValidationError:
        for path, type_ in option_types().items():
            group, _, name = path.partition(".")
            if bad := bad_value(path, type_, values[group][name]):
                yield bad


def _conflicts(rules: Rules) -> Iterator[Conflict]:
    """Yield everything that keeps the options from fitting together.

    If options contradict each other, dependent values such as the size of a hand are None.
    """
    in_deck = list(deck.conflicts(rules.deck))
    has_sides = table.has_sides(rules.table)
    has_hands = has_sides and not in_deck
    sides = len(rules.sides) if has_sides else None
    cards = len(rules.deck_cards) if has_hands else None
    hand_size = rules.hand_size if has_hands else None
    tricks = rules.tricks if has_hands else None
    yield from table.conflicts(rules.table)
    yield from in_deck
    yield from deal.conflicts(rules.deal, rules.players, cards, len(rules.deck.removed))
    yield from bidding.conflicts(rules.bidding, rules.table, sides, hand_size)
    yield from blind.conflicts(rules.blind, rules.table, hand_size)
    yield from nil.conflicts(rules.nil, rules.table)
    yield from exchange.conflicts(rules.exchange, rules.nil, rules.deal, rules.table)
    yield from play.conflicts(rules.play, rules.deck)
    yield from end.conflicts(rules.end, sides, tricks)
    yield from enforcement.conflicts(rules.enforcement)
    yield from clock.conflicts(rules.clock)


def _problem(rules: Rules, code: str, message: Message) -> Problem:
    known = rules.options()
    named = dict.fromkeys(path for path in _OPTION.findall(str(message)) if path in known)
    return Problem(code, message, tuple(named))


@cache
def option_types() -> dict[str, Any]:
    """Return the annotated type of every option by its dotted path."""
    return {
        f"{name}.{option.name}": option.type
        for name, group in _groups().items()
        for option in structs.fields(group)
    }


def option_values(path: str) -> tuple[Any, ...]:
    """Return the values that the type of an option lists, in its order.

    >>> option_values("table.seating")
    ('chosen', 'random')
    """
    return literal_values(option_types()[path])


@cache
def group_titles() -> dict[str, str]:
    """Return the title of each group of options, by its name."""
    return {name: group.title for name, group in _groups().items()}


@cache
def _groups() -> dict[str, type[Group]]:
    return {group.name: group.type for group in structs.fields(Rules)}


def _without_usual_deck(
    name: str, values: Mapping[str, Any], group: Group, problems: list[Problem]
) -> Mapping[str, Any]:
    """Return the options of a group with those of a usual deck in place of its name.

    Options given along with the name change that deck.
    """
    if not isinstance(group, DeckRules) or USUAL not in values:
        return values
    usual = values[USUAL]
    others = {key: value for key, value in values.items() if key != USUAL}
    bad = bad_value(f"{name}.{USUAL}", UsualDeckName, usual)
    if bad:
        problems.append(bad)
        return others
    return {**from_usual(usual, group), **others}


def _merge(base: Rules, data: Mapping[str, Any], problems: Sequence[Problem] = ()) -> Rules:
    """Return rules with other values in groups; `problems` lists the known problems with them."""
    problems = list(problems)
    types = option_types()
    groups = {name: getattr(base, name) for name in _groups()}
    for name, values in data.items():
        if name not in groups:
            problems.append(unknown_option(name, groups))
        elif not isinstance(values, Mapping):
            problems.append(_no_group(name))
        else:
            changes = {}
            for key, value in _without_usual_deck(name, values, groups[name], problems).items():
                path = f"{name}.{key}"
                if path not in types:
                    known = (other for other in types if other.startswith(f"{name}."))
                    problems.append(unknown_option(path, known))
                elif bad := bad_value(path, types[path], value):
                    problems.append(bad)
                else:
                    changes[key] = convert(value, types[path])
            groups[name] = structs.replace(groups[name], **changes)
    try:
        merged = Rules(**groups)
    except RulesError as error:
        undecided = {path for problem in problems for path in problem.options}
        others = (one for one in error.problems if undecided.isdisjoint(one.options))
        raise RulesError(*problems, *others) from None
    if problems:
        raise RulesError(*problems)
    return merged


class Section(Struct, frozen=True):
    """A heading and the sentences under it."""

    heading: Message
    sentences: tuple[Message, ...]


def rule_sheet(rules: Rules) -> tuple[Section, ...]:
    """Return the rules as sections to read and to print."""
    layout = rules.layout
    exchanges = exchange.sheet(rules.exchange)
    parts = (
        (rules.table.title, table.sheet(rules.table)),
        (rules.deck.title, deck.sheet(rules.deck)),
        (rules.deal.title, deal.sheet(rules.deal, layout)),
        (
            rules.bidding.title,
            bidding.sheet(rules.bidding, rules.blind, rules.nil, rules.scoring, layout),
        ),
        (rules.nil.title, nil.sheet(rules.nil, rules.scoring, exchanges, layout)),
        (rules.play.title, play.sheet(rules.play, rules.clock, claimable=rules.claimable)),
        (
            T("Breaking the rules"),
            enforcement.sheet(rules.enforcement, nil=rules.nil.allowed),
        ),
        (rules.scoring.title, scoring.sheet(rules.scoring, layout)),
        (rules.end.title, end.sheet(rules.end)),
    )
    return tuple(Section(Message(heading), tuple(sentences)) for heading, sentences in parts)

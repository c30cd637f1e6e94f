"""The rules of a game as one frozen value.

An option is named by its dotted path, such as `play.lead_spades`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct, convert, structs, to_builtins

from .cards import Hand
from .errors import Problem, RulesError
from .layout import layout_of
from .rule_conflicts import conflicts
from .rule_options import (
    BiddingRules,
    BlindRules,
    ClockRules,
    DealRules,
    DeckRules,
    EndRules,
    EnforcementRules,
    ExchangeRules,
    NilRules,
    PlayRules,
    ScoringRules,
    Table,
)
from .rule_values import bad_value, literal_values, unknown_option
from .seats import SEATS, Seat, Side
from .text import Message


class Rules(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """All options of a game; the defaults are those of the preset `standard`.

    Building one raises `RulesError` when a value is out of its limits or two options exclude
    each other.

    >>> Rules(end=EndRules(target=250)).end.target
    250
    """

    table: Table = Table()
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
        values = self.options()
        problems = [bad_value(path, type_, values[path]) for path, type_ in option_types().items()]
        found = [*filter(None, problems)] or list(conflicts(self))
        if found:
            raise RulesError(*found)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], base: "Rules | None" = None) -> "Rules":
        """Rules from nested mappings, as TOML and JSON give them; what is missing is as in `base`.

        Raises:
            RulesError: for unknown groups or options, bad values, and conflicts; tells them all.
        """
        return _merge(base or cls(), data)

    @classmethod
    def preset(cls, name: str) -> "Rules":
        """The rules of the preset of that name, see `spadille.game.presets`.

        >>> Rules.preset("puzzle-pirates").scoring.nil_value
        50
        """
        from .presets import preset  # noqa: PLC0415 - presets are built from this class

        return preset(name).rules

    def with_options(self, options: Mapping[str, Any]) -> "Rules":
        """These rules with some options, named by their dotted paths, set to other values.

        >>> Rules().with_options({"end.target": 250, "end.floor": "none"}).end.floor
        'none'
        """
        data: dict[str, dict[str, Any]] = {}
        problems: list[Problem] = []
        for path, value in options.items():
            group, dot, name = path.partition(".")
            if dot:
                data.setdefault(group, {})[name] = value
            else:
                problems.append(unknown_option(path, option_types()))
        return _merge(self, data, problems)

    def options(self) -> dict[str, Any]:
        """Every option by its dotted path, in the order of the schema, as plain values."""
        return {
            f"{group}.{name}": value
            for group, values in to_builtins(self).items()
            for name, value in values.items()
        }

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[: self.table.players]

    @property
    def deck_cards(self) -> Hand:
        """All cards that the game is played with (K1, K4 to K6)."""
        return layout_of(self).deck

    @property
    def hand_size(self) -> int:
        """Cards of each player at the first trick."""
        return layout_of(self).hand_size

    @property
    def rest_size(self) -> int:
        """Cards that are left over by the deal: put aside, or the kitty."""
        return layout_of(self).rest_size

    @property
    def has_kitty(self) -> bool:
        return self.deal.leftover in {"kitty", "kitty_and_round"}

    @property
    def tricks(self) -> int:
        """Tricks of a round; with a whole round in the kitty its taker has one from it (D12)."""
        return self.hand_size + (self.deal.leftover == "kitty_and_round")

    @property
    def sides(self) -> tuple[Side, ...]:
        """The seats of each side, sides in order of their first seat."""
        return layout_of(self).sides

    def side_of(self, seat: int) -> int:
        """The index into `sides` of the side that `seat` belongs to."""
        return layout_of(self).side_of[seat]

    def partners(self, seat: int) -> tuple[Seat, ...]:
        """The other seats of the side, clockwise from `seat`."""
        return layout_of(self).partners[seat]

    def partner(self, seat: int) -> Seat | None:
        """The next seat of the side clockwise, if it has another."""
        return next(iter(self.partners(seat)), None)

    @property
    def drafted(self) -> bool:
        """Whether the players draw their hands instead of being dealt them."""
        return self.deal.method != "dealt"

    @property
    def dealing_phase(self) -> str:
        """The phase of a round in which the cards reach the players."""
        if self.drafted:
            return "draft"
        return "deal" if self.deal.cut == "none" else "cut"

    @property
    def without_cut(self) -> "Rules":
        """These rules for cards that are shuffled fairly, about which a cut changes nothing."""
        return self if self.deal.cut == "none" else self.with_options({"deal.cut": "none"})

    @property
    def target(self) -> int | None:
        """The score with which a side ends the game, or None."""
        return None if self.end.target == "none" else self.end.target

    @property
    def floor(self) -> int | None:
        """The score at or below which a side loses, or None."""
        match self.end.floor:
            case "none":
                return None
            case "-target":
                return None if self.target is None else -self.target
            case int(points):
                return points


@cache
def option_types() -> dict[str, Any]:
    """The annotated type of every option by its dotted path."""
    return {
        f"{group}.{name}": type_
        for group, types in _option_types().items()
        for name, type_ in types.items()
    }


def option_values(path: str) -> tuple[Any, ...]:
    """The values that the type of an option spells out, in its order.

    >>> option_values("play.void")
    ('any', 'spade', 'higher_spade')
    """
    return literal_values(option_types()[path])


@cache
def _option_types() -> dict[str, dict[str, Any]]:
    """The annotated type of every option by its group and its name."""
    return {
        group.name: {option.name: option.type for option in structs.fields(group.type)}
        for group in structs.fields(Rules)
    }


def _merge(base: Rules, data: Mapping[str, Any], problems: Sequence[Problem] = ()) -> Rules:
    """Rules with other values in groups; `problems` are what is known to be wrong with them."""
    problems = list(problems)
    types = _option_types()
    groups = {group: getattr(base, group) for group in types}
    for name, values in data.items():
        if name not in groups:
            problems.append(unknown_option(name, groups))
        elif not isinstance(values, Mapping):
            message = Message("{key} is a group of options, not a value", key=name)
            problems.append(Problem("rules/not-a-group", message))
        else:
            known = types[name]
            changes = {}
            for key, value in values.items():
                path = f"{name}.{key}"
                if key not in known:
                    problems.append(unknown_option(path, (f"{name}.{other}" for other in known)))
                elif bad := bad_value(path, known[key], value):
                    problems.append(bad)
                else:
                    changes[key] = convert(value, known[key])
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

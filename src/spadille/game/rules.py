"""The rules of a game as one frozen value, and what is refused when they contradict each other.

Options are grouped by the part of the game they govern. An option is named by its dotted path,
such as `play.lead_spades`. The row of `docs/rules.md` that an option comes from stands in its help.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert, inspect, structs, to_builtins

from .errors import RulesError
from .seats import Seat, Side
from .text import Message, T


def _option(title: str, help: str, ge: int | None = None, le: int | None = None) -> Meta:
    return Meta(title=title, description=help, ge=ge, le=le)


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays with whom."""

    players: Annotated[
        Literal[2, 4],
        _option(T("Players"), T("How many sit at the table (T1, T3).")),
    ] = 4
    teams: Annotated[
        Literal["pairs", "solo"],
        _option(
            T("Teams"),
            T("pairs: partners sit opposite each other; solo: everybody for himself (T1, N1)."),
        ),
    ] = "pairs"
    side_names: Annotated[
        tuple[str, ...],
        _option(T("Names of the sides"), T("One name for each side; none: named by seats (T2).")),
    ] = ()


class DealRules(Struct, frozen=True, forbid_unknown_fields=True):
    """How cards reach the players."""

    method: Annotated[
        Literal["dealt", "keep_or_next_unseen"],
        _option(
            T("Deal"),
            T(
                "dealt: one at a time, clockwise, until all are dealt (D5); keep_or_next_unseen: "
                "two players draw in turn and keep either the first card or the next one, "
                "the other is discarded unseen (N4)."
            ),
        ),
    ] = "dealt"
    first_dealer: Annotated[
        Literal["random", "high_card", "first_spade"],
        _option(
            T("First dealer"),
            T(
                "random: by lot (D1); high_card: each draws a card, the highest deals; "
                "first_spade: cards are turned up in turn, the first spade deals (D2)."
            ),
        ),
    ] = "high_card"


class NilRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Undertaking to win no trick."""

    allowed: Annotated[bool, _option(T("Nil"), T("A bid of no tricks is allowed (E1)."))] = True
    blind: Annotated[
        bool, _option(T("Blind nil"), T("Nil may be bid before looking at the cards (E5, E12)."))
    ] = True
    blind_deficit: Annotated[
        int,
        _option(
            T("Deficit for a blind nil"),
            T("Points a side must be behind before it may bid blind nil; 0: none (E7)."),
            ge=0,
            le=500,
        ),
    ] = 0
    blind_per_side: Annotated[
        int,
        _option(
            T("Blind nils for each side"),
            T("How many partners of a side may bid blind nil in one round (E8)."),
            ge=1,
            le=2,
        ),
    ] = 2


class ExchangeRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that change hands after a nil bid."""

    nil_cards: Annotated[
        int,
        _option(
            T("Cards exchanged on nil"),
            T("A nil bidder may give so many cards to the partner, who returns as many (E10)."),
            ge=0,
            le=4,
        ),
    ] = 0
    blind_nil_cards: Annotated[
        int,
        _option(
            T("Cards exchanged on blind nil"),
            T(
                "A blind nil bidder may give so many cards to the partner, who returns as many (E9)."
            ),
            ge=0,
            le=4,
        ),
    ] = 0
    swap_cards: Annotated[
        int,
        _option(
            T("Cards swapped after the draft"),
            T("A blind nil bidder may replace up to so many cards by random discards (E15)."),
            ge=0,
            le=3,
        ),
    ] = 0


class PlayRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be led and played."""

    lead_spades: Annotated[
        Literal["broken", "any", "never"],
        _option(
            T("Leading spades"),
            T(
                "broken: once a spade has been played, or from a hand of spades (P6); "
                "any: at any time; never: only from a hand of spades."
            ),
        ),
    ] = "broken"


class ScoringRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What a round is worth."""

    trick_value: Annotated[
        int,
        _option(
            T("Value of a trick bid"), T("Won or lost for each trick bid (S1, S3)."), ge=0, le=100
        ),
    ] = 10
    bag_points: Annotated[
        int,
        _option(
            T("Points for a bag"),
            T("Scored for each trick above the contract (S2)."),
            ge=-20,
            le=20,
        ),
    ] = 1
    bag_limit: Annotated[
        int,
        _option(
            T("Bag limit"),
            T("So many bags bring the penalty; 0: no penalty (S6, S10)."),
            ge=0,
            le=20,
        ),
    ] = 10
    bag_penalty: Annotated[
        int,
        _option(T("Bag penalty"), T("Lost each time the limit is reached (S6, S8)."), ge=0, le=500),
    ] = 100
    nil_value: Annotated[
        int, _option(T("Value of nil"), T("Won or lost by a nil (E2, E3)."), ge=0, le=500)
    ] = 100
    blind_nil_value: Annotated[
        int, _option(T("Value of blind nil"), T("Won or lost by a blind nil (E6)."), ge=0, le=1000)
    ] = 200
    failed_nil_tricks: Annotated[
        Literal["bags", "help_partner", "ignored"],
        _option(
            T("Tricks of a failed nil"),
            T(
                "bags: they are bags of the side; help_partner: they count towards the contract "
                "of the partner; ignored: they count for nothing (E4)."
            ),
        ),
    ] = "bags"


class EndRules(Struct, frozen=True, forbid_unknown_fields=True):
    """When the game ends."""

    target: Annotated[
        int, _option(T("Target"), T("The game ends when a side reaches it (S13)."), ge=50, le=5000)
    ] = 500
    floor: Annotated[
        Literal["none", "-target"] | Annotated[int, Meta(ge=-5000, le=-50)],
        _option(
            T("Floor"),
            T(
                "A side at or below it loses; none: no floor; -target: the negative of the target "
                "(S14)."
            ),
        ),
    ] = -200
    max_rounds: Annotated[
        int,
        _option(
            T("Rounds"),
            T("The game ends after so many rounds; a tie is played off; 0: no limit (S17)."),
            ge=0,
            le=100,
        ),
    ] = 0


class ClockRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The sand-glass."""

    turn_seconds: Annotated[
        int, _option(T("Sand-glass"), T("Seconds for each turn; 0: no limit (P16)."), ge=0, le=600)
    ] = 0
    on_timeout: Annotated[
        Literal["random_legal", "bot"],
        _option(
            T("When time is up"),
            T("random_legal: a random legal card is played; bot: a bot decides (P16)."),
        ),
    ] = "random_legal"


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """All options of a game; the defaults are those of the preset `standard`.

    Building one raises `RulesError` when a value is out of its limits or two options exclude
    each other.

    >>> Rules(end=EndRules(target=250)).end.target
    250
    """

    table: Table = Table()
    deal: DealRules = DealRules()
    nil: NilRules = NilRules()
    exchange: ExchangeRules = ExchangeRules()
    play: PlayRules = PlayRules()
    scoring: ScoringRules = ScoringRules()
    end: EndRules = EndRules()
    clock: ClockRules = ClockRules()

    def __post_init__(self) -> None:
        for group in structs.fields(self):
            values = to_builtins(getattr(self, group.name))
            for option in structs.fields(group.type):
                _check_value(f"{group.name}.{option.name}", option.type, values[option.name])
        for code, message in _conflicts(self):
            raise RulesError(code, message)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], base: "Rules | None" = None) -> "Rules":
        """Rules from nested mappings, as TOML and JSON give them; what is missing is as in `base`.

        Raises:
            RulesError: for an unknown group or option, a bad value, or a conflict.
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
        for path, value in options.items():
            group, dot, name = path.partition(".")
            if not dot:
                raise _unknown(path, list(option_types()))
            data.setdefault(group, {})[name] = value
        return _merge(self, data)

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
        return tuple(Seat)[: self.table.players]

    @property
    def hand_size(self) -> int:
        """Cards of each player at the first trick."""
        return 13

    @property
    def sides(self) -> tuple[Side, ...]:
        """The seats of each side, sides in order of their first seat."""
        if self.table.teams == "solo":
            return tuple((seat,) for seat in self.seats)
        half = self.players // 2
        return tuple((Seat(first), Seat(first + half)) for first in range(half))

    def side_of(self, seat: int) -> int:
        """The index into `sides` of the side that `seat` belongs to."""
        return seat % len(self.sides)

    def partner(self, seat: int) -> Seat | None:
        """The other seat of the side, if there is one."""
        others = [other for other in self.sides[self.side_of(seat)] if other != seat]
        return others[0] if others else None

    @property
    def drafted(self) -> bool:
        """Whether the players draw their hands instead of being dealt them."""
        return self.deal.method != "dealt"

    @property
    def floor(self) -> int | None:
        """The score at or below which a side loses, or None."""
        match self.end.floor:
            case "none":
                return None
            case "-target":
                return -self.end.target
            case int(points):
                return points


def option_types() -> dict[str, Any]:
    """The annotated type of every option by its dotted path."""
    return {
        f"{group.name}.{option.name}": option.type
        for group in structs.fields(Rules)
        for option in structs.fields(group.type)
    }


def _merge(base: Rules, data: Mapping[str, Any]) -> Rules:
    groups = {group.name: getattr(base, group.name) for group in structs.fields(Rules)}
    for name, values in data.items():
        if name not in groups:
            raise _unknown(name, list(groups))
        if not isinstance(values, Mapping):
            raise RulesError(
                "rules/not-a-group",
                Message(T("{key} is a group of options, not a value"), key=name),
            )
        known = {option.name: option.type for option in structs.fields(groups[name])}
        changes = {}
        for key, value in values.items():
            path = f"{name}.{key}"
            if key not in known:
                raise _unknown(path, [f"{name}.{other}" for other in known])
            changes[key] = _check_value(path, known[key], value)
        groups[name] = structs.replace(groups[name], **changes)
    return Rules(**groups)


def _unknown(key: str, known: list[str]) -> RulesError:
    return RulesError(
        "rules/unknown-option",
        Message(
            T("there is no option {key}; known here: {known}"), key=key, known=", ".join(known)
        ),
    )


def _check_value(path: str, type_: Any, value: Any) -> Any:

    try:
        return convert(value, type_)
    except ValidationError as error:
        raise RulesError(
            "rules/bad-value",
            Message(
                T("{key} cannot be {value}; it takes {expected}"),
                key=path,
                value=repr(value),
                expected=expected_values(type_),
            ),
        ) from error


def expected_values(type_: Any) -> Message | str:
    """What an option accepts, in words: `'broken' | 'any' | 'never'` or `a whole number from 0 to 4`."""

    return _describe(inspect.type_info(type_))


def _describe(info: Any) -> Message | str:

    match info:
        case inspect.Metadata(type=inner):
            return _describe(inner)
        case inspect.BoolType():
            return "true | false"
        case inspect.IntType(ge=low, le=high):
            return Message(T("a whole number from {low} to {high}"), low=low, high=high)
        case inspect.LiteralType(values=values):
            return " | ".join(
                repr(value) if isinstance(value, str) else str(value) for value in values
            )
        case inspect.UnionType(types=types):
            return Message(
                T("{one} or {other}"),
                one=_describe(types[0]),
                other=_describe(types[1]),
            )
        case _:
            return Message(T("a list of texts"))


def _conflicts(rules: Rules) -> list[tuple[str, Message]]:
    """Every pair of options that exclude each other, as a code and a sentence naming both."""
    checks = [
        (
            rules.table.teams == "pairs" and rules.players != 4,
            "rules/pairs-need-four",
            Message(T("table.teams = pairs needs table.players = 4")),
        ),
        (
            rules.drafted and rules.players != 2,
            "rules/draft-needs-two",
            Message(T("deal.method = keep_or_next_unseen needs table.players = 2")),
        ),
        (
            not rules.drafted and rules.players == 2,
            "rules/two-need-draft",
            Message(T("table.players = 2 needs deal.method = keep_or_next_unseen")),
        ),
        (
            rules.nil.blind and not rules.nil.allowed,
            "rules/blind-without-nil",
            Message(T("nil.blind = true needs nil.allowed = true")),
        ),
        (
            rules.exchange.nil_cards > 0 and not rules.nil.allowed,
            "rules/exchange-without-nil",
            Message(T("exchange.nil_cards above 0 needs nil.allowed = true")),
        ),
        (
            rules.exchange.blind_nil_cards > 0 and not rules.nil.blind,
            "rules/exchange-without-blind-nil",
            Message(T("exchange.blind_nil_cards above 0 needs nil.blind = true")),
        ),
        (
            (rules.exchange.nil_cards > 0 or rules.exchange.blind_nil_cards > 0)
            and rules.table.teams == "solo",
            "rules/exchange-without-partner",
            Message(
                T(
                    "exchange.nil_cards and exchange.blind_nil_cards above 0 need table.teams = pairs"
                )
            ),
        ),
        (
            rules.exchange.swap_cards > 0 and not (rules.drafted and rules.nil.blind),
            "rules/swap-without-draft",
            Message(
                T(
                    "exchange.swap_cards above 0 needs deal.method = keep_or_next_unseen and nil.blind"
                )
            ),
        ),
        (
            bool(rules.table.side_names) and len(rules.table.side_names) != len(rules.sides),
            "rules/side-names",
            Message(T("table.side_names needs one name for each side that table.teams makes")),
        ),
    ]
    return [(code, message) for wrong, code, message in checks if wrong]

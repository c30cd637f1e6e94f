"""Undertaking to win no trick."""

from collections.abc import Iterator
from typing import Annotated

from ..text import Message, T
from .option import Conflict, Group, conflict, option
from .scoring import ScoringRules, failed_nil_tricks
from .table import Layout, TableRules, partners_needed


class NilRules(Group, frozen=True):
    """Undertaking to win no trick."""

    title = T("Nil")

    allowed: Annotated[
        bool,
        option(
            "Nil",
            "Players may bid to win no tricks (E1).",
            also="zero nil bid null nullo misère Null nix cero nulo",
        ),
    ] = True
    blind: Annotated[
        bool,
        option(
            "Blind nil",
            "Players may bid nil before looking at their cards (E5, E12).",
            also="double nil blind zero DN dn blinde Null Doppelnull ungesehen doble nil doble "
            "cero a ciegas sin ver",
        ),
    ] = True
    blind_deficit: Annotated[
        int,
        option(
            "Deficit for a blind nil",
            "How many points behind a side must be to bid blind nil; 0: none (E7).",
            between=(0, 500),
            also="double nil behind losing Doppelnull hinten Rückstand doble nil a ciegas por "
            "detrás desventaja",
        ),
    ] = 0
    blind_per_side: Annotated[
        int,
        option(
            "Blind nils for each side",
            "How many partners of a side may bid blind nil in one round (E8).",
            between=(1, 3),
            also="double nil both partners Doppelnull beide doble nil a ciegas los dos ambos",
        ),
    ] = 2
    team: Annotated[
        bool,
        option(
            "Team nil",
            "When all partners bid nil, it is one joint bid of the side (E13, V15).",
            also="double nil both partners partnership beide",
        ),
    ] = False


def conflicts(nil: NilRules, table: TableRules) -> Iterator[Conflict]:
    """Yield the conflicts of blind nil and team nil without nil or partners."""
    if nil.blind and not nil.allowed:
        yield conflict("rules/blind-without-nil", "nil.blind = true needs nil.allowed = true")
    if nil.team and not nil.allowed:
        yield conflict("rules/team-nil", "nil.team = true needs nil.allowed = true")
    if nil.team:
        yield from partners_needed("nil.team = true", table)


def sheet(
    nil: NilRules, scoring: ScoringRules, exchange: Iterator[Message], layout: Layout
) -> Iterator[Message]:
    """Yield the sentences about nil and blind nil, with those about the `exchange` in between."""
    if not nil.allowed:
        yield Message("Nil may not be bid.")
        return
    yield Message(
        "Nil, a bid of no tricks, wins {value} points if it is made, and loses as "
        "many if it fails.",
        value=scoring.nil_value,
    )
    if nil.blind:
        yield from _blind_nil(nil, scoring, layout)
    else:
        yield Message("Nil may not be bid blind.")
    yield from exchange
    if nil.team:
        yield Message(
            "If all players on a side bid nil, it is one joint bid: it wins {value} "
            "points if none of them takes a trick, and otherwise loses {penalty}. Its "
            "tricks are not bags.",
            value=scoring.team_nil_value,
            penalty=scoring.team_nil_penalty,
        )
    yield failed_nil_tricks(scoring, layout)


def _blind_nil(nil: NilRules, scoring: ScoringRules, layout: Layout) -> Iterator[Message]:
    yield Message(
        "Blind nil, bid before looking at the cards, wins or loses {value} points.",
        value=scoring.blind_nil_value,
    )
    if layout.drafted:
        yield Message("It must be bid before the bidder draws their first card.")
    if nil.blind_deficit:
        yield Message(
            "Only a side at least {deficit} points behind may bid blind nil.",
            deficit=nil.blind_deficit,
        )
    if nil.blind_per_side < layout.largest_side:
        yield Message.counted(
            "Only one partner of a side may bid blind nil.",
            "At most {n} partners of a side may bid blind nil.",
            nil.blind_per_side,
        )

"""The options of the rules, grouped by the part of the game they govern.

The row of `docs/rules.md` that an option comes from stands in its help.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .text import T


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
                "the other is discarded face down (N4)."
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
            T("A blind nil bidder may give so many cards to the partner, who returns them (E9)."),
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

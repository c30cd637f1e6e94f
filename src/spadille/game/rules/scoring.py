"""What a round is worth."""

from collections.abc import Iterator
from typing import Annotated, Literal

from ..text import Message, T
from .blind import BlindRules
from .layout import Layout
from .option import Group, option


class ScoringRules(Group, frozen=True):
    """What a round is worth."""

    title = T("Scoring")

    trick_value: Annotated[
        int,
        option(
            "Value of a trick bid",
            "Won or lost for each trick bid (S1, S3).",
            between=(0, 100),
            also="points per trick Punkte je Stich",
        ),
    ] = 10
    set_penalty: Annotated[
        Literal["bid", "missing", "none"],
        option(
            "Contract set",
            "bid: the value of every trick bid is lost (S3); missing: of every trick missing; "
            "none: nothing is lost (V22).",
            names=("Every trick bid", "Every trick missing", "Nothing"),
            also="set bust euchred failed bid down fallen Strafe",
        ),
    ] = "bid"
    bag_points: Annotated[
        int,
        option(
            "Points for a bag",
            "Scored for each trick above the contract (S2, S11).",
            between=(-20, 20),
            also="3B sandbag overtrick sand bags extra tricks direct penalty Überstich Sandsack "
            "bolsa bazas de más",
        ),
    ] = 1
    bag_limit: Annotated[
        int,
        option(
            "Bag limit",
            "So many bags bring the penalty; 0: no penalty (S6, S10).",
            between=(0, 20),
            also="sandbag overtrick sand bags bagging out ten bags Überstich Sandsack",
        ),
    ] = 10
    bag_penalty: Annotated[
        int,
        option(
            "Bag penalty",
            "Lost each time the limit is reached (S6, S8).",
            between=(0, 500),
            also="sandbag overtrick sand bags bagging out Überstich Sandsack",
        ),
    ] = 100
    bag_penalty_to: Annotated[
        Literal["side", "others"],
        option(
            "Who pays for bags",
            "side: it is taken from the side; others: it is given to the others (V23).",
            names=("The side loses", "The others gain"),
            also="sandbag overtrick sand bags Überstich Sandsack",
        ),
    ] = "side"
    nil_value: Annotated[
        int,
        option(
            "Value of nil",
            "Won or lost by a nil (E2, E3).",
            between=(0, 500),
            also="nil bonus points zero Punkte Null",
        ),
    ] = 100
    blind_nil_value: Annotated[
        int,
        option(
            "Value of blind nil",
            "Won or lost by a blind nil (E6).",
            between=(0, 1000),
            also="double nil blind zero bonus points Doppelnull Punkte doble nil doble cero puntos",
        ),
    ] = 200
    failed_nil_tricks: Annotated[
        Literal["bags", "help_partner", "ignored"],
        option(
            "Tricks of a failed nil",
            "bags: they are bags of the side; help_partner: they count towards the contract "
            "of the partner; ignored: they count for nothing (E4).",
            names=("Bags", "Help the partner", "Ignored"),
            also="busted broken set nil sandbag overtrick Überstich geplatzt",
        ),
    ] = "ignored"
    team_nil_value: Annotated[
        int, option("Team nil made", "Won by a team nil (E13, V15).", between=(0, 1000))
    ] = 100
    team_nil_penalty: Annotated[
        int, option("Team nil failed", "Lost by a team nil (E13, V15).", between=(0, 1000))
    ] = 100
    ten_value: Annotated[
        int,
        option(
            "Contract of ten",
            "Won or lost by a contract of exactly ten instead of the usual; 0: usual (V8).",
            between=(0, 1000),
            also="ten for two hundred 10-for-200 zehn",
        ),
    ] = 0
    ten_bonus: Annotated[
        int,
        option(
            "Bonus for ten",
            "Added to a contract of ten if made (V8).",
            between=(0, 500),
            also="ten for two hundred 10-for-200 zehn",
        ),
    ] = 0
    boston_value: Annotated[
        int,
        option(
            "Boston",
            "Won or lost by a contract of all tricks instead of the usual; 0: usual (V9).",
            between=(0, 1000),
            also="moon slam grand slam all thirteen Schlemm Durchmarsch",
        ),
    ] = 0
    boston_wins: Annotated[
        bool,
        option(
            "Boston wins",
            "A contract of all tricks that is made wins the game (V9).",
            also="moon slam grand slam all thirteen Schlemm Durchmarsch",
        ),
    ] = False
    little_mo_value: Annotated[
        int,
        option(
            "Value of Little Mo", "For the first six tricks, won or lost (E14).", between=(0, 500)
        ),
    ] = 60
    big_mo_value: Annotated[
        int,
        option(
            "Value of Big Mo", "For the first nine tricks, won or lost (E14).", between=(0, 500)
        ),
    ] = 90
    last_spade_bonus: Annotated[
        int,
        option(
            "Last trick with a high spade",
            "For a contract made exactly with the last trick, won by a nine or higher (V25).",
            between=(0, 100),
            also="last trick bonus letzter Stich",
        ),
    ] = 0

    @property
    def failed_nils_help(self) -> bool:
        """Whether tricks of a failed nil count towards the contract of the partner (E4)."""
        return self.failed_nil_tricks == "help_partner"

    @property
    def failed_nils_are_bags(self) -> bool:
        """Whether tricks of a failed nil are bags of its side (E4)."""
        return self.failed_nil_tricks == "bags"

    @property
    def minds_the_last_trick(self) -> bool:
        """Whether it matters which card wins the last trick (V25)."""
        return self.last_spade_bonus > 0

    @property
    def bag_price(self) -> float:
        """The part of the penalty that a bag runs up."""
        return self.bag_penalty / self.bag_limit if self.bag_limit else 0.0


def most_points(  # noqa: PLR0913 - all that points depend on
    scoring: ScoringRules,
    blind: BlindRules,
    layout: Layout,
    *,
    nils: bool,
    blind_nils: bool,
    team_nils: bool,
    openings: bool,
    double: bool,
) -> int:
    """No side wins or loses more in a round, in which these things may be bid or count double."""
    players, value = layout.largest_side, scoring.trick_value
    special = max(scoring.ten_value + scoring.ten_bonus, scoring.boston_value)
    times = 1 if blind.bids == "none" else max(blind.made_multiple, blind.failed_multiple)
    nil = scoring.nil_value if nils else 0
    if blind_nils:
        nil = max(nil, scoring.blind_nil_value)
    all_nil = nil * players
    if team_nils:
        all_nil = max(all_nil, scoring.team_nil_value, scoring.team_nil_penalty)
    bids = max(
        times * max(value * layout.tricks * (players - count), special) + nil * count
        for count in range(players)
    )
    extra = scoring.last_spade_bonus
    if openings:
        extra += scoring.little_mo_value + scoring.big_mo_value
    bags = layout.tricks * abs(scoring.bag_points)
    return (1 + double) * (max(bids, all_nil) + extra + bags) + _most_penalties(scoring, layout)


def _most_penalties(scoring: ScoringRules, layout: Layout) -> int:
    """Return the most points that a side loses, or gets from others, for the bags of a round."""
    if not scoring.bag_limit:
        return 0
    penalties = (layout.tricks + scoring.bag_limit - 1) // scoring.bag_limit
    from_sides = 1 if scoring.bag_penalty_to == "side" else len(layout.sides) - 1
    return scoring.bag_penalty * penalties * from_sides


def sheet(scoring: ScoringRules, layout: Layout) -> Iterator[Message]:
    sentence = {
        "bid": T(
            "A contract that is made scores {value} points for each trick bid; one that is "
            "missed loses as many."
        ),
        "missing": T(
            "A contract that is made scores {value} points for each trick bid; one that is "
            "missed loses {value} for each trick missing."
        ),
        "none": T(
            "A contract that is made scores {value} points for each trick bid; one that is "
            "missed loses nothing."
        ),
    }[scoring.set_penalty]
    yield Message(sentence, value=scoring.trick_value)
    yield from _special_contracts(scoring, layout)
    yield _bag_points(scoring.bag_points)
    yield from _bag_penalty(scoring)
    if scoring.last_spade_bonus:
        yield Message(
            "A contract made exactly, whose last trick is the last of the round and won by a "
            "spade of nine or higher, scores {bonus} points more.",
            bonus=scoring.last_spade_bonus,
        )


def _special_contracts(scoring: ScoringRules, layout: Layout) -> Iterator[Message]:
    if scoring.ten_value:
        yield Message(
            "A contract of exactly ten wins or loses {value} points instead.",
            value=scoring.ten_value,
        )
    if scoring.ten_bonus:
        yield Message(
            "A contract of exactly ten scores {bonus} points more when it is made.",
            bonus=scoring.ten_bonus,
        )
    if scoring.boston_value:
        yield Message(
            "A contract of all {size} tricks wins or loses {value} points instead.",
            size=layout.tricks,
            value=scoring.boston_value,
        )
    if scoring.boston_wins:
        yield Message(
            "A side that bids all {size} tricks and makes them wins the game at once.",
            size=layout.tricks,
        )


def _bag_points(points: int) -> Message:
    if points == 0:
        return Message("Each trick above the contract is a bag and scores nothing.")
    if points < 0:
        return Message.counted(
            "Each trick above the contract is a bag and costs one point.",
            "Each trick above the contract is a bag and costs {n} points.",
            -points,
        )
    return Message.counted(
        "Each trick above the contract is a bag and scores one point.",
        "Each trick above the contract is a bag and scores {n} points.",
        points,
    )


def _bag_penalty(scoring: ScoringRules) -> Iterator[Message]:
    if not scoring.bag_limit:
        yield Message("There is no penalty for bags.")
    elif scoring.bag_penalty_to == "side":
        yield Message.counted(
            "Each bag costs {penalty} points.",
            "Whenever a side has {n} bags, it loses {penalty} points; further bags are kept.",
            scoring.bag_limit,
            penalty=scoring.bag_penalty,
        )
    else:
        yield Message.counted(
            "Each bag gives every other side {penalty} points.",
            "Whenever a side has {n} bags, every other side gets {penalty} points; further bags "
            "are kept.",
            scoring.bag_limit,
            penalty=scoring.bag_penalty,
        )


def failed_nil_tricks(scoring: ScoringRules, layout: Layout) -> Message:
    kind = scoring.failed_nil_tricks
    if kind == "ignored":
        return Message("Tricks of a failed nil count for nothing.")
    if not layout.has_partners:
        return Message("Tricks of a failed nil are bags.")
    if kind == "bags":
        return Message("Tricks of a failed nil do not help the partner; they are bags of the side.")
    return Message("Tricks of a failed nil count towards the contract of the partner.")

"""Rules on scoring a round."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from ..text import Message, T
from .blind import BlindRules
from .option import Group, option
from .table import Layout

TEN = 10
SetValue = Literal["value", "usual"] | int
"""The loss for a special contract: its value, the usual loss, or a number of points."""


class ScoringRules(Group, frozen=True):
    """Rules on scoring a round."""

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
            "bid: every trick bid (S3); missing: every trick missing; none: nothing (V22).",
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
            "This many bags cost the penalty; 0: no penalty (S6, S10).",
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
            "side: the side loses the points; others: the other sides gain them (V23).",
            names=("The side loses", "The others gain"),
            also="sandbag overtrick sand bags Überstich Sandsack",
        ),
    ] = "side"
    bag_reset: Annotated[
        bool,
        option(
            "Bags reset",
            "After a penalty the side's bags are reset to zero; otherwise those above the limit "
            "remain (S21).",
            also="sandbag reset to zero surplus carry over sand bags Überstich Übertrag Rest",
        ),
    ] = False
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
            "bags: they are bags of the side; help_partner: they count toward the "
            "partner's contract; ignored: they do not count (E4).",
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
            "Points for a contract of ten; 0: usual (V8).",
            between=(0, 1000),
            also="ten for two hundred 10-for-200 zehn",
        ),
    ] = 0
    ten_penalty: Annotated[
        Literal["value", "usual"] | Annotated[int, Meta(ge=0, le=1000)],
        option(
            "Contract of ten set",
            "The loss when it is set; value: the points it wins; usual: the loss of any "
            "contract; or a number of points (V8).",
            names=("As much as it wins", "Usual"),
            also="ten for two hundred 10-for-200 set zehn verloren",
        ),
    ] = "value"
    ten_bonus: Annotated[
        int,
        option(
            "Bonus for ten",
            "Added to a contract of ten if made (V8).",
            between=(0, 500),
            also="ten for two hundred 10-for-200 zehn",
        ),
    ] = 0
    ten_or_more: Annotated[
        bool,
        option(
            "Ten or more",
            "The rules for a contract of ten also apply to higher contracts (V8).",
            also="ten for two hundred 10-for-200 eleven twelve or more above zehn oder mehr",
        ),
    ] = False
    exact_values: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=500)], ...],
        option(
            "Exact small contracts",
            "Points for a contract of one, two and so on: won if it is made exactly, "
            "lost if it is set; 0: usual (S22).",
            most=9,
            also="exact bid bonus table small contracts low bids genau kleine Ansage exacto",
        ),
    ] = ()
    boston_value: Annotated[
        int,
        option(
            "Boston",
            "Points for a contract of all tricks; 0: usual (V9).",
            between=(0, 1000),
            also="moon slam grand slam all thirteen Schlemm Durchmarsch",
        ),
    ] = 0
    boston_penalty: Annotated[
        Literal["value", "usual"] | Annotated[int, Meta(ge=0, le=1000)],
        option(
            "Boston set",
            "The loss when it is set; value: the points it wins; usual: the loss of any "
            "contract; or a number of points (V9).",
            names=("As much as it wins", "Usual"),
            also="moon slam grand slam all thirteen set Schlemm Durchmarsch verloren",
        ),
    ] = "value"
    boston_wins: Annotated[
        bool,
        option(
            "Boston wins",
            "Making a contract of all tricks wins the game (V9).",
            also="moon slam grand slam all thirteen Schlemm Durchmarsch",
        ),
    ] = False
    all_tricks_value: Annotated[
        int,
        option(
            "All tricks taken",
            "Points for taking all tricks, instead of contract and bags, whatever the "
            "bid; 0: usual (S23).",
            between=(0, 1000),
            also="moon boston slam thirteen books run shoot Durchmarsch alle dreizehn Stiche",
        ),
    ] = 0
    all_tricks_bonus: Annotated[
        int,
        option(
            "Bonus for all tricks",
            "Extra points for taking all tricks, whatever the bid (S23).",
            between=(0, 1000),
            also="moon boston slam thirteen books run shoot Durchmarsch alle dreizehn Stiche",
        ),
    ] = 0
    all_tricks_win: Annotated[
        bool,
        option(
            "All tricks win",
            "Taking all tricks wins the game, whatever the bid (S23).",
            also="moon boston slam thirteen books automatic win Durchmarsch alle dreizehn Stiche",
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
            "Points for a contract made exactly with the last trick, won by a spade of "
            "nine or higher (V25).",
            between=(0, 100),
            also="last trick bonus letzter Stich",
        ),
    ] = 0

    @property
    def failed_nils_help(self) -> bool:
        """True if tricks of a failed nil count towards the contract of the partner (E4)."""
        return self.failed_nil_tricks == "help_partner"

    @property
    def failed_nils_are_bags(self) -> bool:
        """True if tricks of a failed nil are bags of its side (E4)."""
        return self.failed_nil_tricks == "bags"

    @property
    def minds_the_last_trick(self) -> bool:
        """True if it matters which card wins the last trick (V25)."""
        return self.last_spade_bonus > 0

    @property
    def minds_all_tricks(self) -> bool:
        """True if it matters that a side takes all tricks, whatever it bid (S23)."""
        return bool(self.all_tricks_value or self.all_tricks_bonus or self.all_tricks_win)

    @property
    def may_win_at_once(self) -> bool:
        """True if bidding or taking all tricks can win the game (V9, S23)."""
        return self.boston_wins or self.all_tricks_win

    def is_ten(self, contract: int) -> bool:
        """Return True if the rules for contracts of ten apply to this one (V8)."""
        return contract == TEN or (self.ten_or_more and contract > TEN)

    def exact_value(self, contract: int) -> int:
        """Return what a small contract made exactly is worth, or 0 for the usual value (S22)."""
        return self.exact_values[contract - 1] if 0 < contract <= len(self.exact_values) else 0

    @property
    def bag_price(self) -> float:
        """The share of the penalty that each bag incurs."""
        return self.bag_penalty / self.bag_limit if self.bag_limit else 0.0

    @property
    def bag_cost(self) -> float:
        """The price of each bag less the points that it scores."""
        return self.bag_price - self.bag_points


def most_points(  # noqa: PLR0913 - everything that points depend on
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
    """Return the most a side can win or lose in a round if these may be bid or count double."""
    players, value = layout.largest_side, scoring.trick_value
    special = max(
        scoring.ten_value,
        scoring.boston_value,
        *(lost for lost in (scoring.ten_penalty, scoring.boston_penalty) if isinstance(lost, int)),
        *scoring.exact_values,
        scoring.all_tricks_value,
    )
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
    extra = scoring.last_spade_bonus + scoring.ten_bonus + scoring.all_tricks_bonus
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
    """Yield the sentences about the points of contracts and bags."""
    sentence = {
        "bid": T(
            "A contract that is made scores {value} points for each trick bid; one that "
            "is set loses as many."
        ),
        "missing": T(
            "A contract that is made scores {value} points for each trick bid; one that "
            "is set loses {value} for each missing trick."
        ),
        "none": T(
            "A contract that is made scores {value} points for each trick bid; one that "
            "is set loses nothing."
        ),
    }[scoring.set_penalty]
    yield Message(sentence, value=scoring.trick_value)
    yield from _special_contracts(scoring, layout)
    yield _bag_points(scoring.bag_points)
    yield from _bag_penalty(scoring)
    if scoring.last_spade_bonus:
        yield Message(
            "A contract scores {bonus} points more if it is made exactly with the last "
            "trick of the round, won by a spade of nine or higher.",
            bonus=scoring.last_spade_bonus,
        )


def _special_contracts(scoring: ScoringRules, layout: Layout) -> Iterator[Message]:
    yield from _ten(scoring)
    for contract, value in enumerate(scoring.exact_values, start=1):
        if value:
            yield Message(
                "A contract of {contract} wins {value} points if it is made exactly, and "
                "loses {value} if it is set.",
                contract=contract,
                value=value,
            )
    yield from _won_and_lost(
        Message("A contract of all {size} tricks", size=layout.tricks),
        scoring.boston_value,
        scoring.boston_penalty,
    )
    if scoring.boston_wins:
        yield Message(
            "A side that bids all {size} tricks and makes them wins the game at once.",
            size=layout.tricks,
        )
    yield from _all_tricks(scoring, layout)


def _ten(scoring: ScoringRules) -> Iterator[Message]:
    """Yield the sentences about a contract of ten (V8)."""
    more = scoring.ten_or_more
    contract = Message(T("A contract of ten or more") if more else T("A contract of exactly ten"))
    yield from _won_and_lost(contract, scoring.ten_value, scoring.ten_penalty)
    if scoring.ten_bonus:
        yield Message(
            "{contract} scores {bonus} points more if it is made.",
            contract=contract,
            bonus=scoring.ten_bonus,
        )


def _won_and_lost(contract: Message, value: int, lost: SetValue) -> Iterator[Message]:
    """Yield what a special contract wins and loses."""
    if value and lost == "value":
        yield Message(
            "{contract} wins or loses {value} points instead.", contract=contract, value=value
        )
        return
    if value:
        yield Message("{contract} wins {value} points instead.", contract=contract, value=value)
    if isinstance(lost, int):
        yield Message(
            "{contract} loses {value} points if it is set.", contract=contract, value=lost
        )
    elif lost == "usual" and value:
        yield Message("{contract} loses as much as any other if it is set.", contract=contract)


def _all_tricks(scoring: ScoringRules, layout: Layout) -> Iterator[Message]:
    """Yield what a side that takes all tricks gets (S23)."""
    if scoring.all_tricks_value:
        yield Message(
            "A side that takes all {size} tricks scores {value} points instead of its contract "
            "and bags, whatever it bid.",
            size=layout.tricks,
            value=scoring.all_tricks_value,
        )
    if scoring.all_tricks_bonus:
        yield Message(
            "A side that takes all {size} tricks scores {value} points more, whatever it bid.",
            size=layout.tricks,
            value=scoring.all_tricks_bonus,
        )
    if scoring.all_tricks_win:
        yield Message(
            "A side that takes all {size} tricks wins the game at once, whatever it bid.",
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
    limit, penalty = scoring.bag_limit, scoring.bag_penalty
    if not limit:
        yield Message("Bags have no penalty.")
    elif scoring.bag_reset:
        sentence = (
            T(
                "A side with {limit} bags or more loses {penalty} points; "
                "then its bags are reset to zero."
            )
            if scoring.bag_penalty_to == "side"
            else T(
                "When a side has {limit} bags or more, every other side gets {penalty} points; "
                "then that side's bags are reset to zero."
            )
        )
        yield Message(sentence, limit=limit, penalty=penalty)
    elif scoring.bag_penalty_to == "side":
        yield Message.counted(
            "Each bag costs {penalty} points.",
            "Whenever a side has {n} bags, it loses {penalty} points; further bags are kept.",
            limit,
            penalty=penalty,
        )
    else:
        yield Message.counted(
            "Each bag gives every other side {penalty} points.",
            "Whenever a side has {n} bags, every other side gets {penalty} points; further bags "
            "are kept.",
            limit,
            penalty=penalty,
        )


def failed_nil_tricks(scoring: ScoringRules, layout: Layout) -> Message:
    """Return the sentence about the tricks of a failed nil (E4)."""
    kind = scoring.failed_nil_tricks
    if kind == "ignored":
        return Message("Tricks of a failed nil do not count.")
    if not layout.has_partners:
        return Message("Tricks of a failed nil are bags.")
    if kind == "bags":
        return Message("Tricks of a failed nil do not help the partner; they are bags of the side.")
    return Message("Tricks of a failed nil count toward the partner's contract.")

"""The score sheet for a game at a real table: it takes bids and tricks, and returns scores."""

from typing import Annotated

from msgspec import Meta, Struct

from .. import game
from ..locale import Lang
from .errors import RefusedError
from .requests import Name
from .rule_choice import RuleChoice, chosen_rules


class ScoredRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round played with real cards: bids, tricks, and judgements by seat.

    The `winners` of the tricks, in order, and the `last_card` matter only if the rules reward them.
    `redeals` are the proven revokes that led to a redeal. `adjustments` are points that the
    scorekeeper gives or takes away for a reason.
    """

    bids: Annotated[tuple[game.Bid, ...], Meta(max_length=6)]
    tricks: Annotated[tuple[Annotated[int, Meta(ge=0, le=100)], ...], Meta(max_length=6)]
    judgements: Annotated[tuple[game.Judgement, ...], Meta(max_length=100)] = ()
    winners: Annotated[tuple[game.Seat, ...], Meta(max_length=100)] = ()
    last_card: game.Card | None = None
    redeals: Annotated[tuple[game.Judgement, ...], Meta(max_length=100)] = ()
    adjustments: Annotated[tuple[game.Adjustment, ...], Meta(max_length=20)] = ()


class ScoreRounds(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rounds of a game played with real cards, to be scored from the first round on."""

    rounds: Annotated[tuple[ScoredRound, ...], Meta(max_length=200)] = ()
    names: Annotated[tuple[Name, ...], Meta(max_length=6)] = ()
    time_up: bool = False
    lang: Lang = "en"


class ScoreSheet(Struct, frozen=True):
    """The score of all rounds by side; `standings` are the standings after the last round.

    `blind_nils` says how many players on each side may bid blind nil in the next round.
    """

    sides: tuple[game.Side, ...]
    side_names: tuple[str, ...]
    hand_size: int
    tricks: int
    rounds: tuple[tuple[game.SideScore, ...], ...]
    standings: tuple[game.Standing, ...]
    outcome: game.Outcome | None
    blind_nils: tuple[int, ...]


def score_sheet(asked: ScoreRounds) -> ScoreSheet:
    """Return the score of every round; raise SpadesError for a round that is not possible."""
    rules = chosen_rules(asked).rules
    if asked.names and len(asked.names) != rules.players:
        raise RefusedError(
            "score/names", "give one name for each of {players} seats", players=rules.players
        )
    starts = rules.end.start_scores or (0,) * len(rules.sides)
    standings = tuple(game.Standing(score) for score in starts)
    scored: list[tuple[game.SideScore, ...]] = []
    for number, played in enumerate(asked.rounds, start=1):
        _check(rules, number, played, standings)
        course = game.Course(
            played.winners, played.last_card, played.judgements, played.redeals, played.adjustments
        )
        itself = number == 1 and rules.bidding.first_round_bids_itself
        bids = (None,) * rules.players if itself else played.bids
        scored.append(game.score_round(rules, standings, bids, played.tricks, course))
        standings = tuple(side.standing for side in scored[-1])
    end = game.outcome(rules, len(scored), scored, time_up=asked.time_up) if scored else None
    return ScoreSheet(
        sides=rules.sides,
        side_names=rules.table.side_names,
        hand_size=rules.hand_size,
        tricks=rules.tricks,
        rounds=tuple(scored),
        standings=standings,
        outcome=end,
        blind_nils=tuple(
            game.blind_nils_of(rules, standings, side) for side in range(len(rules.sides))
        ),
    )


def _check(
    rules: game.Rules, number: int, played: ScoredRound, standings: tuple[game.Standing, ...]
) -> None:
    """Refuse a round that is impossible under these rules and with the scores before it."""
    if len(played.bids) != rules.players or len(played.tricks) != rules.players:
        raise RefusedError(
            "score/seats",
            "round {round}: give a bid and the tricks of each of {players} seats",
            round=number,
            players=rules.players,
        )
    for bid in played.bids:
        lowest = 0 if bid.nil or bid.blind or _zero(rules) else 1
        if not lowest <= bid.tricks <= (0 if bid.nil else rules.tricks):
            raise RefusedError(
                "score/bid",
                "round {round}: a bid must be nil or a number from {low} to {high}, not {bid}",
                round=number,
                low=0 if _zero(rules) else 1,
                high=rules.tricks,
                bid=bid.tricks,
            )
    if sum(played.tricks) != rules.tricks:
        raise RefusedError(
            "score/tricks",
            "round {round}: the tricks add up to {sum} instead of {tricks}",
            round=number,
            sum=sum(played.tricks),
            tricks=rules.tricks,
        )
    named = [*played.winners]
    for judged in (*played.judgements, *played.redeals):
        others = (judged.accused, judged.winner)
        named += [judged.seat, *(seat for seat in others if seat is not None)]
    if any(seat not in rules.seats for seat in named) or len(played.winners) > rules.tricks:
        raise RefusedError(
            "score/unknown-seat", "round {round}: this table has no such seat", round=number
        )
    _check_entries(rules, number, played)
    why = game.blind_conflict(rules, played.bids, standings)
    if why is not None:
        raise RefusedError("score/blind-bid", "round {round}: {why}", round=number, why=why)


def _check_entries(rules: game.Rules, number: int, played: ScoredRound) -> None:
    """Refuse judgments and adjustments that cannot be right."""
    for judged in played.judgements:
        if game.lacks_victim(rules, judged):
            raise RefusedError(
                "score/whose-trick",
                "round {round}: name the winner of trick {trick}, which was opened",
                round=number,
                trick=judged.trick,
            )
    for adjustment in played.adjustments:
        why = game.fault_of_adjustment(rules, adjustment)
        if why is not None:
            raise RefusedError("score/adjustment", "round {round}: {why}", round=number, why=why)


def _zero(rules: game.Rules) -> bool:
    """Return True if a bid of zero can be risk-free: by choice, or because no one bids at first."""
    return rules.bidding.zero or rules.bidding.first_round_bids_itself


def names_on(asked: ScoreRounds) -> dict[game.Seat, str]:
    """Return the names of the players by seat, to be used in sentences."""
    return {game.Seat(seat): name for seat, name in enumerate(asked.names)}

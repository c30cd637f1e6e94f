"""The engine's rounds and standings as records of the compiled engine."""

from collections.abc import Sequence

import numpy as np

from spadille.fast.code import Code, bid_number
from spadille.fast.encoding import NO_BID, NO_SUIT, ROUND, SCORE, Record
from spadille.game import Card, Play, Round, Standing


def round_record(code: Code, round: Round) -> Record:
    """Return a round, in play or before it, as a new `ROUND`.

    The code must match the round: with trump or without.
    """
    all_of_it = np.zeros(1, ROUND)
    made = all_of_it[0]  # by keys, which are much faster than attributes of a record
    ranking = round.ranking
    for seat, hand in enumerate(round.hands):
        made["hands"][seat] = code.words(hand)
    made["bids"][:] = NO_BID
    made["bids"][: len(round.bids)] = [bid_number(bid) for bid in round.bids]
    made["won"][: len(round.won)] = round.won
    for index, trick in enumerate(round.tricks):
        made["winners"][index] = trick.winner
    made["done"] = len(round.tricks)
    made["number"] = round.number
    made["previous"][:] = NO_BID
    for seat, tricks in enumerate(round.previous):
        made["previous"][seat] = NO_BID if tricks is None else tricks
    made["looked"] = sum(1 << seat for seat, seen in enumerate(round.looked) if seen)
    made["dealer"] = round.dealer
    made["leader"] = round.leader
    made["broken"] = round.broken
    made["assassins"] = sum(1 << seat for seat in round.assassins)
    low = round.low or (False,) * len(round.trick)
    marked = list(zip(round.trick, low, strict=True))
    made["trick"][: len(marked)] = [code.play(Play(*one)) for one in marked]
    made["count"] = len(marked)
    led = ranking.led_suit(round.trick)
    made["led"] = NO_SUIT if led is None else led
    at = ranking.winning_index(round.trick, low) if marked else 0
    made["best"] = (round.leader + at) % round.rules.players
    made["height"] = -1 if led is None else _height(code, marked[at])
    made["last"] = -1
    if round.tricks:
        last = round.tricks[-1]
        assert last.winner is not None
        at = (last.winner - last.leader) % round.rules.players
        made["last"] = code.play(Play(last.cards[at], low=bool(last.low) and last.low[at]))
    return all_of_it.view(np.recarray)[0]


def score_record(before: Sequence[Standing]) -> Record:
    """Return the standings of the sides as a new `SCORE`."""
    made = _new(SCORE)
    for side, standing in enumerate(before):
        made.total[side] = standing.score
        made.bags[side] = standing.bags
        made.sets[side] = standing.sets
        made.sets_in_a_row[side] = standing.sets_in_a_row
    return made


def _height(code: Code, play: tuple[Card, bool]) -> int:
    kind = code.numbers[play[0]]
    return 2 * int(code.record.lowest[code.record.suit_of[kind]]) if play[1] else 2 * kind + 1


def _new(kind: "np.dtype[np.void]") -> Record:
    return np.zeros(1, kind).view(np.recarray)[0]

"""Self-play as columns: every decision with its seat's knowledge, its candidates, and all hands.

`docs/dataset.md` describes the columns.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots import Bot, Candidate, Seated, decisions, load
from ..game import Game, Hand, PlayerAction, Rules, Seat, SeatView
from ..notation import format_action, format_record

Dataset = dict[str, NDArray[Any]]
"""Columns by name."""

COLUMNS = {
    "record": np.str_,
    "game": np.int32,
    "event": np.int32,
    "round": np.int16,
    "phase": np.str_,
    "seat": np.int8,
    "dealer": np.int8,
    "hands": np.uint64,
    "bids": np.int8,
    "nils": np.bool_,
    "won": np.int8,
    "leader": np.int8,
    "trick": np.int8,
    "broken": np.bool_,
    "scores": np.int32,
    "bags": np.int16,
    "action": np.str_,
    "candidate_of": np.int32,
    "candidate": np.str_,
    "value": np.float32,
    "error": np.float32,
    "round_of": np.int32,
    "round_number": np.int16,
    "round_won": np.int8,
    "round_points": np.int32,
}
"""The columns of a data set and their contents."""

NOTHING = -1
"""No bid, no card, no leader."""

_COUNTERS = {"game": "record", "round_of": "record", "candidate_of": "game"}
"""Columns with indices into others, and the columns they refer to."""

_Rows = defaultdict[str, list[Any]]


def decided_in(rules: Rules, bots: Sequence[str], seed: str, games: range) -> Dataset:
    """Return the decisions from whole games between bots; `games` holds the games' numbers.

    Game i is dealt from the seed `seed/i`, from which its bots' seeds are made as well. `bots`
    holds names that `load` accepts, one for each seat.

    Raises:
        SpadesError: for a bot that does not exist.
        BotError: at the first illegal decision, or when a bot raises an error.
    """
    rows: _Rows = defaultdict(list)
    for place, number in enumerate(games):
        _add_game(rows, place, Game.new(rules, seed=f"{seed}/{number}"), bots, f"{seed}/{number}")
    return {name: np.array(rows[name], dtype=kind) for name, kind in COLUMNS.items()}


def joined(parts: Iterable[Mapping[str, NDArray[Any]]]) -> Dataset:
    """Return data sets joined into one, in their order."""
    found = list(parts)
    whole: Dataset = {}
    for name, kind in COLUMNS.items():
        columns = [part[name] for part in found]
        if target := _COUNTERS.get(name):
            counts = [0, *(len(part[target]) for part in found)]
            firsts: NDArray[Any] = np.cumsum(counts, dtype=kind)
            columns = [column + first for column, first in zip(columns, firsts, strict=False)]
        filled = [column for column in columns if len(column)]  # empty ones have no rows to join
        whole[name] = np.concatenate(filled or columns[:1])
    return whole


class _Weighing:
    """A bot that keeps what it weighed for its last decision."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.weighed: tuple[Candidate, ...] = ()

    def act(self, view: SeatView) -> PlayerAction:
        decision = self._bot.decide(view)
        self.weighed = decision.candidates
        return decision.action


def _add_game(rows: _Rows, place: int, game: Game, bots: Sequence[str], seed: str) -> None:
    players = [_Weighing(load(bot, f"{seed}/{seat}")) for seat, bot in enumerate(bots)]
    for before, seat, action, after in decisions(game, tuple(map(Seated, bots, players))):
        _add_decision(rows, place, before, seat, action, players[seat].weighed)
        game = after
    rows["record"].append(format_record(game.record()))
    for result in game.results:
        rows["round_of"].append(place)
        rows["round_number"].append(result.number)
        rows["round_won"].append(result.won)
        rows["round_points"].append([side.points for side in result.sides])


def _add_decision(  # noqa: PLR0913, PLR0917 - place, seat, candidates and action
    rows: _Rows,
    place: int,
    game: Game,
    seat: Seat,
    action: PlayerAction,
    weighed: Sequence[Candidate],
) -> None:
    assert game.round is not None
    view = game.view(seat)
    for candidate in weighed:
        rows["candidate_of"].append(len(rows["game"]))
        rows["candidate"].append(format_action(candidate.action))
        rows["value"].append(candidate.value)
        rows["error"].append(candidate.error)
    rows["game"].append(place)
    rows["event"].append(len(game.events))
    rows["round"].append(view.round_number)
    rows["phase"].append(view.phase)
    rows["seat"].append(seat)
    rows["dealer"].append(NOTHING if view.dealer is None else view.dealer)
    rows["hands"].append([_words(hand) for hand in game.round.hands])
    rows["action"].append(format_action(action))
    _add_table(rows, view)


def _add_table(rows: _Rows, view: SeatView) -> None:
    """Add what the whole table sees."""
    rows["bids"].append([NOTHING if bid is None else bid.tricks for bid in view.bids])
    rows["nils"].append([bid is not None and bid.nil for bid in view.bids])
    rows["won"].append(view.won)
    trick = view.trick.cards if view.trick else ()
    rows["leader"].append(view.trick.leader if view.trick else NOTHING)
    rows["trick"].append(
        [card.id for card in trick] + [NOTHING] * (view.rules.players - len(trick))
    )
    rows["broken"].append(view.broken)
    rows["scores"].append([standing.score for standing in view.standings])
    rows["bags"].append([standing.bags for standing in view.standings])


def _words(hand: Hand) -> tuple[int, int]:
    """Return the cards held, as bits by their ids, and then those held twice."""
    once = twice = 0
    for card in hand:
        bit = 1 << card.id
        twice |= once & bit
        once |= bit
    return once, twice

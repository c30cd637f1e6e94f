"""Decisions of recorded games as a learner needs them: observations, masks, numbers, returns."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..notation import action_numbers as numbers
from ..notation import parse_record
from .action_space import number_of
from .episode import Episode, reward_of_round
from .observation import observe
from .observation_layout import SIZE

NO_NUMBER = -1
"""For decisions with no number, such as claims and choices of several cards."""


def with_observations(data: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return a data set of `spadille.study.decided_in` with these columns added, by decision.

    - `observation`, of shape (decisions, `SIZE`), the seat's observation before its decision;
    - `action_mask`, of shape (decisions, `ACTIONS`), a one for each legal action;
    - `number`, the number of the action, or `NO_NUMBER`;
    - `reward`, the points of the seat's side in this round less those of the others, as the
      environments pay them at its end;
    - `return_to_go`, the sum of these over this round and all later ones of the game.
    """
    count = len(data["game"])
    seen = np.zeros((count, SIZE), np.int8)
    masks = np.zeros((count, numbers.ACTIONS), np.int8)
    taken = np.full(count, NO_NUMBER, np.int16)
    rewards, returns = np.zeros(count, np.float32), np.zeros(count, np.float32)
    for place, text in enumerate(data["record"]):
        record = parse_record(str(text))
        game = Game.new(record.rules)
        own = np.flatnonzero(data["game"] == place).tolist()
        row_of = {int(data["event"][row]): row for row in own}
        for at, event in enumerate(record.events):
            if event.seat is not None and (row := row_of.get(at)) is not None:
                episode = Episode(game, "game")
                seen[row] = observe(episode, event.seat)
                masks[row, list(episode.legal_actions())] = 1
                bid = game.round.bids[event.seat] if game.round else None
                number = number_of(event.action, bid)
                taken[row] = NO_NUMBER if number is None else number
            game = game.apply(event.action, event.seat)
        paid = {result.number: reward_of_round(game.rules, result) for result in game.results}
        for row in own:
            seat, round = int(data["seat"][row]), int(data["round"][row])
            rewards[row] = paid[round][seat]
            returns[row] = sum(by_seat[seat] for number, by_seat in paid.items() if number >= round)
    return {
        **data,
        "observation": seen,
        "action_mask": masks,
        "number": taken,
        "reward": rewards,
        "return_to_go": returns,
    }

"""Check a review's best cards against the truth in endings with known hands.

python benchmarks/review_endings.py [--endings 1000] [--seed S]

Rounds are bid and played at random. In each round, one card with at most six tricks left is
reviewed. The reviewer knows all hands. The report compares the review with the exact solver's value
of every card.

The run ends with an error if a card that the review calls best is not among the exact best.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import numpy as np

from spadille.bots import Expert, load
from spadille.bots.expert import search
from spadille.bots.expert.position import Position
from spadille.bots.expert.sampling import Deals
from spadille.bots.heuristics.position import SUITS
from spadille.game import Event, Game, Play, Record, Rules
from spadille.study import review

MOST_TRICKS = 6
DEALS = 2
"""Enough deals for two independent observations."""
SMALLEST = 0.01
"""Values are shown to a hundredth."""


class Ending(NamedTuple):
    """A position with a choice, and the card that is played in it."""

    game: Game
    event: Event

    @property
    def tricks(self) -> int:
        """The remaining tricks, including the one in progress."""
        return len(self.game.view_to_act.hand or ())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--endings", type=int, default=1000)
    parser.add_argument("--seed", default="endings")
    asked = parser.parse_args()
    seen: Counter[int] = Counter()
    wrong: Counter[int] = Counter()
    number = 0
    while seen.total() < asked.endings:
        number += 1
        random = Random(f"{asked.seed}/{number}")
        ending = random_ending(random)
        if ending is None:
            continue
        seen[ending.tricks] += 1
        if not is_best(ending):
            wrong[ending.tricks] += 1
            print(f"{asked.seed}/{number}: {ending.game.view_to_act}", file=sys.stderr)
    print("| tricks left | endings | best is not the exact best |")
    print("|---|---|---|")
    for tricks in sorted(seen):
        print(f"| {tricks} | {seen[tricks]:,} | {wrong[tricks]} |")
    sys.exit(bool(wrong))


def random_ending(random: Random) -> Ending | None:
    """Return a position with a choice in a round played at random, if it has one."""
    rules = Rules.preset("standard").with_options({
        "nil.blind": False,
        "end.target": random.choice([100, 500]),
    })  # fmt: skip
    game = Game.new(rules, seed=random.getrandbits(32))
    player = load("random", seed=random.getrandbits(32))
    found = []
    while not game.results:
        view = game.view_to_act
        action = player.act(view)
        if (
            isinstance(action, Play)
            and len(view.options.actions) > 1
            and len(view.hand or ()) <= MOST_TRICKS
        ):
            found.append(Ending(game, Event(view.seat, action)))
        game = game.apply(action)
    return random.choice(found) if found else None


def is_best(ending: Ending) -> bool:
    """Return True if the review's best card is among the exact best."""
    game, event = ending
    record = Record(game.rules, game.players, (*game.events, event))
    with known_hands(game):
        judged = next(review(record, first=len(game.events)))
    assert game.round is not None
    exact = Expert().seen(game.view_to_act, game.round.hands)
    assert isinstance(judged.best, Play)
    return exact[judged.best.card] >= max(exact.values()) - SMALLEST


@contextmanager
def known_hands(game: Game) -> Iterator[None]:
    """Make every reviewer know the actual hands of the game."""

    def known(position: Position, *_: object) -> Deals:
        hands = np.zeros((DEALS, position.rules.players, SUITS), np.int64)
        assert game.round is not None
        for seat, hand in enumerate(game.round.hands):
            hands[:, seat] = position.order.mask(list(hand))
        return Deals(hands, np.arange(DEALS))

    module: Any = search
    guessed = module.sample_deals
    module.sample_deals = known
    try:
        yield
    finally:
        module.sample_deals = guessed


if __name__ == "__main__":
    main()

"""Show how far the card-value network is off, compared with many rollouts.

python research/try_card_values.py [--decisions 300]

Of rounds of `intermediate`, it takes some decisions, and compares what the network expects of each
card with 5,000 rollouts. `bots/expert/search.py` uses the result.
"""

import argparse
from collections.abc import Iterator
from itertools import count, islice
from random import Random

import numpy as np
from numpy.typing import NDArray

from spadille.bots import decisions, seated
from spadille.bots.expert.compare import standard_errors
from spadille.bots.expert.position import Position, Settings
from spadille.bots.expert.rollout import card_codes, play_out
from spadille.bots.expert.sampling import sample_deals
from spadille.bots.heuristics.advising import card_values
from spadille.game import Card, Game, Play, Rules, SeatView

Floats = NDArray[np.float64]

ROLLOUTS = 5000
ASKED = 0.12
"""The share of decisions that are taken."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", type=int, default=300)
    asked = parser.parse_args()
    found = list(islice(tried(), asked.decisions))
    for title, nil in (("without a nil", False), ("with a nil", True)):
        rows = np.concatenate([rows for with_nil, rows in found if with_nil is nil])
        expected, gained, error = rows.T
        off = (gained - expected) ** 2 - error**2
        print(f"{title}: {len(rows)} cards, correlation {np.corrcoef(expected, gained)[0, 1]:.2f}")
        for least, most in ((0, 2), (2, 5), (5, 10), (10, 20), (20, 40), (40, 500)):
            some = (least <= -expected) & (-expected < most)
            if some.any():
                spread = np.sqrt(max(0.0, off[some].mean()))
                means = f"{expected[some].mean():.1f} expected, {gained[some].mean():.1f} gained"
                print(
                    f"  worse by {least} to {most}: {some.sum()} cards, {means}, off {spread:.1f}"
                )


def tried() -> Iterator[tuple[bool, Floats]]:
    """Yield whether there is a nil, and by card what was expected, gained, and its error.

    All are points compared with the card that the network prefers.
    """
    rules, chance = Rules().without_cut.with_options({"nil.blind": False}), Random("card values")
    for number in count():
        bots = seated(["intermediate"] * rules.players, f"{number}")
        for taken in decisions(Game.new(rules, seed=f"card values/{number}"), bots, 1):
            view = taken.before.view_to_act
            if isinstance(taken.action, Play) and chance.random() < ASKED:
                rows = compared(view, taken.action.card, chance)
                if rows is not None:
                    yield any(bid is not None and bid.nil for bid in view.bids), rows


def compared(view: SeatView, preferred: Card, chance: Random) -> Floats | None:
    """Return a row for each other card, or None if the network or the rollouts have no answer."""
    settings = Settings(rollouts=ROLLOUTS, solved_tricks=0, solved_deals=0)
    position = Position(view, settings, chance.getrandbits(40))
    cards = position.distinct_cards(preferred)
    values = card_values(view) if len(cards) > 1 and position.is_practiced else None
    if values is None:
        return None
    deals = sample_deals(position, position.root.setting, ROLLOUTS // len(cards))
    if deals is None:
        return None
    points = play_out(position, deals.hands, card_codes(position, cards))[..., 0]
    at = cards.index(preferred)
    gained = points - points[:, [at]]
    rows = [
        (values[card] - values[preferred], mean, error)
        for card, mean, error in zip(
            cards, gained.mean(axis=0), standard_errors(gained, deals.origin), strict=True
        )
        if card is not preferred
    ]
    return np.array(rows)


if __name__ == "__main__":
    main()

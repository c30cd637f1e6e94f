"""Compare a nil in addition to the partner's with the usual bid, on hands that might make it.

python benchmarks/double_nil.py [--cases 400] [--opponents expert:nodes=300] [--seed S]

The cases are first rounds under `standard` in which a partner has bid nil and `intermediate` gives
the seat's nil at least four chances in a hundred. Each round is played twice: with nil and with the
best other bid. Partners are `intermediate`.

For each predicted chance, the report shows how often the nil was made and how much it raises the
chance to win the game.
"""

import argparse
from collections.abc import Sequence
from itertools import count, islice, pairwise
from typing import NamedTuple

import numpy as np

from spadille.bots import Seated, load, played_on, seated
from spadille.bots.equity import Equity
from spadille.bots.intermediate.bid_worth import own_nil_chance
from spadille.bots.intermediate.nil_chance import nil_chance
from spadille.game import NIL, Bid, BySeat, Game, Rules, SeatView

STEPS = (0.04, 0.1, 0.2, 0.3, 1.0)

LEAST = 0.04
POSSIBLE = 0.12
"""A chance below this with a partner who may cover means less than `LEAST` with one who bid nil."""


class Case(NamedTuple):
    """The predicted chance, whether the nil was made, and its gain."""

    foreseen: float
    made: bool
    gain: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--opponents", default="intermediate")
    parser.add_argument("--seed", default="double-nil")
    asked = parser.parse_args()
    rules = Rules()
    found = (case_of(rules, f"{asked.seed}/{number}", asked.opponents) for number in count())
    cases = list(islice((case for case in found if case is not None), asked.cases))
    for low, high in pairwise(STEPS):
        print(line(f"{low:.2f} to {high:.2f}", [one for one in cases if low <= one[0] < high]))
    print(line("all", cases))


def line(title: str, cases: Sequence[Case]) -> str:
    if len(cases) < 2:
        return f"{title}: {len(cases)} cases"
    foreseen, made, gains = (np.array(column, float) for column in zip(*cases, strict=True))
    half = 1.96 * gains.std(ddof=1) / len(gains) ** 0.5
    return (
        f"{title}: {len(cases)} cases, foreseen {foreseen.mean():.2f}, made {made.mean():.2f}, "
        f"chance to win {100 * gains.mean():+.1f} ± {100 * half:.1f} in a hundred"
    )


def case_of(rules: Rules, seed: str, opponents: str) -> Case | None:
    """Return a deal with a possible nil in addition to a partner's, played with it and without."""
    game = Game.new(rules, seed=seed)
    if not any(is_possible(rules, game, first) for first in (0, 1)):
        return None
    players = seated(["intermediate"] * rules.players, seed)
    while (view := game.view_to_act).phase == "bidding":
        if view.hand is not None and beside_nil(view):
            return played_twice(game, view, players, opponents, seed)
        game = game.apply(players[view.seat].bot.act(view))
    return None


def is_possible(rules: Rules, game: Game, first: int) -> bool:
    """Return True if a quick check finds that both hands of a side might be bid nil."""
    assert game.round is not None
    return all(
        nil_chance(game.round.hands[seat], rules, alone=False) > POSSIBLE
        for seat in (first, first + 2)
    )


def beside_nil(view: SeatView) -> bool:
    mates = (view.bids[mate] for mate in view.rules.partners(view.seat))
    if not all(bid is not None and bid.nil and not bid.blind for bid in mates):
        return False
    return own_nil_chance(view) >= LEAST


def played_twice(
    game: Game, view: SeatView, players: BySeat[Seated], opponents: str, seed: str
) -> Case:
    candidates = load("intermediate").decide(view).candidates
    usual = next(
        one.action for one in candidates if isinstance(one.action, Bid) and not one.action.nil
    )
    own = view.rules.sides[view.rules.side_of(view.seat)]
    others = seated([opponents] * view.rules.players, seed)
    table = tuple((players if seat in own else others)[seat] for seat in view.rules.seats)
    worths, tricks = zip(*(played(game, view, bid, table) for bid in (NIL, usual)), strict=True)
    return Case(own_nil_chance(view), tricks[0] == 0, worths[0] - worths[1])


def played(game: Game, view: SeatView, bid: Bid, players: BySeat[Seated]) -> tuple[float, int]:
    """Return the chance to win the game after the round with a bid, and the bidder's tricks."""
    result = played_on(game.apply(bid), players, 1).results[0]
    return Equity(view, result.bids).after(result.won), result.won[view.seat]


if __name__ == "__main__":
    main()

"""Look for bids below the certain tricks of a hand: `python benchmarks/certain_bids.py`.

python benchmarks/certain_bids.py [--bot expert:nodes=60] [--hands 20000] [--rules standard]

Bots of this kind bid the first rounds of games, so hands come with all sorts of bids before them.
The report shows each bid below the certain tricks of its hand, with that hand. A nil is below them
if any trick is certain.
"""

import argparse
from collections.abc import Iterator

from spadille.bots import decisions, seated
from spadille.bots.certain import certain_tricks
from spadille.game import Bid, Game, Rules, SeatView, format_hand, preset


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bot", default="expert:nodes=60")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", default="certain")
    asked = parser.parse_args()
    rules = preset(asked.rules).rules
    seen = certain = below = 0
    for view, bid in bids_of(rules, asked.bot, asked.hands, asked.seed):
        least = certain_tricks(view)
        seen += 1
        certain += least > 0
        if is_below(view, bid, least):
            below += 1
            print(f"{bid} with {least} certain: {format_hand(view.hand or ())}, after {view.bids}")
    print(f"{asked.bot}, {asked.rules}: {seen} hands, {certain} with certain tricks, {below} below")


def bids_of(rules: Rules, bot: str, hands: int, seed: str) -> Iterator[tuple[SeatView, Bid]]:
    """Yield this many bids of hands that have been looked at."""
    deal = 0
    while hands:
        game = Game.new(rules, seed=f"{seed}/{deal}")
        bots = seated([bot] * rules.players, f"{seed}/{deal}")
        deal += 1
        for taken in decisions(game, bots):
            if taken.before.phase == "play" or not hands:
                break
            view = taken.before.view_to_act
            if isinstance(taken.action, Bid) and view.hand is not None:
                yield view, taken.action
                hands -= 1


def is_below(view: SeatView, bid: Bid, least: int) -> bool:
    """Return True if a bid that promises more was legal."""
    allowed = [other for other in view.options.actions if isinstance(other, Bid)]
    return bid.tricks < min(least, max(other.tricks for other in allowed))


if __name__ == "__main__":
    main()

"""Fit what `expert` believes about bids and drafts to what bots do.

python research/fit_bid_line.py [--deals 700] [--level intermediate] [--rules standard]

It prints the line by which a level bids (`bots/expert/bidding.py`), and how far its bids are from
that line. Under rules with a draft, it also prints how likely cards are to be kept
(`bots/expert/sampling.py`).
"""

import argparse
from collections import Counter

import numpy as np

from spadille.bots import decisions, seated
from spadille.bots.expert.bidding import bid_line, codes_of, rest_of
from spadille.bots.heuristics.kernels import setting_record
from spadille.bots.intermediate.hand_value import own_value
from spadille.bots.order import order_of
from spadille.game import Bid, Card, Game, Rules, SeatView


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=700)
    parser.add_argument("--level", default="intermediate")
    parser.add_argument("--rules", default="standard")
    asked = parser.parse_args()
    rules = Rules.preset(asked.rules)
    rows: list[tuple[float, float, float]] = []
    kept: Counter[Card] = Counter()
    unseen: Counter[Card] = Counter()
    for number in range(asked.deals):
        game = Game.new(rules, seed=f"bid-line/{number}")
        for taken in decisions(game, seated([asked.level] * rules.players, f"{number}")):
            game, bid = taken.after, taken.action
            if isinstance(bid, Bid) and not bid.blind and not bid.nil:
                rows.append(row_of(taken.before.view_to_act, bid))
            if game.phase == "play":
                break
        if rules.drafted:
            count_kept(game, kept, unseen)
    found = np.array(rows)
    bids, worth, promised = found.T
    columns = np.stack([worth, np.ones(len(rows)), -promised], axis=1)
    numbers, *_ = np.linalg.lstsq(columns, bids, rcond=None)
    off = (bids - columns @ numbers).std()
    slope, base, others = numbers
    print(
        f"{len(rows)} bids: slope {slope:.3f}, base {base:.2f}, others {others:.3f}, off {off:.3f}"
    )
    if rules.drafted:
        order = order_of(rules)
        for card in sorted(unseen, key=order.low_to_high):
            odds = (kept[card] + 1) / (unseen[card] - kept[card] + 1)
            print(f"{card} held {kept[card]} times of {unseen[card]}: {odds:.2f}")


def count_kept(game: Game, kept: Counter[Card], unseen: Counter[Card]) -> None:
    """Count the cards that a seat has not seen, and how many of them the other seat holds."""
    assert game.round is not None
    for seat, other in ((0, 1), (1, 0)):
        view = game.view(game.rules.seats[seat])
        seen = {*(view.hand or ()), *view.refused}
        unseen.update(card for card in game.rules.deck_cards if card not in seen)
        kept.update(game.round.hands[other])


def row_of(view: SeatView, bid: Bid) -> tuple[float, float, float]:
    """Return a bid, the value of the hand and all bids so far, as shares of the table."""
    line = bid_line(view.rules, trump=view.trump)
    alone = line.numbers.copy()
    alone[:2] = 0.0, -1.0
    promised = rest_of(
        setting_record(view, (bid,) * view.rules.players), alone, codes_of(view.bids)
    )
    worth = own_value(view).tricks
    return bid.tricks / line.share, worth / line.share, promised * 4 / view.rules.players


if __name__ == "__main__":
    main()

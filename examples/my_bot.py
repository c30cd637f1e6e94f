"""A complete bot, as a starting point for yours.

In this folder, with Spadille installed:

    spadille arena my_bot:MyBot beginner
    spadille play --level my_bot:MyBot
"""

from random import Random

from spadille.game import Bid, Card, Look, Play, PlayerAction, SeatView, ranking_of


class MyBot:
    """Bids its high cards, and wins a trick as cheaply as it can while it needs one."""

    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed)

    def act(self, view: SeatView) -> PlayerAction:
        if Look() in view.options.actions:  # a blind bid is possible; look at the cards instead
            return Look()
        if view.phase == "bidding":
            return self.bid(view)
        if view.phase == "play":
            return self.play(view)
        return next(iter(view.options))  # exchanges and so on: anything that is legal

    def bid(self, view: SeatView) -> PlayerAction:
        tricks = sum(card.is_ace or card in KINGS for card in view.hand or ())
        bids = [action for action in view.options.actions if isinstance(action, Bid)]
        return min(bids, key=lambda bid: abs(bid.tricks - tricks) + 5 * bid.nil)

    def play(self, view: SeatView) -> PlayerAction:
        plays = [action for action in view.options.actions if isinstance(action, Play)]
        self.random.shuffle(plays)
        plays.sort(key=lambda play: RANKS.find(str(play.card)[1]))  # low cards first
        winning = [play for play in plays if wins(view, play.card)]
        if winning and needs_tricks(view):
            return winning[-1] if view.trick is None else winning[0]
        losing = [play for play in plays if play not in winning]
        return losing[-1] if losing else plays[0]


RANKS = "23456789TJQKA"
KINGS = {Card.CK, Card.DK, Card.HK, Card.SK}


def wins(view: SeatView, card: Card) -> bool:
    """Return True if a card would currently win the trick; a card that is led always would."""
    if view.trick is None:
        return True
    ranking = ranking_of(view.rules, trump=view.trump)
    cards = (*view.trick.cards, card)
    return ranking.winning_index(cards) == len(cards) - 1


def needs_tricks(view: SeatView) -> bool:
    """Return True if the side has not made its contract yet, and the seat has not bid nil."""
    assert view.seat is not None
    bid = view.bids[view.seat]
    side = view.rules.side_of(view.seat)
    won = sum(view.won[seat] for seat in view.sides[side])
    return not (bid and bid.nil) and won < (view.contracts[side] or 0)

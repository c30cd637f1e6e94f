"""Bots that play at random, except for what their names say.

Other processes find them through this module.
"""

from collections.abc import Callable

from spadille.bots.random_player import RandomPlayer
from spadille.game import Bid, Card, Hand, Look, Play, PlayerAction, Seat, SeatView, TakeBack


class BiddingOne(RandomPlayer):
    bid = 1

    def act(self, view: SeatView) -> PlayerAction:
        wanted = (Bid(self.bid), Look())
        return next((one for one in wanted if one in view.options.actions), super().act(view))


class BiddingSeven(BiddingOne):
    bid = 7


class Raising(RandomPlayer):
    """Fails if it has the two of clubs when it plays its first card."""

    def act(self, view: SeatView) -> PlayerAction:
        if view.phase == "play" and view.hand is not None and len(view.hand) == 13:
            assert Card.C2 not in view.hand, "two of clubs"
        return super().act(view)


class Exiting(RandomPlayer):
    def act(self, view: SeatView) -> PlayerAction:
        raise SystemExit(0)


class Wavering(RandomPlayer):
    """Takes back every card that it can."""

    def act(self, view: SeatView) -> PlayerAction:
        return TakeBack() if TakeBack() in view.options.aside else super().act(view)


def answering(answer: object) -> Callable[[str], RandomPlayer]:
    """Return bots that always play the same card, or something that is not a card."""

    class Answering(RandomPlayer):
        def act(self, view: SeatView) -> PlayerAction:
            return answer if view.phase == "play" else super().act(view)  # type: ignore[return-value]

    return Answering


SPADE_ACE = Play(Card.SA)


class Remembering(RandomPlayer):
    """Remembers the whole hands that it plays."""

    seen: dict[tuple[int, Seat], list[Hand]]

    def act(self, view: SeatView) -> PlayerAction:
        if view.phase == "play" and len(view.hand or ()) == 13:
            self.seen.setdefault((view.round_number, view.seat), []).append(view.hand or ())
        return super().act(view)


class Looking(Remembering):
    """Bids nothing blind."""

    def act(self, view: SeatView) -> PlayerAction:
        return Look() if Look() in view.options.actions else super().act(view)

"""Views as the heuristics read them, interpreted and compiled."""

import numpy as np

from spadille.bots.expert.kernels import Root, choose_card, look, root_of
from spadille.bots.heuristics import kernels
from spadille.bots.heuristics.advising import read
from spadille.bots.heuristics.chances import none_of
from spadille.bots.heuristics.position import BITS
from spadille.bots.heuristics.reasons import Reason, card_of, reason_of
from spadille.bots.heuristics.seeing import higher, lower
from spadille.bots.order import Order, order_of
from spadille.game import Card, SeatView, Suit


def chosen(view: SeatView) -> tuple[Card, Reason, set[Card]]:
    """Return the compiled engine's card, its reason, and the cards that it considers legal."""
    root = root_of(view)
    state = root.states.view(np.recarray)[0]
    cards = cards_by_code(order_of(view.rules, trump=view.trump))
    look(root.code, root.setting, state.in_play, state.position)
    advice = kernels.choose(root.setting, state.position)
    suits, bits = (
        state.position.suit[: state.position.count],
        state.position.bit[: state.position.count],
    )
    legal = [cards[code] for code in (BITS * suits + bits).tolist()]
    return legal[card_of(advice)], tuple(Reason)[reason_of(advice) - 1], set(legal)


def preferred(root: Root) -> int:
    """Return the number of the card with which a rollout would continue here."""
    root.words[1] = root.words[0]
    state = root.states.view(np.recarray)[1]
    look(root.code, root.setting, state.in_play, state.position)
    policy = root.policy.view(np.recarray)[0]
    card = choose_card(root.setting, policy, state.in_play, state.position)
    return int(BITS * state.position.suit[card] + state.position.bit[card])


def cards_by_code(order: Order) -> dict[int, Card]:
    """Return the cards by their numbers in the compiled engine."""
    return {
        BITS * order.suit_of[card] + bit: card
        for card in order.level
        for bit in order.bits_of(card)
    }


class Seen:
    """A seat's knowledge about the cards it has not seen."""

    def __init__(self, view: SeatView) -> None:
        self.order = order_of(view.rules, trump=view.trump)
        self.setting, self.position, _ = read(view)

    def higher(self, card: Card) -> int:
        return higher(self.setting, self.position, *self._place(card))

    def lower(self, card: Card) -> int:
        return lower(self.setting, self.position, *self._place(card))

    def length(self, suit: Suit) -> int:
        return self.position.mine[suit].bit_count()

    def none_above(self, seat: int, card: Card) -> float:
        """Return the probability that a seat holds no higher card of the suit."""
        suit, bit = self._place(card)
        return none_of(self.setting, self.position, seat, suit, self.setting.above[suit, bit])

    def _place(self, card: Card) -> tuple[int, int]:
        return self.order.suit_of[card], self.order.bit_of(card)

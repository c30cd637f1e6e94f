"""The events that a seat has seen and heard, in order, which give it perfect recall."""

from collections import Counter

from msgspec import Struct

from ..game import Card, Hand, Rules, Seat
from ..notation import action_numbers as numbers
from .bounds import round_actions
from .tables import TwinEpisode

HIDDEN = -1
"""The number for a card that others chose unseen, or for a bid that is face down."""

_BIDS_FACE_DOWN = frozenset(
    [*range(numbers.BID, numbers.BLIND_BID), *range(numbers.LITTLE_MO, numbers.BLIND_NIL)]
)
"""The bids that are made face down; blind bids are open at once (V34)."""

Heard = tuple[int, int]
"""The seat that acted, counted clockwise from the observer, and the number of the action.

Cards that the observer receives, or refuses in a draft, are recorded as the observer's actions.
"""


class Memory(Struct, frozen=True):
    """The events heard, and the index of the first one in the current deal.

    `face_down` are the events that will be heard when the bids of this deal are revealed.
    """

    heard: tuple[Heard, ...] = ()
    face_down: tuple[Heard, ...] = ()
    deal: int = 0
    hand: Hand = ()
    refused: Hand = ()

    @property
    def of_this_deal(self) -> tuple[Heard, ...]:
        """Return the events heard in the current deal."""
        return self.heard[self.deal :]

    def after(
        self, before: TwinEpisode, number: int | None, after: TwinEpisode, seat: Seat
    ) -> "Memory":
        """Return the memory of `seat` after a step; `number` is None for a step of chance."""
        heard, face_down = self.heard, self.face_down
        deal, hand, refused = self.deal, self.hand, self.refused
        if number is not None:
            action = _action(before, number, seat)
            heard = (*heard, action)
            if action[1] == HIDDEN and number in _BIDS_FACE_DOWN:
                face_down = (*face_down, (action[0], number))
        elif before.awaits == "cards":
            deal, hand, refused, face_down = len(heard), (), (), ()
        if face_down and after.bids_over:
            heard, face_down = (*heard, *face_down), ()
        now, refused_now = after.hand(seat), after.refused(seat)
        gained = [*_gain(hand, now), *_gain(refused, refused_now)]
        heard = (*heard, *((0, numbers.CARD + card.id) for card in gained))
        return Memory(heard, face_down, deal, now, refused_now)

    def __deepcopy__(self, memo: object) -> "Memory":
        return self


def most_heard(rules: Rules) -> int:
    """Return the most events that a seat can hear between two deals."""
    return round_actions(rules) + rules.players + 2 * len(rules.deck_cards)


def _action(before: TwinEpisode, number: int, seat: Seat) -> Heard:
    actor = before.to_act
    assert actor is not None
    secret = (
        before.is_choice
        or number in {numbers.KEEP_FIRST, numbers.KEEP_NEXT}
        or (before.bids_lie_face_down and number in _BIDS_FACE_DOWN)
    )
    number = HIDDEN if secret and actor != seat else number
    return (actor - seat) % before.rules.players, number


def _gain(before: Hand, now: Hand) -> list[Card]:
    return sorted((Counter(now) - Counter(before)).elements())

"""Infer what a seat knows about hidden cards from everything it has seen of a round.

A seat knows its hand, the cards played, and those it gave, received, refused and discarded. It also
knows the open cards and the size of each hand. Unless players may revoke, it knows that every card
played was legal. Everything else is possible. Claims and bots use this module.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, product

from .cards import Card
from .evidence import NONE, Cards, evidence_of
from .seats import BySeat, Seat
from .sight import Sight, lying_open, played_by, tricks_begun

Place = tuple[Card, int]
"""An unseen card, and the places where it may be, one bit for each place."""


Need = tuple[int, Cards]
"""A number of cards, and the cards they are taken from."""

NO_NEED: Need = (0, NONE)


@dataclass(eq=False)
class Knowledge:
    """The cards that a seat does not see, and for each the places where it may be.

    Places are bits: `1 << seat` for the hand of each of `others`, then one for the cards out of
    play, and one for those among them that the seat refused in a draft. Nothing more is known:
    every way to fill the places with their cards is possible.
    """

    others: Sequence[Seat]
    places: Sequence[Place]
    room: Sequence[int]
    """How many cards each place has, in the order of the bits."""
    assassins: BySeat[bool | None]
    """Whether each seat must play spades (V19); None if no one knows."""
    played: BySeat[list[Card]]
    """The cards that each seat has played in the round."""
    _known: dict[Cards, int] = field(default_factory=dict, init=False)

    def less(self, barred: BySeat[Cards]) -> "Knowledge":
        """Return the same knowledge, less some cards that each seat cannot have."""
        found = [(cards, ~(1 << seat)) for seat, cards in enumerate(barred) if cards]
        places = []
        for card, where in self.places:
            left = where
            for cards, elsewhere in found:
                if card in cards:
                    left &= elsewhere
            places.append((card, left))
        return replace(self, places=places)

    def may_hold(
        self, seat: Seat, needs: Sequence[Need], *, few: Need = NO_NEED, none: Cards = NONE
    ) -> bool:
        """Return True if the hand of `seat` may meet all `needs`, each with different cards.

        `few` limits how many more of some cards it has, and it has no more of the cards in `none`.
        """
        rest = self.room[seat] - sum(count for count, _ in needs)
        if rest < 0:
            return False
        limit, limited = few
        loose = min(limit, rest) if limited else rest
        own = self._at[seat]
        free = own & ~self._of(none)
        room: Counter[int] = Counter()
        for cards, count in (
            *((own & self._of(wanted), count) for count, wanted in needs),
            (free, loose),
            (free & ~self._of(limited), rest - loose),
            *((self._at[place], size) for place, size in enumerate(self.room) if place != seat),
        ):
            room[cards] += count
        return _fillable(+room)

    @cached_property
    def _at(self) -> list[int]:
        """For each place, the cards that may be there, one bit for each card."""
        found = [0] * len(self.room)
        for at, (_, where) in enumerate(self.places):
            for place in range(len(self.room)):
                found[place] |= (where >> place & 1) << at
        return found

    def _of(self, cards: Cards) -> int:
        """Return the unseen cards among these, one bit for each."""
        if cards not in self._known:
            found = (1 << at for at, (card, _) in enumerate(self.places) if card in cards)
            self._known[cards] = sum(found)
        return self._known[cards]


def _fillable(room: Counter[int]) -> bool:
    """Return True if enough cards exist to fill all the room (Hall's theorem)."""
    unions, wanted = [0], [0]
    for cards, count in room.items():
        unions += [union | cards for union in unions]
        wanted += [other + count for other in wanted]
    return all(union.bit_count() >= count for union, count in zip(unions, wanted, strict=True))


def knowledge_of(sight: Sight, *, lawful: bool = True) -> Knowledge:
    """Return all that follows from what a seat sees; if `lawful`, every card played was legal."""
    known = _by_sight(sight)
    return known.less(_barred(sight, known.assassins)) if lawful else known


def voids_shown(sight: Sight) -> list[int]:
    """Return, by suit, the seats that a card of theirs shows to be void in it, one bit for each."""
    assassins = (sight.rules.play.assassins,) * sight.rules.players
    return evidence_of(sight.rules, trump=sight.trump).voids(tricks_begun(sight), assassins)


def possible_worlds(sight: Sight) -> Iterator[Knowledge]:
    """Yield what a seat may know in each possible world, which is less if people can revoke.

    Usually there is one world. If a hidden ace of spades obliges its holder to play spades, there
    is one for each place where it may be, because only its holder knows (V19).
    """
    for world in _by_assassin(_by_sight(sight)):
        lawful = sight.rules.enforcement.mode != "honour"
        yield world.less(_barred(sight, world.assassins)) if lawful else world


def _by_sight(sight: Sight) -> Knowledge:
    """Return what follows from the cards alone, however they were played."""
    players = sight.rules.players
    others = [seat for seat in sight.rules.seats if seat != sight.seat or sight.hand is None]
    aside, refused = 1 << players, 2 << players
    anywhere = sum((1 << seat for seat in others if not sight.shown[seat]), aside)
    played = played_by(tricks_begun(sight), players)
    left = Counter(sight.rules.deck_cards)
    for card in chain(sight.hand or (), *played, _put_away(sight)):
        left[card] -= 1
    places: list[Place] = []
    for card, where in (*_open(sight, others), *_given(sight, played, aside)):
        if left[card] > 0:
            left[card] -= 1
            places.append((card, where))
    turned_down = (Counter(sight.refused) - Counter(sight.received)) & left
    places += [(card, anywhere | refused) for card in turned_down.elements()]
    left.subtract(turned_down)
    places += [(card, anywhere) for card in left.elements()]
    room = [size if seat in others else 0 for seat, size in enumerate(sight.hand_sizes)]
    refused_still = _refused_still(sight, turned_down.total())
    room += [len(places) - sum(room) - refused_still, refused_still]
    return Knowledge(others, places, room, _assassins(sight, played, places), played)


def _put_away(sight: Sight) -> list[Card]:
    """Return the cards that the seat itself put out of play, those for a kitty last."""
    own = [moved for moved in sight.exchanged if moved.giver == sight.seat]
    away = [card for moved in own if moved.receiver is None for card in moved.cards]
    return [*away, *sight.given[sum(moved.count for moved in own) :]]


def _open(sight: Sight, others: Sequence[Seat]) -> Iterator[Place]:
    """Yield the cards of others that lie face up (D11, P18)."""
    for seat in others:
        for card in lying_open(sight, seat):
            yield card, 1 << seat


def _given(sight: Sight, played: BySeat[list[Card]], aside: int) -> list[Place]:
    """Return the cards seen on their way to another seat, with their possible holders (E9, E10)."""
    gone: list[Place] = []
    for moved in sight.exchanged:
        giver, receiver = moved.giver, moved.receiver
        own = receiver == sight.seat
        to = aside if receiver is None or own or moved.waiting else 1 << receiver
        if giver != sight.seat:
            for card in moved.cards:
                _forget(gone, giver, card)
            if moved.count > len(moved.cards):
                gone = [(card, where | to if where >> giver & 1 else where) for card, where in gone]
        put_away = giver == sight.seat and receiver is None
        if not (own or put_away or (receiver is not None and sight.shown[receiver])):
            gone += [(card, to) for card in moved.cards]
    for seat, cards in enumerate(played if gone else ()):
        for card in cards:
            _forget(gone, seat, card)
    return gone


def _forget(gone: list[Place], holder: int, card: Card) -> None:
    """Strike off a card that `holder` has shown."""
    found = next((place for place in gone if place[0] is card and place[1] >> holder & 1), None)
    if found:
        gone.remove(found)


def _refused_still(sight: Sight, hidden: int) -> int:
    """Return how many hidden cards that the seat refused cannot have come back by a swap (E15)."""
    refused = Counter(sight.refused) - Counter(sight.received)
    swapped = sum(
        moved.count
        for moved in sight.exchanged
        if moved.receiver is None and moved.giver != sight.seat
    )
    return max(0, hidden - max(0, swapped - refused.total() + hidden))


def _assassins(
    sight: Sight, played: BySeat[list[Card]], places: Sequence[Place]
) -> BySeat[bool | None]:
    """Return who must play spades: everyone or no one, or who held the ace of spades (V19)."""
    assassins = sight.rules.play.assassins
    if assassins is not None:
        return (assassins,) * sight.rules.players
    aces = [where for card, where in places if card is Card.SA]
    found: list[bool | None] = []
    for seat, cards in enumerate(played):
        held = sight.hand if seat == sight.seat else ()
        if Card.SA in cards or Card.SA in (held or ()) or 1 << seat in aces:
            found.append(True)
        else:
            found.append(None if any(where >> seat & 1 for where in aces) else False)
    return tuple(found)


def _by_assassin(known: Knowledge) -> Iterator[Knowledge]:
    """Yield the knowledge for each way in which secret aces of spades may be distributed."""
    if None not in known.assassins:
        yield known
        return
    hidden = [at for at, (card, _) in enumerate(known.places) if card is Card.SA]
    nobody = 3 << len(known.assassins)
    bits = [*(1 << seat for seat in known.others), nobody]
    for chosen in product(*([known.places[at][1] & bit for bit in bits] for at in hidden)):
        if 0 not in chosen:
            places = list(known.places)
            for at, bit in zip(hidden, chosen, strict=True):
                places[at] = (Card.SA, bit)
            assassins = tuple(
                bound or 1 << seat in chosen for seat, bound in enumerate(known.assassins)
            )
            yield replace(known, places=places, assassins=assassins)


def _barred(sight: Sight, assassins: BySeat[bool | None]) -> BySeat[Cards]:
    """Return the cards that each seat cannot have, because a card that it played was legal."""
    barred = [NONE] * sight.rules.players
    evidence = evidence_of(sight.rules, trump=sight.trump)
    for _, seat, cards in evidence.proofs(tricks_begun(sight), assassins):
        barred[seat] |= cards
    return tuple(barred)

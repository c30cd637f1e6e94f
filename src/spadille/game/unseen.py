"""Where the cards that a seat does not see may be: all that follows from what it knows.

A seat knows its hand, what was played, what it gave, got, refused and put away, the cards that
lie open, and how many cards each hand has. Where nobody can revoke, it also knows of every card
played that it was legal. Everything else is possible.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from .cards import Card, hand_of
from .playable import playable
from .round import Round
from .seats import BySeat, Seat, put
from .tricks import TRUMP, Trick

Need = tuple[int, frozenset[Card]]
"""So many cards out of these."""

NONE: frozenset[Card] = frozenset()
ASIDE = 1 << len(Seat)
REFUSED = ASIDE << 1


class Unseen:
    """The cards that one seat does not see, and for each the places where it may be.

    Places are bits: one for each other seat, and `ASIDE` for the cards out of play; `REFUSED`
    is for those that the seat refused in a draft, of which at least `refused` still are.
    `sizes` says how many cards each hand has; `assassins` must play spades (V19).
    """

    def __init__(
        self,
        others: tuple[Seat, ...],
        sizes: BySeat[int],
        places: Sequence[tuple[Card, int]],
        refused: int,
        assassins: tuple[Seat, ...],
    ) -> None:
        self.others = others
        self.sizes = sizes
        self.places = places
        self.refused = refused
        self.assassins = assassins
        self._cards_of: dict[frozenset[Card], int] = {}
        self._cards_at: dict[int, int] = {}

    def may_hold(
        self,
        seat: Seat,
        needs: Sequence[Need],
        *,
        few: Need = (0, NONE),
        none: frozenset[Card] = NONE,
    ) -> bool:
        """Whether the hand of `seat` may have what `needs` ask for, of each other cards.

        `few` limits how many more of some cards it has; of `none` it has none more.
        """
        rest = self.sizes[seat] - sum(count for count, _ in needs)
        if rest < 0:
            return False
        limit, limited = few
        loose = min(limit, rest) if limited else rest
        out_of_play = len(self.places) - sum(self.sizes[other] for other in self.others)
        own = self._at(1 << seat)
        free = own & ~self._of(none)
        room: Counter[int] = Counter()
        for cards, count in (
            *((own & self._of(wanted), count) for count, wanted in needs),
            (free, loose),
            (free & ~self._of(limited), rest - loose),
            *((self._at(1 << other), self.sizes[other]) for other in self.others if other != seat),
            (self._at(REFUSED), self.refused),
            (self._at(ASIDE), out_of_play - self.refused),
        ):
            room[cards] += count
        return _fillable(+room)

    def _at(self, place: int) -> int:
        """The cards that may be at a place, one bit for each."""
        if place not in self._cards_at:
            self._cards_at[place] = sum(
                1 << at for at, (_, where) in enumerate(self.places) if where & place
            )
        return self._cards_at[place]

    def _of(self, cards: frozenset[Card]) -> int:
        """The unseen cards among these, one bit for each."""
        if cards not in self._cards_of:
            self._cards_of[cards] = sum(
                1 << at for at, (card, _) in enumerate(self.places) if card in cards
            )
        return self._cards_of[cards]


def _fillable(room: Counter[int]) -> bool:
    """Whether there are cards for all the room, by the cards that go there (Hall's theorem)."""
    unions, wanted = [0], [0]
    for cards, count in room.items():
        unions += [union | cards for union in unions]
        wanted += [other + count for other in wanted]
    return all(union.bit_count() >= count for union, count in zip(unions, wanted, strict=True))


def sizes_of(round: Round) -> BySeat[int]:
    """How many cards each hand has, which everybody sees."""
    return tuple(len(hand) for hand in round.hands)


def possible_worlds(round: Round, seat: Seat) -> Iterator[Unseen]:
    """What `seat`, whose turn it is, holds for possible.

    There is one world, or one for each place of a hidden ace of spades that binds its holder to
    play spades, for nobody else knows who that is (V19).
    """
    others = tuple(other for other in round.rules.seats if other != seat)
    anywhere = sum(1 << other for other in others) | ASIDE
    left = Counter(round.rules.deck_cards)
    left.subtract(round.hands[seat])
    left.subtract(card for _, card in _plays(round))
    left.subtract(_put_away(round, seat))
    places: list[tuple[Card, int]] = []
    for card, where in (*_open(round, others, anywhere), *_given(round, seat)):
        if left[card] > 0:
            left[card] -= 1
            places.append((card, where))
    refused, still_refused = _refused(round, seat, left)
    places += [(card, anywhere | REFUSED) for card in refused.elements()]
    left.subtract(refused)
    places += [(card, anywhere) for card in left.elements()]
    known = Unseen(
        others,
        sizes_of(round),
        places,
        still_refused,
        round.assassins,
    )
    for world in _by_assassin(known, round, seat):
        yield world if round.rules.enforcement.mode == "honour" else _legal(world, round, seat)


def _by_assassin(known: Unseen, round: Round, seat: Seat) -> Iterator[Unseen]:
    if round.rules.play.duty != "secret_assassin":
        yield known
        return
    seen = {other for other, card in _plays(round) if card is Card.SA}
    if seat in round.assassins:
        seen.add(seat)
    hidden = [at for at, (card, _) in enumerate(known.places) if card is Card.SA]
    bits = [*(1 << other for other in known.others), ASIDE | REFUSED]
    where = ([known.places[at][1] & bit for bit in bits] for at in hidden)
    for chosen in product(*where):
        if 0 in chosen:
            continue
        places = list(known.places)
        for at, bit in zip(hidden, chosen, strict=True):
            places[at] = (Card.SA, bit)
        holders = seen.union(other for other in known.others if 1 << other in chosen)
        yield Unseen(known.others, known.sizes, places, known.refused, tuple(sorted(holders)))


def _put_away(round: Round, seat: Seat) -> Iterator[Card]:
    """The cards that the seat itself laid out of play."""
    if round.kitty_taker == seat:
        yield from round.discards
    for transfer in round.transfers:
        if transfer.giver == seat and transfer.receiver is None:
            yield from transfer.cards


def _open(round: Round, others: Sequence[Seat], anywhere: int) -> Iterator[tuple[Card, int]]:
    """The cards of others that lie open, and those that lay open and are gone (D11, P18)."""
    for other in others:
        if other in open_hands(round):
            yield from ((card, 1 << other) for card in round.hands[other])
        elif round.face_up:
            still = open_cards(round, other)
            yield from ((card, 1 << other) for card in still.elements())
            gone = _unplayed_open(round, other) - still
            yield from ((card, anywhere & ~(1 << other)) for card in gone.elements())


def open_hands(round: Round) -> set[Seat]:
    """The seats whose hands lie open after a wrong claim (P18)."""
    if round.rules.play.false_claim != "exposed":
        return set()
    return {
        judged.seat for judged in round.judgements if judged.kind == "claim" and not judged.upheld
    }


def open_cards(round: Round, seat: Seat) -> Counter[Card]:
    """The cards of a seat that were dealt face up and are in its hand (D11).

    Of identical cards those count as played that lay open.
    """
    return _unplayed_open(round, seat) & Counter(round.hands[seat])


def _unplayed_open(round: Round, seat: Seat) -> Counter[Card]:
    played = [card for player, card in _plays(round) if player == seat]
    return Counter(round.face_up[seat]) - Counter(played)


def _given(round: Round, seat: Seat) -> list[tuple[Card, int]]:
    """The cards that the seat gave away, with those who may hold them since (E9, E10)."""
    gone: list[tuple[Card, int]] = []
    for transfer in round.transfers:
        giver, receiver = transfer.giver, transfer.receiver
        if receiver is None or receiver in open_hands(round):
            continue
        if giver == seat:
            gone += [(card, 1 << receiver) for card in transfer.cards]
        elif receiver == seat:
            for card in transfer.cards:
                _forget(gone, giver, card)
        else:
            gone = [
                (card, where | 1 << receiver if where & 1 << giver else where)
                for card, where in gone
            ]
    for other, card in _plays(round):
        _forget(gone, other, card)
    return gone


def _forget(gone: list[tuple[Card, int]], holder: Seat, card: Card) -> None:
    """Strikes a card off that `holder` has shown."""
    found = next((each for each in gone if each[0] is card and each[1] & 1 << holder), None)
    if found:
        gone.remove(found)


def _refused(round: Round, seat: Seat, left: Counter[Card]) -> tuple[Counter[Card], int]:
    """The cards that the seat refused in a draft, and how many of them nobody can hold.

    They are out of play, but for those that another seat got for a swap (E15).
    """
    refused = Counter(round.refused[seat]) - Counter(round.replaced[seat])
    hidden = +Counter({card: min(count, left[card]) for card, count in refused.items()})
    swapped = sum(len(cards) for other, cards in enumerate(round.replaced) if other != seat)
    swapped -= refused.total() - hidden.total()
    return hidden, max(0, hidden.total() - max(0, swapped))


def _legal(world: Unseen, round: Round, seat: Seat) -> Unseen:
    """The world less the places where a card cannot be, because a play would have been a revoke.

    Each rule of play narrows the hand to cards of some kind where it has one. So a card was
    played legally exactly when it is playable from itself and each other card alone.
    """
    forbidden = dict.fromkeys((card for card, _ in world.places), 0)
    for then, card in positions(round.change(assassins=world.assassins), under_way=True):
        turn = (then.leader + len(then.trick)) % then.rules.players
        if turn == seat:
            continue
        bit = 1 << turn
        for other, seats in forbidden.items():
            if not seats & bit:
                pair = then.change(hands=put(then.hands, turn, hand_of((card, other))))
                if card not in playable(pair):
                    forbidden[other] |= bit
    places = [(card, where & ~forbidden[card]) for card, where in world.places]
    return Unseen(world.others, world.sizes, places, world.refused, world.assassins)


def _plays(round: Round) -> Iterator[tuple[Seat, Card]]:
    """Who played which cards, those on the table among them."""
    for trick in (*round.tricks, Trick(round.leader, round.trick)):
        for at, card in enumerate(trick.cards):
            yield Seat((trick.leader + at) % round.rules.players), card


def positions(round: Round, *, under_way: bool = False) -> Iterator[tuple[Round, Card]]:
    """Every earlier position of the play, with the card that was played in it.

    Those of the trick on the table come last, where they are asked for.
    """
    suit_of = round.ranking.suit_of
    tricks = round.tricks
    if under_way:
        tricks = (*tricks, Trick(round.leader, round.trick, low=round.low))
    broken = False
    for number, trick in enumerate(tricks):
        for at, card in enumerate(trick.cards):
            before = round.change(
                leader=trick.leader,
                trick=trick.cards[:at],
                low=trick.low[:at],
                tricks=tricks[:number],
                broken=broken,
            )
            yield before, card
            broken = broken or suit_of[card] is TRUMP

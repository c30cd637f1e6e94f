"""Where the cards that a view does not show may be."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from ...game import Card, Rules, SeatView, Suit, Trick, next_seat
from .cards import Cards, cards_of


class Unseen(Struct, frozen=True):
    """The unseen cards by number, the places where each may be, and the room at each place.

    Places are the seats and, last, what is out of play.
    """

    codes: tuple[int, ...]
    places: tuple[int, ...]
    room: tuple[int, ...]


def unseen_cards(view: SeatView, *, plays: bool = True) -> Unseen:
    """What follows from a view; without `plays`, not minding what plays show about voids.

    A card that was given away, or lies open, has one place. Who does not follow suit is void; who
    leads trump when only trump may force him to has nothing else, and so on.
    """
    assert view.hand is not None
    rules = view.rules
    cards = cards_of(rules, trump=view.trump)
    players = rules.players
    left = Counter(rules.deck_cards)
    left.subtract(view.hand)
    for _, card in _plays(view):
        left[card] -= 1
    known = list(_known(view))
    for card in _put_away(view):
        left[card] -= 1
    forbidden = _voids(view, cards) if plays else [0] * len(Suit)
    everyone = (1 << players + 1) - 1 & ~(1 << view.seat)
    found: list[tuple[Card, int]] = []
    for card, where in known:
        if left[card] > 0:
            left[card] -= 1
            found.append((card, where))
    swapped = any(moved.receiver is None and moved.giver != view.seat for moved in view.exchanged)
    if not swapped:
        for card in view.refused:
            if left[card] > 0:
                left[card] -= 1
                found.append((card, 1 << players))
    for card in sorted(+left):
        free = everyone & ~forbidden[cards.order.suit_of[card]]
        found.extend([(card, free)] * left[card])
    sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
    codes = _codes(view, cards, [card for card, _ in found])
    return Unseen(
        codes=codes,
        places=tuple(where for _, where in found),
        room=(*sizes, len(found) - sum(sizes)),
    )


def _codes(view: SeatView, cards: Cards, unseen: list[Card]) -> tuple[int, ...]:
    """Numbers for the unseen cards: those of their copies that nobody has seen."""
    seen = Counter(view.hand or ())
    seen.update(card for _, card in _plays(view))
    codes = []
    for card in unseen:
        copies = cards.codes[card]
        codes.append(copies[min(seen[card], len(copies) - 1)])
        seen[card] += 1
    return tuple(codes)


def _tricks(view: SeatView) -> Iterator[Trick]:
    yield from view.tricks
    if view.trick is not None:
        yield view.trick


def _plays(view: SeatView) -> Iterator[tuple[int, Card]]:
    for trick in _tricks(view):
        seat: int = trick.leader
        for card in trick.cards:
            yield seat, card
            seat = next_seat(seat, view.rules.players)


def _put_away(view: SeatView) -> Iterator[Card]:
    """Cards that the seat itself laid out of play."""
    passed = sum(
        moved.count
        for moved in view.exchanged
        if moved.giver == view.seat and moved.receiver is not None
    )
    yield from view.given[passed:]


def _known(view: SeatView) -> Iterator[tuple[Card, int]]:
    """Cards that lie open in other hands, and those given away with all who may have them now."""
    opened = Counter[tuple[int, Card]]()
    for hands in (view.shown, view.face_up):
        opened |= Counter((seat, card) for seat, hand in enumerate(hands) for card in hand)
    for seat, card in opened.elements():
        if seat != view.seat:
            yield card, 1 << seat
    played = Counter(card for _, card in _plays(view))
    mine = Counter(view.hand or ())
    for card, where in _given(view):
        if played[card] + mine[card] > 0 or any(opened[seat, card] for seat in view.rules.seats):
            continue  # it came back, was played, or lies open
        yield card, where


def _given(view: SeatView) -> list[tuple[Card, int]]:
    """The cards that the seat gave to others, with all who may have them since."""
    given = iter(view.given)
    gone: list[tuple[Card, int]] = []
    for moved in view.exchanged:
        if moved.receiver is None:
            continue
        to = 1 << moved.receiver
        if moved.giver == view.seat:
            gone.extend((next(given), to) for _ in range(moved.count))
        elif moved.receiver != view.seat:
            by = 1 << moved.giver
            gone = [(card, where | to if where & by else where) for card, where in gone]
    return gone


def _voids(view: SeatView, cards: Cards) -> list[int]:
    """By suit in play, the seats that cannot hold any of it, as masks."""
    rules = view.rules
    suit_of = cards.order.suit_of
    trump = cards.order.trump
    none = [0] * len(Suit)
    broken = False
    for number, trick in enumerate(_tricks(view)):
        led: Suit | None = None
        seat: int = trick.leader
        for at, card in enumerate(trick.cards):
            suit = suit_of[card]
            if seat != view.seat:
                if at == 0:
                    missing = _missing_on_lead(rules, suit, trump, first=number == 0, broken=broken)
                else:
                    missing = _missing(rules, suit, led, trump, first=number == 0)
                for other in missing:
                    none[other] |= 1 << seat
            if led is None and suit is not Suit.JOKERS:
                led = suit
            broken = broken or suit is trump
            seat = next_seat(seat, rules.players)
    return none


def _missing_on_lead(
    rules: Rules, suit: Suit, trump: Suit | None, *, first: bool, broken: bool
) -> tuple[Suit, ...]:
    """The suits that who leads this one cannot hold."""
    play = rules.play
    if suit is Suit.JOKERS:
        return tuple(other for other in Suit if other is not suit)
    if trump is None:
        return ()
    held_back = (
        play.lead_spades == "never"
        or (play.lead_spades == "broken" and not broken)
        or (first and play.first_trick != "any")
        or play.duty == "screamer"
    )
    if suit is trump:
        return _side_suits(trump) if held_back else ()
    return (trump,) if play.duty == "assassin" and not held_back else ()


def _missing(
    rules: Rules, suit: Suit, led: Suit | None, trump: Suit | None, *, first: bool
) -> tuple[Suit, ...]:
    """The suits that who plays this one to the led one cannot hold."""
    play = rules.play
    if led is None or suit is led:
        return ()
    if trump is None or led is trump:
        return (led,)
    held_back = play.duty == "screamer" or (
        first and play.first_trick not in {"any", "no_spade_lead"}
    )
    if suit is trump:
        return _side_suits(trump) if held_back else (led,)
    forced = play.void != "any" or play.duty == "assassin"
    return (led, trump) if forced and not held_back else (led,)


def _side_suits(trump: Suit) -> tuple[Suit, ...]:
    return tuple(suit for suit in Suit if suit is not trump and suit is not Suit.JOKERS)

"""The squeeze: an opponent has to discard, and whatever they throw gives up a trick."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from spadille.game import TRUMP, Card, Game, Hand, Round, Seat, clockwise, hand_of, playable_from

from .case import Case


class _Place(NamedTuple):
    """Hands and the trick in progress, with None in the place of a card that is not thrown."""

    hands: tuple[frozenset[Card], ...]
    leader: int
    trick: tuple[Card | None, ...]
    broken: bool


def may_squeeze(game: Game) -> bool:
    """Return True if an opponent still to play has only plain suits and may have to discard."""
    round, seat = game.round, game.to_act
    assert round is not None
    assert seat is not None
    players = game.rules.players
    led = {card.suit for card in (round.trick[:1] or round.hands[seat])}
    for other in clockwise(seat, players)[1 : players - len(round.trick)]:
        suits = {card.suit for card in round.hands[other]}
        against = game.rules.side_of(other) != game.rules.side_of(seat)
        if against and len(suits) > 1 and TRUMP not in suits and led - suits:
            return True
    return False


def squeezes(case: Case) -> bool:
    """Return True if the side wins a trick to which an opponent's discard costs them another.

    After any discard, the side wins more tricks than it could if the opponent kept all cards.
    """
    trick = case.right.tricks[0]
    if trick.winner not in case.mates:
        return False
    if any(map(case.lasting_nil, case.game.rules.seats)):
        return False
    wins = case.tricks(case.right)
    if wins <= case.tricks(case.others[0]):
        return False
    return any(_is_squeezed(case, seat, wins) for seat in _discarding(case))


def _discarding(case: Case) -> Iterator[Seat]:
    """Yield the opponents still to play to this trick who can neither follow nor ruff."""
    trick = case.right.tricks[0]
    for seat in clockwise(trick.leader, case.game.rules.players)[len(case.table) + 1 :]:
        suits = {card.suit for card in case.hands[seat]}
        barred = {trick.cards[0].suit, TRUMP}
        if seat not in case.mates and len(suits) > 1 and not suits & barred:
            yield seat


def _is_squeezed(case: Case, seat: Seat, wins: int) -> bool:
    trick = case.right.tricks[0]
    round = case.game.round
    assert round is not None
    turn = (seat - trick.leader) % len(trick.cards)
    hands = tuple(frozenset(hand).difference(trick.cards[:turn]) for hand in case.hands)
    place = _Place(hands, trick.leader, trick.cards[:turn], round.broken)
    search = _Search(round, case.mates)
    if search.reaches(_after(place, None), wins):
        return False
    return all(search.reaches(_after(place, card), wins) for card in hands[seat])


def _after(place: _Place, card: Card | None) -> _Place:
    seat = (place.leader + len(place.trick)) % len(place.hands)
    hands = tuple(
        hand.difference((card,)) if other == seat else hand
        for other, hand in enumerate(place.hands)
    )
    broken = place.broken or (card is not None and card.suit is TRUMP)
    return _Place(hands, place.leader, (*place.trick, card), broken)


class _Search:
    """Finds out whether a side can win that many tricks, whatever the others do."""

    def __init__(self, round: Round, mates: Collection[int]) -> None:
        self._round = round
        self._mates = mates
        self._known: dict[tuple[_Place, int], bool] = {}

    def reaches(self, place: _Place, wanted: int) -> bool:
        """Return True if the side can win that many tricks from here on."""
        players = len(place.hands)
        if len(place.trick) == players:
            winner = self._winner(place)
            place = _Place(place.hands, winner, (), place.broken)
            wanted -= winner in self._mates
        if wanted <= 0:
            return True
        left = min(map(len, place.hands)) + bool(place.trick)
        if wanted > left:
            return False
        if (place, wanted) not in self._known:
            seat = (place.leader + len(place.trick)) % players
            test = any if seat in self._mates else all
            self._known[place, wanted] = test(
                self.reaches(_after(place, card), wanted) for card in self._legal(place, seat)
            )
        return self._known[place, wanted]

    def _legal(self, place: _Place, seat: int) -> Hand:
        led = tuple(card for card in place.trick[:1] if card is not None)
        then = self._round.change(trick=led, broken=place.broken)
        return playable_from(then, seat, hand_of(place.hands[seat]))

    def _winner(self, place: _Place) -> int:
        """Return the seat that wins a trick; a seat that threw nothing cannot."""
        thrown = [(at, card) for at, card in enumerate(place.trick) if card is not None]
        best = self._round.ranking.winning_index([card for _, card in thrown])
        return (place.leader + thrown[best][0]) % len(place.hands)

"""The revokes that a seat has seen with certainty, from what its view holds (R1)."""

from .cards import Card, hand_of
from .playable import playable
from .round import Round
from .seats import Seat, put
from .unseen import positions
from .view import View


def seen_revokes(view: View) -> tuple[tuple[Seat, int], ...]:
    """Who has revoked in which finished trick, counted from 1, as far as that is proven.

    Nobody gets cards during the play. So a card that was played, or lies open, later was in the
    hand before, and a card was no legal play where one such other card alone makes it none.
    """
    round = _as_seen(view)
    found = []
    for at, (then, card) in enumerate(positions(round)):
        seat = Seat((then.leader + len(then.trick)) % view.rules.players)
        number = at // view.rules.players + 1
        if seat != view.seat and any(
            _forbids(then, seat, card, other) for other in _held(view, seat, number)
        ):
            found.append((seat, number))
    return tuple(found)


def _as_seen(view: View) -> Round:
    """The play so far as a round; of the hands nothing is known."""
    dealer = Seat.NORTH if view.dealer is None else view.dealer
    round = Round.begin(view.rules, view.round, dealer, view.standings, "play")
    return round.change(tricks=view.tricks, trump=view.trump)


def _held(view: View, seat: Seat, number: int) -> dict[Card, None]:
    """Cards that a seat is known to have held after it played to the trick of that number."""
    later = list(view.tricks[number:])
    if view.trick is not None:
        later.append(view.trick)
    held: list[Card] = []
    for trick in later:
        at = (seat - trick.leader) % view.rules.players
        held += trick.cards[at : at + 1]
    held += view.shown[seat]
    if view.face_up:
        held += view.face_up[seat]
    return dict.fromkeys(held)


def _forbids(then: Round, seat: Seat, card: Card, other: Card) -> bool:
    """Whether `card` was illegal from a hand with `other`, whoever is a secret assassin (V19)."""
    pair = then.change(hands=put(then.hands, seat, hand_of((card, other))))
    worlds: tuple[tuple[Seat, ...], ...] = {
        "assassin": (then.rules.seats,),
        "secret_assassin": ((), (seat,)),
    }.get(then.rules.play.duty, ((),))
    return all(card not in playable(pair.change(assassins=world)) for world in worlds)

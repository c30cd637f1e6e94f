"""The cards of a round as one seat sees them, which determine what it knows about hidden ones."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from .cards import Card, Hand, hand_of
from .ranking import Trick
from .round import Round, next_gift
from .round_parts import Transfer
from .rules import Rules
from .seats import BySeat, Seat


class Exchanged(Struct, frozen=True):
    """How many cards went from one seat to another, or, with no receiver, were discarded.

    `cards` are those that the viewing seat has seen: all that it gave or got, and others that lay
    open. While a gift is `waiting`, it is not yet in the other hand (E9).
    """

    giver: Seat
    receiver: Seat | None
    count: int
    cards: Hand = ()
    waiting: bool = False


class Sight(Struct, frozen=True):
    """The cards of a round as one seat sees them."""

    seat: Seat | None
    """Whose view it is; None for a spectator."""
    rules: Rules
    trump: bool
    """Whether spades are trump in this round."""
    hand: Hand | None
    """The cards of the seat; None until it has looked."""
    hand_sizes: BySeat[int]
    """How many cards each seat holds."""
    trick: Trick | None
    """The trick on the table, if a card lies there."""
    tricks: tuple[Trick, ...]
    """The finished tricks."""
    refused: Hand
    """The cards that the seat has turned down in a draft."""
    exchanged: tuple[Exchanged, ...]
    """All exchanges since the deal, in order."""
    given: Hand
    """The cards that the seat has passed, swapped or discarded."""
    received: Hand
    """The cards that the seat has received by an exchange, a swap or the kitty."""
    face_up: BySeat[Hand]
    """The cards that were dealt face up and are still in hands (D11)."""
    shown: BySeat[Hand]
    """The hands that lie face up."""


def sight_of(round: Round, seat: Seat | None) -> Sight:
    """Return the cards of a round that `seat` sees, or a spectator if it is None."""
    return Sight(**cards_seen_by_all(round), **cards_seen_by(round, seat))


def cards_seen_by_all(round: Round) -> dict[str, Any]:
    """Return the fields that are the same for every viewer."""
    return {
        "rules": round.rules,
        "trump": round.trump,
        "hand_sizes": tuple(map(len, round.hands)),
        "trick": Trick(round.leader, round.trick, low=round.low) if round.trick else None,
        "tricks": round.tricks,
        "face_up": _still_held(round),
        "shown": _shown(round),
    }


def cards_seen_by(round: Round, seat: Seat | None) -> dict[str, Any]:
    """Return the fields that depend on the viewer."""
    return {
        "seat": seat,
        "hand": round.hands[seat] if seat is not None and round.looked[seat] else None,
        "refused": round.pack.refused[seat] if seat is not None else (),
        "exchanged": _exchanged(round, seat) if round.exchange.transfers else (),
        "given": () if seat is None else _given(round, seat),
        "received": () if seat is None else _received(round, seat),
    }


def tricks_begun(sight: Sight) -> tuple[Trick, ...]:
    """Return the finished tricks, and the one on the table."""
    return sight.tricks if sight.trick is None else (*sight.tricks, sight.trick)


def lying_open(sight: Sight, seat: Seat) -> Hand:
    """Return the cards of a seat that everyone sees (D11, P18)."""
    return sight.shown[seat] or (sight.face_up[seat] if sight.face_up else ())


def played_by(tricks: Iterable[Trick], players: int) -> BySeat[list[Card]]:
    """Return what each seat has played to some tricks."""
    played: BySeat[list[Card]] = tuple([] for _ in range(players))
    for trick in tricks:
        for at, card in enumerate(trick.cards):
            played[(trick.leader + at) % players].append(card)
    return played


def _exchanged(round: Round, seat: Seat | None) -> tuple[Exchanged, ...]:
    waiting = _waiting_gift(round)
    seen = []
    for gift in round.exchange.transfers:
        waits = gift is waiting
        own = gift.giver == seat or (gift.receiver == seat and not waits)
        cards = gift.cards if own and seat is not None else _open_among(round, gift)
        seen.append(Exchanged(gift.giver, gift.receiver, len(gift.cards), cards, waits))
    return tuple(seen)


def _open_among(round: Round, gift: Transfer) -> Hand:
    """Return the cards given away that had been dealt face up to their giver (D11)."""
    if not round.pack.face_up:
        return ()
    return hand_of((Counter(round.pack.face_up[gift.giver]) & Counter(gift.cards)).elements())


def _waiting_gift(round: Round) -> Transfer | None:
    """Return the cards on the table that the partner may not see before returning as many (E9)."""
    if round.rules.exchange.order == "bidder_first" or not round.exchange.transfers:
        return None
    step = next_gift(round)
    last = round.exchange.transfers[-1]
    return last if step and 0 not in step[2] and last.receiver == step[0] else None


def _given(round: Round, seat: Seat) -> Hand:
    passed: Hand = ()
    for gift in round.exchange.transfers:
        if gift.giver == seat:
            passed += gift.cards
    return passed + round.pack.discards if round.pack.kitty_taker == seat else passed


def _received(round: Round, seat: Seat) -> Hand:
    waiting = _waiting_gift(round) if round.exchange.transfers else None
    passed: Hand = ()
    for gift in round.exchange.transfers:
        if gift.receiver == seat and gift is not waiting:
            passed += gift.cards
    kitty = round.pack.kitty if round.pack.kitty_taker == seat else ()
    return passed + round.exchange.replaced[seat] + kitty


def _still_held(round: Round) -> BySeat[Hand]:
    """Return, for each seat, the cards that were dealt face up and are still in its hand.

    Of identical cards, those that lay open are the ones that count as played (D11).
    """
    if round.phase in {"deal", "look"} or not round.pack.face_up:
        return ()
    played = played_by((*round.tricks, Trick(round.leader, round.trick)), round.rules.players)
    return tuple(
        hand_of(((Counter(up) - Counter(gone)) & Counter(hand)).elements())
        for up, gone, hand in zip(round.pack.face_up, played, round.hands, strict=True)
    )


def _shown(round: Round) -> BySeat[Hand]:
    """Return the open hands: all after a correct claim, else those of wrong claimants (P18)."""
    if round.conduct.claimed is not None:
        return round.hands
    if round.rules.play.false_claim != "exposed":
        return ((),) * len(round.hands)
    wrong = {
        judged.seat
        for judged in round.conduct.judgements
        if judged.kind == "claim" and not judged.upheld
    }
    return tuple(hand if seat in wrong else () for seat, hand in enumerate(round.hands))

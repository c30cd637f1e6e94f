"""Cards that a person at a table may know, and cards that a state shows them."""

import re

import msgspec

from spadille.game import Card, Game, Round, Seat, Trick
from spadille.table.events import PersonId
from spadille.table.protocol import write
from support.tabletop import ANN, BEN, CYD, Room

CARD = re.compile(r'"([CDHS][2-9TJQKA]|J[ELB])"')

PEOPLE = (ANN, BEN, CYD)


def cards_in(text: str) -> set[str]:
    """Return the cards named in a message, except those that the rules mention."""
    return set(CARD.findall(_without_rules(text)))


def _without_rules(text: str) -> str:
    message = msgspec.json.decode(text)
    for holder in (message, message.get("view") or {}):
        holder.pop("rules", None)
    return msgspec.json.encode(message).decode()


def known_cards(game: Game, seat: Seat | None) -> set[str]:
    """Return the cards a seat may know, based on the state of the game and not on its view."""
    known = [*game.drawn_for_deal, *_lying_open(game)]
    if seat is not None and game.round is not None:
        known += _own_cards(game, seat, game.round)
    return {card.value for card in known}


def _lying_open(game: Game) -> list[Card]:
    """Return the cards that everyone can see."""
    round = game.round
    if round is None:
        return []
    known = [card for trick in _open_tricks(game, round) for card in trick.cards]
    known += round.trick
    known += [card for shown in round.talk.thrown_in for card in shown.hand]
    if round.phase not in {"deal", "look"}:
        known += [card for cards in round.pack.face_up for card in cards]
    if round.conduct.claimed is not None:
        known += [card for hand in round.hands for card in hand]
    if game.rules.play.false_claim == "exposed":
        for judged in round.conduct.judgements:
            if judged.kind == "claim":
                known += round.hands[judged.seat]
    return known


def _open_tricks(game: Game, round: Round) -> list[Trick]:
    """Return the finished tricks that no one has turned face down (P14)."""
    review = game.rules.play.review
    if review == "all" or game.phase not in {"play", "award", "settle"}:
        return list(round.tricks)
    called = {
        judged.trick for judged in round.conduct.judgements if judged.kind in {"call", "flip"}
    }
    on_table = not round.trick or review == "last_trick"
    return [
        trick
        for number, trick in enumerate(round.tricks, start=1)
        if number in called or (number == len(round.tricks) and on_table)
    ]


def _own_cards(game: Game, seat: Seat, round: Round) -> list[Card]:
    """Return the cards that only one seat and its partner have seen."""
    known: list[Card] = []
    if round.pack.kitty_taker == seat:
        known += (*round.pack.kitty, *round.pack.discards)
    if round.looked[seat]:
        known += (*round.hands[seat], *round.pack.refused[seat], *round.exchange.replaced[seat])
    for number, transfer in enumerate(round.exchange.transfers, start=1):
        returns = game.phase == "exchange" and game.to_act == transfer.receiver
        hidden = returns and number == len(round.exchange.transfers) and together(game)
        if transfer.giver == seat or (transfer.receiver == seat and not hidden):
            known += transfer.cards
    if round.pack.stock and game.to_act == seat and round.looked[seat]:
        known += round.pack.stock[: 2 if game.rules.deal.method == "pick_of_two" else 1]
    return known


def together(game: Game) -> bool:
    """Return True if partners exchange without seeing what they will get."""
    return game.rules.exchange.order == "together"


def shown(room: Room, person: PersonId) -> str:
    return write(room.shown(person), "en", room.table.names)


def check_all(room: Room) -> None:
    """Check that no player sees a card that they may not know."""
    for asker in PEOPLE:
        text = shown(room, asker.person)
        seat = room.table.seat_of(asker.person)
        allowed = known_cards(room.game, seat) if room.table.game else set()
        assert cards_in(text) <= allowed

"""Positions under any rules: a deal from any deck, bids, plays and the seat to act."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from spadille.bots import load
from spadille.bots.bot import Decision
from spadille.game import Deal, Game, Hand, Look, Play, PlayerAction, Rules, Seat, SeatView, hand_of
from support.bot_positions import held
from support.positions import Before, BidLike, bid, cards_of, play, waiting_for_deal


def some_cards(text: str) -> Hand:
    """Parse `AK2.QJ.T98.7654 JB HA`: cards by suit, single cards, or both."""
    first, *words = text.split()
    by_suit = held(first) if "." in first else cards_of(first)
    return hand_of((*by_suit, *cards_of(" ".join(words))))


def deal_of(
    rules: Rules,
    hands: Mapping[Seat, str],
    rest: str = "",
    face_up: Mapping[Seat, str] | None = None,
) -> Deal:
    """Return a deal from the deck of `rules` with these hands; other cards fall in any order."""
    known = {seat: some_cards(text) for seat, text in hands.items()}
    left_over = cards_of(rest)
    deck = Counter(rules.deck_cards) - Counter(
        card for hand in (*known.values(), left_over) for card in hand
    )
    cards = list(deck.elements())
    Random(1).shuffle(cards)
    full = []
    for seat in rules.seats:
        hand = known.get(seat, ())
        missing = rules.hand_size - len(hand)
        assert missing >= 0
        full.append(hand_of((*hand, *(cards.pop() for _ in range(missing)))))
    open_cards: tuple[Hand, ...] = ()
    if face_up is not None:
        open_cards = tuple(
            some_cards(face_up[seat]) if seat in face_up else full[seat][: rules.deal.face_up]
            for seat in rules.seats
        )
    return Deal(tuple(full), hand_of((*left_over, *cards)), open_cards)


def table(  # noqa: PLR0913 - everything a position can differ in
    options: Mapping[str, object],
    hands: Mapping[Seat, str],
    *bids: BidLike,
    plays: str = "",
    before: tuple[Before, ...] = (),
    rest: str = "",
    face_up: Mapping[Seat, str] | None = None,
    preset: str = "standard",
) -> Game:
    """Return a game in which the last seat dealt, after these bids and plays."""
    rules = Rules.preset(preset).with_options(options)
    game = waiting_for_deal(rules, rules.seats[-1], *before)
    game = game.apply(deal_of(rules, hands, rest, face_up))
    return play(bid(game, *bids), plays)


def seen(game: Game) -> SeatView:
    """Return the view of the seat to act once it has looked at its cards."""
    if Look() in game.legal_actions():
        game = game.apply(Look())
    return game.view_to_act


def decides(game: Game) -> Decision:
    """Return an intermediate bot's decision here, and check that it has a reason."""
    view = seen(game)
    decision = load("intermediate").decide(view)
    assert decision.action in view.options
    assert str(decision.reason)
    return decision


def acts(game: Game) -> PlayerAction:
    return decides(game).action


def plays_card(game: Game) -> str:
    action = acts(game)
    assert isinstance(action, Play)
    return f"{action.card}{' low' if action.low else ''}"

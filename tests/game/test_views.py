"""A view contains exactly what its seat may know."""

import re
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis.strategies import integers

from spadille.game import (
    PACK,
    Action,
    Card,
    Deal,
    Event,
    Game,
    IllegalActionError,
    Pass,
    Record,
    Redraw,
    Seat,
    Stack,
    Swap,
    View,
    format_hand,
)
from support.naive_rules import Seen, current_round
from support.strategies import PRESETS, games, random_step

Renaming = dict[Card, Card]


def as_json(view: View) -> str:
    return msgspec.json.encode(view, enc_hook=str).decode()


def renamed(action: Action, names: Renaming) -> Action:
    """Return the action with other cards substituted."""
    match action:
        case Deal(hands=hands):
            return Deal(tuple(tuple(names[card] for card in hand) for hand in hands))
        case Stack(cards=cards) | Redraw(cards=cards) | Pass(cards=cards) | Swap(cards=cards):
            return type(action)(tuple(names[card] for card in cards))
        case _:
            return action


def with_hidden_cards(game: Game, names: Renaming) -> Game:
    """Return the game as it would have gone with other cards in the current round."""
    now = current_round(game)
    before = game.events[: len(game.events) - len(now)]
    events = (*before, *(Event(event.seat, renamed(event.action, names)) for event in now))
    return Game.replay(Record(game.rules, game.players, events))


def exchanging(cards: list[Card], rng: Random) -> Renaming:
    """Return a random permutation of these cards."""
    names = {card: card for card in PACK}
    names.update(zip(cards, rng.sample(cards, len(cards)), strict=True))
    return names


def renamings(hidden: set[Card], rng: Random) -> list[Renaming]:
    """Return some permutations within a suit, which keep played cards legal, and some free ones."""
    within: Renaming = {}
    for letter in "CDHS":
        suit = sorted(card for card in hidden if card.value[0] == letter)
        within |= {card: name for card, name in exchanging(suit, rng).items() if card in suit}
    return [
        {card: within.get(card, card) for card in PACK},
        exchanging(sorted(hidden), rng),
        exchanging(sorted(hidden), rng),
    ]


def check_view(game: Game, seat: Seat | None, rng: Random) -> int:
    """Compare views with other hidden cards; return how many other games there were."""
    view = game.view(seat)
    others = 0
    for number, names in enumerate(renamings(set(PACK) - Seen(game, seat).cards, rng)):
        try:
            other = with_hidden_cards(game, names)
        except IllegalActionError:
            # A player would have had to follow suit; within suits this cannot happen.
            assert number > 0
            continue
        others += other != game
        assert other.view(seat) == view
        assert as_json(other.view(seat)) == as_json(view)
    return others


@given(games(), integers(0, 2**32))
def test_view_does_not_depend_on_hidden_cards(game: Game, seed: int) -> None:
    rng = Random(seed)
    for seat in (*game.rules.seats, None):
        check_view(game, seat, rng)


def test_hidden_card_check_covers_every_phase() -> None:
    """Otherwise the comparison above would compare a game with itself."""
    rng = Random(7)
    tried: dict[str, int] = {}
    for rules in PRESETS.values():
        behind = rules.with_options({"nil.blind_deficit": 0})
        for _ in range(2):
            game = Game.new(behind)
            while len(game.results) < 1:
                game = random_step(game, rng)
                for seat in (*game.rules.seats, None):
                    tried[game.phase] = tried.get(game.phase, 0) + check_view(game, seat, rng)
    for phase in ("draft", "swap", "bidding", "exchange", "play"):
        assert tried[phase] > 10, tried


@given(games())
def test_view_names_only_cards_seen_by_seat(game: Game) -> None:
    """Every text in the view that looks like a card is a card that was shown to the seat."""
    for seat in (*game.rules.seats, None):
        view = game.view(seat)
        named = {Card(text) for text in re.findall(r'"([CDHS][2-9TJQKA])"', as_json(view))}
        assert named <= Seen(game, seat).cards | set(view.drawn_for_deal)


@given(games())
def test_view_has_own_hand_after_look(game: Game) -> None:
    """E12: the hand is the cards dealt, drawn and received, minus those passed and played."""
    for seat in game.rules.seats:
        seen = Seen(game, seat)
        hand = game.view(seat).hand
        if hand is None:
            assert not seen.own
        else:
            assert set(hand) == seen.hands[seat]
        assert game.view(seat).hand_sizes == tuple(map(len, seen.hands))


@given(games())
def test_spectator_view_has_no_hand_and_no_options(game: Game) -> None:
    view = game.view(None)
    assert view.hand is None
    assert view.offered == ()
    assert (view.given, view.received, view.refused) == ((), (), ())
    assert len(view.options) == 0


def test_view_to_act_belongs_to_seat_to_act() -> None:
    """Such a view does not exist before the cards are dealt."""
    game = Game.new(seed=1)
    assert game.to_act is not None
    assert game.view_to_act == game.view(game.to_act)
    assert game.view_to_act.seat is game.to_act
    with pytest.raises(IllegalActionError, match="not been dealt"):
        _ = Game.new().view_to_act


@given(games())
def test_game_round_and_view_have_short_reprs(game: Game) -> None:
    for seat in (None, *game.rules.seats):
        view = game.view(seat)
        assert len(repr(view)) < 100
        assert len(str(view).splitlines()) in {game.rules.players + 1, game.rules.players + 2}
        if seat is not None and view.hand:
            assert format_hand(view.hand) in str(view)
    assert len(repr(game)) < 100
    assert len(repr(game.round)) < 100
    assert str(game).count("\n") <= game.rules.players + 1

"""The rules favor no seat and no side suit."""

from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis.strategies import integers, sampled_from

from spadille.game import (
    Action,
    Card,
    Deal,
    DrawForDeal,
    Event,
    Game,
    NameDealer,
    Pass,
    Play,
    Record,
    Redraw,
    Seat,
    Stack,
    Swap,
    View,
)
from support.strategies import any_rules, games


def turned(values: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    """Return the values by seat after everyone has moved `by` seats to the left."""
    return tuple(values[(at - by) % len(values)] for at in range(len(values)))


def moved(seat: Seat | None, by: int, players: int) -> Seat | None:
    return None if seat is None else Seat((seat + by) % players)


def moved_event(event: Event, by: int, players: int) -> Event:
    match event.action:
        case Deal(hands=hands):
            return Event(None, Deal(turned(hands, by)))
        case NameDealer(seat=seat):
            return Event(None, NameDealer(Seat((seat + by) % players)))
        case DrawForDeal(cards=cards):
            return Event(None, DrawForDeal(turned(cards, by)))
        case _:
            return Event(moved(event.seat, by, players), event.action)


def facts(view: View, by: int, side: int, suits: str = "CDHS") -> dict[str, Any]:
    """Return a view's facts with seats moved `by`, sides moved by `side`, and suits renamed."""
    players = view.rules.players

    def place(seat: Seat | None) -> Seat | None:
        return moved(seat, by, players)

    def cards(held: tuple[Card, ...] | None) -> set[Card] | None:
        return None if held is None else {in_suits(card, suits) for card in held}

    winner = view.outcome.winner if view.outcome else None
    return {
        "round": view.round_number,
        "phase": view.phase,
        "dealer": place(view.dealer),
        "to_act": place(view.to_act),
        "hand": cards(view.hand),
        "sizes": turned(view.hand_sizes, by),
        "looked": turned(view.looked, by),
        "bids": turned(view.bids, by),
        "contracts": turned(view.contracts, side),
        "won": turned(view.won, by),
        "broken": view.broken,
        "trick": view.trick and [in_suits(card, suits) for card in view.trick.cards],
        "winners": [place(trick.winner) for trick in view.tricks],
        "offered": cards(view.offered),
        "refused": cards(view.refused),
        "given": cards(view.given),
        "received": cards(view.received),
        "standings": turned(view.standings, side),
        "options": {
            act_in_suits(action, suits) for action in view.options.actions
        },
        "choose": view.options.choose
        and (cards(view.options.choose.cards), view.options.choose.sizes),
        "points": [
            turned(tuple(tuple((line.reason, line.points) for line in each.lines)
                         for each in result.sides), side)
            for result in view.results
        ],
        "over": view.outcome is not None,
        "winner": None if winner is None else (winner + side) % len(view.sides),
    }  # fmt: skip


def in_suits(card: Card, suits: str) -> Card:
    """Return the card with its suit renamed; `suits` are the new names of C, D, H and S."""
    return Card(suits["CDHS".index(card.value[0])] + card.value[1])


def act_in_suits(action: Action, suits: str) -> Action:
    match action:
        case Deal(hands=hands):
            return Deal(tuple(tuple(in_suits(card, suits) for card in hand) for hand in hands))
        case Play(card=card):
            return Play(in_suits(card, suits))
        case Stack(cards=cards) | Redraw(cards=cards) | Pass(cards=cards) | Swap(cards=cards):
            return type(action)(tuple(in_suits(card, suits) for card in cards))
        case _:
            return action


def in_side_order(points: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Sort the nil lines of partners by seat, because rotating the table changes their order."""
    return [tuple(sorted(side) for side in result) for result in points]


@given(games(any_rules(deal__first_dealer="random")), integers(1, 3))
def test_rotated_table_gives_rotated_game(game: Game, by: int) -> None:
    players = game.rules.players
    events = tuple(moved_event(event, by, players) for event in game.events)
    other = Game.replay(Record(game.rules, game.players, events))
    side = by % len(game.rules.sides)
    for seat in (*game.rules.seats, None):
        ours = facts(game.view(seat), by, side)
        theirs = facts(other.view(moved(seat, by, players)), 0, 0)
        ours["points"] = in_side_order(ours["points"])
        theirs["points"] = in_side_order(theirs["points"])
        assert ours == theirs


@given(games(any_rules(deal__first_dealer="high_card")), integers(1, 3))
def test_D2_highest_card_of_rotated_draw_deals(game: Game, by: int) -> None:
    """D2: the draw rotates with the table."""
    if not game.events:
        return
    players = game.rules.players
    draw = game.events[0]
    turned_draw = moved_event(draw, by, players)
    dealer = Game.new(game.rules).apply(draw.action).dealer
    other = Game.new(game.rules).apply(turned_draw.action).dealer
    assert other == moved(dealer, by, players)


SIDE_SUITS = ["".join(order) + "S" for order in permutations("CDH")]


@given(games(any_rules(deal__first_dealer="random")), sampled_from(SIDE_SUITS[1:]))
def test_permuted_side_suits_give_same_game(game: Game, suits: str) -> None:
    """K3: renaming clubs, diamonds and hearts renames the cards, and changes nothing else."""
    events = tuple(Event(event.seat, act_in_suits(event.action, suits)) for event in game.events)
    other = Game.replay(Record(game.rules, game.players, events))
    for seat in (*game.rules.seats, None):
        assert facts(game.view(seat), 0, 0, suits) == facts(other.view(seat), 0, 0)

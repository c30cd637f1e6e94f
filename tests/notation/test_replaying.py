"""Decisions are found in a record by their position, and a game is shown again from its events."""

import pytest

from spadille.bots import played_on, seated
from spadille.game import Bid, Deal, Game, Play, Rules, Seat
from spadille.notation import Place, decision_at, decision_from, first_decision, replayed

RULES = Rules().with_options({"nil.blind": False})


@pytest.fixture(scope="module")
def game() -> Game:
    """Two rounds between bots, and the beginning of a third."""
    game = Game.new(RULES, seed="replayed")
    game = played_on(game, seated(["beginner"] * 4, "0"), rounds=2)
    while not (game.phase == "play" and game.to_act == Seat.SOUTH):
        game = game.apply(game.view_to_act.options.actions[0])
    return game


def test_decision_at_finds_decision_by_round_trick_and_seat(game: Game) -> None:
    record = game.record()
    number, tricks, bids = 0, 0, 0
    for at, event in enumerate(record.events):
        if isinstance(event.action, Deal):
            number, tricks = number + 1, 0
        if event.seat is None or not isinstance(event.action, (Bid, Play)):
            continue
        bids += isinstance(event.action, Bid)
        trick = 0 if isinstance(event.action, Bid) else tricks // 4 + 1
        tricks += isinstance(event.action, Play)
        found = decision_at(record, Place(number, trick, event.seat))
        assert found is not None
        assert found.number == at
        assert found.game == replayed(RULES, record.players, record.events[:at]).game
    assert (number, bids) == (3, 12)


@pytest.mark.parametrize("who", [5, 7], ids=["in turn", "out of turn"])
def test_R3_revoke_call_is_not_decision_to_play(who: int) -> None:
    game = Game.new(RULES.with_options({"enforcement.mode": "honour"}), seed="called")
    game = played_on(game, seated(["beginner"] * 4, "0"), rounds=1)
    events = game.events
    tricks = [at for at, event in enumerate(events) if isinstance(event.action, Play)]
    before = replayed(game.rules, game.players, events[: tricks[5]]).game
    own, other = (events[tricks[at]].seat for at in (5, 7))
    assert own is not None
    assert other is not None
    caller = own if who == 5 else other
    called = before.apply(before.options(caller).aside[0], caller)
    for event in events[tricks[5] : tricks[8]]:
        called = called.apply(event.action, event.seat)
    for seat, at in ((own, 5), (other, 7)):
        found = decision_at(called.record(), Place(1, 2, seat))
        assert found is not None
        assert found.number == tricks[at] + 1
        assert isinstance(called.events[found.number].action, Play)


@pytest.mark.parametrize(
    "place",
    [
        Place(0, 0, Seat.NORTH),
        Place(4, 0, Seat.NORTH),
        Place(1, 14, Seat.NORTH),
        Place(2, -1, Seat.NORTH),
        Place(3, 1, Seat.SOUTH),
        Place(3, 2, Seat.NORTH),
    ],
)
def test_decision_at_without_decision_returns_none(game: Game, place: Place) -> None:
    assert decision_at(game.record(), place) is None


def test_decision_at_skips_look() -> None:
    game = Game.new(Rules(), seed="looked")
    game = played_on(game, seated(["beginner"] * 4, "0"), rounds=1)
    record = game.record()
    for seat in game.rules.seats:
        found = decision_at(record, Place(1, 0, seat))
        assert found is not None
        assert isinstance(record.events[found.number].action, Bid)


def test_first_decision_belongs_to_first_bidder(game: Game) -> None:
    record = game.record()
    deals = [at for at, event in enumerate(record.events) if isinstance(event.action, Deal)]
    for number, at in enumerate(deals, start=1):
        found = first_decision(record, number)
        assert found is not None
        assert found.number == at + 1
        assert found.game.acts(record.events[at + 1].seat or Seat.NORTH)
    assert first_decision(record, 4) is None


def test_decision_from_finds_next_decision(game: Game) -> None:
    record = game.record()
    seats = [at for at, event in enumerate(record.events) if event.seat is not None]
    for events in range(len(record.events)):
        found = decision_from(record, events)
        assert (found and found.number) == next((at for at in seats if at >= events), None)
    assert decision_from(record, len(record.events)) is None


def test_replayed_keeps_game_before_last_deal(game: Game) -> None:
    record = game.record()
    again = replayed(game.rules, record.players, record.events)
    assert again.game.record() == record
    assert again.game.view_to_act == game.view_to_act
    assert (again.dealt.phase, len(again.dealt.results)) == ("score", 2)
    last = max(at for at, event in enumerate(record.events) if isinstance(event.action, Deal))
    assert again.dealt.events == record.events[:last]
    first = replayed(game.rules, record.players, record.events[: last // 4])
    assert first.dealt == Game.new(game.rules, players=record.players)

"""Taking back a bid before a bot has seen it, giving up a game, and choosing a pace."""

from pathlib import Path

import msgspec
import pytest

from spadille.game import BLIND_NIL, Bid, Look, Seat, SpadesError
from spadille.table.apply import MOST_WITHDRAWN, loaded
from spadille.table.events import Acted, Resigned, TableEvent, Withdrawn
from spadille.table.permissions import may_withdraw
from spadille.table.requests import NextRound, Rematch, Resign, Sit, Stand, Start, Withdraw
from support.house import PACE, House, house
from support.tabletop import ANN, BEN, Room, pass_time, settle

HERE = "room"


def at_the_bids(*, invite: bool = False) -> Room:
    """Return a table where Ann has looked and is to bid."""
    room = Room("puzzle-pirates", invite=invite)
    if invite:
        room.ask(ANN, Start(HERE))
    room.play_until(lambda table: table.to_act == Seat.SOUTH)
    if room.game.phase == "look":
        room.act(ANN, Look())
    assert room.game.phase == "bidding"
    return room


def code_of(room: Room, request: Withdraw | Resign) -> str:
    with pytest.raises(SpadesError) as refusal:
        room.ask(ANN, request)
    return refusal.value.code


def test_bid_before_any_bot_acted_can_be_undone() -> None:
    room = at_the_bids()
    before = room.game
    room.act(ANN, Bid(9))
    assert may_withdraw(room.table, ANN.person)
    room.ask(ANN, Withdraw(HERE))
    assert room.game == before
    assert code_of(room, Withdraw(HERE)) == "bid/stands"
    room.act(ANN, Bid(3))
    assert [e.action for e in room.game.events if e.seat == Seat.SOUTH][-1] == Bid(3)
    assert Bid(9) not in [event.action for event in room.game.record().events]


@pytest.mark.parametrize("seed", range(4))
def test_V34_bid_that_revealed_the_others_stands(seed: int) -> None:
    """With simultaneous bids, the last bidder sees all of them, and could rebid knowing them."""
    room = Room(seed=seed, options={"bidding.order": "at_once", "nil.blind": False})
    room.play_until(lambda table: table.to_act == Seat.SOUTH)
    last = room.game.dealer == Seat.SOUTH
    room.act(ANN, Bid(3))
    assert (room.game.phase == "play") == last
    assert may_withdraw(room.table, ANN.person) == (not last)


def test_undone_bid_is_stored_and_loads_the_same() -> None:
    room = at_the_bids()
    room.act(ANN, Bid(9))
    room.ask(ANN, Withdraw(HERE))
    room.act(ANN, Bid(3))
    room.step()
    stored = msgspec.json.decode(msgspec.json.encode(room.events), type=tuple[TableEvent, ...])
    assert Withdrawn(Seat.SOUTH) in stored
    assert Acted(Seat.SOUTH, Bid(9)) in stored
    assert loaded(HERE, stored) == room.table


def test_bid_stands_once_a_bot_has_acted() -> None:
    room = at_the_bids()
    room.act(ANN, Bid(4))
    room.step()
    assert code_of(room, Withdraw(HERE)) == "bid/stands"


def test_bid_among_people_stands() -> None:
    room = at_the_bids(invite=True)
    room.act(ANN, Bid(4))
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    assert code_of(room, Withdraw(HERE)) == "bid/stands"


def test_blind_bid_stands_because_it_shows_the_cards() -> None:
    room = Room("standard")
    room.play_until(lambda table: table.to_act == Seat.SOUTH)
    room.act(ANN, BLIND_NIL)
    assert code_of(room, Withdraw(HERE)) == "bid/stands"


def test_bid_undo_is_limited() -> None:
    room = at_the_bids()
    for _ in range(MOST_WITHDRAWN):
        room.act(ANN, Bid(9))
        room.ask(ANN, Withdraw(HERE))
    room.act(ANN, Bid(9))
    assert code_of(room, Withdraw(HERE)) == "bid/stands"


def test_second_click_on_undone_bid_is_stale() -> None:
    room = at_the_bids()
    seq = room.table.version
    room.act(ANN, Bid(9), seq)
    room.ask(ANN, Withdraw(HERE))
    with pytest.raises(SpadesError) as refusal:
        room.act(ANN, Bid(9), seq)
    assert refusal.value.code == "seq/stale"


def test_game_against_bots_can_be_given_up_and_replaced() -> None:
    room = at_the_bids()
    room.ask(ANN, Resign(HERE))
    assert Resigned(Seat.SOUTH) in room.events
    assert room.table.status == "over"
    assert not room.game.over
    with pytest.raises(SpadesError) as refusal:
        room.act(ANN, Bid(4))
    assert refusal.value.code == "table/given-up"
    assert code_of(room, Resign(HERE)) == "table/not-playing"
    stored = msgspec.json.decode(msgspec.json.encode(room.events), type=tuple[TableEvent, ...])
    assert loaded(HERE, stored) == room.table
    room.ask(ANN, Rematch(HERE))
    room.play_until(lambda table: table.between_rounds)


def test_game_with_people_cannot_be_given_up_by_one() -> None:
    room = Room("puzzle-pirates", invite=True)
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    assert code_of(room, Resign(HERE)) == "table/not-playing"
    room.ask(ANN, Start(HERE))
    assert code_of(room, Resign(HERE)) == "table/not-alone"
    room.ask(BEN, Stand(HERE))
    room.ask(ANN, Resign(HERE))
    assert room.table.status == "over"


def test_game_given_up_between_rounds_deals_no_more() -> None:
    room = Room("puzzle-pirates")
    room.play_until(lambda table: table.between_rounds)
    room.ask(ANN, Resign(HERE))
    with pytest.raises(SpadesError) as refusal:
        room.ask(ANN, NextRound(HERE))
    assert refusal.value.code == "round/not-over"


async def test_game_given_up_offers_no_actions(here: House) -> None:
    actor = await here.make("puzzle-pirates")
    ann = await here.enter(actor, ANN)
    await here.play(actor, ann, lambda: actor.table.to_act == Seat.SOUTH)
    actor.ask(ann, Resign(actor.table.id))
    await settle(actor)
    assert ann.state["status"] == "over"
    view = ann.state["view"]
    assert (view["to_act"], view["options"]["actions"]) == (None, [])
    assert view["outcome"] is None
    ((_, summary),) = await here.registry.tables_of(ANN.person)
    assert summary.status == "over"
    seq = actor.table.version
    await pass_time(here.clock, 100 * PACE, actor)
    assert actor.table.version == seq


async def test_bots_leave_time_to_undo_a_bid(here: House) -> None:
    actor = await here.make("puzzle-pirates")
    ann = await here.enter(actor, ANN)
    table = actor.table.id

    def south_bids() -> bool:
        game = actor.table.game
        return game is not None and game.phase == "bidding" and game.to_act == Seat.SOUTH

    await here.play(actor, ann, south_bids)
    await here.act(actor, ann, Bid(9))
    assert ann.state["withdraw"]
    await pass_time(here.clock, 2.9 * PACE, actor)
    actor.ask(ann, Withdraw(table))
    await settle(actor)
    assert not ann.refusals
    assert ann.state["view"]["bids"][Seat.SOUTH] is None
    await here.act(actor, ann, Bid(3))
    await pass_time(here.clock, 3.1 * PACE, actor)
    assert not ann.state["withdraw"]


@pytest.mark.parametrize(("pace", "seconds"), [("slow", 2.0), ("normal", 1.0), ("quick", 0.5)])
async def test_bots_move_at_requested_pace(tmp_path: Path, pace: str, seconds: float) -> None:
    async with house(tmp_path, seed=6) as here:
        actor = await here.make("puzzle-pirates")
        ann = await here.enter(actor, ANN)
        await here.play(actor, ann, lambda: actor.table.to_act == Seat.WEST)
        ann.pace = pace  # type: ignore[assignment]  # one of those
        actor.join(ann)
        await settle(actor)
        seq = actor.table.version
        await pass_time(here.clock, 0.9 * seconds * PACE, actor)
        assert actor.table.version == seq
        await pass_time(here.clock, 0.2 * seconds * PACE, actor)
        assert actor.table.version == seq + 1


async def test_pace_of_one_player_does_not_apply_to_others(here: House) -> None:
    actor = await here.make("puzzle-pirates", invite=True)
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    await here.play(actor, ann, lambda: actor.table.to_act == Seat.SOUTH)
    await here.act(actor, ann, Bid(4))
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    ann.pace = "slow"
    actor.join(ann)
    await settle(actor)
    seq = actor.table.version
    await pass_time(here.clock, 1.1 * PACE, actor)
    assert actor.table.version == seq + 1


@pytest.mark.parametrize(("paces", "seconds"), [("quick quick", 0.5), ("quick slow", 1.0)])
async def test_bots_move_at_the_pace_that_all_players_chose(
    here: House, paces: str, seconds: float
) -> None:
    actor = await here.make("puzzle-pirates", invite=True)
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    await here.play(actor, ann, lambda: actor.table.to_act in {Seat.WEST, Seat.EAST})
    for one, pace in zip((ann, ben), paces.split(), strict=True):
        one.pace = pace  # type: ignore[assignment]  # one of those
        actor.join(one)
    await settle(actor)
    seq = actor.table.version
    await pass_time(here.clock, 0.9 * seconds * PACE, actor)
    assert actor.table.version == seq
    await pass_time(here.clock, 0.2 * seconds * PACE, actor)
    assert actor.table.version == seq + 1

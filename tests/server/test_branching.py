"""Playing an earlier round again from one of its positions, and having a bot finish a round."""

from typing import Any

import pytest

from spadille.game import Bid, Event, Game, Origin, Play, Seat
from spadille.notation import format_record, load_game, parse_record
from spadille.server.live.actor import TableActor
from spadille.table.apply import record_of
from spadille.table.commands import Asker
from spadille.table.errors import RefusedError
from spadille.table.requests import (
    AutoPlayRound,
    PlayFrom,
    PlayOn,
    Propose,
    Rematch,
    Resign,
    Sit,
    Start,
)
from support.house import House
from support.tabletop import ANN, BEN, CYD, Listener, Room, pass_time, settle

WITHOUT_BLIND = {"nil.blind": False}


def game_at(actor: TableActor) -> Game:
    assert actor.table.game is not None
    return actor.table.game


async def after_rounds(here: House, rounds: int, **fields: Any) -> tuple[TableActor, Listener]:
    """Return Ann's table between two rounds."""
    actor = await here.make(options=WITHOUT_BLIND, **fields)
    ann = await here.enter(actor, ANN)
    if actor.table.status == "waiting":
        actor.ask(ann, Start(actor.table.id))
        await settle(actor)
    await here.play(actor, ann, lambda: len(game_at(actor).results) == rounds)
    return actor, ann


async def refused(here: House, actor: TableActor, asked: PlayOn, asker: Asker = ANN) -> str:
    with pytest.raises(RefusedError) as refusal:
        await here.registry.branch(actor.table.id, asked, asker)
    return refusal.value.code


async def test_replayed_round_has_same_cards_and_keeps_original_game(here: House) -> None:
    actor, _ = await after_rounds(here, 2)
    before = actor.table
    again = await here.registry.branch(actor.table.id, PlayOn("Ann", 2), ANN)
    assert actor.table is before
    old, new = game_at(actor), game_at(again)
    count = len(new.events)
    assert new.events == old.events[:count]
    assert new.results == old.results[:1]
    assert isinstance(old.events[count].action, Bid) or old.events[count].seat is not None
    assert again.table.origin == Origin(actor.table.id, 1, 2, count)
    assert again.table.names == before.names
    assert again.table.seat_of(ANN.person) == before.seat_of(ANN.person)
    ann = await here.enter(again, ANN)
    assert ann.state["origin"] == {
        "table": actor.table.id, "game": 1, "round": 2, "events": count,
    }  # fmt: skip
    await here.play(again, ann, lambda: len(game_at(again).results) == 3)
    assert len(again.table.commitment.seals) == 1  # the later cards still have their commitments
    loaded = await here.store.load(again.table.id)
    assert loaded == again.table
    record = again.table.record
    assert parse_record(format_record(record)).origin == record.origin
    assert load_game(format_record(record)).results == game_at(again).results


@pytest.mark.parametrize("trick", [0, 1, 7, 13])
async def test_replayed_round_starts_from_any_own_decision(trick: int, here: House) -> None:
    actor, _ = await after_rounds(here, 1)
    again = await here.registry.branch(actor.table.id, PlayOn("Ann", 1, trick), ANN)
    old, new = game_at(actor), game_at(again)
    following: Event = old.events[len(new.events)]
    assert new.to_act == following.seat == Seat.SOUTH
    assert isinstance(following.action, Play if trick else Bid)
    assert new.round is not None
    assert len(new.round.tricks) == max(trick - 1, 0)
    ann = await here.enter(again, ANN)
    if trick > 1:
        assert "undo" in ann.state["consent"]["may_ask"]


def test_replay_of_earlier_game_at_same_table_works() -> None:
    room = Room("short", options=WITHOUT_BLIND)
    room.play_until(lambda table: table.status == "over")
    record = record_of("room", room.events, 1)
    assert record is not None
    assert record.origin is None


async def test_stored_game_continues_from_any_step_in_any_seat(here: House) -> None:
    actor = await here.make("short", options={"end.max_rounds": 1, **WITHOUT_BLIND})
    ann = await here.enter(actor, ANN)
    kept = await here.finish(actor, ann)
    record = await here.library.record(kept)
    old = load_game(record)
    opened = await here.library.open(record, BEN.person)
    for game, asker, level in (
        (kept, ANN, actor.table.made.level),
        (opened, BEN, "expert"),
    ):
        for events, seat in (
            (0, Seat.NORTH),
            (20, Seat.EAST),
            (len(old.events) - 1, Seat.WEST),
        ):
            asked = PlayFrom(asker.name, seat, events)
            again = await here.registry.find(await here.library.play_on(game, asked, asker))
            new = game_at(again)
            count = len(new.events)
            assert new.events == old.events[:count]
            assert new.to_act == old.events[count].seat
            assert again.table.origin == Origin(game, 0, 1, count)
            assert again.table.seat_of(asker.person) == seat
            assert again.table.made.level == level
            assert len(set(again.table.names)) == 4
            assert await here.store.load(again.table.id) == again.table
    assert await here.library.record(kept) == record
    for game, place, code in (
        (kept, (Seat.NORTH, len(old.events)), "branch/no-place"),
        (kept, (Seat(5), 0), "branch/no-place"),
        ("2" * 16, (Seat.NORTH, 0), "game/unknown"),
    ):
        with pytest.raises(RefusedError) as refusal:
            await here.library.play_on(game, PlayFrom("Cyd", *place), CYD)
        assert refusal.value.code == code


async def test_replay_of_unfinished_round_is_refused(here: House) -> None:
    actor, ann = await after_rounds(here, 1)
    await here.play(actor, ann, lambda: game_at(actor).phase == "play")
    for trick in (None, 0, 1):
        assert await refused(here, actor, PlayOn("Ann", 2, trick)) == "branch/no-place"
    assert await refused(here, actor, PlayOn("Ann", 1, 14)) == "branch/no-place"
    assert await refused(here, actor, PlayOn("Ann", 1, game=2)) == "branch/no-place"
    assert await refused(here, actor, PlayOn("Ben", 1), BEN) == "seat/none"


async def test_replay_of_game_with_people_waits_for_its_end(here: House) -> None:
    actor, ann = await after_rounds(here, 1, preset="short", invite=True)
    ben = await here.enter(actor, BEN)
    actor.ask(ben, Sit(actor.table.id, Seat.WEST))
    await settle(actor)
    assert actor.table.seat_of(BEN.person) == Seat.WEST
    for asker in (ANN, BEN):
        asked = PlayOn(asker.name, 1)
        assert await refused(here, actor, asked, asker) == "branch/not-yet"
    assert not ann.state["finish"]
    actor.ask(ann, AutoPlayRound(actor.table.id))
    await settle(actor)
    assert ann.refusals == ["finish/not-now"]


async def test_finish_request_lets_bot_play_only_to_end_of_round(here: House) -> None:
    actor = await here.make(options=WITHOUT_BLIND)
    ann = await here.enter(actor, ANN)
    await here.play(actor, ann, lambda: game_at(actor).phase == "play")
    await here.play(actor, ann, lambda: actor.table.to_act == Seat.SOUTH)
    assert ann.state["finish"]
    actor.ask(ann, AutoPlayRound(actor.table.id))
    await settle(actor)
    assert ann.state["finishing"]
    assert not ann.state["finish"]
    assert ann.state["view"]["options"]["actions"] == []
    await pass_time(here.clock, 60, actor)
    assert actor.table.between_rounds
    assert not ann.state["finishing"]
    assert await here.store.load(actor.table.id) == actor.table


async def test_finish_request_canceled_returns_control_to_player(here: House) -> None:
    actor = await here.make(options=WITHOUT_BLIND)
    ann = await here.enter(actor, ANN)
    await here.play(actor, ann, lambda: game_at(actor).phase == "play")
    for stop in (AutoPlayRound(actor.table.id, on=False), Propose(actor.table.id, "undo")):
        actor.ask(ann, AutoPlayRound(actor.table.id))
        await settle(actor)
        assert ann.state["finishing"]
        actor.ask(ann, stop)
        await settle(actor)
        assert not ann.state["finishing"]
    await pass_time(here.clock, 60, actor)
    assert actor.table.to_act == Seat.SOUTH


@pytest.mark.parametrize("ending", ["resign", "stop", "close"])
async def test_finish_request_ends_with_abandoned_game(ending: str, here: House) -> None:
    actor = await here.make()
    ann, table = await here.enter(actor, ANN), actor.table.id
    actor.ask(ann, AutoPlayRound(table))
    if ending == "close":
        await actor.close()
    else:
        actor.ask(ann, Resign(table) if ending == "resign" else Propose(table, "stop"))
    await settle(actor)
    assert ann.state["status"] == "over"
    assert not ann.state["finishing"]
    actor.ask(ann, Rematch(table))
    await settle(actor)
    assert ann.state["status"] == "playing"
    assert not ann.state["finishing"]
    assert await here.store.load(table) == actor.table

"""Automatic events at a table: bots, the turn timer, the next round, the next host."""

from pathlib import Path
from typing import Any

from spadille.game import Bid, Look, PlayerAction, Seat, SeatView
from spadille.server.live.actor import TableActor
from spadille.table.requests import NextRound, Propose, Resume, Resync, Sit, Stand, Start
from spadille.table.timers import HOST_GRACE, PAUSE
from support.house import PACE, House, house
from support.tabletop import ANN, BEN, Listener, pass_time, settle, think_randomly


async def scored(here: House, **fields: Any) -> tuple[TableActor, Listener, Listener]:
    """Return a table with Ann and Ben after the first round."""
    actor = await here.make("puzzle-pirates", invite=True, **fields)
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    await here.play(actor, ann, lambda: actor.table.between_rounds)
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    await settle(actor)
    return actor, ann, ben


async def test_bots_move_at_a_pace_people_can_follow(here: House) -> None:
    actor = await here.make("puzzle-pirates")
    ann = await here.enter(actor, ANN)
    await here.play(actor, ann, lambda: actor.table.to_act == Seat.WEST)
    seq = actor.table.version
    await pass_time(here.clock, 0.9 * PACE, actor)
    assert actor.table.version == seq
    await pass_time(here.clock, 0.2 * PACE, actor)
    assert actor.table.version == seq + 1

    def bot_leads() -> bool:
        round = actor.table.game and actor.table.game.round
        return bool(round and round.tricks and not round.trick) and (
            actor.table.to_act not in {Seat.SOUTH, None}
        )

    for _ in range(500):  # step by step, so as not to skip the right moment
        if bot_leads():
            break
        if actor.table.to_act == Seat.SOUTH:
            assert actor.table.game is not None
            view = actor.table.game.view(Seat.SOUTH)
            await here.act(actor, ann, think_randomly("", view))
        else:
            await pass_time(here.clock, 0.1 * PACE, actor)
    assert bot_leads()
    seq = actor.table.version
    await pass_time(here.clock, 1.8 * PACE, actor)
    assert actor.table.version == seq
    await pass_time(here.clock, 0.3 * PACE, actor)
    assert actor.table.version == seq + 1


async def test_table_without_people_does_not_move(here: House) -> None:
    actor = await here.make(turn_seconds=30)
    await pass_time(here.clock, 1000, actor)
    assert actor.table.version == actor.table.moved
    ann = await here.enter(actor, ANN)
    seq = actor.table.version
    actor.leave(ann)
    await pass_time(here.clock, 1000, actor)
    assert actor.table.version == seq


async def test_turn_timer_expired_plays_a_legal_card(tmp_path: Path) -> None:
    levels = []

    def think(level: str, view: SeatView) -> PlayerAction:
        levels.append((level, view.phase, view.seat))
        return think_randomly(level, view)

    async with house(tmp_path, think=think) as here:
        actor = await here.make("puzzle-pirates", turn_seconds=20)
        ann = await here.enter(actor, ANN)
        await pass_time(here.clock, 200, actor)
        game = actor.table.game
        assert game is not None
        assert game.round is not None
        assert game.round.tricks
        assert ann.refusals == []
        # A card from each trick, plus the bid: everyone sees how often time ran out.
        assert ann.state["seats"][Seat.SOUTH]["late"] > len(game.round.tricks)
        assert not any(i["late"] for i in ann.state["seats"] if i["occupant"] == "bot")
    own = [(level, phase) for level, phase, seat in levels if seat == Seat.SOUTH]
    assert own[0] == ("beginner", "bidding")
    assert ("random", "play") in own
    assert {phase for level, phase in own if level == "random"} == {"play"}


async def test_turn_timer_is_not_restarted_by_looking(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        actor = await here.make(turn_seconds=20)
        ann = await here.enter(actor, ANN)
        while actor.table.to_act != Seat.SOUTH:
            await pass_time(here.clock, 0.5, actor)
        assert ann.state["seconds_left"] == 20
        await pass_time(here.clock, 12, actor)
        await here.act(actor, ann, Look())
        assert ann.state["seconds_left"] == 8
        actor.ask(ann, Resync(actor.table.id))
        await pass_time(here.clock, 7.9, actor)
        assert actor.table.to_act == Seat.SOUTH
        await pass_time(here.clock, 0.2, actor)
        assert actor.table.to_act != Seat.SOUTH


async def test_table_without_turn_timer_waits_for_player(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        actor = await here.make()
        ann = await here.enter(actor, ANN)
        await pass_time(here.clock, 100_000, actor)
        assert actor.table.to_act == Seat.SOUTH
        assert ann.state["seconds_left"] is None


async def test_next_round_is_dealt_when_all_have_asked(here: House) -> None:
    actor, ann, ben = await scored(here)
    await pass_time(here.clock, 1000, actor)
    actor.ask(ann, NextRound(actor.table.id))
    await pass_time(here.clock, 100, actor)
    assert ann.state["view"]["phase"] == "score"
    assert [seat["ready"] for seat in ben.state["seats"]] == [False, False, True, False]
    actor.ask(ben, NextRound(actor.table.id))
    await pass_time(here.clock, 0, actor)
    assert not actor.table.between_rounds
    assert not any(seat["ready"] for seat in ben.state["seats"])


async def test_next_round_does_not_wait_for_absent_player(here: House) -> None:
    actor, ann, ben = await scored(here)
    actor.ask(ann, NextRound(actor.table.id))
    await pass_time(here.clock, 100, actor)
    assert ann.state["view"]["phase"] == "score"
    actor.leave(ben)
    await pass_time(here.clock, 0, actor)
    assert not actor.table.between_rounds
    seats = ann.state["seats"]
    assert seats[Seat.NORTH]["occupant"] == "person"
    assert not seats[Seat.NORTH]["connected"]


async def test_turn_timer_ends_the_pause_between_rounds(here: House) -> None:
    actor, ann, _ = await scored(here, turn_seconds=30)
    left = ann.state["seconds_left"]
    assert PAUSE - 2 * PACE <= left <= PAUSE
    await pass_time(here.clock, left - 0.2, actor)
    assert actor.table.between_rounds
    await pass_time(here.clock, 0.4, actor)
    assert not actor.table.between_rounds


async def test_table_of_bots_goes_on_for_watchers(here: House) -> None:
    actor = await here.make("puzzle-pirates")
    ann = await here.enter(actor, ANN)
    actor.ask(ann, Stand(actor.table.id))
    await pass_time(here.clock, 20_000, actor)
    assert actor.table.status == "over"
    assert ann.state["you"] is None
    assert ann.state["view"]["hand"] is None


async def test_table_of_bots_pauses_after_a_round_for_watchers(here: House) -> None:
    actor = await here.make()
    ann = await here.enter(actor, ANN)
    actor.ask(ann, Stand(actor.table.id))
    while not actor.table.between_rounds:
        await pass_time(here.clock, PACE, actor)
    left = ann.state["seconds_left"]
    assert PAUSE - PACE <= left <= PAUSE
    await pass_time(here.clock, left - 0.2, actor)
    assert actor.table.between_rounds
    await pass_time(here.clock, 0.4, actor)
    assert not actor.table.between_rounds


async def test_waiting_table_with_absent_host_gets_another(here: House) -> None:
    actor = await here.make(invite=True)
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    actor.leave(ann)
    await pass_time(here.clock, HOST_GRACE - 1, actor)
    ann = await here.enter(actor, ANN)  # a reload does not cost the seat
    await pass_time(here.clock, 2 * HOST_GRACE, actor)
    assert ann.state["host"]
    actor.leave(ann)
    await pass_time(here.clock, HOST_GRACE + 1, actor)
    assert ben.state["host"]


async def test_turn_timer_is_not_restarted_by_bid_out_of_turn(here: House) -> None:
    """V34: everyone bids at once, and each player has the time set by the rules and no more."""
    options = {"bidding.order": "at_once", "nil.blind": False}
    actor = await here.make(options=options, invite=True, turn_seconds=100)
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    await here.play(actor, ann, lambda: actor.table.to_act in {Seat.NORTH, Seat.SOUTH})
    first, second = (ben, ann) if actor.table.to_act == Seat.NORTH else (ann, ben)
    await pass_time(here.clock, 60, actor)
    await here.act(actor, second, Bid(3))
    assert second.refusals == []
    assert first.state["seconds_left"] <= 40


FISCHER = {"clock.bank_seconds": 60, "clock.increment_seconds": 5, "nil.blind": False}


async def turn_of_south(here: House, actor: TableActor) -> None:
    while actor.table.to_act != Seat.SOUTH:
        await pass_time(here.clock, 0.5, actor)


async def test_P20_turn_takes_from_time_bank_and_adds_increment(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        actor = await here.make(turn_seconds=20, options=FISCHER)
        ann = await here.enter(actor, ANN)
        await turn_of_south(here, actor)
        assert (ann.state["banks"], ann.state["seconds_left"]) == ([60.0] * 4, 80)
        await pass_time(here.clock, 30, actor)
        actor.ask(ann, Resync(actor.table.id))
        await settle(actor)
        assert ann.state["banks"][Seat.SOUTH] == 50
        await here.act(actor, ann, Bid(3))
        assert actor.table.clock.banks == (60.0, 60.0, 55.0, 60.0), (
            "bots use nothing and add nothing"
        )
        stored = await here.store.load(actor.table.id)
        assert stored is not None
        assert stored.clock.banks == actor.table.clock.banks


async def test_P20_empty_time_bank_acts_like_expired_turn_timer(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        actor = await here.make(options=FISCHER | {"clock.bank_seconds": 10})
        ann = await here.enter(actor, ANN)
        await turn_of_south(here, actor)
        await pass_time(here.clock, 9, actor)
        assert actor.table.clock.banks[Seat.SOUTH] == 10
        await pass_time(here.clock, 1.1, actor)
        assert actor.table.clock.banks[Seat.SOUTH] == 5
        await turn_of_south(here, actor)
        assert ann.state["seconds_left"] == 5


async def test_P20_player_without_any_time_is_counted_late_once(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        options = FISCHER | {"clock.bank_seconds": 10, "clock.increment_seconds": 0}
        actor = await here.make(options=options)
        ann = await here.enter(actor, ANN)
        await pass_time(here.clock, 60, actor)
        assert actor.table.game is not None
        assert actor.table.game.round is not None
        assert actor.table.game.round.tricks
        assert [info["late"] for info in ann.state["seats"]] == [0, 0, 1, 0]


async def test_P20_time_bank_stops_while_game_is_paused(tmp_path: Path) -> None:
    async with house(tmp_path, seed=3) as here:
        actor = await here.make(options=FISCHER)
        ann = await here.enter(actor, ANN)
        await turn_of_south(here, actor)
        await pass_time(here.clock, 12, actor)
        actor.ask(ann, Propose(actor.table.id, "pause"))
        await pass_time(here.clock, 100, actor)
        actor.ask(ann, Resync(actor.table.id))
        await settle(actor)
        assert (ann.state["seconds_left"], ann.state["banks"][Seat.SOUTH]) == (None, 48)
        actor.ask(ann, Resume(actor.table.id))
        await pass_time(here.clock, 8, actor)
        await here.act(actor, ann, Bid(3))
        assert actor.table.clock.banks[Seat.SOUTH] == 45

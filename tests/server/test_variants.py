"""Tables with all kinds of rules: nothing leaks, nothing blocks, nothing is done twice."""

from pathlib import Path
from random import Random

import pytest

from spadille.game import (
    Bid,
    Call,
    Claim,
    Flip,
    Look,
    Say,
    Seat,
    SpadesError,
    TakeBack,
    ThrowIn,
    TimeUp,
)
from spadille.server.live.actor import TableActor
from spadille.server.live.bots import think
from spadille.table.apply import loaded
from spadille.table.events import Acted, ChanceActed, SeatsShuffled
from spadille.table.model import Table
from spadille.table.requests import Sit, Start
from spadille.table.seats import Bot
from support.house import PACE, House, house
from support.secrecy import check_all
from support.server_rules import HONOUR, VARIANTS
from support.tabletop import ANN, BEN, Room, pass_time, think_randomly

LONG: dict[str, object] = {"end.floor": "none", "end.target": 5000}
"""No bid, however foolish, ends the game in its first round."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_variant_state_holds_no_card_hidden_from_its_receiver(variant: str) -> None:
    room = Room(options=VARIANTS[variant], seed=3, invite=True)
    room.ask(BEN, Sit("room", Seat.EAST))
    room.ask(ANN, Start("room"))
    random = Random(variant)
    for _ in range(250):
        check_all(room)
        if room.table.status == "over":
            break
        asker = random.choice((ANN, BEN))
        seat = room.table.seat_of(asker.person)
        assert seat is not None
        options = room.game.options(seat)
        beside = (*options.aside, *options.tolerated)
        if beside and random.random() < 0.2:
            room.act(asker, random.choice(beside))
        else:
            room.step()
    assert loaded("room", room.events) == room.table


async def on_timeouts(here: House, actor: TableActor, seconds: float, rounds: int) -> set[str]:
    """Return the phases that go by when everyone only watches."""
    phases = set()
    for _ in range(3000):
        assert actor.table.game is not None
        phases.add(actor.table.game.phase)
        if len(actor.table.game.results) >= rounds or actor.table.status == "over":
            return phases
        before = actor.table.version
        await pass_time(here.clock, seconds + 2 * PACE, actor)
        assert actor.table.version > before, "nothing moves any more"
    raise AssertionError("never came to an end")


@pytest.mark.parametrize("variant", VARIANTS)
async def test_P16_turn_timer_alone_passes_through_every_phase(
    variant: str, tmp_path: Path
) -> None:
    async with house(tmp_path, think=think_randomly) as here:
        actor = await here.make(options=VARIANTS[variant], turn_seconds=10)
        await here.enter(actor, ANN)
        phases = await on_timeouts(here, actor, 10, rounds=1)
        assert "play" in phases


@pytest.mark.parametrize("variant", VARIANTS)
async def test_bots_play_every_variant(variant: str, tmp_path: Path) -> None:
    async with house(tmp_path, think=think) as here:
        actor = await here.make(options=VARIANTS[variant], turn_seconds=10, level="random")
        await here.enter(actor, ANN)
        await on_timeouts(here, actor, 10, rounds=1)


def play_a_trick(room: Room) -> None:
    """Continue until a trick is finished."""
    room.play_until(lambda table: tricks_of(table) > 0)


def test_R1_call_out_of_turn_and_on_older_state_is_accepted() -> None:
    room = Room(options=HONOUR, seed=4)
    play_a_trick(room)
    seq = room.table.version
    room.play_until(lambda table: table.to_act != Seat.SOUTH and table.version > seq + 2)
    turn = room.table.turn
    room.act(ANN, Call(Seat.EAST, 1), seq)
    assert room.game.round is not None
    assert [judged.seat for judged in room.game.round.conduct.judgements] == [Seat.SOUTH]
    assert room.table.turn == turn, "the turn of another goes on"
    with pytest.raises(SpadesError) as refused:
        room.act(ANN, Call(Seat.EAST, 1), seq)
    assert refused.value.code == "call/not-possible"


def test_R1_call_for_another_deal_is_stale() -> None:
    room = Room(options=HONOUR, seed=3)
    play_a_trick(room)
    seq = room.table.version
    room.play_until(lambda table: table.between_rounds)
    room.step()
    play_a_trick(room)
    for action in (Call(Seat.EAST, 1), Flip(1)):
        with pytest.raises(SpadesError) as refused:
            room.act(ANN, action, seq)
        assert refused.value.code == "seq/stale"


def test_R2_proven_revoke_is_redealt_at_once() -> None:
    redeal = {**HONOUR, "enforcement.revoke_penalty": "redeal"}
    room = Room(options=redeal, seed=4)
    room.play_until(lambda table: bool(table.game and table.game.phase == "play"))
    revoker, number = revoke(room)
    room.play_until(lambda table: tricks_of(table) >= number)
    dealt = room.table.dealt
    room.act(ANN, Call(revoker, number))
    assert room.table.dealt > dealt
    assert room.game.phase == "bidding"


def revoke(room: Room) -> tuple[Seat, int]:
    """Have the first opponent of Ann's who can revoke do so; return their seat and the trick."""
    while True:
        seat = room.game.to_act
        assert seat is not None
        assert room.game.round is not None
        tolerated = room.game.options(seat).tolerated
        if seat in {Seat.EAST, Seat.WEST} and tolerated and room.game.round.trick:
            room.happens((Acted(seat, tolerated[0]),))
            return seat, len(room.game.round.tricks) + 1
        room.step()


def tricks_of(table: Table) -> int:
    return len(table.game.round.tricks) if table.game and table.game.round else 0


def test_P13_card_is_undone_before_the_next_and_only_once() -> None:
    room = Room(options=HONOUR, seed=4)
    room.play_until(_plays)
    hand = room.game.view(Seat.SOUTH).hand
    room.step()
    seq = room.table.version
    room.act(ANN, TakeBack(), seq)
    assert room.game.view(Seat.SOUTH).hand == hand
    assert room.table.to_act == Seat.SOUTH
    with pytest.raises(SpadesError) as refused:
        room.act(ANN, TakeBack(), seq)
    assert refused.value.code == "seq/stale"


async def test_P13_bots_leave_time_to_undo_a_card(here: House) -> None:
    actor = await here.make(options=HONOUR)
    ann = await here.enter(actor, ANN)
    await here.play(actor, ann, lambda: _plays(actor.table))
    assert actor.table.game is not None
    view = actor.table.game.view(Seat.SOUTH)
    await here.act(actor, ann, view.options.actions[0])
    await pass_time(here.clock, 4 * PACE, actor)
    await here.act(actor, ann, TakeBack())
    assert ann.refusals == []


def _plays(table: Table) -> bool:
    game = table.game
    return bool(game and game.phase == "play" and table.to_act == Seat.SOUTH)


def _leads(table: Table) -> bool:
    return table.game is not None and table.game.round is not None and not table.game.round.trick


def test_P17_wrong_claim_does_not_stop_the_game() -> None:
    room = Room(seed=4)
    room.play_until(lambda table: _plays(table) and _leads(table))
    seq = room.table.version
    room.act(ANN, Claim(), seq)
    assert room.game.round is not None
    assert [judged.upheld for judged in room.game.round.conduct.judgements] == [False]
    assert room.table.to_act == Seat.SOUTH
    with pytest.raises(SpadesError):
        room.act(ANN, Claim())
    room.play_until(lambda table: table.between_rounds or table.status == "over")


def test_B7_estimate_is_not_a_decision() -> None:
    room = Room(options={"bidding.talk": "estimate", "nil.blind": False}, seed=4)
    room.play_until(lambda table: table.to_act == Seat.SOUTH)
    seq = room.table.version
    room.act(ANN, Say(2, 4), seq)
    room.act(ANN, Bid(3), seq)
    view = room.game.view(Seat.NORTH)
    assert (view.said[Seat.SOUTH], view.bids[Seat.SOUTH]) == (Say(2, 4), Bid(3))


def test_D10_deficient_hand_is_shown_out_of_turn_and_redealt() -> None:
    tests = ["one_spade", "no_faces", "seven_of_suit"]
    for seed in range(200):
        room = Room(options={"deal.deficient": tests, "nil.blind": False}, seed=seed)
        if ThrowIn() not in room.game.options(Seat.SOUTH):
            continue
        seq, dealt = room.table.version, room.table.dealt
        room.act(ANN, ThrowIn(), seq)
        assert room.table.dealt > dealt
        assert [shown.seat for shown in room.game.view(None).thrown_in] == [Seat.SOUTH]
        with pytest.raises(SpadesError) as refused:
            room.act(ANN, ThrowIn(), seq)
        assert refused.value.code == "seq/stale"
        return
    raise AssertionError("no such hand")


def test_E12_look_at_hand_of_earlier_round_is_stale() -> None:
    room = Room(options=LONG, seed=4)
    seq = room.table.version
    room.act(ANN, Look(), seq)
    room.play_until(lambda table: table.between_rounds)
    room.step()
    with pytest.raises(SpadesError) as refused:
        room.act(ANN, Look(), seq)
    assert refused.value.code == "seq/stale"
    room.act(ANN, Look())


def test_T6_seats_are_drawn_at_random_at_the_start() -> None:
    found = set()
    for seed in range(12):
        room = Room(options={"table.seating": "random"}, seed=seed, invite=True)
        room.ask(BEN, Sit("room", Seat.NORTH))
        room.ask(ANN, Start("room"))
        drawn = [event for event in room.events if isinstance(event, SeatsShuffled)]
        assert [sorted(event.seats) for event in drawn] == [list(Seat)[:4]]
        ann, ben = (room.table.seat_of(asker.person) for asker in (ANN, BEN))
        found.add((ann, ben))
        assert sum(isinstance(occupant, Bot) for occupant in room.table.seats) == 2
        assert loaded("room", room.events) == room.table
    assert len(found) > 4


def test_S17_time_up_in_mid_round_lets_it_finish() -> None:
    room = Room(options={"end.minutes": 10}, seed=4)
    room.play_until(lambda table: bool(table.game and table.game.phase == "play"))
    before = room.table
    room.happens((ChanceActed(TimeUp()),))
    assert room.table.turn == before.turn, "the turn timer runs on"
    assert room.game.view(None).time_up
    room.play_until(lambda table: table.status == "over")
    assert len(room.game.results) == 1


async def test_S17_clock_ends_the_game_even_after_restart(here: House) -> None:
    actor = await here.make(options={"end.minutes": 10})
    ann = await here.enter(actor, ANN)
    assert ann.state["game_seconds_left"] == 600
    await pass_time(here.clock, 400, actor)
    id = actor.table.id
    await here.registry.stop()
    again = await here.registry.find(id)
    ann = await here.enter(again, ANN)
    assert ann.state["game_seconds_left"] == pytest.approx(200)
    assert ann.state["seconds_left"] is None
    await pass_time(here.clock, 199, again)
    before = ann.state["view"]["time_up"]
    await pass_time(here.clock, 2, again)
    assert (before, ann.state["view"]["time_up"]) == (False, True)
    assert ann.state["game_seconds_left"] is None


async def test_S17_time_up_between_rounds_ends_the_game(here: House) -> None:
    actor = await here.make(options={**LONG, "end.minutes": 60})
    ann = await here.enter(actor, ANN)

    def somebody_leads() -> bool:
        assert actor.table.game is not None
        scores = {side.score for side in actor.table.game.standings}
        return actor.table.between_rounds and len(scores) > 1

    await here.play(actor, ann, somebody_leads)
    assert ann.state["status"] == "playing"
    await pass_time(here.clock, 3600, actor)
    assert ann.state["status"] == "over"

"""A player who is away holds up no one, and comes back to the same seat."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from spadille.game import Look, PlayerAction, Seat, SpadesError
from spadille.server.live.actor import Keeper
from spadille.server.table.apply import Events, loaded
from spadille.server.table.commands import Asker, Moment, answer, back
from spadille.server.table.events import Asked, Covered, Hosted, PersonId, Returned, Stood
from spadille.server.table.presence import ABSENCE, ASSENT, SILENCE, Around
from spadille.server.wire.protocol import (
    Act,
    Again,
    ClientMessage,
    Continue,
    Cover,
    Finish,
    HandOver,
    Propose,
    Remove,
    Respond,
    Resync,
    Sit,
    Stand,
    Start,
)
from support.house import House, house
from support.tabletop import ANN, BEN, CYD, Listener, Room, pass_time, run, settle, think_randomly

HERE = "room"


class Gone(Room):
    """Ann, Ben and Cyd in a game; it is the turn of Cyd, who is away."""

    def __init__(self, preset: str = "puzzle-pirates", **fields: int) -> None:
        super().__init__(preset, invite=True, **fields)
        self.away: Mapping[PersonId, float] = {CYD.person: ABSENCE}
        self.silent = 0.0
        self.ask(BEN, Sit(HERE, Seat.NORTH))
        self.ask(CYD, Sit(HERE, Seat.EAST))
        self.ask(ANN, Start(HERE))
        self.play_until(lambda table: table.to_act == Seat.EAST)
        self.present.discard(CYD.person)

    def ask(self, asker: Asker, request: ClientMessage) -> Events:
        away = getattr(self, "away", {})
        silent = getattr(self, "silent", 0.0)
        moment = Moment(Around(self.present, away, silent=silent), self.seeds)
        return self.follows(answer(self.table, asker, request, moment))

    def refused(self, asker: Asker, request: ClientMessage) -> str:
        before = self.table
        with pytest.raises(SpadesError) as refusal:
            self.ask(asker, request)
        assert self.table is before
        return refusal.value.code


def test_bot_for_absent_player_needs_consent_of_majority() -> None:
    room = Gone()
    assert room.ask(ANN, Cover(HERE, Seat.EAST)) == (Asked(Seat.EAST, Seat.SOUTH),)
    assert room.ask(ANN, Cover(HERE, Seat.EAST)) == ()
    assert room.ask(BEN, Cover(HERE, Seat.EAST)) == (Covered(Seat.EAST),)
    assert loaded(HERE, room.events) == room.table
    assert room.table.seat_of(CYD.person) == Seat.EAST
    room.happens(back(room.table, CYD.person))
    assert room.events[-1] == Returned(Seat.EAST)
    assert back(room.table, CYD.person) == ()


def test_absence_request_for_present_player_is_refused() -> None:
    room = Gone()
    room.away = {CYD.person: ABSENCE - 1}
    assert room.refused(ANN, Cover(HERE, Seat.EAST)) == "absence/too-early"
    assert room.refused(ANN, Remove(HERE, Seat.EAST)) == "absence/too-early"
    room.away = {CYD.person: ABSENCE}
    assert room.refused(Asker("nobody", "Eve"), Cover(HERE, Seat.EAST)) == "seat/none"
    assert room.refused(ANN, Cover(HERE, Seat.NORTH)) == "cover/not-now"
    assert room.refused(BEN, Remove(HERE, Seat.EAST)) == "host/only"
    room.present.add(CYD.person)
    assert room.refused(ANN, Cover(HERE, Seat.EAST)) == "absence/too-early"
    assert room.refused(ANN, Remove(HERE, Seat.EAST)) == "absence/too-early"
    assert room.refused(ANN, Remove(HERE, Seat.NORTH)) == "absence/present"
    glass = Gone(turn_seconds=30)
    assert glass.refused(ANN, Cover(HERE, Seat.EAST)) == "cover/not-now"


def test_host_removes_absent_player_and_hands_table_over() -> None:
    room = Gone()
    (stood,) = room.ask(ANN, Remove(HERE, Seat.EAST))
    assert isinstance(stood, Stood)
    assert stood.bot
    assert room.refused(ANN, Remove(HERE, Seat.EAST)) == "host/nobody"
    assert room.refused(ANN, HandOver(HERE, Seat.SOUTH)) == "host/nobody"
    assert room.ask(ANN, HandOver(HERE, Seat.NORTH)) == (Hosted(BEN.person),)
    assert room.refused(ANN, HandOver(HERE, Seat.NORTH)) == "host/only"
    room.present.discard(ANN.person)
    assert room.refused(BEN, HandOver(HERE, Seat.SOUTH)) == "host/away"


def test_host_before_the_game_may_remove_any_player() -> None:
    room = Room(invite=True)
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    assert room.ask(ANN, Remove(HERE, Seat.NORTH)) == (Stood(Seat.NORTH, None),)
    room.ask(BEN, Sit(HERE, Seat.NORTH))


async def three(here: House) -> tuple[Keeper, Listener, Listener, Listener]:
    """Return a table of Ann, Ben and Cyd; it is Cyd's turn."""
    keeper = await here.make("puzzle-pirates", invite=True)
    ann, ben, cyd = [await here.enter(keeper, who) for who in (ANN, BEN, CYD)]
    keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
    keeper.ask(cyd, Sit(keeper.table.id, Seat.EAST))
    keeper.ask(ann, Start(keeper.table.id))
    await settle(keeper)
    while keeper.table.to_act != Seat.EAST:
        await play_on(here, keeper, (ann, ben))
    return keeper, ann, ben, cyd


async def play_on(here: House, keeper: Keeper, there: tuple[Listener, ...]) -> None:
    """Take one action for a person who is present and to act, or give bots some time."""
    table = keeper.table
    assert table.game is not None
    for listener in there:
        if table.to_act is not None and table.to_act == listener.state["you"]:
            view = table.game.view(table.to_act)
            action: PlayerAction = think_randomly("", view)
            keeper.ask(listener, Act(table.id, table.to_act, table.version, action))
    await pass_time(here.clock, 2, keeper)


def test_absent_player_returning_gets_seat_back_from_bot_at_once(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await three(here)
            keeper.leave(cyd)
            await settle(keeper)
            assert ann.state["absence"] == {
                "seat": Seat.EAST, "seconds_left": ABSENCE, "asked": [], "needed": 2,
            }  # fmt: skip
            await pass_time(here.clock, ABSENCE, keeper)
            for listener in (ann, ben):
                keeper.ask(listener, Cover(keeper.table.id, Seat.EAST))
            await settle(keeper)
            assert ann.state["seats"][Seat.EAST]["covered"]
            assert ann.state["absence"] is None
            for _ in range(300):
                if keeper.table.between_rounds:
                    break
                await play_on(here, keeper, (ann, ben))
            assert keeper.table.between_rounds
            cyd = await here.enter(keeper, CYD)
            assert cyd.state["you"] == Seat.EAST
            assert not cyd.state["seats"][Seat.EAST]["covered"]

    run(main)


def test_absent_player_returning_after_restart_acts_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await three(here)
            keeper.leave(cyd)
            await pass_time(here.clock, ABSENCE, keeper)
            keeper.ask(ann, Cover(keeper.table.id, Seat.EAST))
            await settle(keeper)
            assert ben.state["absence"]["asked"] == [Seat.SOUTH]
            id = keeper.table.id
        async with house(tmp_path) as here:
            keeper = await here.hub.find(id)
            ben = await here.enter(keeper, BEN)
            assert ben.state["absence"]["seconds_left"] == ABSENCE
            cyd = await here.enter(keeper, CYD)
            assert cyd.state["absence"]["seconds_left"] == SILENCE
            await pass_time(here.clock, SILENCE, keeper)
            assert keeper.table.to_act == Seat.EAST

    run(main)


def test_round_with_one_person_present_always_finishes(tmp_path: Path) -> None:
    """Everyone comes and goes; as long as one person is present, the round continues."""
    random = Random(3)

    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await three(here)
            there = {ANN: ann, BEN: ben, CYD: cyd}
            for _ in range(500):
                if keeper.table.between_rounds:
                    return
                who = random.choice((ANN, BEN, CYD))
                if who not in there:
                    there[who] = await here.enter(keeper, who)
                elif len(there) > 1 and random.random() < 0.5:
                    keeper.leave(there.pop(who))
                await play_on(here, keeper, tuple(there.values()))
                absence = next(iter(there.values())).state["absence"]
                if absence is not None:
                    await pass_time(here.clock, absence["seconds_left"], keeper)
                    for listener in there.values():
                        keeper.ask(listener, Cover(keeper.table.id, Seat(absence["seat"])))
                    await settle(keeper)
            raise AssertionError("the game stands still")

    run(main)


# --- present players who do nothing ---------------------------------------------------------------


def silent(turn_seconds: int = 0) -> Gone:
    """Return the table of those three; Cyd is present, and has done nothing for this long."""
    room = Gone(turn_seconds=turn_seconds)
    room.present.add(CYD.person)
    room.silent = SILENCE
    return room


def test_silent_player_is_treated_like_absent_player() -> None:
    room = silent()
    room.silent = SILENCE - 1
    assert room.refused(ANN, Cover(HERE, Seat.EAST)) == "absence/too-early"
    room.silent = SILENCE
    assert room.refused(CYD, Cover(HERE, Seat.EAST)) == "cover/not-now"
    assert room.ask(ANN, Cover(HERE, Seat.EAST)) == (Asked(Seat.EAST, Seat.SOUTH),)
    assert room.ask(BEN, Cover(HERE, Seat.EAST)) == (Covered(Seat.EAST),)
    assert room.ask(CYD, Finish(HERE, on=False)) == (Returned(Seat.EAST),)
    assert isinstance(silent().ask(ANN, Remove(HERE, Seat.EAST))[0], Stood)
    assert silent(turn_seconds=30).refused(ANN, Cover(HERE, Seat.EAST)) == "cover/not-now"


def test_bot_request_lapses_when_silent_player_acts() -> None:
    room = silent()
    room.ask(ANN, Cover(HERE, Seat.EAST))
    room.play_until(lambda table: table.to_act != Seat.EAST)
    room.play_until(lambda table: table.to_act == Seat.EAST)
    assert room.ask(BEN, Cover(HERE, Seat.EAST)) == (Asked(Seat.EAST, Seat.NORTH),)


def test_bot_request_during_question_or_pause_is_refused() -> None:
    room = silent()
    room.ask(ANN, Propose(HERE, "pause"))
    assert room.refused(ANN, Cover(HERE, Seat.EAST)) == "cover/not-now"
    for asker in (BEN, CYD):
        room.ask(asker, Respond(HERE, yes=True))
    assert room.table.paused is not None
    assert room.refused(ANN, Cover(HERE, Seat.EAST)) == "cover/not-now"


def test_consent_of_player_covered_by_bot_is_not_needed() -> None:
    room = silent()
    for asker in (ANN, BEN):
        room.ask(asker, Cover(HERE, Seat.EAST))
    room.ask(ANN, Propose(HERE, "pause"))
    assert room.table.question is not None
    room.ask(BEN, Respond(HERE, yes=True))
    assert room.table.paused is not None


def test_bot_request_without_answers_is_granted_after_a_wait(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await three(here)
            assert ann.state["absence"]["needed"] == 2
            await pass_time(here.clock, SILENCE, keeper)
            keeper.ask(ann, Cover(keeper.table.id, Seat.EAST))
            await pass_time(here.clock, ASSENT - 1, keeper)
            assert not ben.state["seats"][Seat.EAST]["covered"]
            await pass_time(here.clock, 3, keeper)
            assert keeper.table.to_act != Seat.EAST
            assert ben.state["seats"][Seat.EAST]["covered"]
            # A late message also shows that they are present.
            keeper.ask(cyd, Act(keeper.table.id, Seat.EAST, 1, Look()))
            await settle(keeper)
            assert not cyd.state["seats"][Seat.EAST]["covered"]

    run(main)


def test_silent_player_without_waiting_people_keeps_the_turn(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await three(here)
            for listener in (ann, ben):
                keeper.leave(listener)
            await settle(keeper)
            assert cyd.state["absence"] is None
            await pass_time(here.clock, 10 * SILENCE, keeper)
            assert keeper.table.to_act == Seat.EAST

    run(main)


def test_absent_player_among_bots_is_replaced_automatically(tmp_path: Path) -> None:
    robot = Asker(BEN.person, "Robot", program=True)

    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make("puzzle-pirates", invite=True)
            ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, robot)
            keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
            keeper.ask(ann, Start(keeper.table.id))
            await settle(keeper)
            while keeper.table.to_act != Seat.SOUTH:
                await play_on(here, keeper, (ben,))
            keeper.leave(ann)
            await pass_time(here.clock, ABSENCE - 1, keeper)
            assert not ben.state["seats"][Seat.SOUTH]["covered"]
            await pass_time(here.clock, 3, keeper)
            assert keeper.table.to_act != Seat.SOUTH

    run(main)


def test_next_round_waits_for_silent_player_only_for_a_while(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben, cyd = await three(here)
            while not keeper.table.between_rounds:
                await play_on(here, keeper, (ann, ben, cyd))
            await pass_time(here.clock, 2 * SILENCE, keeper)
            keeper.ask(ann, Continue(keeper.table.id))
            await pass_time(here.clock, SILENCE - 1, keeper)
            assert keeper.table.between_rounds
            await pass_time(here.clock, 2, keeper)
            assert not keeper.table.between_rounds

    run(main)


def test_silent_host_after_game_is_replaced_by_waiting_player(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make("puzzle-pirates", invite=True, turn_seconds=20)
            ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, BEN)
            keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
            keeper.ask(ann, Start(keeper.table.id))
            await settle(keeper)
            while keeper.table.status != "over":
                await pass_time(here.clock, 100, keeper)
            keeper.ask(ben, Resync(keeper.table.id))
            await settle(keeper)
            left = ben.state["absence"]["seconds_left"]
            assert ben.state["absence"]["seat"] == Seat.SOUTH
            assert SILENCE - 100 <= left <= SILENCE
            await pass_time(here.clock, left, keeper)
            for request in (Cover(keeper.table.id, Seat.SOUTH), Again(keeper.table.id)):
                keeper.ask(ben, request)
            await settle(keeper)
            assert keeper.table.host == BEN.person
            assert ben.state["status"] == "over"
            keeper.ask(ann, Continue(keeper.table.id))
            await pass_time(here.clock, 0, keeper)
            assert ben.state["status"] == "playing"

    run(main)


# --- a host who does not start --------------------------------------------------------------------


async def waiting(here: House) -> tuple[Keeper, Listener, Listener]:
    """Ann hosts a table that Ben joins a while later; a spectator and a program are there."""
    robot = Asker("a robot", "Robot", program=True)
    keeper = await here.make("puzzle-pirates", invite=True)
    ann, ben, cyd, program = [await here.enter(keeper, who) for who in (ANN, BEN, CYD, robot)]
    keeper.ask(program, Sit(keeper.table.id, Seat.EAST))
    await pass_time(here.clock, 10 * SILENCE, keeper)
    keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
    await settle(keeper)
    for other in (ben, cyd, program):
        keeper.ask(other, Start(keeper.table.id))
        await settle(keeper)
        assert other.refusals == ["host/only"]
    await pass_time(here.clock, SILENCE, keeper)
    for other in (cyd, program):
        keeper.ask(other, Start(keeper.table.id))
        await settle(keeper)
        assert other.refusals == ["host/only"] * 2
    assert ann.state["status"] == "waiting"
    return keeper, ann, ben


def test_silent_host_before_game_lets_waiting_player_start(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben = await waiting(here)
            keeper.ask(ben, Cover(keeper.table.id, Seat.SOUTH))
            keeper.ask(ben, Again(keeper.table.id))
            keeper.ask(ben, Remove(keeper.table.id, Seat.EAST))
            keeper.ask(ben, Start(keeper.table.id))
            await settle(keeper)
            assert ben.refusals == ["host/only", "cover/not-now", "table/not-over", "host/only"]
            assert ben.state["status"] == "playing"
            assert not ben.state["host"]
            assert ann.state["host"]

    run(main)


def test_waiting_table_event_restarts_time_of_silent_host(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper, ann, ben = await waiting(here)
            keeper.ask(ben, Resync(keeper.table.id))
            await settle(keeper)
            absence = {"seat": Seat.SOUTH, "seconds_left": 0, "asked": [], "needed": 1}
            assert ben.state["absence"] == absence
            keeper.ask(ann, Remove(keeper.table.id, Seat.EAST))
            await settle(keeper)
            assert ben.state["absence"] == absence | {"seconds_left": SILENCE}
            await pass_time(here.clock, SILENCE - 1, keeper)
            keeper.ask(ben, Start(keeper.table.id))
            await settle(keeper)
            assert ben.state["status"] == "waiting"
            keeper.leave(ben)
            await settle(keeper)
            assert ann.state["absence"] is None

    run(main)


def test_silent_host_without_seat_loses_table_to_seated_player(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            keeper = await here.make("puzzle-pirates", invite=True)
            ann, ben = await here.enter(keeper, ANN), await here.enter(keeper, BEN)
            keeper.ask(ann, Stand(keeper.table.id))
            await pass_time(here.clock, 10 * SILENCE, keeper)
            keeper.ask(ben, Sit(keeper.table.id, Seat.NORTH))
            await pass_time(here.clock, SILENCE - 1, keeper)
            assert ann.state["host"]
            await pass_time(here.clock, 1, keeper)
            assert ben.state["host"]
            keeper.ask(ben, Start(keeper.table.id))
            await settle(keeper)
            assert ben.state["status"] == "playing"

    run(main)

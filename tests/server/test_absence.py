"""A player who is away holds up no one, and comes back to the same seat."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

from spadille.game import Look, PlayerAction, Seat
from spadille.server.live.actor import TableActor
from spadille.table.apply import Events, loaded
from spadille.table.commands import Asker, Moment, answer, back
from spadille.table.consent import ABSENCE, ASSENT, SILENCE, Presence
from spadille.table.events import Asked, Covered, Hosted, PersonId, Returned, SeatLeft
from spadille.table.requests import (
    Act,
    AutoPlayRound,
    Cover,
    HandOver,
    NextRound,
    Propose,
    Rematch,
    Remove,
    Respond,
    Resync,
    Sit,
    Stand,
    Start,
    TableRequest,
)
from support.house import House, house
from support.tabletop import ANN, BEN, CYD, Listener, Room, pass_time, settle, think_randomly

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

    def ask(self, asker: Asker, request: TableRequest) -> Events:
        away = getattr(self, "away", {})
        silent = getattr(self, "silent", 0.0)
        moment = Moment(Presence(self.present, away, silent=silent), self.seeds)
        return self.follows(answer(self.table, asker, request, moment))


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
    assert isinstance(stood, SeatLeft)
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
    assert room.ask(ANN, Remove(HERE, Seat.NORTH)) == (SeatLeft(Seat.NORTH, None),)
    room.ask(BEN, Sit(HERE, Seat.NORTH))


async def three(here: House) -> tuple[TableActor, Listener, Listener, Listener]:
    """Return a table of Ann, Ben and Cyd; it is Cyd's turn."""
    actor = await here.make("puzzle-pirates", invite=True)
    ann, ben, cyd = [await here.enter(actor, who) for who in (ANN, BEN, CYD)]
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    actor.ask(cyd, Sit(actor.table.id, Seat.EAST))
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    while actor.table.to_act != Seat.EAST:
        await play_on(here, actor, (ann, ben))
    return actor, ann, ben, cyd


async def play_on(here: House, actor: TableActor, there: tuple[Listener, ...]) -> None:
    """Take one action for a person who is present and to act, or give bots some time."""
    table = actor.table
    assert table.game is not None
    for listener in there:
        if table.to_act is not None and table.to_act == listener.state["you"]:
            view = table.game.view(table.to_act)
            action: PlayerAction = think_randomly("", view)
            actor.ask(listener, Act(table.id, table.to_act, table.version, action))
    await pass_time(here.clock, 2, actor)


async def test_absent_player_returning_gets_seat_back_from_bot_at_once(here: House) -> None:
    actor, ann, ben, cyd = await three(here)
    actor.leave(cyd)
    await settle(actor)
    assert ann.state["absence"] == {
        "seat": Seat.EAST, "seconds_left": ABSENCE, "asked": [], "needed": 2,
    }  # fmt: skip
    await pass_time(here.clock, ABSENCE, actor)
    for listener in (ann, ben):
        actor.ask(listener, Cover(actor.table.id, Seat.EAST))
    await settle(actor)
    assert ann.state["seats"][Seat.EAST]["covered"]
    assert ann.state["absence"] is None
    for _ in range(300):
        if actor.table.between_rounds:
            break
        await play_on(here, actor, (ann, ben))
    assert actor.table.between_rounds
    cyd = await here.enter(actor, CYD)
    assert cyd.state["you"] == Seat.EAST
    assert not cyd.state["seats"][Seat.EAST]["covered"]


async def test_absent_player_returning_after_restart_acts_again(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        actor, ann, ben, cyd = await three(here)
        actor.leave(cyd)
        await pass_time(here.clock, ABSENCE, actor)
        actor.ask(ann, Cover(actor.table.id, Seat.EAST))
        await settle(actor)
        assert ben.state["absence"]["asked"] == [Seat.SOUTH]
        id = actor.table.id
    async with house(tmp_path) as here:
        actor = await here.registry.find(id)
        ben = await here.enter(actor, BEN)
        assert ben.state["absence"]["seconds_left"] == ABSENCE
        cyd = await here.enter(actor, CYD)
        assert cyd.state["absence"]["seconds_left"] == SILENCE
        await pass_time(here.clock, SILENCE, actor)
        assert actor.table.to_act == Seat.EAST


async def test_round_with_one_person_present_always_finishes(tmp_path: Path) -> None:
    """Everyone comes and goes; as long as one person is present, the round continues."""
    random = Random(3)
    async with house(tmp_path) as here:
        actor, ann, ben, cyd = await three(here)
        there = {ANN: ann, BEN: ben, CYD: cyd}
        for _ in range(500):
            if actor.table.between_rounds:
                return
            who = random.choice((ANN, BEN, CYD))
            if who not in there:
                there[who] = await here.enter(actor, who)
            elif len(there) > 1 and random.random() < 0.5:
                actor.leave(there.pop(who))
            await play_on(here, actor, tuple(there.values()))
            absence = next(iter(there.values())).state["absence"]
            if absence is not None:
                await pass_time(here.clock, absence["seconds_left"], actor)
                for listener in there.values():
                    actor.ask(listener, Cover(actor.table.id, Seat(absence["seat"])))
                await settle(actor)
        raise AssertionError("the game stands still")


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
    assert room.ask(CYD, AutoPlayRound(HERE, on=False)) == (Returned(Seat.EAST),)
    assert isinstance(silent().ask(ANN, Remove(HERE, Seat.EAST))[0], SeatLeft)
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
    assert room.table.clock.paused is not None
    assert room.refused(ANN, Cover(HERE, Seat.EAST)) == "cover/not-now"


def test_consent_of_player_covered_by_bot_is_not_needed() -> None:
    room = silent()
    for asker in (ANN, BEN):
        room.ask(asker, Cover(HERE, Seat.EAST))
    room.ask(ANN, Propose(HERE, "pause"))
    assert room.table.votes.question is not None
    room.ask(BEN, Respond(HERE, yes=True))
    assert room.table.clock.paused is not None


async def test_bot_request_without_answers_is_granted_after_a_wait(here: House) -> None:
    actor, ann, ben, cyd = await three(here)
    assert ann.state["absence"]["needed"] == 2
    await pass_time(here.clock, SILENCE, actor)
    actor.ask(ann, Cover(actor.table.id, Seat.EAST))
    await pass_time(here.clock, ASSENT - 1, actor)
    assert not ben.state["seats"][Seat.EAST]["covered"]
    await pass_time(here.clock, 3, actor)
    assert actor.table.to_act != Seat.EAST
    assert ben.state["seats"][Seat.EAST]["covered"]
    # A late message also shows that they are present.
    actor.ask(cyd, Act(actor.table.id, Seat.EAST, 1, Look()))
    await settle(actor)
    assert not cyd.state["seats"][Seat.EAST]["covered"]


async def test_silent_player_without_waiting_people_keeps_the_turn(here: House) -> None:
    actor, ann, ben, cyd = await three(here)
    for listener in (ann, ben):
        actor.leave(listener)
    await settle(actor)
    assert cyd.state["absence"] is None
    await pass_time(here.clock, 10 * SILENCE, actor)
    assert actor.table.to_act == Seat.EAST


async def test_absent_player_among_bots_is_replaced_automatically(tmp_path: Path) -> None:
    robot = Asker(BEN.person, "Robot", program=True)
    async with house(tmp_path) as here:
        actor = await here.make("puzzle-pirates", invite=True)
        ann, ben = await here.enter(actor, ANN), await here.enter(actor, robot)
        actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
        actor.ask(ann, Start(actor.table.id))
        await settle(actor)
        while actor.table.to_act != Seat.SOUTH:
            await play_on(here, actor, (ben,))
        actor.leave(ann)
        await pass_time(here.clock, ABSENCE - 1, actor)
        assert not ben.state["seats"][Seat.SOUTH]["covered"]
        await pass_time(here.clock, 3, actor)
        assert actor.table.to_act != Seat.SOUTH


async def test_next_round_waits_for_silent_player_only_for_a_while(here: House) -> None:
    actor, ann, ben, cyd = await three(here)
    while not actor.table.between_rounds:
        await play_on(here, actor, (ann, ben, cyd))
    await pass_time(here.clock, 2 * SILENCE, actor)
    actor.ask(ann, NextRound(actor.table.id))
    await pass_time(here.clock, SILENCE - 1, actor)
    assert actor.table.between_rounds
    await pass_time(here.clock, 2, actor)
    assert not actor.table.between_rounds


async def test_silent_host_after_game_is_replaced_by_waiting_player(here: House) -> None:
    actor = await here.make("puzzle-pirates", invite=True, turn_seconds=20)
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    while actor.table.status != "over":
        await pass_time(here.clock, 100, actor)
    actor.ask(ben, Resync(actor.table.id))
    await settle(actor)
    left = ben.state["absence"]["seconds_left"]
    assert ben.state["absence"]["seat"] == Seat.SOUTH
    assert SILENCE - 100 <= left <= SILENCE
    await pass_time(here.clock, left, actor)
    for request in (Cover(actor.table.id, Seat.SOUTH), Rematch(actor.table.id)):
        actor.ask(ben, request)
    await settle(actor)
    assert actor.table.host == BEN.person
    assert ben.state["status"] == "over"
    actor.ask(ann, NextRound(actor.table.id))
    await pass_time(here.clock, 0, actor)
    assert ben.state["status"] == "playing"


# --- a host who does not start --------------------------------------------------------------------


async def waiting(here: House) -> tuple[TableActor, Listener, Listener]:
    """Ann hosts a table that Ben joins a while later; a spectator and a program are there."""
    robot = Asker("a robot", "Robot", program=True)
    actor = await here.make("puzzle-pirates", invite=True)
    ann, ben, cyd, program = [await here.enter(actor, who) for who in (ANN, BEN, CYD, robot)]
    actor.ask(program, Sit(actor.table.id, Seat.EAST))
    await pass_time(here.clock, 10 * SILENCE, actor)
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    await settle(actor)
    for other in (ben, cyd, program):
        actor.ask(other, Start(actor.table.id))
        await settle(actor)
        assert other.refusals == ["host/only"]
    await pass_time(here.clock, SILENCE, actor)
    for other in (cyd, program):
        actor.ask(other, Start(actor.table.id))
        await settle(actor)
        assert other.refusals == ["host/only"] * 2
    assert ann.state["status"] == "waiting"
    return actor, ann, ben


async def test_silent_host_before_game_lets_waiting_player_start(here: House) -> None:
    actor, ann, ben = await waiting(here)
    actor.ask(ben, Cover(actor.table.id, Seat.SOUTH))
    actor.ask(ben, Rematch(actor.table.id))
    actor.ask(ben, Remove(actor.table.id, Seat.EAST))
    actor.ask(ben, Start(actor.table.id))
    await settle(actor)
    assert ben.refusals == ["host/only", "cover/not-now", "table/not-over", "host/only"]
    assert ben.state["status"] == "playing"
    assert not ben.state["host"]
    assert ann.state["host"]


async def test_waiting_table_event_restarts_time_of_silent_host(here: House) -> None:
    actor, ann, ben = await waiting(here)
    actor.ask(ben, Resync(actor.table.id))
    await settle(actor)
    absence = {"seat": Seat.SOUTH, "seconds_left": 0, "asked": [], "needed": 1}
    assert ben.state["absence"] == absence
    actor.ask(ann, Remove(actor.table.id, Seat.EAST))
    await settle(actor)
    assert ben.state["absence"] == absence | {"seconds_left": SILENCE}
    await pass_time(here.clock, SILENCE - 1, actor)
    actor.ask(ben, Start(actor.table.id))
    await settle(actor)
    assert ben.state["status"] == "waiting"
    actor.leave(ben)
    await settle(actor)
    assert ann.state["absence"] is None


async def test_silent_host_without_seat_loses_table_to_seated_player(here: House) -> None:
    actor = await here.make("puzzle-pirates", invite=True)
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ann, Stand(actor.table.id))
    await pass_time(here.clock, 10 * SILENCE, actor)
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    await pass_time(here.clock, SILENCE - 1, actor)
    assert ann.state["host"]
    await pass_time(here.clock, 1, actor)
    assert ben.state["host"]
    actor.ask(ben, Start(actor.table.id))
    await settle(actor)
    assert ben.state["status"] == "playing"

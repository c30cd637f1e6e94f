"""When and where people may join: no one sees two hands in a round."""

from collections import defaultdict
from random import Random

import pytest

from spadille.game import Seat, SpadesError, presets
from spadille.table.apply import loaded
from spadille.table.commands import Asker
from spadille.table.events import Released, Reserved, SeatTaken
from spadille.table.joining import heirs
from spadille.table.protocol import State
from spadille.table.requests import NextRound, Rematch, Sit, Stand, Start
from spadille.table.seats import Bot
from support.house import House
from support.tabletop import ANN, BEN, CYD, Room, pass_time, settle

HERE = "room"


def shown(room: Room, asker: Asker) -> State:
    return room.shown(asker.person)


def begun(seed: int = 3) -> Room:
    """Return a game with Ann and three bots, to which people are invited."""
    room = Room("puzzle-pirates", seed, invite=True)
    room.ask(ANN, Start(HERE))
    return room


def test_player_joining_running_round_sees_no_hand() -> None:
    room = begun()
    assert room.ask(BEN, Sit(HERE, Seat.EAST)) == (Reserved(Seat.EAST, BEN.person, "Ben"),)
    state = shown(room, BEN)
    assert (state.you, state.next_seat) == (None, Seat.EAST)
    assert state.view is not None
    assert state.view.hand is None
    assert isinstance(room.table.seats[Seat.EAST], Bot)
    assert shown(room, ANN).seats[Seat.EAST].heir == "Ben"
    room.play_until(lambda table: table.between_rounds)
    assert heirs(room.table, {ANN.person}) == ()
    room.happens(heirs(room.table, room.present))
    assert room.table.seat_of(BEN.person) == Seat.EAST
    assert heirs(room.table, room.present) == ()
    assert loaded(HERE, room.events) == room.table


def test_reserved_seat_is_released_by_standing_or_other_seat() -> None:
    room = begun()
    room.ask(BEN, Sit(HERE, Seat.EAST))
    assert room.ask(BEN, Sit(HERE, Seat.EAST)) == ()
    room.ask(BEN, Sit(HERE, Seat.WEST))
    assert [info.heir for info in shown(room, ANN).seats] == ["", "", "", "Ben"]
    assert room.refused(CYD, Sit(HERE, Seat.WEST)) == "seat/taken"
    assert [info.sit for info in shown(room, CYD).seats] == ["next_deal", "next_deal", None, None]
    assert room.ask(BEN, Stand(HERE)) == (Released(Seat.WEST),)
    assert not room.table.has(BEN.person)
    room.ask(BEN, Sit(HERE, Seat.WEST))
    room.present.discard(BEN.person)  # an absent person keeps no seat from others
    room.ask(CYD, Sit(HERE, Seat.WEST))
    assert shown(room, CYD).next_seat == Seat.WEST
    assert not room.table.has(BEN.person)


def test_player_returns_at_once_only_to_own_seat_of_the_round() -> None:
    room = begun()
    room.play_until(lambda table: table.between_rounds)
    assert room.ask(BEN, Sit(HERE, Seat.NORTH)) == (SeatTaken(Seat.NORTH, BEN.person, "Ben"),)
    room.step()
    room.ask(BEN, Stand(HERE))
    assert [info.sit for info in shown(room, BEN).seats] == ["now", "next_deal", None, "next_deal"]
    room.ask(BEN, Sit(HERE, Seat.EAST))
    assert room.table.seat_of(BEN.person) is None
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    assert room.table.seat_of(BEN.person) == Seat.NORTH
    assert BEN.person not in room.table.seats.reserved


def test_watcher_of_game_with_bots_is_offered_no_seat() -> None:
    room = Room()
    assert {info.sit for info in shown(room, BEN).seats} == {None}
    room.ask(ANN, Stand(HERE))
    assert shown(room, ANN).seats[Seat.SOUTH].sit == "now"
    assert shown(room, ANN).seats[Seat.EAST].sit == "next_deal"


async def test_reserved_seat_is_taken_after_round_if_player_is_present(here: House) -> None:
    actor = await here.make("puzzle-pirates", invite=True)
    ann, ben, cyd = [await here.enter(actor, who) for who in (ANN, BEN, CYD)]
    actor.ask(ann, Start(actor.table.id))
    actor.ask(ben, Sit(actor.table.id, Seat.EAST))
    actor.ask(cyd, Sit(actor.table.id, Seat.WEST))
    await settle(actor)
    actor.leave(cyd)
    await here.play(actor, ann, lambda: actor.table.between_rounds)
    await pass_time(here.clock, 0, actor)
    assert ben.state["you"] == Seat.EAST
    assert ann.state["seats"][Seat.WEST]["heir"] == "Cyd"
    cyd = await here.enter(actor, CYD)
    await pass_time(here.clock, 0, actor)
    assert cyd.state["you"] == Seat.WEST


@pytest.mark.parametrize("preset", presets())
def test_random_seat_requests_never_show_two_hands_of_a_round(preset: str) -> None:
    random = Random(preset)
    room = Room(preset, invite=True)
    everybody = (ANN, BEN, CYD)
    seen: dict[tuple[str, int, int], set[Seat]] = defaultdict(set)
    games = seats_changed = 0
    for _ in range(500):
        asker = random.choice(everybody)
        seat = random.choice(room.table.rules.seats)
        requests: list[Sit | Stand | NextRound | Start | Rematch]
        requests = [Sit(HERE, seat), Stand(HERE), NextRound(HERE), Start(HERE), Rematch(HERE)]
        try:
            events = room.ask(asker, random.choices(requests, (5, 3, 1, 1, 1))[0])
        except SpadesError:
            events = ()
        games += any(event.__struct_config__.tag == "started" for event in events)
        seats_changed += any(isinstance(event, SeatTaken | Reserved) for event in events)
        if random.random() < 0.1:
            room.present ^= {random.choice(everybody).person}
        room.happens(heirs(room.table, room.present))
        for _ in range(random.randrange(5)):
            if room.table.status == "playing" or room.table.rematch:
                games += room.table.rematch
                room.step()
        if room.table.status != "playing" or room.table.between_rounds:
            continue
        for who in everybody:
            state = shown(room, who)
            assert state.view is not None
            if state.view.hand is not None or state.view.given or state.view.received:
                assert state.you is not None
                seen[who.person, games, room.game.round.number].add(state.you)  # type: ignore[union-attr]
    assert all(len(hands) == 1 for hands in seen.values())
    assert len(seen) > 3
    assert seats_changed > 10

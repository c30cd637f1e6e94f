"""Guests who follow an invitation get a seat, and everyone in the room sees them."""

import pytest

from spadille.game import Seat
from spadille.server.live.broadcast import MOST_IN_ROOM
from spadille.server.live.registry import NewGroup
from spadille.table.apply import loaded
from spadille.table.commands import Asker
from spadille.table.events import SeatTaken, person_of
from spadille.table.requests import Join, Remove, Sit, Stand, Start
from support.house import House
from support.tabletop import ANN, BEN, CYD, Listener, Room, settle

HERE = "room"


def guest(name: str) -> Asker:
    return Asker(person_of(f"{name} has a secret"), name)


DAN, EVE = guest("Dan"), guest("Eve")


def test_join_two_guests_seats_partner_of_host_first() -> None:
    room = Room("standard", invite=True)
    assert room.shown(BEN.person).join
    assert room.ask(BEN, Join(HERE)) == (SeatTaken(Seat.NORTH, BEN.person, "Ben"),)
    assert room.ask(CYD, Join(HERE)) == (SeatTaken(Seat.WEST, CYD.person, "Cyd"),)
    assert room.ask(BEN, Join(HERE)) == ()
    assert not room.shown(BEN.person).join
    assert loaded(HERE, room.events) == room.table


def test_join_fifth_guest_watches() -> None:
    room = Room("standard", invite=True)
    for one in (BEN, CYD, DAN):
        assert room.ask(one, Join(HERE))
    assert not room.shown(EVE.person).join
    assert room.ask(EVE, Join(HERE)) == ()
    assert room.table.seat_of(EVE.person) is None


@pytest.mark.parametrize("by_the_host", [True, False])
def test_join_after_losing_a_seat_changes_nothing(by_the_host: bool) -> None:  # noqa: FBT001
    room = Room("standard", invite=True)
    room.ask(BEN, Join(HERE))
    if by_the_host:
        room.ask(ANN, Remove(HERE, Seat.NORTH))
    else:
        room.ask(BEN, Stand(HERE))
    assert not room.shown(BEN.person).join
    assert room.ask(BEN, Join(HERE)) == ()
    assert room.ask(BEN, Sit(HERE, Seat.NORTH))
    assert loaded(HERE, room.events) == room.table


def test_join_solo_game_or_unseated_host_gives_any_free_seat() -> None:
    room = Room("solo", invite=True)
    room.ask(ANN, Stand(HERE))
    assert room.ask(BEN, Join(HERE)) == (SeatTaken(Seat.NORTH, BEN.person, "Ben"),)


def test_join_started_or_private_game_changes_nothing() -> None:
    begun = Room("standard", invite=True)
    begun.ask(ANN, Start(HERE))
    assert not begun.shown(BEN.person).join
    assert begun.ask(BEN, Join(HERE)) == ()
    private = Room("standard", invite=False, begin=False)
    assert private.ask(BEN, Join(HERE)) == ()


def test_join_last_free_seat_of_open_table_starts_game() -> None:
    room = Room("standard", invite=True, public=True)
    for one in (BEN, CYD, DAN):
        room.ask(one, Join(HERE))
    assert room.table.status == "playing"


async def arrive(here: House, table: str, name: str, *, joining: bool = False) -> Listener:
    listener = Listener(guest(name))
    listener.joining = joining
    actor = await here.registry.find(table)
    actor.join(listener)
    await settle(actor)
    return listener


def names(listener: Listener) -> list[tuple[str, bool]]:
    return [(one["name"], one["joining"]) for one in listener.state["room"]]


async def test_room_shows_guests_until_seated_or_gone(here: House) -> None:
    actor = await here.make(invite=True)
    ann = await here.enter(actor, ANN)
    assert names(ann) == []
    unnamed = await arrive(here, actor.table.id, "Guest", joining=True)
    assert names(ann) == [("Guest", True)]
    actor.leave(unnamed)
    dan = await arrive(here, actor.table.id, "Dan")
    await arrive(here, actor.table.id, "Eve")
    assert names(ann) == [("Dan", False), ("Eve", False)]
    actor.ask(dan, Join(actor.table.id))
    await settle(actor)
    assert names(ann) == names(dan) == [("Eve", False)]
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    assert names(ann) == []


async def test_room_with_many_people_is_cut(here: House) -> None:
    actor = await here.make(invite=True)
    ann = await here.enter(actor, ANN)
    for number in range(MOST_IN_ROOM + 2):
        await arrive(here, actor.table.id, f"Guest {number}")
    assert len(names(ann)) == MOST_IN_ROOM


async def test_join_table_of_a_group_changes_nothing(here: House) -> None:
    table, *_ = await here.registry.make_group(NewGroup(8))
    ben = await arrive(here, table, "Ben")
    assert not ben.state["join"]
    actor = await here.registry.find(table)
    await here.registry.sit(actor, BEN, Join(table))
    assert actor.table.persons == ()

"""The host has seats assigned so that the sides are as equal in strength as possible."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from sqlalchemy.exc import OperationalError

from spadille.game import Seat, SpadesError
from spadille.server.features.games.store import GameStore
from spadille.server.features.ratings import RatingStore
from spadille.server.live.actor import TableActor
from spadille.table.apply import after, loaded
from spadille.table.commands import Asker, Moment, answer
from spadille.table.consent import Presence
from spadille.table.events import SeatsShuffled, TournamentTable
from spadille.table.finished import KeptGame
from spadille.table.joining import USUAL, Strengths, balanced, may_balance
from spadille.table.model import Table
from spadille.table.requests import Balance, Sit, Stand, Start
from support.house import House
from support.rated import outline
from support.tabletop import ANN, BEN, CYD, Listener, Room, seeded, settle

DAN = Asker("dan", "Dan")
HERE = "room"

FORMS: dict[str, dict[str, Any]] = {
    "2x2": {},
    "3x2": {"preset": "six-player"},
    "2x3": {"preset": "six-player", "options": {"table.teams": "threes"}},
}


@dataclass
class Waiting:
    """A waiting table with that many people, including Ann as its host."""

    room: Room
    people: list[Asker]

    @classmethod
    def with_people(cls, count: int, **fields: Any) -> "Waiting":
        room = Room(invite=True, **fields)
        people = [ANN, *(Asker(f"person {n}", f"Person {n}") for n in range(count - 1))]
        free = [seat for seat in room.table.rules.seats if seat != room.table.seat_of(ANN.person)]
        for asker, seat in zip(people[1:], free, strict=False):
            room.ask(asker, Sit(HERE, seat))
        return cls(room, people)


def refusal_of(room: Room, asker: Asker = ANN) -> str:
    with pytest.raises(SpadesError) as refused:
        room.ask(asker, Balance(HERE))
    return refused.value.code


def sums(table: Table, strengths: Strengths) -> list[float]:
    """Return the total strength of the players on each side."""
    return [sum(strengths.of(table.seats[seat]) for seat in side) for side in table.rules.sides]


def least_difference(strong: Sequence[float], sides: int) -> float:
    """Return the least possible difference between the best and worst side, found another way."""

    def splits(left: tuple[int, ...]) -> list[list[float]]:
        if not left:
            return [[]]
        first, *others = left
        return [
            [strong[first] + sum(strong[one] for one in mates), *rest]
            for mates in combinations(others, len(strong) // sides - 1)
            for rest in splits(tuple(one for one in others if one not in mates))
        ]

    return min(max(one) - min(one) for one in splits(tuple(range(len(strong)))))


@given(st.sampled_from(sorted(FORMS)), st.data())
def test_balance_finds_most_even_seats_for_all(form: str, data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 4 if form == "2x2" else 6))
    waiting = Waiting.with_people(count, **FORMS[form])
    table = waiting.room.table
    numbers = st.floats(-10, 60, allow_nan=False).map(lambda x: round(x, 2))
    rated = {one.person: data.draw(numbers) for one in waiting.people if data.draw(st.booleans())}
    strengths = Strengths(rated, data.draw(numbers))
    before = [strengths.of(one) for one in table.seats]
    seated = after(table, balanced(table, strengths, seeded(data.draw(st.integers(0, 99)))))
    assert sorted(seated.persons) == sorted(table.persons)
    assert Counter(seated.seats) == Counter(table.seats)
    found = sums(seated, strengths)
    best = least_difference(before, len(table.rules.sides))
    assert max(found) - min(found) == pytest.approx(best, abs=1e-5)


def test_balance_pairs_strong_with_weak_in_random_seats() -> None:
    table = Waiting.with_people(4).room.table
    north, east, south, west = table.persons
    strengths = Strengths({north: 30, south: 29, east: 20, west: 21})
    seen = set()
    for seed in range(200):
        seats = after(table, balanced(table, strengths, seeded(seed))).seats
        seen.add(tuple(map(table.seats.index, seats)))
        partner = {one: seats[(seat + 2) % 4] for seat, one in enumerate(seats)}
        assert partner[table.seats[Seat.NORTH]] == table.seats[Seat.EAST]
    assert len(seen) == 8


def test_balance_without_ratings_draws_seats_at_random() -> None:
    table = Waiting.with_people(4).room.table
    drawn = {balanced(table, Strengths(), seeded(seed)).seats for seed in range(400)}
    assert len(drawn) == 24


def is_balanced(room: Room) -> bool:
    return room.table.balanced


def test_balanced_mark_lasts_until_players_change() -> None:
    room = Waiting.with_people(2).room
    assert not is_balanced(room)
    (drawn,) = room.ask(ANN, Balance(HERE))
    assert isinstance(drawn, SeatsShuffled)
    assert drawn.by == "strength"
    assert is_balanced(room)
    assert loaded(HERE, room.events).seats == room.table.seats
    assert loaded(HERE, room.events).balanced
    free = next(seat for seat in room.table.rules.seats if not room.table.names.get(seat))
    room.ask(CYD, Sit(HERE, free))
    assert not is_balanced(room)
    room.ask(ANN, Balance(HERE))
    room.ask(CYD, Stand(HERE))
    assert not is_balanced(room)
    room.ask(ANN, Balance(HERE))
    seats = room.table.seats
    room.ask(ANN, Start(HERE))
    assert is_balanced(room)
    people = [(seat, one) for seat, one in enumerate(seats) if one in room.table.seats]
    assert all(room.table.seats[seat] == one for seat, one in people)
    assert len(people) == 2


def test_balance_that_makes_no_sense_is_refused() -> None:
    waiting = Waiting.with_people(2)
    assert refusal_of(waiting.room, waiting.people[1]) == "host/only"
    assert refusal_of(Waiting.with_people(1).room) == "balance/alone"
    assert refusal_of(Waiting.with_people(2, preset="three-player").room) == "balance/no-teams"
    spoiler = {"preset": "five-player", "options": {"table.teams": "spoiler"}}
    assert refusal_of(Waiting.with_people(3, **spoiler).room) == "balance/no-teams"
    lots = Waiting.with_people(2, options={"table.seating": "random"})
    assert refusal_of(lots.room) == "balance/by-lot"
    waiting.room.ask(ANN, Start(HERE))
    assert refusal_of(waiting.room) == "table/started"


def test_balance_in_tournament_is_refused() -> None:
    room = Waiting.with_people(4).room
    pairs = TournamentTable("evening", 1, ("Larks", "Owls"))
    table = _made(room.table, evening=pairs)
    assert may_balance(room.table, ANN.person)
    assert not may_balance(table, ANN.person)
    with pytest.raises(SpadesError) as refused:
        answer(table, ANN, Balance(HERE), Moment(Presence(frozenset()), seeded(1)))
    assert refused.value.code == "duplicate/not-here"


def _made(table: Table, **fields: Any) -> Table:
    return structs.replace(table, made=structs.replace(table.made, **fields))


async def at_table(here: House) -> tuple[TableActor, dict[str, Listener]]:
    """Return a table with Ann and three others in the seats that they took."""
    actor = await here.make(invite=True)
    told = {ANN.name: await here.enter(actor, ANN)}
    for asker, seat in ((BEN, 0), (CYD, 1), (DAN, 3)):
        told[asker.name] = await here.enter(actor, asker)
        actor.ask(told[asker.name], Sit(actor.table.id, Seat(seat)))
    await settle(actor)
    return actor, told


async def test_balance_by_ratings_is_announced_without_numbers(here: House) -> None:
    for number in range(12):  # Ann and Ben win again and again; no one else has played
        people = (ANN.person, "x", BEN.person, "y")
        await here.store.section(GameStore).keep(KeptGame(f"game{number}", "", outline(0, people)))
    actor, told = await at_table(here)
    states = {name: one.state for name, one in told.items()}
    assert {name for name, one in states.items() if one["balance"]} == {"Ann"}
    assert not any(one["balanced"] for one in states.values())
    actor.ask(told["Ben"], Balance(actor.table.id))
    await settle(actor)
    assert told["Ben"].refusals == ["host/only"]
    assert await here.store.section(RatingStore).known([ANN.person]) == {}, (
        "nothing is rated for who may not ask"
    )

    actor.ask(told["Ann"], Balance(actor.table.id))
    await settle(actor)
    names = actor.table.names
    assert {names[Seat.NORTH], names[Seat.SOUTH]} & {"Ann", "Ben"}
    assert {names[Seat.EAST], names[Seat.WEST]} & {"Ann", "Ben"}
    ratings = await here.store.section(RatingStore).known([ANN.person, BEN.person])
    assert all(one.rating.mu > USUAL + 5 for one in ratings.values())
    numbers = [f"{one.rating.mu:.3}" for one in ratings.values()]
    for one in told.values():
        assert one.state["balanced"]
        assert not any(number in text for number in numbers for text in one.texts)


async def test_balance_with_unreachable_database_keeps_seats(here: House) -> None:

    async def away(_table: Table) -> Strengths:
        await asyncio.sleep(0)
        raise OperationalError("SELECT", {}, Exception("away"))

    here.registry._deps = here.deps._replace(strengths=away)
    actor, told = await at_table(here)
    seats = actor.table.seats
    actor.ask(told["Ann"], Balance(actor.table.id))
    await settle(actor)
    assert told["Ann"].refusals == ["server/failed"]
    assert actor.table.seats == seats
    assert not told["Ann"].hung_up


def test_balance_includes_strength_of_bots() -> None:
    """The stronger of two people plays with a weak bot against the other one with a similar bot."""
    table = Waiting.with_people(2).room.table
    ann = table.seat_of(ANN.person)
    assert ann is not None
    strengths = Strengths({ANN.person: 35.0}, bot=20.0)
    found = sums(after(table, balanced(table, strengths, seeded(3))), strengths)
    assert sorted(found) == [45.0, 55.0]

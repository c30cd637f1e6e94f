"""Registered people are friends once both have agreed, for as long as both want to be."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from spadille.game import Seat
from spadille.server.app import EXPORTS, FORGET_PEOPLE
from spadille.server.clock import SECONDS_A_DAY
from spadille.server.features import friends, passwords
from spadille.server.features.accounts import AccountStore
from spadille.server.features.friends import (
    DAYS_TO_REST,
    FRIENDS,
    FriendInfo,
    Friends,
    FriendStore,
    Tie,
)
from spadille.server.features.moderation import ModerationService, Report, SanctionStore
from spadille.server.features.passwords import Cost
from spadille.server.features.personal_data import PersonalData
from spadille.server.live.actor import TableActor
from spadille.server.store.schema import moment
from spadille.table.commands import Asker
from spadille.table.requests import Sit
from support.browsers import Browser
from support.house import House, house
from support.pages import client
from support.tabletop import ANN, BEN, CYD, Listener, refused, settle

GOOD = "four green herons"


class Circle:
    """A server without a network, where Ann, Ben and Cyd have registered and can be found."""

    def __init__(self, here: House) -> None:
        self.here = here
        self.friends = Friends(here.store, here.registry.lobby, here.clock)

    async def register(self, asker: Asker, *, shown: bool = True) -> None:
        accounts = self.here.store.section(AccountStore)
        await accounts.add(self.here.clock, asker.person, asker.name, "a digest")
        await accounts.show(asker.person, shown=shown)

    async def befriend(self, one: Asker, other: Asker) -> None:
        await self.friends.ask(one.person, other.name)
        await self.friends.answer(other.person, one.name, yes=True)

    async def sit(self, table: TableActor, asker: Asker) -> Listener:
        """Seat a person at a table of Ann's."""
        listener = await self.here.enter(table, asker)
        table.ask(listener, Sit(table.table.id, Seat.NORTH))
        await settle(table)
        return listener

    async def told(self, asker: Asker) -> tuple[list[str], ...]:
        """Return a person's friends, the people who ask them, and the people whom they ask."""
        found = await self.friends.of(asker.person)
        return [one.name for one in found.friends], [*found.asking], [*found.asked]


@asynccontextmanager
async def circle(folder: Path) -> AsyncIterator[Circle]:
    async with house(folder) as here:
        found = Circle(here)
        for asker in (ANN, BEN, CYD):
            await found.register(asker)
        yield found


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Circle]:
    async with circle(tmp_path) as opened:
        yield opened


async def test_friendship_lasts_from_consent_of_both_until_one_ends_it(here: Circle) -> None:
    ask, answer, end = here.friends.ask, here.friends.answer, here.friends.end
    await ask(ANN.person, f" {BEN.name.upper()} ")
    await ask(ANN.person, BEN.name)  # asking twice counts as asking once
    assert await here.told(ANN) == ([], [], [BEN.name])
    assert await here.told(BEN) == ([], [ANN.name], [])
    assert await here.told(CYD) == ([], [], [])
    assert await refused(answer(ANN.person, BEN.name, yes=True)) == "friend/not-asked"
    await answer(BEN.person, ANN.name, yes=True)
    assert await here.told(ANN) == ([BEN.name], [], [])
    assert await here.told(BEN) == ([ANN.name], [], [])
    assert await refused(ask(BEN.person, ANN.name)) == "friend/already"
    await end(BEN.person, ANN.name)
    for one in (ANN, BEN):
        assert await here.told(one) == ([], [], [])
    assert await refused(end(ANN.person, BEN.name)) == "friend/none"


async def test_friend_request_answering_another_accepts_it(here: Circle) -> None:
    await here.friends.ask(ANN.person, BEN.name)
    await here.friends.ask(BEN.person, ANN.name)
    assert await here.told(ANN) == ([BEN.name], [], [])


@pytest.mark.parametrize("how", ["declined", "ended"])
async def test_friend_request_after_decline_is_refused_for_a_while(how: str, here: Circle) -> None:
    ask = here.friends.ask
    await ask(ANN.person, BEN.name)
    await here.friends.answer(BEN.person, ANN.name, yes=how == "ended")
    if how == "ended":
        await here.friends.end(BEN.person, ANN.name)
    assert await here.told(ANN) == ([], [], [])
    here.here.clock.midnight += (DAYS_TO_REST - 1) * SECONDS_A_DAY
    assert await refused(ask(ANN.person, BEN.name)) == "friend/declined"
    await ask(CYD.person, BEN.name)  # others may
    here.here.clock.midnight += 2 * SECONDS_A_DAY
    await ask(ANN.person, BEN.name)
    assert await here.told(BEN) == ([], sorted([ANN.name, CYD.name]), [])


async def test_friend_request_may_come_from_decliner_and_be_withdrawn(here: Circle) -> None:
    await here.friends.ask(ANN.person, BEN.name)
    await here.friends.end(ANN.person, BEN.name)
    assert await here.told(BEN) == ([], [], [])
    await here.friends.ask(ANN.person, BEN.name)
    await here.friends.answer(BEN.person, ANN.name, yes=False)
    await here.friends.ask(BEN.person, ANN.name)
    await here.friends.answer(ANN.person, BEN.name, yes=True)
    assert await here.told(ANN) == ([BEN.name], [], [])


async def test_friend_request_to_deleted_person_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, here: Circle
) -> None:
    store = here.here.store
    between = store.section(FriendStore).between

    async def and_then_they_go(one: str, other: str) -> Tie | None:
        found = await between(one, other)
        await store.section(PersonalData).forget({other}, FORGET_PEOPLE)
        return found

    monkeypatch.setattr(store.section(FriendStore), "between", and_then_they_go)
    await here.friends.ask(ANN.person, BEN.name)
    async with store.reading() as connection:
        assert (await connection.execute(sa.select(FRIENDS))).all() == []


async def test_friend_request_needs_visible_person_or_shared_table(here: Circle) -> None:
    for other in (BEN, CYD):
        await here.here.store.section(AccountStore).show(other.person, shown=False)
    table = await here.here.make(invite=True)
    await here.sit(table, CYD)
    ask = here.friends.ask
    unknown = await refused(ask(ANN.person, "Nobody"))
    assert unknown == await refused(ask(ANN.person, BEN.name)) == "friend/unknown"
    assert await refused(ask(ANN.person, ANN.name)) == "friend/oneself"
    for name in ("", "A\0", "A" * 300):
        assert await refused(ask(ANN.person, name)) == "friend/unknown"
    await ask(ANN.person, CYD.name)
    # A person who was reported cannot make contact again.
    now = moment(here.here.clock.time_of_day())
    report = Report(table.table.id, BEN.person, CYD.person, CYD.name, "!", now)
    await here.here.store.section(SanctionStore).report(report)
    await here.here.store.section(AccountStore).show(BEN.person, shown=True)
    await ask(ANN.person, BEN.name)
    assert await refused(ask(CYD.person, BEN.name)) == "friend/unknown"


@pytest.mark.parametrize("how", ["declined", "ended"])
async def test_friend_request_to_hidden_asker_is_allowed(how: str, here: Circle) -> None:
    ask, accounts = here.friends.ask, here.here.store.section(AccountStore)
    await accounts.show(BEN.person, shown=False)
    await ask(BEN.person, ANN.name)
    await here.friends.answer(ANN.person, BEN.name, yes=how == "ended")
    if how == "ended":
        assert await refused(ask(ANN.person, BEN.name)) == "friend/already"
        await here.friends.end(ANN.person, BEN.name)
    await ask(ANN.person, BEN.name)
    assert await here.told(ANN) == ([], [], [BEN.name])
    await here.friends.answer(BEN.person, ANN.name, yes=False)
    assert await refused(ask(ANN.person, BEN.name)) == "friend/unknown"


async def test_friends_and_open_requests_are_limited(
    monkeypatch: pytest.MonkeyPatch, here: Circle
) -> None:
    monkeypatch.setattr(friends, "MOST_REQUESTS", 1)
    await here.friends.ask(ANN.person, BEN.name)
    ask = here.friends.ask
    assert await refused(ask(ANN.person, CYD.name)) == "friend/too-many-requests"
    assert await refused(ask(CYD.person, BEN.name)) == "friend/too-many-requests"
    monkeypatch.setattr(friends, "MOST_REQUESTS", 2)
    await here.friends.ask(CYD.person, BEN.name)
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    await here.friends.answer(BEN.person, ANN.name, yes=True)
    answer = here.friends.answer(BEN.person, CYD.name, yes=True)
    assert await refused(answer) == "friend/too-many"
    assert await refused(ask(ANN.person, CYD.name)) == "friend/too-many"
    await here.friends.answer(BEN.person, CYD.name, yes=False)


async def test_friends_only_see_a_seat_at_an_open_table(here: Circle) -> None:
    await here.befriend(ANN, BEN)
    await here.friends.ask(CYD.person, BEN.name)
    hidden = await here.here.make(invite=True)
    await here.sit(hidden, BEN)
    assert (await here.friends.of(ANN.person)).friends == (FriendInfo(BEN.name, None),)
    table = await here.here.make(invite=True, public=True)
    listener = await here.sit(table, BEN)
    at_table = FriendInfo(BEN.name, table.table.id)
    assert (await here.friends.of(ANN.person)).friends == (at_table,)
    assert (await here.friends.of(CYD.person)).friends == ()
    await here.here.enter(table, ANN)  # the table is still open after Ben has left
    table.leave(listener)
    await settle(table)
    assert (await here.friends.of(ANN.person)).friends == (FriendInfo(BEN.name, None),)


async def test_friends_are_exported_and_deleted_with_personal_data(here: Circle) -> None:
    personal = here.here.store.section(PersonalData)
    await here.befriend(ANN, BEN)
    await here.friends.ask(CYD.person, ANN.name)
    told = json.loads(b"".join([one async for one in personal.data_of(ANN.person, EXPORTS)]))
    rows = sorted(told["friends"], key=lambda one: str(one["name"]))
    assert [(one["name"], one["status"], one["own"]) for one in rows] == [
        (BEN.name, "friends", True),
        (CYD.name, "asked", False),
    ]
    await personal.forget({ANN.person}, FORGET_PEOPLE)
    assert await here.told(BEN) == await here.told(CYD) == ([], [], [])


async def test_friend_request_of_guest_or_sanctioned_person_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "USUAL", Cost(4, 8, 1))
    async with client(folder) as http:
        ann, ben = await Browser(http).come(), await Browser(http).come()
        state = http.app.state
        stranger = await Browser(http).ask("/api/friends/ask", name="Ben")
        assert (stranger["status"], stranger["code"]) == (401, "session/none")
        for path, fields in (("ask", {}), ("answer", {"yes": True}), ("end", {})):
            guest = await ann.ask(f"/api/friends/{path}", name="Ben", **fields)
            assert (guest["status"], guest["code"]) == (409, "account/none")
        for browser, name in ((ann, "Ann"), (ben, "Ben")):
            await browser.ask("register", name=name, password=GOOD)
            await browser.ask("shown", shown=True)
        account = await state.deps.store.section(AccountStore).named("Ann")
        now = state.deps.clock.time_of_day()
        for kind, code in (("mute", "talk/muted"), ("ban", "person/banned")):
            await state.deps.store.section(SanctionStore).impose(kind, account.person, now)
            await state.service(ModerationService).look()
            told = await ann.ask("/api/friends/ask", name="Ben")
            assert (told["status"] >= 400, told["code"]) == (True, code)
            await state.deps.store.section(SanctionStore).lift(kind, account.person)
        await state.service(ModerationService).look()
        told = await ann.ask("/api/friends/ask", name="Ben")
        assert (told["status"], told["asked"]) == (200, ["Ben"])
        told = await ben.ask("/api/friends/answer", name="Ann", yes=True)
        assert told["friends"] == [{"name": "Ann", "table": None}]
        told = await ann.ask("/api/friends/end", name="Ben")
        assert (told["status"], told["friends"]) == (200, [])

"""Friends: both people agree, either can end it, and no one is followed without consent."""

import asyncio
from collections import Counter
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from ...table.errors import RefusedError, full_list
from ...table.events import PersonId
from ...table.requests import Body, Name
from ..clock import SECONDS_A_DAY, Clock
from ..live.lobby import OpenTables
from ..net.identity import BROWSER, LEAVING, NAMING
from ..net.routes import Routes
from ..net.state import Feature
from ..store.database import Database, count_in
from ..store.schema import (
    ACCOUNTS,
    METADATA,
    PLACES,
    PLAYERS,
    Moment,
    moment,
    person_column,
    seconds,
)
from ..store.store import Store
from .accounts import Account, AccountStore, unregistered
from .moderation import REPORTS

MOST_FRIENDS = 100
"""The most friends that one person may have."""

MOST_REQUESTS = 20
"""The most unanswered requests that a person may have made, or that may wait for their answer."""

DAYS_TO_REST = 30
"""Days until a person may ask again after being declined or unfriended."""

FRIENDS = sa.Table(
    "friends",
    METADATA,
    person_column("asker", "remove", primary_key=True),
    person_column("asked", "remove", primary_key=True, index=True),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("made", Moment, nullable=False),
)
"""Friend requests, and whether each has been open, accepted, or declined since `made`.

A friendship that one of the players has ended counts as declined.
"""


class FriendInfo(Struct, frozen=True):
    """A friend, and the public table where they are sitting now, if any."""

    name: str
    table: str | None


class FriendList(Struct, frozen=True):
    """The player's friends, the players `asking` to be friends, and the players they have `asked`.

    All are shown by their registered names.
    """

    friends: tuple[FriendInfo, ...]
    asking: tuple[str, ...]
    asked: tuple[str, ...]


class AskFriend(Body, frozen=True):
    """Asks the player with that registered name to be a friend."""

    name: Name


class AnswerFriend(Body, frozen=True):
    """Accepts or declines a friend request."""

    name: Name
    yes: bool


class EndFriend(Body, frozen=True):
    """Ends a friendship, or withdraws a friend request."""

    name: Name


Status = Literal["asked", "friends", "declined"]


class Tie(NamedTuple):
    """The tie between two players since `made`; a `declined` request must not be repeated."""

    asker: PersonId
    asked: PersonId
    status: Status
    made: float


class Tied(NamedTuple):
    """A tie as one of the two players sees it, with the name of the other."""

    tie: Tie
    other: PersonId
    name: str


class FriendStore(Database):
    """The ties in the database."""

    async def of(self, person: PersonId) -> list[Tied]:
        """Return all ties between a player and registered players, by name."""
        other = _other_of(person)
        wanted = (
            sa.select(FRIENDS, ACCOUNTS.c.person, ACCOUNTS.c.name)
            .join(ACCOUNTS, ACCOUNTS.c.person == other)
            .where(_is_of(person))
            .order_by(ACCOUNTS.c.key)
        )
        return [Tied(_tie(row), row.person, row.name) for row in await self.all(wanted)]

    async def between(self, one: PersonId, other: PersonId) -> Tie | None:
        """Return the tie between two players, in either direction, or None."""
        row = await self.first(sa.select(FRIENDS).where(_both(one, other)))
        return None if row is None else _tie(row)

    async def put(self, tie: Tie, since: float) -> None:
        """Set the tie between two players; forget ties that were declined before `since`.

        Ties with players who are no longer registered are not stored.
        """
        row = tie._asdict() | {"made": moment(tie.made)}
        both = (tie.asker, tie.asked)
        old = (FRIENDS.c.status == "declined") & (FRIENDS.c.made < moment(since))
        async with self.begin() as connection:
            await connection.execute(FRIENDS.delete().where(_both(tie.asker, tie.asked) | old))
            if await count_in(connection, ACCOUNTS, ACCOUNTS.c.person.in_(both)) == len(both):
                await connection.execute(FRIENDS.insert(), row)

    async def remove(self, one: PersonId, other: PersonId) -> None:
        """Remove the tie between two players."""
        await self.execute(FRIENDS.delete().where(_both(one, other)))

    async def have_met(self, one: PersonId, other: PersonId) -> bool:
        """Return True if two players share a table, or have played a stored game together."""
        met = (
            sa.exists().where(person == other, shared.in_(sa.select(shared).where(person == one)))
            for person, shared in (
                (PLACES.c.person, PLACES.c.table_id),
                (PLAYERS.c.person, PLAYERS.c.game_id),
            )
        )
        return bool(await self.scalar(sa.select(sa.or_(*met))))

    async def has_reported(self, reporter: PersonId, person: PersonId) -> bool:
        """Return True if a player has reported another player to the admin."""
        which = (REPORTS.c.reporter == reporter) & (REPORTS.c.person == person)
        return await self.count_rows(which) > 0


def _is_of(person: PersonId) -> sa.ColumnElement[bool]:
    return (FRIENDS.c.asker == person) | (FRIENDS.c.asked == person)


def _other_of(person: PersonId) -> sa.ColumnElement[str]:
    """Return the other player in a tie."""
    return sa.case((FRIENDS.c.asker == person, FRIENDS.c.asked), else_=FRIENDS.c.asker)


def _exported(person: PersonId) -> sa.Select[Any]:
    """Select a player's friendships, with the names of the friends."""
    own = (FRIENDS.c.asker == person).label("own")
    return (
        sa.select(ACCOUNTS.c.name, own, FRIENDS.c.status, FRIENDS.c.made)
        .join(ACCOUNTS, ACCOUNTS.c.person == _other_of(person))
        .where(_is_of(person))
    )


def _both(one: PersonId, other: PersonId) -> sa.ColumnElement[bool]:
    there = (FRIENDS.c.asker == one) & (FRIENDS.c.asked == other)
    return there | ((FRIENDS.c.asker == other) & (FRIENDS.c.asked == one))


def _tie(row: sa.Row[*tuple[object, ...]]) -> Tie:
    return Tie(row.asker, row.asked, row.status, seconds(row.made))


class Friends:
    """Handles friendships between registered people, who are known by their registered names."""

    def __init__(self, store: Store, lobby: OpenTables, clock: Clock) -> None:
        self._kept = store.section(FriendStore)
        self._accounts = store.section(AccountStore)
        self._lobby = lobby
        self._clock = clock
        self._writing = asyncio.Lock()

    async def of(self, person: PersonId) -> FriendList:
        """Return a person's friends and requests; raise RefusedError if they have no account."""
        await self._check_registered(person)
        ties = await self._kept.of(person)
        friends = [one for one in ties if one.tie.status == "friends"]
        open_requests = [one for one in ties if one.tie.status == "asked"]
        return FriendList(
            friends=tuple(FriendInfo(one.name, self._lobby.seat_of(one.other)) for one in friends),
            asking=tuple(one.name for one in open_requests if one.tie.asked == person),
            asked=tuple(one.name for one in open_requests if one.tie.asker == person),
        )

    async def ask(self, person: PersonId, name: str) -> None:
        """Ask another person to be a friend, or accept their request.

        Either the two must have sat at a table together, or the other person must show their
        ratings to everyone or have already asked this one. Raise RefusedError if no one with that
        name may be asked.
        """
        await self._check_registered(person)
        async with self._writing:
            other = await self._accounts.named(name)
            if other is not None and other.person == person:
                raise RefusedError("friend/oneself", "that is your own name")
            tie = None if other is None else await self._kept.between(person, other.person)
            if other is None or not await self._may_meet(person, other, tie):
                raise RefusedError(
                    "friend/unknown",
                    "no player of that name has shared a table with you or shows their ratings",
                )
            if tie is not None and tie.status == "friends":
                raise RefusedError("friend/already", "you are already friends")
            if tie is not None and tie.status == "asked":
                if tie.asked == person:
                    await self._accept(tie)
                return
            if tie is not None and tie.asker == person and tie.made > self._rest_began:
                raise RefusedError(
                    "friend/declined", "they declined your request; ask again in a few weeks"
                )
            await self._check_room(person, other.person)
            await self._put(person, other.person, "asked")

    async def answer(self, person: PersonId, name: str, *, yes: bool) -> None:
        """Accept or decline a request; refuse if it does not exist, or friends are too many."""
        await self._check_registered(person)
        async with self._writing:
            found = await self._tie(person, name)
            if found is None or found.tie.status != "asked" or found.tie.asked != person:
                raise RefusedError("friend/not-asked", "no player of that name sent you a request")
            if yes:
                await self._accept(found.tie)
            else:
                await self._put(found.other, person, "declined")

    async def end(self, person: PersonId, name: str) -> None:
        """End a friendship, or withdraw a request; raise RefusedError if neither exists."""
        await self._check_registered(person)
        async with self._writing:
            found = await self._tie(person, name)
            if found is not None and found.tie.status == "friends":
                await self._put(found.other, person, "declined")
            elif found is not None and found.tie.status == "asked" and found.tie.asker == person:
                await self._kept.remove(person, found.other)
            else:
                raise RefusedError("friend/none", "you do not have a friend of that name")

    @property
    def _rest_began(self) -> float:
        return self._clock.time_of_day() - DAYS_TO_REST * SECONDS_A_DAY

    async def _accept(self, tie: Tie) -> None:
        for person in (tie.asker, tie.asked):
            if (await self._count(person))["friends"] >= MOST_FRIENDS:
                raise full_list("friend/too-many", MOST_FRIENDS)
        await self._put(tie.asker, tie.asked, "friends")

    async def _put(self, asker: PersonId, asked: PersonId, status: Status) -> None:
        tie = Tie(asker, asked, status, self._clock.time_of_day())
        await self._kept.put(tie, self._rest_began)

    async def _check_room(self, asker: PersonId, asked: PersonId) -> None:
        """Refuse another request if there are already enough."""
        own, theirs = await self._count(asker), await self._count(asked)
        if own["friends"] >= MOST_FRIENDS:
            raise full_list("friend/too-many", MOST_FRIENDS)
        if own["made"] >= MOST_REQUESTS or theirs["got"] >= MOST_REQUESTS:
            raise RefusedError(
                "friend/too-many-requests", "too many requests are still waiting for an answer"
            )

    async def _count(self, person: PersonId) -> Counter[str]:
        """Return a person's number of friends, and of open requests that they `made` or `got`."""
        counted: Counter[str] = Counter()
        for one in await self._kept.of(person):
            if one.tie.status == "asked":
                counted["made" if one.tie.asker == person else "got"] += 1
            counted[one.tie.status] += 1
        return counted

    async def _tie(self, person: PersonId, name: str) -> Tied | None:
        other = await self._accounts.named(name)
        if other is None:
            return None
        tie = await self._kept.between(person, other.person)
        return None if tie is None else Tied(tie, other.person, other.name)

    async def _may_meet(self, person: PersonId, other: Account, tie: Tie | None) -> bool:
        if await self._kept.has_reported(other.person, person):
            return False
        if tie is not None and (tie.asked == person or tie.status != "declined"):
            return True  # they know that name, and were not declined
        return other.shown or await self._kept.have_met(person, other.person)

    async def _check_registered(self, person: PersonId) -> None:
        if await self._accounts.of(person) is None:
            raise unregistered()


routes = Routes()


@routes.get("/api/friends", LEAVING)
async def show_friends(friends: Friends, person: PersonId) -> FriendList:
    """Return the requesting player's friends and open requests."""
    return await friends.of(person)


@routes.post("/api/friends/ask", NAMING, status=HTTP_200_OK)
async def ask_friend(friends: Friends, person: PersonId, body: AskFriend) -> FriendList:
    """Send a friend request to a player."""
    await friends.ask(person, body.name)
    return await friends.of(person)


@routes.post("/api/friends/answer", BROWSER, status=HTTP_200_OK)
async def answer_friend(friends: Friends, person: PersonId, body: AnswerFriend) -> FriendList:
    """Accept or decline a friend request."""
    await friends.answer(person, body.name, yes=body.yes)
    return await friends.of(person)


@routes.post("/api/friends/end", LEAVING, status=HTTP_200_OK)
async def end_friend(friends: Friends, person: PersonId, body: EndFriend) -> FriendList:
    """End a friendship, or withdraw a friend request."""
    await friends.end(person, body.name)
    return await friends.of(person)


feature = Feature(
    routes=routes,
    services=(lambda app: Friends(app.deps.store, app.registry.lobby, app.deps.clock),),
    exports={"friends": _exported},
    statuses={
        "friend/unknown": 404,
        "friend/not-asked": 404,
        "friend/none": 404,
        "friend/oneself": 409,
        "friend/already": 409,
        "friend/declined": 409,
        "friend/too-many": 409,
        "friend/too-many-requests": 409,
    },
)

"""Friendships: both people agree, and either can end it; no one is followed without consent."""

import asyncio
from collections import Counter

from ..clock import Clock
from ..messages.friend_messages import FriendInfo, FriendList
from ..refusals import RefusedError
from ..running.lobby import OpenTables
from ..store.accounts import Account
from ..store.friends import Status, Tie, Tied
from ..store.guests import SECONDS_A_DAY
from ..store.store import Store
from ..table.events import PersonId
from .accounts import unregistered

MOST_FRIENDS = 100
"""The most friends that one person may have."""

MOST_REQUESTS = 20
"""The most unanswered requests that a person may have made, or that may wait for their answer."""

DAYS_TO_REST = 30
"""Days until a person may ask again after being declined or unfriended."""


class Friends:
    """Handles friendships between registered people, who are known by their registered names."""

    def __init__(self, store: Store, lobby: OpenTables, clock: Clock) -> None:
        self._kept = store.friends
        self._accounts = store.accounts
        self._lobby = lobby
        self._clock = clock
        self._writing = asyncio.Lock()

    async def of(self, person: PersonId) -> FriendList:
        """Return a person's friends and open requests.

        Raises:
            RefusedError: if the person has not registered.
        """
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
        ratings to everyone or have already asked this one.

        Raises:
            RefusedError: if no one with that name may be asked.
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
        """Accept or decline a person's request.

        Raises:
            RefusedError: if no one with that name has asked, or either person has too many friends.
        """
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
        """End a friendship, or withdraw a request.

        Raises:
            RefusedError: if neither exists.
        """
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
                raise _too_many()
        await self._put(tie.asker, tie.asked, "friends")

    async def _put(self, asker: PersonId, asked: PersonId, status: Status) -> None:
        tie = Tie(asker, asked, status, self._clock.time_of_day())
        await self._kept.put(tie, self._rest_began)

    async def _check_room(self, asker: PersonId, asked: PersonId) -> None:
        """Refuse another request if there are already enough."""
        own, theirs = await self._count(asker), await self._count(asked)
        if own["friends"] >= MOST_FRIENDS:
            raise _too_many()
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


def _too_many() -> RefusedError:
    return RefusedError(
        "friend/too-many", "you can have at most {most} friends here", most=MOST_FRIENDS
    )

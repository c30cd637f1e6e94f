"""Enforces the admin's sanctions and table closures, which it reads every few seconds.

Banned people cannot connect, and their open connections are closed. Muted people cannot send
anything that others would read. A person's sanctions also apply to their bots. The server ends the
games at closed tables, and disconnects bots whose tokens have been revoked.
"""

import logging

from ..clock import Clock, Repeating
from ..logs import log_failure
from ..refusals import RefusedError
from ..running.hub import Hub
from ..store.measures import Measures
from ..store.store import Store
from ..table.events import PersonId
from .sockets import Sockets

log = logging.getLogger(__name__)

EVERY = 3.0
"""The seconds between two checks."""


class Moderating:
    """Keeps track of the sanctions currently in force."""

    def __init__(self, store: Store, hub: Hub, sockets: Sockets, clock: Clock) -> None:
        self._store = store
        self._hub = hub
        self._sockets = sockets
        self._clock = clock
        self._measures = Measures()
        self._looking = Repeating(clock, EVERY, self.look)

    def check_entry(self, *people: PersonId) -> None:
        """Refuse a banned person or their bot; for a bot, `people` are the bot and its owner.

        Raises:
            RefusedError: if one of them is banned.
        """
        if not self._measures.banned.isdisjoint(people):
            raise RefusedError("person/banned", "the admin has banned you from this server")

    def is_muted(self, *people: PersonId) -> bool:
        """Return True if any of these people, such as a bot and its owner, is muted."""
        return not self._measures.muted.isdisjoint(people)

    async def start(self) -> None:
        """Enforce the current sanctions, and check for new ones every few seconds."""
        await self.look()
        self._looking.start()

    async def stop(self) -> None:
        """Finish the current check, and do not start another."""
        await self._looking.stop()

    async def look(self) -> None:
        """Read the current sanctions, and enforce them."""
        try:
            self._measures = await self._with_programs(
                await self._store.moderation.now(self._clock.time_of_day())
            )
            for person in self._measures.banned:
                self._sockets.send_away(person)
            self._hub.lobby.mute(self._measures.muted)
            for person in await self._store.programs.ended(self._sockets.programs):
                self._sockets.send_away(person)
            for table in self._measures.closing:
                await self._close(table)
        except Exception as error:  # noqa: BLE001 - the next check may succeed
            log_failure(log, "cannot read the decisions of the admin", error)

    async def _with_programs(self, measures: Measures) -> Measures:
        """Return the sanctions, extended to the bots of the people concerned."""
        owned_by = self._store.programs.owned_by
        return measures._replace(
            muted=measures.muted | await owned_by(measures.muted),
            banned=measures.banned | await owned_by(measures.banned),
        )

    async def _close(self, table: str) -> None:
        try:
            keeper = await self._hub.find_unless_lost(table)
            if keeper is not None:
                await keeper.close()
        except RefusedError as refusal:  # such as too many in use: the next check may succeed
            log.warning("table %s is not closed yet: %s", table, refusal.code)
            return
        await self._store.moderation.lift("close", table)

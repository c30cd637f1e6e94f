"""Matches of two teams: two tables play the same deals, and the teams sit the other way round."""

from msgspec import structs

from ..asking.attempts import TWO_PAIRS, fit_for_all
from ..asking.requests import Asker, made_of
from ..ids import new_id
from ..messages.duplicate_messages import NewDuplicate
from ..messages.protocol import Sit
from ..refusals import RefusedError
from ..running.hub import Hub
from ..running.keeper import Keeper, Surroundings
from ..table.events import Duplicate, Made
from ..table.seating import plain_name

Both = tuple[Keeper, Keeper]


class Duplicates:
    """Makes matches, finds them and assigns their seats."""

    def __init__(self, hub: Hub, around: Surroundings) -> None:
        self._hub = hub
        self._seeds = around.seeds

    async def make(self, new: NewDuplicate) -> str:
        """Return the id of the first table in a new match, which no one has joined yet.

        Raises:
            SpadesError: if the rules do not exist, or are not for two pairs.
        """
        ids = (new_id(), new_id())
        await self._hub.open_all(dict(zip(ids, self._made(new, ids), strict=True)))
        return ids[0]

    async def find(self, id: str) -> Both:
        """Return the two tables of a match, the first one first.

        Raises:
            RefusedError: if the match does not exist.
        """
        try:
            first, *others = await self._hub.find_group(id)
        except RefusedError as refusal:
            raise (_unknown() if refusal.code in _MISSING else refusal) from None
        if first.table.made.duplicate is None or not others:
            raise _unknown()
        (second,) = others
        return first, second

    async def take(self, id: str, asker: Asker, sit: Sit) -> None:
        """Give a person a seat in a match.

        Raises:
            SpadesError: if the seat is taken, or the person belongs to the other table.
        """
        for keeper in await self.find(id):
            if keeper.table.id == sit.table:
                return await self._hub.sit(keeper, asker, sit)
        raise _unknown()

    def _made(self, new: NewDuplicate, ids: tuple[str, str]) -> list[Made]:
        """Return the settings for both tables."""
        made = made_of(new, new.level, new.turn_seconds, invite=True, group=ids)
        rules = fit_for_all(made.rules)
        if rules.sides != TWO_PAIRS:
            raise RefusedError("duplicate/rules", "matches need rules for two pairs")
        first, second = map(plain_name, new.teams)
        if first.casefold() == second.casefold():
            raise RefusedError("duplicate/names", "the two teams need different names")
        seeds = tuple(self._seeds() for _ in range(new.deals))
        made = structs.replace(made, rules=rules, talk=new.talk, undo=False)
        return [
            structs.replace(made, duplicate=Duplicate((first, second), seeds, turned))
            for turned in (False, True)
        ]


_MISSING = {"table/unknown", "group/unknown"}


def _unknown() -> RefusedError:
    return RefusedError("duplicate/unknown", "there is no such match")

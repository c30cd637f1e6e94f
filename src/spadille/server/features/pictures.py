"""The drawn face that a person chooses, which others see at their seats.

It belongs to the person and not to a table: no event contains it, and a new one shows everywhere.
"""

from typing import Literal, get_args

import sqlalchemy as sa
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from ...table.events import PersonId
from ...table.requests import Body
from ...table.seats import Person
from ..clock import Clock
from ..live.lobby import MOST_SHOWN
from ..net.answers import Asked
from ..net.credentials import cannot_come_back
from ..net.identity import BROWSER
from ..net.routes import Routes
from ..net.state import AppState, Feature
from ..store.database import Database
from ..store.schema import METADATA, Moment, moment, person_column
from ..store.store import Store

Picture = Literal[
    "bear", "cat", "dog", "fox", "frog", "lion", "mouse", "owl", "panda", "penguin", "pig",
    "rabbit",
]  # fmt: skip

PICTURES = sa.Table(
    "pictures",
    METADATA,
    person_column("person", "remove", export="picture", primary_key=True),
    sa.Column("picture", sa.String(16), nullable=False),
    sa.Column("made", Moment, nullable=False),
)
"""The pictures of the people who have chosen one, and when they did."""


class OwnPicture(Struct, frozen=True):
    """The picture that a person has chosen, if any."""

    picture: Picture | None


class ChoosePicture(Body, frozen=True):
    """Chooses a picture, or none."""

    picture: Picture | None


class SeatPictures(Struct, frozen=True):
    """The pictures at tables, by their ids: one for each seat, if the person there has one."""

    pictures: dict[str, tuple[Picture | None, ...]]


class PictureStore(Database):
    """The pictures in the database."""

    async def of(self, *people: PersonId) -> dict[PersonId, Picture]:
        """Return the pictures of these people, except those who have none that exists."""
        which = PICTURES.c.person.in_(people) & PICTURES.c.picture.in_(get_args(Picture))
        rows = await self.all(sa.select(PICTURES).where(which))
        return {row.person: row.picture for row in rows}

    async def choose(self, person: PersonId, picture: Picture | None, now: float) -> None:
        """Set a person's picture, or remove it."""
        async with self.begin() as connection:
            await connection.execute(PICTURES.delete().where(PICTURES.c.person == person))
            if picture is not None:
                row = {"person": person, "picture": picture, "made": moment(now)}
                await connection.execute(PICTURES.insert(), row)

    async def forget(self) -> None:
        """Remove the pictures of people who cannot come back."""
        await self.execute(PICTURES.delete().where(cannot_come_back(PICTURES.c.person)))


routes = Routes()


@routes.get("/api/me/picture")
async def show_picture(pictures: PictureStore, viewer: PersonId | None) -> OwnPicture:
    """Return the picture that the player has chosen."""
    return OwnPicture((await pictures.of(viewer)).get(viewer) if viewer else None)


@routes.post("/api/me/picture", BROWSER, status=HTTP_200_OK)
async def choose_picture(
    pictures: PictureStore, state: AppState, person: PersonId, body: ChoosePicture
) -> OwnPicture:
    """Choose a picture, or remove it."""
    await pictures.choose(person, body.picture, state.deps.clock.time_of_day())
    return OwnPicture(body.picture)


_TABLES = {"type": "string", "description": f"up to {MOST_SHOWN} ids, separated by commas"}


@routes.get("/api/pictures", query={"table": _TABLES})
async def show_pictures(pictures: PictureStore, state: AppState, request: Asked) -> SeatPictures:
    """Return the pictures at the given tables (`?table=`), except those that no one has open."""
    wanted = request.query_params.get("table", "").split(",")[:MOST_SHOWN]
    seats = {table.id: table.seats for table in map(state.registry.in_memory, wanted) if table}
    known = await pictures.of(*{person for each in seats.values() for person in each.people})
    return SeatPictures(
        {
            table: tuple(known.get(one.id) if isinstance(one, Person) else None for one in each)
            for table, each in seats.items()
        }
    )


async def _forget_old(store: Store, _clock: Clock, _since: float | None) -> None:
    await store.section(PictureStore).forget()


feature = Feature(routes=routes, forget_old=_forget_old)

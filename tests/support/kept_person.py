"""People who have sat at tables, including one who has data in every part of a database."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple, Protocol

import sqlalchemy as sa

from spadille.bots import Rating
from spadille.game import Bid, Card, Play, Rules, Seat
from spadille.server.clock import LoopClock
from spadille.server.features.accounts import AccountStore
from spadille.server.features.contests.events import Announced, Entered, Joined
from spadille.server.features.contests.store import (
    ATTEMPTS,
    Challenge,
    ChallengeStore,
    Played,
    TournamentStore,
    write_played,
)
from spadille.server.features.friends import FriendStore, Tie
from spadille.server.features.games.store import GameStore, ReviewStore
from spadille.server.features.moderation import Report, SanctionStore
from spadille.server.features.rated_games import Key, Rated, RatedGame
from spadille.server.features.ratings import RatingStore
from spadille.server.net.credentials import SessionStore, TokenStore
from spadille.server.store.store import Store
from spadille.study import Luck
from spadille.table.apply import Events, loaded
from spadille.table.commands import Asker
from spadille.table.finished import PLACES, Part, StoredDecision, finished_game
from spadille.table.model import Table
from spadille.table.requests import Sit, Stand, Start
from spadille.table.summary import summary_of
from support.tabletop import ANN, BEN, CYD, Room


class HasStore(Protocol):
    """Any object with a store, such as an instance."""

    store: Store


NAMES = {ANN: "Annabella", BEN: "Benedikt", CYD: "Cydonia"}
TABLE = "k3v7"


def named(asker: Asker) -> Asker:
    return asker._replace(name=NAMES[asker])


def among_people(until: Callable[[Table], bool]) -> Events:
    """Return the events of a table with all three people, one of whom has left the game."""
    room = Room("short", invite=True, options={"end.max_rounds": 1})
    room.ask(ANN, Stand("room"))
    for asker, seat in ((ANN, Seat.SOUTH), (BEN, Seat.NORTH), (CYD, Seat.EAST)):
        room.ask(named(asker), Sit("room", seat))
    room.ask(named(ANN), Start("room"))
    room.play_until(lambda table: table.game is not None and table.game.phase == "play")
    room.ask(named(CYD), Stand("room"))
    room.play_until(until)
    return room.events


async def kept(here: HasStore, events: Events, id: str = TABLE) -> Table:
    """Return a stored table with these events, with its game if it is over."""
    return await keep_table(here.store, events, id)


async def keep_table(store: Store, events: Events, id: str = TABLE) -> Table:
    """Store a table with these events, with its game if that is over."""
    table = loaded(id, events)
    await store.add({id: events}, {id: summary_of(table)})
    game = finished_game(table)
    if game is not None:
        await store.section(GameStore).keep(game)
    return table


def over(table: Table) -> bool:
    return table.status == "over"


def going_on(table: Table) -> bool:
    return table.status == "playing"


class Kept(NamedTuple):
    """A person's data and where it is kept, and the secret in their browser's cookie."""

    cookie: str
    running: str
    game: str
    challenge: str
    evening: str


async def keep_everything(store: Store, digest: str = "scrypt$4,8,1$AAAA$AAAA") -> Kept:
    """Store data of Ann's in every part of a database; Ben is her friend, and made a report."""
    clock, now = LoopClock(), datetime.now(UTC)
    ann, ben = ANN.person, BEN.person
    await keep_table(store, among_people(over))
    await keep_table(store, among_people(going_on), "k3v8")
    for asker in (ANN, BEN):
        await store.section(AccountStore).add(clock, asker.person, NAMES[asker], digest)
    session = await store.section(SessionStore).welcome(clock, ann)
    await store.section(FriendStore).put(Tie(ann, ben, "friends", clock.time_of_day()), 0.0)
    await store.section(TokenStore).make(clock, ann, "Robby", ["play"])
    for reporter, person in ((ann, ben), (ben, ann)):
        report = Report(TABLE, reporter, person, f"name of {person[:4]}", "said", now)
        await store.section(SanctionStore).report(report)
    await store.section(SanctionStore).impose("mute", ann, clock.time_of_day(), days=3)
    await _keep_ratings(store, clock.time_of_day())
    (game, *_) = await store.section(GameStore).games_of(ann)
    await _keep_review(store, game.id)
    challenge = await _keep_challenge(store, now)
    evening = "k3v4"
    made = Announced(
        name="Friday", host=ann, form="swiss", preset="standard", rules=Rules(), title="",
        deals=4, rounds=0, minutes=0, level="random", talk="between",
    )  # fmt: skip
    joined = Joined(0, 0, ann, NAMES[ANN])
    tournaments = store.section(TournamentStore)
    await tournaments.add(evening, made, now)
    await tournaments.append(await tournaments.find(evening), (Entered("Pair"), joined), now)
    return Kept(session.secret or "", "k3v8", game.id, challenge, evening)


async def _keep_ratings(store: Store, now: float) -> None:
    """Store ratings of Ann and Ben as if all their games were rated."""
    ratings = {Key("2x2", one.person): Rated(Rating(25.0, 4.0), 7, 3, 1) for one in (ANN, BEN)}
    course = [
        RatedGame(key, 7, rated.rating, won=True, ended=now) for key, rated in ratings.items()
    ]
    await store.section(RatingStore).write([], ratings, course)
    for one in (ANN, BEN):
        await store.section(AccountStore).show(one.person, shown=True)


async def _keep_review(store: Store, game: str) -> None:
    decision = StoredDecision(
        event=5, round=1, trick=1, seat=Seat.NORTH, area="tricks", action=Play(Card.S2),
        best=Play(Card.S2), reasons={"en": f"{PLACES[Seat.SOUTH]} has bid nil."}, values={},
        unit="points", loss=0.0, mark="best", unnamed=True,
    )  # fmt: skip
    await store.section(ReviewStore).ask(game, ANN.person)
    await store.section(ReviewStore).add(game, Part(0, [decision], 9))
    await store.section(ReviewStore).finish(game, (Luck(1, (10, 0), (5, 5)),))


async def _keep_challenge(store: Store, now: datetime) -> str:
    id = "k3v5"
    made = Challenge(
        id, "standard", Rules(), "", "random", Seat.SOUTH, ("seed 1", "seed 2"), by="Cydonia"
    )
    await store.section(ChallengeStore).add(made, now)
    row = {"challenge_id": id, "number": 1, "table_id": "k3v8", "made": now}
    async with store.writing() as connection:
        people = [{**row, "person": one.person} for one in (ANN, BEN)]
        await connection.execute(sa.insert(ATTEMPTS), people)
    for deal in (1, 2):
        for asker in (ANN, BEN):
            played = Played(
                12.0, (10, -10, 10, -10), (Bid(3),) * 4, (4, 3, 3, 3), challenge=id, deal=deal,
                attempt=1, person=asker.person, name=NAMES[asker], table="k3v8",
            )  # fmt: skip
            await store.write([partial(write_played, now=now, played=played)])
    return id

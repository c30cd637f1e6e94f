"""Check, in games on a real server, that no player receives a card that they may not know.

python benchmarks/server_leaks.py --games 500

The presets take turns. At each table people play a round at random, and one more person watches.
Half of them receive whole states, and the others only changes. Now and then, a person requests
something impossible, or leaves and comes back. The watcher also sends requests over HTTP.

At the end, every table is rebuilt from its stored events. Each card that a message named is checked
against what its receiver could know then. The server's logs may not name any card.
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections import Counter
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server_kills import stored_events, versions
from server_load import LIMITS
from spadille.game import PACK, Game, presets
from spadille.table.events import PersonId, person_of
from spadille.table.model import Table
from support.secrecy import CARD, known_cards
from support.servers import Server, server

AT_A_TIME = 16
PATIENCE = 300.0
"""The number of seconds after which an unfinished game counts as stuck."""

NONSENSE, GOING, ASKING = 0.1, 0.03, 0.1
"""How likely, per message, a person is to request the impossible, leave, or ask over HTTP."""


class Person:
    """A person at a table who plays or watches, and records the cards that they receive."""

    def __init__(self, table: str, game: int, number: int, *, plays: bool = True) -> None:
        self.table = table
        self.plays = plays
        self.secret = f"{number} of game {game:08}"
        self.notes: list[tuple[int, frozenset[str]]] = []
        """The cards that messages have named, each with the version it was shown in."""
        self._updates = bool((game + number) % 2)
        self._random = Random(self.secret)
        self._state: dict[str, Any] = {}
        self._wanted = -1

    @property
    def person(self) -> PersonId:
        return person_of(self.secret)

    async def come_in(self, http: httpx.AsyncClient) -> dict[str, str]:
        """Return the header that identifies the person from now on."""
        found = await http.post("/api/session", json={"token": self.secret})
        return {"Cookie": "; ".join(f"{key}={value}" for key, value in found.cookies.items())}

    async def play(self, running: Server, http: httpx.AsyncClient, deeds: Counter[str]) -> None:
        """Connect, and reconnect, until the game is over."""
        headers = await self.come_in(http)
        address = running.address.replace("http", "ws", 1) + "/ws"
        while self._state.get("status") != "over":
            async with connect(address, additional_headers=headers) as socket:
                self._wanted = -1
                await self._say(socket, "hello", name="P", updates=self._updates)
                async for text in socket:
                    self._hear(str(text))
                    deeds["messages"] += 1
                    if self._state.get("status") == "over":
                        break
                    if not self.plays and self._random.random() < ASKING:
                        found = await http.get(f"/api/tables/{self.table}")
                        self.notes.append((-1, cards_in(found.json())))
                        deeds["requests"] += 1
                    if self._random.random() < GOING:
                        deeds["returns"] += 1
                        break
                    await self._answer(socket)

    def _hear(self, text: str) -> None:
        message = msgspec.json.decode(text)
        if message["type"] == "state":
            self._state = message
        elif message["type"] == "update":
            view = {**(self._state["view"] or {}), **message["view"]} or None
            self._state = {
                **self._state, **message["state"], "seq": message["seq"], "view": view,
            }  # fmt: skip
        elif message["type"] == "error":
            self._wanted = -1
        self.notes.append((self._state.get("seq", 0), cards_in(message)))

    async def _answer(self, socket: ClientConnection) -> None:
        state = self._state
        if not self.plays or not state or state["seq"] == self._wanted:
            return
        view, seq, you = state["view"], state["seq"], state["you"]
        if you is None:
            free = [info["seat"] for info in state["seats"] if info["occupant"] == "open"]
            if free:
                await self._want(socket, "sit", seat=self._random.choice(free))
        elif state["status"] == "waiting":
            if state["host"] and all(info["occupant"] == "person" for info in state["seats"]):
                await self._want(socket, "start")
        elif view is not None and view["phase"] == "score":
            if not state["seats"][you]["ready"]:
                await self._want(socket, "continue")
        elif view is not None and view["to_act"] == you:
            if self._random.random() < NONSENSE:
                card = {"type": "play", "card": self._random.choice(PACK).value}
                await self._say(socket, "act", seat=you, seq=seq, action=card)
            await self._want(socket, "act", seat=you, seq=seq, action=self._choice(view))

    def _choice(self, view: dict[str, Any]) -> dict[str, Any]:
        """Return a random possible action."""
        options = view["options"]
        if options["choose"] is None:
            action: dict[str, Any] = self._random.choice(options["actions"])
            return action
        size = self._random.choice(options["choose"]["sizes"])
        cards = self._random.sample(options["choose"]["cards"], size)
        return {"type": options["choose"]["purpose"], "cards": cards}

    async def _want(self, socket: ClientConnection, type: str, **fields: Any) -> None:
        """Send the messages that are sent once per state."""
        self._wanted = self._state["seq"]
        await self._say(socket, type, **fields)

    async def _say(self, socket: ClientConnection, type: str, **fields: Any) -> None:
        message = {"type": type, "table": self.table, **fields}
        await socket.send(msgspec.json.encode(message).decode())


def cards_in(told: Any) -> frozenset[str]:
    """Return the cards that a message names, apart from those that the rules mention."""
    if isinstance(told, dict):
        return frozenset().union(*(cards_in(told[key]) for key in told if key != "rules"))
    if isinstance(told, list):
        return frozenset().union(*map(cards_in, told))
    return frozenset(CARD.findall(f'"{told}"')) if isinstance(told, str) else frozenset()


async def one_game(
    running: Server, http: httpx.AsyncClient, number: int, deeds: Counter[str]
) -> list[Person]:
    """Play a round, and return the people who were there."""
    name = list(presets())[number % len(presets())]
    host = Person("", number, 0)
    body = {"preset": name, "options": {"end.max_rounds": 1}, "name": "P", "invite": True}
    headers = await host.come_in(http)
    host.table = (await http.post("/api/tables", json=body, headers=headers)).json()["table"]
    seats = len((await http.get(f"/api/tables/{host.table}")).json()["seats"])
    others = [Person(host.table, number, other) for other in range(1, seats)]
    people = [host, *others, Person(host.table, number, seats, plays=False)]
    playing = [asyncio.create_task(person.play(running, http, deeds)) for person in people]
    done, stuck = await asyncio.wait(playing, timeout=PATIENCE)
    for task in done:
        task.result()
    for task in stuck:
        task.cancel()
    deeds["stuck"] += bool(stuck)
    return people


async def run(running: Server, games: int, deeds: Counter[str]) -> list[list[Person]]:
    free = asyncio.Semaphore(AT_A_TIME)

    async def one(number: int) -> list[Person]:
        async with free:
            people = await one_game(running, http, number, deeds)
        deeds["games"] += 1
        if deeds["games"] % 100 == 0:
            print(f"{deeds['games']} games, {deeds['messages']} messages", flush=True)
        return people

    once = httpx.Limits(max_keepalive_connections=0)
    nobodys = CookieJar(DefaultCookiePolicy(allowed_domains=()))
    async with httpx.AsyncClient(
        base_url=running.address, timeout=60, limits=once, cookies=nobodys
    ) as http:
        return await asyncio.gather(*map(one, range(games)))


async def leaks(database: Path, people: list[Person]) -> list[str]:
    """Return the cards that a person at a table received but could not know."""
    id = people[0].table
    tables = dict(versions(id, await stored_events(str(database), id)))
    found = []
    for person in people:
        for version, cards in person.notes:
            allowed = known_at(tables, version, person.person) if cards else set()
            if not cards <= allowed:
                names = ", ".join(sorted(cards - allowed))
                found.append(f"{person.table}, version {version}, {person.secret}: {names}")
    return found


def known_at(tables: dict[int, Table], version: int, person: PersonId) -> set[str]:
    """Return the cards that a person may know at a version of the table."""
    table = tables.get(version)
    game: Game | None = None if table is None else table.game
    if table is None or game is None:
        return set()
    return known_cards(game, table.seat_of(person))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    words = parser.parse_args()
    wide = [f"--limit={name}=1000000" for name in LIMITS]
    deeds: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.db"
        with server(database, serve=wide) as running:
            everybody = asyncio.run(run(running, words.games, deeds))
            status, log = running.interrupt()
        found = [line for people in everybody for line in asyncio.run(leaks(database, people))]
    found += [f"in the log: {card}" for card in re.findall(CARD, log)]
    named = sum(len(cards) for people in everybody for one in people for _, cards in one.notes)
    print(f"{dict(deeds)}; {named} cards named, {len(found)} of them to those who may not know "
          f"them; the server ended with {status}, its log has {len(log)} letters")  # fmt: skip
    for line in found[:50]:
        print(line)
    sys.exit(bool(found or deeds["stuck"]))


if __name__ == "__main__":
    main()

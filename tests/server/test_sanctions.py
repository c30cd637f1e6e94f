"""Muted people cannot send free text, and a ban includes a person's bots."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest

from spadille.notation import write_code
from spadille.server.features import administration
from spadille.server.features.moderation import Kind
from spadille.table.events import person_of
from spadille.table.seats import SOMEBODY
from support.servers import PATIENCE, UNENCRYPTED, Guest, Server, server, token

RUDE = "You are all fools"
SIDES = {"table.side_names": [RUDE, "Fools"]}
EVERY = ("play", "talk", "tables")


class Here(NamedTuple):
    """A server, and the folder where its admin finds the data."""

    running: Server
    database: str

    def impose(self, kind: Kind, name: str) -> None:
        """Mute or ban a person, and wait until the server has noticed."""
        administration.impose(self.database, kind, person_of(token(name)), None)
        self._wait(name, {"mute": "talk/muted", "ban": "person/banned"}[kind])

    def lift(self, kind: Kind, name: str) -> None:
        assert administration.lift(self.database, kind, person_of(token(name)))
        self._wait(name, "account/none")

    def _wait(self, name: str, code: str) -> None:
        while self.running.post("/api/friends/ask", by=name, name="X").json()["code"] != code:
            pass

    def token(self, name: str) -> dict[str, str]:
        """Return the header of a person's bot."""
        made = self.running.post("/api/my/tokens", by=name, name="Robot", scopes=EVERY).json()
        return {"Authorization": f"Bearer {made['secret']}"}

    def ask(self, headers: dict[str, str], path: str, **body: Any) -> Any:
        """Return the answer to a bot."""
        answer = httpx.post(
            self.running.address + path, json=body, headers=headers, verify=UNENCRYPTED
        )
        return answer.json()


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    database = tmp_path_factory.mktemp("sanctions") / "games.db"
    limits = ["tables_per_minute=600", "guests_per_minute=600", "requests_per_second=100000"]
    serve = [word for limit in limits for word in ("--limit", limit)]
    with server(database, serve=serve) as running:
        yield Here(running, str(database))


def listed(running: Server, table: str, *, where: Any = lambda _: True) -> dict[str, Any]:
    """Return an open table as everyone sees it in the list, once it has this form."""
    with running.connect("Cyd") as socket:
        socket.send(json.dumps({"type": "browse"}))
        while True:
            heard = json.loads(socket.recv(timeout=PATIENCE))
            for one in heard.get("open", ()):
                if one["table"] == table and where(one):
                    found: dict[str, Any] = one
                    return found


def test_muted_person_and_bot_publish_no_free_text(here: Here) -> None:
    running = here.running
    evening = running.post("/api/evenings", by="Ann", name="Friday").json()["evening"]
    bot = here.token("Mo")
    here.impose("mute", "Mo")
    code = write_code("standard", {}, RUDE)
    worded: list[dict[str, Any]] = [{"title": RUDE}, {"code": code}, {"options": SIDES}]
    requests = [
        *(("/api/tables", {"name": "Mo", "invite": True, **words}) for words in worded),
        *(("/api/match", {"name": "Mo", **words}) for words in worded),
        *(("/api/groups", {"people": 8, "rules": [words]}) for words in worded),
        *(("/api/challenges", {"name": "Mo", **words}) for words in worded),
        ("/api/duplicates", {"teams": [RUDE, "Owls"]}),
        ("/api/evenings", {"name": RUDE}),
        (f"/api/evenings/{evening}/pairs", {"name": RUDE, "player": "Mo"}),
        ("/api/games", {"record": RUDE}),
        ("/api/me/register", {"name": RUDE, "password": "four green herons"}),
        ("/api/friends/ask", {"name": "Ann"}),
    ]
    for path, body in requests:
        refused = running.post(path, by="Mo", **body)
        assert (refused.status_code, refused.json()["code"]) == (400, "talk/muted"), (path, body)
    for path, body in requests[:9]:
        if path != "/api/challenges":
            assert here.ask(bot, path, **body)["code"] == "talk/muted", (path, body)

    table = running.post("/api/tables", by="Mo", name=RUDE, invite=True).json()["table"]
    seats = running.get(f"/api/tables/{table}").json()["seats"]
    assert {seat["name"] for seat in seats} == {"", SOMEBODY}
    made = running.post("/api/challenges", by="Mo", name=RUDE).json()["challenge"]
    assert running.get(f"/api/challenges/{made}").json()["by"] == SOMEBODY
    with running.connect(additional_headers=bot) as socket:
        program = Guest(socket, table)
        program.send("hello", name=RUDE)
        program.send("sit", seat=0)
        while program.state.get("you") is None:
            program.receive()
        assert RUDE not in program.text
        program.send("chat", text=RUDE)
        assert program.refusal() == "talk/muted"
    running.post(f"/api/evenings/{evening}/pairs", by="Ann", name="Owls", player="Ann")
    told = running.post(f"/api/evenings/{evening}/pairs", by="Mo", pair=0, player=RUDE)
    assert [one["name"] for one in told.json()["pairs"][0]["players"]] == ["Ann", SOMEBODY]


def test_open_table_of_muted_person_is_listed_without_free_text(here: Here) -> None:
    running = here.running
    table = running.post(
        "/api/tables", by="Max", name=RUDE, invite=True, public=True, title=RUDE, options=SIDES
    ).json()["table"]
    with running.connect("Max") as socket:
        socket.send(json.dumps({"type": "hello", "table": table, "name": RUDE}))
        shown = listed(running, table)
        assert shown["title"] == RUDE
        assert RUDE in {seat["name"] for seat in shown["seats"]}
        here.impose("mute", "Max")
        shown = listed(running, table, where=lambda one: one["title"] != RUDE)
        assert RUDE not in json.dumps(shown)
        assert SOMEBODY in {seat["name"] for seat in shown["seats"]}
        here.lift("mute", "Max")
        assert listed(running, table, where=lambda one: one["title"] == RUDE)


def test_person_muted_at_a_table_sits_down_without_their_name(here: Here) -> None:
    running = here.running
    table = running.make(invite=True)
    with running.enter(table, "Meg") as guest:
        here.impose("mute", "Meg")
        guest.send("sit", seat=0)
        while guest.state.get("you") is None:
            guest.receive()
        assert guest.state["seats"][0]["name"] == SOMEBODY


def test_ban_includes_bots_of_person_until_lifted(here: Here) -> None:
    running = here.running
    table = running.make(invite=True, talk="free")
    bot = here.token("Bea")
    with running.connect(additional_headers=bot) as socket:
        program = Guest(socket, table)
        program.send("hello", name="Robot")
        program.send("sit", seat=0)
        while program.state.get("you") is None:
            program.receive()
        here.impose("ban", "Bea")
        assert program.listen_to_the_end() == set()
        assert program.socket.close_code == 1008
    with running.connect(additional_headers=bot) as socket:
        program = Guest(socket, table)
        program.send("hello", name="Robot")
        assert program.refusal() == "person/banned"
    assert here.ask(bot, "/api/tables", name="Robot")["code"] == "person/banned"
    refused = running.post("/api/my/tokens", by="Bea", name="Robot")
    assert (refused.status_code, refused.json()["code"]) == (403, "person/banned")
    here.lift("ban", "Bea")
    assert "table" in here.ask(bot, "/api/tables", name="Robot")

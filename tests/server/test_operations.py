"""Features for admins: health, metrics, configuration, and administration."""

import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from spadille.cli.command_line import command_parser
from spadille.cli.configuration import OLDER, OPTIONS, configured
from spadille.cli.streams import InputError
from spadille.game import SpadesError
from spadille.server import administration
from spadille.server.features import moderation as measures
from spadille.server.features.moderation import Report, SanctionStore
from spadille.server.net.metrics import Numbers, metrics_at
from spadille.server.net.state import Sanctions
from spadille.server.store.store import Store
from spadille.table.events import person_of
from support.command import assert_refused, spadille
from support.house import some_tables
from support.pages import Http
from support.servers import Guest, Server, server, token


async def test_health_check_of_running_server_succeeds(http: Http) -> None:
    told = await http.get("/healthz")
    assert (told.status_code, told.json()) == (
        200,
        {"ok": True, "database": True, "kernels": True},
    )


async def test_health_check_without_storage_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch, http: Http
) -> None:
    store: Store = http.app.state.deps.store
    await store._engines.dispose()
    other = await Store.open(str(folder / "b.db"))
    monkeypatch.setattr(store, "_engines", other._engines)
    async with store._engines.serving.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE events")
        await connection.exec_driver_sql("DROP TABLE places")
        await connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        await connection.exec_driver_sql("DROP TABLE tables")
    told = await http.get("/healthz")
    assert (told.status_code, told.json()["ok"]) == (503, False)


def samples(numbers: Numbers) -> dict[str, float]:
    """Return the samples that a server with these numbers sends."""
    with metrics_at("127.0.0.1", 0, lambda: numbers) as port:
        answer = httpx.get(f"http://127.0.0.1:{port}/metrics")
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.text)
    return {
        "".join((sample.name, *sample.labels.values())): sample.value
        for family in families
        for sample in family.samples
    }


def test_metrics_have_their_documented_names() -> None:
    numbers = Numbers(1, 2, 4, 70, Counter({200: 5, 404: 1}))
    expected = {
        "spadille_tables": 1,
        "spadille_games": 2,
        "spadille_websockets": 4,
        "spadille_events_total": 70,
        "spadille_requests_total200": 5,
        "spadille_requests_total404": 1,
    }
    assert samples(numbers) == expected
    elsewhere = numbers._replace(elsewhere=8)
    assert samples(elsewhere) == expected | {"spadille_thinkers_elsewhere": 8}


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6 here")
def test_metrics_over_ipv6_need_no_name_lookup(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "getfqdn", lambda _: pytest.fail("which may take long"))
    with metrics_at("::1", 0, lambda: Numbers(1, 0, 0, 2, Counter())) as port:
        assert httpx.get(f"http://[::1]:{port}/metrics").status_code == 200


@pytest.mark.parametrize("host", ["no.such.host.invalid", "no..host"])
def test_metrics_at_unknown_address_are_refused(host: str) -> None:
    with pytest.raises(SpadesError) as refusal, metrics_at(host, 0, pytest.fail):
        pass
    assert refusal.value.code == "server/address"


def test_metrics_on_any_port_print_their_address(tmp_path: Path) -> None:
    with server(tmp_path / "games.db", serve=["--metrics", "0"]) as running:
        assert running.process.stdout is not None
        address = running.process.stdout.readline().strip()
        assert "spadille_tables 0.0\n" in httpx.get(address).text


def test_metrics_on_taken_port_leave_database_in_order(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        words = ("--port", "0", "--database", tmp_path / "games.db", "--metrics", port)
        assert_refused(
            spadille("serve", *words),
            f"error: port {port} of 127.0.0.1 is in use; choose another one with --metrics, or 0 "
            "for any free one",
            "(server/address)",
        )
    assert {file.name for file in tmp_path.iterdir()} == {"games.db", "games.db.lock"}


class Hosted(NamedTuple):
    """A running server, and the folder where its admin finds its data."""

    running: Server
    database: str
    port: int


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    database, port = tmp_path_factory.mktemp("hosted") / "games.db", free_port()
    with server(database, serve=["--metrics", str(port)]) as running:
        yield Hosted(running, str(database), port)


def test_running_server_counts_and_obeys_admin_commands(hosted: Hosted) -> None:
    running, database, port = hosted
    table = running.make(invite=True)
    with running.enter(table):
        numbers = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    assert "spadille_tables 1.0\n" in numbers
    assert "spadille_websockets 1.0\n" in numbers
    assert 'spadille_requests_total{status="201"} 1.0\n' in numbers
    assert running.get("/metrics").status_code == 404

    where = ("--database", database)
    assert table in spadille("admin", "tables", *where).stdout
    secret = spadille("admin", "token", *where, "Ours").stdout.splitlines()[0]
    with running.connect() as socket:
        program = Guest(socket, table)
        program.send("hello", token=secret, name="Ours")
        program.send("sit", seat=0)
        while program.state.get("you") is None:
            program.receive()
        id, name, scopes = spadille("admin", "tokens", *where).stdout.split()
        assert (name, scopes) == ("Ours", "play")
        assert spadille("admin", "revoke", *where, id).returncode == 0
        assert administration.tokens(database) == ()
        assert_refused(spadille("admin", "revoke", *where, id), "there is no such token")
        nothing = {"tokens": "no tokens", "reports": "no reports", "sanctions": "no one is"}
        for listing, told in nothing.items():
            assert told in spadille("admin", listing, *where).stdout
            assert spadille("admin", listing, *where, "--json").stdout == "[]\n"
        assert program.listen_to_the_end() == set()
        assert program.socket.close_code == 1008


def test_running_server_applies_admin_sanctions(hosted: Hosted) -> None:
    running, database, _ = hosted
    table = running.make(talk="free", options={"nil.blind": False})
    ann, ben = (person_of(token(name)) for name in ("Ann", "Ben"))
    with running.enter(table) as player, running.enter(table, "Ben") as watcher:
        who, path = overheard(watcher), f"/api/tables/{table}/reports"
        assert running.post(path, by="Cyd", who=who).json() == {"name": "Ben"}
        assert running.post(path, by="Cyd", who="x").json()["code"] == "report/nobody"
        told = spadille("admin", "reports", "--database", database).stdout
        assert f"{table}  {ben}  Ben\n    you are all fools\n" in told

        muted = spadille("admin", "mute", "--database", database, ben, "--days", "7")
        assert muted.stdout == f"mute: {ben}\n"
        assert administration.end_table(database, table) is None
        while player.state["status"] != "over":
            player.receive()
        assert player.state["view"]["outcome"] is None
        watcher.send("speak", phrase="wow")
        assert watcher.refusal() == "talk/muted"
        for no_game in (table, running.make(invite=True, begin=False)):
            assert administration.end_table(database, no_game) is False
        with pytest.raises(SpadesError, match="no such table"):
            administration.end_table(database, "abc")

        administration.impose(database, "ban", ann, None)
        assert {one.subject for one in administration.measures(database)} == {ann, ben}
        player.listen_to_the_end()
    with running.connect("Ann") as socket:
        player = Guest(socket, table)
        player.send("hello", name="Ann")
        assert player.refusal() == "person/banned"
    asked = running.post("/api/tables", name="A")
    assert (asked.status_code, asked.json()["code"]) == (403, "person/banned")
    assert administration.lift(database, "ban", ann)
    assert not administration.lift(database, "ban", ann)


def test_reports_of_one_client_are_limited_across_guests(tmp_path: Path) -> None:
    with server(tmp_path / "games.db", serve=["--limit", "reports_per_hour=0.1"]) as running:
        table = running.make(talk="free")
        with running.enter(table, "Ann") as ann, running.enter(table, "Ben"):
            who, path = overheard(ann), f"/api/tables/{table}/reports"
            assert running.post(path, by="Cyd", who=who).status_code == 201
            again = running.post(path, by="Dan", who=who)
    assert (again.status_code, again.json()["code"]) == (429, "report/too-many")


def overheard(guest: Guest) -> str:
    """Return the data that identifies a speaker."""
    guest.send("chat", text="you are all fools")
    while (heard := guest.receive())["type"] != "talk":
        pass
    return str(heard["lines"][0]["who"])


async def test_reports_over_limit_displace_those_of_busiest_reporter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measures, "MOST_REPORTS", 5)
    store = await Store.open(str(tmp_path / "games.db"))
    try:
        for number, reporter in enumerate(["cyd", "eve", "dan", *["eve"] * 6, "ann"]):
            made = datetime.fromtimestamp(number, UTC)
            report = Report(f"t{number}", reporter, "ben", "Ben", "words", made)
            await store.section(SanctionStore).report(report)
        kept = await store.section(SanctionStore).reports(99)
        assert [one.table for one in kept] == ["t9", "t8", "t7", "t2", "t0"]
    finally:
        await store.close()


async def test_sanctions_expire_and_reports_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measures, "MOST_REPORTS", 4)
    last = Report("t9", "ann", "ben", "Ben", "x" * 9999, datetime.fromtimestamp(20, UTC))
    store = await Store.open(str(tmp_path / "games.db"))
    try:
        moderation, day = store.section(SanctionStore), 86400.0
        await moderation.impose("mute", "ann", 0.0, days=2)
        await moderation.impose("ban", "ben", 0.0)
        assert (await moderation.now(day)).muted == {"ann"}
        assert await moderation.now(3 * day) == Sanctions(banned=frozenset({"ben"}))
        for number in range(measures.MOST_OF_ONE):
            made = datetime.fromtimestamp(number, UTC)
            await moderation.report(last._replace(table=f"t{number}", made=made))
        kept = await moderation.reports(99)
        assert [one.table for one in kept] == ["t9", "t8", "t7", "t6"]
        assert {len(one.said) for one in kept} == {measures.LONGEST_SAID}
        monkeypatch.setattr(measures, "MOST_OF_ONE", 4)
        await moderation.report(last)
        with pytest.raises(SpadesError, match="limit of reports"):
            await moderation.report(last._replace(table="t10"))
    finally:
        await store.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def test_admin_ends_a_game(tmp_path: Path) -> None:
    database, (table, *_) = some_tables(tmp_path, 1)
    where = ("--database", database)
    assert spadille("admin", "close", *where, table).stdout == "the game is over\n"
    assert administration.end_table(str(database), table) is False
    assert [line.status for line in administration.tables(str(database), 9)] == ["over"]
    assert_refused(spadille("admin", "close", *where, "abc"), "table/unknown")
    with pytest.raises(SpadesError, match="no database"):
        administration.tables(str(tmp_path / "no.db"), 9)


@pytest.mark.parametrize(
    ("form", "code"), [("0010", "database/other-form"), ("9999", "database/newer")]
)
def test_admin_with_other_database_version_is_told_which(
    tmp_path: Path, form: str, code: str
) -> None:
    path, _ = some_tables(tmp_path, count=1)
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE alembic_version SET version_num = ?", (form,))
        database.commit()
    with pytest.raises(SpadesError) as refusal:
        administration.tables(str(path), 9)
    assert refusal.value.code == code


def test_options_come_from_file_environment_and_command_line(tmp_path: Path) -> None:
    file = tmp_path / "spadille.toml"
    file.write_text(
        'port = 1\nhost = "0.0.0.0"\norigin = ["http://a.example", "http://b.example"]\n'
        "[limit]\nsockets_in_all = 7\n"
    )
    words = configured(
        ["serve", "--config", str(file), "--port", "3"],
        {"SPADILLE_PORT": "2", "SPADILLE_HOST": "127.0.0.2", "HOME": "x"},
    )
    found = command_parser().parse_args(words)
    assert (found.host, found.port) == ("127.0.0.2", 3)
    assert found.origins == ["http://a.example", "http://b.example"]
    assert found.limits == [("sockets_in_all", 7)]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("https://Spades.example:443/", "https://spades.example"),
        ("http://spades.example:80", "http://spades.example"),
        ("https://spades.example:80", "https://spades.example:80"),
        ("https://kärtchen.example", "https://xn--krtchen-5wa.example"),
        ("https://straße.example", "https://xn--strae-oqa.example"),
        ("https://Ａ.example", "https://a.example"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_origin_option_is_normalized_like_in_browsers(text: str, written: str) -> None:
    assert command_parser().parse_args(["serve", "--origin", text]).origins == [written]


@pytest.mark.parametrize("url", ["http://host:8787", "host:8786", "tcp://host", "tcp://:1/x"])
def test_think_at_option_that_is_no_scheduler_is_refused(url: str) -> None:
    """The dashboard of a cluster is an example."""
    assert_refused(spadille("serve", "--bot-cluster", url), "--bot-cluster", "tcp://host:8786")


def test_serve_without_options_is_accepted() -> None:
    assert configured(["serve"], {}) == ["serve"]


def test_configured_unknown_variable_warns_and_starts(capsys: pytest.CaptureFixture[str]) -> None:
    said = {"SPADILLE_PRT": "9000", "SPADILLE_ZZZ": "1", "SPADILLE_HOST": "127.0.0.2"}
    assert configured(["serve"], said) == ["serve", "--host=127.0.0.2"]
    first, second = capsys.readouterr().err.splitlines()
    assert "SPADILLE_PRT" in first
    assert "did you mean SPADILLE_PORT?" in first
    assert "SPADILLE_ZZZ" in second
    others = {"SPADILLE_TOKEN": "for spadille bot", "SPADILLE_PRT": "", "SPADILLE_CONFIG": ""}
    assert configured(["serve"], others) == ["serve"]
    assert not capsys.readouterr().err


KUBERNETES = {
    "SPADILLE_SERVICE_HOST": "10.0.0.1",
    "SPADILLE_SERVICE_PORT": "8000",
    "SPADILLE_SERVICE_PORT_HTTP": "8000",
    "SPADILLE_PORT": "tcp://10.0.0.1:8000",
    "SPADILLE_PORT_8000_TCP": "tcp://10.0.0.1:8000",
    "SPADILLE_PORT_8000_TCP_PROTO": "tcp",
    "SPADILLE_PORT_8000_TCP_PORT": "8000",
    "SPADILLE_PORT_8000_TCP_ADDR": "10.0.0.1",
    "SPADILLE_DATABASE_SERVICE_HOST": "10.0.0.2",
    "SPADILLE_DATABASE_PORT": "tcp://10.0.0.2:5432",
}
"""What Kubernetes sets next to services named `spadille` and `spadille-database`."""


def test_configured_variables_of_kubernetes_are_ignored_with_one_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert configured(["serve"], {**KUBERNETES, "SPADILLE_LOG": "json"}) == ["serve", "--log=json"]
    (warning,) = capsys.readouterr().err.splitlines()
    assert all(name in warning for name in KUBERNETES)
    assert "--env-prefix" in warning


def test_configured_wrong_port_is_still_refused() -> None:
    words = configured(["serve"], {"SPADILLE_PORT": "nine"})
    with pytest.raises(InputError, match="nine"):
        command_parser().parse_args(words)


def test_configured_other_prefix_replaces_the_usual_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.toml"
    file.write_text('log = "json"\n')
    said = {**KUBERNETES, "GAMES_PORT": "9000", "GAMES_CONFIG": str(file)}
    words = configured(["serve", "--env-prefix", "GAMES_"], said)
    found = command_parser().parse_args(words)
    assert (found.port, found.log) == (9000, "json")
    assert not capsys.readouterr().err
    assert_refused(spadille("serve", "--env-prefix", "a b"), "--env-prefix", "'a b'")


@pytest.mark.parametrize("text", ["prot = 1", "port = [", "token = 'x'", "port = " + "9" * 5000])
def test_config_file_with_unknown_option_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "spadille.toml"
    file.write_text(text)
    with pytest.raises(InputError, match="--config"):
        configured(["serve", f"--config={file}"], {})


def test_config_file_accepts_every_option_of_serve() -> None:
    serve = command_parser()._subparsers._group_actions[0].choices["serve"]  # type: ignore[union-attr, index]
    words = {word.removeprefix("--") for action in serve._actions for word in action.option_strings}
    others = {"h", "-h", "help", "-q", "quiet", "-v", "verbose", "config", "env-prefix"}
    assert words - others == {*OPTIONS, *OLDER}


@pytest.mark.parametrize("words", ["backup a.db", "restore a.db", "transfer a.db", "admin tables"])
def test_admin_commands_take_database_from_environment(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command_parser().parse_args(words.split()).database is None
    monkeypatch.setenv("SPADILLE_DATABASE", "ours.db")
    assert command_parser().parse_args(words.split()).database == "ours.db"
    named = command_parser().parse_args([*words.split(), "--database", "theirs.db"])
    assert named.database == "theirs.db"

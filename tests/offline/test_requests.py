"""Requests that the player's device answers without a server."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spadille.locale import LANGUAGES
from spadille.offline import requests
from spadille.offline.session import Session
from spadille.study import lessons
from support.device import AtTable, Device

ONE_ROUND = {"end.max_rounds": 1}


@pytest.fixture(scope="module")
def device() -> Device:
    """Return a device with a finished game."""
    found = Device()
    found.sit_down("short", level="beginner", options=ONE_ROUND).play("beginner")
    return found


def answer(method: str, path: str, body: str | None, lang: str) -> tuple[int, str]:
    return requests.answered(method, path, body, lang, Session())[:2]


def only(found: Any) -> Any:
    (one,) = found
    return one


@pytest.mark.parametrize("lang", LANGUAGES)
def test_answers_about_nothing_stored_are_in_each_language(lang: str) -> None:
    for path in ("presets", "library", "schema", "phrases", "puzzles", "lessons"):
        status, text = answer("GET", f"/api/{path}?lang={lang}", None, "en")
        assert status == 200
        assert answer("GET", f"/api/{path}", None, lang) == (200, text)
    for name in lessons.lessons():
        assert answer("GET", f"/api/lessons/{name}", None, lang)[0] == 200


def test_language_in_a_body_counts() -> None:
    _, text = answer("POST", "/api/rules/check", '{"preset": "short", "lang": "de"}', "es")
    assert json.loads(text)["title"] == "Kurzes Spiel"


def test_rules_are_checked() -> None:
    _, text = answer("POST", "/api/rules/check", '{"options": {"deck.packs": 9}}', "en")
    assert json.loads(text)["problems"]
    file = 'title.en = "Mine"\n[end]\ntarget = 300\n'
    _, text = answer("POST", "/api/rules/check", json.dumps({"file": file}), "en")
    assert json.loads(text)["rules"]["end"]["target"] == 300


def test_score_sheet_names_players() -> None:
    body = {"rounds": [], "names": ["A", "B"]}
    status, text = answer("POST", "/api/score", json.dumps(body), "en")
    assert (status, json.loads(text)["code"]) == (400, "score/names")


def test_puzzle_of_the_day_is_one_of_the_puzzles() -> None:
    _, text = answer("GET", "/api/puzzles/days/2026-11-29", None, "en")
    number = json.loads(text)["info"]["number"]
    assert answer("GET", f"/api/puzzles/{number}", None, "en") == (200, text)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/puzzles/0", None, 404, "puzzle/unknown"),
        ("GET", "/api/puzzles/days/today", None, 400, "puzzle/no-day"),
        ("GET", "/api/lessons/none", None, 404, "lesson/unknown"),
        ("GET", "/api/presets?lang=fr", None, 400, "lang/unknown"),
        ("GET", "/api/me", None, 503, "offline/needs-server"),
        ("POST", "/api/groups", "{}", 503, "offline/needs-server"),
        ("POST", "/api/score", "{", 400, "message/not-json"),
        ("POST", "/api/score", '{"rounds": 1}', 400, "message/bad-field"),
        ("POST", "/api/rules/check", "x" * 70_000, 400, "message/too-long"),
    ],
)
def test_request_is_refused(
    method: str, path: str, body: str | None, status: int, code: str
) -> None:
    told, text = answer(method, path, body, "en")
    refusal = json.loads(text)
    assert (told, refusal["type"], refusal["code"]) == (status, "error", code)
    assert refusal["text"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"level": "expert"}, 503, "offline/needs-server"),
        ({"level": "master"}, 503, "offline/needs-server"),
        ({"invite": True}, 503, "offline/needs-server"),
        ({"invite": True, "public": True}, 503, "offline/needs-server"),
        ({"preset": "none"}, 400, "rules/unknown-preset"),
        ({"name": "\u200b"}, 400, "name/empty"),
        ({"color": "red"}, 400, "message/bad-field"),
    ],
)
def test_table_that_cannot_be_made_is_refused(body: Any, status: int, code: str) -> None:
    device = Device()
    told, refusal = device.request("POST", "/api/tables", {"name": "Ann"} | body)
    assert (told, refusal["code"]) == (status, code)
    assert not device.events


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refusal_of_what_needs_a_server_is_in_each_language(lang: str) -> None:
    _, text = answer("GET", "/api/me", None, lang)
    sentence = json.loads(text)["text"]
    assert ("server" in sentence.lower()) or ("servidor" in sentence)


def test_session_exists_on_the_device() -> None:
    assert answer("POST", "/api/session", "{}", "en") == (200, '{"fresh":false}')


def test_my_tables_and_games_are_those_on_the_device(device: Device) -> None:
    table = only(device.request("GET", "/api/my/tables")[1]["mine"])
    assert table["table"] in device.events
    assert (table["status"], table["round"], len(table["others"])) == ("over", 1, 3)
    game = only(device.request("GET", "/api/my/games")[1]["games"])
    assert (game["game"], game["scores"]) == (only(device.games), table["scores"])
    counted = only(device.request("GET", "/api/my/figures")[1]["counted"])
    assert (counted["game"], counted["against"]) == (game["game"], "beginner")


def test_finished_game_can_be_replayed(device: Device) -> None:
    game = only(device.games)
    assert game.startswith("0")
    _, info = device.request("GET", f"/api/games/{game}", lang="de")
    assert (info["title"], info["rounds"], info["opened"]) == ("Kurzes Spiel, geändert", 1, False)
    status, steps = device.request("GET", f"/api/games/{game}/steps?round=1&seat={info['mine']}")
    assert (status, steps["round"], steps["state"]["type"]) == (200, 1, "state")
    assert len(steps["updates"]) > 52
    _, record = device.request("GET", f"/api/games/{game}/record")
    assert record.startswith("spadille-record")
    assert device.request("GET", f"/api/games/{game}/deals")[1].startswith("% PBN")
    _, deal = device.request("GET", f"/api/games/{game}/deals/1")
    assert device.request("GET", f"/api/tables/{info['table']}/deals/1") == (200, deal)
    for path, code in [
        (f"games/{game}/steps?round=9", "game/no-such-round"),
        (f"games/{game}/steps?round=x", "request/not-a-number"),
        (f"games/{game}/deals/9", "seal/secret"),
        (f"games/{game}/review", "offline/needs-server"),
        ("games/0unknown", "game/unknown"),
        ("games/abcdefgh", "offline/needs-server"),
    ]:
        assert device.request("GET", f"/api/{path}")[1]["code"] == code


def test_table_shows_rules_and_records(device: Device) -> None:
    table = only(device.events)
    _, rules = device.request("GET", f"/api/tables/{table}/rules?lang=es")
    assert rules["preset"] == "short"
    assert only(re.findall("Ann", json.dumps(device.request("GET", f"/api/tables/{table}")[1])))
    _, record = device.request("GET", f"/api/tables/{table}/record")
    assert device.request("GET", f"/api/tables/{table}/records/1") == (200, record)
    assert device.request("GET", f"/api/tables/{table}/records/2")[1]["code"] == "record/not-over"
    assert device.request("GET", "/api/tables/0unknown/rules")[1]["code"] == "table/unknown"
    assert device.request("GET", "/api/tables/abcdefgh/rules")[1]["code"] == "offline/needs-server"


def test_earlier_game_at_a_table_has_a_record() -> None:
    device = Device()
    person = device.sit_down("short", level="random", options=ONE_ROUND)
    person.play()
    person.say("again")
    path = f"/api/tables/{person.id}"
    assert device.request("GET", f"{path}/record")[1]["code"] == "record/not-over"
    assert device.request("GET", f"{path}/records/1")[0] == 200
    played = {"name": "Ann", "round": 1, "game": 1}
    assert device.request("POST", f"{path}/branches", played)[0] == 201
    assert device.request("POST", f"{path}/branches", played | {"game": 7})[0] == 400
    assert person.table.status == "playing", "the page is still at the table"


@pytest.mark.parametrize("where", ["tables", "games"])
def test_game_can_be_continued_from_a_point(where: str) -> None:
    device = Device()
    device.sit_down("short", level="beginner", options=ONE_ROUND).play("beginner")
    device.restart()
    id = only(device.events if where == "tables" else device.games)
    body = {"round": 1, "trick": 5} if where == "tables" else {"seat": 1, "events": 30}
    status, made = device.request("POST", f"/api/{where}/{id}/branches", {"name": "Ann"} | body)
    assert status == 201
    person = AtTable(device, made["table"])
    assert person.table.origin is not None
    person.play("beginner")
    assert len(device.games) == 2
    beyond = {"round": 9} if where == "tables" else {"seat": 1, "events": 999}
    path = f"/api/{where}/{id}/branches"
    _, refusal = device.request("POST", path, {"name": "Ann"} | beyond)
    assert refusal["code"] == "branch/no-place"


def test_record_can_be_opened_and_continued(device: Device) -> None:
    own = Device()
    text = device.games[only(device.games)]["record"]
    status, made = own.request("POST", "/api/games", {"record": text})
    assert status == 201
    own.restart()
    assert own.request("GET", f"/api/games/{made['game']}")[1]["opened"]
    body = {"name": "Ann", "seat": 0, "events": 30}
    _, table = own.request("POST", f"/api/games/{made['game']}/branches", body)
    person = AtTable(own, table["table"])
    assert person.table.seats.levels == {"intermediate"}
    assert own.request("POST", "/api/games", {"record": "nonsense"})[0] == 400


def test_stored_data_of_another_version_is_left_out() -> None:
    device = Device()
    device.sit_down()
    device.tables["0other"] = {"id": "0other", "used": "yesterday"}
    device.games["0game"] = {"id": "0game"}
    device.restart()
    assert len(device.session.tables) == 1
    assert not device.session.games


def test_damaged_events_are_reported() -> None:
    device = Device()
    person = device.sit_down()
    device.events[person.id][2] = '{"type": "dance"}'
    device.restart()
    status, refusal = device.request("GET", f"/api/tables/{person.id}/rules")
    assert (status, refusal["code"]) == (400, "table/damaged")
    device.texts.clear()
    device.tell(kind="message", table=person.id, text="{}")
    assert json.loads(only(device.texts))["code"] == "table/damaged"


def test_table_without_stored_events_is_unknown() -> None:
    device = Device()
    device.tell(kind="message", table="0unknown", text="{}")
    assert json.loads(only(device.texts))["code"] == "table/unknown"


def test_open_without_events_asks_for_them() -> None:
    told = Session().handle('{"kind": "open", "table": "0a"}')
    assert [json.loads(one) for one in told] == [{"kind": "load", "table": "0a"}]


def test_unknown_message_of_a_worker_raises_and_changes_nothing() -> None:
    device = Device()
    person = device.sit_down()
    before = person.table
    for text in ('{"kind": "dance"}', '{"kind": "open"}', "no JSON"):
        with pytest.raises(msgspec.DecodeError):
            device.session.handle(text)
    assert person.table is before


def test_tick_of_a_closed_table_does_nothing() -> None:
    device = Device()
    person = device.sit_down()
    device.tell(kind="close", table=person.id)
    assert device.session.handle(json.dumps({"kind": "tick", "table": person.id})) == []


def test_every_route_here_is_one_of_the_server() -> None:
    source = Path(requests.__file__).read_text(encoding="utf-8")
    here = {
        (method, re.sub(r"\{n?\}", "{}", path))
        for method, path in re.findall(r'@_on\("(\w+)", "([^"]+)"\)', source)
    }
    features = Path(requests.__file__).parents[1] / "server" / "features"
    there = {
        (method.upper(), re.sub(r"\{\w+:\w+\}", "{}", path))
        for file in features.rglob("*.py")
        for method, path in re.findall(
            r'@routes\.(get|post)\(\s*"([^"]+)"', file.read_text(encoding="utf-8")
        )
    }
    assert len(here) > 20
    assert here <= there

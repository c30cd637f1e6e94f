"""The client's files, and HTTP requests."""

import gzip
import json
import re
from pathlib import Path
from typing import get_args

import pytest

from spadille.game import presets
from spadille.locale import LANGUAGES, Lang
from spadille.server.features import tables
from spadille.server.net.answers import CHUNK, read_pages
from spadille.table import rule_info
from support.pages import SCRIPT, Http, client


async def test_addresses_of_all_pages_serve_the_same_page(folder: Path) -> None:
    pages = Path(__file__).parents[2].joinpath("web", "src", "pages.ts").read_text(encoding="utf-8")
    lists = re.findall(r" at: \[(.*?)\]", pages)
    addresses = [
        path for text in lists for path in re.findall(r"'([^']+)'", text) if "#" not in path
    ]
    assert "/t/:id" in addresses
    async with client(folder) as http:
        for path in addresses:
            page = await http.get(path.replace(":id", "abc123"))
            assert page.status_code == 200, path
            assert page.text.startswith("<!doctype html>")
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert page.headers["cache-control"] == "no-cache"


async def test_head_request_works_wherever_get_does(http: Http) -> None:
    for path in ("/", "/t/abc", "/icon.svg", "/api/presets", "/api/split?people=9"):
        whole = await http.get(path)
        head = await http.head(path)
        assert head.status_code == whole.status_code == 200
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert (await http.head("/nowhere.png")).status_code == 404


async def test_files_with_digest_in_name_are_cached_forever(http: Http) -> None:
    script = await http.get("/assets/index-B4DF00D.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert script.headers["content-type"].startswith("text/javascript")
    assert int(script.headers["content-length"]) < len(SCRIPT) / 5
    assert script.text == SCRIPT
    plain = await http.get("/assets/index-B4DF00D.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT
    icon = await http.get("/icon.svg")
    assert icon.headers["cache-control"] == "no-cache"


async def test_unchanged_file_is_not_sent_again(http: Http) -> None:
    tag = (await http.get("/")).headers["etag"]
    for known in (tag, f"W/{tag}", f'"another", W/{tag}', "*"):
        again = await http.get("/", headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
    whole = await http.get("/", headers={"if-none-match": 'W/"another"'})
    assert whole.status_code == 200


@pytest.mark.parametrize(
    "path", ["/nothing", "/assets/", "/.built-from", "/../games.db", "/%2e%2e/games.db", "/t/"]
)
async def test_files_outside_the_client_are_not_served(path: str, http: Http) -> None:
    assert (await http.get(path)).status_code == 404


@pytest.mark.parametrize("path", ["/nothing", "/t", "/t/", "/g", "/d/", "/t/abc/def", "/game/a/b"])
async def test_unknown_link_serves_the_page_to_browsers(path: str, http: Http) -> None:
    page = await http.get(path, headers={"accept": "text/html,*/*"})
    assert (page.status_code, page.text) == (404, (await http.get("/")).text)
    assert (await http.get(path)).text == "There is no such page.\n"
    data = await http.get(f"/api{path}", headers={"accept": "text/html,*/*"})
    assert (data.status_code, data.json()["code"]) == (404, "request/unknown")


async def test_responses_have_restrictive_security_headers(http: Http) -> None:
    for path in ("/", "/nothing", "/api/presets", "/api/tables/x/record"):
        headers = (await http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "http" not in policy, "no other host"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


async def test_worker_alone_may_compile_webassembly(folder: Path) -> None:
    (folder / "assets" / "worker-B4DF00D.js").write_text(SCRIPT)
    async with client(folder) as http:
        worker = (await http.get("/assets/worker-B4DF00D.js")).headers
        assert "script-src 'self' 'wasm-unsafe-eval';" in worker["content-security-policy"]
        assert "default-src 'none'" in worker["content-security-policy"]
        assert "immutable" in worker["cache-control"]
        for path in ("/", "/assets/index-B4DF00D.js", "/engine/manifest.json"):
            policy = (await http.get(path)).headers["content-security-policy"]
            assert "eval" not in policy
            assert "worker-src 'self';" in policy


@pytest.fixture
def engine(folder: Path) -> Path:
    """Add the files of an engine to the client, and return their folder."""
    path = folder / "engine" / "abc123"
    path.mkdir(parents=True)
    (folder / "engine" / "manifest.json").write_text('{"bytes": 9, "files": {}}')
    for name in ("pyodide.mjs", "pyodide.asm.wasm", "engine.zip"):
        (path / f"{name}.gz").write_bytes(gzip.compress(name.encode() * CHUNK))
    return path


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("pyodide.mjs", "text/javascript; charset=utf-8"),
        ("pyodide.asm.wasm", "application/wasm"),
        ("engine.zip", "application/zip"),
    ],
)
async def test_engine_is_sent_compressed_and_cached_forever(
    folder: Path, engine: Path, name: str, media_type: str
) -> None:
    path, stored = f"/engine/abc123/{name}", (engine / f"{name}.gz").stat().st_size
    async with client(folder) as http:
        zipped = await http.get(path, headers={"accept-encoding": "gzip"})
        plain = await http.get(path, headers={"accept-encoding": "identity"})
        for answer, length in ((zipped, str(stored)), (plain, None)):
            assert answer.content == name.encode() * CHUNK
            assert answer.headers["content-type"] == media_type
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["vary"] == "accept-encoding"
            assert answer.headers.get("content-length") == length
        head = await http.head(path)
        assert (head.status_code, head.content) == (200, b"")
        again = await http.get(path, headers={"if-none-match": zipped.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert (await http.get(f"{path}.gz")).status_code == 404


async def test_manifest_of_engine_is_checked_for_changes(folder: Path, engine: Path) -> None:
    async with client(folder) as http:
        manifest = await http.get("/engine/manifest.json")
        assert manifest.json()["bytes"] == 9
        assert manifest.headers["cache-control"] == "no-cache"


async def test_server_without_engine_has_no_manifest(http: Http) -> None:
    assert (await http.get("/engine/manifest.json")).status_code == 404


async def test_page_without_built_client_explains_how_to_build_it(tmp_path: Path) -> None:
    assert read_pages(tmp_path / "static") == {}
    async with client(tmp_path / "static") as http:
        page = await http.get("/")
        assert page.status_code == 503
        assert "not built" in page.text


async def test_presets_are_listed_in_requested_language(http: Http) -> None:
    english = (await http.get("/api/presets?lang=en")).json()
    german = (await http.get("/api/presets?lang=de")).json()
    assert [preset["name"] for preset in english] == list(presets())
    for one, other in zip(english, german, strict=True):
        assert one["sheet"]
        assert one["sheet"] != other["sheet"]
        assert one["rules"] == other["rules"]
    browser = await http.get("/api/presets", headers={"accept-language": "de-AT"})
    assert browser.json() == german
    unknown = await http.get("/api/presets?lang=tlh")
    assert (unknown.status_code, unknown.json()["code"]) == (400, "lang/unknown")
    refused = await http.get("/api/tables/nowhere?lang=de", headers={"accept-language": "en"})
    assert (refused.status_code, refused.json()["text"]) == (
        404,
        "diesen Tisch gibt es nicht",
    )


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ('{"preset":"nonsense","name":"Ann"}', 400, "rules/unknown-preset"),
        ('{"preset":"standard","name":"\\u200b"}', 400, "name/empty"),
        ('{"preset":"standard","token":"short","name":"Ann"}', 400, "message/bad-field"),
        ("[]", 400, "message/bad-field"),
        ("", 400, "message/not-json"),
        ("x" * 70_000, 413, "message/too-long"),
    ],
)
async def test_invalid_table_request_is_refused(
    body: str, status: int, code: str, http: Http
) -> None:
    await http.post("/api/session", json={})
    response = await http.post(
        "/api/tables", content=body, headers={"content-type": "application/json"}
    )
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.json()["text"]


async def test_table_link_shows_seated_players(http: Http) -> None:
    await http.post("/api/session", json={})
    asked = {"preset": "two-player", "name": "Ann", "invite": True}
    made = (await http.post("/api/tables", json=asked)).json()["table"]
    table = (await http.get(f"/api/tables/{made}?lang=de")).json()
    clock = {"turn_seconds", "bank_seconds", "increment_seconds"}
    assert set(table) == {"table", "title", "status", "seats"} | clock
    assert (table["table"], table["title"]) == (made, "Spades zu zweit")
    assert table["status"] == "waiting"
    assert [seat["name"] for seat in table["seats"]] == ["Ann", ""]
    missing = await http.get("/api/tables/nowhere")
    assert (missing.status_code, missing.json()["code"]) == (404, "table/unknown")
    assert (await http.get(f"/api/tables/{made}?lang=tlh")).status_code == 400


@pytest.mark.parametrize("path", ["presets", "schema", "phrases", "openapi.json"])
async def test_built_response_is_not_sent_again_if_unchanged(path: str, http: Http) -> None:
    tags = {}
    for lang in ("en", "de", "es"):
        whole = await http.get(f"/api/{path}?lang={lang}")
        tags[lang] = whole.headers["etag"]
        known = {"if-none-match": tags[lang]}
        again = await http.get(f"/api/{path}?lang={lang}", headers=known)
        assert (whole.status_code, again.status_code, again.content) == (200, 304, b"")
        assert again.headers["etag"] == tags[lang]
        assert "no-cache" in again.headers["cache-control"]
        by_browser = {"accept-language": f"{lang}-XX", **known}
        same = await http.get(f"/api/{path}", headers=by_browser)
        assert (same.status_code, "accept-language" in same.headers["vary"]) == (
            304,
            path != "openapi.json",
        )
    other = await http.get(f"/api/{path}?lang=de", headers={"if-none-match": tags["en"]})
    assert other.status_code == (304 if path == "openapi.json" else 200)
    assert (await http.get(f"/api/{path}?lang=tlh")).status_code in {200, 400}


async def test_presets_are_built_once_for_each_language(
    monkeypatch: pytest.MonkeyPatch, http: Http
) -> None:
    first = await http.get("/api/presets?lang=es")

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(rule_info, "_preset_info", fail)
    assert (await http.get("/api/presets?lang=es")).content == first.content


async def test_requests_without_route_are_refused_like_all_others(http: Http) -> None:
    wrong = await http.request("DELETE", "/api/tables")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "request/unknown")
    assert wrong.json()["text"].startswith("DELETE is not allowed for this address; use")
    assert wrong.headers["allow"] == wrong.json()["text"].partition("use ")[2]
    assert "POST" in wrong.headers["allow"]
    missing = await http.get("/api/tables/nowhere/record")
    assert (missing.status_code, missing.json()["code"]) == (404, "table/unknown")


async def test_server_error_response_reveals_no_details(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError(f"S{9} is hidden")

    async with client(folder) as http:
        monkeypatch.setattr(tables, "splits", fail)
        response = await http.get("/api/split?people=9")
        assert (response.status_code, response.json()["code"]) == (500, "server/failed")
        assert "S9" not in response.text
    assert "ZeroDivisionError" in caplog.text
    assert "S9" not in caplog.text


def test_protocol_covers_every_language() -> None:
    assert get_args(Lang) == LANGUAGES


def test_icons_have_the_sizes_of_the_manifest() -> None:
    public = Path(__file__).parents[2] / "web" / "public"
    manifest = json.loads((public / "manifest.webmanifest").read_text(encoding="utf-8"))
    icons = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        header = (public / icon["src"].lstrip("/")).read_bytes()[:24]
        assert header[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = (int.from_bytes(header[at : at + 4], "big") for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]

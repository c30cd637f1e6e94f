"""A server's HTTP clients: only its own pages, in JSON, and not too often."""

import asyncio
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import count
from threading import Event

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import RequestFactory

from spadille.server.clock import AT_ONCE
from spadille.server.features.games.library import Library
from spadille.server.limits import USUAL
from spadille.server.net.admission import LIMITS, MOST_QUESTIONS, Admission, Limited, RateLimits
from spadille.table.errors import RefusedError
from support.pages import Http
from support.tabletop import FakeClock

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({**JSON, "origin": "https://elsewhere.example"}, 403, "origin/other"),
        ({**JSON, "origin": "null"}, 403, "origin/other"),
        ({"content-type": "text/plain"}, 415, "request/not-json"),
        ({"content-type": "text/plain; application/json"}, 415, "request/not-json"),
        ({"content-type": "application/x-www-form-urlencoded"}, 415, "request/not-json"),
        ({"content-type": "multipart/form-data"}, 415, "request/not-json"),
        ({}, 415, "request/not-json"),
    ],
)
async def test_post_from_other_sites_or_without_json_is_refused(
    headers: dict[str, str], status: int, code: str, http: Http
) -> None:
    """This covers every present and future POST request."""
    paths = {
        route.path.replace("{table:str}", "abc")
        for route in http.app.routes
        if isinstance(route, HTTPRoute) and "POST" in route.methods
    }
    assert {"/api/rules/check", "/api/score", "/api/tables", "/api/groups"} < paths
    for path in paths:
        asked = {**headers, "accept-language": "de"}
        response = await http.post(path, content="{}", headers=asked)
        assert (response.status_code, response.json()["code"]) == (status, code)
        assert response.json()["text"]


async def test_json_content_type_with_parameters_is_accepted(http: Http) -> None:
    for type_ in ("application/json; charset=utf-8", "Application/JSON"):
        response = await http.post(
            "/api/rules/check", content="{}", headers={"content-type": type_}
        )
        assert response.status_code == 200


@pytest.mark.parametrize(("path", "times"), [("/api/presets", 500), ("/assets/index.js", 2500)])
def test_client_files_count_as_a_fifth_of_a_request(path: str, times: int) -> None:
    """After a pause, all at once: sixty people arriving together request about forty files each."""
    gate = Admission(FakeClock(), USUAL, frozenset())
    app = Litestar(logging_config=None)  # the usual one would change the level of all loggers
    asked = RequestFactory(app, server="localhost").get(path)
    for _ in range(times):
        gate.admit(asked)
    with pytest.raises(RefusedError) as refusal:
        gate.admit(asked)
    assert refusal.value.code == "request/too-many"


@pytest.mark.parametrize(
    ("name", "seconds", "times"),
    [
        ("requests", 1, USUAL.requests_per_second),
        ("tables", 60, USUAL.tables_per_minute),
        ("records", 60, USUAL.records_per_minute),
        ("guests", 60, USUAL.guests_per_minute),
        ("passwords", 60, USUAL.passwords_per_minute),
        ("reports", 3600, USUAL.reports_per_hour),
    ],
)
def test_rate_limit_allows_requests_again_over_time(
    name: Limited, seconds: float, times: float
) -> None:
    clock = FakeClock()
    rates = RateLimits(clock, USUAL)

    def until_refused() -> int:
        for done in count():
            try:
                rates.limit(name, "192.0.2.1")
            except RefusedError as refusal:
                assert refusal.code == LIMITS[name].code
                return done
        raise AssertionError("count ends")

    assert until_refused() == AT_ONCE * times
    clock.fire(clock.time() + seconds)
    assert until_refused() == times


async def test_request_with_foreign_host_name_is_refused(http: Http) -> None:
    """A page can do this if its name starts to point here after it was loaded (DNS rebinding)."""
    for path in ("/", "/t/abc", "/assets/index-B4DF00D.js", "/api/presets"):
        response = await http.get(path, headers={"host": "evil.example", "accept-language": "de"})
        assert (response.status_code, response.json()["code"]) == (421, "host/unknown")
        assert "evil.example" in response.json()["text"]
        assert "content-security-policy" in response.headers


async def test_slow_requests_of_one_client_leave_room_for_others(http: Http) -> None:
    answered = Event()

    async def steps(*_: object) -> str:
        while not answered.is_set():  # noqa: ASYNC110 - it is set in another thread
            await asyncio.sleep(0.01)
        return "{}"

    def ask(_: int) -> int:
        return asyncio.run(http.get("/api/games/abc/steps")).status_code

    http.app.state.service(Library).steps = steps
    with ThreadPoolExecutor(MOST_QUESTIONS + 1) as pages:
        asked = [pages.submit(ask, number) for number in range(MOST_QUESTIONS + 1)]
        refused = await asyncio.to_thread(wait, asked, return_when=FIRST_COMPLETED)
        assert [one.result() for one in refused.done] == [429]
        answered.set()
        assert sorted(one.result() for one in asked) == [200] * MOST_QUESTIONS + [429]
    assert (await http.get("/api/games/abc/steps")).status_code == 200

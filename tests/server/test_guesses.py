"""The owner of an account gets in, however often others guess its password."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import pytest

from spadille.server.features import passwords as passwords_module
from spadille.server.features.accounts import MOST_ACCOUNTS, Account, known_as, marks_with, wrong
from spadille.server.features.passwords import MOST_WAITING, PLACES, Cost, Passwords
from spadille.server.limits import USUAL
from spadille.server.net.admission import MOST_AT_ONCE, RateLimits
from spadille.table.errors import RefusedError
from support.servers import PATIENCE, UNENCRYPTED, Server, server
from support.tabletop import FakeClock

GOOD, BETTER = "four green herons", "eleven brass kettles"
TIMES = 23
"""How often the owner signs in while others guess."""

ATTACK = 9
"""Wrong passwords between two sign-ins."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    few = ["--limit", "passwords_per_minute_for_a_name_in_all=2"]
    database = tmp_path_factory.mktemp("guesses") / "games.db"
    with server(database, serve=few, cheap_passwords=True) as one:
        yield one


@contextmanager
def browser(running: Server, address: str = "127.0.0.1") -> Iterator[httpx.Client]:
    """Yield a browser on a machine with that address, with its own session."""
    transport = httpx.HTTPTransport(local_address=address, verify=UNENCRYPTED)
    with httpx.Client(base_url=running.address, transport=transport, timeout=PATIENCE) as http:
        assert http.post("/api/session", json={}).status_code == 200
        yield http


def ask(http: httpx.Client, what: str, **fields: Any) -> int:
    return http.post(f"/api/me/{what}", json=fields).status_code


def attack(running: Server, name: str, address: str, times: int) -> set[int]:
    """Guess the password for a name from a machine with that address, without a cookie."""
    transport = httpx.HTTPTransport(local_address=address, verify=UNENCRYPTED)
    with httpx.Client(base_url=running.address, transport=transport, timeout=PATIENCE) as http:
        return {ask(http, "sign-in", name=name, password="wrong as can be") for _ in range(times)}


@pytest.mark.parametrize(
    "address_of", [lambda _: "127.0.0.1", lambda n: f"127.0.1.{n + 1}"], ids=["one", "many"]
)
def test_sign_in_from_known_browser_works_while_others_guess(
    running: Server, request: pytest.FixtureRequest, address_of: Callable[[int], str]
) -> None:
    name = f"Ann {request.node.callspec.id}"
    with browser(running) as http:
        assert ask(http, "register", name=name, password=GOOD) == 201
        refused = set()
        for n in range(TIMES):
            assert ask(http, "sign-out") == 200
            refused |= attack(running, name, address_of(n), ATTACK)
            assert ask(http, "sign-in", name=name, password=GOOD) == 200
        assert refused == {403, 429}
        assert ask(http, "password", password="not mine", new_password=BETTER) == 403
        assert ask(http, "password", password=GOOD, new_password=BETTER) == 200
        assert ask(http, "sign-out") == 200
        attack(running, name, address_of(0), ATTACK)
        assert ask(http, "sign-in", name=name, password=BETTER) == 200
        assert ask(http, "delete", forget="everything", password=BETTER) == 200


def test_sign_in_from_new_browser_works_while_one_address_guesses(running: Server) -> None:
    with browser(running) as http:
        assert ask(http, "register", name="Ben", password=GOOD) == 201
    assert attack(running, "Ben", "127.0.0.1", 40) == {403, 429}
    # a session distinguishes the owner at the same address
    for address in ("127.0.0.1", "127.0.0.2"):
        with browser(running, address) as http:
            assert ask(http, "sign-in", name="Ben", password=GOOD) == 200


def test_wrong_passwords_in_known_browser_are_limited(running: Server) -> None:
    with browser(running) as http:
        assert ask(http, "register", name="Cyd", password=GOOD) == 201
        tries = [ask(http, "sign-in", name="Cyd", password="not mine") for _ in range(12)]
        assert tries == [403] * 10 + [429] * 2


def test_password_guesses_from_many_addresses_share_one_limit() -> None:
    guesses = RateLimits(FakeClock(), USUAL)
    let_in = 0
    for n in range(500):
        with suppress(RefusedError), guesses.by_stranger(f"192.0.2.{n}", "Ann", session=False):
            let_in += 1
            raise wrong()
    assert let_in == 10 * USUAL.passwords_per_minute_for_a_name_in_all
    with guesses.by_owner("a browser of Ann's"):
        pass
    with guesses.by_stranger("198.51.100.1", "Ben", session=False):
        pass


def test_right_passwords_are_not_guesses_but_their_work_is_limited() -> None:
    guesses = RateLimits(FakeClock(), USUAL)

    def let_in(attempt: Callable[[], Any]) -> int:
        for done in range(1000):
            try:
                with attempt():
                    pass
            except RefusedError as refusal:
                assert refusal.code == "passwords/too-many"
                return done
        raise AssertionError

    work = 10 * USUAL.passwords_per_minute
    assert let_in(lambda: guesses.by_stranger("192.0.2.1", "Ann", session=True)) == work
    assert let_in(lambda: guesses.by_owner("ann")) == work
    assert let_in(lambda: guesses.by_owner("ben")) == work


def test_password_checks_of_one_client_are_limited() -> None:
    guesses = RateLimits(FakeClock(), USUAL)
    open_attempts = [
        guesses.by_stranger("192.0.2.1", f"Ann {n}", session=False) for n in range(MOST_AT_ONCE + 1)
    ]
    for attempt in open_attempts[:-1]:
        attempt.__enter__()
    with pytest.raises(RefusedError):
        open_attempts[-1].__enter__()
    with guesses.by_stranger("192.0.2.2", "Ann", session=False):
        pass


async def test_password_check_of_owner_comes_before_strangers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[bytes] = []

    def hashed(plain: bytes, **cost: Any) -> bytes:
        begun.append(plain)
        return hashlib.scrypt(plain, **cost)

    monkeypatch.setattr(passwords_module, "scrypt", hashed)
    passwords = Passwords(Cost(4, 8, 1))
    crowd = PLACES + MOST_WAITING
    tasks = [asyncio.create_task(passwords.digest("a stranger")) for _ in range(crowd)]
    await asyncio.sleep(0)  # all of them have asked by now
    with pytest.raises(RefusedError, match="busy"):
        await passwords.digest("one more")
    await asyncio.gather(*tasks, passwords.digest("the owner", first=True))
    assert begun.index(b"the owner") <= 2 * PLACES
    assert await passwords.matches("a", await passwords.digest("a"))
    passwords.close()


async def test_password_check_of_gone_client_blocks_no_other() -> None:
    passwords = Passwords(Cost(4, 8, 1))
    for _ in range(3):
        tasks = [asyncio.create_task(passwords.digest("x")) for _ in range(PLACES + 10)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert passwords._free == PLACES
    assert await passwords.digest("x")
    passwords.close()


def test_browser_marks_identify_browsers_of_one_account_only() -> None:
    people = [Account(f"person {n}", f"Ann {n}", f"digest {n}", 0.0) for n in range(9)]
    marks = None
    for one in people:
        marks = marks_with(one, marks)
    assert [one for one in people if known_as(one, marks)] == people[-MOST_ACCOUNTS:]
    assert known_as(people[8]._replace(digest="another"), marks) is None
    again = marks_with(people[8], marks)
    assert len(again.split("~")) == MOST_ACCOUNTS
    assert known_as(people[8], again) != known_as(people[8], marks)
    for forged in (None, "", ".", "~", "a.b", "é.é", "x" * 10_000, f"x{marks}"):
        assert known_as(people[8], forged) is None
    assert known_as(None, marks) is None

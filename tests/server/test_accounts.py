"""Names that people keep with a password, even against attackers."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import AsyncTestClient

from spadille.game import Seat
from spadille.server.features import passwords
from spadille.server.features.accounts import Accounts, AccountStore
from spadille.server.features.passwords import Cost, Passwords, check_password
from spadille.server.features.personal_data import PersonalData
from spadille.server.limits import FOR_EVER, Retention
from spadille.server.net.credentials import SessionStore
from spadille.server.store.schema import EVENTS
from spadille.server.store.store import Store
from spadille.table.commands import Asker
from spadille.table.errors import RefusedError
from spadille.table.events import person_of
from spadille.table.ids import key_of
from spadille.table.requests import Sit
from support.browsers import NAME, Browser
from support.pages import client
from support.tabletop import FakeClock, new_table

CHEAP = Cost(4, 8, 1)
GOOD, BETTER = "four green herons", "eleven brass kettles"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "USUAL", CHEAP)


@asynccontextmanager
async def here(folder: Path) -> AsyncIterator[AsyncTestClient[Any]]:
    async with client(folder) as http:
        yield http


async def test_registered_guest_is_same_person_on_another_device(folder: Path) -> None:
    async with here(folder) as http:
        ann = await Browser(http).come()
        table = await ann.ask("/api/tables", name="Ann")
        assert table["status"] == 201
        told = await ann.ask("register", name="Ann", password=GOOD)
        assert (told["status"], told["registered"], told["tables"]) == (201, "Ann", 1)
        phone = await Browser(http).come()
        told = await phone.ask("sign-in", name=" ANN\u200b", password=GOOD)
        assert (told["status"], told["registered"]) == (200, "Ann")
        assert (told["tables"], told["browsers"]) == (1, 2)
        assert (await phone.ask("sign-out"))["registered"] is None
        assert "Max-Age=0" in phone.set_cookie
        assert phone.cookie == ""
        assert await ann.name() == "Ann"


@pytest.mark.parametrize("retention", [FOR_EVER, Retention(180, 30)])
async def test_account_info_tells_retention_periods(folder: Path, retention: Retention) -> None:
    async with client(folder, retention=retention) as http:
        for browser in (Browser(http), await Browser(http).come()):
            assert (await browser.ask(""))["kept"] == {
                "games": retention.keep_days,
                "abandoned": retention.abandon_days,
                "browsers": 400,
            }


async def test_ratings_are_shown_only_for_registered_people_opting_in(
    folder: Path,
) -> None:
    async with here(folder) as http:
        ann = await Browser(http).come()
        guest = await ann.ask("shown", shown=True)
        assert (guest["status"], guest["code"]) == (409, "account/none")
        await ann.ask("register", name="Ann", password=GOOD)
        told = await ann.ask("")
        assert (told["shown"], told["ratings"]) == (False, [])
        for shown in (True, False):
            told = await ann.ask("shown", shown=shown)
            assert (told["status"], told["shown"]) == (200, shown)
        board = (await http.get("/api/ratings")).json()
        assert (board["family"], board["ranked"]) == ("2x2", [])
        unknown = await http.get("/api/ratings?family=3x1")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "ratings/unknown")
        stranger = await http.get("/api/me/course")
        assert (stranger.status_code, stranger.json()["code"]) == (401, "session/none")
        headers = {"cookie": f"{NAME}={ann.cookie}"}
        own = (await http.get("/api/me/course", headers=headers)).json()
        assert own == {"name": "Ann", "ratings": [], "family": "2x2", "games": []}
        for name in ("Ann", "Bob", "", "A%00"):
            refused = await http.get(f"/api/ratings/course?name={name}")
            assert (refused.status_code, refused.json()["code"]) == (404, "ratings/nobody")


async def test_password_change_or_sign_out_everywhere_ends_all_sessions(folder: Path) -> None:
    async with here(folder) as http:
        ann, phone = await Browser(http).come(), Browser(http)
        await ann.ask("register", name="Ann", password=GOOD)
        await phone.ask("sign-in", name="Ann", password=GOOD)
        before = ann.cookie
        wrong = await ann.ask("password", password=BETTER, new_password=BETTER)
        assert (wrong["status"], wrong["code"]) == (403, "account/wrong")
        assert wrong["text"] == "wrong password"
        weak = await ann.ask("password", password=GOOD, new_password="short")
        assert weak["code"] == "password/short"
        told = await ann.ask("password", password=GOOD, new_password=BETTER)
        assert (told["registered"], told["browsers"]) == ("Ann", 1)
        assert ann.cookie != before
        assert await phone.name() is None
        assert (await phone.ask("sign-in", name="Ann", password=GOOD))["status"] == 403
        assert (await phone.ask("sign-in", name="Ann", password=BETTER))["status"] == 200
        await phone.ask("sign-out", everywhere=True)
        assert (await ann.name(), await phone.name()) == (None, None)


@pytest.mark.parametrize("cost", [None, Cost(5, 8, 1)], ids=["as usual", "to be made anew"])
async def test_sign_in_during_password_change_is_refused(tmp_path: Path, cost: Cost | None) -> None:
    class Slow(Passwords):
        """Responds only on command."""

        def __init__(self) -> None:
            super().__init__(cost)
            self.compared, self.told = asyncio.Event(), asyncio.Event()

        async def matches(self, password: str, digest: str | None, *, first: bool = False) -> bool:
            fits = await super().matches(password, digest, first=first)
            self.compared.set()
            await self.told.wait()
            return fits

    clock, usual, slow = FakeClock(), Passwords(), Slow()
    store = await Store.open(str(tmp_path / "games.db"))
    accounts = Accounts(store, clock, usual)
    guest = await store.section(SessionStore).welcome(clock)
    await accounts.register(guest.person, "Ann", GOOD)
    thief = asyncio.create_task(Accounts(store, clock, slow).sign_in(None, "Ann", GOOD))
    await slow.compared.wait()
    await accounts.change_password(guest.person, GOOD, BETTER)
    slow.told.set()
    with pytest.raises(RefusedError) as refused:
        await thief
    assert refused.value.code == "account/wrong"
    assert await store.section(SessionStore).count(guest.person) == 1
    for one in (usual, slow):
        one.close()
    await store.close()


async def test_planted_cookie_gives_no_access_to_account(folder: Path) -> None:
    """The person who registers or signs in there is not mistaken for the cookie's owner."""
    async with here(folder) as http:
        eve = await Browser(http).come()
        victim = Browser(http)
        victim.cookie = eve.cookie
        await victim.ask("register", name="Ann", password=GOOD)
        assert (await victim.name(), await eve.name()) == ("Ann", None)
        eve = await Browser(http).come()
        other = Browser(http)
        other.cookie = eve.cookie
        await other.ask("sign-in", name="Ann", password=GOOD)
        assert (await other.name(), await eve.name()) == ("Ann", None)


async def test_browser_secret_from_before_registration_is_worthless(
    folder: Path,
) -> None:
    async with here(folder) as http:
        ann = Browser(http)
        secret = "a secret from before there were cookies"
        await ann.ask("/api/session", token=secret)
        await ann.ask("register", name="Ann", password=GOOD)
        eve = Browser(http)
        await eve.ask("/api/session", token=secret)
        assert await eve.name() is None
        assert await http.app.state.deps.store.section(SessionStore).known(eve.cookie) != person_of(
            secret
        )


async def test_sign_in_refusal_does_not_reveal_whether_name_exists(folder: Path) -> None:
    async with here(folder) as http:
        ann, eve = await Browser(http).come(), await Browser(http).come()
        await ann.ask("register", name="Ann", password=GOOD)
        worked: list[str | None] = []
        matches = Passwords.matches

        async def watched(
            self: Passwords, password: str, digest: str | None, *, first: bool = False
        ) -> bool:
            worked.append(digest)
            return await matches(self, password, digest, first=first)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Passwords, "matches", watched)
            told = [await eve.ask("sign-in", name=n, password=BETTER) for n in ("Ann", "Bob")]
        assert told[0] == told[1]
        assert told[0]["code"] == "account/wrong"
        assert len(worked) == 2  # just as long for one as for the other
        assert eve.set_cookie == ""


async def test_personal_data_requests_run_one_at_a_time(folder: Path) -> None:
    """This holds for any number of requests: each takes time for every game, and others wait."""
    async with here(folder) as http:
        ann = await Browser(http).come()
        personal = http.app.state.deps.store.section(PersonalData)
        find, looks, at_once = personal.tables_of, 0, 0

        async def look(people: Any) -> Any:
            nonlocal looks, at_once
            looks, at_once = looks + 1, at_once + 1
            assert at_once == 1
            await asyncio.sleep(0.05)
            found = await find(people)
            at_once -= 1
            return found

        def leave() -> dict[str, Any]:
            """Ask like a page open next to others, which this client does not do by default."""
            page = Browser(http)
            page.cookie = ann.cookie
            return asyncio.run(page.ask("delete", forget="everything"))

        personal.tables_of = look
        told = await asyncio.gather(*(asyncio.to_thread(leave) for _ in range(5)))
        assert sorted(one["status"] for one in told) == [200, 401, 401, 401, 401]
        assert looks == 1


async def test_deleted_person_loses_seats_taken_by_another_window(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with here(folder) as http:
        ann, ben = await Browser(http).come(), await Browser(http).come()
        made = await ben.ask("/api/tables", name="Ben", invite=True)
        registry, store = http.app.state.registry, http.app.state.deps.store
        window = Asker(await store.section(SessionStore).known(ann.cookie), "Annabella")
        find, own = store.section(PersonalData).tables_of, list[str]()

        async def look(people: Any) -> Any:
            found = await find(people)
            own.append((await registry.make(new_table(invite=True), window)).table.id)
            actor = await registry.find(made["table"])
            await actor.do(window, Sit(actor.table.id, Seat.NORTH))
            return found

        monkeypatch.setattr(store.section(PersonalData), "tables_of", look)
        assert (await ann.ask("delete", forget="everything"))["status"] == 200
        table = (await registry.find(made["table"])).table
        assert not table.has(window.person)
        with pytest.raises(RefusedError, match="there is no such table"):
            await registry.find(own[0])
        async with store.reading() as connection:
            bodies = (await connection.execute(sa.select(EVENTS.c.body))).scalars().all()
        assert "Annabella" not in "".join(bodies)


async def test_password_attempts_are_limited_per_name_and_client(folder: Path) -> None:
    async with here(folder) as http:
        eve = await Browser(http).come()
        tries = [await eve.ask("sign-in", name="Ann", password=BETTER) for _ in range(11)]
        assert [one["status"] for one in tries] == [403] * 10 + [429]
        assert tries[-1]["code"] == "passwords/too-many"
        # The same name in different letter case is not a new name; other names are soon refused
        # too.
        assert (await eve.ask("sign-in", name="ＡＮＮ", password=BETTER))["status"] == 429
        tries = [await eve.ask("sign-in", name=f"Bob{n}", password=BETTER) for n in range(52)]
        assert [one["status"] for one in tries] == [403] * 50 + [429] * 2


async def test_account_requests_from_other_sites_are_refused(folder: Path) -> None:
    async with here(folder) as http:
        ann = await Browser(http).come()
        bodies = {
            "register": {"name": "Ann", "password": GOOD},
            "sign-in": {"name": "Ann", "password": GOOD},
            "sign-out": {},
            "password": {"password": GOOD, "new_password": BETTER},
            "delete": {"forget": "everything"},
        }
        for path, body in bodies.items():
            for headers in (
                {"origin": "https://evil.example"},
                {"content-type": "text/plain"},
            ):
                answer = await http.post(
                    f"/api/me/{path}",
                    content=json.dumps(body),
                    headers={
                        "content-type": "application/json",
                        "cookie": f"{NAME}={ann.cookie}",
                        **headers,
                    },
                )
                assert answer.status_code in {403, 415}, path
        assert await ann.name() is None
        for path, body in bodies.items():
            if path not in {"sign-in", "sign-out"}:
                told = await Browser(http).ask(path, **body)
                assert (told["status"], told["code"]) == (401, "session/none"), path


async def test_register_with_taken_name_or_account_is_refused(folder: Path) -> None:
    async with here(folder) as http:
        ann, bob = await Browser(http).come(), await Browser(http).come()
        await ann.ask("register", name="Änn  Lee", password=GOOD)
        again = await ann.ask("register", name="Carl", password=GOOD)
        assert (again["status"], again["code"]) == (409, "account/registered")
        for name in ("änn lee", "ÄNN LEE ", "A\u0308nn Lee"):
            told = await bob.ask("register", name=name, password=GOOD)
            assert (told["status"], told["code"]) == (409, "account/taken"), name
        assert (await bob.ask("register", name="\u200b ", password=GOOD))["code"] == "name/empty"


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("123456789", "password/short"),
        ("ann-1234567890", "password/name"),
        ("Spadille!2026", "password/name"),
        ("abababababab", "password/pattern"),
        ("aaaaaaaaaaab", "password/pattern"),
        ("34567890123", "password/pattern"),
        ("poiuztrewq", "password/pattern"),
        ("Password123", "password/common"),
        ("liverpool1", "password/common"),
    ],
)
def test_register_with_guessable_password_is_refused(password: str, code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        check_password(password, "Ann")
    assert refused.value.code == code


async def test_password_digest_hides_password_and_knows_its_cost() -> None:
    cheap, dear = Passwords(CHEAP), Passwords(Cost(5, 8, 1))
    digest = await cheap.digest("ﬁve ångströms")
    assert digest != await cheap.digest("ﬁve ångströms")
    assert "ngstr" not in digest
    # This holds for every way a keyboard can spell the same characters.
    assert await dear.matches("five a\u030angstro\u0308ms", digest)
    assert not await dear.matches("five angstroms", digest)
    assert (cheap.is_older(digest), dear.is_older(digest)) == (False, True)
    for one in (cheap, dear):
        one.close()


async def test_sign_in_upgrades_password_digest_to_current_cost(folder: Path) -> None:
    async with here(folder) as http:
        ann = await Browser(http).come()
        await ann.ask("register", name="Ann", password=GOOD)
        store = http.app.state.deps.store
        http.app.state.service(Accounts)._passwords._cost = Cost(5, 8, 1)
        await ann.ask("sign-in", name="Ann", password=GOOD)
        account = await store.section(AccountStore).named("Ann")
        assert account.digest.startswith("scrypt$5,8,1$")
        assert (await ann.ask("sign-in", name="Ann", password=GOOD))["status"] == 200


def test_account_names_differing_in_case_or_width_are_equal() -> None:
    assert key_of("ＡＮＮ") == key_of("ann")
    assert key_of("STRASSE") == key_of("straße")
    assert key_of("Ann Lee") != key_of("AnnLee")

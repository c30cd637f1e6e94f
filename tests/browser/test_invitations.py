"""Guests who follow an invitation: they are seated at once, and everyone sees who is there."""

import pytest
from playwright.sync_api import Page, expect

from spadille.locale import Lang
from support.at_page import asked_by, join, switch_language
from support.looks import no_overflow, violations
from support.running import NewPage, Running


def hosted(page: Page, running: Running, name: str = "Ada") -> str:
    """Have a person wait at a table with a turn timer, and return its link."""
    asked = {"name": name, "invite": True, "turn_seconds": 30}
    link = f"{running.url}t/{asked_by(page, running.url, 'tables', asked)['table']}"
    join(page, link, name)
    expect(page.get_by_text(f"{name} (You)")).to_be_visible()
    return link


def test_joining_guest_is_seated_and_bots_leave_seats_free(
    running: Running, new_page: NewPage
) -> None:
    ada, bea, cyd = new_page("phone"), new_page("phone", "de"), new_page(lang="es")
    link = hosted(ada, running)
    expect(ada.get_by_text("Turn timer: 30 s")).to_be_visible()
    bea.goto(link)
    form = bea.locator("form")
    expect(form).to_contain_text("Zeit pro Zug: 30 s")
    expect(form).to_contain_text("Am Tisch: Ada")
    expect(ada.locator(".room li")).to_have_text("Guest, choosing a name")
    ada.get_by_role("button", name="Start the game").click()
    expect(ada.get_by_role("alert")).to_have_text("Start with bots anyway?")
    for page in (ada, bea):
        no_overflow(page)
        assert violations(page) == []
    bea.locator("input[name=name]").fill("Bea")
    bea.locator("form button.primary").click()
    expect(bea.get_by_text("Bea (Du)")).to_be_visible()
    expect(ada.locator(".seats .name")).to_have_text(["Bea", "Ada (You)"])
    expect(ada.get_by_role("button", name="Start the game")).to_be_visible()
    join(cyd, link, "Cyd")
    expect(cyd.get_by_text("Tiempo por turno: 30 s")).to_be_visible()
    expect(cyd.locator(".seats .name")).to_have_text(["Bea", "Ada", "Cyd (Tú)"])


def test_known_guest_is_seated_at_once_and_may_watch_instead(
    running: Running, new_page: NewPage
) -> None:
    ada, bea = new_page(), new_page("phone")
    link = hosted(ada, running)
    other = hosted(bea, running, "Bea")
    bea.goto(link)
    expect(bea.get_by_text("Bea (You)")).to_be_visible()
    bea.get_by_role("button", name="Stand up").click()
    watches = bea.get_by_text("You are watching. Sit down to play.")
    expect(watches).to_be_visible()
    with bea.expect_websocket() as opened:
        bea.reload()
    opened.value.wait_for_event("framereceived")
    expect(watches).to_be_visible()
    expect(bea.locator(".seats .open")).to_have_count(3)
    expect(ada.locator(".room li")).to_have_text("Bea")
    ada.goto(f"{other}?watch")
    expect(ada.locator(".room li")).to_have_text("Ada")
    expect(ada.locator("#link")).to_have_value(other)


BANK = {"clock.bank_seconds": 300}
INVITATIONS: dict[str, dict[str, object]] = {
    "groups": {"people": 8, "rules": [{"options": BANK}]},
    "duplicates": {"teams": ["Larks", "Owls"], "options": BANK},
    "evenings": {"name": "Friday", "options": BANK},
}
LIMITS: dict[Lang, str] = {
    "en": "turn timer: 45 s · 5:00 min for the game",
    "de": "Zeit pro Zug: 45 s · 5:00 min für das Spiel",
    "es": "tiempo por turno: 45 s · 5:00 min para la partida",
}


def invitation(page: Page, running: Running, kind: str) -> str:
    """Return the link to a new group of tables, match or tournament with a turn timer."""
    made = asked_by(page, running.url, kind, {**INVITATIONS[kind], "turn_seconds": 45})
    id = made["group"][0] if kind == "groups" else made[kind.removesuffix("s")]
    return f"{running.url}{kind[0]}/{id}"


@pytest.mark.parametrize("kind", INVITATIONS)
def test_invitation_to_several_tables_shows_the_turn_timer(
    running: Running, new_page: NewPage, kind: str, subtests: pytest.Subtests
) -> None:
    link = invitation(new_page(), running, kind)
    guest = new_page("phone")
    guest.goto(link)

    def shows_limits(times: int | None) -> None:
        for lang, words in LIMITS.items():
            with subtests.test(lang=lang, times=times):
                switch_language(guest, lang)
                limits = guest.locator("main").get_by_text(words)
                expect(limits.first).to_be_visible()
                if times is not None:
                    expect(limits).to_have_count(times)
                no_overflow(guest)
                assert violations(guest) == []

    if kind != "groups":
        shows_limits(None)
        return
    shows_limits(1)
    guest.locator("input[name=name]").fill("Bea")
    guest.locator("form button.primary").click()
    shows_limits(2)

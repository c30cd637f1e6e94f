"""The device loses its network in mid-game at a server: what continues there, and what does not."""

import pytest
from playwright.sync_api import Locator, Page, expect

from support.at_page import join, sit_with_bots
from support.dead_path import Path, path_to
from support.looks import no_overflow, violations
from support.person import Person
from support.running import NewPage, Running

pytestmark = pytest.mark.every_browser

ALONE = {
    "en": ("You’re offline.", "Your game waits for you on the server."),
    "de": ("Du bist offline.", "Dein Spiel wartet auf dem Server auf dich."),
    "es": ("Estás sin conexión.", "Tu partida te espera en el servidor."),
}
TIMED = {
    "de": ("Deine Zeit läuft weiter.", "spielt ein Bot für dich, bis du zurück bist"),
    "es": ("Tu tiempo sigue corriendo.", "un bot jugará por ti hasta que vuelvas"),
}


def lose_network(page: Page, path: Path) -> Locator:
    """Switch to airplane mode, and return the status in which the page explains it."""
    path.cut()
    page.context.set_offline(offline=True)
    return page.locator("#app > [role=status]")


def restore_network(page: Page, path: Path) -> None:
    path.mend()
    page.context.set_offline(offline=False)


@pytest.mark.parametrize("lang", ALONE)
def test_game_against_bots_waits_and_continues(
    running: Running, new_page: NewPage, lang: str
) -> None:
    person = Person(new_page("phone", lang))
    page = person.page
    page.set_viewport_size({"width": 320, "height": 640})
    with path_to(running.port) as path:
        sit_with_bots(page, path.url)
        person.play_until("play")
        hand, trick = person.hand(), person.trick()
        status = lose_network(page, path)
        for sentence in ALONE[lang]:
            expect(status).to_contain_text(sentence)
        expect(status.get_by_role("link")).to_have_attribute("href", "/")
        no_overflow(page)
        assert violations(page) == []
        person.click_card(person.playable().first)
        expect(status).to_contain_text(ALONE[lang][1])  # still shown
        assert person.hand() == hand
        restore_network(page, path)
        expect(status).to_have_text("")
        assert person.task() == "play"
        assert (person.hand(), person.trick()) == (hand, trick)
        person.do("play")
        assert len(person.hand()) == len(hand) - 1


@pytest.mark.parametrize("lang", TIMED)
def test_turn_timer_runs_on_without_the_player(
    running: Running, new_page: NewPage, lang: str
) -> None:
    person = Person(new_page("desktop", lang))
    with path_to(running.port) as path:
        sit_with_bots(person.page, path.url, "preset=standard&clock.turn_seconds=300")
        person.play_until("bid")
        status = lose_network(person.page, path)
        for sentence in TIMED[lang]:
            expect(status).to_contain_text(sentence)
        restore_network(person.page, path)
        expect(status).to_have_text("")
        person.do("bid")


def test_other_people_may_let_a_bot_play(running: Running, new_page: NewPage) -> None:
    host, guest = new_page(), new_page("phone")
    with path_to(running.port) as path:
        Person(host).begin(path.url, "standard", "Ada", friends=True)
        host.wait_for_url("**/t/*")
        join(guest, running.url + host.url.removeprefix(path.url), "Bea")
        expect(host.locator(".seats .name", has_text="Bea")).to_be_visible()
        host.get_by_role("button", name="Start the game").click()
        host.locator("[data-seat]").first.wait_for()
        status = lose_network(host, path)
        expect(status).to_contain_text("The others play on until it’s your turn.")
        expect(status).to_contain_text("After a minute, they can let a bot play for you.")
        restore_network(host, path)
        expect(status).to_have_text("")

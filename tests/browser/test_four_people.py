"""Four people and a spectator, and what happens to them in one short game."""

import json
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from spadille.cli import main
from spadille.game import PACK, Suit
from spadille.notation.rule_codes import write_code
from spadille.table.consent import ABSENCE
from support.at_page import join
from support.looks import no_overflow, violations
from support.person import LOW_TO_HIGH, POLLING, Person, Task
from support.running import NewPage
from support.servers import PATIENCE
from support.stopped_server import StoppedServer, stopped_server

A_TURN = 5.0
"""Seconds within which a bot has played, so that no absent person is asked to play."""

FAIR, FORGED = "[data-checked=fair]", "[data-checked=forged]"

CARDS = [card for card in PACK if card.suit is Suit.SPADES or str(card)[1] == "A"]
FOUR_CARDS = write_code(
    "standard",
    {
        "deck.removed": [str(card) for card in PACK if card not in CARDS],
        "nil.blind": False,
        "play.claim_by": "in_turn",
        "end.max_rounds": 2,
        "end.floor": "none",
    },
    "Four cards",
)


class Company:
    """Four players by name, with Ada as host and Eve watching; Bea and Dan are on phones."""

    def __init__(self, server: StoppedServer, new_page: NewPage) -> None:
        self.server = server
        self.players = {
            "Ada": Person(new_page()),
            "Bea": Person(new_page("phone", "de"), seed=2),
            "Cyd": Person(new_page(), seed=3),
            "Dan": Person(new_page("phone"), seed=4),
        }
        self.eve = new_page()

    def sit_down(self) -> None:
        host = self["Ada"]
        self.players["Ada"].begin_under(self.server.url, FOUR_CARDS, "Ada")
        link = host.locator("#link")
        expect(link).not_to_have_value("")
        for name in ("Bea", "Cyd", "Dan"):
            join(self[name], link.input_value(), name)
            expect(host.locator(".seats .name", has_text=name)).to_be_visible()
        join(self.eve, link.input_value(), "Eve")
        expect(self.eve.get_by_text("All seats are taken. You are watching.")).to_be_visible()
        expect(host.locator(".room li")).to_have_text("Eve")
        host.get_by_role("button", name="Start the game").click()

    def __getitem__(self, name: str) -> Page:
        return self.players[name].page

    @property
    def pages(self) -> list[Page]:
        return [player.page for player in self.players.values()]

    def next(self) -> tuple[str, Task]:
        """Return the person who is asked now, and for what."""
        given_up = monotonic() + PATIENCE
        while monotonic() < given_up:
            for name, player in self.players.items():
                task = player.asked()
                if task:
                    return name, task
            self.eve.wait_for_timeout(POLLING)
        raise AssertionError("nobody is asked for anything")

    def play_until(self, wanted: Task) -> str:
        """Play on until a player is asked for `wanted`; return their name."""
        while True:
            name, task = self.next()
            if task == wanted:
                return name
            self.players[name].do(task)

    def do(self, task: Task) -> None:
        """Play on until a player is asked for that, and have them do it."""
        self.players[self.play_until(task)].do(task)


def test_four_people_and_a_spectator_play_a_short_game(
    new_page: NewPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with stopped_server(tmp_path) as server:
        company = Company(server, new_page)
        company.sit_down()
        all_have_cards_of_their_own(company)
        they_talk(company)
        a_bid_is_taken_back(company)
        one_is_gone_and_comes_back(company)
        the_rest_is_claimed(company)
        the_cards_are_checked(company)
        they_play_to_the_end(company)
        table = company.eve.url.rpartition("/")[2]
        told = company.eve.request.get(f"{server.url}api/tables/{table}/record").text()
        record = tmp_path / "game.txt"
        record.write_text(told)
        assert main(["verify", str(record)]) == 0
        assert capsys.readouterr().out.count("with the random numbers of") == 2
        they_play_again(company)
        all_have_cards_of_their_own(company)


def all_have_cards_of_their_own(company: Company) -> None:
    for page in company.pages:
        expect(page.locator("[data-card]")).to_have_count(4)
    dealt = [card for player in company.players.values() for card in player.hand()]
    assert sorted(dealt) == sorted(map(str, CARDS))
    expect(company.eve.locator("[data-seat]")).to_have_count(4)
    expect(company.eve.locator("[data-card]")).to_have_count(0)


def they_talk(company: Company) -> None:
    """Check that everyone reads a phrase in their own language."""
    company["Cyd"].locator("[data-phrase=good_luck]").click()
    # On a phone it is shown for only a few seconds.
    expect(company["Bea"].get_by_role("log").filter(has_text="Viel Glück!")).to_be_visible()
    expect(company["Ada"].locator("aside [data-line]")).to_contain_text("Good luck!")


def a_bid_is_taken_back(company: Company) -> None:
    """All others agree; the bidder then bids less, so one side is better off in the end."""
    while (bidder := company.play_until("bid")) not in {"Ada", "Cyd"}:
        company.do("bid")
    company.do("bid")
    company[bidder].locator("[data-tool=ask]").click()
    company[bidder].locator("[data-wish=undo]").click()
    for other in company.players.keys() - {bidder}:
        company[other].locator("[data-answer=yes]").click()
    company[bidder].locator("[data-bid='1']").click()
    expect(company[bidder].locator("[data-bid]")).to_have_count(0)


def one_is_gone_and_comes_back(company: Company) -> None:
    """Have a bot play for an absent player, and check that it leaves when the player is back."""
    for _ in range(2):
        company.do("play")
    gone = company.play_until("play")
    context, table = company[gone].context, company[gone].url
    company[gone].close()
    there = [company[name] for name in company.players if name != gone]
    for page in there:
        expect(page.locator("[data-seat].away")).to_have_count(1)
        expect(page.locator(".foot > [role=status]:not(:has(*))")).to_have_count(2)
    company.server.pass_time(ABSENCE)
    company.eve.reload()  # a newcomer has to see the current state of the table
    for page in there[:2]:
        page.locator("[role=status] > .absence .primary").click()
    expect(there[0].locator(".absence")).to_have_count(0)
    company.server.pass_time(A_TURN)
    expect(company.eve.locator("ul.trick > li")).to_have_count(3)
    expect(company.eve.locator("[data-card]")).to_have_count(0)
    page = context.new_page()
    page.goto(table)
    expect(page.locator("[data-card]")).to_have_count(3)
    company.players[gone] = Person(page)
    expect(there[0].locator("[data-seat].away")).to_have_count(0)


def the_rest_is_claimed(company: Company) -> None:
    """Have the holder of the highest spade claim the last trick."""
    while company[company.play_until("play")].locator("[data-card]").count() > 1:
        company.do("play")
    last = {name: player.hand()[0] for name, player in company.players.items()}
    spades = [name for name, card in last.items() if card.startswith("S")]
    winner = max(spades, key=lambda name: LOW_TO_HIGH.index(last[name][1]))
    while company.play_until("play") != winner:
        company.do("play")
    company[winner].locator("[data-aside=claim]").click()
    company[winner].locator("dialog [data-action=claim]").click()
    for page in company.pages:
        expect(page.locator("#summary-title")).to_be_visible()
    points = [sorted(page.locator(".summary .numbers").all_inner_texts()) for page in company.pages]
    assert points == [points[0]] * 4 != [[]] * 4


def the_cards_are_checked(company: Company) -> None:
    """Check the commitment on the page, which shows the mismatch of a forged deal."""
    company["Dan"].route("**/deals/1*", forge)
    for name in ("Ada", "Bea", "Dan"):
        company[name].locator("[data-action=check-deal]").click()
    expect(company["Ada"].locator(FAIR).get_by_role("listitem")).to_contain_text(
        [
            "matches the deal code",
            "saw this deal code before",
            "was used in the shuffle",
            "same cards",
            "you saw",
        ]
    )
    expect(company["Bea"].locator(FAIR).get_by_role("listitem")).to_have_count(5)
    meaning = company["Bea"].locator(FAIR).locator("details")
    meaning.locator("summary").click()
    expect(meaning.locator("p").last).to_be_visible()
    cyd = company["Cyd"]
    cyd.route("**/deals/1*", lambda route: route.abort(), times=1)
    cyd.locator("[data-action=check-deal]").click()
    expect(cyd.get_by_text("The server isn’t responding.")).to_be_visible()
    cyd.locator("[data-action=check-deal]").click()
    expect(cyd.locator(FAIR)).to_be_visible()
    forged = company["Dan"].locator(FORGED)
    expect(forged.locator("details")).to_have_count(0)  # it proves nothing correct
    expect(forged).to_contain_text("These cards do not match the deal code!")
    expect(forged).to_contain_text("the seed gives different cards")
    for name in ("Bea", "Dan"):
        no_overflow(company[name])
        assert violations(company[name]) == []


def they_play_again(company: Company) -> None:
    """Have Ada ask for another game; the others read their results until they are ready."""
    company["Ada"].locator("[data-action=again]").click()
    expect(company["Ada"].get_by_text("Waiting for Bea, Dan, Cyd")).to_be_visible()
    for name in ("Bea", "Cyd", "Dan"):
        expect(company[name].locator("#end-title")).to_be_visible()
        company[name].locator("[data-action=ready]").click()
        expect(company[name].locator("[data-action=ready]")).to_have_count(0)
    company.server.pass_time(0)


def forge(route: Route) -> None:
    """Swap two hands on their way from the server."""
    response = route.fetch()
    deal: dict[str, Any] = response.json()
    hands = deal["outcomes"][-1]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    route.fulfill(response=response, body=json.dumps(deal))


def they_play_to_the_end(company: Company) -> None:
    for name, player in company.players.items():
        player.do("continue")
        if name == "Ada":
            expect(player.page.get_by_text("Waiting for Bea, Dan, Cyd")).to_be_visible()
    company.server.pass_time(0)
    company.play_until("over")
    for page in (*company.pages, company.eve):
        expect(page.locator("#end-title")).to_be_visible()

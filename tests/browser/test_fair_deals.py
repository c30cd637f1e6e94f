"""After a round the page shuffles again what was sealed, and tells other cards from these."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from spadille.cli import main
from support.looks import no_overflow, violations
from support.person import Person
from support.running import NewPage, Running

SHORT = "preset=standard&end.max_rounds=2&end.floor=-2000"
FAIR, FORGED = "[data-checked=fair]", "[data-checked=forged]"


def forge(route: Route) -> None:
    """Two hands change places on the way from the server."""
    response = route.fetch()
    deal: dict[str, Any] = response.json()
    hands = deal["outcomes"][-1]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    route.fulfill(response=response, body=json.dumps(deal))


def test_a_fair_deal_is_told_from_a_forged_one_and_the_record_proves_it(
    running: Running, new_page: NewPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person(new_page("phone"))
    page = person.page
    person.begin_under(running.url, SHORT)
    person.play_until("continue")
    check = page.locator("[data-action=check-deal]")
    check.click()
    expect(page.locator(FAIR).get_by_role("listitem")).to_contain_text(
        ["fits the seal", "shown this seal before", "is mixed in", "same cards", "you saw"]
    )
    no_overflow(page)
    assert violations(page) == []
    person.do("continue")
    person.play_until("over")
    page.route("**/deals/2*", forge)
    check.click()
    expect(page.locator(FORGED)).to_contain_text("These are not the cards that were sealed!")
    expect(page.locator(FORGED)).to_contain_text("the seed gives other cards")
    assert violations(page) == []
    table = page.url.rpartition("/")[2]
    record = tmp_path / "game.txt"
    record.write_text(page.request.get(f"{running.url}api/tables/{table}/record").text())
    assert main(["verify", str(record)]) == 0
    assert capsys.readouterr().out.count("the number of one player") == 2

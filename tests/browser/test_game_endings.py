"""A game that ends early always shows everyone at the table how to continue."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from spadille.game import Bid, Claim, Game, PlayerAction, Round, Seat
from spadille.locale import Lang
from spadille.table.protocol import Absence, Consent, Question
from support.at_page import FEW_CARDS, switch_language
from support.looks import no_overflow, violations
from support.person import Person, Task
from support.running import NewPage, Running
from support.stage import HONOUR, NO_BLIND, SOLO, THREE, Neighbour, Stage, where


def claims(game: Game, seat: Seat) -> PlayerAction:
    """Claim the rest at once."""
    options = game.options(seat)
    return Claim() if Claim() in options else options.actions[0]


def bids_one(game: Game, seat: Seat) -> PlayerAction:
    return Bid(1) if game.phase == "bidding" else game.options(seat).actions[0]


def bids_nil(game: Game, seat: Seat) -> PlayerAction:
    options = game.options(seat)
    if options.choose is not None:
        return options.choose.action(tuple(options.choose.cards[: max(options.choose.sizes)]))
    return next(
        (one for one in options.actions if isinstance(one, Bid) and one.nil), options.actions[0]
    )


def agrees(game: Game, seat: Seat) -> PlayerAction:
    return game.options(seat).actions[-1]


def leads_and_waits(game: Game, seat: Seat) -> PlayerAction | None:
    """Lead a card; no one follows."""
    assert game.round is not None
    waits = game.phase == "play" and game.round.trick
    return None if waits else game.options(seat).actions[0]


class Moment(NamedTuple):
    """The state of a game when it is stopped."""

    options: dict[str, Any]
    task: Task | None
    """The person's task; None while another player is to act."""
    wanted: Callable[[Round, Seat], bool] = lambda _dealt, _you: True
    neighbour: Neighbour | None = None


TWO = {"table.players": 2, "table.teams": "solo", "deal.method": "pick_of_two", **NO_BLIND}
KITTY = {**THREE, "deal.leftover": "kitty_and_round", "deal.kitty_taker": "dealer"}

MOMENTS = {
    "cut": Moment(
        {"deal.cut": "offered", **NO_BLIND},
        None,
        lambda dealt, you: dealt.phase == "cut" and dealt.order[-2] == you,
    ),
    "look": Moment({}, "look"),
    "draft": Moment(TWO, "draft"),
    "kitty": Moment(KITTY, "choose", lambda dealt, you: dealt.pack.kitty_taker == you),
    "exchange": Moment(
        {"exchange.nil_cards": 2, **NO_BLIND},
        "choose",
        lambda dealt, you: dealt.order[0] == you,
        bids_nil,
    ),
    "bidding": Moment(NO_BLIND, "bid"),
    "adjust": Moment(
        {"bidding.second_thoughts": "raise_each", **NO_BLIND}, "adjust", neighbour=bids_one
    ),
    "trump": Moment(
        {"bidding.no_trump": True, **NO_BLIND},
        "trump",
        lambda dealt, you: dealt.order[0] == you,
        agrees,
    ),
    "own turn in a trick": Moment(NO_BLIND, "play", lambda dealt, you: dealt.order[0] == Seat.EAST),
    "another turn in a trick": Moment(
        NO_BLIND, None, lambda dealt, you: dealt.order[0] == Seat.WEST, leads_and_waits
    ),
    "award": Moment(
        {"play.false_claim": "forfeit_tricks", **SOLO},
        "award",
        lambda dealt, you: dealt.order[0] == Seat.EAST,
        claims,
    ),
    "settle": Moment({**HONOUR, **FEW_CARDS}, "agree"),
    "round over": Moment({**NO_BLIND, **FEW_CARDS}, "continue", neighbour=bids_one),
}


def shows_a_way_on(page: Page) -> None:
    """Check that it shows the result and the next steps, and asks for no bid or card."""
    expect(page.locator("#end-title")).to_be_visible()
    page.locator("[data-action=again]").click(trial=True)
    page.locator(".decide a[href='/']").click(trial=True)
    expect(page.locator(".middle .panel")).to_have_count(1)
    expect(page.locator("ul.trick > li:not([aria-hidden])")).to_have_count(0)
    expect(page.locator("[data-card]")).to_have_count(0)


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_game_stopped_at_any_moment_shows_next_steps(new_page: NewPage, moment: Moment) -> None:
    person = Person(new_page("phone"))
    page = person.page
    neighbour = moment.neighbour
    stage = where(page, moment.options, moment.wanted, neighbour=neighbour)
    if moment.task:
        person.play_until(moment.task)
    elif moment.neighbour:
        person.play_until("bid")
        person.do("bid")
        expect(page.locator("ul.trick > li")).not_to_have_count(0)
    stage.stop()
    shows_a_way_on(page)
    page.reload()
    shows_a_way_on(page)


def test_game_stopped_in_mid_trick_can_be_played_again(
    running: Running, new_page: NewPage, subtests: pytest.Subtests
) -> None:
    host, watcher = Person(new_page("phone")), new_page()
    host.begin(running.url, "standard", "Ada", friends=True)
    host.page.wait_for_url("**/t/*")
    host.page.locator("button.start").click()
    host.play_until("play")
    watcher.goto(host.page.url)
    watcher.locator("input[name=name]").fill("Wim")
    watcher.locator("form button.primary").click()
    while not host.trick():
        host.do("play")
        host.play_until("play")
    expect(watcher.locator("ul.trick > li")).not_to_have_count(0)
    host.page.locator("[data-tool=menu]").click()
    host.page.locator("[data-tool=ask]").click()
    host.page.locator("[data-wish=stop]").click()
    titles: dict[Lang, str] = {
        "en": "You stopped this game",
        "de": "Du hast dieses Spiel beendet",
        "es": "Terminaste esta partida",
    }
    for lang, title in titles.items():
        with subtests.test(lang=lang):
            host.page.locator("#end-title").wait_for()
            switch_language(host.page, lang)
            expect(host.page.locator("#end-title")).to_have_text(title)
            assert violations(host.page) == []
            no_overflow(host.page)
            watcher.locator("#end-title").wait_for()
            switch_language(watcher, lang)
            expect(watcher.locator("#end-title")).to_be_visible()
            watcher.locator(".decide a[href='/']").click(trial=True)
    host.page.reload()
    shows_a_way_on(host.page)
    host.page.locator("[data-action=again]").click()
    expect(host.page.locator("#end-title")).to_have_count(0)
    assert host.task() in {"look", "bid"}


def test_question_asked_at_the_end_of_a_round_can_be_answered(new_page: NewPage) -> None:
    """The result must not cover the question, or no finger could reach it."""
    person = Person(new_page("phone"))
    page = person.page
    stage = Stage(page, {**SOLO, **FEW_CARDS, "end.floor": -1000}).open()
    person.play_until("continue")
    question = Question(Seat.EAST, "pause", (), (stage.you,), 30.0)
    stage.consent = Consent((), question, paused=False, granted=0, last=None)
    stage.show()
    page.locator("[data-answer=yes]").click(trial=True)
    page.locator("[data-action=continue]").click(trial=True)


def test_host_missing_after_a_game_can_be_replaced(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    page = person.page
    stage = Stage(page, {**SOLO, **FEW_CARDS, "end.max_rounds": 1}).open()
    person.play_until("over")
    stage.absence = Absence(Seat.EAST, 0.0, (), 1)
    stage.show()
    page.locator(".absence .primary").click(trial=True)

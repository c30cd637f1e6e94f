"""Penalties for wrong claims and proven revokes, in the browser."""

import pytest
from playwright.sync_api import expect

from spadille.game import Call, Claim, Cut, Game, PlayerAction, Seat, revoked
from spadille.locale import Lang
from support.looks import no_overflow, violations
from support.person import Person
from support.running import NewPage
from support.stage import HONOUR, NO_BLIND, Stage, where

ALONE = {"table.teams": "solo", "play.false_claim": "forfeit_tricks", **NO_BLIND}


def claims(game: Game, seat: Seat) -> PlayerAction | None:
    """Claim the rest at once, and take time to say who gets it."""
    if game.phase == "award":
        return None
    options = game.options(seat)
    return Claim() if Claim() in options else options.actions[0]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_P18_tricks_of_a_wrong_claim_are_given_to_a_player(new_page: NewPage, size: str) -> None:
    person = Person(new_page(size))
    stage = where(
        person.page,
        ALONE,
        lambda dealt, you: dealt.order[0] == Seat.EAST,
        neighbour=claims,
    )
    person.play_until("award")
    assert person.page.locator("[data-award]").all_inner_texts() == ["Nora", "You", "Wim"]
    assert violations(person.page) == []
    no_overflow(person.page)
    person.page.locator("[data-award='3']").click()
    assert person.task() == "continue"
    assert stage.game.results[-1].won == (0, 0, 0, 13)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Emil decides who gets the other tricks"),
        ("de", "Emil sagt, wer die übrigen Stiche bekommt"),
    ],
)
def test_P18_other_players_wait_for_the_award(new_page: NewPage, lang: Lang, text: str) -> None:
    person = Person(new_page("phone", lang))
    where(
        person.page,
        ALONE,
        lambda dealt, you: dealt.order[0] == Seat.NORTH,
        neighbour=claims,
        lang=lang,
    )
    person.play_until("bid")
    person.do("bid")
    expect(person.page.get_by_text(text)).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "This trick is one of them."), ("de", "Dieser Stich gehört dazu.")],
)
def test_P17_rest_is_claimed_in_the_middle_of_a_trick(
    new_page: NewPage, lang: Lang, text: str
) -> None:
    person = Person(new_page("phone", lang))
    stage = where(
        person.page,
        {"play.claim_by": "in_turn", **NO_BLIND},
        lambda dealt, you: dealt.order[0] == Seat.EAST,
        lang=lang,
    )
    person.play_until("play")
    person.page.locator("[data-aside='claim']").click()
    expect(person.page.get_by_text(text)).to_be_visible()
    no_overflow(person.page)
    person.page.locator("[data-action='claim']").click()
    expect(person.page.locator("[data-aside='claim']")).to_have_count(0)
    assert stage.game.round is not None
    assert [judged.seat for judged in stage.game.round.conduct.judgements] == [stage.you]
    assert len(stage.game.round.trick) == 1


def revokes_or_calls(game: Game, seat: Seat) -> PlayerAction:
    """Revoke as soon as possible, and call it."""
    options = game.options(seat)
    assert game.round is not None
    for call in options.aside:
        if isinstance(call, Call) and revoked(game.round, call.seat, call.trick):
            return call
    return next(iter(options.tolerated), options.actions[0])


def test_R2_redeal_notice_names_the_revoke(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    options = {**HONOUR, "enforcement.revoke_penalty": "redeal"}
    stage = Stage(person.page, options, neighbour=revokes_or_calls).open()
    person.play_until("bid")
    person.do("bid")
    person.play_until("bid")
    (verdict,) = stage.game.view(None).redeals
    assert verdict.accused is not None
    names = ("Nora", "Emil", "you", "Wim")
    told = f"Revoke by {names[verdict.accused]} in trick {verdict.trick}"
    expect(person.page.locator("p.note")).to_contain_text(told)
    expect(person.page.locator("p.note")).to_contain_text("The cards are dealt again.")
    assert violations(person.page) == []
    person.page.reload()
    expect(person.page.locator("p.note")).to_contain_text(told)


def test_D4_pack_is_cut_at_the_slider_position(new_page: NewPage) -> None:
    page = new_page("phone", "de")
    stage = where(
        page,
        {"deal.cut": "offered", **NO_BLIND},
        lambda dealt, you: dealt.phase == "cut" and dealt.order[-2] == you,
        lang="de",
    )
    assert violations(page) == []
    page.locator("input[type=range]").fill("17")
    page.locator("[data-action=cut]").click()
    expect(page.locator("[data-card]")).to_have_count(13)
    assert [event.action for event in stage.game.events if event.seat == stage.you][:1] == [Cut(17)]

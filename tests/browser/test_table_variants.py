"""Every card and action that any rule set allows, in the browser."""

import re

import pytest
from playwright.sync_api import expect

from spadille.game import Bid, Call, Card, Game, Play, PlayerAction, Round, Seat, ThrowIn
from spadille.locale import LANGUAGES, Lang
from support.looks import no_overflow, violations, whole_words
from support.person import Person, tap_choice
from support.running import NewPage
from support.stage import FIVE, HONOUR, NO_BLIND, SIX, THREE, Stage, where


def test_N10_round_of_three_with_jokers_is_playable(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    Stage(person.page, THREE).open()
    person.play_until("play")
    assert len(person.hand()) == 18
    while person.task() not in {"continue", "over"}:
        person.do(person.task())
    no_overflow(person.page)


def test_N12_jokers_are_named_and_come_before_spades(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    person = Person(new_page("phone"))
    jokers = {Card.JB, Card.JL, Card.JE}
    stage = where(person.page, FIVE, lambda dealt, you: jokers <= set(dealt.hands[you]))
    spoken = {
        "en": ["big joker", "little joker", "third joker"],
        "de": ["großer Joker", "kleiner Joker", "dritter Joker"],
        "es": ["comodín grande", "comodín pequeño", "tercer comodín"],
    }
    cards = person.page.locator("[data-card]")
    for lang in LANGUAGES:
        with subtests.test(lang=lang):
            stage.switch_language(lang)
            assert person.hand()[:3] == ["JB", "JL", "JE"]
            for card, name in enumerate(spoken[lang]):
                expect(cards.nth(card)).to_have_attribute("aria-label", name)
            whole_words(person.page, ".joker .mark")


def test_K6_identical_cards_are_held_and_played_once_each(new_page: NewPage) -> None:
    person = Person(new_page())

    def twice(round: Round, you: Seat) -> bool:
        return len(set(round.hands[you])) < len(round.hands[you])

    where(person.page, SIX, twice)
    person.play_until("play")
    hand = person.hand()
    assert len(set(hand)) < len(hand)
    while len(set(person.hand())) < len(person.hand()):
        before = person.hand()
        person.play_until("play")
        person.do("play")
        assert len(person.hand()) == len(before) - 1


def test_B7_estimate_is_sent_and_shown_at_the_seat(new_page: NewPage) -> None:
    page = new_page("phone")
    Stage(page, {"bidding.talk": "estimate", **NO_BLIND}).open()
    page.locator("[data-aside=say]").click()
    numbers = page.locator("dialog output")
    expect(numbers).to_have_text(["0", "0"])
    page.get_by_role("button", name="Certain: one more").click()
    expect(numbers).to_have_text(["1", "1"])
    page.get_by_role("button", name="Maybe up to: one more").click()
    page.locator("[data-action=say]").click()
    expect(page.locator("[data-seat='2']")).to_contain_text("sees 1 to 2")
    expect(page.locator("[data-aside=say]")).to_have_count(0)


def test_B3_tricks_of_a_nil_are_announced_as_a_sentence(new_page: NewPage) -> None:
    person = Person(new_page())
    Stage(person.page, NO_BLIND).open()
    person.page.locator("[data-bid=Nil]").click()
    person.play_until("play")
    own = person.page.locator("[data-seat='2']")
    expect(own.locator(".visually-hidden", has_text="bid: Nil, 0 tricks")).to_be_attached()


@pytest.mark.parametrize(
    ("draw", "told"),
    [
        ("first_spade", "turned up the first spade"),
        ("first_diamond", "turned up the first diamond"),
        ("high_card", "drew the highest card"),
    ],
)
def test_D2_cards_drawn_for_the_first_dealer_are_shown(
    new_page: NewPage, draw: str, told: str
) -> None:
    page = new_page("phone")
    stage = Stage(
        page, {"deal.first_dealer": draw, **NO_BLIND}, seed=3, neighbour=lambda _game, _seat: None
    ).open()
    drawn = page.locator("[data-drawn]")
    expect(drawn.locator("p")).to_contain_text(told)
    expect(drawn.locator("[role=img]")).to_have_count(len(stage.game.drawn_for_deal))
    expect(drawn.locator(".deals")).to_have_count(1)
    no_overflow(page)


def test_D10_own_hand_is_shown_for_a_redeal(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    page = person.page

    def poor(round: Round, you: Seat) -> bool:
        faces = [card for card in round.hands[you] if str(card)[1] in "JQK"]
        return not faces and round.order[0] == you

    where(page, {"deal.deficient": ["no_faces"], **NO_BLIND}, poor)
    before = person.hand()
    page.locator("[data-aside=throw-in]").click()
    page.locator("dialog [data-action=throw-in]").click()
    shown = page.get_by_role("img", name=re.compile("Shown by you, dealt again: "))
    expect(shown).to_be_visible()
    expect(page.get_by_text("You show your hand. The cards are dealt again.").first).to_be_visible()
    assert person.hand() != before


def test_D10_hand_shown_by_another_player_is_visible(new_page: NewPage) -> None:
    page = new_page()

    def shows(game: Game, seat: Seat) -> PlayerAction:
        options = game.options(seat)
        return ThrowIn() if ThrowIn() in options.aside else options.actions[0]

    where(
        page,
        {"deal.deficient": ["one_spade"], **NO_BLIND},
        lambda dealt, you: any(shown.seat != you for shown in dealt.talk.thrown_in),
        neighbour=shows,
    )
    shown = page.get_by_role("img", name=re.compile("Shown by .*, dealt again: "))
    expect(shown.first).to_be_visible()


def test_D11_face_up_cards_are_visible_at_every_seat(new_page: NewPage) -> None:
    page = new_page("phone")
    Stage(page, {"deal.face_up": 2, **NO_BLIND}).open()
    expect(page.get_by_role("img", name=re.compile("^Open cards of "))).to_have_count(3)


def test_D12_kitty_taker_discards_cards(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    kitty = {"deal.leftover": "kitty_and_round", "deal.kitty_taker": "dealer"}
    where(person.page, {**THREE, **kitty}, lambda dealt, you: dealt.pack.kitty_taker == you)
    assert person.task() == "choose"
    held = len(person.hand())
    person.do("choose")
    person.play_until("bid")
    tricks = held - 3 + 1  # the kitty counts as one of them
    expect(person.page.get_by_text(re.compile(rf"^Bid so far: \d+ of {tricks}$"))).to_be_visible()
    person.play_until("play")
    assert len(person.hand()) == held - 3


def test_N2_one_of_two_cards_is_kept(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    options = {
        "table.players": 2,
        "table.teams": "solo",
        "deal.method": "pick_of_two",
        **NO_BLIND,
    }
    Stage(person.page, options).open()
    assert person.task() == "draft"
    offered = person.page.locator(".offered")
    expect(offered).to_have_count(2)
    expect(person.page.locator(".stock .count")).to_have_text("48")  # the bot has seen two
    second = str(offered.nth(1).get_attribute("aria-label"))
    person.page.locator("[data-action=next]").click()
    expect(person.page.get_by_role("button", name=second, exact=True)).to_be_visible()


def test_K7_ace_is_called_low(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    page = person.page
    stage = Stage(page, {"deck.aces": "declared", **NO_BLIND}).open()
    ace = page.locator("[data-card$=A].playable")
    while not ace.count():
        person.play_until("play")
        if not ace.count():
            person.do("play")
    card = str(ace.first.get_attribute("data-card"))
    person.click_card(ace.first)
    expect(page.locator("[data-action=ace-high]")).to_be_visible()
    page.locator("[data-action=ace-low]").click()
    expect(page.locator(f"[data-card={card}]")).to_have_count(0)
    played = [event.action for event in stage.game.events if isinstance(event.action, Play)]
    assert Play(Card[card], low=True) in played
    expect(page.locator("ul.trick")).to_contain_text("low")


def test_E14_first_tricks_are_promised_with_a_bid(new_page: NewPage) -> None:
    page = new_page("phone")
    Stage(page, {"bidding.opening_tricks": True, **NO_BLIND}).open()
    tap_choice(page, "little")
    page.locator("[data-bid='3 + Little Mo']").click()
    expect(page.locator("[data-seat='2']")).to_contain_text("3 + Little Mo")


def test_V13_blind_numbers_are_offered_before_looking(new_page: NewPage) -> None:
    page = new_page("phone")
    where(
        page,
        {"blind.bids": "player", "blind.deficit": 0},
        lambda dealt, you: dealt.order[0] == you,
    )
    page.locator("[data-bid='Blind 7']").click()
    expect(page.locator("[data-seat='2']")).to_contain_text("Blind 7")


def test_V18_bid_is_raised_after_the_last_bid(new_page: NewPage) -> None:
    person = Person(new_page("phone"))

    def bids_one(game: Game, seat: Seat) -> PlayerAction:
        return Bid(1) if game.phase == "bidding" else game.options(seat).actions[0]

    raising = {"bidding.second_thoughts": "raise_each", **NO_BLIND}
    Stage(person.page, raising, neighbour=bids_one).open()
    person.play_until("adjust")
    before = person.page.locator("[data-seat='2'] strong").inner_text()
    person.page.locator("[data-adjust='1']").click()
    expect(person.page.locator("[data-seat='2']")).to_contain_text(str(int(before) + 1))


def test_V26_no_trump_round_is_labeled(new_page: NewPage) -> None:
    person = Person(new_page("phone", "de"))

    def agrees(game: Game, seat: Seat) -> PlayerAction:
        return game.options(seat).actions[-1]

    where(
        person.page,
        {"bidding.no_trump": True, **NO_BLIND},
        lambda dealt, you: dealt.order[0] == you,
        neighbour=agrees,
        lang="de",
    )
    person.play_until("trump")
    person.page.locator("[data-no-trump=true]").click()
    expect(person.page.get_by_text("Ohne Trumpf", exact=True)).to_be_visible()


def test_P13_card_is_taken_back_before_the_next(new_page: NewPage) -> None:
    person = Person(new_page("phone"))

    def waits(game: Game, seat: Seat) -> PlayerAction | None:
        return None if game.phase == "play" else game.options(seat).actions[0]

    where(
        person.page,
        {"play.take_back": "until_next_card", **NO_BLIND},
        lambda dealt, you: dealt.order[0] == you,
        neighbour=waits,
    )
    person.play_until("play")
    hand = person.hand()
    person.do("play")
    person.page.locator("[data-aside=take-back]").click()
    expect(person.page.locator("[data-card]")).to_have_count(13)
    assert person.hand() == hand
    expect(person.page.locator("ul.trick > li")).to_have_count(0)


def test_P18_wrong_claim_is_rejected_in_words(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    where(person.page, dict(NO_BLIND), lambda dealt, you: dealt.order[0] == you)
    person.play_until("play")
    hand = person.hand()
    person.page.locator("[data-aside=claim]").click()
    person.page.locator("dialog [data-action=claim]").click()
    expect(person.page.get_by_text("Claim by you in trick 1: refused.").first).to_be_visible()
    assert person.hand() == hand


def revokes(game: Game, seat: Seat) -> PlayerAction:
    """Break the rules of play as soon as possible."""
    options = game.options(seat)
    return next(iter(options.tolerated), options.actions[0])


def test_R1_illegal_card_is_marked_and_playable(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    Stage(person.page, HONOUR).open()
    against = person.page.locator("[data-card].tolerated")
    while True:
        person.play_until("play")
        if person.trick() and against.count():
            break
        person.do("play")
    card = str(against.first.get_attribute("data-card"))
    assert "against the rules" in str(against.first.get_attribute("aria-label"))
    expect(person.page.locator("[data-card].dimmed")).to_have_count(0)
    person.click_card(against.first)
    question = person.page.get_by_role("dialog")
    expect(question).to_contain_text("is set")
    expect(person.page.get_by_text("against the rules", exact=True)).to_be_visible()
    question.locator("[data-action=revoke]").click()
    expect(person.page.locator(f"[data-card={card}]")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_R4_revoke_is_called_and_judged_in_words(new_page: NewPage, lang: Lang) -> None:
    person = Person(new_page("phone", lang))
    page = person.page
    stage = Stage(page, HONOUR, neighbour=revokes, lang=lang).open()
    person.play_until("play")
    while not page.locator("[data-aside=call]").count():
        person.do("play")
        person.play_until("play")
    page.locator("[data-aside=call]").click()
    assert violations(page) == []
    expect(page.locator("dialog [data-cost=call]")).to_contain_text(
        {"en": "costs your side three tricks", "de": "kostet deine Partei drei Stiche"}[lang]
    )
    page.locator("dialog [data-action=call]").click()
    told = {
        "en": "Revoke by {} in trick {}, called by you: {}.",
        "de": "Nicht bedient von {} in Stich {}, gemeldet von dir: {}.",
    }[lang]
    verdicts = {"en": ("refused", "upheld"), "de": ("abgewiesen", "bestätigt")}[lang]
    expect(page.locator(".notice")).to_be_visible()
    called = next(event.action for event in stage.game.events if isinstance(event.action, Call))
    assert stage.game.round is not None
    judged = stage.game.round.conduct.judgements[0]
    name = ("Nora", "Emil", "Ada", "Wim")[called.seat]
    sentence = told.format(name, called.trick, verdicts[judged.upheld])
    expect(page.locator(".notice")).to_contain_text(sentence)


def test_R6_round_is_scored_when_all_agree(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    Stage(person.page, HONOUR).open()
    person.play_until("agree")
    expect(person.page.locator("[data-aside=call]")).to_be_visible()
    person.do("agree")
    assert person.task() in {"continue", "over"}


@pytest.mark.parametrize(("review", "seen"), [("none", 0), ("last_trick", 4), ("all", 8)])
def test_P14_past_tricks_are_shown_as_far_as_the_rules_allow(
    new_page: NewPage, review: str, seen: int
) -> None:
    person = Person(new_page("phone"))
    Stage(person.page, {"play.review": review, **NO_BLIND}).open()
    for _ in range(2):
        person.play_until("play")
        person.do("play")
    person.play_until("play")
    person.page.keyboard.press("t")
    expect(person.page.locator("dialog[open] [role=img]")).to_have_count(seen)

"""The terminal program with all kinds of rules, used with the keyboard."""

from collections.abc import Callable

import pytest
from msgspec import structs
from textual.pilot import Pilot

from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.choices import Answer, choices_of
from spadille.cli.play.local_game import LocalGame
from spadille.cli.play.picture import picture_of
from spadille.cli.play.prompts import notes_of, prompt_of
from spadille.cli.play.screens import QuestionScreen, TableScreen
from spadille.cli.play.voice import Voice
from spadille.cli.play.widgets import ChoicePad, HandRow, KeyLine, SeatPlate
from spadille.game import Bid, Call, Card, Claim, Game, Play, Preset, Rules, Say, Seat, revoked
from support.keyboard import do, go_to, play_to_end, reach_table, table_of
from support.stepped_clock import SteppedClock
from support.terminal import cards_on, my_turn, on_screen, prompt, use
from support.terminal_rules import HONOUR, KITTY, NO_BLIND, PICK_OF_TWO, VARIANTS, own


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_game_of_a_variant_is_playable_by_keyboard(variant: str) -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await play_to_end(app, pilot)
        game = table.game.game
        assert game.over
        assert len(game.results) >= 1
        tried = {event.action.__class__ for event in game.events if event.seat == table.game.me}
        assert {Bid, Play} <= tried

    use(steps, own(VARIANTS[variant]), "beginner", seed="5")


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_cards_of_a_variant_are_never_on_the_screen(variant: str) -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        await pilot.pause()
        view = table.game.view
        seen = {card for trick in view.tricks for card in trick.cards}
        seen |= set(view.hand or ()) | set(view.trick.cards if view.trick else ())
        seen |= {card for cards in view.face_up for card in cards}
        assert cards_on(app) <= seen

    use(steps, own({**VARIANTS[variant], **NO_BLIND}), "beginner", size=(120, 40))


def test_N13_six_seats_are_shown_around_the_table() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        await pilot.pause()
        text = on_screen(app)
        for name in ("North", "East", "South", "West", "Fifth", "Sixth"):
            assert name in text
        assert text.count("bid: ") == 6
        assert len(table.query(SeatPlate)) == 6

    use(steps, own({**VARIANTS["six, two packs"], **NO_BLIND}), "beginner")


def test_K4_jokers_are_named_and_come_first_in_the_hand() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "bidding")
        await pilot.pause()
        shown = picture_of(table.game.view, "", Voice()).mine
        assert shown is not None
        assert shown[0] is Card.JB
        assert "B★" in on_screen(app)

    rules = own({**VARIANTS["three, jokers"], **NO_BLIND})
    use(steps, rules, "beginner", seed=seed_where(rules, lambda game: Card.JB in hand(game)))


def test_V26_no_trump_round_shows_nothing_about_broken_spades() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        view = (await my_turn(app, pilot, "play")).game.view
        assert "spades are" in picture_of(view, "", Voice()).status
        bare = picture_of(structs.replace(view, trump=False), "", Voice())
        assert bare.status == ""

    use(steps)


def test_D12_kitty_cards_are_marked_and_discarded() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "kitty")
        await pilot.pause()
        view = table.game.view
        assert len(view.hand or ()) == 15
        assert on_screen(app).count("+") >= 2
        assert "Mark 2 cards to discard." in prompt(table)
        for card in view.received:
            await go_to(card, table, pilot)
            await pilot.press("space")
        await pilot.press("g")
        assert table.game.view.given == view.received
        assert len(table.game.view.hand or ()) == 13

    rules = own(KITTY)
    use(steps, rules, "beginner", seed=seed_where(rules, i_deal))


def test_K6_both_copies_of_a_card_can_be_marked() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "kitty")
        cards = table.game.view.hand or ()
        twice = next(card for card in cards if cards.count(card) == 2)
        row = table.query_one(HandRow)
        for _ in range(2):
            await go_to(twice, table, pilot)
            await pilot.press("space")
        assert list(row.marked) == [twice, twice]
        await pilot.press("space")
        assert list(row.marked) == [twice]

    rules = own(
        {
            "table.players": 6,
            "deck.packs": 2,
            "deal.leftover": "kitty",
            "deal.kitty_taker": "dealer",
            **NO_BLIND,
        }
    )

    def deals_with_a_pair(game: LocalGame) -> bool:
        return i_deal(game) and len(set(hand(game))) < len(hand(game))

    use(steps, rules, "beginner", seed=seed_where(rules, deals_with_a_pair), size=(120, 40))


def test_N2_both_drawn_cards_are_shown_and_either_is_kept() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "draft")
        await pilot.pause()
        first, second = table.game.view.offered
        assert cards_on(app) >= {first, second}
        labels = [choice.label for choice in choices(table)]
        assert labels == [f"Keep the {first.spoken}", f"Keep the {second.spoken}"]
        await pilot.press("n")
        assert second in (table.game.view.hand or ())

    use(steps, own(PICK_OF_TWO), "beginner")


def test_P13_card_is_taken_back_by_keys() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        before = table.game.view.hand
        table._flow._pace = 1000  # the bots wait forever
        await do(table.game.view.options.actions[0], table, pilot)
        assert table.game.view.hand != before
        assert "F3" in keys_shown(table)
        await pilot.press("f3")
        await pilot.pause()
        assert isinstance(app.screen, QuestionScreen)
        await pilot.press("t")
        await pilot.pause()
        assert table.game.view.hand == before
        assert table.game.view.to_act == table.game.me

    use(steps, own({**HONOUR, **NO_BLIND}), "beginner")


@pytest.mark.parametrize("by", ["leader", "in_turn"])
def test_P17_claim_by_keys_is_judged(by: str) -> None:
    """P17: before a lead, and during a trick where the table allows it."""

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        while (table.game.view.trick is None) == (by == "in_turn"):
            await do(table.game.view.options.actions[0], table, pilot)
            table = await my_turn(app, pilot, "play")
        await pilot.press("f3")
        await pilot.pause()
        await pilot.press("c")
        await pilot.pause()
        assert [judged.kind for judged in table.game.view.judgements] == ["claim"]
        assert notes_of(table.game.view, Voice())[-1].endswith("claims the rest: not certain.")
        assert "claims" in on_screen(app)

    rules = own({"play.claim_by": by, **NO_BLIND})
    use(steps, rules, "beginner", seed="8", size=(120, 40))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_P18_player_owed_a_trick_is_asked_to_award_the_rest(lang: str) -> None:
    alone = Rules().with_options(
        {"table.teams": "solo", "play.false_claim": "forfeit_tricks", **NO_BLIND}
    )
    game = Game.new(alone, seed=1)
    while game.phase != "play":
        game = game.apply(game.legal_actions().actions[0])
    game = game.apply(Claim())
    assert game.to_act is not None
    view, voice = game.view_to_act, Voice(lang)
    assert prompt_of(view, voice).endswith(
        {"en": "Who gets the remaining tricks?", "de": "Wer bekommt die übrigen Stiche?"}[lang]
    )
    asked = choices_of(view, voice)
    assert [choice.action for choice in asked] == [*view.options.actions]
    assert len({choice.key for choice in asked}) == len(asked) == 3
    assert {"en": "gets the tricks", "de": "bekommt die Stiche"}[lang] in asked[0].label


def test_R2_notes_name_the_revoke_that_caused_a_redeal() -> None:
    watched = Rules().with_options({**HONOUR, **NO_BLIND, "enforcement.revoke_penalty": "redeal"})
    game = Game.new(watched, seed=1)
    while game.round is None or not game.round.conduct.redeals:
        options = game.legal_actions()
        calls = [call for call in options.aside if isinstance(call, Call)]
        assert game.round is not None
        true = [call for call in calls if revoked(game.round, call.seat, call.trick)]
        game = game.apply((true or options.tolerated or options.actions)[0])
    first, second = notes_of(game.view(None), Voice())
    assert "revoked in trick 1" in first
    assert second == "The cards are dealt again."


def test_B7_estimate_is_sent_by_keys() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "bidding")
        await pilot.press("f3")
        await pilot.pause()
        for keys in (["e"], ["2", "enter"], ["4", "enter"]):
            await pilot.press(*keys)
            await pilot.pause()
        assert table.game.view.said[table.game.me] == Say(2, 4)
        assert isinstance(app.screen, TableScreen)
        assert isinstance(choices(table)[0].action, Bid)

    use(steps, own({"bidding.talk": "estimate", **NO_BLIND}), "beginner")


def test_R1_illegal_card_is_played_only_after_a_warning() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        while not table.game.view.options.tolerated:
            await do(table.game.view.options.actions[0], table, pilot)
            table = await my_turn(app, pilot, "play")
        wrong = table.game.view.options.tolerated[0]
        assert isinstance(wrong, Play)
        before = table.game.game
        for answer, played in (("b", False), ("p", True)):
            await go_to(wrong.card, table, pilot)
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, QuestionScreen)
            await pilot.press(answer)
            await pilot.pause()
            assert (table.game.game != before) == played

    use(steps, own({**HONOUR, **NO_BLIND}), "beginner")


def test_R1_revoke_is_called_by_keys() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        while not table.game.view.tricks:
            await do(table.game.view.options.actions[0], table, pilot)
            table = await my_turn(app, pilot, "play")
        await pilot.press("f3")
        await pilot.pause()
        for key in ("r", "e"):
            await pilot.press(key)
            await pilot.pause()
        judged = table.game.view.judgements
        assert [(one.accused, one.trick, one.upheld) for one in judged] == [(Seat.EAST, 1, False)]
        assert "East did not revoke" in notes_of(table.game.view, Voice())[-1]
        assert "wrong" in on_screen(app)

    use(steps, own({**HONOUR, **NO_BLIND}), "beginner", size=(120, 40))


def test_E11_blind_bids_are_shown_and_reached_by_arrows() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        table = table_of(app)
        while not choices(table):
            await pilot.pause()
        for told in ("Look at my cards", "Bid blind nil", *(f"blind {n}" for n in range(6, 14))):
            assert told in on_screen(app)
        await pilot.press("down", "down", "right", "down", "enter")
        await pilot.pause()
        assert table.game.view.bids[table.game.me] == Bid(10, blind=True)

    use(steps, own({"blind.bids": "player", "blind.deficit": 0}), "beginner")


def test_E14_little_mo_is_offered_after_the_bid() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "bidding")
        assert all(not getattr(choice.action, "mo", "") for choice in choices(table))
        await pilot.press("4", "enter")
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        assert table.game.view.bids[table.game.me] == Bid(4, mo="little")

    use(steps, own({"bidding.opening_tricks": True, **NO_BLIND}), "beginner")


def test_S17_expired_clock_makes_the_round_the_last() -> None:
    clock = SteppedClock()
    rules = Preset("own", {}, {}, "", Rules().with_options({"end.minutes": 2}))
    game = LocalGame(rules, "random", "1", clock)
    before = game.time_is_up
    clock.go_on(120)
    after = game.time_is_up
    assert (before, after) == (False, True)
    game.end_time()
    assert game.view.time_up
    once_more = game.time_is_up
    assert once_more is False


def choices(table: TableScreen) -> tuple[Answer, ...]:
    return table.query_one(ChoicePad).choices


def keys_shown(table: TableScreen) -> str:
    return str(table.query_one(KeyLine).content)


def hand(game: LocalGame) -> tuple[Card, ...]:
    round = game.game.round
    return round.hands[game.me] if round else ()


def i_deal(game: LocalGame) -> bool:
    return game.game.dealer == game.me


def seed_where(rules: Preset, holds: Callable[[LocalGame], bool]) -> str:
    """Return a seed for which a condition holds right after the first deal."""
    for seed in map(str, range(300)):
        game = LocalGame(rules, "beginner", seed, SteppedClock())
        while game.game.waits_for_chance:
            game.let_chance_act()
        if holds(game):
            return seed
    raise AssertionError("no such deal")

"""Bids before the cards are seen, and cards that are passed, in the terminal."""

from msgspec import structs
from textual.pilot import Pilot

from spadille.bots import load
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.local_game import LocalGame
from spadille.cli.play.screens import TableScreen
from spadille.cli.play.widgets import ChoicePad, HandRow
from spadille.game import BLIND_NIL, Pass, Preset, Swap, presets
from support.keyboard import do, reach_table, table_of
from support.stepped_clock import SteppedClock
from support.terminal import cards_on, click_card, my_turn, prompt, use


def with_exchange(**options: object) -> Preset:
    """Return the Puzzle Pirates rules, with a blind nil for everyone from the first round."""
    preset = presets()["puzzle-pirates"]
    rules = preset.rules.with_options({"nil.blind_deficit": 0, **options})
    return structs.replace(preset, rules=rules)


def seed_where_i_bid_last() -> str:
    """Return a seed with which the person deals."""
    for seed in map(str, range(100)):
        game = LocalGame(with_exchange(), "random", seed, SteppedClock())
        while game.game.waits_for_chance:
            game.let_chance_act()
        if game.game.dealer == game.me:
            return seed
    raise AssertionError("the person never deals")


def seed_with_nil_of_partner() -> str:
    """Return a seed with which a random partner bids nil and passes two cards."""
    for seed in map(str, range(200)):
        rules = with_exchange(**{"exchange.nil_cards": 2})
        game = LocalGame(rules, "random", seed, SteppedClock())
        bot = load("beginner")
        while game.game.phase in {"draw", "deal", "bidding", "exchange"}:
            choose = game.view.options.choose
            if choose is not None and choose.sizes == (2,):
                return seed
            if game.game.waits_for_chance:
                game.let_chance_act()
            elif game.bot_to_act is not None:
                game.act_for(game.bot_to_act, game.decision(game.bot_to_act))
            else:
                game.act(bot.act(game.view))
    raise AssertionError("no partner ever bids nil")


async def bid_blind_nil(app: SpadilleApp, pilot: Pilot[None]) -> TableScreen:
    await reach_table(app, pilot)
    table = table_of(app)
    while table.game.view.to_act != table.game.me:
        await pilot.pause()
    await pilot.pause()
    await pilot.press("b", "enter")
    return table


async def until_marking(table: TableScreen, pilot: Pilot[None]) -> None:
    while table.game.view.options.choose is None:
        await pilot.pause()
    await pilot.pause()


def marks(table: TableScreen) -> int:
    return len(table.query_one(HandRow).marked)


def test_hand_is_face_down_until_the_player_looks() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        table = table_of(app)
        while table.game.view.to_act != table.game.me:
            await pilot.pause()
        await pilot.pause()
        assert not cards_on(app)
        await pilot.press("l")
        assert cards_on(app) == set(table.game.view.hand or ())

    use(steps, "gold-blue")


def test_blind_bid_is_offered_once_and_stray_keys_bid_nothing() -> None:
    clock = SteppedClock()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        table = table_of(app)
        while table.game.view.to_act != table.game.me:
            if clock.asleep:
                assert not table.query_one(ChoicePad).choices
                await pilot.press("enter", "b")
                assert table.game.view.hand is None, "nobody has been asked yet"
                clock.go_on(1)
            await pilot.pause()
        await pilot.pause()
        assert len(table.query_one(ChoicePad).choices) == 2
        await pilot.press("b")
        assert table.game.view.bids[table.game.me] is None
        await pilot.press("enter")
        assert table.game.view.bids[table.game.me] == BLIND_NIL

    use(steps, with_exchange(), "beginner", seed=seed_where_i_bid_last(), clock=clock, pace=1)


def test_look_is_possible_before_the_turn() -> None:
    clock = SteppedClock()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        table = table_of(app)
        while table.game.view.phase != "bidding":
            await pilot.pause()
            clock.go_on(1)
        assert table.game.view.to_act != table.game.me
        await pilot.press("l")
        assert table.game.view.hand is not None

    use(steps, with_exchange(), "beginner", seed=seed_where_i_bid_last(), clock=clock, pace=1)


def test_marked_cards_are_passed_to_the_partner() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await bid_blind_nil(app, pilot)
        await until_marking(table, pilot)
        hand = table.game.view.hand
        assert hand is not None
        await do(Pass((hand[0], hand[5])), table, pilot)
        given = table.game.view.given
        assert given == (hand[0], hand[5])
        while table.game.view.phase != "play":
            await pilot.pause()
        assert len(table.game.view.received) == 2

    use(steps, with_exchange(), "beginner")


def test_wrong_number_of_cards_is_rejected_and_marks_stay() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await bid_blind_nil(app, pilot)
        await until_marking(table, pilot)
        await pilot.press("right", "space", "enter")
        assert "give 2 cards" in prompt(table)
        assert marks(table) == 1
        await pilot.press("down")
        assert marks(table) == 0
        await pilot.press("k")
        assert table.game.view.given == ()
        assert table.game.view.options.choose is None

    use(steps, with_exchange(), "beginner")


def test_partner_of_a_nil_returns_as_many_cards() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "exchange")
        hand = table.game.view.hand
        assert hand is not None
        assert len(hand) == 15
        await click_card(hand[0], table, pilot)
        await click_card(hand[14], table, pilot)
        assert table.query_one(HandRow).marked == (hand[0], hand[14])
        await pilot.press("g")
        assert table.game.view.given == (hand[0], hand[14])

    seed = seed_with_nil_of_partner()
    use(steps, with_exchange(**{"exchange.nil_cards": 2}), "random", seed=seed)


def test_double_nil_of_two_players_swaps_cards() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await bid_blind_nil(app, pilot)
        bot = load("beginner")
        while table.game.view.phase == "draft":
            if table.game.view.to_act == table.game.me:
                await do(bot.act(table.game.view), table, pilot)
            await pilot.pause()
        await until_marking(table, pilot)
        hand = table.game.view.hand
        assert hand is not None
        await do(Swap(hand[-3:]), table, pilot)
        while not table.game.view.received:
            await pilot.pause()
        assert table.game.view.given == hand[-3:]
        assert len(table.game.view.received) == 3

    use(steps, "two-player", "beginner")

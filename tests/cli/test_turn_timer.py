"""P16 in the terminal: the turn timer runs against bots too, and acts when time runs out."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from spadille.bots import BotError, load
from spadille.cli.play.app import SpadilleApp
from spadille.cli.play.flow import Flow
from spadille.cli.play.local_game import LocalGame
from spadille.cli.play.screens import QuestionScreen
from spadille.cli.play.shelf import format_kept, load_kept
from spadille.cli.play.voice import Voice
from spadille.cli.play.widgets import TurnTimer
from spadille.game import Bid, Event, Look, Play, PlayerAction, Preset, Seat, SeatView
from support.keyboard import go_to, reach_table, table_of
from support.stepped_clock import SteppedClock
from support.terminal import my_turn, on_screen, prompt, use
from support.terminal_rules import HONOUR, NO_BLIND, own

SECONDS = 2
PACE = 1.0


class Witness:
    """Records what it is shown of a game."""

    def __init__(self) -> None:
        self.glass: list[float | None] = []
        self.forced: list[PlayerAction] = []

    def game_changed(self) -> None:
        pass

    def glass_ran(self, left: float | None) -> None:
        self.glass.append(left)

    def time_ran_out(self, action: PlayerAction) -> None:
        self.forced.append(action)

    async def round_ended(self) -> None:
        pass


class Table:
    """A game that continues automatically, seen by a witness."""

    def __init__(self, preset: Preset, level: str = "random", seed: str = "1") -> None:
        self.clock = SteppedClock()
        self.game = LocalGame(preset, level, seed, self.clock)
        self.witness = Witness()
        self.flow = Flow(self.game, self.witness, self.clock, pace=0)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let everything that takes no time happen until a condition holds."""
        while not holds():  # noqa: ASYNC110 - whatever it is, it happens in this loop
            await asyncio.sleep(0)

    async def go_on(self, seconds: float) -> None:
        """Let time pass once the game is waiting for it."""
        await self.until(lambda: self.clock.asleep)
        self.clock.go_on(seconds)

    async def my_turn(self, phase: str) -> None:
        """Continue with a beginner's decisions until it is the person's turn in a phase."""
        bot = load("beginner")
        while True:
            await self.until(lambda: self.game.game.to_act == self.game.me)
            view = self.game.view
            if view.phase == phase and view.hand is not None:
                return
            self.flow.act(bot.act(view))

    @property
    def mine(self) -> list[Event]:
        return [event for event in self.game.game.events if event.seat == self.game.me]


def glass(**options: object) -> Preset:
    """Return rules with a short turn timer."""
    return own({"clock.turn_seconds": SECONDS, **options})


def at(table: Table, steps: Callable[[], Awaitable[None]]) -> None:
    """Take `steps` while the game at a table continues."""

    async def run() -> None:
        going = asyncio.create_task(table.flow.run())
        try:
            await asyncio.wait_for(steps(), 60)
        finally:
            going.cancel()

    asyncio.run(run())


def test_P16_expired_turn_timer_plays_a_random_legal_card() -> None:
    played = set()
    for seed in "123456":
        table = Table(glass(**NO_BLIND), "beginner", seed)

        async def steps(table: Table = table) -> None:
            await table.my_turn("play")
            options = table.game.view.options
            await table.go_on(SECONDS - 0.25)
            await table.until(lambda: table.clock.asleep)
            assert not table.witness.forced
            await table.go_on(0.25)
            await table.until(lambda: bool(table.witness.forced))
            (action,) = table.witness.forced
            assert isinstance(action, Play)
            assert action in options
            played.add(options.actions.index(action))

        at(table, steps)
    assert len(played) > 1, "always the same card is no random card"


def test_P16_expired_turn_timer_lets_a_bot_play_if_rules_say_so() -> None:
    table = Table(glass(**NO_BLIND, **{"clock.on_timeout": "bot"}), "beginner")

    async def steps() -> None:
        await table.my_turn("play")
        wanted = load("beginner").act(table.game.view)
        await table.go_on(SECONDS)
        await table.until(lambda: bool(table.witness.forced))
        assert table.witness.forced == [wanted]

    at(table, steps)


@pytest.mark.parametrize("options", [{}, {"deal.face_up": 2}, {"exchange.nil_cards": 2}])
def test_P16_idle_player_reaches_the_end_of_a_game(options: dict[str, object]) -> None:
    table = Table(glass(**options), "beginner")

    async def steps() -> None:
        while not table.game.game.over:
            await table.until(lambda: table.game.game.over or table.clock.asleep)
            table.clock.go_on(SECONDS)
        assert len(table.witness.forced) == len(table.mine) >= 14
        assert {Look, Bid, Play} >= {type(action) for action in table.witness.forced}

    at(table, steps)


def test_P16_bot_failure_on_timeout_is_reported() -> None:
    rules = glass(**NO_BLIND, **{"clock.on_timeout": "bot"})

    async def run() -> None:
        table = Table(rules, "cli.test_turn_timer:NeverAsSouth")
        going = asyncio.create_task(table.flow.run())
        await table.my_turn("play")
        await table.go_on(SECONDS)
        with pytest.raises(BotError, match="ValueError: not for South"):
            await going

    asyncio.run(run())


class NeverAsSouth:
    """A custom bot that does not play for the person."""

    def __init__(self, seed: str) -> None:
        self._bot = load("beginner", seed)

    def act(self, view: SeatView) -> PlayerAction:
        if view.seat == Seat.SOUTH:
            raise ValueError("not for South")
        return self._bot.act(view)


def test_P16_turn_timer_restarts_for_a_card_but_not_for_a_look() -> None:
    table = Table(glass(**{"nil.blind_deficit": 0}), "beginner")

    async def steps() -> None:
        await table.until(lambda: table.game.game.to_act == table.game.me)
        assert table.game.view.hand is None
        table.clock.go_on(1)
        table.flow.act(Look())
        assert table.game.turn_left == SECONDS - 1
        await table.my_turn("play")
        assert table.game.turn_left == SECONDS
        table.clock.go_on(SECONDS / 2)
        assert table.game.turn_left == SECONDS / 2

    at(table, steps)


def test_P20_time_bank_runs_after_turn_timer_and_gains_each_turn() -> None:
    table = Table(
        glass(**NO_BLIND, **{"clock.bank_seconds": 10, "clock.increment_seconds": 3}), "beginner"
    )

    async def steps() -> None:
        await table.my_turn("bidding")
        assert table.game.turn_left == SECONDS + 10
        table.clock.go_on(SECONDS + 4)
        assert table.game.turn_left == 6
        table.flow.act(load("beginner").act(table.game.view))
        assert table.game.bank == 9
        assert load_kept(format_kept(table.game), table.clock).bank == 9

    at(table, steps)


def test_P16_turn_timer_is_reported_every_second_and_at_its_end() -> None:
    table = Table(glass(**NO_BLIND))

    async def steps() -> None:
        await table.my_turn("play")
        await table.until(lambda: table.witness.glass[-1:] == [SECONDS])
        del table.witness.glass[:-1]
        for _ in range(SECONDS):
            await table.go_on(1)
        await table.until(lambda: None in table.witness.glass)
        assert table.witness.glass[: SECONDS + 1] == [2, 1, None]

    at(table, steps)


def test_P16_turn_timer_is_off_if_rules_have_none() -> None:
    table = Table(own(NO_BLIND))

    async def steps() -> None:
        await table.my_turn("play")
        table.clock.go_on(10_000)
        await asyncio.sleep(0)
        assert set(table.witness.glass) == {None}
        assert not table.witness.forced

    at(table, steps)


def test_P16_expired_turn_timer_closes_an_open_question() -> None:
    clock = SteppedClock()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        while not table.game.view.options.tolerated:
            await pilot.press("enter")
            table = await my_turn(app, pilot, "play")
        await pilot.pause()
        wrong = table.game.view.options.tolerated[0]
        assert isinstance(wrong, Play)
        for shown in ("██████   2 s", "███░░░   1 s"):
            while not clock.asleep:
                await pilot.pause()
            await pilot.pause()
            assert shown in on_screen(app)
            clock.go_on(1 if "2" in shown else 0)
        await go_to(wrong.card, table, pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, QuestionScreen)
        assert clock.asleep
        mine = sum(event.seat == table.game.me for event in table.game.game.events)
        clock.go_on(1)
        await reach_table(app, pilot)
        while table.game.view.to_act != table.game.me:
            await pilot.pause()
        events = [event for event in table.game.game.events if event.seat == table.game.me]
        assert len(events) == mine + 1
        assert events[-1].action != wrong

    use(steps, glass(**HONOUR, **NO_BLIND), "beginner", size=(100, 30), clock=clock)


def test_P16_forced_action_is_announced() -> None:
    clock = SteppedClock()

    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        await reach_table(app, pilot)
        table = table_of(app)
        said = {}
        while table.game.view.phase != "play" or "play" not in said:
            while not clock.asleep:
                await pilot.pause()
            mine = table.game.view.to_act == table.game.me
            phase = table.game.view.phase
            clock.go_on(SECONDS if mine else PACE)
            while mine and table.game.view.to_act == table.game.me:
                await pilot.pause()
            if mine:
                await pilot.pause()
                said[phase] = prompt(table)
        assert said["bidding"].startswith("Time is up: a bot decided for you. ")
        card = table.game.game.events[-1].action
        assert isinstance(card, Play)
        assert said["play"].startswith(f"Time is up: the {Voice().say(card.card.spoken)} was")

    use(steps, glass(**NO_BLIND), "beginner", clock=clock, pace=PACE)


def test_turn_timer_is_hidden_if_off() -> None:
    async def steps(app: SpadilleApp, pilot: Pilot[None]) -> None:
        table = await my_turn(app, pilot, "play")
        assert not table.query_one(TurnTimer).display

    use(steps, own(NO_BLIND), "beginner")

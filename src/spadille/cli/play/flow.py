"""The course of a game: chance and bots act, and the turn timer runs while the player thinks."""

import asyncio
from collections.abc import Awaitable
from math import ceil
from typing import Literal, Protocol

from ...game import Look, PlayerAction, TakeBack
from .local_game import Clock, LocalGame

_TO_TAKE_BACK = 4
"""How long bots wait while a card may be taken back, in multiples of their pace."""

_LINGER = 2.2
"""How long a complete trick stays on the table, in multiples of the bots' pace."""


class Onlooker(Protocol):
    """An interface that is shown the progress of the game."""

    def game_changed(self) -> None:
        """Show that someone has acted."""

    def glass_ran(self, left: float | None) -> None:
        """Show the seconds left for the person's turn; None means that no turn timer runs."""

    def time_ran_out(self, action: PlayerAction) -> None:
        """Show the action taken for the player after their time ran out."""

    async def round_ended(self) -> None:
        """Show that a round is over; the next one begins when this returns."""


class Flow:
    """Runs a game until it is over; pauses are multiples of `pace`, which is in seconds."""

    def __init__(self, game: LocalGame, onlooker: Onlooker, clock: Clock, pace: float) -> None:
        self._game = game
        self._onlooker = onlooker
        self._clock = clock
        self._pace = pace
        self._moved = asyncio.Event()

    def act(self, action: PlayerAction) -> None:
        """Apply an action by the player.

        Raises:
            IllegalActionError: if it is not allowed now; the game is unchanged.
        """
        self._game.act(action)
        self._onlooker.game_changed()
        self._moved.set()

    def undo(self) -> None:
        """Undo the person's last decision."""
        self._game.undo()
        self._onlooker.game_changed()
        self._moved.set()

    async def run(self) -> None:
        """Run the game, and return when it is over.

        Raises:
            BotError: if your own bot fails; the game stays as it was.
        """
        game = self._game
        while not game.game.over:
            if game.time_is_up:
                game.end_time()
            elif game.game.waits_for_chance:
                if game.view.phase == "score":
                    await self._pause(_LINGER)
                    await self._onlooker.round_ended()
                game.let_chance_act()
            elif game.bot_to_act is None:
                await self._wait_for_person()
                continue  # their actions have been shown already
            else:
                await self._let_bot_act()
            self._onlooker.game_changed()
        await self._pause(_LINGER)

    async def _wait_for_person(self) -> None:
        """Wait until the person acts, or their time is up and an action is taken for them."""
        self._moved.clear()
        moved = asyncio.create_task(self._moved.wait())
        try:
            while not moved.done() and (left := self._game.turn_left) != 0:
                self._onlooker.glass_ran(left)
                if left is None:
                    await moved
                else:
                    await self._first(moved, self._clock.sleep(left - ceil(left) + 1))
            if not moved.done():
                await self._act_for_person()
        finally:
            moved.cancel()
        self._onlooker.glass_ran(None)

    async def _first(self, moved: asyncio.Task[Literal[True]], second: Awaitable[None]) -> None:
        """Wait until the person moves or the second is over."""
        tick = asyncio.ensure_future(second)
        try:
            await asyncio.wait((moved, tick), return_when=asyncio.FIRST_COMPLETED)
        finally:
            tick.cancel()

    async def _act_for_person(self) -> None:
        before = self._game.game
        action = await asyncio.to_thread(self._game.decision, self._game.me)
        if self._game.game is before:  # the person may have acted in the meantime
            self._game.act_for(self._game.me, action)
            self._onlooker.time_ran_out(action)
            self._onlooker.game_changed()

    async def _let_bot_act(self) -> None:
        game = self._game
        await self._pause(self._beats())
        for _ in range(2):  # after looking at the cards, a bot bids at once
            before, seat = game.game, game.bot_to_act
            if seat is None:
                return
            action = await asyncio.to_thread(game.decision, seat)
            if game.game is not before:
                return  # the person has acted in the meantime
            game.act_for(seat, action)
            if not isinstance(action, Look):
                return

    def _beats(self) -> float:
        """Return how long bots wait: longer after a trick, or while a card may be taken back."""
        view = self._game.view
        if TakeBack() in view.options.aside:
            return _TO_TAKE_BACK
        return _LINGER if view.trick is None and view.tricks else 1

    async def _pause(self, beats: float) -> None:
        await self._clock.sleep(self._pace * beats)

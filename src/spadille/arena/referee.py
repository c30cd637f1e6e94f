"""Bots as they sit in a match: their decisions are timed, and failures may be counted."""

from time import perf_counter
from typing import Literal

from ..bots import (
    Acting,
    ProgramError,
    answer_in_words,
    legal_in_words,
    level_on_timeout,
    load_level,
    told_with_place,
)
from ..game import PlayerAction, SeatView
from .tally import Tally, Times

OnIllegal = Literal["stop", "count"]
"""How a match reacts when a bot answers illegally, raises an error or takes too long."""

_SUBSTITUTE = "beginner"
"""The level that bids for a bot that has failed; its cards are chosen as on a timeout."""


class Timed:
    """A bot whose decisions are timed."""

    def __init__(self, bot: Acting, times: Times) -> None:
        self._bot = bot
        self._times = times

    def act(self, view: SeatView) -> PlayerAction:
        """Return the bot's action, and add the seconds it took to the bot's times."""
        start = perf_counter()
        action = self._bot.act(view)
        self._times.add(perf_counter() - start)
        return action


class Forgiven:
    """A bot whose failures are counted; a simple player decides in its place.

    It bids and exchanges like a beginner, and plays as the rules say for a player whose time is
    over, so that a bot does not gain by failing.
    """

    def __init__(self, bot: Acting, tally: Tally, deal: int) -> None:
        self._bot = bot
        self._tally = tally
        self._deal = deal

    def act(self, view: SeatView) -> PlayerAction:
        """Return the bot's action if it is legal, or count a failure and return another."""
        try:
            answer = self._bot.act(view)
            if (legal := view.options.find(answer)) is not None:
                return legal
            shown, others = answer_in_words(answer), legal_in_words(view.options)
            self._tally.fail(self._where(view, f"illegal answer {shown} (legal: {others})"))
        except ProgramError as error:
            illegal = error.code == "bots/illegal-action"
            self._tally.fail(self._where(view, str(error)), illegal=illegal)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the bot may be anyone's code
            problem = f"it raised {told_with_place(error)}"
            self._tally.fail(self._where(view, problem), illegal=False)
        level = level_on_timeout(view, _SUBSTITUTE)
        return load_level(level, seed=f"{self._deal}/{view.seat}").act(view)

    def _where(self, view: SeatView, problem: str) -> str:
        seat = view.seat.spoken
        return f"deal {self._deal}, round {view.round_number}, {seat}: {problem}"

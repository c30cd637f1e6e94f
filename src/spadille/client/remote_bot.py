"""A bot that plays at tables of a server: errors of the bot never stop the game."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ..bots import (
    Acting,
    ProgramError,
    answer_in_words,
    legal_in_words,
    load_level,
    told,
    told_with_place,
)
from ..game import PlayerAction, SeatView
from ..table import protocol
from .connection import PASSING, Client, question
from .errors import ClientError, RefusedError

FALLBACK = "intermediate"
"""The level that decides if a bot fails."""

MOST_REFUSED = 5
"""Refusals in a row after which the bot gives up."""

MOST_ACTIONS = 500
"""The most actions in a round; no game needs more, so a bot that exceeds it is in a loop."""


@dataclass
class RemoteBot:
    """Plays `games` games through a client, at its table or at one open table after another."""

    client: Client
    bot: Acting
    games: int = 1
    pace: float = 0.0
    log: Callable[[str], object] = lambda _: None
    played: int = 0
    _avoided: set[str | None] = field(default_factory=set)
    _question: object = None
    _refused: int = 0
    _actions: tuple[int, int] = (0, 0)

    @property
    def _any_table(self) -> bool:
        return self.client.address.table is None

    def run(self) -> int:
        """Play until all games are over, and return their number.

        Raises:
            ClientError: if the bot cannot continue.
        """
        with self.client as client:
            try:
                while self.played < self.games:
                    self._play()
            finally:
                if client.seated:
                    client.stand()
        return self.played

    def _play(self) -> None:
        """Play a game to its end, or until a refusal."""
        client = self.client
        if client.table is None:
            self._find_table()
        try:
            for view in client.views():
                client.act(self._decided(view))
        except RefusedError as refusal:
            if self._any_table and client.state is None and refusal.code.startswith("table/"):
                self._move_on("cannot enter that table")
            else:
                self._bear(refusal)
        except ClientError as error:
            if not self._any_table or error.code != "visit/no-seat":
                raise
            self._move_on(str(error))
        else:
            self._finish()

    def _find_table(self) -> None:
        """Go to the first open table where a person waits for others."""
        self.log("looking for an open table")
        while self.client.table is None:
            match self.client.receive():
                case protocol.Lobby(open=tables):
                    for one in tables:
                        waits = any(s.occupant == "person" and not s.program for s in one.seats)
                        free = any(seat.occupant == "open" for seat in one.seats)
                        if one.waiting and waits and free and one.table not in self._avoided:
                            self.client.enter(one.table)
                            break
                case protocol.Refusal(code=code, text=text) if code not in PASSING:
                    raise RefusedError(code, "{text}", text=text)

    def _move_on(self, why: str) -> None:
        self.log(why)
        self._avoided.add(self.client.table)
        self._actions, self._refused = (0, 0), 0
        self.client.enter(None)

    def _bear(self, refusal: RefusedError) -> None:
        """Count a refusal; after a few of them, or without a seat, give up."""
        self._refused += 1
        if not self.client.seated or self._refused >= MOST_REFUSED:
            raise refusal
        self.log(f"refused: {refusal} ({refusal.code})")

    def _finish(self) -> None:
        self.played += 1
        self._actions, self._refused = (0, 0), 0
        view = self.client.view
        scores = () if view is None else view.standings
        self.log(f"the game is over: {' to '.join(str(one.score) for one in scores)}")
        if self._any_table and self.played < self.games:
            self.client.stand()
            self.client.enter(None)

    def _decided(self, view: SeatView) -> PlayerAction:
        """Return the action for a view, when the time of the pace is over."""
        begun = time.monotonic()
        if (asked := question(view)) != self._question:
            self._question, self._refused = asked, 0
        round, count = self._actions
        self._actions = (view.round_number, count + 1 if round == view.round_number else 1)
        if self._actions[1] > MOST_ACTIONS:
            raise ClientError("visit/circles", "the bot repeats itself without end and was stopped")
        action = self._answer(view)
        time.sleep(max(0.0, begun + self.pace - time.monotonic()))
        return action

    def _answer(self, view: SeatView) -> PlayerAction:
        """Return the bot's action, or that of a simpler level if the bot fails."""
        try:
            action = self.bot.act(view)
            legal = view.options.find(action)
            if self._refused == 0 and legal is not None:
                return legal
            answer, others = answer_in_words(action), legal_in_words(view.options)
            self.log(f"illegal answer {answer} (legal: {others}); {FALLBACK} decides")
        except ProgramError as error:
            self.log(f"the bot failed: {error}; {FALLBACK} decides")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the bot may be anyone's code
            self.log(f"the bot raised {told_with_place(error)}; {FALLBACK} decides")
        try:
            return load_level(FALLBACK, seed=secrets.randbits(64)).act(view)
        except Exception as error:  # noqa: BLE001 - as above
            self.log(f"{FALLBACK} failed too ({told(error)})")
            return next(iter(view.options))


def play(  # noqa: PLR0913 - the options of `spadille bot`
    url: str,
    token: str | None,
    bot: Acting,
    *,
    name: str = "Bot",
    games: int = 1,
    pace: float = 0.0,
    log: Callable[[str], object] = lambda _: None,
) -> int:
    """Let a bot play at the table of a link, or at open tables of a server; return the games.

    `bot` is anything with `act(view)`. If it fails or answers with an illegal action, the level
    `intermediate` decides. `pace` is the least number of seconds for an action, and `log` gets a
    line about everything that happens. At the end, also after Ctrl-C, the bot gives up its seat.

    Raises:
        ClientError: if the bot cannot continue.
    """
    return RemoteBot(Client(url, token, name=name, log=log), bot, games, pace, log).run()

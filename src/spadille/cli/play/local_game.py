"""A game between a person at this terminal and bots, and its clock."""

import asyncio
import time

from ...bots import after, answer_of, level_on_timeout, load
from ...game import (
    Aside,
    Game,
    IllegalActionError,
    PlayerAction,
    Preset,
    Seat,
    SeatView,
    TimeUp,
    last_decisions,
    shuffler,
    taken_back,
    with_tricks_gathered,
)
from ...notation import replayed

_MINUTE = 60


class Clock:
    """The source of all times in the program."""

    def time(self) -> float:
        """Return the seconds since some moment; the value never goes back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait for a number of seconds."""
        await asyncio.sleep(seconds)


class LocalGame:
    """The state of the game, the bots around the table, chance, and the time left.

    With the same preset, level and seed, the deals are the same and bots decide the same way.
    """

    def __init__(self, preset: Preset, level: str, seed: str, clock: Clock) -> None:
        self.preset = preset
        self.level = level
        self.seed = seed
        rules = preset.rules
        self.me = Seat.SOUTH if rules.players == 4 else Seat.NORTH
        self._bots = {
            seat: load(level, f"{seed}/{seat.letter}") for seat in rules.seats if seat != self.me
        }
        names = [f"{seat.spoken} ({level})" if seat in self._bots else "" for seat in rules.seats]
        names[self.me] = str(self.me.spoken)
        self.game = self._before_round = Game.new(rules, players=tuple(names))
        self._clock = clock
        self._began = self._turn = clock.time()
        self.bank = float(rules.clock.bank_seconds)
        """The seconds in the person's time bank, beyond the turn timer, when the turn began."""

    def go_on_from(self, game: Game, seconds: float, bank: float | None) -> None:
        """Continue from a state of the same game that was reached after that many seconds.

        If `bank` is None, the time bank is full.
        """
        self.bank = self.bank if bank is None else bank
        self.game, self._before_round = replayed(game.rules, game.players, game.events)
        self._began = self._turn - seconds

    @property
    def view(self) -> SeatView:
        """Return the player's view."""
        return with_tricks_gathered(self.game.view(self.me))

    @property
    def seconds(self) -> float:
        """The number of seconds for which the game has been played."""
        return self._clock.time() - self._began

    @property
    def bot_to_act(self) -> Seat | None:
        """The seat of the bot whose turn it is, if any."""
        return self.game.to_act if self.game.to_act in self._bots else None

    @property
    def time_is_up(self) -> bool:
        """True if the time limit for the game has passed, and the game does not show this yet."""
        minutes = self.game.rules.end.minutes
        if not minutes or self.game.over or self.game.time_up:
            return False
        return self.seconds >= minutes * _MINUTE

    @property
    def turn_left(self) -> float | None:
        """The seconds that the person has left for the turn; None if no timer runs (P16, P20)."""
        clock = self.game.rules.clock
        if not clock.runs or self.game.to_act != self.me:
            return None
        return max(self._turn + clock.limit(self.bank) - self._clock.time(), 0.0)

    def end_time(self) -> None:
        """Make this round the last one."""
        self._change(self.game.apply(TimeUp()))

    @property
    def may_have_hint(self) -> bool:
        """True if it is the person's turn."""
        return self.game.acts(self.me)

    @property
    def may_undo(self) -> bool:
        """True if the person has bid or played something that can be taken back."""
        return self._last_decision is not None

    @property
    def _last_decision(self) -> int | None:
        begin = len(self._before_round.events)
        return last_decisions(self.game, begin, alone=True)[self.me]

    def undo(self) -> None:
        """Undo the person's last bid or card, if there is one."""
        at = self._last_decision
        if at is not None:
            self.game = taken_back(self._before_round, self.game, at)
            self._turn = self._clock.time()

    def act(self, action: PlayerAction) -> None:
        """Apply an action by the player.

        Raises:
            IllegalActionError: if it is not allowed now; the game is unchanged.
        """
        if self.game.to_act is None:
            raise IllegalActionError("game/waits", "the round is over")
        self._change(self.game.apply(action, self.me))

    def decision(self, seat: Seat) -> PlayerAction:
        """Return a bot's decision at a seat, or for a player whose time is up; this may take long.

        Raises:
            BotError: if your own bot fails.
        """
        level, bot = self.level, self._bots.get(seat)
        if bot is None:
            level = level_on_timeout(self.view, level)
            bot = load(level, f"{self.seed}/{seat.letter}")
        return answer_of(level, bot, self.game, seat)

    def act_for(self, seat: Seat, action: PlayerAction) -> None:
        """Apply the action that was decided for a seat.

        Raises:
            BotError: if the bot may not do that.
        """
        self._change(after(self.level, action, self.game, seat))

    def let_chance_act(self) -> None:
        """Draw for the deal, deal or shuffle, as the game requires."""
        if self.game.phase == "score":
            self._before_round = self.game
        self._change(self.game.happen(shuffler(f"{self.seed}/{len(self.game.events)}")))

    def _change(self, game: Game) -> None:
        """Continue with `game`, in which one more thing has happened."""
        clock, now, mine = game.rules.clock, self._clock.time(), self.game.to_act == self.me
        self.game = game
        last = game.events[-1]
        if isinstance(last.action, Aside | TimeUp):
            return
        if clock.bank_seconds and mine and last.seat == self.me:
            self.bank = clock.bank_after(self.bank, now - self._turn)
        self._turn = now

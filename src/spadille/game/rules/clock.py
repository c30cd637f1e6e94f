"""How long players may think: the turn timer, and the bank of each player."""

from collections.abc import Iterator
from typing import Annotated, Literal

from ..text import Message, T
from .option import Conflict, Group, conflict, option


class ClockRules(Group, frozen=True):
    """The turn timer, and the time bank of each player for the game.

    Time that a turn takes beyond the turn timer comes out of its player's bank.
    """

    title = T("Clock")

    turn_seconds: Annotated[
        int,
        option(
            "Turn timer",
            "Seconds for each turn; 0: no limit (P16).",
            between=(0, 600),
            also="timer time limit countdown shot clock hourglass sand-glass sandglass egg timer "
            "deadline Zeitlimit Bedenkzeit Uhr Sanduhr Frist temporizador límite de tiempo "
            "reloj de arena plazo",
        ),
    ] = 0
    bank_seconds: Annotated[
        int,
        option(
            "Time bank",
            "Seconds that each player has for the whole game, used after the turn timer "
            "runs out; 0: none (P20).",
            between=(0, 3600),
            also="timer Fischer chess clock reserve deadline Bedenkzeit Schachuhr Zeitkonto Frist "
            "reloj de ajedrez reserva plazo",
        ),
    ] = 0
    increment_seconds: Annotated[
        int,
        option(
            "Time increment",
            "Seconds added to a player's time bank after each of their turns (P20).",
            between=(0, 60),
            also="Fischer bonus increment delay Zugabe Bonus Zeitzuschlag",
        ),
    ] = 0
    on_timeout: Annotated[
        Literal["random_legal", "bot"],
        option(
            "When time runs out",
            "random_legal: a random legal card is played; bot: a bot decides (P16).",
            names=("Random card", "Bot"),
            also="timer autoplay hourglass deadline Zeitlimit Bedenkzeit Sanduhr Frist tiempo "
            "agotado reloj de arena plazo",
        ),
    ] = "random_legal"

    @property
    def runs(self) -> bool:
        """Return True if the turn timer ends turns."""
        return bool(self.turn_seconds or self.bank_seconds)

    def limit(self, bank: float) -> float:
        """Return how long a turn may last for a player with that much in the bank."""
        return self.turn_seconds + bank

    def left_of(self, bank: float, spent: float) -> float:
        """Return what is left of a time bank after a turn of `spent` seconds (P20)."""
        return max(0.0, bank - max(0.0, spent - self.turn_seconds))

    def bank_after(self, bank: float, spent: float) -> float:
        """Return what a player has in the bank after a turn of that many seconds."""
        return self.left_of(bank, spent) + self.increment_seconds


def conflicts(clock: ClockRules) -> Iterator[Conflict]:
    """Yield the conflict of an increment without a time bank (P20)."""
    if clock.increment_seconds and not clock.bank_seconds:
        yield conflict(
            "rules/increment-without-bank", "clock.increment_seconds needs clock.bank_seconds"
        )


def sheet(clock: ClockRules) -> Iterator[Message]:
    """Yield the sentences about the turn timer and the time bank, or none without a clock."""
    if clock.bank_seconds:
        yield from _bank(clock)
    elif clock.turn_seconds:
        seconds = clock.turn_seconds
        if clock.on_timeout == "bot":
            yield Message.counted(
                "Each turn lasts at most one second; then a bot decides.",
                "Each turn lasts at most {n} seconds; then a bot decides.",
                seconds,
            )
        else:
            yield Message.counted(
                "Each turn lasts at most one second; then a random legal card is played.",
                "Each turn lasts at most {n} seconds; then a random legal card is played.",
                seconds,
            )


def _bank(clock: ClockRules) -> Iterator[Message]:
    if clock.turn_seconds:
        yield Message(
            "Time beyond {seconds} seconds for a turn is taken from the {bank} seconds "
            "that each player has for the whole game.",
            seconds=clock.turn_seconds,
            bank=clock.bank_seconds,
        )
    else:
        yield Message(
            "Each player has {bank} seconds to think for the whole game.", bank=clock.bank_seconds
        )
    if clock.increment_seconds:
        yield Message.counted(
            "Each turn adds one second to it.",
            "Each turn adds {n} seconds to it.",
            clock.increment_seconds,
        )
    yield Message(
        {
            "random_legal": T("When the time bank is empty, a random legal card is played."),
            "bot": T("When the time bank is empty, a bot decides."),
        }[clock.on_timeout]
    )

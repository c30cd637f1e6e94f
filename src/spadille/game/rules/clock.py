"""The sand-glass."""

from collections.abc import Iterator
from typing import Annotated, Literal

from ..text import Message, T
from .option import Group, option


class ClockRules(Group, frozen=True):
    """The sand-glass."""

    title = T("Clock")

    turn_seconds: Annotated[
        int,
        option(
            "Sand-glass",
            "Seconds for each turn; 0: no limit (P16).",
            between=(0, 600),
            also="timer time limit countdown shot clock Zeitlimit Bedenkzeit Uhr",
        ),
    ] = 0
    on_timeout: Annotated[
        Literal["random_legal", "bot"],
        option(
            "When time is up",
            "random_legal: a random legal card is played; bot: a bot decides (P16).",
            names=("Random card", "Bot"),
            also="timer autoplay Zeitlimit Bedenkzeit",
        ),
    ] = "random_legal"


def sheet(clock: ClockRules) -> Iterator[Message]:
    if clock.turn_seconds:
        sentence = {
            "random_legal": T(
                "Each turn lasts at most {seconds} seconds; then a random legal card is played."
            ),
            "bot": T("Each turn lasts at most {seconds} seconds; then a bot decides."),
        }[clock.on_timeout]
        yield Message(sentence, seconds=clock.turn_seconds)

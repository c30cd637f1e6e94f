"""Who decides for a player whose time is up (P16)."""

from ..game import SeatView


def level_on_timeout(view: SeatView, level: str) -> str:
    """The level of the bot that decides; `level` is that of the bots at the table.

    In the play the rules say which; a random bid or exchange would spoil the round, so there a
    beginner decides.
    """
    if view.phase != "play":
        return "beginner"
    return "random" if view.rules.clock.on_timeout == "random_legal" else level

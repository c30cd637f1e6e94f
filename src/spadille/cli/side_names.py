"""The names of the sides of a game, and the names of its winners."""

from collections.abc import Mapping

from ..game import Message, Outcome, Rules, Seat
from ..locale import translate


def side_name(
    rules: Rules, side: int, lang: str = "en", names: Mapping[Seat, str] | None = None
) -> str:
    """Return the name that the rules give a side, or else its players.

    >>> side_name(Rules(), 0), side_name(Rules.preset("gold-blue"), 0)
    ('North/South', 'Gold')
    """
    if rules.table.side_names and rules.table.side_names[side]:
        return translate(rules.table.spoken_side_names[side], lang)
    return "/".join(
        translate(Message("{seat}", seat=seat), lang, names) for seat in rules.sides[side]
    )


def verdict(
    rules: Rules, outcome: Outcome, lang: str = "en", names: Mapping[Seat, str] | None = None
) -> Message:
    """Return who won, and why."""
    if outcome.winner is None:
        return Message("Nobody wins: {reason}.", reason=outcome.reason)
    winner = side_name(rules, outcome.winner, lang, names)
    return Message("{winner} wins: {reason}.", winner=winner, reason=outcome.reason)

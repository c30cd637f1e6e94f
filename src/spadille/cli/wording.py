"""Actions, players, sides and winners in words."""

from collections.abc import Mapping

from ..game import Bid, Game, Look, Message, Outcome, Play, PlayerAction, Rules, Seat
from ..locale import translate
from ..notation import format_action
from .streams import in_one_line


def in_words(action: PlayerAction) -> Message:
    """Return a card by name, a bid as it is spoken, and anything else as written in records."""
    match action:
        case Play(card=card, low=False):
            return Message("{card}", card=card)
        case Bid(nil=True):
            return Message("blind nil") if action.blind else Message("nil")
        case Bid(blind=False, mo=""):
            return Message.counted("one trick", "{n} tricks", action.tricks)
        case Look():
            return Message("look")
        case _:
            return Message("{action}", action=format_action(action))


def place_in_words(round: int, trick: int) -> Message:
    """Return the point in a game where something is decided; `trick` is 0 during the bidding."""
    if trick:
        return Message("Round {round}, trick {trick}", round=round, trick=trick)
    return Message("Round {round}, bidding", round=round)


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


def names_in(game: Game) -> dict[Seat, str] | None:
    """Return the names of the players by seat, or None if the record has no names."""
    if not game.players:
        return None
    named = zip(game.rules.seats, game.players, strict=True)
    return {seat: in_one_line(name) for seat, name in named if name.strip()}

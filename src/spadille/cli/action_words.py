"""Actions, and the points where they are decided, in words."""

from ..game import Bid, Look, Message, Play, PlayerAction
from ..notation import format_action


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

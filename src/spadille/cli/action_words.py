"""Actions, and where they are decided, in words."""

from ..game import Bid, Look, Message, Play, PlayerAction
from ..notation import format_action


def in_words(action: PlayerAction) -> Message:
    """Return a card by its name, a bid as it is said, all else as records write it."""
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
    """Return where in a game something is decided; no trick is under way while bids are made."""
    if trick:
        return Message("Round {round}, trick {trick}", round=round, trick=trick)
    return Message("Round {round}, bidding", round=round)

"""The picture of a value, whatever it is, as notebooks show it."""

from ..game import Card, Deal, Game, Message, Round, SpadesError, Trick, View, in_short
from .bids import bids
from .hands import card
from .picture import Picture
from .table import deal, table
from .tricks import trick


def draw(value: Card | Deal | Trick | Game | Round | View) -> Picture:
    """Return the picture that notebooks show for a value.

    A card and a trick are drawn as they are, a deal with all its hands, a round, a view and a game
    as a table. Between rounds and at its end, a game is drawn with its bids and scores.

    Raises:
        SpadesError: if nothing has been dealt or played yet, and for other values.
    """
    match value:
        case Card():
            return card(value)
        case Deal():
            return deal(value)
        case Trick():
            return trick(value)
        case Game() | View() if value.phase in {"score", "over"}:
            return bids(value)
        case Game() | Round() | View():
            return table(value)
        case _:
            raise SpadesError("svg/value", Message("cannot draw {value}", value=in_short(value)))

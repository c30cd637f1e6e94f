"""The reasons of the heuristics, each with its sentence.

A sentence may name the card played and its suit, the suit led, the best card of the trick, the seat
that the rule is about, and why tricks are unwanted.
"""

from enum import IntEnum
from typing import Self

from ...game import T


class Reason(IntEnum):
    """The reason why a card is played, which kernels know by its number."""

    sentence: str

    def __new__(cls, sentence: str) -> Self:
        """Assign numbers to the reasons, from 1."""
        number = len(cls.__members__) + 1
        reason = int.__new__(cls, number)
        reason._value_ = number
        reason.sentence = sentence
        return reason

    ONLY_CARD = T("The {card} is the only card I may play.")

    SAFEST_LEAD = T("I bid nil: the {card} is my lead that is most likely to be beaten.")
    SLIP_UNDER = T("I bid nil: the {card} is the highest card I can lose under the {best}.")
    THROW_WORST = T("I bid nil and cannot follow: the {card} is my most dangerous card.")
    HOPE_FOR_COVER = T("I bid nil but must beat the {best}: the {card} may still be covered.")
    HIGHEST_GOES = T(
        "I win this trick whatever I play, so I get rid of my highest card: the {card}."
    )

    LEAD_WINNER = T(
        "My partner bid nil: the {card} wins, and they can play their highest under it."
    )
    LEAD_HIS_VOID = T(
        "My partner bid nil and has no {suit}: they can throw a dangerous card on the {card}."
    )
    LEAD_HIGH = T("My partner bid nil: I lead the {card}, so that they can stay below it.")
    RESCUE = T("My partner bid nil and is winning the trick: I save them with the {card}.")
    SHELTER = T("My partner bid nil and is still to play: the {card} gives them room below it.")

    STAY_BELOW = T("{seat} bid nil and is winning this trick: I stay below with the {card}.")
    LEAD_AT_NIL = T("{seat} bid nil: the {card} is a lead that is hard to stay below.")
    KEEP_IT_LOW = T(
        "{seat} bid nil and is still to play: the {card} leaves them little room below."
    )

    LEAD_LOW = T("{why}: I lead the {card}, which is likely to lose.")
    DUCK = T("{why}: the {card} is the highest card that loses this one.")
    THROW_HIGH = T("{why}: I discard the {card}, which might win a trick later.")
    WIN_HIGH = T("I have to win this trick, so I use a card that would win one anyway: the {card}.")
    HOPE_TO_LOSE = T("I want no more tricks: the {card} may still be beaten.")

    CASH_SPADES = T("My spades are high: with the {card} I make the contract.")
    CASH_WINNER = T("The {card} is high: it wins now, and {suit} may be ruffed later.")
    DRAW_TRUMPS = T("I draw trumps with the {card}, so that no one can ruff my other winners.")
    GIVE_RUFF = T("My partner has no {suit}: the {card} gives them a ruff.")
    RETURN_SUIT = T("I return my partner's suit with the {card}: they may be short in it.")
    SINGLETON = T("The {card} is my only card of its suit: I can ruff the next round.")
    TOUCHING = T("I lead from touching cards: the {card} forces the higher card out.")
    NOTHING_HIGHER = T("Nothing higher than the {card} is left in its suit.")
    LEAST_PRECIOUS = T("A low card of the suit I need least: the {card} gives away least.")
    HIGHEST_SPADE = T("Only spades are left; the {card} is the highest of all.")
    LOW_SPADE = T("Only spades are left: the {card} is low and keeps my high ones.")

    PARTNER_WINS = T("My partner's {best} is winning: I keep my high cards and play the {card}.")
    WIN_CHEAPLY = T("Last to play: the {card} is the cheapest card that wins.")
    RUFF = T("I have no {led}: the {card} ruffs the trick.")
    RUFF_HIGH = T("I ruff with the {card}, high enough to be hard to overruff.")
    SPLIT_HONOURS = T(
        "With two touching cards, second hand plays one, the {card}: the other will be high."
    )
    SECOND_HIGH = T("The {card} should win: I take the trick now, before someone can ruff {suit}.")
    SECOND_WAITS = T("The others may beat my best card: I play low, the {card}, and wait.")
    SECOND_LOW = T(
        "Second hand low: the {card}; my partner plays last and may win it more cheaply."
    )
    THIRD_HIGH = T("Third hand high: the {card} wins, or forces a higher card out.")
    CANNOT_WIN = T("I cannot win this trick, so I play low: the {card}.")
    SHORTEN = T("The {card} is useless, and without it I can ruff {suit}.")
    LEAST_USEFUL = T("I discard the {card}: of all my cards it is least likely to win a trick.")


PARTNER_BEHIND = T(
    "My partner is still to play and may win it more cheaply: I play low, the {card}."
)
FORCE_OUT = T("The {card} wins, or forces a higher card out.")
HARDLY_WIN = T("I can hardly win this trick, so I play low: the {card}.")
MINE_ANYWAY = T("I win this trick whatever I play: the {card}.")
HIGH_SPADE = T("I have to lead a spade; the {card} is the highest of all.")
SPADE_KEEPS = T("I have to lead a spade: the {card} is low and keeps my high ones.")
LEAST_EXPOSED = T(
    "My partner bid nil: of my leads, the {card} is the least likely to make them win the trick."
)
"""Alternative wordings for reasons, used if the usual one would not be true."""

WORTH_MORE = T(
    "From experience the {card} is worth about {points} points more here than the {other}."
)
"""The reason for a card that the card-value network prefers to the advised one."""

SILENCE = 0
"""The answer of a rule that does not apply, so that the next one is asked."""

_ROOM = 64


def advise(card: int, reason: int) -> int:
    """Return the index of a legal card and a reason as one number, which is always truthy."""
    return _ROOM * reason + card


def card_of(advice: int) -> int:
    """Return the index of the advised legal card."""
    return advice % _ROOM


def reason_of(advice: int) -> int:
    """Return the number of the reason."""
    return advice // _ROOM

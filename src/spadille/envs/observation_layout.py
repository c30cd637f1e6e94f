"""The layout of an observation of `spadille-v0`: where each field begins.

These are plain integers, so that kernels can share them. Seats are relative to the observer,
clockwise: 0 is the observer, 1 sits to the left. `docs/environments.md` says what every field
means.
"""

from collections import namedtuple
from itertools import accumulate
from math import prod
from typing import Any, cast

from ..notation import action_numbers as numbers

SEATS = 6
SUITS = 4
LOWEST_HUNDREDS, HIGHEST_HUNDREDS = -128, 127
MOST_BAGS = 127
"""Values beyond these limits are clipped to them."""

PHASES = (
    "draft",
    "swap",
    "look",
    "kitty",
    "bidding",
    "adjust",
    "trump",
    "exchange",
    "play",
    "over",
)

PRIVATE = ("hand", "chosen", "offered", "refused", "given", "received")
"""The fields that only one seat may see."""

FIELDS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(PRIVATE, (numbers.CARDS,)),
    **dict.fromkeys(("face_up", "played", "trick"), (SEATS, numbers.CARDS)),
    "low": (SEATS,),
    "void": (SEATS, SUITS),
    "phase": (len(PHASES),),
    "seated": (SEATS,),
    "own_side": (SEATS,),
    "to_act": (SEATS,),
    "dealer": (SEATS,),
    "leader": (SEATS,),
    "kitty_taker": (SEATS,),
    "looked": (SEATS,),
    "hand_size": (SEATS,),
    "has_bid": (SEATS,),
    "bid": (SEATS,),
    "nil": (SEATS,),
    "blind": (SEATS,),
    "little_mo": (SEATS,),
    "big_mo": (SEATS,),
    "no_trump": (SEATS,),
    "exchanged": (SEATS,),
    "won": (SEATS,),
    "score_hundreds": (SEATS,),
    "score_rest": (SEATS,),
    "bags": (SEATS,),
    **dict.fromkeys(("round", "trump", "broken", "stock", "kitty"), (1,)),
}
"""The shape of every field, in order."""

_ENDS = tuple(accumulate(map(prod, FIELDS.values())))
AT: Any = cast("Any", namedtuple)("AT", FIELDS)(0, *_ENDS[:-1])  # noqa: PYI024 - named by FIELDS
"""The index of the first value of every field."""

SIZE = _ENDS[-1]
"""The number of values in an observation."""

"""Where each field of an observation of `spadille-v0` begins.

Plain integers, so that kernels share them. Seats are relative to the observer, clockwise: 0 is the
observer, 1 sits to the left. `docs/environments.md` says what every field means.
"""

from math import prod

from .action_numbers import CARDS

SEATS = 6
SUITS = 4
LOWEST_HUNDREDS, HIGHEST_HUNDREDS = -128, 127
MOST_BAGS = 127
"""What lies beyond is shown as these."""

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

FIELDS: dict[str, tuple[int, ...]] = {
    "hand": (CARDS,),
    "chosen": (CARDS,),
    "offered": (CARDS,),
    "refused": (CARDS,),
    "given": (CARDS,),
    "received": (CARDS,),
    "face_up": (SEATS, CARDS),
    "played": (SEATS, CARDS),
    "trick": (SEATS, CARDS),
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
    "round": (1,),
    "trump": (1,),
    "broken": (1,),
    "stock": (1,),
    "kitty": (1,),
}
"""The shape of every field, in the order in which they follow each other."""


def _offsets() -> dict[str, int]:
    offsets = {}
    at = 0
    for name, shape in FIELDS.items():
        offsets[name] = at
        at += prod(shape)
    return offsets


OFFSETS = _offsets()
"""The index of the first value of every field."""

SIZE = OFFSETS["kitty"] + 1
"""The values of an observation."""

"""The numbers of the actions of `spadille-v0`, the same for every rule set.

Plain integers, so that kernels share them; `action_space` says which action a number is.
"""

CARDS = 55
"""Card ids: the pack from 0, the jokers from 52."""

MOST_TRICKS = 26
"""No hand is larger, so no bid is higher."""

_BIDS = MOST_TRICKS + 1

CARD = 0
LOW_ACE = CARD + CARDS
BID = LOW_ACE + 4
BLIND_BID = BID + _BIDS
LITTLE_MO = BLIND_BID + _BIDS
BIG_MO = LITTLE_MO + _BIDS
NIL = BIG_MO + _BIDS
BLIND_NIL = NIL + 1
LOOK = NIL + 2
THROW_IN = NIL + 3
DONE = NIL + 4
KEEP_FIRST = NIL + 5
KEEP_NEXT = NIL + 6
WITH_TRUMP = NIL + 7
NO_TRUMP = NIL + 8
ACTIONS = NIL + 9

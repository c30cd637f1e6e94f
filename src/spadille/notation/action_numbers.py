"""The numbers of the actions of `spadille-v0`, the same for every rule set.

They are plain integers so that kernels can share them; `action_space` maps each to its action.
"""

CARDS = 55
"""The number of card ids: the pack starts at 0, the jokers at 52."""

MOST_TRICKS = 26
"""The size of the largest hand, and so the highest bid."""

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

"""The engine's compiled twin: a game as one record, driven by the numbers of actions.

It mirrors `spadille.game` file by file, and tests prove both equal. A driver asks `find_turn` who
decides and `find_legal` for the options, and passes an action to `act`. For chance it calls
`act_by_chance` or `act_as_given`, and `score_game` once a round is over. The simulator and the
environments are such drivers.
"""

from ..encoding import Number, Numbers, Record, Word
from ..kernel import lean_kernel
from .acting import act
from .cards import put_in, takes_over
from .dealing import act_as_given, act_by_chance, begin_game, first_dealer
from .ending import DRAWN, GOES_ON, winner
from .game import find_turn, score_game
from .legal_bids import bids_itself
from .options import LEGAL, LEGAL_WORDS, find_legal, how_many, is_legal, nth_legal
from .playable import legal_kinds, to_play
from .playing import begin_play, begin_trick, find_assassins, finished, play_card, shows_void
from .state import (
    DRAFT,
    EXCHANGE,
    GAME,
    KITTY,
    LOOK,
    OVER,
    PLAY,
    REDRAW,
    SWAP,
    THROWN_IN,
    UNBEGUN,
    VOID_BITS,
)

__all__ = [
    "DRAFT", "DRAWN", "EXCHANGE", "GAME", "GOES_ON", "KITTY", "LEGAL", "LEGAL_WORDS", "LOOK",
    "OVER", "PLAY", "REDRAW", "SWAP", "THROWN_IN", "UNBEGUN", "VOID_BITS", "Number", "Numbers",
    "Record", "Word", "act", "act_as_given", "act_by_chance", "begin_game", "begin_play",
    "begin_trick", "bids_itself", "find_assassins", "find_legal", "find_turn", "finished",
    "first_dealer", "how_many", "is_legal", "lean_kernel", "legal_kinds", "nth_legal",
    "play_card", "put_in", "score_game", "shows_void", "takes_over", "to_play", "winner",
]  # fmt: skip

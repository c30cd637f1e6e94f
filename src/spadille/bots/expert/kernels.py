"""The compiled functions with which `expert` searches."""

import numpy as np

from ...fast import kernel
from ...game import Game, Seat
from ..heuristics.kernels import Record, dtype_of, gain, kernel_of, new_record
from ..heuristics.position import SUITS, Setting
from . import answering, fitting
from .answering import LINE
from .fitting import NIL, TRICKS, Hints
from .playing_on import preferred, root_of

_kernel_of = kernel.compiled(fitting, answering, known=kernel_of)

weigh = _kernel_of[fitting.weigh]
shift = _kernel_of[fitting.shift]
answer = _kernel_of[answering.answer]
play_lots = _kernel_of[answering.play_lots]


def warm() -> None:
    """Compile all that `expert` needs, rollouts included, with four hands of one suit each."""
    root = root_of(Game.new(seed=0).view(Seat.NORTH))
    setting = root.setting
    worlds = np.zeros((1, 4, SUITS), np.int64)
    worlds[0, range(4), range(4)] = setting.deck[:4]
    hints = new_record(Hints)
    hints.spreads[:] = 1.0
    hints.kinds[:2] = [NIL, TRICKS]
    weigh(setting, hints, worlds, np.ones(1))
    unseen, dealt = np.array([[3, 0, 0], [3, 1, 0]]), np.array([[0, 1]])
    odds, draws = np.ones((2, 2)), np.full((1, 1, 3), 0.5)
    shift(setting, hints, worlds.copy(), dealt, unseen, odds, draws, np.ones(2))
    bids = np.zeros((1, 4), np.int64)
    answer(setting, hints, np.ones(LINE), worlds, np.array([0]), bids)
    gain(setting, np.zeros(4, np.int64), 0)  # as endings call it, without records
    lots, nothing = np.array([0]), np.array([-1])
    by_lot = root._replace(setting=settings_like(setting, 1))
    play_lots(*by_lot, worlds, lots, nothing, 0, np.zeros((1, 1, 5)), np.zeros(1))
    preferred(root)


def settings_like(setting: Record, count: int) -> Record:
    """Return the given number of copies of a setting."""
    return np.frombuffer(setting.tobytes() * count, dtype_of(Setting)).copy()

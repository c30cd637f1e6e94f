"""What `expert` thinks with, compiled."""

import numpy as np

from ...fast import kernel
from ..thumb import kernels as thumb
from ..thumb.kernels import Record, dtype_of, new_record
from ..thumb.position import Position, Setting
from . import answering, fitting
from .answering import LINE
from .hints import NIL, TRICKS, Hints

_kernel_of = kernel.compiled(fitting, answering, known=thumb.kernel_of)

weigh = _kernel_of[fitting.weigh]
shift = _kernel_of[fitting.shift]
answer = _kernel_of[answering.answer]
play_lots = _kernel_of[answering.play_lots]


def warm() -> None:
    """Compiles what `expert` needs, the playouts too: two players with two cards each."""
    thumb.warm()
    setting, root, worlds = thumb.small_round()
    hints = new_record(Hints)
    hints.spreads[:] = 1.0
    hints.kinds[:2] = [NIL, TRICKS]
    weigh(setting, hints, worlds, np.ones(1))
    unseen, dealt = np.array([[3, 0, 0], [3, 0, 1]]), np.array([[0, 1]])
    shift(setting, hints, worlds.copy(), dealt, unseen, np.full((1, 1, 3), 0.5), np.ones(2))
    bids = np.zeros((1, 2), np.int64)
    answer(setting, hints, np.ones(LINE), worlds, np.array([0]), bids)
    settings, scratch = settings_like(setting, 1), new_record(Position)
    lots, nothing, worth = np.array([0]), np.array([-1]), np.zeros(1)
    play_lots(settings, root, scratch, worlds, lots, nothing, 0, np.zeros((1, 1, 3)), worth)


def settings_like(setting: Record, count: int) -> Record:
    """So many copies of a setting."""
    return np.frombuffer(setting.tobytes() * count, dtype_of(Setting)).copy()

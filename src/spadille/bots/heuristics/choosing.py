"""Choose a card by asking the heuristics in order."""

from .attacking import attack
from .avoiding import avoid
from .chances import nil_stands
from .covering import cover
from .demand import count_needs
from .following import follow
from .leading import lead
from .own_nil import play_own_nil
from .position import Position, Setting
from .reasons import Reason, advise


def choose(setting: Setting, position: Position) -> int:
    """Return the advice of the first rule that has any.

    A nil comes first: my own, my partner's, an opponent's; then what the contract needs.
    """
    if position.count == 1:
        return advise(0, Reason.ONLY_CARD)
    if nil_stands(setting, position, position.seat):
        return play_own_nil(setting, position)
    count_needs(setting, position)
    return (
        cover(setting, position)
        or attack(setting, position)
        or avoid(setting, position)
        or (lead(setting, position) if position.cards == 0 else follow(setting, position))
    )

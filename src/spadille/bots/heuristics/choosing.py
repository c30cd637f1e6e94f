"""Choose a card by asking the heuristics in order; here is also the one that avoids bags."""

from .attacking import attack
from .chances import danger, nil_stands
from .covering import cover, highest_winner
from .demand import count_needs, wants_tricks
from .following import follow
from .leading import lead
from .own_nil import highest_loser, play_own_nil
from .position import NONE, Position, Setting
from .reasons import SILENCE, Reason, advise
from .seeing import is_trump


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


def avoid(setting: Setting, position: Position) -> int:
    """Lose tricks that would only be bags; there is advice whenever my side wants no more."""
    if wants_tricks(setting, position):
        return SILENCE
    if position.cards == 0:
        return lead_low(setting, position)
    if position.winners < position.count:
        if position.follows:
            return advise(highest_loser(position), Reason.DUCK)
        return throw_high(setting, position)
    if position.cards == setting.players - 1:
        return win_with_the_highest(position)
    return advise(0, Reason.HOPE_TO_LOSE)


def lead_low(setting: Setting, position: Position) -> int:
    """Choose the card least likely to win; among equals, the highest that is not a trump."""
    best, least = NONE, (9.0, False, 0)
    for card in range(position.count):
        key = (
            danger(setting, position, card),
            is_trump(setting, position, card),
            -position.level[card],
        )
        if best < 0 or key < least:
            best, least = card, key
    return advise(best, Reason.LEAD_LOW)


def throw_high(setting: Setting, position: Position) -> int:
    """Discard a card that might win a trick later, trumps first."""
    best, most = NONE, (0.0, 0)
    for card in range(position.count):
        risk = danger(setting, position, card) + is_trump(setting, position, card)
        key = (risk, position.level[card])
        if not position.wins[card] and (best < 0 or key > most):
            best, most = card, key
    return advise(best, Reason.THROW_HIGH)


def win_with_the_highest(position: Position) -> int:
    """Win an unavoidable trick with a card that would win a trick anyway."""
    card = position.count - 1 if position.follows else highest_winner(position)
    return advise(card, Reason.WIN_HIGH)

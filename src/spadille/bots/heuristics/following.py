"""Play to a trick that someone else has led, when tricks are wanted."""

from .chances import best_stands, is_mate, plays_after, stands
from .covering import cheapest_good, lowest_winner
from .position import JUNK, NONE, Position, Setting
from .reasons import SILENCE, Reason, advise
from .seeing import count, higher, is_equal, is_master, is_trump

_GOOD = 0.75
"""A card with at least this chance to hold counts as a winner."""

_BETTER = 0.15
_RUFF_BETTER = 0.2
"""How much safer than the partner's card a card or a ruff must be to be played over it."""

_HOPELESS = 0.1
"""Third hand plays high only with a better chance than this."""


def follow(setting: Setting, position: Position) -> int:
    """Advise a side that wants tricks when someone else has led; there is always advice."""
    return (
        leave_it_to_partner(setting, position)
        or win_cheaply(setting, position)
        or ruff(setting, position)
        or split_honours(position)
        or second_hand_high(setting, position)
        or second_hand_low(setting, position)
        or third_hand_high(setting, position)
        or cannot_win(position)
        or discard_the_least_useful(setting, position)
    )


def leave_it_to_partner(setting: Setting, position: Position) -> int:
    """Leave the trick to the partner's card if it should hold, or if none of mine is safer."""
    if position.winner < 0 or not is_mate(setting, position, position.winner):
        return SILENCE
    partner = best_stands(setting, position)
    better = _BETTER if position.follows else _RUFF_BETTER
    for card in range(position.count):
        if partner >= _GOOD or not position.wins[card]:
            continue
        if not position.follows and is_master(position, card):
            continue
        if stands(setting, position, card) > partner + better:
            return SILENCE
    if position.follows:
        return advise(0, Reason.PARTNER_WINS)
    return discard_the_least_useful(setting, position)


def win_cheaply(setting: Setting, position: Position) -> int:
    """Play the cheapest card that wins when last to play."""
    if position.cards < setting.players - 1 or not position.winners:
        return SILENCE
    return advise(lowest_winner(position), Reason.WIN_CHEAPLY)


def ruff(setting: Setting, position: Position) -> int:
    """Ruff with the spade that gains most: one likely to hold, and unlikely to win otherwise."""
    if position.follows or not position.winners or position.led < 0:
        return SILENCE
    best, most = NONE, 0.0
    for card in range(position.count):
        if position.wins[card]:
            gained = stands(setting, position, card) - later_worth(setting, position, card)
            if best < 0 or gained > most:
                best, most = card, gained
    if best == lowest_winner(position):
        return advise(best, Reason.RUFF)
    return advise(best, Reason.RUFF_HIGH)


def later_worth(setting: Setting, position: Position, spade: int) -> float:
    """Return how likely a spade is to win another trick later."""
    over = position.over[spade]
    if over == 0:
        return 0.8
    if over < trump_length(setting, position) and over <= 2:
        return 0.5 / over
    return 0.01 * position.level[spade]


def split_honours(position: Position) -> int:
    """Play one of two touching honors in second hand, so that the other one wins later."""
    if position.cards != 1 or not position.follows or position.count < 2:
        return SILENCE
    top, second = position.count - 1, position.count - 2
    if position.wins[second] and position.over[top] == 1 and is_equal(position, top, second):
        return advise(second, Reason.SPLIT_HONOURS)
    return SILENCE


def second_hand_high(setting: Setting, position: Position) -> int:
    """Play a winner in a side suit at once, before the suit is ruffed."""
    if not second_hand(setting, position) or position.led == setting.trump:
        return SILENCE
    card = cheapest_good(setting, position)
    if stands(setting, position, card) < _GOOD:
        return SILENCE
    return advise(card, Reason.SECOND_HIGH)


def second_hand_low(setting: Setting, position: Position) -> int:
    """Play low in second hand: others may beat my best card, or my partner may win more cheaply."""
    if not second_hand(setting, position):
        return SILENCE
    for mate in range(setting.players):
        if is_mate(setting, position, mate) and plays_after(position, mate):
            return advise(0, Reason.SECOND_LOW)
    return advise(0, Reason.SECOND_WAITS)


def second_hand(setting: Setting, position: Position) -> bool:
    """Return True if two players are still to play, and I follow and could win so far."""
    could_win = position.follows == 1 and position.winners > 0
    return could_win and setting.players - 1 - position.cards >= 2


def third_hand_high(setting: Setting, position: Position) -> int:
    """Play the cheapest card that wins or forces out a higher one."""
    if not position.follows or not position.winners:
        return SILENCE
    card = cheapest_good(setting, position)
    if stands(setting, position, card) <= _HOPELESS:
        return SILENCE
    return advise(card, Reason.THIRD_HIGH)


def cannot_win(position: Position) -> int:
    """Play the lowest card to a trick that cannot be won."""
    return advise(0, Reason.CANNOT_WIN) if position.follows else SILENCE


def discard_the_least_useful(setting: Setting, position: Position) -> int:
    """Keep winners and small guards of high cards; shorten short suits to ruff."""
    best, least = NONE, (0.0, 0, 0)
    for card in range(position.count):
        key = (use_of(setting, position, card), position.suit[card], position.level[card])
        if best < 0 or key < least:
            best, least = card, key
    suit = position.suit[best]
    side_suit = suit not in (setting.trump, JUNK)
    if side_suit and count(position.mine[suit]) == 1 and may_ruff(setting, position):
        return advise(best, Reason.SHORTEN)
    return advise(best, Reason.LEAST_USEFUL)


def use_of(setting: Setting, position: Position, card: int) -> float:
    """Return how much a discarded card would be missed."""
    suit, level = position.suit[card], position.level[card]
    if suit == JUNK:
        return -1.0
    if is_trump(setting, position, card):
        return 6.0 + level
    if is_master(position, card):
        return 5.0 if position.out[suit] else 4.0
    use = 0.1 * level
    length = count(position.mine[suit])
    best = 0
    while position.mine[suit] >> (best + 1):
        best += 1
    is_best = setting.level[suit, best] == level
    guards = higher(setting, position, suit, best)
    if not is_best and guards <= 2 and length == guards + 1:
        use += 3.0 - guards
    if is_best and guards < length and guards <= 2:
        use += 3.5 - guards
    if may_ruff(setting, position):
        use += 0.2 * length
    return use


def may_ruff(setting: Setting, position: Position) -> bool:
    """Return True if I hold a trump and may play one on a suit that I lack."""
    return bool(setting.ruffs) and trump_length(setting, position) > 0


def trump_length(setting: Setting, position: Position) -> int:
    """Return how many trumps I hold."""
    return count(position.mine[setting.trump]) if setting.trump >= 0 else 0

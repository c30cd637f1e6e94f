"""Lead to a trick, when tricks are wanted."""

from .chances import has_no_trump, is_mate, is_opponent, is_void, stands, void_chance
from .position import NONE, Position, Setting
from .reasons import SILENCE, Reason, advise
from .seeing import count, higher, is_equal, is_master, is_trump, lowest

_SAFE = 0.7
"""A winner with at least this chance to hold is cashed."""

_LAST_TRICKS = 4
"""In this many last tricks, sure spades are cashed for the contract."""

_FEW_SPADES = 4
"""With more spades than this that would win nothing else, no singleton is led for a ruff."""


def lead(setting: Setting, position: Position) -> int:
    """Advise a side that wants tricks when it is on lead; there is always advice."""
    return (
        cash_spades(setting, position)
        or cash_winner(setting, position)
        or draw_trumps(setting, position)
        or give_a_ruff(setting, position)
        or return_his_suit(setting, position)
        or lead_a_singleton(setting, position)
        or lead_from_length(setting, position)
        or lead_spade(position)
    )


def cash_spades(setting: Setting, position: Position) -> int:
    """Cash sure spades if there are enough of them to make the contract."""
    if not position.ours or position.left > _LAST_TRICKS:
        return SILENCE
    masters = 0
    for card in range(position.count):
        if is_trump(setting, position, card):
            masters += is_master(position, card)
    if masters < position.ours:
        return SILENCE
    return advise(lowest_master_trump(setting, position), Reason.CASH_SPADES)


def cash_winner(setting: Setting, position: Position) -> int:
    """Lead a side suit's master while voids are unlikely, the most endangered first."""
    best, least = NONE, (9.0, 0)
    for card in range(position.count):
        if is_trump(setting, position, card) or not is_master(position, card):
            continue
        key = (stands(setting, position, card), -position.level[card])
        if key[0] >= _SAFE and (best < 0 or key < least):
            best, least = card, key
    return advise(best, Reason.CASH_WINNER) if best >= 0 else SILENCE


def draw_trumps(setting: Setting, position: Position) -> int:
    """Draw the opponents' spades if mine outlast them."""
    first = lowest_master_trump(setting, position)
    if first < 0 or not opponents_have_trump(setting, position):
        return SILENCE
    out = count(position.out[setting.trump])
    trumps, has_winners = 0, False
    for card in range(position.count):
        if is_trump(setting, position, card):
            trumps += 1
        else:
            has_winners = has_winners or is_master(position, card)
    if trumps > out or (has_winners and 2 * trumps >= out):
        return advise(first, Reason.DRAW_TRUMPS)
    return SILENCE


def give_a_ruff(setting: Setting, position: Position) -> int:
    """Lead a suit in which the partner is void and the opponents are not."""
    best = NONE
    for card in range(position.count):
        suit = position.suit[card]
        if is_trump(setting, position, card):
            continue
        if best >= 0 and position.level[card] >= position.level[best]:
            continue
        partner_ruffs = False
        for mate in range(setting.players):
            if is_ruffer(setting, position, mate) and is_void(position, mate, suit):
                partner_ruffs = True
        if partner_ruffs and opponents_follow(setting, position, suit, 0.5):
            best = card
    return advise(best, Reason.GIVE_RUFF) if best >= 0 else SILENCE


def return_his_suit(setting: Setting, position: Position) -> int:
    """Return a suit that the partner led without a high card, because they may now ruff it."""
    for trick in range(position.trick):
        led, leader = position.led_suit[trick], position.led_by[trick]
        if led == setting.trump or position.won_by[trick] == leader:
            continue
        if not is_ruffer(setting, position, leader) or is_void(position, leader, led):
            continue
        first, last = cards_of_suit(position, led)
        if first >= 0 and opponents_follow(setting, position, led, 0.4):
            top_wins = higher(setting, position, led, position.bit[last]) == 0
            return advise(last if top_wins else first, Reason.RETURN_SUIT)
    return SILENCE


def lead_a_singleton(setting: Setting, position: Position) -> int:
    """Lead a singleton, to ruff its suit next time with a spade that would win nothing else."""
    if not setting.ruffs:
        return SILENCE
    small = 0
    rest = position.mine[setting.trump]
    while rest:
        small += higher(setting, position, setting.trump, lowest(rest)) >= 2
        rest &= rest - 1
    if small == 0 or small > _FEW_SPADES:
        return SILENCE
    best = NONE
    for card in range(position.count):
        suit = position.suit[card]
        if (
            not is_trump(setting, position, card)
            and count(position.mine[suit]) == 1
            and 2 * count(position.out[suit]) >= count(setting.deck[suit]) - 1
            and position.over[card] != 1
            and (best < 0 or position.level[card] < position.level[best])
        ):
            best = card
    return advise(best, Reason.SINGLETON) if best >= 0 else SILENCE


def lead_from_length(setting: Setting, position: Position) -> int:
    """Lead low from the side suit that gives away the least."""
    first, last, least = NONE, NONE, 0.0
    at = 0
    while at < position.count:
        low, high = cards_of_suit(position, position.suit[at])
        at = high + 1
        if is_trump(setting, position, low):
            continue
        cost = cost_of_lead(setting, position, low, high)
        if first < 0 or cost < least:
            first, last, least = low, high, cost
    if first < 0:
        return SILENCE
    over = position.over[last]
    if last > first and over == 1 and is_equal(position, last, last - 1):
        return advise(last - 1, Reason.TOUCHING)
    if over == 0 and stands(setting, position, last) >= 0.4:
        return advise(last, Reason.NOTHING_HIGHER)
    return advise(first, Reason.LEAST_PRECIOUS)


def lead_spade(position: Position) -> int:
    """Lead a spade if there is nothing else: a master, or else the lowest."""
    last = position.count - 1
    if is_master(position, last):
        return advise(last, Reason.HIGHEST_SPADE)
    return advise(0, Reason.LOW_SPADE)


def lowest_master_trump(setting: Setting, position: Position) -> int:
    """Return the lowest legal trump that no unseen card beats; `NONE` without one."""
    for card in range(position.count):
        if is_trump(setting, position, card) and is_master(position, card):
            return card
    return NONE


def cards_of_suit(position: Position, suit: int) -> tuple[int, int]:
    """Return the first and the last legal card of a suit; `NONE` without any."""
    first, last = NONE, NONE
    for card in range(position.count):
        if position.suit[card] == suit:
            first = card if first < 0 else first
            last = card
    return first, last


def opponents_have_trump(setting: Setting, position: Position) -> bool:
    """Return True unless all opponents are known to be out of trumps."""
    for other in range(setting.players):
        if is_opponent(setting, position, other) and not has_no_trump(setting, position, other):
            return True
    return False


def is_ruffer(setting: Setting, position: Position, mate: int) -> bool:
    """Return True if a seat is a partner who may ruff."""
    holds = is_mate(setting, position, mate) and not has_no_trump(setting, position, mate)
    return bool(setting.ruffs) and holds


def opponents_follow(setting: Setting, position: Position, suit: int, most: float) -> bool:
    """Return True if each opponent's chance of being void in a suit is below `most`."""
    for other in range(setting.players):
        if (
            is_opponent(setting, position, other)
            and void_chance(setting, position, other, suit) >= most
        ):
            return False
    return True


def cost_of_lead(setting: Setting, position: Position, first: int, last: int) -> float:
    """Return the cost of leading the suit of these legal cards."""
    cost = 0.0
    for other in range(setting.players):
        if is_opponent(setting, position, other) and not has_no_trump(setting, position, other):
            cost += 2.0 * void_chance(setting, position, other, position.suit[first])
    over = position.over[last]
    if over == 1:
        cost += 0.6 if last > first else 1.5
    elif over == 2:
        cost += 0.3
    if last > first and over <= 2 and is_equal(position, last, last - 1):
        cost -= 0.8
    return cost - 0.1 * (last - first + 1)

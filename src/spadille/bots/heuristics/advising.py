"""Decide which card to play, and explain why: the heuristics run by the interpreter."""

from typing import Any

from ...game import Card, Message, Play, Seat, SeatView, Suit, decimal
from ..bot import Decision
from ..order import may_be_low, order_of
from .card_network import is_asked, network_for, preference, values_of
from .chances import nil_stands, none_of, plays_after, ruff_chance, void_chance
from .choosing import choose
from .covering import exposure, nil_mate
from .demand import count_needs, is_lost, wants_tricks
from .leading import opponents_have_trump
from .position import NONE, Position, Setting
from .reading import position_of, see_legal, setting_of
from .reasons import (
    FORCE_OUT,
    HARDLY_WIN,
    HIGH_SPADE,
    LEAST_EXPOSED,
    MINE_ANYWAY,
    PARTNER_BEHIND,
    SPADE_KEEPS,
    WORTH_MORE,
    Reason,
    card_of,
    reason_of,
)

_REASONS = tuple(Reason)

_HIGH = 2
"""How many unseen cards may beat a card that is called a high lead."""


def decide_play(view: SeatView) -> Decision:
    """Return the card that the heuristics recommend."""
    plays = [action for action in view.options.actions if isinstance(action, Play)]
    if len(plays) == 1:
        return Decision(plays[0], Message(Reason.ONLY_CARD.sentence, card=plays[0].card))
    setting, position, legal = read(view)
    loses = _wants_to_lose(view, setting, position)
    if loses:
        setting, position, legal = read(view, aces_low=True)
    advice = choose(setting, position)
    advised = card_of(advice)
    network = None if loses else network_for(view.rules, trump=view.trump)
    preferred, gain = advised, 0.0
    if network is not None and is_asked(setting, position, network):
        preferred, gain = preference(setting, position, view.broken, advice, network)
    card = legal[preferred]
    if preferred == advised:
        message = _message(advice, card, view, setting, position)
    else:
        message = Message(WORTH_MORE, card=card, other=legal[advised], points=decimal(gain))
    if loses and may_be_low(view.rules, card):
        message = Message("{reason} I call the ace low.", reason=message)
        return Decision(Play(card, low=True), message)
    return Decision(Play(card), message)


def card_values(view: SeatView) -> dict[Card, float] | None:
    """Return what the card-value network expects of each legal card, in points.

    Only differences have a meaning. It is None if the network was not trained for the position.
    """
    setting, position, legal = read(view)
    network = network_for(view.rules, trump=view.trump)
    if network is None or not is_asked(setting, position, network):
        return None
    values = values_of(setting, position, view.broken, choose(setting, position), network)
    return dict(zip(legal, values, strict=True))


def read(view: SeatView, *, aces_low: bool = False) -> tuple[Setting, Position, tuple[Card, ...]]:
    """Return the heuristics' inputs for a view, and the cards that its seat may play."""
    setting = setting_of(view, aces_low=aces_low)
    position = position_of(view, aces_low=aces_low)
    return setting, position, see_legal(setting, position, view, aces_low=aces_low)


def exposures(view: SeatView) -> dict[Card, float]:
    """Return the chance, by card, that a lead breaks a partner's nil; empty if it cannot."""
    setting, position, legal = read(view)
    mate = NONE if position.cards else nil_mate(setting, position)
    if mate < 0:
        return {}
    return {card: exposure(setting, position, mate, at) for at, card in enumerate(legal)}


def _wants_to_lose(view: SeatView, setting: Setting, position: Position) -> bool:
    """Return True if an ace is better called low, where that is allowed (K7)."""
    if view.rules.deck.aces != "declared":
        return False
    count_needs(setting, position)
    return nil_stands(setting, position, position.seat) or not wants_tricks(setting, position)


def _message(
    advice: int, card: Card, view: SeatView, setting: Setting, position: Position
) -> Message:
    """Return the sentence for the reason of an advised card, with the cards and seats it names."""
    order = order_of(view.rules, trump=view.trump)
    names: dict[str, Any] = {"card": card, "suit": order.suit_of[card]}
    if view.trick is not None:
        best = (position.winner - view.trick.leader) % view.rules.players
        names |= {"best": view.trick.cards[best], "led": Suit(max(0, position.led))}
    names["seat"] = Seat(position.about)
    names["why"] = _why_no_tricks(view, position)
    sentence = sentence_of(advice, view, setting, position)
    used = {name: value for name, value in names.items() if f"{{{name}}}" in sentence}
    return Message(sentence, **used)


def _why_no_tricks(view: SeatView, position: Position) -> Message:
    """Return why the side wants no more tricks."""
    partners = view.rules.partners(view.seat)
    if is_lost(position):
        return (
            Message("Our contract is lost, and each extra trick is a bag for them")
            if partners
            else Message("My contract is lost, and each extra trick is a bag for the others")
        )
    bids = [bid for seat in (view.seat, *partners) if (bid := view.bids[seat])]
    if view.rules.blind.exact and any(bid.blind and bid.tricks for bid in bids):
        return Message("Another trick would be one too many for the blind bid")
    return Message("Another trick would only be a bag")


def sentence_of(advice: int, view: SeatView, setting: Setting, position: Position) -> str:
    """Return this seat's sentence for the reason of an advice; its wording depends on the table."""
    reason = _REASONS[reason_of(advice) - 1]
    match reason:
        case Reason.SECOND_LOW if (view.rules.players, position.cards) != (4, 1):
            return PARTNER_BEHIND
        case Reason.THIRD_HIGH if position.cards != 2:
            return FORCE_OUT
        case Reason.CANNOT_WIN if position.winners:
            return HARDLY_WIN
        case Reason.CASH_WINNER if not _ruffed(setting, position):
            return Reason.NOTHING_HIGHER.sentence
        case Reason.SECOND_HIGH if not _ruffed(setting, position):
            return FORCE_OUT
        case Reason.HOPE_TO_LOSE | Reason.HOPE_FOR_COVER if _is_mine(setting, position):
            return MINE_ANYWAY
        case Reason.LEAD_HIGH if position.over[card_of(advice)] > _HIGH:
            return LEAST_EXPOSED
        case Reason.HIGHEST_SPADE if _has_others(setting, position):
            return HIGH_SPADE
        case Reason.LOW_SPADE if _has_others(setting, position):
            return SPADE_KEEPS
        case _:
            return reason.sentence


def _ruffed(setting: Setting, position: Position) -> bool:
    """Return True if an opponent may ruff, now or later."""
    return bool(setting.ruffs) and opponents_have_trump(setting, position)


def _is_mine(setting: Setting, position: Position) -> bool:
    """Return True if no one can beat any of the legal cards, all of which win the trick so far."""
    led = position.led
    if led < 0:  # there are only junk jokers on the table
        return False
    for other in range(setting.players):
        if not plays_after(position, other):
            continue
        void = void_chance(setting, position, other, led)
        for card in range(position.count):
            suit = position.suit[card]
            over = setting.above[suit, position.bit[card]]
            higher = none_of(setting, position, other, suit, over) < 1
            if higher and (suit == led or void > 0):
                return False
            if suit == led != setting.trump and ruff_chance(setting, position, other, led) > 0:
                return False
    return True


def _has_others(setting: Setting, position: Position) -> bool:
    """Return True if the seat holds anything other than spades."""
    return any(mine for suit, mine in enumerate(position.mine) if suit != setting.trump)

"""Actions as text, as listed in `docs/record.md` but without the seats that precede them there.

A played card is written as its name, `SA`; `SA-` is an ace called low.
"""

import re
from contextlib import suppress
from typing import Literal

from ..game import Action, Card, Deal, Message, ParseError, T, actions
from .cards import near_card, not_a_card, parse_card, parse_cards, parse_seat, text_of
from .deals import parse_deal

_BID = re.compile(r"(blind )?(nil|0|[1-9][0-9]?)( little| big)?", re.ASCII)
_MO: dict[str | None, Literal["", "little", "big"]] = {None: "", " little": "little", " big": "big"}
_SMALL = r"(0|[1-9][0-9]?)"
_SAY = re.compile(rf"{_SMALL} {_SMALL}", re.ASCII)
_ADJUST = re.compile(r"0|[+-][1-9][0-9]?", re.ASCII)
_CALL = re.compile(rf"(\S+) {_SMALL}", re.ASCII)
_NUMBER = re.compile(_SMALL, re.ASCII)
_CARD = re.compile(r"[CDHSJ][0-9A-Z]-?$", re.ASCII)
_CUT = re.compile(r"0|[1-9][0-9]{0,2}", re.ASCII)

_PLAIN: dict[str, Action] = {
    "throw-in": actions.ThrowIn(),
    "look": actions.Look(),
    "no-trump yes": actions.NoTrump(wanted=True),
    "no-trump no": actions.NoTrump(wanted=False),
    "keep first": actions.Keep("first"),
    "keep next": actions.Keep("next"),
    "take-back": actions.TakeBack(),
    "claim": actions.Claim(),
    "agree": actions.Agree(),
    "time-up": actions.TimeUp(),
}


def parse_bid(text: str, place: str = "") -> actions.Bid:
    """Return the bid written as `text`.

    Raises:
        ParseError: when it cannot be read.
    """
    match = _BID.fullmatch(text)
    if not match or (match[2] == "nil" and match[3]):
        raise ParseError(
            "text/not-a-bid",
            "{text} is not a bid; write bids like 3, nil, blind nil or blind 6",
            place,
            text=repr(text),
        )
    blind, number, mo = match.groups()
    if number == "nil":
        return actions.Bid(0, nil=True, blind=bool(blind))
    return actions.Bid(int(number), blind=bool(blind), mo=_MO[mo])


def parse_play(text: str, place: str = "") -> actions.Play:
    """Return the play written as `text`; a minus after an ace calls it low (K7).

    Raises:
        ParseError: when it cannot be read.
    """
    low = text[1:] == "A-"
    return actions.Play(parse_card(text[:-1] if low else text, place), low)


def parse_action(  # noqa: C901, PLR0912 - one case each
    text: str, place: str = "", *, packs: int = 1
) -> Action:
    """Return the action written as `text`; each card may be named at most once per pack.

    Raises:
        ParseError: when it cannot be read.
    """
    words = " ".join(text_of(text, place).split())
    if words in _PLAIN:
        return _PLAIN[words]
    word, _, rest = words.partition(" ")
    match word:
        case "cut" if _CUT.fullmatch(rest):
            return actions.Cut(int(rest))
        case "say" if said := _SAY.fullmatch(rest):
            return actions.Say(int(said[1]), int(said[2]))
        case "adjust" if _ADJUST.fullmatch(rest):
            return actions.Adjust(int(rest))
        case "pass":
            return actions.Pass(_some_cards(rest, place, packs))
        case "swap":
            return actions.Swap(_some_cards(rest, place, packs))
        case "discard":
            return actions.Discard(_some_cards(rest, place, packs))
        case "award":
            return actions.Award(parse_seat(rest, place))
        case "call" if called := _CALL.fullmatch(rest):
            return actions.Call(parse_seat(called[1], place), int(called[2]))
        case "flip" if _NUMBER.fullmatch(rest):
            return actions.Flip(int(rest))
        case "dealer":
            return actions.NameDealer(parse_seat(rest, place))
        case "draw":
            return actions.DrawForDeal(parse_cards(rest, place))
        case "deal":
            return parse_deal(rest, place, packs=packs)
        case "stack":
            return actions.Stack(parse_cards(rest, place, packs=packs))
        case "redraw":
            return actions.Redraw(parse_cards(rest, place, packs=packs))
        case "nil" | "blind":
            return parse_bid(words, place)
    if word.isdecimal():
        return parse_bid(words, place)
    if not rest and _CARD.match(word):
        return parse_play(word, place)
    raise _not_an_action(text, place)


def _not_an_action(text: str, place: str) -> ParseError:
    """Explain why `text` is not an action and, if it nearly is one, how to write it."""
    said = " ".join(text.split()).lower()
    if near_card(said):
        return not_a_card(text, place)
    why = T("{text} is not an action; write actions like 3, nil, SA or look")
    meant = said.removeprefix("bid ").removeprefix("play ")
    if meant == "0":
        why = T("{text} is not an action; to bid zero, write nil")
    elif card := near_card(meant):
        why, meant = T("{text} is not an action; write {meant}"), str(card)
    else:
        with suppress(ParseError):
            parse_bid(meant)
            why = T("{text} is not an action; write {meant}")
    return ParseError("text/not-an-action", Message(why, text=repr(text), meant=meant), place)


def format_action(action: Action) -> str:
    """Return the action as text."""
    return f"deal {action}" if isinstance(action, Deal) else str(action)


def _some_cards(text: str, place: str, packs: int) -> tuple[Card, ...]:
    return () if text == "-" else parse_cards(text, place, packs=packs)

"""The texts of the interface, in the language and characters of the terminal."""

from typing import Any

from msgspec import Struct

from ...game import RANKS, Bid, Card, Message, Suit, T
from ...locale import translate

_SYMBOLS = "♣♦♥♠★"
_INDICES = {"de": {"J": "B", "Q": "D"}}
"""The index letters of court cards in languages that do not use K, Q and J."""


class Voice(Struct, frozen=True):
    """Puts texts into `lang`; `symbols` says whether the terminal can show suit symbols."""

    lang: str = "en"
    symbols: bool = True

    def say(self, text: str | Message, /, **parameters: Any) -> str:
        """Return a message, or a text marked for the catalog, in the language."""
        return translate(Message(text, **parameters) if isinstance(text, str) else text, self.lang)

    def suit(self, suit: Suit) -> str:
        """Return the symbol of a suit, or its letter if the terminal lacks symbols."""
        return _SYMBOLS[suit] if self.symbols else suit.letter

    def rank(self, card: Card) -> str:
        """Return the index of a card, as printed on cards in this language.

        >>> Voice("de").rank(Card.HQ), Voice("en").rank(Card.HT)
        ('D', '10')
        """
        if card.suit is Suit.JOKERS:
            return str(card)[1]
        letter = RANKS[card.rank]
        if letter == "T":
            return "10"
        return _INDICES.get(self.lang, {}).get(letter, letter)

    def card(self, card: Card) -> str:
        """Return the card in as few characters as possible.

        >>> Voice().card(Card.HQ), Voice("de", symbols=False).card(Card.HQ)
        ('Q♥', 'DH')
        >>> Voice().card(Card.JB), Voice(symbols=False).card(Card.JB)
        ('B★', 'JB')
        """
        if card.suit is Suit.JOKERS and not self.symbols:
            return str(card)
        return self.rank(card) + self.suit(card.suit)

    def bid(self, bid: Bid) -> str:
        """Return a bid as a number or nil, with words for blind bids and Mo."""
        if bid.nil:
            text = self.say(T("blind nil") if bid.blind else T("nil"))
        elif bid.blind:
            text = self.say("blind {tricks}", tricks=bid.tricks)
        else:
            text = str(bid.tricks)
        match bid.mo:
            case "little":
                return self.say("{bid}, Little Mo", bid=text)
            case "big":
                return self.say("{bid}, Big Mo", bid=text)
            case _:
                return text

    def mark(self, fancy: str, plain: str) -> str:
        """Return one of two characters: the first if the terminal can show it."""
        return fancy if self.symbols else plain


_NAMES = {
    "random": T("random"),
    "beginner": T("beginner"),
    "intermediate": T("intermediate"),
    "expert": T("expert"),
    "master": T("master"),
}

_ABOUT = {
    "random": T("any legal card"),
    "beginner": T("counts high cards"),
    "intermediate": T("plays by heuristics"),
    "expert": T("samples many deals"),
    "master": T("samples more deals"),
}


def level_name(level: str, voice: Voice) -> str:
    """Return the name of a level; your own bots keep the name that you load them by."""
    return voice.say(_NAMES[level]) if level in _NAMES else level


def level_line(level: str, voice: Voice) -> str:
    """Return a level with a few words about how it plays."""
    name = level_name(level, voice)
    return f"{name}: {voice.say(_ABOUT[level])}" if level in _ABOUT else name

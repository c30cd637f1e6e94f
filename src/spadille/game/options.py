"""The options of a seat: single actions, and choices of cards that are too many to list."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, TypeGuard, cast

from msgspec import Struct

from .actions import Discard, Pass, Play, PlayerAction, Swap
from .cards import Card
from .errors import ParseError
from .forms import notation
from .plain import plain_action

_MOST_PACKS = 9
"""More packs than any rules have: whether a text names too many cards is for the rules to say."""

_MOST_SHOWN = 14
"""The most actions that are printed: as many as a hand has cards, or a bid for each and nil."""

Chosen = Pass | Swap | Discard
_KINDS: dict[str, type[Chosen]] = {"pass": Pass, "swap": Swap, "discard": Discard}


class Choose(Struct, frozen=True):
    """A choice among `cards`, as many as one of `sizes`, to pass, swap or discard."""

    purpose: Literal["pass", "swap", "discard"]
    cards: tuple[Card, ...]
    sizes: tuple[int, ...]

    def action(self, cards: tuple[Card, ...]) -> Chosen:
        """Return the action that chooses these cards."""
        return _KINDS[self.purpose](cards)


class Options(Struct, frozen=True, gc=False):
    """The legal actions of one seat; iterating yields all of them, and `in` tests one or its text.

    `actions` and `choose` are for its turn. `aside` holds optional actions: take back, claim, call
    a revoke, announce an estimate. `tolerated` actions break the rules of play, but honor mode
    accepts them.

    >>> from spadille.game import Card, Options, Play
    >>> options = Options((Play(Card.C9), Play(Card.CK)))
    >>> print(options)
    C9, CK
    >>> Play(Card.C9) in options, "CK" in options, "HQ" in options
    (True, True, False)
    """

    actions: tuple[PlayerAction, ...] = ()
    choose: Choose | None = None
    aside: tuple[PlayerAction, ...] = ()
    tolerated: tuple[PlayerAction, ...] = ()

    @property
    def cards_to_play(self) -> tuple[Card, ...]:
        """The cards that may be played, each listed once even if it may be called low."""
        plays = (action.card for action in self.actions if isinstance(action, Play))
        return tuple(dict.fromkeys(plays))

    def __iter__(self) -> Iterator[PlayerAction]:
        yield from self.actions
        if self.choose:
            for size in self.choose.sizes:
                for cards in _choices(sorted(self.choose.cards), size):
                    yield self.choose.action(cards)
        yield from self.aside
        yield from self.tolerated

    def __len__(self) -> int:
        count = len(self.actions) + len(self.aside) + len(self.tolerated)
        if self.choose is None:
            return count
        return count + sum(_count(self.choose.cards, size) for size in self.choose.sizes)

    def __contains__(self, action: object) -> bool:
        return self.find(action) is not None

    def __str__(self) -> str:
        more = len(self) - _MOST_SHOWN
        some = ", ".join(map(str, islice(self, _MOST_SHOWN)))
        return f"{some} and {more} more" if more > 0 else some

    def allow(self, action: object) -> TypeGuard[PlayerAction]:
        """Return True if an action is one of them; its text is not an action."""
        return not isinstance(action, str) and self.find(action) is not None

    def find(self, action: object) -> PlayerAction | None:
        """Return the option that equals an action or is written like that, or None.

        It has plain values.
        """
        for one in self.actions:
            if one is action:  # usually; comparing actions takes ten times as long
                return one
        plain = cast("PlayerAction | None", _read(action))
        if plain in self.actions or plain in self.aside or plain in self.tolerated:
            return plain
        choose = self.choose
        if (
            choose is not None
            and isinstance(plain, _KINDS[choose.purpose])
            and len(plain.cards) in choose.sizes
            and Counter(plain.cards) <= Counter(choose.cards)
        ):
            return plain
        return None


def _read(action: object) -> object:
    """Return an action with plain values, given as itself or as text, or None."""
    if not isinstance(action, str):
        return plain_action(action)
    try:
        return notation().parse_action(action, packs=_MOST_PACKS)
    except ParseError:
        return None


def _choices(cards: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
    """Yield every different choice of that many of some sorted cards, in order."""
    if not size:
        yield ()
        return
    for place in range(len(cards) - size + 1):
        if place and cards[place] is cards[place - 1]:
            continue
        for others in _choices(cards[place + 1 :], size - 1):
            yield (cards[place], *others)


def _count(cards: Sequence[Card], size: int) -> int:
    """Return how many different choices of that many cards there are."""
    ways = [1, *[0] * size]
    for copies in Counter(cards).values():
        ways = [sum(ways[max(0, n - copies) : n + 1]) for n in range(size + 1)]
    return ways[size]


NONE = Options()

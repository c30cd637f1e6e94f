"""The inputs of the heuristics: the setting of a round, and the position that a seat sees.

Both are named numbers: plain ones when the interpreter takes one decision, fields of a record when
kernels take millions. Cards are bits in masks by suit in play: clubs, diamonds, hearts, spades,
junk jokers. Each copy of a card has its bit, low to high. Seats, suits and the legal cards are
numbered from 0; `NONE` marks the absence of one.
"""

from typing import Annotated, Any, ClassVar, get_args, get_type_hints

SEATS = 6
SUITS = 5
BITS = 32
TRICKS = 64
HAND = 64
DECK = 128
"""What there is room for in a record; plain numbers need none."""

JUNK = 4
"""The suit of jokers that belong to none."""

NONE = -1

PerSeat = Annotated[list[int], int, SEATS]
PerSuit = Annotated[list[int], int, SUITS]
PerTrick = Annotated[list[int], int, TRICKS]
PerLegalCard = Annotated[list[int], int, HAND]
PerCard = Annotated[dict[tuple[int, int], int], int, SUITS, BITS]
Points = Annotated[list[float], float, SEATS]
PointsByTricks = Annotated[dict[tuple[int, int], float], float, SEATS, TRICKS]


class Numbers:
    """Named numbers, all zero at first; numbers with two dimensions start empty.

    `fields` says of each name whether its numbers are whole or real, and how many there are in
    each direction.
    """

    fields: ClassVar[dict[str, tuple[Any, ...]]]
    _zeros: ClassVar[list[tuple[str, Any]]]

    def __init_subclass__(cls) -> None:
        """Read the fields from the annotations."""
        hints = get_type_hints(cls, include_extras=True)
        cls.fields = {
            name: get_args(hints[name])[1:] or (hints[name],) for name in cls.__annotations__
        }
        cls._zeros = [(name, _zero(*field)) for name, field in cls.fields.items()]

    def __init__(self) -> None:
        own = vars(self)
        for name, zero in self._zeros:
            own[name] = zero.copy() if isinstance(zero, list | dict) else zero


def _zero(kind: type[float], *shape: int) -> object:
    match shape:
        case ():
            return kind()
        case (size,):
            return [kind()] * size
        case _:
            return {}


class Setting(Numbers):
    """The constants of a round: the rules, the bids and their scores, and shared knowledge."""

    players: int
    sides: int
    side: PerSeat
    tricks: int
    trump: int
    """The suit, or `NONE`."""
    deck: PerSuit
    level: PerCard
    """The place of a card in its suit, from 0."""
    above: PerCard
    """Which cards of the suit beat it."""
    top: PerSuit
    """The highest level."""
    ruffs: int
    """Whether players who are void in a suit may ruff it."""
    missed: Annotated[list[float], float, DECK]
    """The chances that that many cards are not in the one hand that matters."""
    factorial: Annotated[list[float], float, DECK]

    bids: int
    """Someone bid; else every trick is wanted."""
    bid: PerSeat
    nil: PerSeat
    team_nil: int
    helps: int
    """Tricks of failed nils help the partner."""
    worth: PointsByTricks
    """Points of a side by the tricks that count for it, all nils made."""
    loss: Points
    """The loss from each seat's broken nil."""
    whole: Points
    """The most that broken nils cost a side as one, else 0."""
    stray: Points
    """The value to the side of each trick of a nil bidder."""

    decisive: int
    """The game may end with this round, so that points are not all that matters."""
    before: Points
    """The value of each side's score before the round."""
    after: PointsByTricks
    """Its score after the round, as `worth`."""
    target: float
    floor: float
    rounds: float
    """How many rounds come after this one at the most."""
    trick_points: float

    knows: int
    """Someone knows more of the hidden cards than what was played."""
    aside: Annotated[dict[tuple[int, int], int], int, SEATS, SUITS]
    """The cards that a seat knows to be out of play, by suit."""
    placed: Annotated[dict[tuple[int, int, int], int], int, SEATS, SEATS, SUITS]
    """The cards that a seat knows to lie with another, by suit."""


class Position(Numbers):
    """The cards that were played and are held, and what `seeing` finds out for the seat to play."""

    hands: Annotated[dict[tuple[int, int], int], int, SEATS, SUITS]
    sizes: PerSeat
    won: PerSeat
    played: PerSuit
    missing: PerSuit
    """The seats that have shown a void, a bit for each."""
    ducked: Annotated[dict[tuple[int, int], int], int, SEATS, SUITS]
    """The cards that the owner of a nil would have lost to a trick before now (`note_duck`)."""
    hidden: int
    """How many cards are neither played nor in a hand."""
    cards: int
    """How many cards lie on the table."""
    led: int
    winner: int
    best_suit: int
    best_bit: int
    """The suit to follow, who wins so far, and with which card."""
    trick: int
    """Its number, from 0."""
    led_suit: PerTrick
    led_by: PerTrick
    won_by: PerTrick

    seat: int
    """The seat to play."""
    after: int
    """The seats that play to the trick after it, a bit for each."""
    left: int
    """Tricks to come."""
    ours: int
    """Tricks that the contract of its side lacks."""
    mine: PerSuit
    out: PerSuit
    """The cards that it has not seen."""
    room: PerSuit
    """In how many places they may be."""
    count: int
    """The cards it may play, low to high, trumps last."""
    suit: PerLegalCard
    bit: PerLegalCard
    level: PerLegalCard
    wins: PerLegalCard
    """The card wins the trick as it is."""
    winners: int
    """How many of them do."""
    follows: int

    about: int
    """The seat that a reason speaks of."""
    spare: PerSuit
    outcome: PerSeat
    """Room for cards and for tricks that a rule thinks of."""

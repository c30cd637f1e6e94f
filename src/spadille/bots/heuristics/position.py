"""The inputs of the heuristics: the setting of a round, and the position that a seat sees.

Both are named numbers: plain ones when the interpreter makes one decision, fields of a record when
kernels make millions. Cards are bits in masks by suit in play: clubs, diamonds, hearts, spades,
junk jokers. Each copy of a card has its own bit, low to high. Seats, suits and the legal cards are
numbered from 0; `NONE` marks the absence of one.
"""

from typing import Annotated, Any, ClassVar, get_args, get_type_hints

SEATS = 6
SUITS = 5
BITS = 32
TRICKS = 64
HAND = 64
DECK = 128
"""The capacities of a record; plain numbers have no limits."""

JUNK = 4
"""The suit number of jokers that belong to no suit."""

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

    `fields` says for each name whether its numbers are integers or floats, and how many there are
    along each dimension.
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
    """The trump suit, or `NONE`."""
    deck: PerSuit
    level: PerCard
    """The place of a card in its suit, from 0."""
    above: PerCard
    """Which cards of its suit beat a card."""
    top: PerSuit
    """The highest level in the suit."""
    ruffs: int
    """Whether players who are void in a suit may ruff it."""
    missed: Annotated[list[float], float, DECK]
    """The chances that a number of cards are not in the one hand that matters, by that number."""
    factorial: Annotated[list[float], float, DECK]

    bids: int
    """Whether someone has bid; if not, every trick is wanted."""
    bid: PerSeat
    nil: PerSeat
    team_nil: int
    helps: int
    """Whether tricks of failed nils count for the partner."""
    worth: PointsByTricks
    """Points of a side by the tricks that count for it, with all nils made."""
    loss: Points
    """The loss from each seat's broken nil."""
    whole: Points
    """The most that a side's nils cost if they fail as one bid, else 0."""
    stray: Points
    """The value to the side of each trick of a nil bidder."""

    decisive: int
    """Whether the game may end with this round, so that points are not all that matters."""
    before: Points
    """The value of each side's score before the round, less the price of its bags."""
    after: PointsByTricks
    """A side's score after the round, indexed like `worth`."""
    target: float
    floor: float
    rounds: float
    """The most rounds that can follow this one."""
    trick_points: float

    knows: int
    """Whether someone knows more about hidden cards than the play has shown."""
    aside: Annotated[dict[tuple[int, int], int], int, SEATS, SUITS]
    """The cards that a seat knows to be out of play, by suit."""
    placed: Annotated[dict[tuple[int, int, int], int], int, SEATS, SEATS, SUITS]
    """The cards that a seat knows to be with another seat, by suit."""


class Position(Numbers):
    """The cards played and held, and what `seeing` computes for the seat to play."""

    hands: Annotated[dict[tuple[int, int], int], int, SEATS, SUITS]
    sizes: PerSeat
    won: PerSeat
    played: PerSuit
    missing: PerSuit
    """The seats known to be void in a suit, with a bit for each."""
    ducked: Annotated[dict[tuple[int, int], int], int, SEATS, SUITS]
    """The cards that the owner of a nil would have lost to a trick before now (`note_duck`)."""
    hidden: int
    """How many cards have neither been played nor are in a hand."""
    cards: int
    """How many cards are on the table."""
    led: int
    winner: int
    best_suit: int
    best_bit: int
    """The suit to follow, the seat that is winning, and its card."""
    trick: int
    """The number of the trick, from 0."""
    led_suit: PerTrick
    led_by: PerTrick
    won_by: PerTrick

    seat: int
    """The seat to play."""
    after: int
    """The seats that play to the trick after this seat, with a bit for each."""
    left: int
    """The tricks still to be played."""
    ours: int
    """The tricks that its side still needs for the contract."""
    mine: PerSuit
    out: PerSuit
    """The cards that it has not seen."""
    room: PerSuit
    """How many places those cards may be in."""
    count: int
    """The number of cards it may play, which are listed low to high, trumps last."""
    suit: PerLegalCard
    bit: PerLegalCard
    level: PerLegalCard
    over: PerLegalCard
    """How many unseen cards of its suit beat the card."""
    wins: PerLegalCard
    """Whether the card would currently win the trick."""
    winners: int
    """How many of the legal cards would."""
    follows: int

    about: int
    """The seat that a reason is about."""
    spare: PerSuit
    outcome: PerSeat
    """Workspace for the cards and tricks that a rule considers."""

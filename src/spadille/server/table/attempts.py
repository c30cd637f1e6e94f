"""Attempts at a challenge: tables where one person plays the cards that others play elsewhere."""

from datetime import date

from msgspec import Struct

from ...bots import Level
from ...game import Bid, BySeat, Rules, Seat, margin
from .apply import Transition
from .commands import Asker
from .commitments import secret_seed
from .events import Attempt, PersonId, SeatTaken, Started, TableCreated
from .model import Table
from .seats import names_for_bots

TWO_PAIRS = ((0, 2), (1, 3))
"""The seats of the sides if partners sit opposite, as matches and tournaments require."""

MOST_ATTEMPTS = 10
"""Attempts that one person may make at a challenge."""


class Challenge(Struct, frozen=True):
    """Deals that everyone plays in the same seat, with the same bots under the same rules.

    Each of the secret `seeds` produces one deal. `by` is the name of the person who made the
    challenge. `day` is set if the server made it for that day.
    """

    id: str
    preset: str
    rules: Rules
    title: str
    level: Level
    seat: Seat
    seeds: tuple[str, ...]
    by: str = ""
    day: date | None = None


class Played(Struct, frozen=True):
    """A person's result in a deal; `margin` is how much better their side did."""

    challenge: str
    deal: int
    attempt: int
    person: PersonId
    name: str
    table: str
    margin: float
    points: BySeat[int]
    bids: BySeat[Bid]
    won: BySeat[int]


def fit_for_all(rules: Rules) -> Rules:
    """Return rules under which no action before the play can change a player's cards."""
    return rules.without_cut.with_options({"table.seating": "chosen", "end.minutes": 0})


def begin_attempt(
    table: str, challenge: Challenge, number: int, asker: Asker, now: float
) -> Transition:
    """Return the table of an attempt, with the first deal on it."""
    made = TableCreated(
        challenge.preset,
        challenge.rules,
        challenge.level,
        invite=False,
        host=asker.person,
        title=challenge.title,
        talk="off",
        undo=False,
        attempt=Attempt(challenge.id, number, challenge.seeds),
    )
    sat = SeatTaken(challenge.seat, *asker)
    sealed = Transition.begin(table, made).then(sat).settled(secret_seed)
    free = len(sealed.table.seats.free)
    started = Started(names_for_bots(sealed.table.seats, free, challenge.id), now)
    return sealed.then(started).settled(secret_seed)


def next_deal(table: Table, now: float) -> Transition:
    """Return the table with the next deal, which starts from the same scores as every deal."""
    return Transition(table).then(Started((), now)).settled(secret_seed)


def deal_played(before: Table, after: Table) -> Played | None:
    """Return the result of a challenge deal, if one has just ended."""
    attempt = after.made.attempt
    if attempt is None or before.round_over or not after.round_over:
        return None
    assert after.game is not None
    (person,) = after.persons
    seat = after.seat_of(person)
    assert seat is not None
    result = after.game.results[-1]
    return Played(
        challenge=attempt.challenge,
        deal=after.games,
        attempt=attempt.number,
        person=person,
        name=after.names[seat],
        table=after.id,
        margin=margin(after.rules, result, seat),
        points=tuple(side.points for side in result.sides),
        bids=result.bids,
        won=result.won,
    )

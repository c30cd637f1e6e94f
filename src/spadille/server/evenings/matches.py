"""The table of a match: how it is made, and its result."""

from ...game import margin
from ..asking.requests import started
from ..table.due import SECONDS_A_MINUTE
from ..table.events import EveningTable, Made, Sat
from ..table.sealing import Seeds
from ..table.sequel import Sequel
from ..table.table import Table
from .evening import Evening
from .events import Result


def begin_match(  # noqa: PLR0913, PLR0917 - the pairs, the table, the time and the cards
    evening: Evening, table: str, pairs: tuple[int, int], deals: tuple[str, ...], seeds: Seeds,
    now: float,
) -> Sequel:  # fmt: skip
    """Return the table for two pairs in the next round, with the first cards dealt.

    `deals` are the seeds for the deals that all tables share. Without them, the match is one whole
    game.
    """
    announced = evening.made
    first, second = (evening.pairs[number] for number in pairs)
    until = now + announced.minutes * SECONDS_A_MINUTE if deals and announced.minutes else None
    made = Made(
        announced.preset,
        announced.rules,
        announced.level,
        invite=True,
        host="",
        title=announced.title,
        talk=announced.talk,
        undo=False,
        evening=EveningTable(
            evening.id, len(evening.rounds) + 1, (first.name, second.name), deals, until
        ),
    )
    sequel = Sequel.begin(table, made)
    for seats, pair in zip(announced.rules.sides, (first, second), strict=True):
        for seat, player in zip(seats, pair.players, strict=True):
            if player is not None and player.until is None:
                sat = Sat(seat, player.person, player.name, player.program)
                sequel = sequel.then(sat)
    sealed = sequel.settled(seeds)
    return sealed.then(*started(sealed.table, seeds, now)).settled(seeds)


def result_of(table: Table) -> Result:
    """Return the result of a match that is over."""
    first = table.rules.sides[0][0]
    if table.made.seeds:
        played = table.deals_played
        margins = tuple(margin(table.rules, result, first) for result in played)
        ours, theirs = (sum(one.sides[side].points for one in played) for side in (0, 1))
        return Result(margins, (ours, theirs))
    assert table.game is not None
    ours, theirs = (standing.score for standing in table.game.standings)
    outcome = table.game.outcome
    winner = None if outcome is None else outcome.winner
    return Result((float(ours - theirs),), (ours, theirs), winner)

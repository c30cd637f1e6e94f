"""The standings of the pairs in a tournament, and the next meetings that follow from them."""

from collections import Counter
from collections.abc import Iterator
from statistics import fmean

from msgspec import Struct, structs

from ..challenges.standings import imps
from .events import Match, Result, Round, Tournament
from .messages import EveningLine
from .pairing import Meeting, each_against_each, first_of_two, knock_out, next_of_tree, swiss

WIN, DRAW = 2, 1

FEWEST_COMPARED = 2
"""The number of tables that must have played a deal before it is compared."""


class Gain(Struct, frozen=True):
    """The value of a match to one of its pairs: points, and how much better the pair did."""

    points: int
    difference: float = 0.0


def gains(evening: Tournament, played: Round) -> tuple[tuple[Gain, Gain] | None, ...]:
    """Return the value of each match in a round to both pairs, or None if it is not over.

    If enough tables have played the same deals, each deal counts in match points against their
    average, so good cards are worth nothing. In a knock-out, or if each table has separate cards,
    points against the other pair count. Results of shared deals stay hidden until all tables have
    played them, because they would reveal too much to people who are still playing. A knock-out has
    no draws: if two pairs are equal, the pair that entered first continues.
    """
    knocks_out = evening.made.form == "knock-out"
    datum = _averages(played) if evening.made.deals and not knocks_out else []
    withheld = bool(evening.made.deals) and not played.over and evening.status == "playing"
    return tuple(
        _gain(match, result, datum, draws=not knocks_out)
        if result is not None and (match.second is None or not withheld)
        else None
        for match, result in zip(played.matches, played.results, strict=True)
    )


def standing(evening: Tournament) -> tuple[EveningLine, ...]:
    """Return all pairs, best first, based on the matches that are over.

    In a Swiss tournament, points count first, then the opponents' points, then the difference. If
    pairs are equal in everything, the one that entered first comes first. A bye counts as neither
    played nor won.
    """
    count = len(evening.pairs)
    gained: list[list[Gain]] = [[] for _ in range(count)]
    met: list[list[int]] = [[] for _ in range(count)]
    points = [0] * count
    for match, both in _over(evening):
        points[match.first] += both[0].points
        if match.second is None:
            continue
        points[match.second] += both[1].points
        for pair, other, gain in zip(
            (match.first, match.second), (match.second, match.first), both, strict=True
        ):
            gained[pair].append(gain)
            met[pair].append(other)
    lines = [
        EveningLine(
            pair=pair,
            place=0,
            played=len(gained[pair]),
            won=sum(gain.points == WIN for gain in gained[pair]),
            drawn=sum(gain.points == DRAW for gain in gained[pair]),
            points=points[pair],
            opposition=sum(points[other] for other in met[pair]),
            difference=round(sum(gain.difference for gain in gained[pair]), 6),
        )
        for pair in range(count)
    ]

    def worth(line: EveningLine) -> tuple[float, ...]:
        opposition = line.opposition if evening.made.form == "swiss" else 0
        return line.points, opposition, line.difference

    worths = sorted(map(worth, lines), reverse=True)
    placed = [structs.replace(line, place=1 + worths.index(worth(line))) for line in lines]
    return tuple(sorted(placed, key=lambda line: (line.place, line.pair)))


def next_meetings(evening: Tournament) -> tuple[Meeting, ...]:
    """Return the meetings of the next round."""
    played = [match for round in evening.rounds for match in round.matches]
    times_first = Counter(match.first for match in played if match.second is not None)
    return tuple(first_of_two(one, times_first) for one in _meetings(evening, played))


def _meetings(evening: Tournament, played: list[Match]) -> tuple[Meeting, ...]:
    count = len(evening.pairs)
    match evening.made.form:
        case "round-robin":
            return each_against_each(count, len(evening.rounds))
        case "knock-out":
            if not evening.rounds:
                return knock_out(count)
            return next_of_tree(_winners(evening, evening.rounds[-1]))
        case "swiss":
            met = {frozenset((one.first, one.second)) for one in played}
            return swiss([line.pair for line in standing(evening)], met)


def _winners(evening: Tournament, round: Round) -> list[int]:
    """Return the pairs that continue, in tree order."""
    found = []
    for match, both in zip(round.matches, gains(evening, round), strict=True):
        assert both is not None
        if match.second is None:
            found.append(match.first)
        else:
            found.append(match.first if both[0].points > both[1].points else match.second)
    return found


def _over(evening: Tournament) -> Iterator[tuple[Match, tuple[Gain, Gain]]]:
    for round in evening.rounds:
        for match, both in zip(round.matches, gains(evening, round), strict=True):
            if both is not None:
                yield match, both


def _gain(
    match: Match, result: Result, datum: list[float | None], *, draws: bool
) -> tuple[Gain, Gain]:
    if match.second is None:
        return Gain(WIN), Gain(0)
    difference = sum(result.margins)
    if datum:
        difference = sum(
            imps(made - (average or 0.0))
            for made, average in zip(result.margins, datum, strict=False)
        )
    ahead = difference if result.winner is None else 1 - 2 * result.winner
    if not ahead and not draws:
        ahead = match.second - match.first
    first = WIN if ahead > 0 else DRAW if ahead == 0 else 0
    return Gain(first, difference), Gain(WIN - first, -difference)


def _averages(round: Round) -> list[float | None]:
    """Return the average result of all tables in each deal, or None if they are not compared."""
    played = [result.margins for result in round.results if result is not None and result.margins]
    most = max(map(len, played), default=0)
    deals = [[margins[deal] for margins in played if len(margins) > deal] for deal in range(most)]
    return [fmean(deal) if len(deal) >= FEWEST_COMPARED else None for deal in deals]

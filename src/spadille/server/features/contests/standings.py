"""The standings of the pairs in a tournament, the meetings that follow, and what viewers see."""

from collections import Counter
from collections.abc import Iterator
from statistics import fmean
from typing import Any

from msgspec import Struct, structs

from ...table.events import PersonId
from ...table.seats import called
from ...wire.protocol import Lang
from .contest import facts, imps, places
from .events import Match, Player, Result, Round, Tournament
from .messages import (
    OwnTournament,
    StandingLine,
    TournamentInfo,
    TournamentMatch,
    TournamentPair,
    TournamentPlayer,
)
from .pairing import Meeting, each_against_each, first_of_two, knock_out, next_of_tree, swiss

WIN, DRAW = 2, 1

FEWEST_COMPARED = 2
"""The number of tables that must have played a deal before it is compared."""

COLUMNS = (
    "place", "pair", "player_1", "player_2", "played", "won", "drawn", "points", "opposition",
    "difference",
)  # fmt: skip


class Gain(Struct, frozen=True):
    """The value of a match to one of its pairs: points, and how much better the pair did."""

    points: int
    difference: float = 0.0


def gains(tournament: Tournament, played: Round) -> tuple[tuple[Gain, Gain] | None, ...]:
    """Return the value of each match in a round to both pairs, or None if it is not over.

    If enough tables have played the same deals, each deal counts in IMPs against their average, so
    good cards are worth nothing. In a knock-out, or if each table has separate cards, points
    against the other pair count. Results of shared deals stay hidden until all tables have played
    them, because they would reveal too much to people who are still playing. A knock-out has no
    draws: if two pairs are equal, the pair that entered first continues.
    """
    knocks_out = tournament.made.form == "knock-out"
    datum = _averages(played) if tournament.made.deals and not knocks_out else []
    withheld = bool(tournament.made.deals) and not played.over and tournament.status == "playing"
    return tuple(
        _gain(match, result, datum, draws=not knocks_out)
        if result is not None and (match.second is None or not withheld)
        else None
        for match, result in zip(played.matches, played.results, strict=True)
    )


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


def standing(tournament: Tournament) -> tuple[StandingLine, ...]:
    """Return all pairs, best first, based on the matches that are over.

    In a Swiss tournament, points count first, then the opponents' points, then the difference. If
    pairs are equal in everything, the one that entered first comes first. A bye counts as neither
    played nor won.
    """
    count = len(tournament.pairs)
    gained: list[list[Gain]] = [[] for _ in range(count)]
    met: list[list[int]] = [[] for _ in range(count)]
    points = [0] * count
    for match, both in _over(tournament):
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
        StandingLine(
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
    is_swiss = tournament.made.form == "swiss"
    worths = [(line.points, line.opposition if is_swiss else 0, line.difference) for line in lines]
    placed = [
        structs.replace(line, place=place)
        for line, place in zip(lines, places(worths), strict=True)
    ]
    return tuple(sorted(placed, key=lambda line: (line.place, line.pair)))


def _over(tournament: Tournament) -> Iterator[tuple[Match, tuple[Gain, Gain]]]:
    for round in tournament.rounds:
        for match, both in zip(round.matches, gains(tournament, round), strict=True):
            if both is not None:
                yield match, both


def next_meetings(tournament: Tournament) -> tuple[Meeting, ...]:
    """Return the meetings of the next round."""
    played = [match for round in tournament.rounds for match in round.matches]
    times_first = Counter(match.first for match in played if match.second is not None)
    return tuple(first_of_two(one, times_first) for one in _meetings(tournament, played))


def _meetings(tournament: Tournament, played: list[Match]) -> tuple[Meeting, ...]:
    count, rounds = len(tournament.pairs), tournament.rounds
    match tournament.made.form:
        case "round-robin":
            return each_against_each(count, len(rounds))
        case "knock-out":
            return next_of_tree(_winners(tournament, rounds[-1])) if rounds else knock_out(count)
        case "swiss":
            met = {frozenset((one.first, one.second)) for one in played}
            return swiss([line.pair for line in standing(tournament)], met)


def _winners(tournament: Tournament, round: Round) -> list[int]:
    """Return the pairs that continue, in tree order."""
    found = []
    for match, both in zip(round.matches, gains(tournament, round), strict=True):
        assert both is not None
        lost = match.second is not None and both[0].points <= both[1].points
        found.append(match.second if lost and match.second is not None else match.first)
    return found


def _shown(tournament: Tournament, person: PersonId | None) -> dict[str, Any]:
    """Return what both lists and pages show of a tournament, except the title of its rules."""
    made = tournament.made
    clock = made.rules.clock
    return {
        "evening": tournament.id,
        "name": made.name,
        "form": made.form,
        "deals": made.deals,
        "minutes": made.minutes,
        "turn_seconds": clock.turn_seconds,
        "bank_seconds": clock.bank_seconds,
        "increment_seconds": clock.increment_seconds,
        "status": tournament.status,
        "host": person is not None and person == made.host,
    }


def tournament_info(
    tournament: Tournament, person: PersonId | None, lang: Lang, next_in: float | None
) -> TournamentInfo:
    """Return a tournament as it may be seen by `person`, or by an unknown viewer."""
    own = None if person is None else tournament.pair_of(person)
    return TournamentInfo(
        **_shown(tournament, person),
        **facts(tournament.made, lang),
        planned=tournament.planned,
        pairs=tuple(
            TournamentPair(
                pair.name, (_player(pair.players[0], lang), _player(pair.players[1], lang))
            )
            for pair in tournament.pairs
        ),
        rounds=tuple(_round(tournament, one) for one in tournament.rounds),
        standing=standing(tournament),
        next_in=next_in,
        own=own,
        left=person is not None and tournament.has_left(person),
        table=None if own is None else tournament.table_of(own),
    )


def own_tournament(tournament: Tournament, person: PersonId, lang: Lang) -> OwnTournament:
    """Return a tournament for the list of those that a person hosts or plays in."""
    title = facts(tournament.made, lang)["title"]
    return OwnTournament(**_shown(tournament, person), title=title)


def result_rows(tournament: Tournament, lang: Lang) -> Iterator[tuple[object, ...]]:
    """Yield the values in `COLUMNS` for each pair, best first."""
    for line in standing(tournament):
        pair = tournament.pairs[line.pair]
        players = (called(player.name, lang) if player else "" for player in pair.players)
        yield (
            line.place, pair.name, *players, line.played, line.won, line.drawn, line.points,
            line.opposition, line.difference,
        )  # fmt: skip


def _player(player: Player | None, lang: Lang) -> TournamentPlayer | None:
    if player is None:
        return None
    return TournamentPlayer(called(player.name, lang), player.program, player.until is not None)


def _round(tournament: Tournament, played: Round) -> tuple[TournamentMatch, ...]:
    return tuple(
        TournamentMatch(
            first=match.first,
            second=match.second,
            table=match.table,
            over=result is not None,
            points=(0, 0) if result is None or both is None else result.points,
            gains=None if both is None else (both[0].points, both[1].points),
            difference=0.0 if both is None else round(both[0].difference, 6),
        )
        for match, result, both in zip(
            played.matches, played.results, gains(tournament, played), strict=True
        )
    )

"""The standings of the pairs in a tournament, the meetings that follow, and what viewers see.

Pairings are pure functions of numbers: round robin, knock-out and Swiss. Competitors are numbered
from 0 in the order they entered. A round is a list of meetings, in which `None` means no opponent.
A competitor without an opponent has a bye.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from ....bots import Level
from ....locale import Lang
from ....table.events import PersonId
from ....table.rule_choice import code_of, title_of
from ....table.seats import called
from .events import DRAW, WIN, Gain, Gains, Match, Pair, Round, Tournament, TournamentForm

COLUMNS = (
    "place", "pair", "player_1", "player_2", "played", "won", "drawn", "points", "opposition",
    "difference",
)  # fmt: skip

Meeting = tuple[int, int | None]
Both = tuple[int | None, int | None]
Met = Collection[frozenset[int | None]]
"""The pairs that have already met, including byes: `{competitor, None}`."""


class TournamentPlayer(Struct, frozen=True):
    """A player in a pair: a person or a network bot. A bot replaces players who have left."""

    name: str
    program: bool
    left: bool


class TournamentPair(Struct, frozen=True):
    """A pair; bots take its free places."""

    name: str
    players: tuple[TournamentPlayer | None, TournamentPlayer | None]


class TournamentMatch(Struct, frozen=True):
    """Two pairs that meet, by number, and their table; for a bye, `second` is None.

    `gains` are the match points of both pairs: 2 for a win, 1 for a draw. `difference` is how much
    better the first pair was. These and the `points` are shown when the match is `over`. If all
    tables have the same cards, they are shown when the whole round is over; until then they are
    None and 0.
    """

    first: int
    second: int | None
    table: str
    over: bool
    points: tuple[int, int]
    gains: tuple[int, int] | None
    difference: float


class StandingLine(Struct, frozen=True):
    """A pair's place in the ranking: two points for a win or a bye, one for a draw.

    `opposition` is the sum of its opponents' points. `difference` is how much better it was.
    """

    pair: int
    place: int
    played: int
    won: int
    drawn: int
    points: int
    opposition: int
    difference: float


class OwnTournament(Struct, frozen=True):
    """A tournament in a list; `host` says whether the requesting player is its host."""

    evening: str
    name: str
    title: str
    form: TournamentForm
    deals: int
    minutes: int
    turn_seconds: int
    bank_seconds: int
    increment_seconds: int
    status: Literal["waiting", "playing", "over"]
    host: bool


class TournamentInfo(OwnTournament, frozen=True):
    """A tournament as everyone with its link may see it.

    `planned` is the number of rounds for the current pairs. The next round begins in `next_in`
    seconds, which is None during a round. `own` is the requesting player's pair, and `table` is its
    current table. If they have `left`, a bot takes their place from the next round on; until then
    they keep it.
    """

    preset: str
    code: str
    level: Level
    planned: int
    pairs: tuple[TournamentPair, ...]
    rounds: tuple[tuple[TournamentMatch, ...], ...]
    standing: tuple[StandingLine, ...]
    next_in: float | None
    own: int | None
    left: bool
    table: str | None


def standing(tournament: Tournament) -> tuple[StandingLine, ...]:
    """Return all pairs, best first, based on the matches that are over.

    In a Swiss tournament, points count first, then the opponents' points, then the difference. If
    pairs are equal in everything, the one that entered first comes first. A bye counts as neither
    played nor won.
    """
    points = [0] * len(tournament.pairs)
    met: list[list[tuple[int, Gain]]] = [[] for _ in points]
    for match, both in _over(tournament):
        points[match.first] += both[0].points
        if match.second is not None:
            points[match.second] += both[1].points
            met[match.first].append((match.second, both[0]))
            met[match.second].append((match.first, both[1]))
    lines = [
        StandingLine(
            pair=pair,
            place=0,
            played=len(played),
            won=sum(gain.points == WIN for _, gain in played),
            drawn=sum(gain.points == DRAW for _, gain in played),
            points=points[pair],
            opposition=sum(points[other] for other, _ in played),
            difference=round(sum(gain.difference for _, gain in played), 6),
        )
        for pair, played in enumerate(met)
    ]
    is_swiss = tournament.made.form == "swiss"
    worths = [(line.points, is_swiss and line.opposition, line.difference) for line in lines]
    ordered = sorted(worths, reverse=True)
    placed = [
        structs.replace(line, place=1 + ordered.index(worth))
        for line, worth in zip(lines, worths, strict=True)
    ]
    return tuple(sorted(placed, key=lambda line: (line.place, line.pair)))


def _over(tournament: Tournament) -> Iterator[tuple[Match, Gains]]:
    for round, gains in zip(tournament.rounds, tournament.gains, strict=True):
        for match, both in zip(round.matches, gains, strict=True):
            if both is not None:
                yield match, both


def next_meetings(tournament: Tournament) -> tuple[Meeting, ...]:
    """Return the meetings of the next round."""
    count, rounds = len(tournament.pairs), tournament.rounds
    played = [match for round in rounds for match in round.matches]
    meetings: tuple[Meeting, ...]
    match tournament.made.form:
        case "round-robin":
            meetings = each_against_each(count, len(rounds))
        case "knock-out":
            meetings = next_of_tree(_winners(tournament)) if rounds else knock_out(count)
        case "swiss":
            met = {frozenset((one.first, one.second)) for one in played}
            meetings = swiss([line.pair for line in standing(tournament)], met)
    times_first = Counter(one.first for one in played if one.second is not None)
    return tuple(first_of_two(one, times_first) for one in meetings)


def _winners(tournament: Tournament) -> list[int]:
    """Return the pairs that continue after the last round of a knock-out, in tree order."""
    found = []
    for match, both in zip(tournament.rounds[-1].matches, tournament.gains[-1], strict=True):
        assert both is not None
        lost = both[0].points < both[1].points
        found.append(match.second if lost and match.second is not None else match.first)
    return found


def each_against_each(count: int, round: int) -> tuple[Meeting, ...]:
    """Return round `round`, counted from 0, of a round robin by the circle method.

    One competitor stays in place, and the others move on by one. If the number is odd, each has one
    bye. There are enough rounds for everyone to meet everyone else.
    """
    circle: list[int | None] = [*range(count), *([None] if count % 2 else [])]
    others = circle[1:]
    turned = [circle[0], *others[round:], *others[:round]]
    half = len(turned) // 2
    meetings = zip(turned[:half], reversed(turned[half:]), strict=True)
    return tuple(_meeting(*pair) for pair in meetings)


def knock_out(count: int) -> tuple[Meeting, ...]:
    """Return the first round of a knock-out that keeps early entrants apart as long as possible.

    The meetings are in tree order: the winners of neighboring meetings meet next.
    """
    seeds = [0]
    while len(seeds) < count:
        seeds = [one for seed in seeds for one in (seed, 2 * len(seeds) - 1 - seed)]
    there = [seed if seed < count else None for seed in seeds]
    return tuple(_meeting(*pair) for pair in zip(there[::2], there[1::2], strict=True))


def next_of_tree(winners: Sequence[int]) -> tuple[Meeting, ...]:
    """Return the next round of a knock-out, given the winners of the last round in order."""
    return tuple(zip(winners[::2], winners[1::2], strict=True))


def swiss(standing: Sequence[int], met: Met) -> tuple[Meeting, ...]:
    """Return the next round: neighbors in the standings meet, unless they have already met.

    No one meets anyone twice or has a second bye in the first `most_swiss_rounds` rounds.
    """
    rest: list[int | None] = [*standing, *([None] if len(standing) % 2 else [])]
    place = {one: at for at, one in enumerate(rest)}
    pairs: list[Both] = []
    left: list[int | None] = []
    while rest:
        one = rest.pop(0)
        other = next((other for other in rest if frozenset((one, other)) not in met), one)
        if other == one:
            left.append(one)
        else:
            rest.remove(other)
            pairs.append((one, other))
    while left:
        _take_in(left.pop(), left.pop(), pairs, met, place)
    ordered = [sorted(pair, key=place.__getitem__) for pair in pairs]
    ordered.sort(key=lambda pair: place[pair[0]])
    return tuple(_meeting(*pair) for pair in ordered)


def first_of_two(meeting: Meeting, times_first: Mapping[int, int]) -> Meeting:
    """Return the same meeting; the one who has come first less often comes first."""
    one, other = meeting
    if other is None or times_first.get(one, 0) <= times_first.get(other, 0):
        return meeting
    return other, one


def _take_in(
    one: int | None, other: int | None, pairs: list[Both], met: Met, place: Mapping[int | None, int]
) -> None:
    """Split up a paired meeting so that two who have met before get new partners nearby.

    Such a meeting exists while each of the two has yet to meet half of all others. There are fewer
    pairs than that, so at least one pair accounts for three of the meetings still open to the two.
    """
    ways = [
        (pair, new)
        for pair in pairs
        for new in (((one, pair[0]), (other, pair[1])), ((one, pair[1]), (other, pair[0])))
        if not any(frozenset(both) in met for both in new)
    ]
    if not ways:
        pairs.append((one, other))  # there are more rounds than opponents to meet
        return
    pair, new = min(ways, key=lambda way: sum((place[a] - place[b]) ** 2 for a, b in way[1]))
    pairs.remove(pair)
    pairs.extend(new)


def _meeting(one: int | None, other: int | None) -> Meeting:
    """Return a meeting; the competitor with a bye comes first."""
    if one is None:
        assert other is not None
        return other, None
    return one, other


def own_tournament(tournament: Tournament, person: PersonId | None, lang: Lang) -> OwnTournament:
    """Return a tournament for the list of those that a person hosts or plays in."""
    made = tournament.made
    clock = made.rules.clock
    return OwnTournament(
        evening=tournament.id,
        name=made.name,
        title=title_of(made, lang),
        form=made.form,
        deals=made.deals,
        minutes=made.minutes,
        turn_seconds=clock.turn_seconds,
        bank_seconds=clock.bank_seconds,
        increment_seconds=clock.increment_seconds,
        status=tournament.status,
        host=person is not None and person == made.host,
    )


def tournament_info(
    tournament: Tournament, person: PersonId | None, lang: Lang, next_in: float | None
) -> TournamentInfo:
    """Return a tournament as it may be seen by `person`, or by an unknown viewer."""
    own = None if person is None else tournament.pair_of(person)
    return TournamentInfo(
        **structs.asdict(own_tournament(tournament, person, lang)),
        preset=tournament.made.preset,
        code=code_of(tournament.made),
        level=tournament.made.level,
        planned=tournament.planned,
        pairs=tuple(_pair(pair, lang) for pair in tournament.pairs),
        rounds=tuple(map(_round, tournament.rounds, tournament.gains)),
        standing=standing(tournament),
        next_in=next_in,
        own=own,
        left=person is not None and tournament.has_left(person),
        table=None if own is None else tournament.table_of(own),
    )


def _pair(pair: Pair, lang: Lang) -> TournamentPair:
    one, other = (
        None
        if player is None
        else TournamentPlayer(called(player.name, lang), player.program, player.has_left)
        for player in pair.players
    )
    return TournamentPair(pair.name, (one, other))


def _round(played: Round, gains: Sequence[Gains | None]) -> tuple[TournamentMatch, ...]:
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
        for match, result, both in zip(played.matches, played.results, gains, strict=True)
    )


def result_rows(tournament: Tournament, lang: Lang) -> Iterator[tuple[object, ...]]:
    """Yield the values in `COLUMNS` for each pair, best first."""
    for line in standing(tournament):
        number, place, *values = structs.astuple(line)
        pair = tournament.pairs[number]
        players = (called(player.name, lang) if player else "" for player in pair.players)
        yield (place, pair.name, *players, *values)

"""The state of a tournament as shown to viewers; it differs only in the viewer's place."""

from collections.abc import Iterator

from ...table.events import PersonId
from ...table.rule_choice import code_of, title_of
from ...table.seats import called
from ...wire.protocol import Lang
from .events import Pair, Player, Round, Tournament
from .messages import EveningInfo, EveningMatch, EveningPair, EveningPlayer, OwnEvening
from .standings import gains, standing

COLUMNS = (
    "place", "pair", "player_1", "player_2", "played", "won", "drawn", "points", "opposition",
    "difference",
)  # fmt: skip


def evening_info(
    evening: Tournament, person: PersonId | None, lang: Lang, next_in: float | None
) -> EveningInfo:
    """Return a tournament as it may be seen by `person`, or by an unknown viewer."""
    made = evening.made
    own = None if person is None else evening.pair_of(person)
    return EveningInfo(
        evening=evening.id,
        name=made.name,
        title=title_of(made, lang),
        preset=made.preset,
        code=code_of(made),
        form=made.form,
        deals=made.deals,
        minutes=made.minutes,
        turn_seconds=made.rules.clock.turn_seconds,
        bank_seconds=made.rules.clock.bank_seconds,
        increment_seconds=made.rules.clock.increment_seconds,
        level=made.level,
        status=evening.status,
        planned=evening.planned,
        pairs=tuple(_pair(pair, lang) for pair in evening.pairs),
        rounds=tuple(_round(evening, one) for one in evening.rounds),
        standing=standing(evening),
        next_in=next_in,
        host=person is not None and person == made.host,
        own=own,
        left=person is not None and evening.has_left(person),
        table=None if own is None else evening.table_of(own),
    )


def own_evening(evening: Tournament, person: PersonId, lang: Lang) -> OwnEvening:
    """Return a tournament for the list of those that a person hosts or plays in."""
    made = evening.made
    return OwnEvening(
        evening=evening.id,
        name=made.name,
        title=title_of(made, lang),
        form=made.form,
        deals=made.deals,
        minutes=made.minutes,
        turn_seconds=made.rules.clock.turn_seconds,
        bank_seconds=made.rules.clock.bank_seconds,
        increment_seconds=made.rules.clock.increment_seconds,
        status=evening.status,
        host=person == made.host,
    )


def result_rows(evening: Tournament, lang: Lang) -> Iterator[tuple[object, ...]]:
    """Yield the values in `COLUMNS` for each pair, best first."""
    for line in standing(evening):
        pair = evening.pairs[line.pair]
        players = (called(player.name, lang) if player else "" for player in pair.players)
        yield (
            line.place, pair.name, *players, line.played, line.won, line.drawn, line.points,
            line.opposition, line.difference,
        )  # fmt: skip


def _pair(pair: Pair, lang: Lang) -> EveningPair:
    one, other = (_player(player, lang) for player in pair.players)
    return EveningPair(pair.name, (one, other))


def _player(player: Player | None, lang: Lang) -> EveningPlayer | None:
    if player is None:
        return None
    name = called(player.name, lang)
    return EveningPlayer(name, player.program, left=player.until is not None)


def _round(evening: Tournament, played: Round) -> tuple[EveningMatch, ...]:
    return tuple(
        EveningMatch(
            first=match.first,
            second=match.second,
            table=match.table,
            over=result is not None,
            points=(0, 0) if result is None or both is None else result.points,
            gains=None if both is None else (both[0].points, both[1].points),
            difference=0.0 if both is None else round(both[0].difference, 6),
        )
        for match, result, both in zip(
            played.matches, played.results, gains(evening, played), strict=True
        )
    )

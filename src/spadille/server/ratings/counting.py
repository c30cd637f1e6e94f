"""Which games are rated, and how each one changes the ratings of its players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from msgspec import Struct, structs

from ...bots import Rating, after_game
from ..finished.games import Outline
from ..store.ratings import BOT, Key, Rated, RatedGame, Unrated

DRIFT = 25.0 / 300
"""How much a person may improve or decline from one game to the next; bots do not change."""


class Result(Struct, frozen=True):
    """A game as it is rated: the players on each side, and the side's place."""

    sides: tuple[tuple[Key, ...], ...]
    places: tuple[int, ...]


def family_of(sides: Sequence[Sequence[int]]) -> str | None:
    """Return the family of tables with such sides, or None if the sides differ in size."""
    sizes = {len(side) for side in sides}
    return f"{len(sides)}x{sizes.pop()}" if len(sizes) == 1 else None


def result_of(outline: Outline) -> Result | None:
    """Return the result to rate, if a whole game ended with people on at least two sides."""
    family = family_of(outline.sides)
    if family is None or outline.undone or outline.branched:
        return None
    if not outline.over or len(outline.levels) != len(outline.people) or not outline.people:
        return None
    with_people = sum(any(outline.people[seat] for seat in side) for side in outline.sides)
    sides = tuple(
        tuple(Key(family, _who(outline, seat)) for seat in side) for side in outline.sides
    )
    if with_people < 2 or not all(key.who for side in sides for key in side):
        return None
    return Result(sides, _places(outline))


class Changed(NamedTuple):
    """The ratings that some games have changed, and the history of people's ratings."""

    ratings: dict[Key, Rated]
    course: list[RatedGame]


def rated_after(games: Iterable[Unrated], known: Mapping[Key, Rated]) -> Changed:
    """Return the ratings after these games, which are rated in order."""
    ratings = dict(known)
    changed = Changed({}, [])
    for game in games:
        after = _after(game.outline, ratings)
        changed.course.extend(_steps(game, ratings, after))
        changed.ratings.update(after)
        ratings |= after
    return changed


def people_in(outline: Outline) -> set[str]:
    """Return the people whose ratings a game may change."""
    return {
        *filter(None, outline.people),
        *outline.left,
        *(BOT + level for level in outline.levels if level is not None),
    }


def _after(outline: Outline, ratings: Mapping[Key, Rated]) -> dict[Key, Rated]:
    after: dict[Key, Rated] = {}
    family, result = family_of(outline.sides), result_of(outline)
    if result is not None:
        after = _after_result(result, ratings)
    if family is not None and len({*outline.left, *filter(None, outline.people)}) > 1:
        for person in outline.left:
            key = Key(family, person)
            rated = after.get(key, ratings.get(key, Rated()))
            after[key] = structs.replace(rated, left=rated.left + 1)
    return after


def _steps(
    game: Unrated, before: Mapping[Key, Rated], after: Mapping[Key, Rated]
) -> Iterator[RatedGame]:
    """Yield the new ratings of the people who played to the end."""
    for key, rated in after.items():
        was = before.get(key, Rated())
        if rated.games > was.games and not key.who.startswith(BOT):
            won = rated.won > was.won
            yield RatedGame(key, rated.games, rated.rating, won, game.ended)


def _after_result(result: Result, ratings: Mapping[Key, Rated]) -> dict[Key, Rated]:
    before = {key: ratings.get(key, Rated()) for side in result.sides for key in side}

    def drifted(key: Key) -> Rating:
        rating = before[key].rating
        if key.who.startswith(BOT):
            return rating
        return structs.replace(rating, sigma=hypot(rating.sigma, DRIFT))

    sides = [list(map(drifted, side)) for side in result.sides]
    after: dict[Key, list[Rating]] = {}
    for side, ratings_after in zip(result.sides, after_game(sides, result.places), strict=True):
        for key, rating in zip(side, ratings_after, strict=True):
            after.setdefault(key, []).append(rating)
    return {key: _played(before[key], key, result, seats) for key, seats in after.items()}


def _played(rated: Rated, key: Key, result: Result, seats: Sequence[Rating]) -> Rated:
    """Return a rating after a game; a level with several seats gets their average.

    If a level sits on several sides, it counts as playing for each and winning for one.
    """
    count = len(seats)
    places = [place for side, place in zip(result.sides, result.places, strict=True) if key in side]
    return structs.replace(
        rated,
        rating=Rating(
            sum(one.mu for one in seats) / count, sum(one.sigma for one in seats) / count
        ),
        games=rated.games + len(places),
        won=rated.won + places.count(1),
    )


def _who(outline: Outline, seat: int) -> str:
    level = outline.levels[seat]
    return outline.people[seat] if level is None else BOT + level


def _places(outline: Outline) -> tuple[int, ...]:
    """Return the places of the sides: the winner first, the others by score.

    Without a winner, the scores alone decide.
    """
    strength = [(side == outline.winner, score) for side, score in enumerate(outline.scores)]
    return tuple(1 + sum(other > own for other in strength) for own in strength)

"""Which games are rated, and how they change the ratings of players and bots."""

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from statistics import fmean
from typing import NamedTuple

from msgspec import Struct, structs

from ...bots import Rating, after_game
from ...table.finished import Outline

DRIFT = 25.0 / 300
"""How much a person may improve or decline from one game to the next; bots do not change."""

BOT = "bot/"
"""The prefix of a bot level, used in place of a player's id."""


ANCHORED = "2x2"
"""The family whose scale is the same on every server, because the levels have fixed ratings."""

ANCHORS: Mapping[str, Rating] = {
    BOT + "beginner": Rating(14.4, 0.7),
    BOT + "intermediate": Rating(25.0, 0.0),
    BOT + "expert": Rating(30.1, 0.8),
}
"""Ratings of levels in that family, with `intermediate` as the origin of the scale.

Measured in whole games under `standard` by `benchmarks/rating_scale.py`. A game of `master` takes
minutes, so it is rated on each server.
"""


class Rated(Struct, frozen=True):
    """The rating of a player or bot level among all who play at tables in one family.

    `left` counts games that a player left; they are neither won nor lost.
    """

    rating: Rating = Rating()
    games: int = 0
    won: int = 0
    left: int = 0


class Key(NamedTuple):
    """The owner of a rating, and the family of tables."""

    family: str
    who: str


def rated_of(key: Key, known: Mapping[Key, Rated]) -> Rated:
    """Return what is known of a player or bot level; a level with a fixed rating keeps it."""
    rated = known.get(key, Rated())
    fixed = _anchor(key)
    return rated if fixed is None else structs.replace(rated, rating=fixed)


def _anchor(key: Key) -> Rating | None:
    return ANCHORS.get(key.who) if key.family == ANCHORED else None


class Unrated(NamedTuple):
    """A game to be rated, and its end in seconds since 1970."""

    id: str
    outline: Outline
    ended: float


class RatedGame(NamedTuple):
    """A player's rating after the game with that number in a family."""

    key: Key
    number: int
    rating: Rating
    won: bool
    ended: float


class Result(NamedTuple):
    """A game as it is rated: the players on each side, and the side's place."""

    sides: tuple[tuple[Key, ...], ...]
    places: tuple[int, ...]


class Changed(NamedTuple):
    """The ratings that some games have changed, and the history of people's ratings."""

    ratings: dict[Key, Rated]
    course: list[RatedGame]


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
    who = [
        person if level is None else BOT + level
        for person, level in zip(outline.people, outline.levels, strict=True)
    ]
    with_people = sum(any(outline.people[seat] for seat in side) for side in outline.sides)
    if with_people < 2 or not all(who):
        return None
    sides = tuple(tuple(Key(family, who[seat]) for seat in side) for side in outline.sides)
    # The winner comes first, the others by score; without a winner, the scores alone decide.
    strength = [(side == outline.winner, score) for side, score in enumerate(outline.scores)]
    return Result(sides, tuple(1 + sum(other > own for other in strength) for own in strength))


def rated_after(games: Iterable[Unrated], known: Mapping[Key, Rated]) -> Changed:
    """Return the ratings after these games, which are rated in order."""
    ratings, changed = dict(known), Changed({}, [])
    for game in games:
        after = _after(game.outline, ratings)
        for key, rated in after.items():
            was = ratings.get(key, Rated())
            if rated.games > was.games and not key.who.startswith(BOT):
                won = rated.won > was.won
                changed.course.append(RatedGame(key, rated.games, rated.rating, won, game.ended))
        changed.ratings.update(after)
        ratings |= after
    return changed


def people_in(outline: Outline) -> set[str]:
    """Return the people whose ratings a game may change."""
    levels = {BOT + level for level in outline.levels if level is not None}
    return {*filter(None, outline.people), *outline.left, *levels}


def _after(outline: Outline, ratings: Mapping[Key, Rated]) -> dict[Key, Rated]:
    family, result = family_of(outline.sides), result_of(outline)
    after = {} if result is None else _after_result(result, ratings)
    if family is not None and len({*outline.left, *filter(None, outline.people)}) > 1:
        for person in outline.left:
            key = Key(family, person)
            rated = after.get(key, ratings.get(key, Rated()))
            after[key] = structs.replace(rated, left=rated.left + 1)
    return after


def _after_result(result: Result, ratings: Mapping[Key, Rated]) -> dict[Key, Rated]:
    """Return the ratings after a game; a level with several seats gets their average.

    If a level sits on several sides, it counts as playing for each and winning for one. Fixed
    ratings stay as they are.
    """
    before = {key: rated_of(key, ratings) for side in result.sides for key in side}
    sides = [[_drifted(key, before[key].rating) for key in side] for side in result.sides]
    seats: dict[Key, list[Rating]] = {key: [] for key in before}
    places: dict[Key, dict[int, int]] = {key: {} for key in before}
    rated = zip(result.sides, result.places, after_game(sides, result.places), strict=True)
    for number, (side, place, ratings_after) in enumerate(rated):
        for key, rating in zip(side, ratings_after, strict=True):
            seats[key].append(rating)
            places[key][number] = place
    return {
        key: structs.replace(
            was,
            rating=_anchor(key) or _average(seats[key]),
            games=was.games + len(places[key]),
            won=was.won + list(places[key].values()).count(1),
        )
        for key, was in before.items()
    }


def _average(seats: Sequence[Rating]) -> Rating:
    mus, sigmas = zip(*((one.mu, one.sigma) for one in seats), strict=True)
    return Rating(fmean(mus), fmean(sigmas))


def _drifted(key: Key, rating: Rating) -> Rating:
    if key.who.startswith(BOT):
        return rating
    return structs.replace(rating, sigma=hypot(rating.sigma, DRIFT))

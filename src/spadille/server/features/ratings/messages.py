"""Messages about ratings."""

from msgspec import Struct


class RatingInfo(Struct, frozen=True):
    """A player's rating at tables of a family, such as `2x2`: two sides of two players.

    The player's strength is `mu`, give or take two `sigma`. `left` counts games that the player
    left.
    """

    family: str
    mu: float
    sigma: float
    games: int
    won: int
    left: int


class RankedInfo(Struct, frozen=True):
    """A player or bot in the ranking of a family; a bot's name is its level."""

    name: str
    bot: bool
    mu: float
    sigma: float
    games: int
    won: int
    left: int


class RatingBoard(Struct, frozen=True):
    """The best in a family: bots and visible players who have played at least `fewest` games.

    `families` lists the families that have ratings.
    """

    family: str
    families: tuple[str, ...]
    fewest: int
    ranked: tuple[RankedInfo, ...]


class RatedGameInfo(Struct, frozen=True):
    """A player's rating after the game with this `number`, and whether the player won that game.

    `ended` is in seconds since 1970, and is sent only to the player.
    """

    number: int
    mu: float
    sigma: float
    won: bool
    ended: float | None


class RatingCourse(Struct, frozen=True):
    """A player's `ratings`, and their course in a `family` over the last `games`, oldest first.

    `name` is the registered name, or None for guests who look at their own ratings.
    """

    name: str | None
    ratings: tuple[RatingInfo, ...]
    family: str
    games: tuple[RatedGameInfo, ...]

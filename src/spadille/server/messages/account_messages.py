"""HTTP messages about a player's name, password and stored data.

Like `http_messages`, this is a source of the client's types.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .http_messages import Body
from .protocol import Name

LONGEST_PASSWORD = 200
"""The most characters in a password: more add no security, and only take longer."""

Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


class RatingInfo(Struct, frozen=True):
    """The rating of a player at tables of a family, such as `2x2`: two sides of two players.

    The strength is `mu`, give or take two `sigma`. `left` counts games that the player left.
    """

    family: str
    mu: float
    sigma: float
    games: int
    won: int
    left: int


class RankedInfo(Struct, frozen=True):
    """A player or bot in the ranking of a family; the name of a bot is its level."""

    name: str
    bot: bool
    mu: float
    sigma: float
    games: int
    won: int
    left: int


class RatingBoard(Struct, frozen=True):
    """The best in a family: bots, and visible players, with at least `fewest` games.

    `families` are those with ratings.
    """

    family: str
    families: tuple[str, ...]
    fewest: int
    ranked: tuple[RankedInfo, ...]


class RatedGameInfo(Struct, frozen=True):
    """A rating after the game with that `number`, and whether the player won it.

    `ended` is in seconds since 1970; only the player receives it.
    """

    number: int
    mu: float
    sigma: float
    won: bool
    ended: float | None


class RatingCourse(Struct, frozen=True):
    """The `ratings` of a player, and its course in a `family`: the last `games`, oldest first.

    `name` is the registered name, or None for a guest who looks at their ratings.
    """

    name: str | None
    ratings: tuple[RatingInfo, ...]
    family: str
    games: tuple[RatedGameInfo, ...]


class ShowMe(Body, frozen=True):
    """Shows or hides the player's ratings, under the name that they registered."""

    shown: bool


class KeptFor(Struct, frozen=True):
    """How many days unused data is kept here; 0 is forever.

    A game that has been idle for `abandoned` days ends without an outcome.
    """

    games: float
    abandoned: float
    browsers: float


class AboutMe(Struct, frozen=True):
    """The data that the server has about the player, and how long it is `kept`.

    `registered` is their name, or None for a guest. `since` is when they registered, in seconds
    since 1970. `browsers` counts those signed in, `tables` those where they have a seat, and
    `finished` the finished games. Others see the `ratings` if they are `shown`.
    """

    registered: str | None
    since: float | None
    browsers: int
    tables: int
    finished: int
    shown: bool
    ratings: tuple[RatingInfo, ...]
    kept: KeptFor


class Credentials(Body, frozen=True):
    """A name and its password, to register or to sign in."""

    name: Name
    password: Password


class ChangePassword(Body, frozen=True):
    """Replaces the password; all other browsers are signed out."""

    password: Password
    new_password: Password


class SignOut(Body, frozen=True):
    """Ends the session of this browser, or the sessions of all browsers if `everywhere` is set."""

    everywhere: bool = False


class DeleteMe(Body, frozen=True):
    """Forgets all data of the player who asks; a guest has no password."""

    forget: Literal["everything"]
    password: Password = ""

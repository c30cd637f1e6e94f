"""HTTP messages about a player's name, password and stored data.

Like `http_messages`, this module is a source of the client's types.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...wire.http import Body
from ...wire.protocol import Name

LONGEST_PASSWORD = 200
"""The most characters in a password: more would add no security and only take longer."""

Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


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


class ShowMe(Body, frozen=True):
    """Shows or hides the player's ratings under their registered name."""

    shown: bool


class KeptFor(Struct, frozen=True):
    """How many days unused data is kept here; 0 means forever.

    A game that has been idle for `abandoned` days ends without an outcome.
    """

    games: float
    abandoned: float
    browsers: float


class AboutMe(Struct, frozen=True):
    """The data that the server has about a player, and how long it is `kept`.

    `registered` is the player's name, or None for a guest. `since` is when they registered, in
    seconds since 1970. `browsers` counts the browsers that are signed in, `tables` the tables where
    they have a seat, and `finished` their finished games. Others see the `ratings` if `shown` is
    set.
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
    """Ends this browser's session, or the sessions in all browsers if `everywhere` is set."""

    everywhere: bool = False


class DeleteMe(Body, frozen=True):
    """Forgets all data about the requesting player; guests have no password."""

    forget: Literal["everything"]
    password: Password = ""

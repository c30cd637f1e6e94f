"""What is asked and answered about the player's name, its password and what is kept of someone.

As `http_messages`, a source of the client's types.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .http_messages import Body
from .protocol import Name

LONGEST_PASSWORD = 200
"""Characters; more prove nothing more, and only take longer."""

Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


class RatingInfo(Struct, frozen=True):
    """What someone has come to at tables of a family, such as `2x2`: two sides of two players.

    The strength is `mu`, give or take two `sigma`. `left` are games that they went away from.
    """

    family: str
    mu: float
    sigma: float
    games: int
    won: int
    left: int


class RankedInfo(Struct, frozen=True):
    """Someone in the list of a family; the name of a bot is its level."""

    name: str
    bot: bool
    mu: float
    sigma: float
    games: int
    won: int
    left: int


class RatingBoard(Struct, frozen=True):
    """The best in a family: bots, and people who let others see it, after the `fewest` games.

    `families` are those in which anyone has a rating.
    """

    family: str
    families: tuple[str, ...]
    fewest: int
    ranked: tuple[RankedInfo, ...]


class RatedGameInfo(Struct, frozen=True):
    """What a rating was after the game of that `number`, and whether that was won.

    `ended` is in seconds since 1970; others than the player are not told.
    """

    number: int
    mu: float
    sigma: float
    won: bool
    ended: float | None


class RatingCourse(Struct, frozen=True):
    """The `ratings` of someone, and how that in a `family` went: its last `games`, oldest first.

    `name` is the one that they have registered, None for a guest who looks at their own.
    """

    name: str | None
    ratings: tuple[RatingInfo, ...]
    family: str
    games: tuple[RatedGameInfo, ...]


class ShowMe(Body, frozen=True):
    """Has others see the player's ratings, under the name that one has registered; or no one."""

    shown: bool


class KeptFor(Struct, frozen=True):
    """For how many days without use something is kept here; 0 is forever.

    A game that no one has gone on with for as long as `abandoned` ends without an outcome.
    """

    games: float
    abandoned: float
    browsers: float


class AboutMe(Struct, frozen=True):
    """What the server knows of the person who asks, and for how long it is `kept`.

    `registered` is the name that they keep, None for a guest, and `since` when they did, in
    seconds since 1970. `browsers` is in how many they are signed in, `tables` at how many they
    have a seat, and `finished` how many of their games are over. Others see their `ratings` if they
    are `shown`.
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
    """A name and its password: to keep that name from now on, or to come in by it."""

    name: Name
    password: Password


class ChangePassword(Body, frozen=True):
    """Has another password hold from now on; all other browsers are signed out."""

    password: Password
    new_password: Password


class SignOut(Body, frozen=True):
    """Ends the session of this browser, or `everywhere` that of all of them."""

    everywhere: bool = False


class DeleteMe(Body, frozen=True):
    """Has everything forgotten that is kept of the person who asks; a guest has no password."""

    forget: Literal["everything"]
    password: Password = ""

"""Who plays with whom."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..text import T
from .option import option, sized_option


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays with whom."""

    players: Annotated[
        Literal[2, 3, 4, 5, 6],
        option(T("Players"), T("How many sit at the table (T1, T3).")),
    ] = 4
    teams: Annotated[
        Literal["pairs", "threes", "solo", "spoiler"],
        option(
            T("Teams"),
            T(
                "pairs: partners sit opposite each other (T1, N13); threes: six in two teams, "
                "every other seat (N13); solo: everybody for himself (N1); spoiler: two pairs and "
                "one player alone, who scores double (V31)."
            ),
        ),
    ] = "pairs"
    side_names: Annotated[
        tuple[Annotated[str, Meta(max_length=60)], ...],
        sized_option(
            T("Names of the sides"),
            T("One name for each side; none: named by seats (T2)."),
            most=6,
        ),
    ] = ()
    seating: Annotated[
        Literal["chosen", "random"],
        option(
            T("Seats"),
            T("chosen: everybody sits where he likes; random: seats are drawn by lot (T6)."),
        ),
    ] = "chosen"

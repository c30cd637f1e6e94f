"""The sand-glass."""

from typing import Annotated, Literal

from msgspec import Struct

from ..text import T
from .option import option


class ClockRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The sand-glass."""

    turn_seconds: Annotated[
        int, option(T("Sand-glass"), T("Seconds for each turn; 0: no limit (P16)."), ge=0, le=600)
    ] = 0
    on_timeout: Annotated[
        Literal["random_legal", "bot"],
        option(
            T("When time is up"),
            T("random_legal: a random legal card is played; bot: a bot decides (P16)."),
        ),
    ] = "random_legal"

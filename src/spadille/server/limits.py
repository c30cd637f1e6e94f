"""How much clients may do.

A client is an address, and a household or a school may share one, so the limits are wide.
"""

from typing import NamedTuple


class Limits(NamedTuple):
    """What one client may do, and what all together; ten times a rate may be used at once."""

    requests_a_second: float = 50
    requests_a_second_in_all: float = 500
    tables_a_minute: float = 6
    tables_a_minute_in_all: float = 60


USUAL = Limits()

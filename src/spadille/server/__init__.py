"""Tables over the network.

What runs a server is imported only when one is started, so that asking the command line for help
does not have to wait for it.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from .limits import USUAL, Hosting, Limits

if TYPE_CHECKING:
    from .copies import Copied

__all__ = ["USUAL", "Hosting", "Limits", "backup", "restore", "serve"]


def _say(address: str) -> None:
    sys.stdout.write(f"{address}\n")
    sys.stdout.flush()


def serve(  # noqa: PLR0913 - each has a usual value
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    *,
    pace: float | None = None,
    announce: Callable[[str], object] = _say,
    hosting: Hosting = Hosting(),  # noqa: B008 - a value that nobody can change
) -> None:
    """Serves the web application until interrupted.

    `port` 0 takes any free one. `database` is a file or a URL, by default a file of the user's
    account. `pace` is the time in seconds between the moves of bots. `announce` is called with
    the address of the page as soon as it can be opened, and then with those at which others in
    the network find it. `hosting` tells where the server stands.

    Raises:
        SpadesError: when the address or the database cannot be used.
    """
    from .serving import run  # noqa: PLC0415 - see above

    run(host, port, database, pace=pace, announce=announce, hosting=hosting)


def backup(database: str | None, to: Path) -> "Copied":
    """Copies a database, which a server may be using, to a file.

    Raises:
        SpadesError: when there is no such database, or already a file of that name.
    """
    from .copies import backup as copy  # noqa: PLC0415 - see above

    return copy(database, to)


def restore(source: Path, database: str | None = None) -> "tuple[Copied, Path | None]":
    """Goes back to a copy of a database, and tells where what was there is kept.

    Raises:
        SpadesError: when it is no such copy, or a server is using the database.
    """
    from .copies import restore as go_back  # noqa: PLC0415 - see above

    return go_back(source, database)

"""Tables over the network.

What runs a server is imported only when one is started, so that asking the command line for help
does not have to wait for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .limits import USUAL, Hosting, Limits, Retention

if TYPE_CHECKING:
    from .copies import backup, restore
    from .serving import serve

__all__ = ["USUAL", "Hosting", "Limits", "Retention", "backup", "restore", "serve"]

_LATE = {"backup": ".copies", "restore": ".copies", "serve": ".serving"}


def __getattr__(name: str) -> Any:
    """What runs a server, and what copies its games, is imported when it is first asked for."""
    if name in _LATE:
        return getattr(import_module(_LATE[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

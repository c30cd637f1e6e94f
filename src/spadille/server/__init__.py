"""Tables over the network.

The modules that run a server are imported only when one is started, so that command-line help does
not have to wait for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .limits import OLDER_LIMITS, USUAL, Hosting, Limits, LogForm, Retention

if TYPE_CHECKING:
    from .http.serving import serve
    from .store import administration
    from .store.copies import backup, restore
    from .store.transferring import transfer

__all__ = [
    "OLDER_LIMITS", "USUAL", "Hosting", "Limits", "LogForm", "Retention",
    "administration", "backup", "restore", "serve", "transfer",
]  # fmt: skip

_LATE = {
    "backup": ".store.copies",
    "restore": ".store.copies",
    "serve": ".http.serving",
    "transfer": ".store.transferring",
}


def __getattr__(name: str) -> Any:
    """Import the modules that run a server or copy its games on first use."""
    if name == "administration":
        return import_module(f".store.{name}", __name__)
    if name in _LATE:
        return getattr(import_module(_LATE[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

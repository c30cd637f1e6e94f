"""Tables over the network.

The modules that run a server are imported only when one is started, so that command-line help does
not have to wait for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .limits import OLDER_LIMITS, USUAL, Hosting, Limits, LogForm, Retention

if TYPE_CHECKING:
    from .features import administration
    from .serving import serve
    from .store.backup import backup, restore, transfer

__all__ = [
    "OLDER_LIMITS", "USUAL", "Hosting", "Limits", "LogForm", "Retention",
    "administration", "backup", "restore", "serve", "transfer",
]  # fmt: skip

_LATE = {
    "administration": ".features.administration",
    "backup": ".store.backup",
    "restore": ".store.backup",
    "serve": ".serving",
    "transfer": ".store.backup",
}


def __getattr__(name: str) -> Any:
    """Import the modules that run a server or copy its games on first use."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "transfer":
        import_module(".app", __name__)  # it copies the tables of all features
    module = import_module(_LATE[name], __name__)
    return getattr(module, name, module)

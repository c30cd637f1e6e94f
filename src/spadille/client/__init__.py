"""Play at a table of a server from Python: connect by its link, read views, send actions.

`play` lets any bot play whole games there, as `spadille bot` does, and `play_levels` lets it play
against the levels of the server. `Client` and `AsyncClient` are
for your own loop. All of them reconnect when the connection is lost. `protocol` has the messages.
"""

from ..table import protocol
from .address import Address, parse_url
from .connection import AsyncClient, Client
from .errors import ClientError, RefusedError
from .level_games import LevelGame, play_levels
from .remote_bot import RemoteBot, play

__all__ = [
    "Address", "AsyncClient", "Client", "ClientError", "LevelGame", "RefusedError", "RemoteBot",
    "parse_url", "play", "play_levels", "protocol",
]  # fmt: skip

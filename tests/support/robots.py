"""Bots at a real server: their tokens, and tables that wait for them."""

from spadille.client import Client, protocol
from support.owners import owner_at
from support.servers import Server

SHORT = {"end.target": 100, "end.floor": -100, "play.review": "none"}
"""A short game in which tricks lie face down, so that a player has to remember them."""


def robot_at(running: Server, *more: str) -> str:
    """Return the token of a new robot, with the scope `play` and others."""
    with owner_at(running) as owner:
        return str(owner.token("play", *more)["secret"])


def start_with(robot: str, ann: Client) -> None:
    """Start the game once a bot of that name has sat down."""
    while ann.state is None or robot not in {info.name for info in ann.state.seats}:
        ann.receive()
    ann.send(protocol.Start(ann.state.table))

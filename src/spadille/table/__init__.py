"""A table as a value: its seats, its events, and the messages between it and its players.

Nothing here knows a network, a database, a clock or an event loop, so that a table also runs inside
a page. The modules are the interface; import names from them.
"""

__all__ = [
    "apply",
    "automatic",
    "chat",
    "commands",
    "commitments",
    "consent",
    "errors",
    "events",
    "finished",
    "games",
    "hints",
    "ids",
    "joining",
    "model",
    "permissions",
    "protocol",
    "replay",
    "requests",
    "rule_choice",
    "rule_info",
    "score_sheet",
    "seats",
    "snapshot",
    "summary",
    "timers",
]

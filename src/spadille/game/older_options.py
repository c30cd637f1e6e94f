"""What options mean that records and stored games of earlier versions do not name."""

from collections.abc import Mapping
from typing import Any

OLDER_OPTIONS: Mapping[str, Any] = {
    "scoring.failed_nil_tricks": "bags",
    "end.after_tie": "play_on",
}
"""Options whose default has changed, or that changed the game when they came, with the value that
was meant before: so that an old game goes on as it was begun. Of all others the default is meant.
"""

"""The pages that document the protocol, and the JSON examples on them."""

import json
import re
from pathlib import Path
from typing import Any

_DOCS = Path(__file__).parents[2] / "docs"
_NAMES = (
    "protocol/client-messages.md", "protocol/server-messages.md", "protocol/http.md", "protocol.md",
)  # fmt: skip

PAGES = "\n".join((_DOCS / name).read_text(encoding="utf-8") for name in _NAMES)
"""The text of all four pages."""


def examples() -> list[Any]:
    """Return the JSON examples in page order."""
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGES, re.DOTALL)]

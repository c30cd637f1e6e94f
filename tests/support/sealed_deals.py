"""Various revealed deals that the browser checks as well: `tests/cases/sealed_deals.json`.

`PYTHONPATH=tests python -m support.sealed_deals` writes the file.
"""

from pathlib import Path
from typing import Any

import msgspec

from spadille.table.requests import AddClientSeed, Start
from support.tabletop import ANN, Room

FILE = Path(__file__).parent.parent / "cases" / "sealed_deals.json"

KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("standard", {}),
    ("standard", {"deal.first_dealer": "random"}),
    ("standard", {"deal.first_dealer": "first_spade", "deal.cut": "offered"}),
    ("three-player", {}),
    ("six-player", {}),
    ("two-player", {}),
    ("jokers", {}),
    ("standard", {"deal.first_dealer": "first_diamond"}),
)


def vectors() -> list[dict[str, Any]]:
    """Return the first round of a game of each kind, with the rules that a browser needs for it."""
    return [_vector(*kind, seed) for seed, kind in enumerate(KINDS)]


def written() -> str:
    return msgspec.json.format(msgspec.json.encode(vectors())).decode() + "\n"


def _vector(preset: str, options: dict[str, Any], seed: int) -> dict[str, Any]:
    room = Room(preset, seed, options=options, invite=True)
    sealing = room.table.commitment.sealing
    assert sealing is not None
    room.ask(ANN, AddClientSeed("room", sealing.seal, "0123456789abcdef" * 2))
    room.ask(ANN, Start("room"))
    room.play_until(lambda table: table.between_rounds or table.status == "over")
    rules = room.table.rules
    told = {"table": {"players": rules.players}, "deal": {"first_dealer": rules.deal.first_dealer}}
    return {"rules": told, "deal": room.table.opened_deal(1)}


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")

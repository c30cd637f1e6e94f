"""Games that are the same wherever they are played: the tests run this here and in Pyodide."""

import json
from hashlib import sha256

from spadille.bots import load_level
from spadille.game import Game, presets
from spadille.locale import LANGUAGES, translate
from spadille.notation import format_record
from spadille.study import lessons, puzzles


def record_of(preset: str) -> str:
    """Return the hash of the record of a whole game between heuristic bots."""
    game = Game.new(preset, seed=f"engine {preset}")
    bots = {seat: load_level("intermediate", seed=f"bot {seat:d}") for seat in game.rules.seats}
    while game.to_act is not None:
        game = game.apply(bots[game.to_act].act(game.view(game.to_act)))
    return sha256(format_record(game.record()).encode()).hexdigest()


def everything() -> dict[str, object]:
    """Return the records of all presets, and texts in all languages."""
    steps = [step.view() for name in lessons.lessons() for step in lessons.lesson(name).steps]
    return {
        "records": {name: record_of(name) for name in presets()},
        "texts": [translate("this is not a hand", lang) for lang in LANGUAGES],
        "steps": len(steps),
        "puzzles": len(puzzles.puzzles()),
    }


if __name__ == "__main__":
    print(json.dumps(everything()))

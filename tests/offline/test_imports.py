"""Offline play needs only the standard library and msgspec."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec

from support.command import PATIENCE

ROOT = Path(__file__).parents[2]

SCRIPT = """
import sys

class Block:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        known = {"spadille", "msgspec", "support", "typing_extensions"} | sys.stdlib_module_names
        if top not in known or name.startswith("spadille.server"):
            raise ModuleNotFoundError(f"no {name} here", name=name)

sys.meta_path.insert(0, Block())

from support.device import Device

device = Device()
person = device.sit_down("short", level="intermediate", options={"end.max_rounds": 1})
person.until_my_turn()
person.move("intermediate")
person.until_my_turn()
assert [one["type"] for one in person.say("hint")] == ["advice"]
person.play("beginner")
(game,) = device.games
for path in (
    "presets", "library", "schema", "phrases", "puzzles", "puzzles/1", "puzzles/days/2026-11-29",
    "lessons", "lessons/nil", "my/tables", "my/games", "my/figures", f"tables/{person.id}",
    f"tables/{person.id}/rules", f"tables/{person.id}/record", f"tables/{person.id}/deals/1",
    f"games/{game}", f"games/{game}/deals", f"games/{game}/steps?round=1&seat=0",
):
    for lang in ("de", "en", "es"):
        status, answer = device.request("GET", f"/api/{path}", lang=lang)
        assert status == 200, (path, answer)
print("third party:", *sorted({name.partition(".")[0] for name in sys.modules}
      - sys.stdlib_module_names - {"spadille", "msgspec", "support", "typing_extensions"}))
"""


def test_offline_play_imports_only_msgspec_and_the_standard_library() -> None:
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}
    done = subprocess.run(
        [sys.executable, "-S", "-c", _with_msgspec()],
        env={**os.environ, **paths},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    names = done.stdout.partition("third party:")[2].split()
    assert [name for name in names if not name.startswith(("_", "__"))] == []


def _with_msgspec() -> str:
    """Return the script, run without `site`, whose hooks import other packages."""
    folder = str(Path(msgspec.__file__).parents[1])
    return f"import sys\nsys.path.append({folder!r})\n{SCRIPT}"

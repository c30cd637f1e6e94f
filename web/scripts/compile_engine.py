"""Compile the engine and the part of the standard library that it uses; Pyodide runs this in Node.

The archives are stored, because the server compresses them as a whole, which halves them.
"""

import importlib
import marshal
import sys
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from zipfile import ZipFile, ZipInfo

ENGINE = Path("/engine")

NOT_NEEDED = {".pyi", ".typed"}

ALSO = (
    *("_strptime", "calendar", "csv", "difflib", "html", "pprint", "queue", "string.templatelib"),
    *("encodings.ascii", "encodings.idna", "encodings.latin_1", "encodings.utf_8_sig"),
)
"""Modules that Python imports only in rare cases, such as for an unusual error message."""

UNCHECKED = (1).to_bytes(4, "little")
"""The flags of bytecode that Python trusts without looking for its source."""


def import_all() -> None:
    """Import each module of the engine, so that the standard library has loaded all it needs."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ENGINE))
    for name in ALSO:
        importlib.import_module(name)
    for path in sorted((ENGINE / "spadille").rglob("*.py")):
        names = path.relative_to(ENGINE).with_suffix("").parts
        importlib.import_module(".".join(names).removesuffix(".__init__"))


def play() -> None:
    """Play a round in every language, because some modules are imported only then."""
    from spadille.bots import load_level  # noqa: PLC0415 - not on the path before
    from spadille.game import Game  # noqa: PLC0415
    from spadille.locale import LANGUAGES, translate  # noqa: PLC0415
    from spadille.notation import format_record, load_game  # noqa: PLC0415

    game, bot = Game.new("short", seed=1), load_level("intermediate", seed=1)
    while not game.over:
        game = game.apply(bot.act(game.view(game.to_act)))
    load_game(format_record(game.record()))
    for lang in LANGUAGES:
        translate("unknown language", lang)


def put(archive: ZipFile, name: str, content: bytes, source: str) -> None:
    """Add a file to an archive: Python files compiled, all with the same date."""
    if name.endswith(".py"):
        code = compile(content, source, "exec", dont_inherit=True, optimize=0)
        content = MAGIC_NUMBER + UNCHECKED + source_hash(content) + marshal.dumps(code)
        name += "c"
    archive.writestr(ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content)


def write(archive_name: str, *, ours: bool) -> None:
    """Write the modules and data of Spadille, or those of the packages that it needs."""
    with ZipFile(archive_name, "w") as archive:
        for path in sorted(ENGINE.rglob("*")):
            name = path.relative_to(ENGINE).as_posix()
            if name.startswith("spadille/") is not ours:
                continue
            described = ".dist-info/" in name and "/licenses/" not in name
            if path.is_file() and path.suffix not in NOT_NEEDED and not described:
                put(archive, name, path.read_bytes(), str(path))


def write_library() -> None:
    shipped = next(path for path in sys.path if path.endswith(".zip"))
    origins = [str(getattr(module, "__file__", "")) for module in sys.modules.values()]
    used = {path.removeprefix(f"{shipped}/") for path in origins if path.startswith(shipped)}
    with ZipFile(shipped) as every, ZipFile("/stdlib.zip", "w") as archive:
        for name in sorted(used):
            put(archive, name, every.read(name), f"{shipped}/{name}")


import_all()
play()
write("/engine.zip", ours=True)
write("/msgspec.zip", ours=False)
write_library()

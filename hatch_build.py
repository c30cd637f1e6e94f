"""Build hook: adds files that the package ships but that are not in the repository.

These are the browser client, built from web/, the compiled catalogs of Python texts, and the engine
for the browser. An editable installation does without the engine, because dev.py builds it.
"""

import sys
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# A hook is loaded by its path, so its folder must be added to the import path first.
sys.path.insert(0, str(Path(__file__).resolve().parent))
import engine_build
import web_build


class BuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        needs = []
        with_engine = not (engine_build.is_skipped() or engine_build.is_built())
        if not web_build.machine_npm() and (with_engine or not web_build.is_built()):
            needs.append(web_build.NODE_REQUIREMENT)
        if with_engine and not any(engine_build.pips()):
            needs.append(engine_build.PIP_REQUIREMENT)
        return needs

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root, "src", "spadille", "locale"))
        try:
            web_build.build()
            if version != "editable" and not engine_build.is_skipped():
                engine_build.build()
        except web_build.WebBuildError as error:
            self.app.abort(str(error))


def expect_braces(catalogue: Catalog) -> None:
    """Keep Babel from taking "5% of" for a format: the texts use names in braces."""
    for message in catalogue:
        message.flags.discard("python-format")


def compile_catalogues(locale: Path) -> None:
    """Write the .mo next to every .po; a catalog with a faulty text stops the build."""
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parts[-3], abort_invalid=True)
        expect_braces(catalogue)
        for message, faults in catalogue.check():
            sys.exit(f"{source}:{message.lineno}: {faults[0]}")
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)

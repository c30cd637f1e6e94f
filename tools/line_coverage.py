"""Measure which lines of each Python package that runs uncompiled its tests reach.

python tools/line_coverage.py [--since REVISION]

`python3 dev.py coverage` sets up what this needs. It measures the lines that the tests of these
packages reach, including those in servers and commands that the tests start. Files with compiled
functions are left out: their lines would count as not reached. The random games are always the
same.

It is an error if a package falls below its floor in tests/line_coverage.json, or if a floor is
lower than at the given revision. If a package is above its floor, the floor rises. The lines that
were not reached are listed in build/coverage/index.html.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from math import floor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FLOOR = ROOT / "tests" / "line_coverage.json"
BUILD = ROOT / "build" / "coverage"
PACKAGES = ("game", "notation", "bots", "envs", "study", "svg", "table", "offline", "server", "cli")
COMPILED = re.compile(r"^@\w*(?:kernel|jit)", re.MULTILINE)

Shares = dict[str, float]
"""The percentage of lines and branches that are reached, by package."""


def shares(report: Mapping[str, Any]) -> Shares:
    """Return the shares of each package in a coverage.py report, rounded down to a tenth."""
    reached: dict[str, int] = {}
    written: dict[str, int] = {}
    for name, file in report["files"].items():
        package = Path(name).parts[2]
        of = file["summary"]
        reached[package] = reached.get(package, 0) + of["covered_lines"] + of["covered_branches"]
        written[package] = written.get(package, 0) + of["num_statements"] + of["num_branches"]
    return {name: floor(1000 * reached[name] / written[name]) / 10 for name in sorted(written)}


def fallen(now: Shares, lowest: Shares) -> Iterator[str]:
    """Yield a message for each package below its floor."""
    for name, least in lowest.items():
        if now.get(name, 0.0) < least:
            yield f"{name}: {now.get(name, 0.0)} %, and was {least} %"


def raised(now: Shares, lowest: Shares) -> Shares:
    """Return the floors after the measurement; they only rise."""
    return {name: max(share, lowest.get(name, 0.0)) for name, share in now.items()}


def compiled_files() -> list[str]:
    """Return the files with compiled functions in measured packages, relative to the repository."""
    files = [file for name in PACKAGES for file in (ROOT / "src/spadille" / name).rglob("*.py")]
    return [
        file.relative_to(ROOT).as_posix()
        for file in sorted(files)
        if COMPILED.search(file.read_text(encoding="utf-8"))
    ]


def measure() -> Shares:
    """Run the tests and make the report.

    Raises:
        CalledProcessError: a test has failed.
    """
    tests = [f"tests/{name}" for name in PACKAGES]
    left_out = f"--omit={','.join(compiled_files())}"
    processes = f"--numprocesses={os.cpu_count() or 1}"

    def coverage(*words: str) -> None:
        command = [sys.executable, "-m", "coverage", *words]
        subprocess.run(command, cwd=ROOT, check=True)

    coverage("erase")
    coverage("run", "-m", "pytest", "-q", processes, *tests)
    coverage("combine", "-q")
    coverage("html", "-q", "-d", str(BUILD), left_out)
    coverage("json", "-q", "-o", str(BUILD / "report.json"), left_out)
    return shares(json.loads((BUILD / "report.json").read_text(encoding="utf-8")))


def floor_at(revision: str) -> Shares:
    """Return the floor at a revision; empty if the file did not exist."""
    asked = ["git", "show", f"{revision}:{FLOOR.relative_to(ROOT).as_posix()}"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    found: Shares = json.loads(done.stdout) if done.returncode == 0 else {}
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--since", metavar="REVISION", help="whose floor holds as well")
    since = parser.parse_args().since
    lowest: Shares = json.loads(FLOOR.read_text(encoding="utf-8"))
    if since:
        lowest = raised(lowest, floor_at(since))
    try:
        now = measure()
    except subprocess.CalledProcessError as error:
        return int(error.returncode)
    print(", ".join(f"{name} {share} %" for name, share in now.items()))
    problems = list(fallen(now, lowest))
    for problem in problems:
        print(problem, file=sys.stderr)
    if (higher := raised(now, lowest)) != lowest:
        FLOOR.write_text(json.dumps(higher, indent=2) + "\n", encoding="utf-8")
        print(f"{FLOOR.relative_to(ROOT)} is raised: please commit it.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

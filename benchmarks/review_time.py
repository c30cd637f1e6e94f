"""Measure how long a review takes: its first results in a new process, and all of it.

python benchmarks/review_time.py [--rounds 20] [--nodes 300] [--seed S]

Times are in seconds of processor time. They match the clock if one core has nothing else to do.

The time to the first result includes starting Python and loading the compiled engine and sources.
Both are already compiled, as they are from the second start on. It excludes optional packages that
Numba loads if they are installed, because the program does not ship them.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from spadille.bots import played_on, seated
from spadille.game import Game, Record, Rules
from spadille.notation import format_record
from spadille.study import luck_of, review

STARTS = 4

FIRST = """
import sys
sys.modules.update(scipy=None, coverage=None)
from pathlib import Path
from spadille.notation import parse_record
from spadille.study import review
next(review(parse_record(Path(sys.argv[1]).read_text()), nodes=int(sys.argv[2])))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--seed", default="review")
    asked = parser.parse_args()
    record = game_of(asked.rounds, asked.seed)
    decisions, whole = seconds_of(record, asked.nodes)  # compiles anything that is not compiled yet
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.spades"
        file.write_text(format_record(record), encoding="utf-8")
        first = min(seconds_to_first(file, asked.nodes) for _ in range(STARTS))
    print(f"{asked.rounds} rounds, {decisions} decisions, {asked.nodes} nodes for each:")
    print(f"first result {first:.1f} s, all {whole:.1f} s")


def game_of(rounds: int, seed: str) -> Record:
    """Return the record of a game of this many rounds between `intermediate` players."""
    rules = Rules.preset("standard").with_options({"end.target": 5000, "end.floor": "none"})
    bots = seated(["intermediate"] * rules.players, seed)
    return played_on(Game.new(rules, seed=seed), bots, rounds).record()


def seconds_of(record: Record, nodes: int) -> tuple[int, float]:
    """Return the number of decisions, and the time to review all of them and luck."""
    decisions = review(record, nodes=nodes)
    next(decisions)
    begun = process_time()
    count = 1 + sum(1 for _ in decisions)
    luck_of(record)
    return count, process_time() - begun


def seconds_to_first(file: Path, nodes: int) -> float:
    """Return a new process's time to its first decision; compiled code is kept by the source."""
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(file.parent / "compiled")}
    before = spent()
    subprocess.run(
        [sys.executable, "-c", FIRST, str(file), str(nodes)], check=True, env={**os.environ, **kept}
    )
    return spent() - before


def spent() -> float:
    """Return the processor time, in seconds, of processes started here."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()

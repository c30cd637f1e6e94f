"""Make the puzzles that come with the program, or prove them again.

`python research/make_puzzles.py` writes them, and `--prove` proves all of them. `--replace N`
puts new ones, from N more rounds, in the place of those with hidden hands that are not proven any
more, since their values depend on how bots play. Batches of rounds ("lots") are kept in a folder,
so the work can be done in parts: `--lots FOLDER --from N --to M` makes some. `--squeezes N` looks
for squeezes in N rounds.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path

from msgspec import json

from puzzle_making import canonical, choose, faults, judge_of, make, squeezes_in
from spadille.notation import format_record
from spadille.study.puzzles import Puzzle, puzzles

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "spadille" / "study" / "puzzles" / "puzzles.jsonl"
SEED = "spadille"
LOT = 100
LOTS = {"all": 7, "own": 1}
"""How many lots of rounds are searched, with open and with hidden hands."""
COUNTS = {"all": 600, "own": 100}


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--prove", action="store_true", help="prove what there is")
    parser.add_argument("--replace", type=int, metavar="N", help="replace those not proven")
    parser.add_argument("--lots", type=Path, default=ROOT / "build" / "puzzles", metavar="FOLDER")
    parser.add_argument("--only", choices=LOTS, help="hands seen: all, or own")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="LOT")
    parser.add_argument("--to", dest="last", type=int, metavar="LOT")
    parser.add_argument("--squeezes", type=int, metavar="N", help="look for squeezes in N rounds")
    arguments = parser.parse_args()
    if arguments.prove:
        return prove(enumerate(puzzles(), start=1))
    if arguments.replace is not None:
        return replace(arguments.replace)
    if arguments.squeezes is not None:
        for game in squeezes_in(SEED, range(arguments.squeezes)):
            print(format_record(game.record()), flush=True)
        return 0
    arguments.lots.mkdir(parents=True, exist_ok=True)
    for sees, count in LOTS.items():
        if arguments.only in {None, sees}:
            for lot in range(arguments.first, min(count, arguments.last or count)):
                make_lot(arguments.lots, sees, lot)
    if arguments.last is None and arguments.only is None:
        write(arguments.lots)
    return 0


def make_lot(folder: Path, sees: str, lot: int) -> None:
    """Search a hundred rounds, unless that is already done."""
    file = folder / f"{sees}-{lot}.jsonl"
    if file.exists():
        return
    found = list(make(SEED, range(lot * LOT, (lot + 1) * LOT), sees=sees))  # type: ignore[arg-type]
    unready = file.with_suffix(".part")
    unready.write_bytes(b"".join(json.encode(one) + b"\n" for one in found))
    unready.rename(file)
    print(f"{file.name}: {len(found)} puzzles", flush=True)


def write(folder: Path) -> None:
    """Choose from all the puzzles found, and write them."""
    chosen: list[Puzzle] = []
    for sees, count in COUNTS.items():
        found = [
            json.decode(line, type=tuple[int, str, Puzzle])
            for lot in range(LOTS[sees])
            for line in (folder / f"{sees}-{lot}.jsonl").read_bytes().splitlines()
        ]
        chosen += choose(found, count)
    FILE.write_bytes(b"".join(json.encode(one) + b"\n" for one in chosen))
    print(f"{len(chosen)} puzzles, {FILE.stat().st_size} bytes")


def replace(rounds: int) -> int:
    """Replace the puzzles that have errors; return 1 if too few are found in further rounds."""
    kept = list(puzzles())
    wrong = [at for at, one in enumerate(kept) if one.sees == "own" and faults(one, judge_of())]
    print(f"{len(wrong)} to replace", flush=True)
    first = LOT * LOTS["own"]
    known = {canonical(one.game()) for one in kept}
    found: list[tuple[int, str, Puzzle]] = []
    chosen: list[Puzzle] = []
    for one in make(SEED, range(first, first + rounds), sees="own") if wrong else ():
        if one[1] not in known:
            found.append(one)
            chosen = choose(found, len(wrong))
        if len(chosen) == len(wrong):
            break
    for at, puzzle in zip(wrong, chosen, strict=False):
        kept[at] = puzzle
    FILE.write_bytes(b"".join(json.encode(one) + b"\n" for one in kept))
    print(f"{len(chosen)} of {len(wrong)} replaced")
    return int(len(chosen) < len(wrong))


def prove(numbered: Iterable[tuple[int, Puzzle]]) -> int:
    """Report the errors in the puzzles; return 1 if there are any."""
    judge = judge_of()
    bad = 0
    for number, puzzle in numbered:
        for fault in faults(puzzle, judge):
            print(f"{number}: {fault}")
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())

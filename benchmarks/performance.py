"""Measure everything that `spadille bench` can, and print the page docs/performance.md.

python benchmarks/performance.py [--scale 1.0] > docs/performance.md
python benchmarks/performance.py environments   # only the rows of one section
"""

import argparse
import os
import platform
from importlib.metadata import PackageNotFoundError, version

from llvmlite.binding import get_host_cpu_name

from spadille.cli.bench import GROUPS, measured
from spadille.cli.bench import number as written
from spadille.cli.bench.figure import Figure

ABOUT = """\
# Performance

Compare the speed of Spadille with that of other programs. The figures come from
`python benchmarks/performance.py`, which writes this page; `spadille bench` prints the same
figures. Each run measures Spadille and the other library in turn, on one core, by the thread's CPU
time. Rows that say *by the clock* run in two threads and are timed by the clock, so that other
programs count against them. So is the single thread of Spadille in such a row, but not OpenSpiel.
Absolute figures move by a factor of two between machines and hours: trust the ratios. Rows can be
from different runs.

The loops of the environments are those of [environments](environments.md) and [search](search.md).
Each step takes the observation and the mask as NumPy arrays on both sides, and draws an action from
the mask. OpenSpiel's tensor is a list in Python, which takes long to become an array; one row
compares with its NumPy observer, which takes less.
"""

PEERS = ("numba", "numpy", "open_spiel", "endplay", "pettingzoo", "gymnasium")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("groups", nargs="*", help="only these sections, without the heading")
    parser.add_argument("--scale", type=float, default=1.0)
    arguments = parser.parse_args()
    scale: float = arguments.scale
    if not arguments.groups:
        print(ABOUT)
        versions = ", ".join([machine(), *filter(None, map(used, PEERS))])
        print(f"Machine: {versions}. Scale: {scale:g}.")
    for group in arguments.groups or GROUPS:
        print(f"\n## {group.capitalize()}\n")
        print("| what | Spadille | unit | other library | its figure | speedup |")
        print("|---|---|---|---|---|---|")
        for figure in measured(group, scale):
            print(row(figure), flush=True)


def row(figure: Figure) -> str:
    cells = [figure.what, written(figure.ours), figure.unit, figure.peer or ""]
    cells.append("" if figure.theirs is None else written(figure.theirs))
    cells.append("" if figure.ratio is None else f"{figure.ratio:.2f}")
    return f"| {' | '.join(cells)} |"


def machine() -> str:
    system = f"{get_host_cpu_name()}, {os.cpu_count()} cores, {platform.system()}"
    return f"{system}, Python {platform.python_version()}"


def used(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return ""


if __name__ == "__main__":
    main()

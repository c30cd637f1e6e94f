"""Measures the solver beside DDS, each position by both in turn, and names the machine.

python benchmarks/solver.py [--positions 300]
"""

import argparse
import os
import platform

from llvmlite.binding import get_host_cpu_name

from spadille.cli.bench import told
from spadille.cli.bench.solver import POSITIONS, figures


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=POSITIONS)
    positions: int = parser.parse_args().positions
    if positions < 1:
        parser.error(f"--positions {positions}, expected a number from 1")
    print(f"{get_host_cpu_name()}, {os.cpu_count()} cores, {platform.platform()}", flush=True)
    for figure in figures(positions / POSITIONS):
        print(told(figure), flush=True)


if __name__ == "__main__":
    main()

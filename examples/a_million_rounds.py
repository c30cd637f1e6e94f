"""Play a million rounds, and plot how often each number of tricks made the contract.

    python a_million_rounds.py [ROUNDS]

Four players play by tables of numbers (`sensible()` and bolder ones). A million rounds for each
table show how much boldness pays. The plot is saved as `bold.svg`. The first run compiles the
engine, which takes a minute.
"""

import sys
from dataclasses import replace
from pathlib import Path

from spadille.fast import sensible, simulate

BOLDER = range(-900, 1501, 300)
"""How many thousandths of a trick are added to the estimated value of a hand."""

PICTURE = Path("bold.svg")
WIDE, HIGH, EDGE = 640, 320, 40

Point = tuple[int, float]


def main(rounds: int = 1_000_000) -> list[Point]:
    """Return by how many points bolder bidders beat sensible ones, by how bold they are."""
    found = []
    for plus in BOLDER:
        bolder = replace(sensible(), plus=sensible().plus + plus)
        north, east = simulate(rounds=rounds, policies=[bolder, "table"] * 2, seed=7).sides
        found.append((plus, north.points - east.points))
        print(f"{plus / 1000:+.1f} tricks: {found[-1][1]:+6.2f} points a round", flush=True)
    PICTURE.write_text(plot(found), encoding="utf-8")
    return found


def plot(points: list[Point]) -> str:
    """Return a plot of the points as a line, with another line at zero."""
    across = [plus for plus, _ in points]
    up = [0.0, *(value for _, value in points)]
    unit = (WIDE - 2 * EDGE) / (max(across) - min(across)), (HIGH - 2 * EDGE) / (max(up) - min(up))

    def place(plus: float, value: float) -> str:
        x, y = EDGE + (plus - min(across)) * unit[0], HIGH - EDGE - (value - min(up)) * unit[1]
        return f"{x:.0f},{y:.0f}"

    line = " ".join(place(*point) for point in points)
    level = f"{place(min(across), 0)} {place(max(across), 0)}"
    words = "".join(
        f'<text x="{place(plus, 0).partition(",")[0]}" y="{HIGH - 12}">{plus / 1000:+.1f}</text>'
        for plus in across
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
        'fill="none" stroke-width="2" font-family="sans-serif" font-size="13">'
        "<title>Points a round ahead, by how many tricks more are bid</title>"
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fbf7ea"/>'
        f'<polyline points="{level}" stroke="#999"/><polyline points="{line}" stroke="#14503f"/>'
        f'<g fill="#333" text-anchor="middle">{words}</g></svg>\n'
    )


if __name__ == "__main__":
    asked = sys.argv[1:2]
    if not all(word.isdecimal() and int(word) for word in asked):
        sys.exit(f"ROUNDS is a whole number from 1, not {asked[0]}")
    main(*map(int, asked))

"""Markdown tables for the figures of benchmarks."""

from spadille.arena import Interval


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def head(*cells: str) -> list[str]:
    """Return the two lines at the top of a table with these column titles."""
    return [row(*cells), row(*["---"] * len(cells))]


def with_margin(found: Interval, *, turned: bool = False) -> str:
    """Return a mean with half of its interval, for the second bot if `turned`."""
    low, high = found.ci95
    return f"{-found.mean if turned else found.mean:+.1f} ± {(high - low) / 2:.1f}"

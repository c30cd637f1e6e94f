"""Match results as text: who wins and by how much, rates, times, and round-robin tables."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..arena import BotReport, Interval, MatchResult, RoundRobinResult

_STOPPED = {
    "clear": "stopped early: it is clear which bot is better",
    "narrow": "stopped early: the interval is as narrow as requested",
}


def told_match(rules: str, result: "MatchResult") -> str:
    """Return a match under the named rules as text."""
    first, second = (report.bot for report in result.bots)
    lines = [f"{first} against {second}, {rules}: {_length(result)}"]
    if result.stopped:
        lines.append(_STOPPED[result.stopped])
    if result.points_per_deal:
        lines.append(f"points that {first} wins by: {_spread(result.points_per_deal, '+.2f')}")
    if result.games_won:
        lines.append(f"games that {first} wins: {_spread(result.games_won, '.1%')}")
    lines += ["", *_rates(result.bots), "", _bids(result), _mirroring(result)]
    return "\n".join(lines)


def told_round_robin(rules: str, result: "RoundRobinResult") -> str:
    """Return a round robin under the named rules as text; rows play against columns."""
    bots = [place.bot for place in result.places]
    width = max(map(len, bots))
    cells = {}
    for match in result.matches:
        first, second = (report.bot for report in match.bots)
        cells[first, second] = _cell(match, turned=False)
        cells[second, first] = _cell(match, turned=True)
    column = max(width, *map(len, cells.values()))
    against_all = "points" if result.places[0].points_per_deal else "games won"
    lines = [
        f"round robin, {rules}: {_length(result.matches[0])}",
        "",
        f"{'':{width}}  {'rating':14} {against_all} against all",
    ]
    for place in result.places:
        rating = f"{place.rating.mu:.2f} ± {2 * place.rating.sigma:.2f}"
        found = place.points_per_deal or place.games_won
        assert found is not None
        form = "+.2f" if place.points_per_deal else ".1%"
        lines.append(f"{place.bot:{width}}  {rating:14} {_spread(found, form)}")
    lines += ["", " ".join([" " * width, *(f" {bot:>{column}}" for bot in bots)])]
    for bot in bots:
        row = (f" {cells.get((bot, other), ''):>{column}}" for other in bots)
        lines.append(" ".join([f"{bot:{width}}", *row]).rstrip())
    return "\n".join(lines)


def _length(result: "MatchResult") -> str:
    counted = f"{result.deals:,} deals" if result.deals else f"{result.games:,} games"
    return f"{counted}, each in {result.seatings} seatings"


def _cell(result: "MatchResult", *, turned: bool) -> str:
    """Return how much the first bot wins by, or the second if `turned`, and half the interval."""
    found = result.points_per_deal or result.games_won
    assert found is not None
    mean, (low, high) = found.mean, found.ci95
    if result.points_per_deal:
        return f"{-mean if turned else mean:+.1f} ± {(high - low) / 2:.1f}"
    return f"{1 - mean if turned else mean:.1%} ± {(high - low) / 2:.1%}"


def _spread(found: "Interval", form: str) -> str:
    low, high = found.ci95
    return f"{found.mean:{form}} (95 %: {low:{form}} to {high:{form}})"


def _rates(reports: "tuple[BotReport, BotReport]") -> list[str]:
    width = max(len(report.bot) for report in reports)
    lines = [
        f"{'':{width}}  contracts    made   set   nils  made   bags    ms a decision",
        f"{'':{width}}                                   a round   median  95 %  longest",
    ]
    for report in reports:
        ms = report.ms_per_decision
        lines.append(
            f"{report.bot:{width}}  {report.contracts:9,} {report.made:7.1%} {report.set:5.1%} "
            f"{report.nils:6,} {report.nils_made:5,} {report.bags_per_round:9.2f} "
            f"{ms.p50:8.2f} {ms.p95:5.2f} {ms.max:8.2f}"
        )
    return lines


def _mirroring(result: "MatchResult") -> str:
    share = abs(result.narrower)
    word = "narrower" if result.narrower >= 0 else "wider"
    return f"mirroring: the interval is {share:.0%} {word} than for as many separate games"


def _bids(result: "MatchResult") -> str:
    bids = result.bids
    usual = sorted(bids.counts, key=lambda total: -bids.counts[total])[:2]
    shares = ", ".join(f"{total} in {bids.counts[total] / result.rounds:.0%}" for total in usual)
    return (
        f"the bids of {result.rounds:,} rounds: sum {bids.mean:.2f}, "
        f"standard deviation {bids.sd:.2f}; most often {shares}"
    )

"""Match results as text: who wins and by how much, rates, times, and round-robin tables."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import json

from ..game import Rules, find_preset
from ..notation import code_in
from .rule_set import find_rules

if TYPE_CHECKING:
    from ..arena import BotReport, Interval, MatchResult, RoundRobinResult

_STOPPED = {
    "clear": "stopped early: it is clear which bot is better",
    "narrow": "stopped early: the interval is as narrow as requested",
}


def heading_of(asked: str, rules: Rules) -> str:
    """Return the name of the rules that `--rules` named, with all options that differ from them.

    >>> heading_of("standard", Rules().with_options({"end.target": 250}))
    'standard with end.target=250'
    """
    preset = find_rules(asked)
    named = find_preset(preset.name) if code_in(asked) else preset
    base = (named.rules if named else Rules()).options()
    new = {path: value for path, value in rules.options().items() if value != base[path]}
    changes = ", ".join(f"{path}={_value(value)}" for path, value in new.items())
    return f"{preset.name} with {changes}" if changes else preset.name


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.encode(value).decode()


def told_match(rules: str, result: "MatchResult", saved: Path | None = None) -> str:
    """Return a match under the named rules as text; its games may be saved in a folder."""
    first, second = (report.bot for report in result.bots)
    lines = [f"{first} against {second}, {rules}: {_length(result)}"]
    if result.stopped:
        lines.append(_STOPPED[result.stopped])
    if result.points_per_deal:
        lines.append(f"points that {first} wins by: {_spread(result.points_per_deal, '+.2f')}")
    if result.games_won:
        lines.append(f"games that {first} wins: {_spread(result.games_won, '.1%')}")
    lines += ["", *_rates(result.bots), "", _bids(result), _mirroring(result)]
    lines += [*_failures(result.bots), *_worst(result, saved)]
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
    lines += _failures([report for match in result.matches for report in match.bots])
    return "\n".join(lines)


def _failures(reports: "Sequence[BotReport]") -> list[str]:
    """Return a line for each bot that has failed, with its failures in all of these reports."""
    lines = []
    for bot in dict.fromkeys(report.bot for report in reports):
        own = [report for report in reports if report.bot == bot]
        illegal, errors = (sum(getattr(one, name) for one in own) for name in ("illegal", "errors"))
        if illegal + errors:
            first = next(one.first_failure for one in own if one.first_failure)
            count = f"{illegal:,} illegal answers, {errors:,} errors and timeouts"
            lines.append(f"{bot} failed: {count}; the first in {first}")
    return lines


def _worst(result: "MatchResult", saved: Path | None) -> list[str]:
    if not result.worst:
        return []
    first = result.bots[0].bot
    found = ", ".join(f"{one.deal} ({_form(result, one.value)})" for one in result.worst)
    where = f"; their games: {saved / 'worst.txt'}" if saved else ""
    return [f"deals that {first} lost by most: {found}{where}"]


def _form(result: "MatchResult", value: float) -> str:
    return f"{value:+.1f}" if result.points_per_deal else f"{value:.0%}"


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

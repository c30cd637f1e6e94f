"""The part that two results of the same match have in common."""

from msgspec import structs

from spadille.arena import DecisionTimes, MatchResult


def timeless(result: MatchResult) -> MatchResult:
    """Return the result without the times, which are never the same twice."""
    nothing = DecisionTimes(0, 0, 0)
    first, second = (structs.replace(bot, ms_per_decision=nothing) for bot in result.bots)
    return structs.replace(result, bots=(first, second))

"""What the levels of bots are called."""

from ...game import T
from .words import Words

_NAMES = {
    "random": T("random"),
    "beginner": T("beginner"),
    "intermediate": T("intermediate"),
    "expert": T("expert"),
}

_ABOUT = {
    "random": T("any legal card"),
    "beginner": T("counts high cards"),
    "intermediate": T("knows the game"),
    "expert": T("tries out many deals"),
}


def level_name(level: str, words: Words) -> str:
    """What a level is called; bots of one's own have the name they are loaded by."""
    return words.say(_NAMES[level]) if level in _NAMES else level


def level_line(level: str, words: Words) -> str:
    """A level with what it can."""
    name = level_name(level, words)
    return f"{name}: {words.say(_ABOUT[level])}" if level in _ABOUT else name

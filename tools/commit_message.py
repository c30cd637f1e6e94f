"""Check a commit message: `python tools/commit_message.py FILE`, as git's commit-msg hook does.

A subject is an imperative sentence of at most 72 characters without a period. It may start with an
area: `table: end the game when it is stopped mid-trick`. A blank line separates it from the body.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

LONGEST = 72
"""The most characters in a subject; most lists of commits cut longer ones off."""

OTHER_MOODS = re.compile(r"(?:ed|ing|[^s]s)$")
"""Endings of verbs that are not imperatives: added, adding, adds."""

IMPERATIVES = frozenset(
    ("bring", "embed", "feed", "need", "proceed", "seed", "shed", "speed", "spring", "string")
)
"""Imperatives that have such an ending."""

WRITTEN_BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")


def problems(message: str) -> Iterator[str]:
    """Yield a sentence for each thing that is wrong with a message."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if subject.startswith(WRITTEN_BY_GIT):
        return
    if not subject.strip():
        yield "The subject is empty."
        return
    if len(subject) > LONGEST:
        yield f"The subject has {len(subject)} characters; use at most {LONGEST}."
    if subject.endswith("."):
        yield "The subject ends in a period; leave it out."
    sentence = re.sub(r"^[\w./, -]{1,30}: ", "", subject)
    first = sentence.split()[0].lower() if sentence.split() else ""
    if OTHER_MOODS.search(first) and first not in IMPERATIVES:
        yield f"The subject begins with '{first}'; use the imperative, as in 'Add a test'."
    if len(lines) > 1 and lines[1].strip():
        yield "The second line is not blank; separate the subject from the body."


def main(arguments: Sequence[str]) -> int:
    """Print the problems of the message in a file; return 1 if there are any."""
    found = list(problems(Path(arguments[0]).read_text(encoding="utf-8")))
    for problem in found:
        print(f"commit message: {problem}", file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

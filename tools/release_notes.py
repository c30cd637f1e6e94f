"""Print the changelog's section of a version for its release page.

python tools/release_notes.py X.Y.Z
"""

import sys

from release import ROOT, news


def main() -> int:
    (version,) = sys.argv[1:]
    text = news((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    if not text:
        print(f"CHANGELOG.md has no section of {version}", file=sys.stderr)
        return 1
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

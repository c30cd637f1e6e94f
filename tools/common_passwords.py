"""Write the hashes of the most common passwords: `python tools/common_passwords.py LIST`.

LIST is a text file with a password on each line, such as the 30,000 in the package zxcvbn (MIT
license). The tool takes only those that are long enough for an account. It writes only the
beginning of each hash, so no one has to read the passwords.
"""

import sys
from pathlib import Path

from spadille.server.features import passwords as password_rules
from spadille.server.features.passwords import COMMON, SHORTEST, short_digest

HEADER = f"""\
# The beginnings of digests (SHA-256) of common passwords with {SHORTEST} characters or more.
# Made by tools/common_passwords.py from the 30,000 of zxcvbn (MIT license).
"""


def common(passwords: str) -> str:
    """Return the hashes, one per line."""
    taken = {line.strip().casefold() for line in passwords.splitlines()}
    digests = sorted(short_digest(word) for word in taken if len(word) >= SHORTEST)
    return HEADER + "".join(f"{digest}\n" for digest in digests)


if __name__ == "__main__":
    place = Path(password_rules.__file__).with_name(COMMON)
    place.write_text(common(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="ascii")
    print(f"wrote {place}")

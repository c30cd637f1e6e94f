"""Send a server nonsense for the given time, and stop at the first failure.

python tools/fuzz.py --minutes 60 [--seed 1]

The requests are well-formed according to the server's schema or its documentation, and many of them
are then damaged. A failure is an answer with a status of 500 or more, `server/failed`, or a line in
the server's log.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from spadille.server.limits import Limits
from support.fuzzing import ask_nonsense, talk_nonsense
from support.servers import server

AT_A_TIME = 2000


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    wide = [
        f"--limit={name}=1000000"
        for name in Limits._fields
        if "_a_second" in name or "_a_minute" in name
    ]
    until = time.monotonic() + 60 * words.minutes
    sent, seed = 0, words.seed
    while time.monotonic() < until:
        with (
            tempfile.TemporaryDirectory() as folder,
            server(Path(folder) / "games.db", serve=wide) as running,
        ):
            talk_nonsense(running, Random(f"talk/{seed}"), AT_A_TIME)
            ask_nonsense(running, Random(f"ask/{seed}"), AT_A_TIME)
            status, complaints = running.interrupt()
        if status or complaints:
            sys.exit(f"seed {seed}: the server ended with {status}\n{complaints}")
        sent, seed = sent + 2 * AT_A_TIME, seed + 1
        print(f"{sent} messages and requests, up to seed {seed}", flush=True)


if __name__ == "__main__":
    main()

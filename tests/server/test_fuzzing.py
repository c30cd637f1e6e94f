"""The server answers or refuses every request, and never fails.

`python tools/fuzz.py --minutes 60` sends more than these few tests do.
"""

from collections.abc import Iterator
from random import Random

import pytest

from support.fuzzing import ask_nonsense, talk_nonsense
from support.servers import Server, server

MESSAGES = 400
WIDE = [
    f"--limit={name}=1000000"
    for name in ("requests_per_second", "requests_per_second_in_all", "records_per_minute")
]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("fuzzing") / "games.db", serve=WIDE) as one:
        yield one
        status, complaints = one.interrupt()
        assert (status, complaints) == (0, "")


def test_websocket_with_random_messages_never_fails(running: Server) -> None:
    talk_nonsense(running, Random(1), MESSAGES)


def test_api_with_random_requests_never_fails(running: Server) -> None:
    ask_nonsense(running, Random(2), MESSAGES)

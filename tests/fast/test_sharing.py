"""Threads that share parts of one compiled function's work."""

from concurrent.futures import ThreadPoolExecutor

from hypothesis import given, settings
from hypothesis.strategies import integers

from spadille.fast.sharing import all_done, finish, new_shares, take


@settings(max_examples=20)
@given(integers(0, 200), integers(1, 8))
def test_every_piece_is_taken_once(pieces: int, threads: int) -> None:
    shares = new_shares()

    def work() -> list[int]:
        taken = []
        while (piece := int(take(shares, pieces))) < pieces:
            taken.append(piece)
            finish(shares)
        return taken

    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(work) for _ in range(threads)]
        taken = [piece for each in waiting for piece in each.result()]
    assert sorted(taken) == list(range(pieces))
    assert all_done(shares, pieces)
    assert take(shares, pieces) == pieces


def test_unfinished_piece_is_not_done() -> None:
    shares = new_shares()
    assert take(shares, 2) == 0
    assert take(shares, 2) == 1
    finish(shares)
    assert not all_done(shares, 2)
    finish(shares)
    assert all_done(shares, 2)

"""Rates: some requests at once, then a number per second."""

from spadille.server.clock import AT_ONCE, MOST_KNOWN, Rate, RateLimiter, TokenBucket, often
from support.tabletop import FakeClock


def test_allowance_permits_burst_then_steady_rate() -> None:
    clock = FakeClock()
    allowance = TokenBucket(clock, Rate(burst=200, a_second=100))
    assert all(allowance.take() for _ in range(200))
    assert not allowance.take()
    clock.fire(clock.time() + 1)
    assert sum(allowance.take() for _ in range(1000)) == 100
    clock.fire(clock.time() + 1000)
    assert sum(allowance.take() for _ in range(1000)) == 200
    assert allowance.refused > 0


def test_allowance_of_one_client_leaves_others_theirs() -> None:
    allowances = RateLimiter(FakeClock(), often(6, 60), often(60, 60))
    assert sum(allowances.take("one") for _ in range(1000)) == 6 * AT_ONCE
    assert not allowances.take("one")
    assert allowances.take("another", 6 * AT_ONCE)


def test_allowance_for_all_clients_together_is_limited() -> None:
    allowances = RateLimiter(FakeClock(), often(10), often(20))
    assert sum(allowances.take(str(client)) for client in range(1000)) == 20 * AT_ONCE


def test_allowances_forget_old_clients() -> None:
    clock = FakeClock()
    allowances = RateLimiter(clock, often(1), often(1e9))
    for client in range(2 * MOST_KNOWN):
        assert allowances.take(str(client))
    assert len(allowances._clients) <= MOST_KNOWN
    clock.fire(clock.time() + 1000)
    assert allowances.take("somebody")
    assert len(allowances._clients) == 1

"""Settings for all tests: how many examples Hypothesis tries, and which browser is used.

By default they are few and the same in every run. `--hypothesis-profile=thorough` tries forty times
as many, and others each time.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from dev import find_chromium

settings.register_profile(
    "few",
    derandomize=True,
    database=None,
    deadline=None,  # however busy the machine is
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough", parent=settings.get_profile("few"), derandomize=False, max_examples=1000
)
settings.load_profile("few")  # before Hypothesis's plugin loads the one named with its option


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the machine's Chromium; if it has none, Playwright looks for its bundled browser."""
    return {**browser_type_launch_args, "executable_path": find_chromium()}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let one process run the tests of a module that share a fixture, such as a server."""
    from support.scheduling import Schedule  # noqa: PLC0415 - only processes that distribute tests

    return Schedule(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last: Playwright's event loop keeps others in its process from starting.

    Whole games come first among them; otherwise one process would still be playing the last of them
    at the end.
    """

    def order(item: pytest.Item) -> tuple[bool, bool]:
        in_browser = "playwright" in getattr(item, "fixturenames", ())
        return in_browser, in_browser and "games" not in item.nodeid.partition("::")[0]

    items.sort(key=order)

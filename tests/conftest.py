"""What holds for all tests: how much hypothesis tries, which browser is used.

`HYPOTHESIS_PROFILE=dev` looks further than the tests of every day, `coverage` not as far: a line is
reached by the first examples or by none, and to note each that is reached takes its time.
"""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from dev import find_chromium

# The same examples in every run, whatever the machine is doing in the meantime.
settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "dev", parent=settings.get_profile("ci"), derandomize=False, max_examples=1000
)
settings.register_profile("coverage", parent=settings.get_profile("ci"), max_examples=20)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the machine's Chromium; where it has none, Playwright looks for one of its own."""
    return {**browser_type_launch_args, "executable_path": find_chromium()}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last: once Playwright's event loop runs, no other starts in its process.

    Of them whole games come first, or one process would play the last of them alone.
    """

    def order(item: pytest.Item) -> tuple[bool, bool]:
        in_browser = "playwright" in getattr(item, "fixturenames", ())
        return in_browser, in_browser and "games" not in item.nodeid.partition("::")[0]

    items.sort(key=order)

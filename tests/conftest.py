"""Settings for all tests: how many examples hypothesis tries, and which browser is used.

`HYPOTHESIS_PROFILE=dev` tries more examples than the everyday tests, and `coverage` tries fewer. A
line is usually reached by the first examples or not at all, and recording each reached line takes
time.
"""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from dev import find_chromium

# The same examples in every run, however busy the machine is.
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
    """Start the machine's Chromium; if it has none, Playwright looks for its bundled browser."""
    return {**browser_type_launch_args, "executable_path": find_chromium()}


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

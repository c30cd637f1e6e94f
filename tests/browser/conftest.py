"""A real server and real browser pages, in every size and language that a test uses."""

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from support.at_page import BUSY
from support.running import NewPage, Running

expect.set_options(timeout=BUSY)

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Yield one server for all tests in this process.

    A test sees no more of another test's games than people see of strangers' games.
    """
    server = Running(tmp_path_factory.mktemp("games"))
    yield server
    server.kill()


@pytest.fixture
def running(server: Running) -> Running:
    """Return the server, running on a free port."""
    return server if server.alive else server.start()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    quiet = ["--no-sandbox", "--disable-background-networking", "--no-first-run"]
    return {**browser_type_launch_args, "args": quiet}


OPENED = pytest.StashKey[list[Page]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the pages' contents to a failure: the machine it failed on may be out of reach."""
    report = yield
    if report.failed:
        pages = item.stash.get(OPENED, [])
        report.sections += [(f"Page {i}", _shown(page)) for i, page in enumerate(pages, 1)]
    return report


def _shown(page: Page) -> str:
    try:
        return f"{page.url}\n{page.locator('body').aria_snapshot(timeout=1000)}"
    except Error as error:
        return str(error)


@pytest.fixture
def new_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Open pages for separate people; a page that reports an error fails the test."""
    errors: list[str] = []
    pages = request.node.stash.setdefault(OPENED, [])
    contexts = []

    def open_page(size: str = "desktop", lang: str = "en") -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=lang,
            has_touch=size == "phone",
            reduced_motion="reduce",
            service_workers="block",  # they come between the page and its request listeners
        )
        context.set_default_timeout(BUSY)
        contexts.append(context)
        page = context.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []

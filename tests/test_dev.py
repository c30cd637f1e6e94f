"""`dev.py test` runs the tests in the browsers named in its arguments."""

import shutil

import pytest

import dev


def test_find_chromium_without_name_returns_first_on_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(dev.TEST_BROWSER, raising=False)
    found = list(filter(None, map(shutil.which, dev.CHROMIUMS)))
    assert dev.find_chromium() == (found[0] if found else None)


def test_find_chromium_with_name_returns_named_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(dev.TEST_BROWSER, "sh")
    assert dev.find_chromium() == shutil.which("sh")


def test_chosen_browsers_splits_browsers_from_pytest_arguments() -> None:
    browsers, rest = dev.chosen_browsers(
        ["--browser", "chromium", "-k", "nil", "--browser=google-chrome", "tests/browser"]
    )
    assert browsers == ["chromium", "google-chrome"]
    assert rest == ["-k", "nil", "tests/browser"]


def test_chosen_browsers_unknown_name_lists_choices() -> None:
    with pytest.raises(dev.StepError, match="unknown browser 'firefox'; choose from chromium"):
        dev.chosen_browsers(["--browser", "firefox"])


def test_environment_with_browser_names_it_for_tests() -> None:
    assert dev.environment("chromium")[dev.TEST_BROWSER] == "chromium"

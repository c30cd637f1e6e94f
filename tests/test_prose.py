"""Prose reads like American English: the number of non-native phrases only falls."""

from pathlib import Path

import pytest

import prose


def hits(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    return [pattern for _, pattern, _ in prose.hits_in(prose.texts_of(path))]


def test_prose_has_no_more_hits_than_stored() -> None:
    assert prose.excess() == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Whoever joins late waits.", ["whoever"]),
        ("This is no card.", ["negated noun"]),
        ("This is no longer true. What is a nil? Where is the table?", []),
        ("`whoever` is a name in code.", []),
        ("```\nWhoever joins late waits.\n```", []),
        ("See [the page of whoever asks](https://example.org/whoever).", ["whoever"]),
    ],
)
def test_prose_of_markdown_excludes_code(tmp_path: Path, text: str, found: list[str]) -> None:
    assert hits(tmp_path / "page.md", text) == found


def test_prose_of_python_is_docstrings_and_comments(tmp_path: Path) -> None:
    source = '"""Tell nobody."""\nx = 1  # anew\ny = "whoever"\n\n\ndef f():\n    """Mend it."""\n'
    assert hits(tmp_path / "module.py", source) == ["told", "nobody", "anew", "anew"]


def test_prose_of_client_is_comments_and_messages(tmp_path: Path) -> None:
    component = (
        "<!-- Whoever asks. -->\n<script>\n// anew\nconst a = 'anew'; /* told */\n</script>\n"
    )
    assert hits(tmp_path / "Page.svelte", component) == ["whoever", "anew", "told"]
    assert hits(tmp_path / "en.json", '{\n  "nobody": "Deal anew"\n}\n') == ["anew"]


def test_prose_long_sentences_are_counted_outside_tables() -> None:
    long = "Word " + "word " * 30
    texts = [prose.Text(1, f"A short one. {long}."), prose.Text(2, long, sentences=False)]
    assert [prose.is_long(sentence) for _, sentence in prose.sentences_in(texts)] == [False, True]

"""The documentation site: all pages exist and are linked, and tutorials lead somewhere.

`server/test_protocol.py` counts messages and their codes, `test_api_page.py` the names in Python,
and `test_rule_table.py` the rules. The site shows those pages unchanged.
"""

import json
import re
import shlex
import tomllib
from argparse import Action, ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from docsite import build
from docsite.build import SiteError, collect, settings_for
from docsite.check import problems
from docsite.codes import CODE, NO_CODES, SOURCES
from docsite.program_pages import commands_of, options_of
from docsite.search import QUERIES, unfound
from spadille.cli.command_line import command_parser
from spadille.game import PlayerAction, library, option_types, presets
from support.command import spadille
from support.pictures import FILMS, PICTURES, SCENES, STILLS

DOCS = Path(__file__).parents[1] / "docs"
TUTORIALS = DOCS / "tutorials"


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return collect()[0]


def test_navigation_lists_every_page(pages: dict[str, str]) -> None:
    settings = settings_for(pages)
    assert "/*" not in settings
    assert tomllib.loads(settings)["project"]["validation"] == {
        "invalid_links": True,
        "invalid_link_anchors": True,
    }
    assert [name for name in pages if f'"{name}"' not in settings] == []
    with pytest.raises(SiteError, match=r"does not name stray\.md"):
        settings_for({**pages, "stray.md": ""})
    with pytest.raises(SiteError, match=r"names bots\.md"):
        settings_for(pages.keys() - {"bots.md"})


@pytest.mark.parametrize("built", [True, False])
def test_first_page_offers_the_demo_only_if_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, built: bool
) -> None:
    monkeypatch.setattr(build, "DEMO", tmp_path if built else tmp_path / "missing")
    monkeypatch.setattr(build, "generated", lambda: ())
    first = collect()[0]["index.md"]
    assert ('href="demo/"' in first) == built
    assert "\n# Spadille\n" in first


def name_of(argument: Action) -> str:
    return str(argument.metavar or argument.dest).lower()


def test_commands_page_lists_every_command_and_option(pages: dict[str, str]) -> None:
    def entries(parser: ArgumentParser) -> Iterator[tuple[str, list[list[str]]]]:
        names = [[*option.option_strings] or [name_of(option)] for option in options_of(parser)]
        yield parser.prog, sorted(names)
        for command in commands_of(parser).values():
            yield from entries(command)

    told = {}
    sections = re.split(r"^#+ (?=`)", pages["commands.md"], flags=re.MULTILINE)[1:]
    for section in sections:
        rows = re.findall(r"^\| `([^`]*)` \|", section, re.MULTILINE)
        names = [re.findall(r"--?[A-Za-z][\w-]*", row) or [row.lower()] for row in rows]
        told[section.split("`")[1]] = sorted(names)
    wanted = dict(entries(command_parser()))
    assert len(wanted) > 20
    assert told == wanted
    assert len(sections) == len(wanted), "a command is listed twice"


def test_codes_page_lists_every_code_with_a_sentence(pages: dict[str, str]) -> None:
    """Codes are found as text here, and as expressions by the tool that generates the page."""
    told = dict(re.findall(r"^\| `([\w/-]+)` \| (.*) \|$", pages["codes.md"], re.MULTILINE))
    texts = [file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py")]
    written = {code for text in texts for code in re.findall(rf'"({CODE.pattern})"', text)}
    made = {f"{kind.__struct_config__.tag}/not-now" for kind in get_args(PlayerAction)}
    assert told.keys() == (written - NO_CODES) | made
    assert [code for code, sentences in told.items() if not sentences.strip()] == []
    assert not re.search(r"[^\\]\{", pages["codes.md"]), "the generator takes it for attributes"


@pytest.mark.parametrize("folder", ["rule-sets/", "rule-sets/de/", "rule-sets/es/"])
def test_rule_set_pages_cover_all_options_in_every_language(
    pages: dict[str, str], folder: str
) -> None:
    rows = re.findall(r"^\| `([\w.]+)` \|", pages[f"{folder}options.md"], re.MULTILINE)
    assert rows == list(option_types())
    own = {name.removeprefix(folder) for name in pages if str(Path(name).parent) + "/" == folder}
    assert own == {*(f"{name}.md" for name in (*presets(), *library())), "index.md", "options.md"}


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("de", "Angesagt werden 1 bis 13 Stiche."),
        ("es", "Una apuesta es un número de bazas de 1 a 13."),
    ],
)
def test_rule_set_pages_are_translated(pages: dict[str, str], lang: str, sentence: str) -> None:
    assert sentence in pages[f"rule-sets/{lang}/standard.md"]
    for name in (*presets(), *library()):
        english, other = pages[f"rule-sets/{name}.md"], pages[f"rule-sets/{lang}/{name}.md"]
        sentences = {line for line in english.splitlines() if line[:2] == "- "}
        assert not sentences & set(other.splitlines())


def test_site_with_dead_link_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pages: dict[str, str]
) -> None:
    assert "](sources/tests/game/test_nil.py.txt)" in pages["rules.md"]
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("[gone](nowhere.md)", encoding="utf-8")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(build, "generated", tuple)
    with pytest.raises(SiteError, match=r"docs/page\.md: there is no nowhere\.md"):
        collect()


FIRST = '<a href="two/">2</a><h1 id="top">1</h1><img src="cat.png" alt="a cat" width=9 height=9>'


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ('<a href="../#top">1</a>', []),
        (
            '<img src="../cat.png">',
            [
                "two/index.html: a picture that does not say its size: ../cat.png",
                "two/index.html: a picture without words: ../cat.png",
            ],
        ),
        ('<a href="../"><svg></svg></a>', ["two/index.html: a link without a name"]),
        ('<button title="Menu"></button>', []),
        ("<h1>2</h1><h3>4</h3>", ["two/index.html: a heading of level 3 after one of level 1"]),
        ('<p id="a"></p><p id="a"></p>', ["two/index.html: two places are called a"]),
        ("<html>", ["two/index.html: it does not say its language"]),
        ('<script src="../x.js"></script>', ["two/index.html: there is no ../x.js"]),
        (
            '<link rel="stylesheet" href="https://fonts.example/a.css">',
            ["two/index.html: fetches https://fonts.example/a.css"],
        ),
    ],
)
def test_site_check_lists_problems_of_a_built_site(
    tmp_path: Path, second: str, found: list[str]
) -> None:
    (tmp_path / "two").mkdir()
    (tmp_path / "cat.png").touch()
    (tmp_path / "index.html").write_text(FIRST, encoding="utf-8")
    (tmp_path / "two" / "index.html").write_text(second, encoding="utf-8")
    assert sorted(problems(tmp_path)) == found


def test_site_search_lists_queries_that_find_nothing(tmp_path: Path) -> None:
    index = {
        "config": {"separator": r"[\s\-/]+"},
        "items": [
            {"title": "Deployment", "text": f"<p>{' '.join(QUERIES).replace('docker', '')}</p>"}
        ],
    }
    (tmp_path / "search.json").write_text(json.dumps(index), encoding="utf-8")
    assert list(unfound(tmp_path)) == ["docker"]
    assert len(QUERIES) >= 60


@pytest.mark.parametrize("name", ["own-rules", "own-bot"])
def test_tutorial_commands_succeed(tmp_path: Path, name: str) -> None:
    text = (TUTORIALS / f"{name}.md").read_text(encoding="utf-8")
    for file, content in re.findall(r"file `([\w.]+)`:\n\n```\w+\n(.*?)```", text, re.DOTALL):
        (tmp_path / file).write_text(content, encoding="utf-8")
    commands = re.findall(r"^\$ spadille (.*)$", text, re.MULTILINE)
    assert commands
    for command in commands:
        done = spadille(*shlex.split(command), cwd=tmp_path)
        assert done.returncode == 0, done.stderr


def test_pictures_are_generated_small_and_have_still_versions() -> None:
    there = {file.name: file.stat().st_size for file in PICTURES.iterdir()}
    assert there.keys() == {*SCENES, *FILMS, *STILLS.values()}
    assert max(there.values()) < 400_000
    assert sum(there.values()) < 1_000_000
    source = r'<source media="\(prefers-reduced-motion: reduce\)" srcset="\S*/([\w.]+)">'
    for page, count in ((DOCS / "index.md", 2), (DOCS.parent / "README.md", 1)):
        text = page.read_text(encoding="utf-8")
        shown = re.findall(rf'{source}\n<img src="\S*/([\w.]+)"', text)
        assert len(shown) == text.count(".webp") == count
        assert all(STILLS[moving] == still for still, moving in shown)

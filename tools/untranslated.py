"""List the texts that are not translated yet: `python tools/untranslated.py [--all]`.

The list is grouped by language; `--all` shows every text.
"""

import json
import sys
from collections.abc import Iterator

from catalogue import ROOT, catalogue_of, missing, template, texts
from spadille.game import presets
from spadille.locale import LANGUAGE_NAMES, LANGUAGES, Lang
from spadille.study import lessons

MESSAGES = ROOT / "web" / "messages"


def untranslated(lang: Lang) -> dict[str, list[str]]:
    """Return the texts that a language lacks, by the catalog where each belongs."""
    there = _messages(lang)
    return {
        "spadille.po": _sentences(lang),
        f"web/messages/{lang}.json": [key for key in _messages("en") if key not in there],
        "game/presets": [
            f"{preset.name}: {part}"
            for preset in presets().values()
            for part, said in (("title", preset.title), ("about", preset.about))
            if not said.get(lang)
        ],
        "study/lessons/texts": [
            f"{name}: {said['en'][:60]}"
            for name in lessons.lessons()
            for said in _said_in(name)
            if not said.get(lang)
        ],
    }


def _sentences(lang: Lang) -> list[str]:
    catalogue = catalogue_of(lang)
    known = {text for message in catalogue for text in texts(message.id)}
    new = [text for message in template() for text in texts(message.id)[:1] if text not in known]
    return missing(catalogue) + new


def _messages(lang: Lang) -> dict[str, object]:
    """Return the browser's texts, or none in a new language."""
    file = MESSAGES / f"{lang}.json"
    messages: dict[str, object] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return messages


def _said_in(lesson: str) -> Iterator[dict[str, str]]:
    found = lessons.lesson(lesson)
    yield from (found.title, found.about)
    for step in found.steps:
        yield step.text
        yield from (answers.text for answers in step.answers)


if __name__ == "__main__":
    for lang in LANGUAGES[1:]:
        print(LANGUAGE_NAMES[lang])
        for place, lacking in untranslated(lang).items():
            print(f"  {len(lacking):5} {place}")
            for text in lacking if "--all" in sys.argv[1:] else ():
                print(f"        {text}")

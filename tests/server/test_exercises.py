"""Puzzles and lessons over HTTP: results are sent with the answers, and nothing hidden is."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from spadille.study import puzzles
from support.servers import server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("exercises")
    with server(folder / "games.db") as running, httpx.Client(base_url=running.address) as client:
        yield client


def asked(client: httpx.Client, path: str, **params: str) -> Any:
    answer = client.get(f"/api/{path}", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def first(sees: str) -> int:
    return next(n for n, one in enumerate(puzzles.puzzles(), start=1) if one.sees == sees)


def test_puzzle_list_has_all_puzzles_and_named_themes(client: httpx.Client) -> None:
    told = asked(client, "puzzles", lang="de")
    assert len(told["puzzles"]) == len(puzzles.puzzles())
    titles = {theme["name"]: (theme["title"], theme["count"]) for theme in told["themes"]}
    assert titles["finesse"] == ("Schneiden", len(puzzles.with_theme("finesse")))


def test_puzzle_has_every_answer_and_its_result(client: httpx.Client) -> None:
    told = asked(client, f"puzzles/{first('all')}", lang="en")
    view, answers = told["exercise"]["view"], told["exercise"]["answers"]
    legal = [action["card"] for action in view["options"]["actions"]]
    assert sorted(answer["action"]["card"] for answer in answers) == sorted(legal)
    assert sum(answer["right"] for answer in answers) < len(answers)
    left = sum(view["hand_sizes"])
    for answer in answers:
        assert answer["line"][0] == answer["action"]["card"]
        assert len(answer["line"]) == left
        assert len(answer["winners"]) == max(view["hand_sizes"])
        assert answer["sentences"]


def test_puzzle_with_hidden_hands_reveals_nothing(client: httpx.Client) -> None:
    number = first("own")
    told = asked(client, f"puzzles/{number}", lang="en")
    view = told["exercise"]["view"]
    assert view["shown"] == [[], [], [], []]
    assert view["hand"]
    held = puzzles.puzzle(number).game().round
    assert held is not None
    hidden = {
        str(card) for seat, hand in enumerate(held.hands) if seat != view["seat"] for card in hand
    }
    assert not hidden & set(view["hand"])
    for answer in told["exercise"]["answers"]:
        assert answer["line"] == []
        assert answer["sentences"]


def test_daily_puzzle_is_the_same_for_all(client: httpx.Client) -> None:
    told = asked(client, "puzzles/days/2026-07-31", lang="en")
    assert told == asked(client, "puzzles/days/2026-07-31", lang="en")
    assert told["info"]["number"] != asked(client, "puzzles/days/2026-08-01")["info"]["number"]


def test_lesson_explains_every_legal_action(client: httpx.Client) -> None:
    told = asked(client, "lessons", lang="de")["lessons"]
    assert [lesson["name"] for lesson in told][:2] == ["following", "trumping"]
    lesson = asked(client, "lessons/following", lang="de")
    assert lesson["info"]["title"] == "Farbe bedienen"
    (step,) = lesson["steps"]
    answers = {one["action"]["card"]: one for one in step["exercise"]["answers"]}
    assert set(answers) == {"H5", "H9", "HA"}
    assert [card for card, one in answers.items() if one["right"]] == ["HA"]
    assert answers["HA"]["line"] == ["HA", "H3"]
    assert answers["HA"]["winners"] == [2]
    assert "Ost gewinnt" in answers["H9"]["sentences"][0]


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_lesson_cards_are_playable_or_explained(client: httpx.Client, lang: str) -> None:
    for lesson in asked(client, "lessons", lang=lang)["lessons"]:
        for step in asked(client, f"lessons/{lesson['name']}", lang=lang)["steps"]:
            exercise = step["exercise"]
            reasons = {one["card"]: one["why"] for one in exercise["forbidden"]}
            played = {one["action"].get("card") for one in exercise["answers"]}
            held = set(exercise["view"]["hand"] or ())
            assert played.isdisjoint(reasons)
            assert held <= played | set(reasons)
            assert all(reasons.values())
    (step,) = asked(client, "lessons/following", lang=lang)["steps"]
    reasons = {one["card"]: one["why"] for one in step["exercise"]["forbidden"]}
    follow = {"en": "follow hearts", "de": "Herz bedienen", "es": "corazones"}[lang]
    assert reasons
    assert all(follow in why for why in reasons.values())


def test_puzzle_explains_illegal_cards(client: httpx.Client) -> None:
    exercise = asked(client, f"puzzles/{first('own')}", lang="en")["exercise"]
    reasons = {one["card"] for one in exercise["forbidden"]}
    played = {one["action"].get("card") for one in exercise["answers"]}
    assert set(exercise["view"]["hand"]) <= played | reasons


def test_lesson_shows_hand_only_after_looking(
    client: httpx.Client,
) -> None:
    exercise = asked(client, "lessons/blind", lang="en")["steps"][0]["exercise"]
    assert exercise["view"]["hand"] is None
    told = {answer["action"]["type"]: answer["hand"] for answer in exercise["answers"]}
    assert len(told["look"]) == 13
    assert told["bid"] is None


@pytest.mark.parametrize(
    ("path", "code", "status"),
    [
        ("puzzles/0", "puzzle/unknown", 404),
        ("puzzles/99999999", "puzzle/unknown", 404),
        ("puzzles/days/today", "puzzle/no-day", 400),
        ("puzzles/days/2026-02-30", "puzzle/no-day", 400),
        ("puzzles/days/" + "9" * 400, "puzzle/no-day", 400),
        ("lessons/nothing", "lesson/unknown", 404),
        ("puzzles/nothing", "request/unknown", 404),
    ],
)
def test_unknown_exercise_is_refused_with_a_sentence(
    client: httpx.Client, path: str, code: str, status: int
) -> None:
    answer = client.get(f"/api/{path}", params={"lang": "de"})
    assert answer.status_code == status
    assert answer.json()["code"] == code
    assert answer.json()["text"]

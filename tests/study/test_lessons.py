"""Lessons: each can be passed, and every wrong answer has its own sentence."""

import pytest

from spadille.game import Options, Seat, SpadesError
from spadille.notation import parse_deal, parse_seat
from spadille.study import lessons
from spadille.study.advice import advise, counsel
from spadille.study.lessons import Step
from support.positions import cards_of, play

ALL = lessons.lessons()
STEPS = [(name, at) for name, lesson in ALL.items() for at in range(len(lesson.steps))]


def test_lessons_are_at_least_twelve_with_own_texts() -> None:
    assert len(ALL) >= 12
    for lesson in ALL.values():
        for text in (lesson.title, lesson.about):
            assert len(set(text.values())) == len(text)
        assert all(said.endswith(".") for said in lesson.about.values())


@pytest.mark.parametrize(("name", "at"), STEPS)
def test_lesson_step_has_right_and_wrong_answers(name: str, at: int) -> None:
    step = lessons.lesson(name).steps[at]
    legal = step.game().legal_actions().actions
    assert step.view().options == Options(legal)
    said = [step.said_of(action) for action in legal]
    assert None not in said, "everything that may be done is spoken of"
    assert {one.right for one in said if one is not None} == {True, False}
    named = {name for one in step.answers for name in one.actions}
    assert named <= {str(action) for action in legal}
    for one in (*step.answers,):
        assert all(said.endswith(".") for said in one.text.values())
        assert len(set(one.text.values())) == len(one.text)


@pytest.mark.parametrize(("name", "at"), STEPS)
def test_line_after_answer_completes_trick(name: str, at: int) -> None:
    step = lessons.lesson(name).steps[at]
    for action in step.view().options.actions:
        line = step.line_after(action)
        if step.cards:
            assert len(line) == 4 - len(step.cards.split())
        play(step.game(), " ".join(map(str, line)))


@pytest.mark.parametrize(("name", "at"), STEPS)
def test_lesson_step_always_gives_described_game(name: str, at: int) -> None:
    step = lessons.lesson(name).steps[at]
    game = step.game()
    assert game.round is not None
    assert game.round.hands[step.view().seat] == parse_deal(f"N:{step.hand} ...").hands[0]
    for seat, cards in step.hands.items():
        assert set(cards_of(cards)) <= set(game.round.hands[parse_seat(seat)])
    assert step.game() == game


def test_lesson_step_supports_earlier_bids_and_scores() -> None:
    step = Step({}, "N", "AK3.AJ52.2.KT876", (), bids="3 4", before=(0, 50))
    view = step.view()
    assert view.seat == Seat.WEST
    assert list(map(str, view.bids)) == ["None", "3", "4", "None"]
    assert [standing.score for standing in view.standings] == [0, 50]


@pytest.mark.parametrize(("name", "at"), STEPS)
def test_coach_finds_no_better_action_than_right_answer(name: str, at: int) -> None:
    step = lessons.lesson(name).steps[at]
    weighed = counsel(advise(step.game().view_to_act, every=True))
    costs = [
        cost
        for one, cost in zip(weighed.decision.candidates, weighed.costs, strict=True)
        if (said := step.said_of(one.action)) is not None and said.right
    ]
    assert min(costs) == 0


def test_line_after_bid_is_empty() -> None:
    step = next(
        step for one in ALL.values() for step in one.steps if step.game().phase == "bidding"
    )
    assert all(step.line_after(action) == () for action in step.view().options.actions)


def test_breaking_nil_lesson_breaks_nil_of_opponent() -> None:
    step = lessons.lesson("breaking-nil").steps[0]
    game = step.game()
    assert str(step.game().view_to_act.bids[1]) == "nil"
    for card in step.line_after(next(a for a in step.view().options.actions if str(a) == "H5")):
        game = game.apply(next(a for a in game.legal_actions() if str(a) == str(card)))
    assert game.view(None).won[1] == 1


def test_blind_lesson_shows_no_cards() -> None:
    level, behind = (step.view() for step in lessons.lesson("blind").steps)
    for view in (level, behind):
        assert view.hand is None
        assert not any(view.shown)
        assert view.seat == 2
    assert [standing.score for standing in behind.standings] == [320, 470]


def test_unknown_lesson_is_rejected() -> None:
    with pytest.raises(SpadesError) as refused:
        lessons.lesson("../following")
    assert refused.value.code == "lesson/unknown"

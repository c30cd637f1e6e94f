"""Lessons: each can be passed, and every wrong answer has its sentence."""

import pytest

from spadille.game import Options, Seat, SpadesError
from spadille.notation import parse_deal, parse_seat
from spadille.study import lessons
from spadille.study.advice import advise, counsel
from spadille.study.lessons import Step
from support.positions import cards_of, play

ALL = lessons.lessons()
STEPS = [(name, at) for name, lesson in ALL.items() for at in range(len(lesson.steps))]


def test_there_are_a_dozen_and_each_says_one_thing() -> None:
    assert len(ALL) >= 12
    for lesson in ALL.values():
        for text in (lesson.title, lesson.about):
            assert len(set(text.values())) == len(text)
        assert all(said.endswith(".") for said in lesson.about.values())


@pytest.mark.parametrize(("name", "at"), STEPS)
def test_a_step_can_be_passed_and_knows_what_was_done_wrong(name: str, at: int) -> None:
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
def test_the_trick_is_played_to_its_end_after_an_answer(name: str, at: int) -> None:
    step = lessons.lesson(name).steps[at]
    for action in step.view().options.actions:
        line = step.line_after(action)
        if step.cards:
            assert len(line) == 4 - len(step.cards.split())
        play(step.game(), " ".join(map(str, line)))


@pytest.mark.parametrize(("name", "at"), STEPS)
def test_a_place_is_as_it_is_told_and_always_the_same(name: str, at: int) -> None:
    step = lessons.lesson(name).steps[at]
    game = step.game()
    assert game.round is not None
    assert game.round.hands[step.view().seat] == parse_deal(f"N:{step.hand} ...").hands[0]
    for seat, cards in step.hands.items():
        assert set(cards_of(cards)) <= set(game.round.hands[parse_seat(seat)])
    assert step.game() == game


def test_a_learner_may_bid_after_others_and_one_side_alone_have_points() -> None:
    step = Step({}, "N", "AK3.AJ52.2.KT876", (), bids="3 4", before=(0, 50))
    view = step.view()
    assert view.seat == Seat.WEST
    assert list(map(str, view.bids)) == ["None", "3", "4", "None"]
    assert [standing.score for standing in view.standings] == [0, 50]


@pytest.mark.parametrize(("name", "at"), STEPS)
def test_the_coach_finds_nothing_better_than_what_is_called_right(name: str, at: int) -> None:
    step = lessons.lesson(name).steps[at]
    weighed = counsel(advise(step.game().view_to_act, every=True))
    costs = [
        cost
        for one, cost in zip(weighed.decision.candidates, weighed.costs, strict=True)
        if (said := step.said_of(one.action)) is not None and said.right
    ]
    assert min(costs) == 0


def test_a_bid_has_no_cards_after_it() -> None:
    step = next(
        step for one in ALL.values() for step in one.steps if step.game().phase == "bidding"
    )
    assert all(step.line_after(action) == () for action in step.view().options.actions)


def test_the_nil_that_is_attacked_falls_and_the_own_one_holds() -> None:
    step = lessons.lesson("breaking-nil").steps[0]
    game = step.game()
    assert str(step.game().view_to_act.bids[1]) == "nil"
    for card in step.line_after(next(a for a in step.view().options.actions if str(a) == "H5")):
        game = game.apply(next(a for a in game.legal_actions() if str(a) == str(card)))
    assert game.view(None).won[1] == 1


def test_before_a_blind_bid_nothing_of_the_cards_is_shown() -> None:
    level, behind = (step.view() for step in lessons.lesson("blind").steps)
    for view in (level, behind):
        assert view.hand is None
        assert not any(view.shown)
        assert view.seat == 2
    assert [standing.score for standing in behind.standings] == [320, 470]


def test_a_lesson_that_there_is_not_is_refused() -> None:
    with pytest.raises(SpadesError) as refused:
        lessons.lesson("../following")
    assert refused.value.code == "lesson/unknown"

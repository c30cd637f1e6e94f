"""Talk at a table: in each reader's language, within limits, and only for the right readers."""

from typing import Any, get_args

import pytest

from spadille.game import Seat, SpadesError
from spadille.locale import translate
from spadille.server.live.chat import LINES, MOST_KEPT, Chatter
from spadille.table.chat import PHRASES, hears
from spadille.table.events import TalkRule
from spadille.table.permissions import may_talk
from spadille.table.requests import Chat, Phrase, Sit, Speak, Stand, Start
from support.house import House
from support.tabletop import ANN, BEN, CYD, FakeClock, Listener, Room, settle

HERE = "room"


def with_ben(**fields: Any) -> Room:
    room = Room("puzzle-pirates", invite=True, **fields)
    room.ask(BEN, Sit(HERE, Seat.NORTH))
    return room


def test_talk_phrases_have_words_in_both_languages() -> None:
    assert set(PHRASES) == set(get_args(Phrase))
    assert all(translate(text, "de") != "" for text in PHRASES.values())
    assert translate(PHRASES["well_played"], "de") != translate(PHRASES["well_played"], "en")


@pytest.mark.parametrize(
    ("talk", "waiting", "in_round", "between"),
    [
        ("between", "free", "phrases", "free"),
        ("phrases", "phrases", "phrases", "phrases"),
        ("free", "free", "free", "free"),
        ("off", "off", "off", "off"),
    ],
)
def test_talk_in_free_text_during_round_needs_permission(
    talk: TalkRule, waiting: str, in_round: str, between: str
) -> None:
    room = with_ben(talk=talk)
    assert may_talk(room.table, ANN.person) == waiting
    room.ask(ANN, Start(HERE))
    assert may_talk(room.table, ANN.person) == in_round
    chatter = Chatter(FakeClock())
    if in_round != "free":
        with pytest.raises(SpadesError) as refusal:
            chatter.say(room.table, ANN, Chat(HERE, "I have the ace"))
        assert refusal.value.code == ("talk/off" if talk == "off" else "talk/closed")
    if in_round != "off":
        assert chatter.say(room.table, ANN, Speak(HERE, "oops")).line.phrase == "oops"
    room.play_until(lambda table: table.between_rounds)
    assert may_talk(room.table, BEN.person) == between


def test_talk_of_watchers_during_round_is_hidden_from_players() -> None:
    room, chatter = with_ben(), Chatter(FakeClock())
    before = chatter.say(room.table, CYD, Chat(HERE, "may I watch?"))
    assert hears(room.table, ANN.person, before)
    room.ask(ANN, Start(HERE))
    secret = chatter.say(room.table, CYD, Chat(HERE, "Ben has no spade"))
    open_ = chatter.say(room.table, ANN, Speak(HERE, "wow"))
    assert chatter.heard(room.table, ANN.person) == (before, open_)
    assert chatter.heard(room.table, CYD.person) == (before, secret, open_)
    room.ask(BEN, Stand(HERE))  # a person who may come back is sent no more than a seated one
    assert not hears(room.table, BEN.person, secret)
    assert may_talk(room.table, BEN.person) == "phrases"
    room.play_until(lambda table: table.between_rounds)
    assert not hears(room.table, ANN.person, secret)


def test_talk_can_be_reported_only_if_heard_and_by_others() -> None:
    room, chatter = with_ben(), Chatter(FakeClock())
    own, bens = (chatter.say(room.table, who, Chat(HERE, who.name)).line for who in (ANN, BEN))
    chatter.say(room.table, BEN, Speak(HERE, "wow"))
    told = chatter.said_by(room.table, ANN.person, bens.who)
    assert told == (BEN.person, "Ben", ("Ben", "wow"))
    room.ask(ANN, Start(HERE))
    secret = chatter.say(room.table, CYD, Chat(HERE, "Ben has no spade")).line
    assert chatter.said_by(room.table, "somebody else", secret.who).person == CYD.person
    for who in (own.who, secret.who, "x"):
        with pytest.raises(SpadesError) as refusal:
            chatter.said_by(room.table, ANN.person, who)
        assert refusal.value.code == "report/nobody"


def test_talk_is_cleaned_and_limited() -> None:
    room, clock = with_ben(), FakeClock()
    chatter = Chatter(clock)
    said = chatter.say(room.table, ANN, Chat(HERE, "a\u202e\x1b[31m\n b" + 5 * "\u0301"))
    assert said.line.text.startswith("a")
    assert not {"\u202e", "\x1b", "\n"} & set(said.line.text)
    assert said.line.text.count("\u0301") <= 2
    for nothing in ("\u200b", " \t ", "\u3164"):
        with pytest.raises(SpadesError) as refusal:
            chatter.say(room.table, ANN, Chat(HERE, nothing))
        assert refusal.value.code == "talk/empty"
    for _ in range(int(LINES.burst) - 1):
        chatter.say(room.table, ANN, Speak(HERE, "wow"))
    with pytest.raises(SpadesError) as refusal:
        chatter.say(room.table, ANN, Speak(HERE, "wow"))
    assert refusal.value.code == "talk/too-many"
    chatter.say(room.table, BEN, Speak(HERE, "wow"))
    for _ in range(2 * MOST_KEPT):
        clock.fire(clock.time() + 1 / LINES.a_second)
        chatter.say(room.table, ANN, Speak(HERE, "wow"))
    assert len(chatter.heard(room.table, ANN.person)) == MOST_KEPT


async def test_talk_is_translated_and_sent_to_latecomers(here: House) -> None:
    actor = await here.make("puzzle-pirates", invite=True)
    id = actor.table.id
    ann, ben = await here.enter(actor, ANN), Listener(BEN, "de")
    actor.join(ben)
    version = actor.table.version
    actor.ask(ann, Speak(id, "thank_you"))
    actor.ask(ben, Chat(id, "bitte"))
    await settle(actor)
    lines = [[line for m in one.messages if m["type"] == "talk" for line in m["lines"]]
             for one in (ann, ben)]  # fmt: skip
    assert [line["text"] for line in lines[0]] == ["Thank you!", "bitte"]
    assert [line["text"] for line in lines[1]] == ["Danke!", "bitte"]
    assert [line["seat"] for line in lines[0]] == [Seat.SOUTH, None]
    assert actor.table.version == version
    cyd = await here.enter(actor, CYD)
    told = cyd.messages[0]
    assert (told["type"], told["anew"], len(told["lines"])) == ("talk", True, 2)

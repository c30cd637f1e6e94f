"""Records as text: games read back as written, and records that break a rule are refused."""

import json
from pathlib import Path
from random import Random
from typing import Any, cast, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spadille.game import (
    Bid,
    ChanceAction,
    Deal,
    Game,
    NameDealer,
    ParseError,
    Pass,
    Play,
    PlayerAction,
    Record,
    Rules,
    Seat,
    SpadesError,
    TimeUp,
    presets,
)
from spadille.notation import RecordError, check_deals, format_record, load_game, parse_record
from support.strategies import any_rules, games, random_action, shuffled


def random_game(rules: Rules, seed: int, players: tuple[str, ...] = ()) -> Game:
    chooser = Random(seed)
    game = Game.new(rules, seed=seed, players=players)
    while not game.over and len(game.results) < 3:
        game = game.apply(chooser.choice(list(game.legal_actions())))
    return game


@pytest.mark.parametrize("name", presets())
@settings(max_examples=settings().max_examples // 4)
@given(seed=st.integers(0, 10**6), cut=st.floats(0, 1))
def test_record_of_partial_game_round_trips(name: str, seed: int, cut: float) -> None:
    rules = Rules.preset(name)
    whole = random_game(
        rules, seed, ("Ann", 'B "ob"', "C#", "d ", "", "=")[: rules.players]
    ).record()
    record = Record(whole.rules, whole.players, whole.events[: int(cut * len(whole.events))])
    text = format_record(record)
    assert parse_record(text) == record
    again = Game.replay(record)
    assert load_game(text) == again


@given(games())
def test_record_under_any_rules_round_trips(game: Game) -> None:
    record = game.record()
    text = format_record(record)
    assert parse_record(text) == record
    assert load_game(text).round == game.round


WATCHFUL = {
    "enforcement.mode": "honour",
    "play.take_back": "until_next_card",
    "play.false_claim": "exposed",
    "bidding.zero": True,
    "blind.bids": "player",
    "blind.deficit": 0,
    "end.minutes": 60,
    "end.floor": "none",
}
EVERY_ACTION = [
    Rules().with_options(WATCHFUL | options)
    for options in (
        {
            "bidding.talk": "estimate",
            "bidding.second_thoughts": "match",
            "bidding.opening_tricks": True,
            "bidding.no_trump": True,
            "deal.face_up": 2,
            "deck.aces": "declared",
            "exchange.nil_cards": 2,
            "exchange.order": "together",
        },
        {
            "table.players": 6,
            "table.teams": "threes",
            "deck.packs": 2,
            "deck.jokers": 3,
            "deal.leftover": "kitty",
            "deal.deficient": ["seven_of_suit"],
            "exchange.nil_cards": 1,
            "bidding.bids": "if partner bid: any; nil",
            "bidding.second_thoughts": "raise_each",
        },
        {
            "table.players": 5,
            "table.teams": "solo",
            "deck.jokers": 1,
            "deck.joker_role": "junk",
            "deal.cut": "offered",
            "deal.leftover": "kitty_and_round",
            "enforcement.revoke_penalty": "redeal",
            "play.false_claim": "forfeit_tricks",
        },
        {
            "table.players": 2,
            "table.teams": "solo",
            "deal.method": "keep_or_next",
            "exchange.swap_cards": 3,
        },
    )
]


def any_step(game: Game, rng: Random) -> Game:
    """Return the game after any event: in or out of turn, rules kept or broken, time up."""
    if game.waits_for_chance:
        return game.happen(lambda cards: shuffled(cards, rng))
    if rng.random() < 0.002 and not game.time_up:
        return game.apply(TimeUp())
    if rng.random() < (0.2 if game.phase == "play" else 0.5):
        seat = rng.choice(game.rules.seats)
        options = game.options(seat)
        asides = [*options.aside, *options.tolerated]
        if asides:
            kind = rng.choice(sorted({type(action).__name__ for action in asides}))
            of_kind = [action for action in asides if type(action).__name__ == kind]
            return game.apply(rng.choice(of_kind), seat)
    return game.apply(random_action(game.legal_actions(), rng))


def watched_game(rules: Rules, seed: int, actions: int) -> Game:
    rng = Random(seed)
    game = Game.new(rules)
    while not game.over and len(game.events) < actions:
        game = any_step(game, rng)
    return game


@given(st.sampled_from(EVERY_ACTION), st.integers(0, 10**6), st.integers(0, 200))
def test_record_with_rare_actions_round_trips(rules: Rules, seed: int, actions: int) -> None:
    """B7, D10 to D12, E14, K6, K7, P13, R1 to R6, S17, V18, V26."""
    record = watched_game(rules, seed, actions).record()
    text = format_record(record)
    assert parse_record(text) == record
    assert load_game(text).events == record.events


def test_rare_action_games_contain_every_action() -> None:
    events = [
        event.action
        for rules in EVERY_ACTION
        for seed in range(10)
        for event in watched_game(rules, seed, 200).events
    ]
    happened = {type(action) for action in events}
    assert happened == set(get_args(PlayerAction)) | set(get_args(ChanceAction)) - {NameDealer}
    assert any(isinstance(action, Play) and action.low for action in events)
    assert any(isinstance(action, Bid) and action.mo for action in events)
    assert any(isinstance(action, Bid) and action.blind and action.tricks for action in events)
    assert any(isinstance(action, Deal) and action.rest for action in events)
    assert any(isinstance(action, Deal) and action.face_up for action in events)


@given(any_rules())
def test_record_names_only_unusual_rules(rules: Rules) -> None:
    text = format_record(Record(rules, (), ()))
    named = {line.split()[1] for line in text.splitlines() if line.startswith("rule ")}
    usual = Rules().options() | {
        "scoring.failed_nil_tricks": "bags",
        "end.after_tie": "play_on",
    }
    assert named == {name for name, value in rules.options().items() if value != usual[name]}
    assert parse_record(text).rules == rules


def test_record_without_rule_keeps_original_default() -> None:
    """E4: the tricks of failed nils were bags in `standard` when the first records were written."""
    assert parse_record(HEADER).rules.scoring.failed_nil_tricks == "bags"


def test_record_naming_every_rule_is_read() -> None:
    rules = Rules.preset("puzzle-pirates")
    lines = [f"rule {name} = {json.dumps(value)}" for name, value in rules.options().items()]
    assert parse_record("\n".join([HEADER, *lines])).rules == rules


@given(st.text() | st.text(alphabet='spadile-rco1NESW: #\n"{}[]=.', max_size=80))
def test_garbage_is_rejected_or_round_trips(text: str) -> None:
    for candidate in (text, "spadille-record 1\n" + text):
        try:
            record = parse_record(candidate)
        except ParseError as error:
            assert str(error)
        else:
            assert parse_record(format_record(record)) == record


@given(seed=st.integers(0, 1000), line=st.integers(0, 400), text=st.text(max_size=12))
def test_damaged_record_is_rejected_or_round_trips(seed: int, line: int, text: str) -> None:
    lines = format_record(random_game(Rules(), seed).record()).splitlines()
    lines[line % len(lines)] = text
    try:
        record = parse_record("\n".join(lines))
    except ParseError as error:
        assert str(error)
    else:
        assert parse_record(format_record(record)) == record


def test_record_of_first_version_is_read() -> None:
    text = (Path(__file__).parents[1] / "cases" / "first_record.txt").read_text(encoding="utf-8")
    game = load_game(text)
    scores = [[side.score for side in result.sides] for result in game.results]
    told = [line.split(": ")[1] for line in text.splitlines() if line.startswith("# after round")]
    assert [", ".join(map(str, each)) for each in scores] == told
    assert len(told) == 2
    assert any(isinstance(event.action, Pass) for event in game.events)


REPLAYED = sorted((Path(__file__).parents[1] / "cases" / "replayed").glob("*.txt"))
"""Whole games with very different rules, as written by an earlier version."""


@pytest.mark.parametrize("file", REPLAYED, ids=lambda file: file.stem)
def test_old_record_round_trips_unchanged(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    game = load_game(text)
    assert game.over
    assert format_record(game.record()) == text


HEADER = "spadille-record 1\n"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "record/no-header", "line 1"),
        ("\n\nspadille-record 2\n", "record/no-header", "line 3"),
        (HEADER + "rule end.target 500", "record/bad-rule", "line 2"),
        (HEADER + "rule end.target = five", "record/bad-rule", "line 2"),
        (HEADER + "rule end.goal = 5", "rules/unknown-option", "line 2"),
        (HEADER + "rule end.target = 5", "rules/bad-value", "line 2"),
        (HEADER + "rule end.start_scores = " + "[" * 20_000, "record/bad-rule", "line 2"),
        (HEADER + 'rule end.target = "\\ud800"', "rules/bad-value", "line 2"),
        (HEADER + 'rule table.side_names = ["\\ud800", "x"]', "rules/bad-value", "line 2"),
        (HEADER + "player N Ann", "record/bad-player", "line 2"),
        (HEADER + 'player N "\\ud800"', "record/bad-player", "line 2"),
        (HEADER + "rule end.target = 500\n" * 2, "record/twice", "line 3"),
        (HEADER + 'player N "Ann"\nplayer N "Ben"', "record/twice", "line 3"),
        (HEADER + "origin k3v7 1 3 184\n" * 2, "record/twice", "line 3"),
        (HEADER + "player N " + "[" * 20_000, "record/bad-player", "line 2"),
        (
            HEADER + "rule nil.allowed = false\nrule end.target = 300\nrule nil.blind = true",
            "rules/blind-without-nil",
            "line 4",
        ),
        (HEADER + "rule nil.allowed = false\nN look", "rules/blind-without-nil", "line 2"),
        (HEADER + 'player N "Ann"', "record/players", "line 2"),
        (
            HEADER + "".join(f'player {seat} "Ann"\n' for seat in "NESWF"),
            "record/players",
            "line 6",
        ),
        (HEADER + "player", "record/bad-player", "line 2"),
        (HEADER + "rule", "record/bad-rule", "line 2"),
        (HEADER + "rule end.target = 300# raised", "record/bad-rule", "line 2"),
        (HEADER + 'player N "Ann" "Ben"', "record/bad-player", "line 2"),
        (HEADER + "N: SA S2 S3 S4 S5", "record/bad-trick", "line 2"),
        (HEADER + "N:", "record/bad-trick", "line 2"),
        (HEADER + "N SA", "record/bad-event", "line 2"),
        (HEADER + "N deal N:A... K... Q... J...", "record/bad-event", "line 2"),
        (HEADER + "Q look", "text/not-a-seat", "line 2"),
        (HEADER + "F look", "text/no-such-seat", "line 2"),
        (HEADER + "N time-up", "record/bad-event", "line 2"),
        (HEADER + "pass H2 H2", "text/not-a-seat", "line 2"),
        (HEADER + "N pass H2 H2", "text/card-twice", "line 2"),
        (HEADER + "\n# all well\nN: SA S1", "text/not-a-card", "line 4"),
    ],
)
def test_malformed_record_error_names_place(text: str, code: str, place: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_record(text)
    assert (refused.value.code, refused.value.place) == (code, place)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + HEADER + "rule end.target = 300 # raised",
        HEADER + "  # so\n#so\nrule  end.target=300\t#",
        HEADER + "rule\tend.target\t=  300  # to 500 = what was\r\n",
        "spadille-record  1 # ours\n\n rule end.target = 300 ",
    ],
)
def test_blanks_comments_and_byte_order_mark_are_ignored(text: str) -> None:
    names = [
        'player  N "A # b"  # our host',
        '\tplayer E\t"A  b" #',
        'player S "\\"# #"',
        'player W "" # "',
    ]
    read = parse_record("\n".join([text, *names]))
    assert read.rules == parse_record(HEADER).rules.with_options({"end.target": 300})
    assert read.players == ("A # b", "A  b", '"# #', "")


@pytest.mark.parametrize("name", ["a\u2028b", "a\x85b", "a\x1b[2Jb", "a\nb", "Zoë 🂡", '"', ""])
def test_any_player_name_round_trips_on_one_line(name: str) -> None:
    game = Game.new(Rules(), seed=1, players=(name, "B", "C", "D"))
    text = format_record(game.record())
    assert all(line.isprintable() for line in text.splitlines())
    assert load_game(text).players == game.players
    assert "Zoë" not in name or name in text


def test_game_with_list_of_names_hashes_like_its_record() -> None:
    game = Game.new(Rules(), players=cast(Any, ["Ada", "Ben", "Cy", "Di"]))
    assert hash(load_game(format_record(game.record()))) == hash(game)


def test_game_instead_of_record_is_rejected() -> None:
    for take in (format_record, check_deals):
        with pytest.raises(
            SpadesError, match=r"get the record of a game with game\.record\(\)"
        ) as refused:
            take(cast(Any, Game.new(Rules())))
        assert refused.value.code == "record/no-record"


def test_names_with_unusual_line_separators_are_read() -> None:
    names = "".join(f'player {seat} "a\u2028\x85b"\r\n' for seat in "NESW")
    assert parse_record(HEADER + names).players == ("a\u2028\x85b",) * 4


REVOKE = """spadille-record 1
rule deal.first_dealer = "random"
dealer W
deal N:AK2.AK2.AK2.AK32 QJ3.QJ3.QJ3.QJT4 T94.T94.T94.9875 8765.8765.8765.6
N look
E look
S look
W look
N 6
E 3
S 1
W 1
N: CA CQ C9 C6
N: CK D3
"""


def test_P3_revoke_error_names_round_seat_and_card() -> None:
    with pytest.raises(RecordError) as refused:
        load_game(REVOKE)
    error = refused.value
    assert (error.round, error.seat, error.action) == (1, Seat.EAST, "D3")
    assert error.code == "play/must-follow-suit"
    assert str(error) == ("round 1, East, D3: you must follow clubs; the king of clubs was led")


TAKEN_BACK = REVOKE.replace("rule deal", 'rule play.take_back = "until_next_card"\nrule deal')


def test_P13_trick_continues_on_new_line_after_takeback() -> None:
    text = TAKEN_BACK.replace("N: CK D3\n", "N: CK CJ\nE take-back\nE: CT C8 C6\n")
    text = text.replace("N: CA CQ C9 C6", "N: CA CQ C9 D2")
    with pytest.raises(RecordError) as refused:
        load_game(text)
    assert refused.value.action == "D2"
    text = text.replace("C9 D2", "C9 C6").replace("C8 C6", "C8 D5")
    loaded = load_game(text).round
    assert loaded is not None
    assert [len(trick.cards) for trick in loaded.tricks] == [4, 4]
    assert parse_record(format_record(parse_record(text))) == parse_record(text)
    assert "N: CK CJ\nE take-back\nE: CT C8 D5\n" in format_record(parse_record(text))


def test_scores_are_comments_after_each_round() -> None:
    game = random_game(Rules(), 3)
    comments = [line for line in format_record(game.record()).splitlines() if line[:1] == "#"]
    assert comments[0] == "# after round 1: " + ", ".join(
        str(side.score) for side in game.results[0].sides
    )
    assert len(comments) == len(game.results)

"""`spadille replay`: records are checked and scored."""

import json

import pytest

from spadille.bots import load
from spadille.cli.bids import read_bids
from spadille.game import NIL, Bid, Look
from spadille.notation import format_record, load_game
from support.command import assert_refused, spadille
from support.positions import dealt, rules
from support.records import played_record

RECORD = played_record("standard", rounds=2)


def test_replay_prints_scores_of_every_round() -> None:
    game = load_game(RECORD)
    done = spadille("replay", "-", given=RECORD)
    assert done.returncode == 0
    for result in game.results:
        assert f"Round {result.number}\n" in done.stdout
        for side in result.sides:
            assert f": {side.points:+} = {side.score}\n" in done.stdout
            for line in side.lines:
                assert f"    {line.points:+} {line.text}\n" in done.stdout
    assert "2 rounds have been scored" in done.stdout
    assert "2 Runden" in spadille("replay", "--lang", "de", "-", given=RECORD).stdout


def test_replay_prints_player_names_in_one_line() -> None:
    names = ["Ada\nRound 9", " ", "Cy", "Di"]
    told = "".join(
        f"player {seat} {json.dumps(name)}\n" for seat, name in zip("NESW", names, strict=True)
    )
    first, _, rest = RECORD.partition("\n")
    done = spadille("replay", "-", given=f"{first}\n{told}{rest}")
    assert "  Ada\ufffdRound 9/Cy: " in done.stdout
    assert "  East/Di: " in done.stdout
    assert "\nRound 9" not in done.stdout


def test_replay_prints_scores_as_json() -> None:
    game = load_game(RECORD)
    told = json.loads(spadille("replay", "--json", "-", given=RECORD).stdout)
    assert told["ok"] is True
    assert (told["over"], told["winner"]) == (False, None)
    for one, result in zip(told["rounds"], game.results, strict=True):
        assert one["tricks"] == list(result.won)
        assert [side["score"] for side in one["sides"]] == [side.score for side in result.sides]


def test_replay_of_a_finished_game_names_the_winner() -> None:
    record = played_record("standard", rounds=None)
    game = load_game(record)
    assert game.outcome is not None
    told = json.loads(spadille("replay", "--json", "-", given=record).stdout)
    assert (told["over"], told["winner"]) == (True, game.outcome.winner)
    assert str(game.outcome.reason) in spadille("replay", "-", given=record).stdout


def test_E11_E14_replay_json_is_accepted_by_score() -> None:
    table = rules(
        blind__bids="side", blind__deficit=0, nil__blind=False, bidding__opening_tricks=True
    )
    game = dealt(table).apply(Bid(6, blind=True)).apply(Look())
    game = game.apply(Bid(2, mo="little")).apply(NIL)
    bot = load("random")
    while not game.results:
        game = game.apply(bot.act(game.view_to_act))
    record = format_record(game.record())
    (round,) = json.loads(spadille("replay", "--json", "-", given=record).stdout)["rounds"]
    assert round["bids"] == ["blind 6", "2 little", 0, "nil"]
    assert read_bids(table, round["bids"], None) == game.results[0].bids


def test_replay_json_texts_follow_the_language() -> None:
    record = played_record("standard", rounds=None)
    told = json.loads(spadille("replay", "--json", "--lang", "de", "-", given=record).stdout)
    assert told["reason"].endswith("Punkte erreicht")
    assert "erfüllt" in json.dumps(told["rounds"], ensure_ascii=False)


def with_revoke() -> tuple[str, str, str]:
    """Return the record with a revoke in it, and the seat and card of the revoke."""
    game = load_game(RECORD)
    lines = RECORD.splitlines()
    at, line = next((at, line) for at, line in enumerate(lines) if line[1:2] == ":")
    leader = line[0]
    deal = next(line for line in lines if line.startswith("deal "))
    hands = deal.removeprefix("deal N:").split()
    seat = "NESW"[("NESW".index(leader) + 1) % 4]
    played = line.split()[2]
    suits = dict(zip("SHDC", hands["NESW".index(seat)].split("."), strict=True))
    led = line.split()[1][0]
    wrong = next(suit + ranks[0] for suit, ranks in suits.items() if suit != led and ranks)
    assert suits[led], "the seat could have followed"
    assert game.results
    lines[at] = line.replace(played, wrong)
    return "\n".join(lines), {"N": "North", "E": "East", "S": "South", "W": "West"}[seat], wrong


def test_replay_reports_revoke_by_round_seat_and_card() -> None:
    record, seat, card = with_revoke()
    done = spadille("replay", "-", given=record)
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 1
    assert f"play/must-follow-suit: round 1, {seat}, {card}: you must follow" in done.stdout
    told = json.loads(spadille("replay", "--json", "-", given=record).stdout)
    assert (told["ok"], told["round"], told["seat"], told["action"]) == (False, 1, seat[0], card)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["line 1", "spadille-record"]),
        ("pgn", ["line 1", "spadille-record"]),
        (RECORD.replace("\nN ", "\nQ ", 1), ["line", "Q"]),
        (RECORD + "rule end.target = x\n", ["line", "rule"]),
    ],
)
def test_replay_rejects_invalid_record(text: str, told: list[str]) -> None:
    assert_refused(spadille("replay", "-", given=text), "standard input", *told)


def test_replay_of_several_games_shows_each() -> None:
    broken = RECORD.replace("\nE look", "\nS look", 1)
    assert broken != RECORD
    done = spadille("replay", "-", given=RECORD + broken + RECORD)
    assert done.returncode == 1
    alone = spadille("replay", "-", given=RECORD).stdout
    first, second, third = done.stdout.split("Game ")[1:]
    assert (first, third) == (f"1\n{alone}", f"3\n{alone}")
    assert second.startswith("2\nstandard input: look/already: round 1, South, look: ")
    told = spadille("replay", "--json", "-", given=RECORD + broken).stdout.splitlines()
    assert [json.loads(line)["ok"] for line in told] == [True, False]
    assert spadille("replay", "-", given=RECORD + RECORD).returncode == 0

"""Bad usage and bad input: status 2, and one line with the error, the place and the fix."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.table import Table

from spadille.cli.streams import plain_console
from spadille.game import Game, Rules
from spadille.notation import format_record
from support.command import assert_refused, environment, spadille

ROUND = '{"bids":[3,4,4,2],"tricks":[3,4,4,2]}'


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["shuffle"], ["unknown command 'shuffle'", "spadille --help"]),
        (["serve", "--loud"], ["unknown option '--loud'", "did you mean '--log'?"]),
        (["bench", "--loud"], ["unknown option '--loud'", "hint: see 'spadille bench --help'"]),
        (["arena", "a", "b", "--befor", "0,0"], ["'--befor'", "hint: see 'spadille arena --help'"]),
        (["serve", "--zzz"], ["unknown option '--zzz'", "hint: see 'spadille serve --help'"]),
        (["rules", "show", "nowhere"], ["nowhere", "standard", "TOML"]),
        (["rules", "show", "standard", "--lang", "fr"], ["--lang", "fr", "en"]),
        (["score", "-"], ["--rules"]),
        (["score", "--rules", "standard"], ["FILE"]),
        (["score", "--rules", "nowhere.toml", "-"], ["nowhere.toml: no such file", "preset"]),
        (["score", "--rules", "standard", "--set", "floor", "-"], ["floor", "KEY=VALUE"]),
        (["score", "--rules", "standard", "--set", "end.flor=1", "-"], ["end.flor", "end.floor"]),
        (["score", "--rules", "standard", "--set", "flor=1", "-"], ["flor", "end.floor"]),
        (["score", "--rules", "standard", "--set", "end.target=9", "-"], ["end.target", "50"]),
        (
            ["score", "--rules", "standard", "--set", "nil.allowed=false", "-"],
            ["nil.blind", "nil.allowed"],
        ),
        (["score", "--rules", "standard", "missing.jsonl"], ["missing.jsonl", "No such file"]),
        (["perft", "missing.txt"], ["missing.txt", "No such file"]),
        (["replay", "missing.txt"], ["missing.txt", "No such file"]),
        (["rules", "check", "missing.toml"], ["missing.toml: no such file", "TOML"]),
        (["rules", "check", "rules/house"], ["rules/house: no such file"]),
        (
            ["rules", "check", "standrad"],
            ["unknown rule set 'standrad'", "hint: did you mean 'standard'?"],
        ),
        (["solve", "missing.jsonl"], ["missing.jsonl", "No such file"]),
        (["perft", "."], [".", "directory"]),
        (["rules", "check", "."], [".", "directory"]),
        (["rules", "show", "."], [".", "directory"]),
        (["rules", "show", "preset=whiz&end.target=\udcff"], ["rules/bad-code", "preset="]),
        (["score", "--rules", "standard", "--set", "end.target=\udcff", "-"], ["end.target", "50"]),
        (["score", "--rules", "standard", "--set", "table.side_names=\udcff", "-"], ["names"]),
        (["score", "--rules", "standard", "--set", "end.\udcff=1", "-"], [r"end.\udcff", "known"]),
        (["simulate", "--seed", "\udcff"], ["--seed", "UTF-8"]),
        (["arena", "random", "random", "--seed", "\udcff"], ["--seed", "UTF-8"]),
        (["dataset", "x.npz", "--seed", "\udcff"], ["--seed", "UTF-8"]),
        (["play", "--seed", "\udcff"], ["--seed", "UTF-8"]),
        (["rules", "show", ""], ["unknown rule set ''", "standard"]),
        (["score", "--rules", "x" * 300, "-"], ["xxx: File name too long"]),
        (["solve", "--nodes", "-1", "-"], ["--nodes", "'-1'", "expected"]),
        (["bot", "checks", "expert"], ["checks", "did you mean 'check'?"]),
        (["solve", "--memory", "256", "--threads", "20", "-"], ["256 MB for 20 threads"]),
        (["arena", "random"], ["required: BOT_B", "spadille arena --help"]),
        (["review", "--seat", "n", "-"], ["--seat", "'n' is not a seat; seats are N E S W"]),
        (["serve", "--port", "port"], ["--port", "65535"]),
        (["serve", "--port", "70000"], ["--port", "65535"]),
        (["serve", "--pace", "-1"], ["--pace", "0 to 60"]),
        (["rules", "link", "standard", "--url", "nonsense"], ["--url", "https://spades.example"]),
        (["serve", "--origin", "spades.example"], ["--origin", "https://spades.example"]),
        (["serve", "--origin", "https://a.example/t/1"], ["--origin", "https://spades.example"]),
        (["serve", "--origin", "https://me@a.example"], ["--origin", "https://spades.example"]),
        (["serve", "--origin", "https://a.example:x"], ["--origin", "https://spades.example"]),
        (["serve", "--origin", "https://a..example"], ["--origin", "https://spades.example"]),
        (["serve", "--origin", "https://:443"], ["--origin", "https://spades.example"]),
        (["serve", "--proxy", "everybody"], ["--proxy", "127.0.0.1"]),
        (["serve", "--limit", "sockets=4"], ["--limit", "sockets_per_client"]),
        (["serve", "--limit", "sockets_per_client=0"], ["--limit", "above 0"]),
        (["serve", "--limit", "sockets_per_client=many"], ["--limit", "above 0"]),
        (["serve", "--limit", "seconds_to_ask=nan"], ["--limit", "above 0"]),
        (["play", "--level", "genius"], ["genius", "beginner"]),
        (["play", "--rules", "nowhere"], ["nowhere", "standard"]),
        (["play"], ["terminal"]),
    ],
    ids=lambda words: ascii(" ".join(words)),
)
def test_bad_usage_exits_with_an_error_line(
    words: list[str], told: list[str], tmp_path: Path
) -> None:
    assert_refused(spadille(*words, cwd=tmp_path), *told)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bids", ["JSON", "bids and tricks"]),
        ("[]", ["object"]),
        ("{}", ["bids"]),
        ('{"bids":[3,4,4,2]}', ["tricks"]),
        ('{"bids":[3,4,4,2],"tricks":[3,4,4,2],"bags":1}', ["bags"]),
        ('{"bids":[3,4,4],"tricks":[3,4,4,2]}', ["3 bids", "4 seats"]),
        ('{"bids":[3,4,4,14],"tricks":[3,4,4,2]}', ["14", "1 to 13"]),
        ('{"bids":[3,4,4,-1],"tricks":[3,4,4,2]}', ["-1", "1 to 13"]),
        ('{"bids":[3,4,4,"zero"],"tricks":[3,4,4,2]}', ["zero", "nil"]),
        ('{"bids":[3,4,4,2.5],"tricks":[3,4,4,2]}', ["bids[3]", "a whole number or text"]),
        ('{"bids":[3,4,4,true],"tricks":[3,4,4,2]}', ["bids[3]", "a whole number or text"]),
        ('{"bids":[3,4,4,2],"tricks":[3,4,4,3]}', ["14", "13"]),
        ('{"bids":[3,4,4,2],"tricks":[3,4,6]}', ["3 seats", "4"]),
        ('{"bids":[3,4,4,2],"tricks":[14,4,-4,-1]}', ["-4", "from 0"]),
        ('{"bids":[3,4,4,2],"tricks":[3,4,4,2],"before":[]}', ["0 sides", "2"]),
        ('{"bids":[3,4,4,2],"tricks":[3,4,4,2],"before":[{},{}]}', ["score"]),
        (
            '{"bids":[3,4,4,2],"tricks":[3,4,4,2],"before":[{"score":1,"bags":-1},{"score":1}]}',
            ["bags in before is -1", "from 0"],
        ),
        ('{"bids":[3,4,4,2],"tricks":[3,4,4,2],"round":0}', ["round", "from 1"]),
    ],
)
def test_bad_round_is_reported_by_line(line: str, told: list[str]) -> None:
    done = spadille("score", "--rules", "standard", "-", given=f"{ROUND}\n\n{line}\n{ROUND}\n")
    assert_refused(done, "standard input, line 3: ", *told)
    assert len(done.stdout.splitlines()) == 2


def test_every_bad_round_is_reported() -> None:
    done = spadille("score", "--rules", "standard", "-", given="x\n" * 7)
    assert_refused(done, "line 1:", "line 5:", "also bad: lines 6, 7")


def test_nil_is_rejected_if_rules_forbid_it(tmp_path: Path) -> None:
    options = ["--set", "nil.allowed=false", "--set", "nil.blind=false"]
    done = spadille(
        "score", "--rules", "standard", *options, "-", given=ROUND.replace("[3,", '["nil",', 1)
    )
    assert_refused(done, "line 1", "nil", "1 to 13")


@pytest.mark.parametrize("command", ["score", "solve"])
def test_byte_order_mark_is_accepted(command: str, tmp_path: Path) -> None:
    deal = '{"deal":"N:A... K... Q... J..."}'
    words, line = (["--rules", "standard"], ROUND) if command == "score" else ([], deal)
    file = tmp_path / "lines.jsonl"
    file.write_text(f"{line}\n", encoding="utf-8-sig")
    done = spadille(command, *words, file)
    assert (done.returncode, done.stderr) == (0, "")


def test_invalid_characters_in_files_are_rejected(tmp_path: Path) -> None:
    record, counts = tmp_path / "record.txt", tmp_path / "perft.txt"
    record.write_text('spadille-record 1\nplayer N "\\ud800"\n')
    assert_refused(spadille("replay", "--json", record), "line 2: ", "(record/bad-player)")
    record.write_text('spadille-record 1\nrule end.target = "\\ud800"\n')
    assert_refused(spadille("replay", record), "rules/bad-value", "end.target")
    deal = "id x\ndeal N:A... K... Q... J...\n"
    counts.write_text(deal + 'rules lead="\\ud800"\n')
    assert_refused(spadille("perft", counts), "line 3: ", "(rules/bad-value)", "play.lead_spades")
    counts.write_text(deal + "rules lead=" + "[" * 20_000 + "\n")
    assert_refused(spadille("perft", counts), "line 3: ", "(rules/bad-value)", "play.lead_spades")


@pytest.mark.parametrize(
    "words", [("score", "--rules", "standard"), ("perft",), ("replay",), ("rules", "check")]
)
@pytest.mark.parametrize(
    "content",
    [b"\x7fELF\0\0\0\n\0" * 40, b"\xff\xfe\xfa\n", b"[" * 200_000],
    ids=["binary", "latin", "deep"],
)
def test_files_of_the_wrong_kind_are_rejected(
    words: tuple[str, ...], content: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "input"
    file.write_bytes(content)
    assert_refused(spadille(*words, file))


def test_invalid_rule_set_file_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("end.target = 300\nend.flor = 1\n")
    assert_refused(
        spadille("score", "--rules", file, "-"), "house.toml", "rules/unknown-option", "end.flor"
    )
    file.write_text("end.target = " + "9" * 5000)
    assert_refused(spadille("rules", "check", file), "house.toml")


def test_dead_worker_is_reported(tmp_path: Path) -> None:
    (tmp_path / "dying.py").write_text(
        "import os\n\nclass Dying:\n    def __init__(self, seed):\n        pass\n\n"
        "    def act(self, view):\n        os._exit(1)\n"
    )
    for words in (["simulate"], ["dataset", "games.npz"]):
        done = spadille(
            *words, "--bots", "dying:Dying", "--games", "2", "--workers", "2", cwd=tmp_path
        )
        assert_refused(done, "arena/workers-failed", "BrokenProcessPool")


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix closes the output")
def test_closed_output_exits_without_an_error(tmp_path: Path) -> None:
    record = Path(__file__).parents[1] / "cases" / "first_record.txt"
    for words in (["rules", "list"], ["replay", str(record)]):
        done = subprocess.run(
            ["/bin/sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "spadille", *words],
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")


def test_early_closed_pipe_exits_without_an_error(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text(f"{ROUND}\n" * 20_000)
    process = subprocess.Popen(
        [sys.executable, "-m", "spadille", "score", "--rules", "standard", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_interrupt_prints_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "spadille", "score", "--rules", "standard", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        # Tests run in the background ignore the signal, and so would this process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{ROUND}\n".encode())
    process.stdin.flush()
    process.stdout.readline()  # it is working now
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [["rules", "list"], ["--help"]])
def test_failed_output_write_is_reported(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "spadille", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert b"cannot write the output" in done.stderr


HEADER = "spadille-record 1\n"
NOTHING_PLAYED = format_record(Game.new(Rules().with_options({"nil.blind": False}), 7).record())
PBN = '[Event "x"]\n[Deal "N:AKQJT98765432... - - -"]\n'


@pytest.mark.parametrize(
    ("words", "text", "told"),
    [
        (["replay"], "spadille-record 2\n", "has version 2, but this program reads version 1"),
        (["review"], "\n# nothing\n", "the file is empty; a game record starts with"),
        (["replay"], "hello", "this is not a game record"),
        (["replay"], "% PBN 2.1\n" + PBN, "looks like PBN, not a game record"),
        (["hint"], "% PTN ---\n" + PBN, "looks like PTN (Trickster Cards), not a game record"),
        (["verify"], "pn|a,b,c,d|st||md|3SAKHAK,,,|", "looks like LIN (Bridge Base Online)"),
        (["verify"], "# ours\n\n[end]\ntarget = 300\n", "looks like TOML, not a game record"),
        (["verify"], '{"bids":[1]}', "looks like JSON, not a game record"),
        (["hint"], HEADER, "no one is to act at the end of the record; name a decision"),
        (
            ["hint", "--at", "4.1.N"],
            NOTHING_PLAYED,
            "round 4 is beyond the record, which has 1 round",
        ),
        (["hint", "--at", "1.3.N"], NOTHING_PLAYED, "trick 3 does not exist; round 1 has 0 tricks"),
        (["hint", "--at", "1.0.F"], NOTHING_PLAYED, "seat F does not exist with 4 players"),
        (["hint", "--at", "1.0.S"], NOTHING_PLAYED, "South chose no bid in round 1"),
    ],
)
def test_record_commands_name_the_error(
    words: list[str], text: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.spades"
    file.write_text(text)
    assert_refused(spadille(*words, file), told)


@pytest.mark.parametrize("text", [HEADER, NOTHING_PLAYED])
def test_review_of_record_without_decisions_is_reported(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.spades"
    file.write_text(text)
    done = spadille("review", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "There are no decisions to review in this record.\n"


STEERING = "\x1b[31m\x9b2J\u202e"


def test_control_characters_from_files_are_not_printed(tmp_path: Path) -> None:
    house, record = tmp_path / "house.toml", tmp_path / "record.txt"
    house.write_text('title.en = "\\u001b[31mRed\\u009b2J\\u202e"\n')
    bad = tmp_path / "bad.toml"
    bad.write_text('[end]\n"\\u001b[31mgoal" = 5\n')
    game = Game.new(Rules().with_options({"nil.blind": False}), 7, (f"{STEERING}A", "B", "C", "D"))
    while not game.results:
        game = game.apply(next(iter(game.legal_actions())))
    record.write_text(format_record(game.record()))
    done = [
        spadille("rules", "show", house),
        spadille("rules", "show", house, "--json"),
        spadille("rules", "check", bad),
        spadille("rules", "show", bad),
        spadille("rules", "show", "x\x1b[31m"),
        spadille("replay", record),
        spadille("replay", record, "--json"),
    ]
    for told in done:
        assert set(STEERING) & set(told.stdout + told.stderr) <= set("[31m2J")
    assert done[0].stdout.startswith("\ufffd[31mRed\ufffd2J\ufffd\n")
    assert json.loads(done[1].stdout)["title"] == {"en": "\x1b[31mRed\x9b2J\u202e"}
    assert "\ufffd[31m\ufffd2J\ufffdA/C: " in done[5].stdout
    assert json.loads(done[6].stdout)["players"][0] == f"{STEERING}A"


def test_control_characters_in_tables_are_not_printed() -> None:
    console = plain_console()
    table = Table(STEERING)
    table.add_row(STEERING)
    with console.capture() as printed:
        console.print(table)
        console.print(f"{STEERING}A", style="bold")
    assert not {"\x1b", "\x9b", "\u202e"} & set(printed.get())
    assert printed.get().count("\ufffd[31m\ufffd2J\ufffd") == 3

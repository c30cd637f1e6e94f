"""`spadille perft`: counts of legal card sequences."""

import json
from pathlib import Path

from support.command import assert_refused, spadille

CASES = Path(__file__).parents[1] / "cases" / "perft.txt"
ENDING = "id ending\ndeal N:A.2.3. KQ..5. J.3.2. T.4.6.\nrules lead={lead}\nperft {depth} {count}\n"


def ending(lead: str, depth: int, count: int) -> str:
    return ENDING.format(lead=lead, depth=depth, count=count)


def test_perft_counts_match_the_cases() -> None:
    done = spadille("perft", "--json", CASES)
    results = json.loads(done.stdout)
    assert done.returncode == 0
    assert len(results) == CASES.read_text().count("\nperft ")
    assert all(result["counted"] == result["expected"] for result in results)


def test_perft_mismatch_is_divided_by_first_card() -> None:
    done = spadille("perft", "-", given=ending("any", 12, 17))
    assert done.returncode == 1
    assert (
        done.stdout.splitlines()[0] == "ending, lead=any, perft 12: 18, expected 17; by first card:"
    )
    counts = dict(line.split() for line in done.stdout.splitlines()[1:])
    assert counts.keys() == {"SA", "H2", "D3"}
    assert sum(map(int, counts.values())) == 18


def test_perft_mismatch_is_reported_as_json() -> None:
    done = spadille("perft", "--json", "-", given=ending("never", 1, 3))
    assert done.returncode == 1
    assert json.loads(done.stdout)[0]["first"] == {"D3": 1, "H2": 1}


def test_perft_sequence_is_at_most_as_long_as_the_cards() -> None:
    assert spadille("perft", "-", given=ending("any", 13, 0)).returncode == 0


def test_perft_empty_hands_have_no_sequences() -> None:
    text = "id nothing\ndeal N:... ... ... ...\nrules lead=any\nperft 1 0\n"
    assert spadille("perft", "-", given=text).returncode == 0


def test_perft_counts_two_hands() -> None:
    text = "id two\ndeal N:A.2.. K.3..\nrules lead=any\nperft 4 2\n"
    assert spadille("perft", "-", given=text).returncode == 0


def test_perft_counts_match_for_other_tables_and_rules() -> None:
    """K4 to K8, N9 to N18, P12, V4 to V7, V19, V20, V27, V28."""
    for cases in sorted(CASES.parent.glob("perft_*.txt")):
        done = spadille("perft", "--json", cases)
        results = json.loads(done.stdout)
        assert done.returncode == 0
        assert len(results) == cases.read_text().count("\nperft ")


def test_V27_perft_rules_are_named_by_their_options() -> None:
    text = "id three\ndeal N:A.2.. 9..4. 3.4..\nrules {}\nperft 2 {}\n"
    free = text.format("lead=any", 3)
    forced = text.format('play.lead_spades=any play.void="spade" end.target=300', 2)
    assert spadille("perft", "-", given=free).returncode == 0
    assert spadille("perft", "-", given=forced).returncode == 0


def test_perft_rejects_malformed_file() -> None:
    assert_refused(spadille("perft", "-", given="# nothing\n"), "standard input", "perft DEPTH")
    assert_refused(spadille("perft", "-", given="perft 1 2\n"), "line 1", "id, deal")
    assert_refused(spadille("perft", "-", given=ending("any", 0, 1)), "line 4", "from 1")
    assert_refused(
        spadille("perft", "-", given=ending("any", 1, 1).replace(" KQ..5. J.3.2. T.4.6.", "")),
        "line 2",
        "not 1",
    )
    assert_refused(
        spadille("perft", "-", given=ending("any", 1, 1).replace("T.4.6.", "T.4.3.")),
        "line 2",
        "twice",
    )
    assert_refused(spadille("perft", "-", given=ending("sometimes", 1, 1)), "line 3", "bad-value")
    assert_refused(
        spadille("perft", "-", given=ending("any", 1, 1).replace("T.4.6.", "T.4...B")),
        "line 3",
        "perft/other-deck",
    )

"""House rules as data: their differences from a preset, in words, and possible errors in them.

python own_rules.py
"""

from spadille import Game, Rules, RulesError
from spadille.game import rule_sheet

OURS = {
    "end.target": 300,
    "scoring.bag_penalty": 50,
    "play.lead_spades": "any",
}


def main() -> None:
    rules = Rules.preset("standard").with_options(OURS)
    print("Changed sentences of the rule sheet:")
    usual = {sentence for section in rule_sheet(Rules()) for sentence in section.sentences}
    for section in rule_sheet(rules):
        for sentence in section.sentences:
            if sentence not in usual:
                print(f"  {section.heading}: {sentence}")
    print("A game:", repr(Game.new(rules, seed=1)))
    try:
        rules.with_options({"nil.allowed": False, "exchange.nil_cards": 2})
    except RulesError as refusal:
        print("What contradicts itself is refused:", refusal)


if __name__ == "__main__":
    main()

"""Show the worth of every card in an ending with all cards seen, in tricks and in points.

    python solve_a_deal.py

The first run on a machine compiles the solver, which takes half a minute.
"""

from spadille import NIL, Bid, Rules, parse_deal, solve
from spadille.fast import best_line, score_utility


def main() -> None:
    deal = parse_deal("N:6...Q84 .A.J9.6 .J532.. 7.Q94..")
    tricks = solve(deal, broken=True)
    print("North leads; tricks of North and South:", tricks.lower)
    for card, (worth, _) in sorted(tricks.cards.items()):
        print(f"  {card}: {worth}")

    # The same cards with bids and the tricks won so far. East has bid nil: one trick for East is
    # better than three for you.
    bids, won = (Bid(4), NIL, Bid(4), Bid(3)), (3, 0, 4, 2)
    score = score_utility(Rules(), bids)
    points = solve(deal, won=won, broken=True, utility=score)
    print("Points of North and South, less the others':", points.lower)
    for card, (worth, _) in sorted(points.cards.items()):
        print(f"  {card}: {worth}")
    print("Best play:", *best_line(deal, won=won, broken=True, utility=score))


if __name__ == "__main__":
    main()

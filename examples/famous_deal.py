"""A famous deal: the best hand of four wins no trick.

    python famous_deal.py

At whist the Duke of Cumberland is said to have lost a fortune with a hand like East's; in Ian
Fleming's "Moonraker" (1955) the villain has it. Clubs were trump there; here black suits are
exchanged, so that it is Spades. West leads, and South, with one court card outside trumps, wins
all thirteen tricks with North: as at whist, and also where spades have to be broken first.
"""

from spadille import Seat, parse_deal, solve
from spadille.fast import best_line

DEAL = "W:.T9872.JT9.65432 76532.6543..T987 KJ9.AKQJ.AK.AKQJ AQT84..Q8765432."


def main() -> None:
    deal = parse_deal(DEAL)
    for heading, broken in (("spades may be led", True), ("spades have to be broken", False)):
        answer = solve(deal, Seat.WEST, broken=broken)
        print(f"When {heading}, West and East win {answer.lower} tricks:")
        print(" ", *best_line(deal, Seat.WEST, broken=broken))


if __name__ == "__main__":
    main()

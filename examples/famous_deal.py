"""A famous deal: the best hand of the four wins no trick.

    python famous_deal.py

The Duke of Cumberland is said to have lost a fortune at whist with a hand like East's. In Ian
Fleming's "Moonraker" (1955), the villain is dealt it. Clubs were trump there; here the black suits
are swapped to make it Spades. West leads. South, with one court card outside trumps, wins all
thirteen tricks with North. This works as it does in whist, even if spades have to be broken first.
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

import type { Bid, Card, Seat, State, View } from '../generated/protocol';

/** A decision of the viewer in the round on the table; trick 0 means the bid. */
interface OwnDecision {
  trick: number;
  bid: Bid | null;
  card: Card | null;
}

/** Return the viewer's bids and cards in the finished round. */
export function ownDecisions({ you }: State, view: View): OwnDecision[] {
  if (you === null) return [];
  const bid = view.bids[you] ?? null;
  const bidden = bid && !bid.blind ? [{ trick: 0, bid, card: null }] : [];
  const played = view.tricks.flatMap(({ leader, cards }, index) => {
    const card = cards[placeIn(leader, you, view.hand_sizes.length)];
    return card ? [{ trick: index + 1, bid: null, card }] : [];
  });
  return [...bidden, ...played];
}

const placeIn = (leader: Seat, seat: Seat, players: number): number =>
  (seat - leader + players) % players;

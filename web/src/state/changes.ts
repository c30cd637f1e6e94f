import type { Bid, Card, Seat, State, View } from '../generated/protocol';

import { seatAfter } from './seating';

/** Something that happened between two states, in the order in which it happened. */
export type Change =
  | { kind: 'dealt'; round: number; dealer: Seat | null }
  | { kind: 'bid'; seat: Seat; bid: Bid }
  | { kind: 'exchanged'; giver: Seat; receiver: Seat | null; count: number }
  | { kind: 'received'; cards: Card[] }
  | { kind: 'played'; seat: Seat; card: Card }
  | { kind: 'trick'; seat: Seat }
  | { kind: 'scored'; round: number }
  | { kind: 'over' }
  | { kind: 'turn' }
  | { kind: 'left' | 'returned'; seat: Seat };

interface Played {
  seat: Seat;
  card: Card;
  completes: Seat | null;
}

function playedCards(view: View): Played[] {
  const tricks = view.trick ? [...view.tricks, view.trick] : view.tricks;
  return tricks.flatMap(({ leader, cards, winner }) =>
    cards.map((card, index) => ({
      seat: seatAfter(leader, index, view.hand_sizes.length),
      card,
      completes: index === cards.length - 1 ? winner : null,
    })),
  );
}

function changesOfView(before: View | null, after: View): Change[] {
  const changes: Change[] = [];
  const sameRound = before !== null && before.round === after.round;
  if (!sameRound && after.round > 0) {
    changes.push({ kind: 'dealt', round: after.round, dealer: after.dealer });
  }
  const old = sameRound ? before : null;
  after.bids.forEach((bid, seat) => {
    if (bid && !old?.bids[seat]) {
      changes.push({ kind: 'bid', seat: seatAfter(0, seat, after.bids.length), bid });
    }
  });
  for (const gift of after.exchanged.slice(old?.exchanged.length ?? 0)) {
    changes.push({ kind: 'exchanged', ...gift });
  }
  const received = after.received.filter((card) => !old?.received.includes(card));
  if (received.length > 0) changes.push({ kind: 'received', cards: received });
  for (const { seat, card, completes } of playedCards(after).slice(
    old ? playedCards(old).length : 0,
  )) {
    changes.push({ kind: 'played', seat, card });
    if (completes !== null) changes.push({ kind: 'trick', seat: completes });
  }
  if (before && after.results.length > before.results.length) {
    changes.push({ kind: 'scored', round: after.results.length });
  }
  if (after.outcome && !before?.outcome) changes.push({ kind: 'over' });
  const turnBegan =
    before?.to_act !== after.to_act || before.phase !== after.phase || changes.length > 0;
  if (after.seat !== null && after.to_act === after.seat && turnBegan) {
    changes.push({ kind: 'turn' });
  }
  return changes;
}

/** What happened between two states of a table; nothing when there was no state before. */
export function changesBetween(before: State | null, after: State): Change[] {
  if (!before) return [];
  const changes: Change[] = after.view ? changesOfView(before.view, after.view) : [];
  for (const info of after.seats) {
    const was = before.seats.find((other) => other.seat === info.seat);
    if (info.seat === after.you || info.occupant !== 'person' || was?.occupant !== 'person')
      continue;
    if (was.connected && !info.connected) changes.push({ kind: 'left', seat: info.seat });
    if (!was.connected && info.connected) changes.push({ kind: 'returned', seat: info.seat });
  }
  return changes;
}

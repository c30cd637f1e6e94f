import type {
  Bid,
  Card,
  Judgement,
  Say,
  Seat,
  SeatInfo,
  State,
  ThrownIn,
  View,
  Wish,
} from '../generated/protocol';

import { seatAfter } from './seating';

/** An event between two states. Events are listed in order. */
export type Change =
  | { kind: 'dealt'; round: number; dealer: Seat | null }
  | { kind: 'thrown-in'; seat: Seat; shown: ThrownIn }
  | { kind: 'estimate'; seat: Seat; said: Say }
  | { kind: 'bid' | 'adjusted'; seat: Seat; bid: Bid }
  | { kind: 'withdrawn'; seat: Seat }
  | { kind: 'no-trump' | 'time-up' | 'redealt' }
  | { kind: 'exchanged'; giver: Seat; receiver: Seat | null; count: number }
  | { kind: 'received'; cards: Card[] }
  | { kind: 'played'; seat: Seat; card: Card; low: boolean }
  | { kind: 'taken-back'; seat: Seat; card: Card }
  | { kind: 'trick'; seat: Seat }
  | { kind: 'judged'; seat: Seat; judgement: Judgement }
  | { kind: 'scored'; round: number }
  | { kind: 'over' }
  | { kind: 'turn' }
  | { kind: 'asked'; seat: Seat; wish: Wish }
  | { kind: 'granted'; wish: Wish }
  | { kind: 'denied' }
  | { kind: 'late' | 'left' | 'lost' | 'returned' | 'sat'; seat: Seat }
  | { kind: 'unseated' }
  | { kind: 'replaced'; seat: Seat; before: string };

interface Played {
  at: number;
  seat: Seat;
  card: Card;
  low: boolean;
  completes: Seat | null;
}

/** Return how many cards were played in the round, including those face down. */
const playedCount = (view: View): number =>
  view.tricks.length * view.hand_sizes.length + (view.trick?.cards.length ?? 0);

/** Return the visible cards in order. Face-down tricks show none. */
function playedCards(view: View): Played[] {
  const tricks = view.trick ? [...view.tricks, view.trick] : view.tricks;
  return tricks.flatMap(({ leader, cards, winner, low }, number) =>
    cards.map((card, index) => ({
      at: number * view.hand_sizes.length + index,
      seat: seatAfter(leader, index, view.hand_sizes.length),
      card,
      low: low[index] ?? false,
      completes: index === cards.length - 1 ? winner : null,
    })),
  );
}

/** Return the newly shown hands and judgments. */
function incidents(old: View | null, after: View): Change[] {
  const judged = [
    ...after.redeals.slice(old?.redeals.length ?? 0),
    ...after.judgements.slice(old?.judgements.length ?? 0),
  ];
  return [
    ...judged.map((judgement): Change => ({ kind: 'judged', seat: judgement.seat, judgement })),
    ...after.thrown_in
      .slice(old?.thrown_in.length ?? 0)
      .map((shown): Change => ({ kind: 'thrown-in', seat: shown.seat, shown })),
  ];
}

/** Return the new estimates and bids. */
function bidding(old: View | null, after: View): Change[] {
  const changes: Change[] = [];
  after.said.forEach((said, index) => {
    const seat = seatAfter(0, index, after.said.length);
    if (said && !old?.said[index]) changes.push({ kind: 'estimate', seat, said });
  });
  after.bids.forEach((bid, index) => {
    const seat = seatAfter(0, index, after.bids.length);
    const was = old?.bids[index];
    if (was && !bid) changes.push({ kind: 'withdrawn', seat });
    else if (bid && !was) changes.push({ kind: 'bid', seat, bid });
    else if (bid && was && bid.tricks !== was.tricks) {
      changes.push({ kind: 'adjusted', seat, bid });
    }
  });
  if (!after.trump && (old?.trump ?? true)) changes.push({ kind: 'no-trump' });
  return changes;
}

/** Return the played cards, or the card taken back. */
function play(old: View | null, after: View): Change[] {
  const then = old ? playedCount(old) : 0;
  const back = old && playedCount(after) < then ? playedCards(old).at(-1) : undefined;
  if (back) return [{ kind: 'taken-back', seat: back.seat, card: back.card }];
  return playedCards(after)
    .filter(({ at }) => at >= then)
    .flatMap(({ seat, card, low, completes }): Change[] => [
      { kind: 'played', seat, card, low },
      ...(completes === null ? [] : [{ kind: 'trick', seat: completes } as const]),
    ]);
}

function changesOfView(before: View | null, after: View): Change[] {
  const changes: Change[] = [];
  // A new game has no results. It may start in the round in which the last game ended.
  const sameGame = before !== null && before.results.length <= after.results.length;
  const sameRound = sameGame && before.round === after.round;
  changes.push(...incidents(sameRound ? before : null, after));
  const redeal = sameRound && after.redeals.length > before.redeals.length;
  if (redeal) changes.push({ kind: 'redealt' });
  const redealt = redeal || (sameRound && after.thrown_in.length > before.thrown_in.length);
  const cut = sameRound && before.phase === 'cut';
  if ((!sameRound || redealt || cut) && after.round > 0 && after.phase !== 'cut') {
    changes.push({ kind: 'dealt', round: after.round, dealer: after.dealer });
  }
  const old = sameRound && !redealt ? before : null;
  changes.push(...bidding(old, after));
  for (const gift of after.exchanged.slice(old?.exchanged.length ?? 0)) {
    changes.push({ kind: 'exchanged', ...gift });
  }
  const received = after.received.filter((card) => !old?.received.includes(card));
  if (received.length > 0) changes.push({ kind: 'received', cards: received });
  changes.push(...play(old, after));
  if (before && after.time_up && !before.time_up) changes.push({ kind: 'time-up' });
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

/** Return the granted, denied or new request. */
function consent(old: State['consent'], after: State['consent']): Change[] {
  if (after.granted > old.granted && after.last) return [{ kind: 'granted', wish: after.last }];
  if (!old.question && after.question) return [{ kind: 'asked', ...after.question }];
  return old.question && !after.question ? [{ kind: 'denied' }] : [];
}

/** Return the change when a seat gets a new occupant in the middle of a game. */
function replaced(was: SeatInfo, info: SeatInfo): Change[] {
  const { seat } = info;
  if (info.occupant === 'bot') return [{ kind: 'replaced', seat, before: was.name }];
  return info.occupant === 'person' ? [{ kind: 'sat', seat }] : [];
}

/** Return the events between two states of a table, or nothing without an earlier state. */
export function changesBetween(before: State | null, after: State): Change[] {
  if (!before) return [];
  const agreed = consent(before.consent, after.consent);
  const undone = agreed.some((change) => change.kind === 'granted' && change.wish === 'undo');
  // Report an agreed undo only as an undo, and not also as a card or bid taken back.
  const changes: Change[] = (after.view ? changesOfView(before.view, after.view) : []).filter(
    ({ kind }) => !undone || (kind !== 'taken-back' && kind !== 'withdrawn'),
  );
  changes.push(...agreed);
  if (before.you !== null && after.you === null) changes.push({ kind: 'unseated' });
  for (const info of after.seats) {
    const was = before.seats.find((other) => other.seat === info.seat);
    if (was && info.late > was.late) changes.push({ kind: 'late', seat: info.seat });
    if (!was || info.seat === after.you) continue;
    if (info.occupant !== was.occupant) {
      if (before.status === 'playing') changes.push(...replaced(was, info));
      continue;
    }
    if (info.occupant !== 'person') continue;
    if (was.connected && !info.connected)
      changes.push({ kind: info.left ? 'left' : 'lost', seat: info.seat });
    if (!was.connected && info.connected) changes.push({ kind: 'returned', seat: info.seat });
  }
  return changes;
}

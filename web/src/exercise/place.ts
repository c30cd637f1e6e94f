import type { Card, ExerciseAnswer, Seat, State, View } from '../generated/protocol';
import { m } from '../paraglide/messages';
import { seatAfter } from '../state/seating';
import type { ShownTrick } from '../state/table';

/** A position at the table while an answer is played out. */
export interface Place {
  view: View;
  /** The trick in the middle: the one in progress, or the one that has just been completed. */
  shown: ShownTrick | null;
  /** The latest card. */
  last: { seat: Seat; card: Card; winner: Seat | null } | null;
}

const compass = (): readonly string[] => [
  m.compass_north(),
  m.compass_east(),
  m.compass_south(),
  m.compass_west(),
];

/** Return a table for displaying a view, at which nothing happens automatically. */
export function tableOf(view: View, title: string): State {
  const names = compass();
  return {
    type: 'state',
    table: '',
    seq: 0,
    moved: 0,
    preset: 'standard',
    title,
    status: 'playing',
    rules: view.rules,
    sides: view.sides,
    side_names: [],
    seats: names.map((name, index) => ({
      seat: seatAfter(0, index, names.length),
      occupant: index === view.seat ? 'person' : 'bot',
      name,
      level: null,
      connected: true,
      ready: false,
      covered: false,
      heir: '',
      sit: null,
      program: false,
      late: 0,
      left: false,
    })),
    you: view.seat,
    next_seat: null,
    host: false,
    invite: false,
    public: false,
    talk: 'off',
    turn_seconds: 0,
    seconds_left: null,
    game_seconds_left: null,
    banks: null,
    code: '',
    group: [],
    absence: null,
    consent: { may_ask: [], question: null, paused: false, granted: 0, last: null },
    view,
    withdraw: false,
    hint: false,
    preparing: null,
    results_from: 0,
    seal: null,
    attempt: null,
    duplicate: null,
    evening: null,
    finished: null,
    finish: false,
    finishing: false,
    balance: false,
    balanced: false,
    origin: null,
    room: [],
    join: false,
  };
}

/** Return the position after that many cards of an answer's line. */
export function placeAfter(start: View, answer: ExerciseAnswer | null, count: number): Place {
  let place: Place = {
    view: answer ? after(start, answer) : start,
    shown: start.trick ? { number: start.tricks.length + 1, trick: start.trick } : null,
    last: null,
  };
  let completed = 0;
  for (const card of answer?.line.slice(0, count) ?? []) {
    const before = place.view.tricks.length;
    place = played(place.view, card, answer?.winners[completed] ?? null);
    completed += place.view.tricks.length - before;
  }
  return place;
}

/**
 * Return the view after an answer without cards: a bid that ends the turn, or a look at the hand.
 */
function after(view: View, { action, hand }: ExerciseAnswer): View {
  if (action.type === 'look') return { ...view, hand };
  if (action.type !== 'bid') return view;
  const bids = view.bids.map((bid, seat) => (seat === view.seat ? action : bid));
  return { ...view, bids, to_act: null };
}

function played(view: View, card: Card, winnerOfTrick: Seat | null): Place {
  const players = view.hand_sizes.length;
  const seat = view.to_act ?? 0;
  const trick = {
    leader: view.trick?.leader ?? seat,
    cards: [...(view.trick?.cards ?? []), card],
    winner: null,
    low: [],
  };
  const winner = trick.cards.length === players ? winnerOfTrick : null;
  const done = { ...trick, winner };
  const left = view.hand_sizes.map((size, of) => (of === seat ? size - 1 : size));
  const over = left.every((size) => size === 0);
  const next: View = {
    ...view,
    hand: seat === view.seat ? without(view.hand ?? [], card) : view.hand,
    shown: view.shown.map((hand, of) => (of === seat ? without(hand, card) : hand)),
    hand_sizes: left,
    trick: winner === null ? trick : null,
    tricks: winner === null ? view.tricks : [...view.tricks, done],
    won: view.won.map((count, of) => (of === winner ? count + 1 : count)),
    broken: view.broken || card.startsWith('S'),
    to_act: over ? null : (winner ?? seatAfter(seat, 1, players)),
    options: { actions: [], choose: null, aside: [], tolerated: [] },
  };
  const number = view.tricks.length + 1;
  return { view: next, shown: { number, trick: done }, last: { seat, card, winner } };
}

const without = (hand: readonly Card[], card: Card): readonly Card[] =>
  hand.filter((other) => other !== card);

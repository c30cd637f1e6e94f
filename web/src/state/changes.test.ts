import { expect, test } from 'vitest';

import type { Bid, Trick } from '../generated/protocol';
import { stateWith, viewWith } from '../testing/states';

import { changesBetween } from './changes';

const three: Bid = { type: 'bid', tricks: 3, nil: false, blind: false, mo: '' };
const done: Trick = { leader: 1, cards: ['H2', 'H9', 'HK', 'HA'], winner: 0, low: [] };

test('a bid is told with its seat', () => {
  const before = stateWith(1, viewWith({ phase: 'bidding' }));
  const after = stateWith(2, viewWith({ phase: 'bidding', bids: [null, three, null, null] }));
  expect(changesBetween(before, after)).toContainEqual({ kind: 'bid', seat: 1, bid: three });
});

test('cards are told in the order of play, clockwise from the leader, then the winner', () => {
  const before = stateWith(
    1,
    viewWith({ trick: { ...done, cards: ['H2'], winner: null, low: [] } }),
  );
  const after = stateWith(2, viewWith({ tricks: [done] }));
  expect(changesBetween(before, after)).toEqual([
    { kind: 'played', seat: 2, card: 'H9', low: false },
    { kind: 'played', seat: 3, card: 'HK', low: false },
    { kind: 'played', seat: 0, card: 'HA', low: false },
    { kind: 'trick', seat: 0 },
  ]);
});

test('tricks that lie face down are no cards taken back, and their cards are not told', () => {
  const hidden: Trick = { ...done, cards: [] };
  const lead: Trick = { leader: 0, cards: ['D5'], winner: null, low: [] };
  const before = stateWith(1, viewWith({ tricks: [done] }));
  const after = stateWith(2, viewWith({ tricks: [hidden], trick: lead }));
  const told = [{ kind: 'played', seat: 0, card: 'D5', low: false }];
  expect(changesBetween(before, after)).toEqual(told);
  expect(changesBetween(stateWith(1, viewWith({ tricks: [hidden] })), after)).toEqual(told);
  expect(changesBetween(after, before)).toEqual([{ kind: 'taken-back', seat: 0, card: 'D5' }]);
});

test('a new round starts afresh', () => {
  const before = stateWith(1, viewWith({ tricks: [done], bids: [three, three, three, three] }));
  const after = stateWith(2, viewWith({ round: 2, phase: 'bidding', dealer: 1 }));
  expect(changesBetween(before, after)).toEqual([{ kind: 'dealt', round: 2, dealer: 1 }]);
});

test('a new game starts afresh, also in the round in which the last one ended', () => {
  const result = { number: 1, dealer: 0, bids: [], won: [], sides: [] } as const;
  const before = stateWith(1, viewWith({ tricks: [done], results: [result], phase: 'score' }));
  const after = stateWith(2, viewWith({ phase: 'bidding', dealer: 1 }));
  expect(changesBetween(before, after)).toEqual([{ kind: 'dealt', round: 1, dealer: 1 }]);
});

test('the own turn is told once', () => {
  const before = stateWith(1, viewWith({ to_act: 1 }));
  const mine = stateWith(2, viewWith({ to_act: 2 }));
  expect(changesBetween(before, mine)).toEqual([{ kind: 'turn' }]);
  expect(changesBetween(mine, stateWith(3, viewWith({ to_act: 2 })))).toEqual([]);
});

test('received cards are told by name', () => {
  const before = stateWith(1, viewWith({ phase: 'exchange' }));
  const after = stateWith(
    2,
    viewWith({
      phase: 'exchange',
      exchanged: [{ giver: 0, receiver: 2, count: 2, cards: [], waiting: false }],
      received: ['SA', 'SK'],
    }),
  );
  expect(changesBetween(before, after)).toEqual([
    { kind: 'exchanged', giver: 0, receiver: 2, count: 2, cards: [], waiting: false },
    { kind: 'received', cards: ['SA', 'SK'] },
  ]);
});

test('people who go and come back are told, the reader is not', () => {
  const before = stateWith(1, null);
  const gone = stateWith(2, null, {
    seats: before.seats.map((info) => ({ ...info, connected: info.seat === 3 })),
  });
  expect(changesBetween(before, gone)).toEqual([
    { kind: 'lost', seat: 0 },
    { kind: 'lost', seat: 1 },
  ]);
  const seats = gone.seats.map((info) => ({ ...info, left: info.seat === 0 }));
  expect(changesBetween(before, { ...gone, seats })).toEqual([
    { kind: 'left', seat: 0 },
    { kind: 'lost', seat: 1 },
  ]);
  expect(changesBetween(gone, before).map(({ kind }) => kind)).toEqual(['returned', 'returned']);
});

test('that time ran out is told of everybody, the reader too', () => {
  const before = stateWith(1, null);
  const late = stateWith(2, null, {
    seats: before.seats.map((info) => ({ ...info, late: info.seat === 0 ? 1 : info.late })),
  });
  expect(changesBetween(before, late)).toEqual([{ kind: 'late', seat: 0 }]);
  expect(changesBetween({ ...before, you: 0 }, { ...late, you: 0 })).toEqual([
    { kind: 'late', seat: 0 },
  ]);
  expect(changesBetween(late, before)).toEqual([]);
});

test('who has lost their seat is told', () => {
  const before = stateWith(1, null, { you: 2 });
  const after = stateWith(2, null, { you: null });
  expect(changesBetween(before, after)).toEqual([{ kind: 'unseated' }]);
  expect(changesBetween(after, before)).toEqual([]);
});

test('who goes on in a seat is told while a game is played', () => {
  const people = stateWith(1, null, { status: 'playing' });
  const bot = stateWith(2, null, {
    status: 'playing',
    seats: people.seats.map((info) =>
      info.seat === 1 ? { ...info, occupant: 'bot', name: 'Thea' } : info,
    ),
  });
  expect(changesBetween(people, bot)).toEqual([{ kind: 'replaced', seat: 1, before: 'Emil' }]);
  expect(changesBetween(bot, people)).toEqual([{ kind: 'sat', seat: 1 }]);
  expect(changesBetween({ ...people, status: 'waiting' }, bot)).toEqual([]);
});

test('a card taken back is told, and the play that follows it anew', () => {
  const open: Trick = { leader: 1, cards: ['H2', 'H9'], winner: null, low: [] };
  const before = stateWith(1, viewWith({ trick: open }));
  const back = stateWith(2, viewWith({ trick: { ...open, cards: ['H2'] } }));
  const other = stateWith(3, viewWith({ trick: { ...open, cards: ['H2', 'HT'] } }));
  expect(changesBetween(before, back)).toEqual([{ kind: 'taken-back', seat: 2, card: 'H9' }]);
  expect(changesBetween(back, other)).toEqual([
    { kind: 'played', seat: 2, card: 'HT', low: false },
  ]);
});

test('a hand that is shown is told before the new deal, in the same round', () => {
  const bids = [null, three, null, null];
  const before = stateWith(1, viewWith({ phase: 'bidding', bids }));
  const shown = { seat: 3, hand: ['C2', 'D2'] } as const;
  const after = stateWith(2, viewWith({ phase: 'bidding', thrown_in: [shown] }));
  expect(changesBetween(before, after)).toEqual([
    { kind: 'thrown-in', seat: 3, shown },
    { kind: 'dealt', round: 1, dealer: 0 },
  ]);
});

test('a changed bid, an estimate and a judgement are told once', () => {
  const before = stateWith(1, viewWith({ bids: [null, three, null, null] }));
  const judgement = {
    kind: 'call',
    seat: 0,
    trick: 1,
    upheld: true,
    accused: 1,
    winner: null,
  } as const;
  const said = { type: 'say', sure: 2, maybe: 4 } as const;
  const after = stateWith(
    2,
    viewWith({
      bids: [null, { ...three, tricks: 4 }, null, null],
      said: [said, null, null, null],
      judgements: [judgement],
    }),
  );
  expect(changesBetween(before, after)).toEqual([
    { kind: 'judged', seat: 0, judgement },
    { kind: 'estimate', seat: 0, said },
    { kind: 'adjusted', seat: 1, bid: { ...three, tricks: 4 } },
  ]);
  expect(changesBetween(after, { ...after, seq: 3 })).toEqual([]);
});

test('a round that is played again after a revoke is told as such', () => {
  const judgement = {
    kind: 'call',
    seat: 0,
    trick: 1,
    upheld: true,
    accused: 1,
    winner: null,
  } as const;
  const before = stateWith(1, viewWith({ tricks: [done] }));
  const after = stateWith(2, viewWith({ redeals: [judgement], phase: 'bidding' }));
  expect(changesBetween(before, after)).toEqual([
    { kind: 'judged', seat: 0, judgement },
    { kind: 'redealt' },
    { kind: 'dealt', round: 1, dealer: 0 },
  ]);
  expect(changesBetween(after, { ...after, seq: 3 })).toEqual([]);
});

test('a bid that is taken back is told as such', () => {
  const bid = { type: 'bid', tricks: 9, nil: false, blind: false, mo: '' } as const;
  const before = stateWith(1, viewWith({ phase: 'bidding', bids: [null, null, bid, null] }));
  const after = stateWith(2, viewWith({ phase: 'bidding' }));
  expect(changesBetween(before, after)).toContainEqual({ kind: 'withdrawn', seat: 2 });
});

import { expect, test } from 'vitest';

import type { Advice, Candidate, Card } from '../generated/protocol';

import { actionCards, actionWords, rowsOf, warningOf } from './advice';

const play = (card: Card, low = false) => ({ type: 'play', card, low }) as const;

const candidate = (card: Card, value: number): Candidate => ({
  action: play(card),
  value,
  error: 1,
  unit: 'points',
  chances: null,
  doubt: 1,
});

const advice: Advice = {
  type: 'advice',
  seq: 7,
  action: play('C4'),
  reason: 'I play low.',
  candidates: [candidate('C4', 30), candidate('C3', 30), candidate('H4', 30), candidate('CK', 12)],
  costs: [0, 0, 0, 18],
  preparing: null,
};

test('cards that do the same work share a row', () => {
  const rows = rowsOf(advice.candidates);
  expect(rows.map(({ actions }) => actions.length)).toEqual([2, 1, 1]);
  expect(rows[0]?.actions).toEqual([play('C4'), play('C3')]);
});

test('a warning comes from the limit on, and never before the best', () => {
  expect(warningOf(advice, play('CK'), 18)).toMatchObject({
    cost: 18,
    better: { action: play('C4') },
    reason: 'I play low.',
  });
  expect(warningOf(advice, play('CK'), 19)).toBeNull();
  for (const card of ['C4', 'C3', 'H4'] as const)
    expect(warningOf(advice, play(card), 1)).toBeNull();
});

test('a bid beyond all that were weighed costs as much as the nearest, or more', () => {
  const bid = (tricks: number) =>
    ({ type: 'bid', tricks, nil: false, blind: false, mo: '' }) as const;
  const candidates = [3, 4, 2].map((tricks) => ({ ...candidate('C4', 0), action: bid(tricks) }));
  const bids = { ...advice, action: bid(3), candidates, costs: [0, 6, 2] };
  expect(warningOf(bids, bid(13), 5)).toMatchObject({
    action: bid(13),
    cost: 6,
    beyond: true,
    chosen: { action: bid(4) },
    better: { action: bid(3) },
  });
  expect(warningOf(bids, bid(4), 5)).toMatchObject({ action: bid(4), beyond: false });
  expect(warningOf(bids, bid(1), 5)).toBeNull();
  expect(warningOf(bids, bid(1), 2)).toMatchObject({ beyond: true, cost: 2 });
  expect(warningOf(bids, { ...bid(0), nil: true }, 1)).toBeNull();
});

test('of what was not weighed, or by rules of thumb alone, nothing is said', () => {
  expect(warningOf({ ...advice, preparing: 40 }, play('CK'), 5)).toBeNull();
  expect(warningOf(advice, play('CK', true), 5)).toBeNull();
  expect(warningOf(advice, { type: 'look' }, 5)).toBeNull();
  expect(warningOf({ ...advice, candidates: [], costs: [] }, play('CK'), 5)).toBeNull();
});

test('what is given away, kept or looked at is said as its button says it', () => {
  expect(actionWords({ type: 'look' })).toBe('Look at my cards');
  expect(actionWords({ type: 'pass', cards: [] })).toBe('Keep my hand');
  expect(actionWords({ type: 'keep', which: 'next' }, ['SA'])).toBe('Take the next one unseen');
  expect(actionWords({ type: 'keep', which: 'next' }, ['SA', 'D2'])).toBe('Keep the 2 of diamonds');
  expect(actionCards({ type: 'swap', cards: ['SA', 'D2'] })).toEqual(['SA', 'D2']);
  expect(actionCards({ type: 'look' })).toEqual([]);
});
